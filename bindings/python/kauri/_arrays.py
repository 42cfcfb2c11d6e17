"""Arrays of numbers: NumPy's if it can be imported, else those of the standard library."""
from __future__ import annotations

import array
import ctypes
import sys
from typing import TYPE_CHECKING, Any, Iterable, List, Tuple, Union

from ._errors import BadInput, BadPosition
from ._library import POSITION_BYTES, Error, check, lib
from ._position import Position

if TYPE_CHECKING:  # what type checkers take the arrays for, whether NumPy is there or not
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.integer[Any]]
    Rows = npt.NDArray[np.uint8]
else:
    Numbers = Rows = Any

_TYPES = {"uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I", "uint64": "Q"}


def numpy() -> Any:
    """The module, or None. Imported when it is first needed."""
    if sys.modules.get("numpy", 0) is None:
        return None
    try:
        import numpy as module
    except ImportError:
        return None
    return module


def zeros(count: int, kind: str) -> Any:
    """An array of zeros; kind is the name of a NumPy type."""
    module = numpy()
    if module is not None:
        return module.zeros(count, kind)
    return array.array(_TYPES[kind], bytes(count * array.array(_TYPES[kind]).itemsize))


def address(numbers: Any) -> int:
    """Where an array made by zeros begins."""
    if isinstance(numbers, array.array):
        return numbers.buffer_info()[0]
    return int(numbers.ctypes.data)


def pairs(count: int) -> Any:
    """Room for `count` structs kauri_value, zeroed."""
    module = numpy()
    if module is not None:
        return module.zeros(count, [("r", "int32"), ("dtc", "uint32")])
    return array.array("i", bytes(8 * count))


def split(values: Any) -> Tuple[Any, Any]:
    """r and dtc of what pairs made: views in NumPy, copies otherwise."""
    if isinstance(values, array.array):
        return values[0::2], array.array("I", values[1::2].tobytes())
    return values["r"], values["dtc"]


def first_nonzero(numbers: Any) -> int:
    """Index of the first number that is not 0, or -1."""
    if isinstance(numbers, array.array):
        if not any(numbers):
            return -1
        return next(i for i, number in enumerate(numbers) if number)
    found = numbers.argmax() if len(numbers) else 0
    return int(found) if len(numbers) and numbers[found] else -1


def rows(positions: Any) -> Tuple[Any, int]:
    """The bytes of several positions as an argument of a C function, and their number.

    A buffer is passed on as it is if it can be written and lies in one piece; otherwise it is
    copied.
    """
    if isinstance(positions, (str, Position)):
        raise TypeError("several positions are a list or an array, not a single one")
    try:
        view = memoryview(positions)
    except TypeError:
        joined = b"".join([_raw(position) for position in positions])
        return joined, len(joined) // POSITION_BYTES
    shape = view.shape or ()
    if view.itemsize == POSITION_BYTES:
        sound = len(shape) == 1
    else:
        sound = view.itemsize == 1 and (
            len(shape) == 1 and view.nbytes % POSITION_BYTES == 0
            or len(shape) == 2 and shape[1] == POSITION_BYTES)
    if not sound:
        raise BadPosition(f"positions in an array are rows of {POSITION_BYTES} bytes (uint8), not "
                          f"{view.format!r} of shape {shape}", 3)
    count = view.nbytes // POSITION_BYTES
    if count == 0:
        return b"", 0
    if view.readonly or not view.c_contiguous:
        return view.tobytes(), count
    return (ctypes.c_char * view.nbytes).from_buffer(view), count


def _raw(position: Union[str, Position]) -> bytes:
    return position._raw if type(position) is Position else Position(position)._raw


def pack_positions(positions: Iterable[Union[str, Position]]) -> Rows:
    """The positions as rows of 28 bytes: a NumPy array of uint8 with shape (n, 28) where NumPy is
    there, else an array of 28 n bytes. See Tables.probe_many for the layout."""
    joined = bytearray(rows(positions)[0])
    module = numpy()
    return shaped(array.array("B", joined) if module is None else module.frombuffer(joined, "uint8"))


def shaped(numbers: Any) -> Rows:
    """An array of bytes with a row for each position, in NumPy."""
    shape: Rows = numbers if isinstance(numbers, array.array) else numbers.reshape(-1, POSITION_BYTES)
    return shape


def uint64s(numbers: Any) -> Any:
    """The numbers, any iterable of them, in an array of uint64. BadInput if one does not fit."""
    module = numpy()
    try:
        if module is not None:
            given = module.asarray(numbers if hasattr(numbers, "__len__") else list(numbers))
            if given.ndim == 1 and (given.dtype.kind in "iu" and (not len(given) or given.min() >= 0) or not len(given)):
                return module.ascontiguousarray(given, "uint64")
            raise TypeError
        return array.array("Q", numbers)
    except (TypeError, OverflowError):
        raise BadInput("numbers of positions are whole numbers from 0 on", 2) from None


def position_indices(positions: Any) -> Numbers:
    """The numbers of many positions in their layers, as Position.index, in an array of uint64.
    `positions` as for Tables.probe_many. BadPosition if one of them is invalid."""
    given, count = rows(positions)
    indices, error = zeros(count, "uint64"), Error()
    check(lib.kauri_position_indices(given, count, address(indices), error), error)
    numbers: Numbers = indices
    return numbers


def unpack_positions(array_of_rows: Any) -> List[Position]:
    """The positions of such an array. BadPosition if one of them is invalid."""
    joined = memoryview(array_of_rows).tobytes()
    rows(array_of_rows)  # checks the shape
    return [Position.from_bytes(joined[i:i + POSITION_BYTES])
            for i in range(0, len(joined), POSITION_BYTES)]
