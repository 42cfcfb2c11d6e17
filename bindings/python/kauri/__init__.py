"""Exact endgames of the mancala game Kauri.

    import kauri

    with kauri.open("tables") as tables:
        answer = tables.probe("0+1,0,0,0+1,0+3,1+3/0,0+1,0,1,0+3,0 S 28:30")
        print(answer.value.r, answer.standard, answer.tie_breaker)
        for move in answer.moves:  # best first
            print(move.move, move.value.net, move.value.dtc)
        print(kauri.search("0+2,4,0+3,0,3,0+2/2,0,5+1,0+3,0,0+1 S 23:23", tables).r)
    print(kauri.analyse(kauri.Position.start(), lines=3))

The package calls libkauri through ctypes and needs no compiler. It uses, in this order, the library
that the environment variable KAURI_LIBRARY names, the one inside the package (in a wheel), and the
installed one. NumPy is used where arrays are returned, if it can be imported.

Threads: positions, values and games are immutable. Tables may be used by any number of threads at
once, and every call into the library releases the GIL, so look-ups of several threads run at the
same time. A Search or an Engine answers one question at a time; others wait.

docs/guide/RULES.md of the project explains the rules, the notation, and the value r.
"""
from ._answers import Answers, Finds, Found
from ._arrays import pack_positions, position_indices, unpack_positions
from ._engine import OPPONENTS, Analysis, Engine, EstimatedLine, analyse
from ._environment import Environment
from ._errors import (
    BadInput, BadMove, BadPosition, BadProof, BadRecord, DamagedTable, KauriError, MissingLayer,
    Status)
from ._library import library_path, library_version
from ._position import Captured, Position
from ._proof_steps import ProofSteps, Statement
from ._records import Game, Piece, Ply, replay, write_record
from ._search import (
    Book, Bounds, Proof, Search, Searched, SearchedMove, WrittenProof, check_proof, check_proofs, search)
from ._solving import solve
from ._tables import (
    DTC_UNKNOWN, Batch, Layer, LayerValues, Line, Move, Probe, Step, Tables, Value)
from ._tables import open_tables as open  # pylint: disable=redefined-builtin

__version__ = "1.2.0"
__all__ = [
    "OPPONENTS", "Analysis", "Answers", "BadInput", "BadMove", "BadPosition", "BadProof", "BadRecord", "Batch", "Book", "Bounds",
    "Captured", "DTC_UNKNOWN", "DamagedTable", "Engine", "Environment", "EstimatedLine", "Finds", "Found", "Game", "KauriError", "Layer",
    "LayerValues", "Line", "MissingLayer", "Move", "Piece", "Ply", "Position", "Probe", "Proof", "ProofSteps", "Search",
    "Searched", "SearchedMove", "Statement", "Status", "Step", "Tables", "Value", "WrittenProof", "analyse",
    "check_proof", "check_proofs", "library_path", "library_version", "open", "pack_positions",
    "position_indices", "replay", "search", "solve", "unpack_positions", "write_record",
]
