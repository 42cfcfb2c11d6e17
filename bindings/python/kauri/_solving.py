"""Making tables."""
from __future__ import annotations

from typing import Any, Callable, Optional

from ._errors import KauriError
from ._library import Error, SolveProgress, SolveTablesOptions, bounded, check, lib
from ._tables import Folder, Tables, folder_name
from ._watch import Tell, size_of, watched


def solve(folder: Folder, seeds: int, *, holes: int = 6, cowries: Optional[int] = None, memory_bytes: int = 0,
          threads: int = 0, level: int = 1, progress: Optional[Callable[[int, float], Any]] = None) -> Tables:
    """Solves layers 0 to `seeds` as `kauri solve` does, writes their tables to the folder, which is
    created if necessary, and opens it. Layers whose tables are there are skipped.

    holes, cowries: the board, with a cowrie per hole if `cowries` is not given.
    memory_bytes, threads: 0 for what is free; the tables do not depend on them.
    level: of the compression, 1 to 19.
    progress: called about twice a second with the layer being solved and the share of it that is done,
    0 to 1; ends the work by returning something true, which raises KauriError with the status
    INTERRUPTED. The next call then goes on where this one was. Ctrl-C stops it too."""
    if not hasattr(lib, "kauri_solve_tables"):
        raise KauriError("this libkauri was built without the solver")
    name, error, options = folder_name(folder), Error(), size_of(SolveTablesOptions())
    board = (bounded("holes", holes, 32), bounded("cowries", 2 * holes if cowries is None else cowries, 32),
             bounded("seeds", seeds, 32))
    options.memory_bytes, options.level = bounded("memory_bytes", memory_bytes, 64), bounded("level", level, 32)
    options.threads = bounded("threads", threads, 32)

    def work(stop: Any, tell: Tell) -> int:
        options.stop = stop
        if progress is not None:
            options.progress = SolveProgress(lambda _, layer, share: tell((layer, share)))
        return int(lib.kauri_solve_tables(name, *board, options, error))

    check(watched(work, lambda item: progress is not None and progress(*item)), error)
    return Tables((folder,), 0, 0, 0)
