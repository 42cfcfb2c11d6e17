"""Positions and moves."""
from __future__ import annotations

import ctypes
from typing import Any, Dict, NamedTuple, Optional, Tuple, TypeVar, Union

from ._errors import BadInput, BadMove, BadPosition
from ._library import (
    MOVE_PASS, POSITION_BYTES, POSITION_TEXT_BYTES, Capture, Drawing, Error, Moves, Raw, check,
    int_argument, lib, text_argument)

SIDES = "SN"
RESULTS = {-1: "loss", 0: "draw", 1: "win"}
RULES = {"standard": 0, "tie-breaker": 1}
LANGUAGES = ("en", "de")
Class = TypeVar("Class", bound=type)


def formatted(cls: Class) -> Class:
    """Lets format() and f-strings treat the objects of a class like their str(), with a width, too:
    the objects of other tuples take no format."""
    setattr(cls, "__format__", lambda self, spec: format(str(self), spec))
    return cls


@formatted
class Captured(NamedTuple):
    """Seeds captured in one move."""
    own: int  # by the player who moved
    opponent: int


def move_letter(side: int, hole: int) -> str:
    """The letter of a hole of side 0 (South) or 1 (North); "-" for a pass."""
    return "-" if hole == MOVE_PASS else ("abcdef", "ABCDEF")[side][hole]


