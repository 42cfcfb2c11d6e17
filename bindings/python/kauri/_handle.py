"""Objects of the library, and the Python objects that own them."""
from __future__ import annotations

import ctypes
import threading
from typing import Callable, Optional, TypeVar

Pointer = Optional[ctypes.c_void_p]
AnyOwner = TypeVar("AnyOwner", bound="Owner")


class Handle:
    """An object of the library. A close waits for no one: the last call that is running frees it.
    """

    def __init__(self, pointer: Pointer, free: Callable[[Pointer], None], closed: str) -> None:
        self.pointer = pointer
        self.free = free
        self.message = closed
        self.lock = threading.Lock()
        self.users = 0
        self.closed = False

    def __enter__(self) -> Pointer:
        with self.lock:
            if self.closed:
                raise ValueError(self.message)
            self.users += 1
            return self.pointer

    def __exit__(self, *_unused: object) -> None:
        with self.lock:
            self.users -= 1
            last = self.closed and self.users == 0
        if last:
            self.free(self.pointer)

    def close(self) -> None:
        """May be called more than once."""
        with self.lock:
            last = not self.closed and self.users == 0
            self.closed = True
        if last:
            self.free(self.pointer)


# That of an owner whose __init__ failed or did not even begin: Python calls __del__ all the same.
_NONE = Handle(None, lambda _pointer: None, "the object was not made")
_NONE.close()


class Owner:
    """What owns a handle, and closes it at the end of a `with` statement or of its own life."""

    _handle = _NONE

    def close(self) -> None:
        """Closes it and gives its memory back. May be called more than once."""
        self._handle.close()

    def __enter__(self: AnyOwner) -> AnyOwner:
        with self._handle:  # ValueError if it is closed
            return self

    def __exit__(self, *_unused: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()
