"""Where tables are found when no folder is given, as by the program."""
from __future__ import annotations

import os
from typing import List


def from_environment() -> List[str]:
    """The folders of $KAURI_TABLES, which are separated by colons; empty names are left out."""
    return [name for name in os.environ.get("KAURI_TABLES", "").split(":") if name]


def usual() -> List[str]:
    """./tables, and the folder of tables among the user's data. A relative $XDG_DATA_HOME is
    ignored, as its specification demands."""
    data, home = os.environ.get("XDG_DATA_HOME", ""), os.environ.get("HOME", "")
    if data.startswith("/"):
        return ["tables", f"{data}/kauri"]
    return ["tables", f"{home}/.local/share/kauri"] if home else ["tables"]
