"""The shared library: finding it, its structs and its functions, as in the headers.

A position is passed as a bytes object with the 28 bytes of struct kauri_position. Functions of a
CDLL release the GIL while they run.
"""
from __future__ import annotations

import ctypes
import operator
import os
import sys
from ctypes import (
    CFUNCTYPE, POINTER, c_bool, c_char, c_char_p, c_double, c_int, c_int8, c_int32, c_size_t,
    c_uint, c_uint8, c_uint32, c_uint64, c_void_p)
from typing import Any, List, Optional, Type

from ._errors import BadInput, BadPosition, KauriError, make_error

OLDEST = (1, 1, 0)  # of the library; the package calls functions that 1.0 does not have

POSITION_BYTES = 28
POSITION_TEXT_BYTES = 160
HOLES_MAX = 6
BOARD_HOLES_MAX = 12
MOVE_PASS = -1

Raw = c_uint8 * POSITION_BYTES  # struct kauri_position


class Error(ctypes.Structure):
    """struct kauri_error"""
    _fields_ = [("status", c_int), ("message", c_char * 512)]


class Capture(ctypes.Structure):
    """struct kauri_capture"""
    _fields_ = [("own", c_uint8), ("opponent", c_uint8)]


class Moves(ctypes.Structure):
    """struct kauri_moves"""
    _fields_ = [("count", c_uint8), ("hole", c_uint8 * HOLES_MAX)]


class RawValue(ctypes.Structure):
    """struct kauri_value"""
    _fields_ = [("r", c_int32), ("dtc", c_uint32)]


class Drawing(ctypes.Structure):
    """struct kauri_drawing"""
    _fields_ = [("struct_bytes", c_size_t), ("before", c_char_p), ("move", c_int),
                ("marked", c_uint32), ("labels", c_char_p * BOARD_HOLES_MAX),
                ("caption", c_char_p), ("language", c_int), ("seal", c_char_p)]


class TablebaseOptions(ctypes.Structure):
    """struct kauri_tablebase_options"""
    _fields_ = [("struct_bytes", c_size_t), ("cache_bytes", c_uint64), ("open_files", c_uint),
                ("threads", c_uint), ("source", c_void_p)]


class ProbeMove(ctypes.Structure):
    """struct kauri_probe_move"""
    _fields_ = [("hole", c_int), ("captured", Capture), ("value", RawValue), ("best", c_bool),
                ("successor", Raw)]


class ProbeResult(ctypes.Structure):
    """struct kauri_probe_result"""
    _fields_ = [("position", Raw), ("seeds", c_uint), ("value", RawValue), ("standard", c_int),
                ("tiebreaker", c_int), ("score_known", c_bool), ("score", c_uint8 * 2),
                ("move_count", c_uint), ("moves", ProbeMove * HOLES_MAX)]


class LineStep(ctypes.Structure):
    """struct kauri_line_step"""
    _fields_ = [("position", Raw), ("hole", c_int), ("captured", Capture), ("value", RawValue)]


class BestLine(ctypes.Structure):
    """struct kauri_best_line"""
    _fields_ = [("steps", POINTER(LineStep)), ("count", c_size_t), ("room", c_size_t),
                ("table_from", c_size_t), ("seed_count", c_size_t), ("repeats_from", c_size_t),
                ("last", Raw), ("end", c_int)]


class ReplayedPly(ctypes.Structure):
    """struct kauri_replayed_ply"""
    _fields_ = [("before", Raw), ("after", Raw), ("hole", c_int), ("number", c_uint32),
                ("captured", Capture), ("written", Capture), ("captures_written", c_bool),
                ("inserted", c_bool), ("differs", c_bool), ("marks", c_char * 4),
                ("note", c_char)]


class RecordReader(ctypes.Structure):
    """struct kauri_record_reader"""
    _fields_ = [("at", c_void_p), ("line", c_uint32), ("column", c_uint32)]


