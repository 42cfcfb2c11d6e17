"""Where tables are found when no folder is given, as by the program."""
from __future__ import annotations

import os
import warnings
from typing import List, Optional


def from_environment() -> List[str]:
    """The folders of $KAURI_TABLES, which are separated by colons; empty names are left out.

    A folder that has the whole name comes first. One that cannot be read is left out with a
    warning, unless none can be read.
    """
    names = os.environ.get("KAURI_TABLES", "")
    folders = [names] if os.path.exists(names) else [name for name in names.split(":") if name]
    faults = {name: fault for name in folders if (fault := _fault_of(name)) is not None}
    if len(faults) == len(folders):
        return folders
    for name, fault in faults.items():
        warnings.warn(f"cannot open the folder {name}: {fault.strerror}; going on with the other "
                      "folders of $KAURI_TABLES", RuntimeWarning, stacklevel=3)
    return [name for name in folders if name not in faults]


def _fault_of(folder: str) -> Optional[OSError]:
    """Why a folder cannot be read; None if it can."""
    try:
        os.scandir(folder).close()
    except OSError as fault:
        return fault
    return None


def usual() -> List[str]:
    """./tables, and the folder of tables among the user's data. A relative $XDG_DATA_HOME is
    ignored, as its specification demands."""
    data, home = os.environ.get("XDG_DATA_HOME", ""), os.environ.get("HOME", "")
    if data.startswith("/"):
        return ["tables", f"{data}/kauri"]
    return ["tables", f"{home}/.local/share/kauri"] if home else ["tables"]
