"""Questions as text, and their answers as JSON (docs/reference/HTTP.md)."""
from __future__ import annotations

import ctypes
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple, Union

from ._errors import BadInput, BadRecord, KauriError
from ._handle import Handle, Owner
from ._library import AnswerProgress, AnswersOptions, Error, Question, bounded, check, lib
from ._position import Position, formatted
from ._search import Book, keep_open
from ._tables import Tables
from ._watch import Tell, size_of, watched

# A number, or the least and the greatest, either of which may be None.
Range = Union[int, Tuple[Optional[int], Optional[int]]]
JSON = Dict[str, Any]
Progress = Callable[[str, JSON], Any]


@formatted
class Found(NamedTuple):
    """A position that was found; the player to move is South, and the score 0:0 or the one asked for."""
    position: Position
    number: int  # of the position in its layer
    r: int
    dtc: Optional[int]  # None where r is 0, and where tables have no distances
    moves: int  # legal ones
    keeping: Optional[int]  # of these, moves that keep r; None if that was no condition
    holding: Optional[int]  # moves that keep the result; None if that was no condition
    other_r: Optional[int]  # r if the opponent were to move; None if zugzwang was no condition


@formatted
class Finds(NamedTuple):
    """The positions of a layer that meet conditions."""
    positions: int  # of the layer
    found: int  # of these, how many meet the conditions
    listed: Tuple[Found, ...]  # the first of them


class Answers(Owner):
    """Answers the questions of the API of `kauri serve`: `find` and `annotate` below, and all others by
    `ask`. May be shared by threads, which ask at the same time.

    tables, book: None for none; they stay open as long as this is.
    memory_bytes: that one answer may take; 0 is 256 MiB. threads: 0 is one per processor.
    """

    def __init__(self, tables: Optional[Tables] = None, *, book: Optional[Book] = None,
                 memory_bytes: int = 0, threads: int = 0) -> None:
        if not hasattr(lib, "kauri_answers_new"):
            raise KauriError("this libkauri was built without answers")
        options, error, pointer = size_of(AnswersOptions()), Error(), ctypes.c_void_p()
        options.memory_bytes = bounded("memory_bytes", memory_bytes, 64)
        options.threads = bounded("threads", threads, 32)
        (options.tables, options.book), free = keep_open(lib.kauri_answers_free, tables, book)
        try:
            check(lib.kauri_answers_new(options, pointer, error), error)
        except BaseException:
            free(None)
            raise
        self._handle = Handle(pointer, free, "the answers are closed")

    def ask(self, name: str, body: Union[str, bytes, None] = None, *, progress: Optional[Progress] = None,
            **parameters: Union[str, int, float, Range, None]) -> Any:
        """The answer to a question: `name` and `parameters` are those of docs/reference/HTTP.md, with
        "_" for "-", and `body` is what is posted there. The answer is its JSON object, or bytes for
        search-proof. Without `seconds`, nothing ends what is not a search.

        progress: called some times a second with the name of an event of the API and its object; ends
        the work by returning something true, as Ctrl-C does, which raises KeyboardInterrupt.
        """
        # Imported here, for those who never ask.
        import json  # pylint: disable=import-outside-toplevel
        from urllib.parse import quote, urlencode  # pylint: disable=import-outside-toplevel

        given = {key.replace("_", "-"): _value(value) for key, value in parameters.items() if value is not None}
        question, error = size_of(Question()), Error()
        question.text = f"{name}?{urlencode(given, quote_via=quote)}".encode()
        posted = body.encode("utf-8", "surrogateescape") if isinstance(body, str) else body
        if posted is not None:
            question.body, question.body_bytes = posted, len(posted)
        answer, size = ctypes.c_void_p(), ctypes.c_size_t()

        def work(stop: Any, tell: Tell) -> int:
            question.stop = stop
            if progress is not None:
                question.progress = AnswerProgress(lambda _, event, text: tell((event, text)))
            with self._handle as handle:
                return int(lib.kauri_answers_ask(handle, question, answer, size, error))

        def hear(item: Tuple[bytes, bytes]) -> Any:
            return progress is not None and progress(item[0].decode(), json.loads(item[1]))

        try:
            check(watched(work, hear), error, BadInput if body is None else BadRecord)
            text = ctypes.string_at(answer, size.value)
        finally:
            lib.kauri_answer_free(answer)
        return text if name == "search-proof" else json.loads(text)

    def find(self, seeds: int, *, limit: int = 20, shortest: bool = False, r: Optional[Range] = None,
             net: Optional[Range] = None, dtc: Optional[Range] = None, mover_seeds: Optional[Range] = None,
             opponent_seeds: Optional[Range] = None, mover_cowries: Optional[Range] = None,
             opponent_cowries: Optional[Range] = None, moves: Optional[Range] = None,
             keeping: Optional[Range] = None, zugzwang: bool = False, line: Optional[int] = None,
             rules: Optional[str] = None, score: Optional[str] = None, result: Optional[str] = None,
             holding: Optional[Range] = None) -> Finds:
        """The positions of a layer that meet all conditions, those of `kauri find`
        (docs/guide/FIND.md); the `limit` with the greatest distances, or the least, are listed. A
        range is a number, or a pair whose ends may be None."""
        answer: JSON = self.ask(
            "find", seeds=seeds, limit=limit, shortest=shortest, r=r, net=net, dtc=dtc,
            mover_seeds=mover_seeds, opponent_seeds=opponent_seeds, mover_cowries=mover_cowries,
            opponent_cowries=opponent_cowries, moves=moves, keeping=keeping, zugzwang=zugzwang, line=line,
            rules=rules, score=score, result=result, holding=holding)
        found: List[Found] = [
            Found(Position(one["position"]), one["index"], one["r"], one["dtc"] if one["r"] != 0 else None,
                  one["move_count"], one.get("keeping"), one.get("holding"), one.get("other_r"))
            for one in answer["list"]]
        return Finds(answer["positions"], answer["found"], tuple(found))

    def annotate(self, text: str, *, game: Optional[int] = None, seconds: float = 10,
                 nodes: Optional[int] = None) -> JSON:
        """The first game of a text, or the one with the number `game` in its heading, with the value of
        each position and move as far as they can be proven in this time, the mistakes, the turning
        points, and a review in sentences: the object AnnotatedGame of docs/reference/JSON.md."""
        annotated: JSON = self.ask("annotate", text, game=game, seconds=f"{seconds:.3f}", nodes=nodes)
        return annotated


def _value(value: Union[str, int, float, Range]) -> str:
    if isinstance(value, tuple):
        return "..".join("" if end is None else str(int(end)) for end in value)
    return str(int(value)) if isinstance(value, bool) else str(value)