class RawPiece(ctypes.Structure):
    """struct kauri_piece"""
    _fields_ = [("text", c_void_p), ("length", c_size_t), ("line", c_uint32), ("kind", c_int),
                ("ply", c_size_t), ("why", c_char_p)]


class Bounds(ctypes.Structure):
    """struct kauri_bounds"""
    _fields_ = [("low", c_int32), ("high", c_int32)]


class SearchOptions(ctypes.Structure):
    """struct kauri_search_options"""
    _fields_ = [("struct_bytes", c_size_t), ("tables", c_void_p), ("memory_bytes", c_uint64),
                ("threads", c_uint), ("no_openings", c_bool), ("proofs", c_void_p),
                ("book", c_void_p)]


class SearchMove(ctypes.Structure):
    """struct kauri_search_move"""
    _fields_ = [("hole", c_int), ("captured", Capture), ("r", Bounds), ("dtc", c_uint32),
                ("best", c_bool), ("successor", Raw)]


class SearchResult(ctypes.Structure):
    """struct kauri_search_result"""
    _fields_ = [("position", Raw), ("decided", c_bool), ("stop", c_int), ("r", Bounds),
                ("worst", c_int * 2), ("best", c_int * 2), ("nodes", c_uint64),
                ("seconds", c_double), ("memory_used", c_double), ("move_count", c_uint),
                ("moves", SearchMove * HOLES_MAX), ("line", BestLine)]


Stop: Any = CFUNCTYPE(c_bool, c_void_p)
SearchProgress = CFUNCTYPE(None, c_void_p, POINTER(SearchResult))


class SearchRequest(ctypes.Structure):
    """struct kauri_search_request"""
    _fields_ = [("struct_bytes", c_size_t), ("goal", c_int), ("x", c_int),
                ("value_only", c_bool), ("seconds", c_double), ("nodes", c_uint64),
                ("progress", SearchProgress), ("stop", Stop), ("context", c_void_p)]


class ProofWriteOptions(ctypes.Structure):
    """struct kauri_proof_write_options"""
    _fields_ = [("struct_bytes", c_size_t), ("replace", c_bool), ("memory_bytes", c_uint64),
                ("seconds", c_double), ("stop", Stop), ("context", c_void_p)]


class RawWrittenProof(ctypes.Structure):
    """struct kauri_written_proof"""
    _fields_ = [("steps", c_uint64), ("repairs", c_uint64), ("citations", c_uint64),
                ("digest", c_uint64)]


class RawProof(ctypes.Structure):
    """struct kauri_checked_proof"""
    _fields_ = [("path", c_char_p), ("position", Raw), ("r", Bounds), ("steps", c_uint64),
                ("citations", c_uint64), ("digest", c_uint64), ("tables", c_uint)]


class RawProofs(ctypes.Structure):
    """struct kauri_proofs"""
    _fields_ = [("count", c_size_t), ("proof", POINTER(RawProof)), ("tables", c_uint),
                ("table_digest", c_uint64 * 61)]


class ProofsCheckOptions(ctypes.Structure):
    """struct kauri_proofs_check_options"""
    _fields_ = [("struct_bytes", c_size_t), ("trust_tables", c_bool), ("threads", c_uint),
                ("stop", Stop), ("context", c_void_p)]


class EngineOptions(ctypes.Structure):
    """struct kauri_engine_options"""
    _fields_ = [("struct_bytes", c_size_t), ("tables", c_void_p), ("memory_bytes", c_uint64),
                ("book", c_void_p)]


class EngineLine(ctypes.Structure):
    """struct kauri_engine_line"""
    _fields_ = [("hole", c_int), ("captured", Capture), ("r", Bounds), ("estimate", c_int),
                ("depth", c_uint), ("count", c_uint), ("holes", c_int8 * 64)]


class EngineReport(ctypes.Structure):
    """struct kauri_engine_report"""
    _fields_ = [("position", Raw), ("r", Bounds), ("depth", c_uint), ("nodes", c_uint64),
                ("seconds", c_double), ("stopped", c_bool), ("line_count", c_uint),
                ("lines", EngineLine * HOLES_MAX), ("place", c_uint)]


