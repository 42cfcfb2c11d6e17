"""Look-ups in tables."""
from __future__ import annotations

import ctypes
import itertools
import os
from typing import (
    Any, Callable, Iterable, Iterator, List, NamedTuple, Optional, SupportsIndex, Tuple, TypeVar, Union,
    overload)

from . import _arrays, _folders
from ._arrays import Numbers, Rows
from ._errors import BadInput, DamagedTable, KauriError, MissingLayer, Status
from ._handle import Handle, Owner
from ._library import (
    POSITION_BYTES, BestLine, Error, LayerCheckOptions, LayerProgress, ProbeResult, RawValue,
    TablebaseOptions, bounded, check, int_argument, lib)
from ._position import RESULTS, Captured, Position, formatted, move_letter, wrap
from ._watch import Tell, size_of, watched

AnyPosition = Union[str, Position]
Folder = Union[str, bytes, "os.PathLike[str]"]
Default = TypeVar("Default")

SEEDS_MAX = 60
DTC_UNKNOWN = 0xFFFFFFFF  # in arrays: the table has no distances
CHUNK = 1 << 22  # positions that an iteration over a layer reads at a time


@formatted
class Value(NamedTuple):
    """The exact value of a position for the player to move; it does not depend on the score."""
    r: int  # 3 * net + 1, 0 or -1 for the outcome of the cowrie phase
    dtc: Optional[int]  # plies to the next capture (without seeds: to the end); None where r is 0,
                        # and where the table has no distances

    @property
    def net(self) -> int:
        """Seeds that the player to move still captures minus those that the opponent does."""
        return (self.r + 1) // 3

    @property
    def tiebreak(self) -> str:
        """Outcome of the cowrie phase for the player to move: "win", "loss", or "draw" where play
        never ends."""
        return RESULTS[self.r - 3 * self.net]


@formatted
class Move(NamedTuple):
    """A move of a probed position."""
    move: str  # the letter of the hole, or "-" for a pass
    captured: Captured
    value: Value  # for the player who moves, captures of the move included
    best: bool  # keeps r, and wins as soon or loses as late as possible where distances are known
    position: Position  # after the move


@formatted
class Probe(NamedTuple):
    """A position with its value, its results and all its moves."""
    position: Position
    value: Value
    standard: str  # "win", "draw" or "loss" for the player to move, standard rules, score included
    tie_breaker: str  # the same under the tie-breaker rules
    score: Optional[Tuple[int, int]]  # final captures South, North; None if play never ends
    moves: Tuple[Move, ...]  # best first; empty if no seed is left and the player cannot move


@formatted
class Step(NamedTuple):
    """One ply of a line of best play."""
    position: Position  # before the move
    move: str
    captured: Captured
    value: Optional[Value]  # of the position, for its player to move; None before the tables


class Line(Tuple[Step, ...]):
    """Best play by both sides: a tuple of steps. str() gives the moves."""

    last: Position  # the position after the last ply
    end: str  # "seeds", "stuck", "unlimited" or "open", which docs/reference/JSON.md explains, or
              # "circle": a position is repeated because the tables have no distances
    plies_with_seeds: int  # plies until no seed was left
    repeats_from: Optional[int]  # "unlimited", "circle": `last` is the position before this ply

    def __new__(cls, steps: Tuple[Step, ...], last: Position, end: str, plies_with_seeds: int,
                repeats_from: Optional[int]) -> "Line":
        line = tuple.__new__(cls, steps)
        line.last, line.end = last, end
        line.plies_with_seeds, line.repeats_from = plies_with_seeds, repeats_from
        return line

    def __getnewargs__(self) -> Tuple[Any, ...]:
        return self.steps, self.last, self.end, self.plies_with_seeds, self.repeats_from

    @property
    def steps(self) -> Tuple[Step, ...]:
        """The steps as a plain tuple."""
        return tuple(self)

    def __str__(self) -> str:
        return " ".join(step.move for step in self)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"<Line of {len(self)} plies: {self}>"


@formatted
class LayerValues(NamedTuple):
    """Values of consecutive positions of a layer: arrays of int16 and uint16. dtc is 0 where r
    is, and empty if the table has no distances."""
    r: Numbers
    dtc: Numbers


@formatted
class Batch(NamedTuple):
    """Values of many positions: arrays of int32, uint32 and int32. status holds numbers of Status;
    r and dtc are 0 where it is not 0. dtc is also 0 where r is; elsewhere it is DTC_UNKNOWN if the
    table has no distances."""
    r: Numbers
    dtc: Numbers
    status: Numbers