class Position(str):
    """A position with the seeds captured so far. Immutable and hashable; equal positions are equal
    in every field, the score included. A position is the str that describes it, always with its
    score, so that it can be formatted, sorted, written as JSON, and compared with texts.

    Position("7,0,0,0,0,0+1/0,0,0+2,0+1,0+1,5+7 S 30:18") reads the usual notation: South's row and
    North's row, each from its owner's left, a hole as `seeds` or `seeds+cowries`; the side to move;
    the captured seeds South:North (0:0 if left out). BadPosition if the text is
    not a valid position.
    """

    __slots__ = ("_raw",)
    _raw: bytes  # struct kauri_position

    def __new__(cls, text: Union[str, "Position"]) -> "Position":
        if isinstance(text, Position):
            return text
        if not isinstance(text, str):
            raise TypeError(f"a position must be a Position or a str, not {type(text).__name__}")
        raw, error = Raw(), Error()
        encoded = text_argument("a position", text, BadPosition)
        check(lib.kauri_position_parse(encoded, raw, error), error)
        return _wrap(bytes(raw))

    @classmethod
    def parse(cls, text: str) -> "Position":
        """The same as Position(text)."""
        return cls(text)

    @classmethod
    def start(cls, holes: int = 6) -> "Position":
        """The position before South's first move on a board with 1 to 6 holes in a row."""
        raw, error = Raw(), Error()
        check(lib.kauri_position_start(_unsigned("holes", holes), raw, error), error)
        return _wrap(bytes(raw))

    @classmethod
    def at(cls, seeds: int, index: int, holes: int = 6, cowries: int = 12) -> "Position":
        """The position with this number in the layer with `seeds` seeds: South to move, score
        0:0. BadInput if there is no such position."""
        raw, error = Raw(), Error()
        index = int_argument("index", index)
        if not 0 <= index < 1 << 64:
            raise BadInput(f"index {index} is out of range", 2)
        check(lib.kauri_position_at(_unsigned("holes", holes), _unsigned("cowries", cowries),
                                    _unsigned("seeds", seeds), index, raw, error), error)
        return _wrap(bytes(raw))

    @classmethod
    def from_bytes(cls, raw: bytes) -> "Position":
        """The position with these 28 bytes, as bytes(position) gives them."""
        raw, error = bytes(memoryview(raw)), Error()
        if len(raw) != POSITION_BYTES:
            raise BadPosition(f"a position has {POSITION_BYTES} bytes, not {len(raw)}", 3)
        check(lib.kauri_position_check(raw, error), error)
        return _wrap(raw)

    # ------------------------------------------------------------------------------- fields

    @property
    def holes(self) -> int:
        """Holes in a row, 1 to 6."""
        return self._raw[0]

    @property
    def side(self) -> str:
        """The player to move, "S" or "N"."""
        return SIDES[self._raw[1]]

    @property
    def score(self) -> Tuple[int, int]:
        """Seeds captured by South and by North."""
        return self._raw[2], self._raw[3]

    @property
    def seeds(self) -> Tuple[int, ...]:
        """Seeds in each hole in sowing order: South's from South's left, then North's."""
        return tuple(self._raw[4:4 + 2 * self._raw[0]])

    @property
    def cowries(self) -> Tuple[int, ...]:
        """Cowries in each hole, in the same order."""
        return tuple(self._raw[16:16 + 2 * self._raw[0]])

    @property
    def layer(self) -> int:
        """Seeds on the board, which is the layer of the tables that holds the position."""
        return sum(self._raw[4:16])

    @property
    def index(self) -> int:  # type: ignore[override] # in place of str.index
        """Number of the position in its layer; side and score do not matter."""
        index, error = ctypes.c_uint64(), Error()
        check(lib.kauri_position_index(self._raw, index, error), error)
        return index.value

    # -------------------------------------------------------------------------------- moves

    def moves(self) -> Tuple[str, ...]:
        """The legal moves as letters, from the player's left: ("a", "d"), or ("A",) for North.
        ("-",) if the player must pass; () if no seed is left and the player cannot move."""
        moves, error = Moves(), Error()
        check(lib.kauri_position_moves(self._raw, moves, error), error)
        if moves.count == 0 and self.layer > 0:
            return ("-",)
        return tuple(move_letter(self._raw[1], hole) for hole in moves.hole[:moves.count])

    def _after(self, move: str) -> Tuple["Position", Captured]:
        hole, raw, captured = ctypes.c_int(), Raw.from_buffer_copy(self._raw), Capture()
        text, error = text_argument("a move", move, BadMove), Error()
        check(lib.kauri_move_parse(self._raw, text, hole, error), error, BadMove)
        check(lib.kauri_position_play(raw, hole, captured, error), error, BadMove)
        return _wrap(bytes(raw)), Captured(captured.own, captured.opponent)

    def play(self, *moves: str) -> "Position":
        """The position after these moves, made in turn: p.play("c", "D"). "-" is a pass. BadMove
        for an illegal move."""
        position = self
        for move in moves:
            position = position._after(move)[0]
        return position

    def captures(self, move: str) -> Captured:
        """The seeds that the move captures."""
        return self._after(move)[1]

    # ------------------------------------------------------------------------------- values

    def result(self, r: int, rules: str = "standard") -> str:
        """ "win", "draw" or "loss" for the player to move if r is the position's value, under
        "standard" or "tie-breaker" rules. The score counts."""
        if rules not in RULES:
            raise BadInput(f'rules are "standard" or "tie-breaker", not {rules!r}', 2)
        return RESULTS[lib.kauri_result_under(RULES[rules], self._raw, self._bounded(r))]

    def final_score(self, r: int) -> Optional[Tuple[int, int]]:
        """Final captures of South and North if r is the position's value; None if play never ends
        and leaves seeds on the board."""
        score = (ctypes.c_uint8 * 2)()
        known = lib.kauri_final_score(self._raw, self._bounded(r), score)
        return (score[0], score[1]) if known else None

    def _bounded(self, r: int) -> int:
        r, limit = int_argument("r", r), 3 * self.layer + 1
        if not -limit <= r <= limit:
            raise BadInput(f"r = {r} is not a value of a position with {self.layer} seeds", 2)
        return r

    # ----------------------------------------------------------------------------- drawings

    def svg(self, *, before: Union[str, "Position", None] = None, move: Optional[str] = None,
            labels: Optional[Dict[str, str]] = None, best: str = "",
            caption: Optional[str] = None, seal: Optional[str] = None,
            language: str = "en") -> str:
        """The board as the text of an SVG file, South below; `kauri show --svg` draws the same.

        before, move: the last move, drawn as an arrow: the position before it and its letter.
        labels: short texts beside holes, such as {"a": "+2", "d": "0"}.
        best: letters of the holes whose labels are bold.
        caption: the line below the board in place of "South to move"; "" for none.
        seal: words beside a seal in the legend, such as "proven".
        language: of the words, "en" or "de".
        """
        drawing, error = Drawing(), Error()
        drawing.struct_bytes = ctypes.sizeof(drawing)
        if (before is None) != (move is None):
            raise BadInput("a last move needs both `before` and `move`", 2)
        if before is not None and move is not None:
            previous, hole = Position(before), ctypes.c_int()
            previous.play(move)  # refuses an illegal move as such
            text = text_argument("a move", move, BadMove)
            check(lib.kauri_move_parse(previous._raw, text, hole, error), error, BadMove)
            drawing.before, drawing.move = previous._raw, hole.value
        for letter, label in (labels or {}).items():
            drawing.labels[self._place(letter)] = text_argument("a label", label, BadInput)
        for letter in best:
            drawing.marked |= 1 << self._place(letter)
        if language not in LANGUAGES:
            raise BadInput(f"{language!r} is not one of the languages {', '.join(LANGUAGES)}", 2)
        drawing.language = LANGUAGES.index(language)
        if caption is not None:
            drawing.caption = text_argument("a caption", caption, BadInput)
        if seal is not None:
            drawing.seal = text_argument("a seal", seal, BadInput)
        svg = ctypes.c_void_p()
        check(lib.kauri_position_svg(self._raw, drawing, svg, error), error)
        try:
            return ctypes.string_at(svg).decode("utf-8")
        finally:
            lib.kauri_svg_free(svg)

    def _place(self, letter: str) -> int:
        place = "abcdef".find(letter) if letter in "abcdef" else "ABCDEF".find(letter)
        if len(letter) != 1 or not 0 <= place < self.holes:
            raise BadInput(f"{letter!r} is not the letter of a hole", 2)
        return place + (self.holes if letter.isupper() else 0)

    def _repr_svg_(self) -> str:
        svg = self.svg()
        return svg[svg.index("<svg"):]

    # -------------------------------------------------------------------------------- object

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a Position cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Position cannot be changed")

    def __bytes__(self) -> bytes:
        return self._raw

    def __repr__(self) -> str:
        return f"Position({str(self)!r})"

    def __reduce__(self) -> Tuple[Any, ...]:
        return Position, (str(self),)


# Looked up once: a look-up makes several positions.
_Text = ctypes.c_char * POSITION_TEXT_BYTES
_format = lib.kauri_position_format


def _wrap(raw: bytes) -> Position:
    """The position with bytes that the library has written or checked."""
    position = str.__new__(Position, _format(raw, _Text()).decode())
    object.__setattr__(position, "_raw", raw)
    return position


wrap = _wrap


def _unsigned(name: str, number: int) -> int:
    """A number that fits an unsigned int; others become one that the library refuses."""
    number = int_argument(name, number)
    return number if 0 <= number < 1 << 32 else (1 << 32) - 1
