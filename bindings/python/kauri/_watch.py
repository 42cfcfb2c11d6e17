"""Long calls of the library that can be followed and stopped."""
from __future__ import annotations

import ctypes
import queue
import threading
from types import SimpleNamespace
from typing import Any, Callable, Optional, TypeVar

from ._library import Stop

Struct = TypeVar("Struct", bound=ctypes.Structure)
Tell = Callable[[Any], None]
Work = Callable[[Any, Tell], int]  # the first argument is a Stop

_END = object()


def watched(work: Work, hear: Optional[Callable[[Any], Any]]) -> int:
    """Runs work(stop, tell) and returns the status that it returns.

    The work runs on another thread, so that this one hears signals: with Ctrl-C, or any exception
    that a signal handler or `hear` raises, the work is stopped before the exception goes on. The
    work passes `stop` to the library, and `tell` copies of what is to be heard: hear(item) is
    called on this thread, and stops the work by returning something true. Items that come faster
    than they are heard are left out.
    """
    items: queue.SimpleQueue[Any] = queue.SimpleQueue()
    state = SimpleNamespace(stop=False, status=0, fault=None)
    stop = Stop(lambda _context: state.stop)

    def tell(item: Any) -> None:
        if items.empty():
            items.put(item)

    def body() -> None:
        try:
            state.status = work(stop, tell)
        except BaseException as fault:  # pylint: disable=broad-except
            state.fault = fault
        finally:
            items.put(_END)

    thread = threading.Thread(target=body, daemon=True)
    thread.start()
    try:
        for item in iter(items.get, _END):
            if hear is not None and not state.stop:
                state.stop = bool(hear(item))
    except BaseException:
        state.stop = True
        raise
    finally:
        thread.join()
    if state.fault is not None:
        raise state.fault
    return int(state.status)


def teller(kind: Any, tell: Tell) -> Any:
    """The C callback of this kind that tells copies of the structs that it is given."""
    return kind(lambda _context, item: tell(type(item[0]).from_buffer_copy(item[0])))


def size_of(struct: Struct) -> Struct:
    """The struct with its first member set to its size."""
    struct.struct_bytes = ctypes.sizeof(struct)
    return struct
