"""Game records."""
from __future__ import annotations

import ctypes
from typing import Iterable, List, NamedTuple, Optional, Tuple, Union

from ._errors import BadInput, BadMove, BadRecord
from ._library import Error, RecordHeading, check, lib, text_argument
from ._position import Captured, Position, formatted, move_letter, wrap
from ._watch import size_of


@formatted
class Ply(NamedTuple):
    """One ply of a recorded game; a pass is a ply."""
    number: Optional[int]  # move number in the record, if it has one
    before: Position
    move: str  # a letter, or "-" for a pass
    captured: Captured  # by the rules
    written: Optional[Captured]  # as the record says; None if it says nothing
    inserted: bool  # the move is missing in the record and was inserted
    differs: bool  # the captures as written (none if nothing is written) are not `captured`
    marks: str  # "!", "?", ... as written
    after: Position
    note: Optional[str]  # the letter of a note, "A"; None if there is none


@formatted
class Piece(NamedTuple):
    """What became of a piece of the text (docs/guide/RECORDS.md, "The account")."""
    at: int  # offset in the text's UTF-8
    length: int  # bytes
    line: int  # of its first byte, from 1
    kind: str  # "move", "comment", "skipped", "not checked" ...
    ply: Optional[int]  # index of the ply that it belongs to
    why: Optional[str]  # why it was skipped


@formatted
class Game(NamedTuple):
    """A game that was replayed by the rules. Names, date and result are "" if the record has
    none."""
    south: str
    north: str
    date: str
    result: str
    start: Position
    plies: Tuple[Ply, ...]
    end: Position
    fault: Optional[str]  # why the record breaks off after `plies`; None for a sound record
    # Whether the written result agrees with the end; None if there is none, or if it was not checked
    # (docs/guide/RECORDS.md, "Results").
    result_agrees: Optional[bool] = None
    remarks: Tuple[str, ...] = ()  # what is odd in the text, such as move numbers that jump
    # The text from the end of the game before, up to the end of this one or, of the last game, of the
    # text; all pieces together are the whole text.
    pieces: Tuple[Piece, ...] = ()


_AGREES = {1: True, 2: False}  # enum kauri_result_check


def _read_pieces(game: ctypes.c_void_p, begin: int) -> Tuple[Piece, ...]:
    pieces = []
    for index in range(lib.kauri_replayed_piece_count(game)):
        raw = lib.kauri_replayed_piece_at(game, index).contents
        pieces.append(Piece(
            at=raw.text - begin,
            length=raw.length,
            line=raw.line,
            kind=lib.kauri_piece_name(raw.kind).decode(),
            ply=raw.ply if raw.ply < lib.kauri_replayed_count(game) else None,
            why=raw.why.decode() if raw.why is not None else None))
    return tuple(pieces)


def _read_game(game: ctypes.c_void_p, fault: Optional[str], begin: int) -> Game:
    def text(word: bytes) -> str:
        return word.decode("utf-8", "replace")

    remarks: List[str] = []
    while (remark := lib.kauri_replayed_remark(game, len(remarks))) is not None:
        remarks.append(text(remark))
    plies = []
    for index in range(lib.kauri_replayed_count(game)):
        ply = lib.kauri_replayed_ply_at(game, index).contents
        plies.append(Ply(
            number=ply.number or None,
            before=wrap(bytes(ply.before)),
            move=move_letter(ply.before[1], ply.hole),
            captured=Captured(ply.captured.own, ply.captured.opponent),
            written=(Captured(ply.written.own, ply.written.opponent) if ply.captures_written
                     else None),
            inserted=ply.inserted,
            differs=ply.differs,
            marks=text(ply.marks),
            after=wrap(bytes(ply.after)),
            note=text(ply.note.strip(b"\0")) or None))
    return Game(
        south=text(lib.kauri_replayed_player(game, 0)),
        north=text(lib.kauri_replayed_player(game, 1)),
        date=text(lib.kauri_replayed_date(game)),
        result=text(lib.kauri_replayed_result(game)),
        start=wrap(bytes(lib.kauri_replayed_start(game).contents)),
        plies=tuple(plies),
        end=wrap(bytes(lib.kauri_replayed_end(game).contents)),
        fault=fault,
        result_agrees=_AGREES.get(lib.kauri_replayed_result_check(game)),
        remarks=tuple(remarks),
        pieces=_read_pieces(game, begin))


def replay(text: str, partial: bool = False) -> List[Game]:
    """Reads and replays the games of a text, which may have other text around them
    (docs/guide/RECORDS.md). A position that no moves follow is a game without plies.

    A move that is missing in a record is inserted if exactly one fits best. BadRecord for a record
    that breaks the rules; with partial=True, the game then has the plies before the fault and says
    in `fault` what is wrong.
    """
    # The library keeps pointers into this text.
    encoded = ctypes.create_string_buffer(text_argument("a record", text, BadRecord))
    begin = ctypes.addressof(encoded)
    reader = lib.kauri_record_reader_begin(begin)
    games: List[Game] = []
    while True:
        game, error = ctypes.c_void_p(), Error()
        status = lib.kauri_replay_next(reader, game, error)
        if not game:
            check(status, error, BadRecord)
            return games
        try:
            fault = error.message.decode("utf-8", "replace") if status != 0 else None
            games.append(_read_game(game, fault, begin))
        finally:
            lib.kauri_replayed_free(game)
        if fault is not None and not partial:
            raise BadRecord(fault, status, tuple(games))


def write_record(moves: Iterable[str], *, start: Union[str, Position, None] = None, south: str = "",
                 north: str = "", date: str = "", number: int = 1, rules: str = "standard") -> str:
    """The record of a game, which `replay` reads back as the same: heading, moves with their captures
    and, if the game is over, the result. `moves` are letters, and "-" for a pass; `start` is another
    position to begin at. BadMove for an illegal one, BadInput if the names cannot be read back."""
    heading, error, text = size_of(RecordHeading()), Error(), ctypes.c_void_p()
    letters = [text_argument("a move", move, BadMove) for move in moves]
    if any(len(letter) != 1 for letter in letters):
        raise BadMove("a move is one letter, or '-' for a pass", 3)
    if rules not in ("standard", "tie-breaker"):
        raise BadInput(f"the rules are 'standard' or 'tie-breaker', not {rules!r}", 2)
    heading.south, heading.north, heading.date = (
        text_argument("a heading", word, BadInput) or None for word in (south, north, date))
    heading.number, heading.rules = number, rules == "tie-breaker"
    heading.start = None if start is None else Position(start)._raw
    check(lib.kauri_record_write(heading, b"".join(letters), text, error), error, BadMove)
    try:
        return ctypes.string_at(text).decode()
    finally:
        lib.kauri_record_text_free(text)