def _value(value: RawValue) -> Value:
    return Value(value.r, value.dtc if value.r != 0 and value.dtc != DTC_UNKNOWN else None)


def _probe(result: ProbeResult) -> Probe:
    raw = bytes(result.position)
    return Probe(
        position=wrap(raw),
        value=_value(result.value),
        standard=RESULTS[result.standard],
        tie_breaker=RESULTS[result.tiebreaker],
        score=(result.score[0], result.score[1]) if result.score_known else None,
        moves=tuple(
            Move(move_letter(raw[1], move.hole),
                 Captured(move.captured.own, move.captured.opponent), _value(move.value),
                 move.best, wrap(bytes(move.successor)))
            for move in result.moves[:result.move_count]))


def folder_name(folder: Folder) -> bytes:
    """The name as the library takes it."""
    name = os.fsencode(folder)
    if b"\0" in name:
        raise BadInput(f"{name!r} has a NUL character", Status.USAGE)
    return name


def take_line(line: BestLine, table_from: int = 0) -> Line:
    """A line of the library, which is cleared. The steps before table_from have no value."""
    try:
        steps = tuple(
            Step(wrap(bytes(step.position)), move_letter(step.position[1], step.hole),
                 Captured(step.captured.own, step.captured.opponent),
                 _value(step.value) if number >= table_from else None)
            for number, step in enumerate(line.steps[:line.count]))
        return Line(steps, wrap(bytes(line.last)),
                    ("seeds", "stuck", "unlimited", "open", "circle")[line.end], line.seed_count,
                    line.repeats_from if line.end in (2, 4) else None)
    finally:
        lib.kauri_line_clear(line)


