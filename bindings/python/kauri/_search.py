"""Searches above the tables, and proofs."""
from __future__ import annotations

import ctypes
import os
import threading
from typing import Any, Callable, List, NamedTuple, Optional, Sequence, Tuple, Union

from ._errors import BadInput, BadProof
from ._handle import Handle, Owner, Pointer
from ._library import (
    Error, ProofsCheckOptions, ProofWriteOptions, Raw, RawProof, RawProofs, RawWrittenProof,
    SearchOptions, SearchProgress, SearchRequest, SearchResult, bounded, check, int_argument, lib)
from ._library import Bounds as RawBounds
from ._position import RESULTS, Captured, Position, formatted, move_letter, wrap
from ._tables import AnyPosition, Line, Tables, take_line
from ._watch import Tell, size_of, teller, watched

GOALS = {"standard": 0, "tie-breaker": 1, "value": 2}
AT_LEAST = 3
STOPS = (None, "time", "memory", "nodes", "request", "length")


@formatted
class Bounds(NamedTuple):
    """What is proven about r: low <= r <= high."""
    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Whether r is known."""
        return self.low == self.high

    def __str__(self) -> str:
        return f"{self.low:+d}" if self.exact else f"{self.low:+d} to {self.high:+d}"


@formatted
class SearchedMove(NamedTuple):
    """A move of a searched position."""
    move: str  # the letter of the hole, or "-" for a pass
    captured: Captured
    r: Bounds  # for the player who moves, captures of the move included
    dtc: Optional[int]  # plies to the next capture where tables have it
    best: bool  # proven: no move is worth more
    position: Position  # after the move


@formatted
class Searched(NamedTuple):
    """Everything that is proven about a position, for its player to move."""
    position: Position
    r: Bounds
    decided: bool  # the goal is reached
    stop: Optional[str]  # otherwise the reason: "time", "nodes", "memory", "request", or "length"
    # if lines of play are longer than the search follows
    standard: Optional[str]  # "win", "draw" or "loss", score included; None while it is open
    tie_breaker: Optional[str]  # the same under the tie-breaker rules
    moves: Tuple[SearchedMove, ...]  # best first
    line: Optional[Line]  # moves that keep r, or the result; None if there is none, as in progress
    nodes: int  # positions expanded; 0 if the tables have the answer
    seconds: float
    memory_used: float  # share of the memory, 0..1


@formatted
class WrittenProof(NamedTuple):
    """A proof that was written."""
    steps: int
    repairs: int  # statements that were searched again for it
    citations: int  # of other proofs
    digest: str  # 16 hexadecimal digits, by which other proofs cite the file


@formatted
class Proof(NamedTuple):
    """A proof that was accepted. It holds if those that it cites do, and if its tables are right.
    """
    path: str
    position: Position
    r: Bounds  # for the player to move
    steps: int
    citations: int  # of other proofs
    digest: str  # 16 hexadecimal digits at the end of the file
    table_digests: Tuple[str, ...]  # of the tables of layers 0, 1, ... that it rests on


Progress = Callable[[Searched], Any]
Path = Union[str, "os.PathLike[str]"]


def bounds_of(r: RawBounds) -> Bounds:
    return Bounds(r.low, r.high)


def _result(result: SearchResult, rules: int) -> Optional[str]:
    worst, best = result.worst[rules], result.best[rules]
    return RESULTS[worst] if worst == best else None


def _searched(result: SearchResult) -> Searched:
    raw = bytes(result.position)
    line = take_line(result.line, result.line.table_from) if result.line.count else None
    return Searched(
        position=wrap(raw), r=bounds_of(result.r), decided=result.decided,
        stop=STOPS[result.stop], standard=_result(result, 0), tie_breaker=_result(result, 1),
        moves=tuple(
            SearchedMove(move_letter(raw[1], move.hole),
                         Captured(move.captured.own, move.captured.opponent), bounds_of(move.r),
                         move.dtc or None, move.best, wrap(bytes(move.successor)))
            for move in result.moves[:result.move_count]),
        line=line, nodes=result.nodes, seconds=result.seconds, memory_used=result.memory_used)


def seconds_argument(seconds: float) -> float:
    if not seconds >= 0:
        raise BadInput(f"seconds: {seconds} is out of range", 2)
    return seconds


def keep_open(free: Callable[[Pointer], None], *owners: Optional[Owner],
              ) -> Tuple[List[Pointer], Callable[[Pointer], None]]:
    """The pointers of objects that stay open until the one that uses them is freed, and the function
    that frees it and lets go of them. None has the pointer None."""
    used: List[Handle] = []

    def free_all(pointer: Pointer) -> None:
        if pointer is not None:
            free(pointer)
        while used:
            used.pop().__exit__()

    pointers: List[Pointer] = []
    try:
        for owner in owners:
            pointers.append(None if owner is None else owner._handle.__enter__())
            if owner is not None:
                used.append(owner._handle)
    except BaseException:
        free_all(None)
        raise
    return pointers, free_all


class Book(Owner):
    """A solution book (docs/reference/BOOK.md): who wins, and with which move, at every position that
    play reaches while the winner follows it. Searches and engines take its entries for proven.

    path: the file, such as share/kauri/start.book of an installation.
    """

    def __init__(self, path: Path) -> None:
        os.stat(path)  # FileNotFoundError
        error, pointer = Error(), ctypes.c_void_p()
        check(lib.kauri_book_open(os.fsencode(path), pointer, error), error)
        self._handle = Handle(pointer, lib.kauri_book_close, "the book is closed")


class Search(Owner):
    """Searches positions above the tables, and keeps what it finds out in its memory, so that later
    questions begin there.

    tables: where the search ends; without them it goes down to the last cowrie. They stay open as
    long as the search is.
    memory_bytes: besides that of the tables; 0 is 256 MiB.
    threads: 0 is one per processor, or as many as the memory suffices for.
    book: a Book whose entries are taken for proven; not with proofs that are to be written. It stays
    open as long as the search is.
    proofs: take what these state for proven, and cite them in proofs that are written.

    May be shared by threads; questions wait for one another.
    """

    def __init__(self, tables: Optional[Tables] = None, *, memory_bytes: int = 0, threads: int = 0,
                 book: Optional[Book] = None, proofs: Sequence[Proof] = ()) -> None:
        self._lock = threading.Lock()
        options, error, pointer = size_of(SearchOptions()), Error(), ctypes.c_void_p()
        options.memory_bytes = bounded("memory_bytes", memory_bytes, 64)
        options.threads = bounded("threads", threads, 32)
        known = _raw_proofs(proofs)
        options.proofs = ctypes.cast(ctypes.pointer(known), ctypes.c_void_p)
        (options.tables, options.book), free = keep_open(lib.kauri_search_free, tables, book)
        try:
            check(lib.kauri_search_new(options, pointer, error), error)
        except BaseException:
            free(None)
            raise
        self._handle = Handle(pointer, free, "the search is closed")

    def run(self, position: AnyPosition, goal: str = "value", *, at_least: Optional[int] = None,
            seconds: float = 60, nodes: int = 0, value_only: bool = False,
            progress: Optional[Progress] = None) -> Searched:
        """Searches until the goal is reached or a limit comes first; what is proven holds either
        way.

        goal: "value", or only the result for the score under "standard" or "tie-breaker" rules.
        at_least: only decide whether r is this or more, whatever the goal; 3 * k - 1 asks whether net
        is at least k.
        seconds, nodes: limits of time and positions, 0 for none, for the best move and the line as
        well; value_only leaves these out.
        progress: called some times a second with what is proven so far. If it returns something
        true, the search ends as at a limit.

        Ctrl-C stops the search and raises KeyboardInterrupt; what was found out stays in memory.
        """
        if goal not in GOALS:
            raise BadInput(f"the goal is {', '.join(map(repr, GOALS))}, not {goal!r}", 2)
        request, result, error = size_of(SearchRequest()), SearchResult(), Error()
        raw = Position(position)._raw
        request.goal = GOALS[goal] if at_least is None else AT_LEAST
        request.x = 0 if at_least is None else _limited(at_least)
        request.value_only = value_only
        request.seconds, request.nodes = seconds_argument(seconds), bounded("nodes", nodes, 64)

        def work(stop: Any, tell: Tell) -> int:
            request.stop = stop
            if progress is not None:
                request.progress = teller(SearchProgress, tell)
            with self._lock, self._handle as handle:
                return int(lib.kauri_search_run(handle, raw, request, result, error))

        def hear(so_far: SearchResult) -> Any:
            return progress is not None and progress(_searched(so_far))

        try:
            status = watched(work, hear)
        except BaseException:
            lib.kauri_line_clear(result.line)
            raise
        check(status, error)
        return _searched(result)

    def write_proof(self, path: Path, *, replace: bool = False, seconds: float = 0,
                    memory_bytes: int = 0) -> WrittenProof:
        """Writes a proof of what the last `run` found out: the bounds of r, or the answer to
        `at_least`. An existing file is refused unless `replace` is true. seconds, memory_bytes:
        limits, 0 for none. BadInput if there is nothing to prove; Ctrl-C stops it."""
        options, written, error = size_of(ProofWriteOptions()), RawWrittenProof(), Error()
        options.replace, options.seconds = replace, seconds_argument(seconds)
        options.memory_bytes = bounded("memory_bytes", memory_bytes, 64)

        def work(stop: Any, _tell: Tell) -> int:
            options.stop = stop
            with self._lock, self._handle as handle:
                return int(lib.kauri_search_write_proof(handle, os.fsencode(path), options, written,
                                                        error))

        check(watched(work, None), error)
        return WrittenProof(written.steps, written.repairs, written.citations,
                            f"{written.digest:016x}")


def _limited(x: int) -> int:
    x = int_argument("at_least", x)
    if not -181 <= x <= 181:
        raise BadInput(f"at_least: {x} is out of range", 2)
    return x


def search(position: AnyPosition, tables: Optional[Tables] = None, goal: str = "value", *,
           at_least: Optional[int] = None, seconds: float = 60, nodes: int = 0,
           value_only: bool = False, memory_bytes: int = 0, threads: int = 0,
           progress: Optional[Progress] = None) -> Searched:
    """Proves the value of a position, or bounds of it, with memory for this question alone. The
    arguments are those of Search and Search.run."""
    with Search(tables, memory_bytes=memory_bytes, threads=threads) as searching:
        return searching.run(position, goal, at_least=at_least, seconds=seconds, nodes=nodes,
                             value_only=value_only, progress=progress)


# ------------------------------------------------------------------------------------------ proofs

def _raw_proofs(proofs: Sequence[Proof]) -> RawProofs:
    proofs = tuple(proofs)
    array = (RawProof * len(proofs))(*[
        RawProof(os.fsencode(proof.path), Raw.from_buffer_copy(proof.position._raw),
                 RawBounds(*proof.r), proof.steps, proof.citations, int(proof.digest, 16),
                 len(proof.table_digests))
        for proof in proofs])
    return RawProofs(len(proofs), array)


def check_proofs(path: Path, tables: Optional[Tables] = None, *, trust_tables: bool = False,
                 threads: int = 0) -> Tuple[Proof, ...]:
    """Checks all proofs "*.proof" of a folder, or a single one with all that it cites, which then
    comes first.

    tables: those that the proofs rest on. They are decoded and digested again unless trust_tables
    is true. The checker shares only rules, index and tables with the search. BadProof: a step does
    not hold, or the file is no proof; MissingLayer: a table or a cited proof is missing;
    FileNotFoundError. Ctrl-C stops it.
    """
    os.stat(path)
    options, proofs, error = size_of(ProofsCheckOptions()), RawProofs(), Error()
    options.trust_tables, options.threads = trust_tables, bounded("threads", threads, 32)

    def work(stop: Any, _tell: Tell) -> int:
        options.stop = stop
        name = os.fsencode(path)
        if tables is None:
            return int(lib.kauri_proofs_check(name, None, options, proofs, error))
        with tables._handle as handle:
            return int(lib.kauri_proofs_check(name, handle, options, proofs, error))

    try:
        check(watched(work, None), error, BadProof)
        digests = [f"{digest:016x}" for digest in proofs.table_digest]
        return tuple(
            Proof(os.fsdecode(proof.path), wrap(bytes(proof.position)), bounds_of(proof.r),
                  proof.steps, proof.citations, f"{proof.digest:016x}",
                  tuple(digests[:proof.tables]))
            for proof in proofs.proof[:proofs.count])
    finally:
        lib.kauri_proofs_clear(proofs)


def check_proof(path: Path, tables: Optional[Tables] = None, *, trust_tables: bool = False,
                threads: int = 0) -> Proof:
    """Checks the proof in a file, with all that it cites. Arguments and errors as for
    check_proofs."""
    if os.path.isdir(path):
        raise BadProof(f"{os.fspath(path)} is a folder; check_proofs checks those", 3)
    return check_proofs(path, tables, trust_tables=trust_tables, threads=threads)[0]