EngineProgress = CFUNCTYPE(None, c_void_p, POINTER(EngineReport))


class EngineRequest(ctypes.Structure):
    """struct kauri_engine_request"""
    _fields_ = [("struct_bytes", c_size_t), ("seconds", c_double), ("nodes", c_uint64),
                ("depth", c_uint), ("lines", c_uint), ("rules", c_int), ("history", c_char_p),
                ("history_count", c_size_t), ("progress", EngineProgress), ("stop", Stop),
                ("context", c_void_p), ("strength", c_uint), ("seed", c_uint64)]


AnswerProgress = CFUNCTYPE(None, c_void_p, c_char_p, c_char_p)


class AnswersOptions(ctypes.Structure):
    """struct kauri_answers_options"""
    _fields_ = [("struct_bytes", c_size_t), ("tables", c_void_p), ("book", c_void_p),
                ("memory_bytes", c_uint64), ("threads", c_uint)]


class Question(ctypes.Structure):
    """struct kauri_question"""
    _fields_ = [("struct_bytes", c_size_t), ("text", c_char_p), ("body", c_char_p), ("body_bytes", c_size_t),
                ("stop", Stop), ("progress", AnswerProgress), ("context", c_void_p)]


class RawStatement(ctypes.Structure):
    """struct kauri_proof_statement"""
    _fields_ = [("position", Raw), ("prover_moves", c_bool), ("value", c_int32), ("cited", c_bool),
                ("hole", c_int), ("rank", c_uint32), ("digest", c_uint64)]


LayerProgress = CFUNCTYPE(None, c_void_p, c_uint64, c_uint64)


class LayerCheckOptions(ctypes.Structure):
    """struct kauri_layer_check_options"""
    _fields_ = [("struct_bytes", c_size_t), ("memory_bytes", c_uint64), ("threads", c_uint),
                ("sample", c_uint64), ("progress", LayerProgress), ("stop", Stop), ("context", c_void_p)]


SolveProgress = CFUNCTYPE(None, c_void_p, c_uint, c_double)


class SolveTablesOptions(ctypes.Structure):
    """struct kauri_solve_tables_options"""
    _fields_ = [("struct_bytes", c_size_t), ("memory_bytes", c_uint64), ("threads", c_uint), ("level", c_uint),
                ("checkpoint_seconds", c_double), ("progress", SolveProgress), ("stop", Stop),
                ("context", c_void_p)]


class RecordHeading(ctypes.Structure):
    """struct kauri_record_heading"""
    _fields_ = [("struct_bytes", c_size_t), ("number", c_uint32), ("south", c_char_p), ("north", c_char_p),
                ("date", c_char_p), ("start", c_char_p), ("rules", c_int)]


STRUCTS = {
    "kauri_error": Error, "kauri_capture": Capture, "kauri_moves": Moves, "kauri_value": RawValue,
    "kauri_drawing": Drawing, "kauri_tablebase_options": TablebaseOptions,
    "kauri_probe_move": ProbeMove, "kauri_probe_result": ProbeResult,
    "kauri_line_step": LineStep, "kauri_best_line": BestLine,
    "kauri_replayed_ply": ReplayedPly, "kauri_record_reader": RecordReader,
    "kauri_bounds": Bounds, "kauri_search_options": SearchOptions,
    "kauri_search_move": SearchMove, "kauri_search_result": SearchResult,
    "kauri_search_request": SearchRequest, "kauri_proof_write_options": ProofWriteOptions,
    "kauri_written_proof": RawWrittenProof, "kauri_checked_proof": RawProof, "kauri_proofs": RawProofs,
    "kauri_proofs_check_options": ProofsCheckOptions, "kauri_engine_options": EngineOptions,
    "kauri_engine_line": EngineLine, "kauri_engine_report": EngineReport,
    "kauri_engine_request": EngineRequest, "kauri_answers_options": AnswersOptions,
    "kauri_question": Question, "kauri_proof_statement": RawStatement,
    "kauri_layer_check_options": LayerCheckOptions, "kauri_solve_tables_options": SolveTablesOptions,
    "kauri_record_heading": RecordHeading,
}

