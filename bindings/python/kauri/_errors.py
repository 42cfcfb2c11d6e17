"""Statuses and errors. The numbers are those of enum kauri_status in kauri/kauri.h."""
from __future__ import annotations

import enum
from typing import Any, Dict, Tuple, Type


class Status(enum.IntEnum):
    """Outcome of a call of the library; 0 to 9 are also the exit statuses of the program."""
    OK = 0
    WRONG = 1
    USAGE = 2
    BAD_INPUT = 3
    MISSING = 4
    CORRUPT = 5
    RESOURCE = 6
    LOCKED = 7
    INTERRUPTED = 8
    INTERNAL = 9
    NOT_COVERED = 10
    NOT_CACHED = 11


class KauriError(Exception):
    """An error of the library; the base of all errors here. `status` is a number of Status, or a
    greater one that only a newer library knows. `batch` is None, except after Tables.probe_many and
    Tables.probe_roots: what these return with partial=True, so that the values of the other positions
    are not lost."""

    def __init__(self, message: str, status: int = Status.INTERNAL) -> None:
        super().__init__(message)
        self.status = status
        self.batch: Any = None

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.args[0], self.status), self.__dict__


class MissingLayer(KauriError, LookupError):
    """The position has more seeds than the tables cover, or a table does not exist."""


class DamagedTable(KauriError):
    """A table is truncated, altered, or made for other rules."""


class BadInput(KauriError, ValueError):
    """An argument that is malformed, illegal or out of range."""


class BadPosition(BadInput):
    """A position that is malformed or invalid, or whose board has another shape than the tables."""


class BadMove(BadInput):
    """A move that cannot be read or is illegal."""


class BadProof(BadInput):
    """A file that is no proof, or one with a step that does not hold."""


class BadRecord(BadInput):
    """A game record that breaks the rules. `games` holds the games up to and including this one,
    which has the plies before the fault."""

    def __init__(self, message: str, status: int = Status.BAD_INPUT, games: Tuple[Any, ...] = ()) -> None:
        super().__init__(message, status)
        self.games = games


_BY_STATUS: Dict[int, Type[KauriError]] = {
    Status.WRONG: BadProof,
    Status.USAGE: BadInput,
    Status.MISSING: MissingLayer,
    Status.NOT_COVERED: MissingLayer,
    Status.CORRUPT: DamagedTable,
}


def make_error(status: int, message: str, bad_input: Type[KauriError]) -> KauriError:
    """The exception for a status; `bad_input` is the one for Status.BAD_INPUT."""
    kind = bad_input if status == Status.BAD_INPUT else _BY_STATUS.get(status, KauriError)
    try:
        status = Status(status)
    except ValueError:
        pass
    return kind(message, status)
