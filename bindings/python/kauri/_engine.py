"""The engine: estimates, lines and moves where nothing is proven."""
from __future__ import annotations

import ctypes
import threading
from typing import Any, Callable, NamedTuple, Optional, Sequence, Tuple

from ._errors import BadInput
from ._handle import Handle, Owner, Pointer
from ._library import (
    EngineLine, EngineOptions, EngineProgress, EngineReport, EngineRequest, Error, bounded, check,
    lib)
from ._position import RULES, Captured, Position, formatted, move_letter, wrap
from ._search import Book, Bounds, bounds_of, keep_open, seconds_argument
from ._tables import AnyPosition, Tables
from ._watch import Tell, size_of, teller, watched

SEED = 48  # units of an estimate: 3 * KAURI_ESTIMATE_UNIT

# The names of the opponents with the strengths 1, 2, ...
OPPONENTS = tuple(lib.kauri_opponent_name(strength).decode() for strength in range(1, 12))


@formatted
class EstimatedLine(NamedTuple):
    """A line of play with its estimate, for the player to move. str() gives the moves."""
    move: str  # the first move: the letter of the hole, or "-" for a pass
    captured: Captured  # by it
    r: Bounds  # proven, captures of the move included
    estimate: float  # seeds that the player still captures minus those of the opponent
    depth: int  # plies searched; 0 if r is exact, or there was no time to search
    moves: Tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(self.moves)


@formatted
class Analysis(NamedTuple):
    """What the engine found out about a position, for its player to move."""
    position: Position
    r: Bounds  # proven
    depth: int  # of the first line
    lines: Tuple[EstimatedLine, ...]  # best first; empty if there is no move
    nodes: int  # positions visited
    seconds: float


Progress = Callable[[Analysis], Any]


def _line(line: EngineLine, side: int) -> EstimatedLine:
    moves = tuple(move_letter((side + ply) % 2, hole)
                  for ply, hole in enumerate(line.holes[:line.count]))
    return EstimatedLine(moves[0], Captured(line.captured.own, line.captured.opponent),
                         bounds_of(line.r), line.estimate / SEED, line.depth, moves)


def _analysis(report: EngineReport) -> Analysis:
    raw = bytes(report.position)
    return Analysis(wrap(raw), bounds_of(report.r), report.depth,
                    tuple(_line(line, raw[1]) for line in report.lines[:report.line_count]),
                    report.nodes, report.seconds)


class Engine(Owner):
    """Looks for good moves by looking ahead with estimates, and keeps what it has looked at in its
    memory.

    tables: for positions that they hold; they stay open as long as the engine is.
    book: a Book by which won positions are played; it stays open as well.
    memory_bytes: besides that of the tables, 64 KiB or more; 0 is 256 MiB.

    May be shared by threads; questions wait for one another.
    """

    def __init__(self, tables: Optional[Tables] = None, *, memory_bytes: int = 0,
                 book: Optional[Book] = None) -> None:
        self._lock = threading.Lock()
        options, error, pointer = size_of(EngineOptions()), Error(), ctypes.c_void_p()
        options.memory_bytes = bounded("memory_bytes", memory_bytes, 64)
        (options.tables, options.book), free = keep_open(lib.kauri_engine_free, tables, book)
        try:
            check(lib.kauri_engine_new(options, pointer, error), error)
        except BaseException:
            free(None)
            raise
        self._handle = Handle(pointer, free, "the engine is closed")

    def analyse(self, position: AnyPosition, *, seconds: Optional[float] = None, nodes: int = 0,
                depth: int = 0, lines: int = 1, rules: str = "standard",
                history: Sequence[AnyPosition] = (),
                progress: Optional[Progress] = None) -> Analysis:
        """Looks for the best moves until a limit comes or everything about the position is proven.

        seconds, nodes, depth: limits of time, positions and plies, 0 for none. Without any of them
        it is one second; with all 0, only `progress` or Ctrl-C ends it. A new engine with limits
        on nodes or depth alone always gives the same answer.
        lines: how many lines to find, 1 to 6.
        rules: "standard" or "tie-breaker", which decide where results are proven.
        history: positions before this one in the game, oldest first, since a position that is
        repeated is endless play.
        progress: called when a line has been searched to a new depth. If it returns something
        true, the search ends as at a limit.

        Ctrl-C stops it and raises KeyboardInterrupt.
        """
        report = EngineReport()
        request = _request(seconds, nodes, depth, rules, history)
        request.lines = bounded("lines", lines, 32)

        def ask(handle: Pointer, raw: bytes, error: Error) -> int:
            return int(lib.kauri_engine_analyse(handle, raw, request, report, error))

        self._ask(position, request, ask, progress)
        return _analysis(report)

    def choose(self, position: AnyPosition, *, strength: int = 11, seed: int = 0,
               seconds: Optional[float] = None, nodes: int = 0, depth: int = 0,
               rules: str = "standard", history: Sequence[AnyPosition] = ()) -> str:
        """A move of the position: a letter, or "-" for a pass.

        strength: 1, which is no better than chance, to 11, which is `analyse` without restraint; their
        names are OPPONENTS[strength - 1]. Below 11 the limits, the tables and what the engine knows
        are ignored: the same position and seed give the same move. BadPosition if the game is over.
        """
        hole = ctypes.c_int()
        request = _request(seconds, nodes, depth, rules, history)
        request.strength = bounded("strength", strength, 32) or 12  # 0 is out of range here
        request.seed = bounded("seed", seed, 64)

        def ask(handle: Pointer, raw: bytes, error: Error) -> int:
            return int(lib.kauri_engine_choose(handle, raw, request, hole, error))

        self._ask(position, request, ask, None)
        return move_letter(Position(position)._raw[1], hole.value)

    def _ask(self, position: AnyPosition, request: EngineRequest,
             ask: Callable[[Pointer, bytes, Error], int], progress: Optional[Progress]) -> None:
        raw, error = Position(position)._raw, Error()

        def work(stop: Any, tell: Tell) -> int:
            request.stop = stop
            if progress is not None:
                request.progress = teller(EngineProgress, tell)
            with self._lock, self._handle as handle:
                return ask(handle, raw, error)

        def hear(report: EngineReport) -> Any:
            return progress is not None and progress(_analysis(report))

        check(watched(work, hear), error)


def _request(seconds: Optional[float], nodes: int, depth: int, rules: str,
             history: Sequence[AnyPosition]) -> EngineRequest:
    if rules not in RULES:
        raise BadInput(f'rules are "standard" or "tie-breaker", not {rules!r}', 2)
    request = size_of(EngineRequest())
    request.nodes, request.depth = bounded("nodes", nodes, 64), bounded("depth", depth, 32)
    if seconds is None:
        seconds = 0 if nodes or depth else 1
    request.seconds, request.rules = seconds_argument(seconds), RULES[rules]
    positions = [Position(position)._raw for position in history]
    request.history, request.history_count = b"".join(positions), len(positions)
    return request


def analyse(position: AnyPosition, tables: Optional[Tables] = None, *,
            seconds: Optional[float] = None, nodes: int = 0, depth: int = 0, lines: int = 1,
            rules: str = "standard", history: Sequence[AnyPosition] = (), memory_bytes: int = 0,
            progress: Optional[Progress] = None) -> Analysis:
    """Estimates a position and its best lines of play, with an engine for this question alone. The
    arguments are those of Engine and Engine.analyse."""
    with Engine(tables, memory_bytes=memory_bytes) as engine:
        return engine.analyse(position, seconds=seconds, nodes=nodes, depth=depth, lines=lines,
                              rules=rules, history=history, progress=progress)