class Tables(Owner):
    """An open set of tables; kauri.open makes it. May be used by any number of threads at once,
    which look up in parallel. Closing it lets running calls finish; later ones raise ValueError.

    len() is the number of layers, and iterating gives them, lowest first. Copies and pickles open
    the same folders again. `folders` is a folder or a sequence of folders.
    """

    def __init__(self, folders: Union[Folder, Iterable[Folder]], cache_bytes: int = 0, open_files: int = 0,
                 threads: int = 0) -> None:
        listed = [folders] if isinstance(folders, (str, bytes, os.PathLike)) else folders
        encoded = tuple(map(folder_name, listed))
        self._arguments = (encoded, cache_bytes, open_files, threads)
        options, error, pointer = TablebaseOptions(), Error(), ctypes.c_void_p()
        options.struct_bytes = ctypes.sizeof(options)
        options.cache_bytes = bounded("cache_bytes", cache_bytes, 64)
        options.open_files = bounded("open_files", open_files, 32)
        options.threads = bounded("threads", threads, 32)
        names = (ctypes.c_char_p * len(encoded))(*encoded)
        check(lib.kauri_tablebase_open(names, len(encoded), options, pointer, error), error)
        self._handle = Handle(pointer, lib.kauri_tablebase_close, "the tables are closed")
        self._holes: int = lib.kauri_tablebase_holes(pointer)
        self._cowries: int = lib.kauri_tablebase_cowries(pointer)
        self._layers = tuple(n for n in range(SEEDS_MAX + 1) if lib.kauri_tablebase_has(pointer, n))

    # -------------------------------------------------------------------------------- object

    def __reduce__(self) -> Tuple[Any, ...]:
        return Tables, self._arguments

    def __repr__(self) -> str:
        folders = ", ".join(repr(os.fsdecode(folder)) for folder in self._arguments[0])
        return f"<Tables in {folders}: {len(self)} layers>"

    # ------------------------------------------------------------------------------- content

    @property
    def holes(self) -> int:
        """Holes in a row."""
        return self._holes

    @property
    def cowries(self) -> int:
        """Cowries on the board."""
        return self._cowries

    def __len__(self) -> int:
        return len(self._layers)

    def __iter__(self) -> Iterator["Layer"]:
        return (Layer(self, seeds) for seeds in self._layers)

    def __contains__(self, position: AnyPosition) -> bool:
        """Whether there is a table for the position; it may be damaged."""
        with self._handle as handle:
            return int(lib.kauri_tablebase_covers(handle, Position(position)._raw, None)) == 0

    def layer(self, seeds: int) -> "Layer":
        """All positions with this number of seeds. MissingLayer if there is no table."""
        seeds = int_argument("seeds", seeds)
        if seeds not in self._layers:
            raise MissingLayer(f"layer {seeds} is not in "
                               f"{', '.join(map(os.fsdecode, self._arguments[0]))}, which "
                               f"has layers {', '.join(map(str, self._layers))}",
                               Status.MISSING)
        return Layer(self, seeds)

    # ------------------------------------------------------------------------------ look-ups

    def probe(self, position: AnyPosition) -> Probe:
        """Looks up a position and all its moves, best first. MissingLayer, DamagedTable, or
        BadPosition."""
        result, error = ProbeResult(), Error()
        raw = Position(position)._raw
        with self._handle as handle:
            status = lib.kauri_probe_root(handle, raw, result, error)
        check(status, error)
        return _probe(result)

    @overload
    def get(self, position: AnyPosition) -> Optional[Probe]: ...

    @overload
    def get(self, position: AnyPosition, default: Default) -> Union[Probe, Default]: ...

    def get(self, position: AnyPosition, default: Any = None) -> Any:
        """The same, but `default` where probe raises MissingLayer."""
        try:
            return self.probe(position)
        except MissingLayer:
            return default

    def value(self, position: AnyPosition) -> Value:
        """The value alone, which is faster than probe."""
        value, error = RawValue(), Error()
        raw = Position(position)._raw
        with self._handle as handle:
            status = lib.kauri_probe_value(handle, raw, value, error)
        check(status, error)
        return _value(value)

    def value_r(self, position: AnyPosition) -> int:
        """r alone, which reads fewer pages than value."""
        r, error = ctypes.c_int32(), Error()
        raw = Position(position)._raw
        with self._handle as handle:
            status = lib.kauri_probe_r(handle, raw, r, error)
        check(status, error)
        return r.value

    def covers(self, position: AnyPosition) -> bool:
        """Whether there is a table for the position, which may be damaged. BadPosition for a board
        of another shape; `position in tables` is then false."""
        error = Error()
        raw = Position(position)._raw
        with self._handle as handle:
            status = lib.kauri_tablebase_covers(handle, raw, error)
        if status not in (Status.NOT_COVERED, Status.MISSING):
            check(status, error)
        return int(status) == 0

    def has_distances(self, seeds: int) -> bool:
        """Whether dtc of the layer is known: its table may hold r alone."""
        known, error = ctypes.c_bool(), Error()
        with self._handle as handle:
            status = lib.kauri_tablebase_distances(handle, bounded("seeds", seeds, 32), known, error)
        check(status, error)
        return known.value

    def line(self, position: AnyPosition) -> Line:
        """Best play by both sides to the end of the game, or until a position is repeated."""
        line, error = BestLine(), Error()
        raw = Position(position)._raw
        with self._handle as handle:
            status = lib.kauri_line(handle, raw, line, error)
        check(status, error)
        return take_line(line)

    def probe_many(self, positions: Any, *, threads: int = 0, partial: bool = False) -> Batch:
        """Values of many positions, page by page and on several threads.

        positions: a list (or other iterable) of positions, or an array: any object with the buffer
        protocol that holds rows of 28 bytes, such as a NumPy array of uint8 with shape (n, 28). A
        row is a struct kauri_position: holes in a row; the side to move, 0 (South) or 1 (North);
        seeds captured by South and by North; 12 numbers of seeds and 12 of cowries, in the order of
        Position.seeds, with 0 in unused places. pack_positions makes such an array. Rows are
        checked like other positions. No Python object is made per row, and an array must not be
        changed while the call runs.

        threads: 0 is the number in the options of kauri.open.

        If a position has no value, the error of the first one is raised, and its `batch` has the
        values of all others. With partial=True the batch is returned instead; `status` tells which
        positions failed.
        """
        rows, count = _arrays.rows(positions)
        values, statuses, error = _arrays.pairs(count), _arrays.zeros(count, "int32"), Error()
        with self._handle as handle:
            status = lib.kauri_probe_many(handle, rows, count, _arrays.address(values),
                                          _arrays.address(statuses),
                                          bounded("threads", threads, 32), error)
        check(status, error)
        batch = Batch(*_arrays.split(values), statuses)
        if not partial:
            self._raise_for_first(rows, statuses, batch, lib.kauri_probe_value, RawValue())
        return batch

    def probe_roots(self, positions: Any, *, threads: int = 0,
                    partial: bool = False) -> List[Optional[Probe]]:
        """probe for many positions, page by page and on several threads. Arguments as for
        probe_many; if partial is true, positions that failed have None."""
        rows, count = _arrays.rows(positions)
        results, statuses, error = (ProbeResult * count)(), _arrays.zeros(count, "int32"), Error()
        with self._handle as handle:
            status = lib.kauri_probe_roots(handle, rows, count, results,
                                           _arrays.address(statuses),
                                           bounded("threads", threads, 32), error)
        check(status, error)
        probes = [None if status else _probe(result)
                  for status, result in zip(statuses.tolist(), results)]
        if not partial:
            self._raise_for_first(rows, statuses, probes, lib.kauri_probe_root, ProbeResult())
        return probes

    def _raise_for_first(self, rows: Any, statuses: Numbers, batch: Any, look_up: Callable[..., int],
                         result: ctypes.Structure) -> None:
        """Raises the error of the first position that a batch could not look up, if there is one. It is
        looked up again for its message."""
        first = _arrays.first_nonzero(statuses)
        if first < 0:
            return
        error = Error()
        with self._handle as handle:
            again = look_up(handle, bytes(rows[28 * first:28 * first + 28]), result, error)
        try:
            check(int(statuses[first]), error if again == statuses[first] else None)
        except KauriError as fault:
            failed = len(statuses) - statuses.tolist().count(0)
            fault.args = (f"{fault} (positions[{first}]; {failed} of {len(statuses)} have no value)",)
            fault.batch = batch
            raise


