"""Element types of a table: which hold what, which one is taken, and how much room a row takes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from wythoff import positions
from wythoff.errors import InputError, shorten

NATIVE_DTYPES = tuple(np.dtype(name) for name in ("uint32", "int32", "int64", "uint64"))
OBJECT = np.dtype(object)
LARGEST = {dtype: int(np.iinfo(dtype).max) for dtype in NATIVE_DTYPES}
DTYPE_NAMES = ", ".join(map(str, (*NATIVE_DTYPES, OBJECT)))


def smallest_dtype(n: int, a: int = 1) -> np.dtype[Any]:
    """
    Return the element type that a table ending at row `n` takes by default.

    uint32 while B_n fits, as half the memory is up to twice the speed; then int64, uint64, and
    object (Python ints) from B_n = 2^64 on.
    """
    return dtype_for(positions.pair(n, a)[1])


def dtype_for(largest: int) -> np.dtype[Any]:
    """Return the first of uint32, int64, uint64 and object (Python ints) that holds `largest`."""
    for name in ("uint32", "int64", "uint64"):
        if largest <= np.iinfo(name).max:
            return np.dtype(name)
    return OBJECT


def allocate(rows: int, dtype: DTypeLike) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return two uninitialised arrays for the columns A and B."""
    return np.empty(rows, dtype), np.empty(rows, dtype)


def row_bytes(dtype: np.dtype[Any]) -> int:
    """Return the size of a row; one of objects has two pointers and two Python ints, roughly."""
    return 8 + 2 * 32 if dtype == OBJECT else 2 * dtype.itemsize


def read_dtype(wanted: DTypeLike) -> np.dtype[Any]:
    """
    Return the element type that the caller names, one of those a table can have.

    Raises
    ------
    InputError
        If it is no type at all, or another one.
    """
    if isinstance(wanted, np.dtype) and wanted in LARGEST:
        return wanted
    try:
        chosen = np.dtype(wanted)
    except (TypeError, ValueError, SyntaxError):  # NumPy reads some texts as Python
        chosen = None
    if chosen not in (*NATIVE_DTYPES, OBJECT):
        raise InputError(f"dtype must be one of {DTYPE_NAMES}, got {shorten(str(chosen or repr(wanted)))}")
    return chosen