# A library may be built without these.
OPTIONAL = ("kauri_answers_new", "kauri_answers_free", "kauri_answers_ask", "kauri_answer_free",
            "kauri_solve_tables")

_POSITION = c_char_p  # const struct kauri_position *: the bytes of one position
_ARRAY = c_void_p  # a pointer to the first of several
_ERROR = POINTER(Error)

# Name: result and arguments.
FUNCTIONS = {
    "kauri_version_number": (c_uint32,),
    "kauri_version": (c_char_p,),
    "kauri_status_name": (c_char_p, c_int),
    "kauri_position_start": (c_int, c_uint, POINTER(Raw), _ERROR),
    "kauri_position_parse": (c_int, c_char_p, POINTER(Raw), _ERROR),
    "kauri_position_format": (c_char_p, _POSITION, c_char_p),
    "kauri_position_check": (c_int, _POSITION, _ERROR),
    "kauri_position_moves": (c_int, _POSITION, POINTER(Moves), _ERROR),
    "kauri_position_play": (c_int, POINTER(Raw), c_int, POINTER(Capture), _ERROR),
    "kauri_move_parse": (c_int, _POSITION, c_char_p, POINTER(c_int), _ERROR),
    "kauri_position_svg": (c_int, _POSITION, POINTER(Drawing), POINTER(c_void_p), _ERROR),
    "kauri_svg_free": (None, c_void_p),
    "kauri_result_under": (c_int, c_int, _POSITION, c_int),
    "kauri_final_score": (c_bool, _POSITION, c_int, POINTER(c_uint8 * 2)),
    "kauri_layer_positions": (c_int, c_uint, c_uint, c_uint, POINTER(c_uint64), _ERROR),
    "kauri_position_index": (c_int, _POSITION, POINTER(c_uint64), _ERROR),
    "kauri_position_at": (c_int, c_uint, c_uint, c_uint, c_uint64, POINTER(Raw), _ERROR),
    "kauri_positions_at": (c_int, c_uint, c_uint, c_uint, c_uint64, c_size_t, c_void_p, _ERROR),
    "kauri_positions_listed": (c_int, c_uint, c_uint, c_uint, c_void_p, c_size_t, c_void_p, _ERROR),
    "kauri_position_indices": (c_int, c_void_p, c_size_t, c_void_p, _ERROR),
    "kauri_tablebase_open": (c_int, POINTER(c_char_p), c_size_t, POINTER(TablebaseOptions),
                             POINTER(c_void_p), _ERROR),
    "kauri_tablebase_close": (None, c_void_p),
    "kauri_tablebase_holes": (c_uint, c_void_p),
    "kauri_tablebase_cowries": (c_uint, c_void_p),
    "kauri_tablebase_has": (c_bool, c_void_p, c_uint),
    "kauri_tablebase_covers": (c_int, c_void_p, _POSITION, _ERROR),
    "kauri_probe_value": (c_int, c_void_p, _POSITION, POINTER(RawValue), _ERROR),
    "kauri_probe_r": (c_int, c_void_p, _POSITION, POINTER(c_int32), _ERROR),
    "kauri_probe_root": (c_int, c_void_p, _POSITION, POINTER(ProbeResult), _ERROR),
    "kauri_tablebase_distances": (c_int, c_void_p, c_uint, POINTER(c_bool), _ERROR),
    "kauri_book_open": (c_int, c_char_p, POINTER(c_void_p), _ERROR),
    "kauri_book_close": (None, c_void_p),
    "kauri_line": (c_int, c_void_p, _POSITION, POINTER(BestLine), _ERROR),
    "kauri_line_clear": (None, POINTER(BestLine)),
    "kauri_probe_many": (c_int, c_void_p, _ARRAY, c_size_t, _ARRAY, _ARRAY, c_uint, _ERROR),
    "kauri_probe_roots": (c_int, c_void_p, _ARRAY, c_size_t, POINTER(ProbeResult), _ARRAY, c_uint,
                          _ERROR),
    "kauri_layer_read": (c_int, c_void_p, c_uint, c_uint64, c_uint64, _ARRAY, _ARRAY, c_uint,
                         _ERROR),
    "kauri_record_reader_begin": (RecordReader, c_void_p),
    "kauri_replay_next": (c_int, POINTER(RecordReader), POINTER(c_void_p), _ERROR),
    "kauri_replayed_free": (None, c_void_p),
    "kauri_replayed_count": (c_size_t, c_void_p),
    "kauri_replayed_ply_at": (POINTER(ReplayedPly), c_void_p, c_size_t),
    "kauri_replayed_start": (POINTER(Raw), c_void_p),
    "kauri_replayed_end": (POINTER(Raw), c_void_p),
    "kauri_replayed_player": (c_char_p, c_void_p, c_int),
    "kauri_replayed_date": (c_char_p, c_void_p),
    "kauri_replayed_result": (c_char_p, c_void_p),
    "kauri_replayed_result_check": (c_int, c_void_p),
    "kauri_replayed_remark": (c_char_p, c_void_p, c_size_t),
    "kauri_replayed_piece_count": (c_size_t, c_void_p),
    "kauri_replayed_piece_at": (POINTER(RawPiece), c_void_p, c_size_t),
    "kauri_piece_name": (c_char_p, c_int),
    "kauri_search_new": (c_int, POINTER(SearchOptions), POINTER(c_void_p), _ERROR),
    "kauri_search_free": (None, c_void_p),
    "kauri_search_run": (c_int, c_void_p, _POSITION, POINTER(SearchRequest),
                         POINTER(SearchResult), _ERROR),
    "kauri_search_write_proof": (c_int, c_void_p, c_char_p, POINTER(ProofWriteOptions),
                                 POINTER(RawWrittenProof), _ERROR),
    "kauri_proofs_check": (c_int, c_char_p, c_void_p, POINTER(ProofsCheckOptions),
                           POINTER(RawProofs), _ERROR),
    "kauri_proofs_clear": (None, POINTER(RawProofs)),
    "kauri_proof_read_steps": (c_int, c_char_p, POINTER(c_void_p), POINTER(RawProof), _ERROR),
    "kauri_proof_reading_free": (None, c_void_p),
    "kauri_proof_find": (c_int, c_void_p, _POSITION, c_bool, POINTER(RawStatement), _ERROR),
    "kauri_proof_step_at": (c_int, c_void_p, c_uint64, POINTER(RawStatement), _ERROR),
    "kauri_layer_check": (c_int, c_void_p, c_uint, POINTER(LayerCheckOptions), POINTER(c_uint64), _ERROR),
    "kauri_solve_tables": (c_int, c_char_p, c_uint, c_uint, c_uint, POINTER(SolveTablesOptions), _ERROR),
    "kauri_record_write": (c_int, POINTER(RecordHeading), c_char_p, POINTER(c_void_p), _ERROR),
    "kauri_record_text_free": (None, c_void_p),
    "kauri_answers_new": (c_int, POINTER(AnswersOptions), POINTER(c_void_p), _ERROR),
    "kauri_answers_free": (None, c_void_p),
    "kauri_answers_ask": (c_int, c_void_p, POINTER(Question), POINTER(c_void_p), POINTER(c_size_t), _ERROR),
    "kauri_answer_free": (None, c_void_p),
    "kauri_opponent_name": (c_char_p, c_uint),
    "kauri_engine_new": (c_int, POINTER(EngineOptions), POINTER(c_void_p), _ERROR),
    "kauri_engine_free": (None, c_void_p),
    "kauri_engine_analyse": (c_int, c_void_p, _POSITION, POINTER(EngineRequest),
                             POINTER(EngineReport), _ERROR),
    "kauri_engine_choose": (c_int, c_void_p, _POSITION, POINTER(EngineRequest), POINTER(c_int),
                            _ERROR),
}