def layer_positions(holes: int, cowries: int, seeds: int) -> int:
    """How many positions a layer has. BadInput if there is no such layer."""
    length, error = ctypes.c_uint64(), Error()
    check(lib.kauri_layer_positions(bounded("holes", holes, 32), bounded("cowries", cowries, 32),
                                    bounded("seeds", seeds, 32), length, error), error)
    return length.value


class Layer:
    """The positions with the same number of seeds, numbered as docs/reference/FORMAT.md says.

    len(layer) is their number. layer[i] is the Value of position i; layer[a:b] are those of
    positions a to b - 1 as LayerValues: two bytes each for r and dtc, in NumPy arrays where NumPy
    is there; dtc is empty if the table has no distances. Large slices are read faster than many small ones. Iterating gives every Value.
    """

    __slots__ = ("tables", "seeds", "_length")

    def __init__(self, tables: Tables, seeds: int) -> None:
        self.tables = tables
        self.seeds = seeds
        self._length = layer_positions(tables.holes, tables.cowries, seeds)

    def __len__(self) -> int:
        return self._length

    def __repr__(self) -> str:
        return f"<Layer {self.seeds}: {len(self)} positions>"

    def position(self, index: int) -> Position:
        """Position number `index`, South to move, score 0:0. Position.index is the inverse."""
        return Position.at(self.seeds, index, self.tables.holes, self.tables.cowries)

    @overload
    def positions(self, first: int, last: int) -> Rows: ...

    @overload
    def positions(self, first: Iterable[int]) -> Rows: ...

    def positions(self, first: Any, last: Optional[int] = None) -> Rows:
        """Positions number `first` to last - 1, or those whose numbers are listed, as rows of 28 bytes,
        as pack_positions makes them; position_indices is the inverse. A list may be an array."""
        board, error = (self.tables.holes, self.tables.cowries, self.seeds), Error()
        if last is None and isinstance(first, Iterable):
            indices = _arrays.uint64s(first)
            rows = _arrays.zeros(len(indices) * POSITION_BYTES, "uint8")
            check(lib.kauri_positions_listed(*board, _arrays.address(indices), len(indices),
                                             _arrays.address(rows), error), error)
            return _arrays.shaped(rows)
        first, last = int_argument("first", first), int_argument("last", last)
        if not 0 <= first <= last <= len(self):
            raise BadInput(f"layer {self.seeds} has {len(self)} positions", Status.USAGE)
        rows = _arrays.zeros((last - first) * POSITION_BYTES, "uint8")
        check(lib.kauri_positions_at(*board, first, last - first, _arrays.address(rows), error), error)
        return _arrays.shaped(rows)

    @overload
    def __getitem__(self, key: slice) -> LayerValues: ...

    @overload
    def __getitem__(self, key: SupportsIndex) -> Value: ...

    def __getitem__(self, key: Union[slice, SupportsIndex]) -> Union[LayerValues, Value]:
        if isinstance(key, slice):
            first, last, step = key.indices(len(self))
            if step != 1:
                raise BadInput("a slice of a layer has step 1", Status.USAGE)
            return self.read(first, max(last - first, 0))
        index = int_argument("an index", key)
        if not -len(self) <= index < len(self):
            raise IndexError(f"layer {self.seeds} has {len(self)} positions")
        return self.tables.value(self.position(index % len(self)))

    def read(self, first: int, count: int, *, threads: int = 0) -> LayerValues:
        """Values of `count` positions from `first` on. `threads` as for Tables.probe_many."""
        first, count = int_argument("first", first), int_argument("count", count)
        if first < 0 or count < 0 or first + count > len(self):
            raise BadInput(f"layer {self.seeds} has {len(self)} positions", Status.USAGE)
        known = self.tables.has_distances(self.seeds)
        r, dtc = _arrays.zeros(count, "int16"), _arrays.zeros(count if known else 0, "uint16")
        error = Error()
        with self.tables._handle as handle:
            status = lib.kauri_layer_read(handle, self.seeds, first, count, _arrays.address(r),
                                          _arrays.address(dtc) if known else None,
                                          bounded("threads", threads, 32), error)
        check(status, error)
        return LayerValues(r, dtc)

    def verify(self, *, sample: int = 0, memory_bytes: int = 0, threads: int = 0,
               progress: Optional[Callable[[int, int], Any]] = None) -> int:
        """Checks the layer as `kauri verify` does, by the equations of r and dtc at its positions, and
        returns their number. If the lower layers are right and all equations hold, the layer is right.

        sample: check so many positions, spread over the layer; 0 for all, and the certificate.
        memory_bytes, threads: 0 for what is free.
        progress: called some times a second with two numbers of positions, checked and to check; ends
        the work by returning something true. DamagedTable names the first wrong position. Ctrl-C stops
        it."""
        options, error, checked = size_of(LayerCheckOptions()), Error(), ctypes.c_uint64()
        options.sample, options.threads = bounded("sample", sample, 64), bounded("threads", threads, 32)
        options.memory_bytes = bounded("memory_bytes", memory_bytes, 64)

        def work(stop: Any, tell: Tell) -> int:
            options.stop = stop
            if progress is not None:
                options.progress = LayerProgress(lambda _, done, total: tell((done, total)))
            with self.tables._handle as handle:
                return int(lib.kauri_layer_check(handle, self.seeds, options, checked, error))

        status = watched(work, lambda item: progress is not None and progress(*item))
        if status == Status.WRONG:
            raise DamagedTable(error.message.decode("utf-8", "replace"), Status.WRONG)
        check(status, error)
        return checked.value

    def chunks(self, size: int = CHUNK) -> Iterator[Tuple[int, LayerValues]]:
        """The whole layer in pieces of at most `size` positions: pairs of the first position's
        number and LayerValues. For layers that do not fit into memory."""
        for first in range(0, len(self), size):
            yield first, self.read(first, min(size, len(self) - first))

    def __iter__(self) -> Iterator[Value]:
        for _, values in self.chunks():
            for r, dtc in itertools.zip_longest(values.r.tolist(), values.dtc.tolist()):
                yield Value(r, dtc if r != 0 else None)


