"""The steps of a proof (docs/reference/PROOF.md)."""
from __future__ import annotations

import ctypes
import os
from typing import Iterator, NamedTuple, Optional

from ._errors import BadProof, Status
from ._handle import Handle, Owner
from ._library import Error, RawProof, RawStatement, bounded, check, lib
from ._position import Position, formatted, move_letter, wrap
from ._search import Bounds, Path, bounds_of
from ._tables import AnyPosition


@formatted
class Statement(NamedTuple):
    """What a proof says of a position; the prover is the player whose result it proves."""
    position: Position  # score 0:0, South to move
    prover_moves: bool  # True: r >= value; False, the other player moves: r <= -value
    value: int
    move: Optional[str]  # the prover's move, which gets it; None if the other moves, or if it is cited
    rank: int
    cited: Optional[str]  # digest of another proof, which proves it; None: this one does


class ProofSteps(Owner):
    """The steps of the proof in a file, to be walked from `position`, where it proves `r`: for the lower
    bound the player to move there is the prover, for the upper one the opponent. len() is the number
    of steps, and iterating gives them, in no order that means anything. The steps are not checked,
    which check_proof does."""

    def __init__(self, path: Path) -> None:
        os.stat(path)  # FileNotFoundError
        root, error, pointer = RawProof(), Error(), ctypes.c_void_p()
        check(lib.kauri_proof_read_steps(os.fsencode(path), pointer, root, error), error, BadProof)
        self._handle = Handle(pointer, lib.kauri_proof_reading_free, "the proof is closed")
        self.position: Position = wrap(bytes(root.position))
        self.r: Bounds = bounds_of(root.r)
        self.digest = f"{root.digest:016x}"
        self.tables: int = root.tables  # the proof rests on layers 0 to tables - 1
        self._steps: int = root.steps

    def __len__(self) -> int:
        return self._steps

    def find(self, position: AnyPosition, prover_moves: bool) -> Optional[Statement]:
        """What the proof says of a position; None where tables or rules alone suffice. The score does
        not matter."""
        raw, error, found = Position(position)._raw, Error(), RawStatement()
        with self._handle as handle:
            status = lib.kauri_proof_find(handle, raw, prover_moves, found, error)
        if status == Status.MISSING:
            return None
        check(status, error)
        return _statement(found)

    def __getitem__(self, index: int) -> Statement:
        found, error = RawStatement(), Error()
        if not -len(self) <= index < len(self):
            raise IndexError(f"the proof has {len(self)} steps")
        with self._handle as handle:
            check(lib.kauri_proof_step_at(handle, bounded("index", index % len(self), 64), found, error), error)
        return _statement(found)

    def __iter__(self) -> Iterator[Statement]:
        return (self[index] for index in range(len(self)))


def _statement(found: RawStatement) -> Statement:
    moves = found.prover_moves and not found.cited
    return Statement(wrap(bytes(found.position)), found.prover_moves, found.value,
                     move_letter(0, found.hole) if moves else None, found.rank,
                     f"{found.digest:016x}" if found.cited else None)