def _file_name() -> str:
    names = {"darwin": "libkauri.1.dylib", "win32": "kauri.dll"}
    return names.get(sys.platform, "libkauri.so.1")


def _load() -> ctypes.CDLL:
    """The library, or ImportError with a line for every place where it was looked for."""
    name = _file_name()
    chosen = os.environ.get("KAURI_LIBRARY")
    bundled = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    if chosen:
        places, advice = [chosen], " (named by KAURI_LIBRARY)"
    elif os.path.exists(bundled):
        places = [bundled]
        advice = "; the wheel was built for another system, or what its library needs is missing here"
    elif os.name == "nt":
        # By itself, Python 3.8 or later does not look through PATH. This module loads others.
        from ctypes.util import find_library  # pylint: disable=import-outside-toplevel
        places = [find_library("kauri") or name]
        advice = "; put kauri.dll into a folder of PATH or set KAURI_LIBRARY to its file"
    else:
        places = [name, os.path.join("/usr/local/lib", name)]
        advice = "; install libkauri or set KAURI_LIBRARY to the library's file"
    faults: List[str] = []
    for place in places:
        try:
            return ctypes.CDLL(place)
        except OSError as fault:
            faults.append(str(fault))
    raise ImportError(f"kauri: no library: {'; '.join(faults)}{advice}")