def open_tables(*folders: Folder, cache_bytes: int = 0, open_files: int = 0,
                threads: int = 0) -> Tables:
    """Opens the tables of one or several folders, for use in a `with` statement.

    Where several folders have the same layer, the first of them is used; if its table holds r
    alone, distances come from the first of the others that has them. A table is read and checked
    when it is first needed.

    Without a folder, the tables are found as by the program: in the folders of the environment
    variable KAURI_TABLES (separated by colons), else in ./tables, else in $XDG_DATA_HOME/kauri
    (~/.local/share/kauri if that is not set).

    cache_bytes: bound on the cache of decoded pages; 0 is 64 MiB.
    open_files: has no effect; kept for programs that pass it.
    threads: for probe_many and layers; 0 is one per processor.

    MissingLayer if a folder does not exist or there are no tables, with a message that names the
    folders; DamagedTable if their shapes differ.
    """
    options = (cache_bytes, open_files, threads)
    if folders:
        return Tables(folders, *options)
    named = _folders.from_environment()
    if named:
        try:
            return Tables(named, *options)
        except (MissingLayer, DamagedTable) as fault:
            raise type(fault)(f"{fault} (from $KAURI_TABLES)", fault.status) from None
    for folder in _folders.usual():
        try:
            return Tables(folder, *options)
        except MissingLayer:
            pass
    where = " or ".join(["./tables", *_folders.usual()[1:]])
    raise MissingLayer(f"no tables in {where}; give kauri.open their folder or set $KAURI_TABLES",
                       Status.MISSING)
