"""
What stands on the stack of a running Python function.

Python shows a frame's variables, but not the operands of what it is about to do, without which a slice of ten elements
and one of a million are one opcode. They are read where CPython 3.11 to 3.13 keeps them, which is the same place in
these three [1]_; other versions are refused. Everything there is a reference that the frame holds.

References
----------
.. [1] CPython, Include/internal/pycore_frame.h, struct _PyInterpreterFrame: eight pointers, the number of values in
   ``localsplus`` as an int, eight bytes in all with two small fields, and ``localsplus``, variables first.
"""

from __future__ import annotations

import ctypes
import platform
import sys
from types import FrameType
from typing import Any, Final

from wythoff.errors import InputError

EMPTY: Final = object()  # stands for a place that CPython leaves empty
_POINTER: Final = ctypes.sizeof(ctypes.c_void_p)
_INNER: Final = 3 * _POINTER  # of the frame object: count, type, the frame before, and what is looked for
_TOP: Final = 8 * _POINTER
_VALUES: Final = 9 * _POINTER


def top_of_stack(frame: FrameType, depth: int, top: int | None = None) -> list[Any]:
    """
    Return the `depth` uppermost values on the stack of a frame that is about to carry out an opcode, the top last.

    `top` counts the places for variables and the values on the stack together; by default the frame is asked, which
    knows in a trace function of Python 3.11 only.
    """
    inner = ctypes.c_void_p.from_address(id(frame) + _INNER).value or 0
    if top is None:
        top = ctypes.c_int.from_address(inner + _TOP).value
    count = min(depth, max(top, 0))
    place = inner + _VALUES + _POINTER * (top - count)
    try:
        return _types[count].from_address(place)[:]  # type: ignore[no-any-return]
    except ValueError:  # one is empty
        return [_value(place + _POINTER * position) for position in range(count)]


def _value(place: int) -> Any:
    try:
        return ctypes.py_object.from_address(place).value
    except ValueError:
        return EMPTY


class _Types(dict[int, Any]):
    """Types of so many references in a row."""

    def __missing__(self, count: int) -> Any:
        self[count] = ctypes.py_object * count
        return self[count]


_types: Final = _Types()


def check_python() -> None:
    """
    Refuse a Python whose stack can't be read.

    Raises
    ------
    InputError
        If it is none of CPython 3.11 to 3.13 with 64-bit addresses and a global lock.
    """
    version = sys.version_info[:2]
    threads = not getattr(sys, "_is_gil_enabled", lambda: True)()
    if platform.python_implementation() != "CPython" or not (3, 11) <= version <= (3, 13) or _POINTER != 8 or threads:
        raise InputError(
            f"opcodes can be counted on CPython 3.11 to 3.13, this is {platform.python_implementation()} "
            f'{version[0]}.{version[1]}{" without a global lock" if threads else ""}; use backend="callgrind"'
        )