def _declare(library: ctypes.CDLL) -> None:
    try:
        number = library.kauri_version_number
    except AttributeError:
        raise ImportError(f"kauri: {library._name} is not libkauri") from None
    number.restype = c_uint32
    found = (number() // 10000, number() // 100 % 100, number() % 100)
    if found[0] != OLDEST[0] or found < OLDEST:
        raise ImportError(f"kauri: {library._name} is version {'.'.join(map(str, found))}; "
                          f"{'.'.join(map(str, OLDEST))} or a later 1.x is needed")
    for name, (result, *arguments) in FUNCTIONS.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            if name in OPTIONAL:
                continue
            raise ImportError(f"kauri: {library._name} has no function {name}") from None
        function.restype = result
        function.argtypes = arguments


lib = _load()
_declare(lib)


def library_version() -> str:
    """Version of the library in use, such as "1.1.0"."""
    version: bytes = lib.kauri_version()
    return version.decode()


def library_path() -> str:
    """The file name by which the library in use was loaded."""
    return lib._name


def check(status: int, error: Optional[Error], bad_input: Type[KauriError] = BadPosition) -> None:
    """Raises the exception for a status that is not 0."""
    if status != 0:
        message = error.message if error is not None else lib.kauri_status_name(status)
        raise make_error(status, message.decode("utf-8", "replace"), bad_input)


def int_argument(name: str, number: Any) -> int:
    """The number, which may be of another type that stands for an int, such as those of NumPy."""
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"{name} must be an int, not {type(number).__name__}")
    index: int = operator.index(number)
    return index


def bounded(name: str, number: Any, bits: int) -> int:
    """A number from 0 on that fits so many bits. BadInput otherwise."""
    bounded_number = int_argument(name, number)
    if not 0 <= bounded_number < 1 << bits:
        raise make_error(2, f"{name}: {bounded_number} is out of range", BadInput)
    return bounded_number


def text_argument(name: str, text: Any, bad_input: Type[KauriError]) -> bytes:
    """The text as a C string."""
    if not isinstance(text, str):
        raise TypeError(f"{name} must be a str, not {type(text).__name__}")
    encoded = text.encode("utf-8", "surrogateescape")
    if b"\0" in encoded:
        raise make_error(3, f"{name} has a NUL character", bad_input)
    return encoded
