"""What may be asked of a table, of normal or misère play: each argument checked, and whether memory suffices."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from wythoff import positions
from wythoff._process.memory import ALWAYS_FITS, check_room
from wythoff.errors import InputError, shorten_int, whole_number
from wythoff.strategies import Strategy
from wythoff.strategies import strategy as find_strategy
from wythoff.tables.ahead import MOST_THREADS
from wythoff.tables.dtypes import DTYPE_NAMES, LARGEST, OBJECT, read_dtype, row_bytes, smallest_dtype

A_MAX = 2**31 - 1
STARTERS = "take algebraic, arithmetic or arithmetic-odometer"
# For less the system is not worth asking, which takes longer than a small table.

# Small tables of one kind are made by the thousand, and a square root of 128 bits takes as long as one of them.
_last_row = lru_cache(maxsize=64)(positions.last_row_with_b_up_to)


def checked(n: int, a: int, strategy: str, start: int) -> tuple[Strategy, int, int, int]:
    """
    Return the strategy, `a`, `n` and `start` of a table of normal or misère play that may be asked for.

    Raises
    ------
    InputError
        If one is outside its range, or the strategy can't begin at `start`.
    """
    n = whole_number("n", n)
    a = whole_number("a", a, 1, A_MAX)
    start = whole_number("start", start)
    method = find_strategy(strategy)
    if start > n:
        raise InputError(f"start must be at most n = {shorten_int(n)}, got {shorten_int(start)}")
    if start and not method.any_start:
        raise InputError(
            f"strategy {method.name} can't start at row {shorten_int(start)}, as it builds a table from row 0; "
            f"{STARTERS}"
        )
    return method, a, n, start


def checked_block(block: int, method: Strategy) -> int:
    """
    Return the number of rows in each table of a stream.

    Raises
    ------
    InputError
        If it is no whole number of at least 1, or the strategy can't stream.
    """
    block = whole_number("block", block, 1)
    if not method.any_start:
        raise InputError(f"strategy {method.name} can't stream, as it builds a table from row 0; {STARTERS}")
    return block


def choose_dtype(n: int, a: int, method: Strategy, wanted: DTypeLike | None) -> np.dtype[Any]:
    """Return the dtype of a table ending at row n, or say why the wanted one won't do."""
    chosen = smallest_dtype(n, a) if wanted is None else read_dtype(wanted)
    check_dtype(n, a, method, chosen)
    return chosen


def check_dtype(n: int, a: int, method: Strategy, dtype: np.dtype[Any]) -> None:
    """Refuse an element type that can't hold B_n, or that the strategy doesn't fill."""
    if dtype == OBJECT:
        if method.name != "algebraic":
            raise InputError(
                f"strategy {method.name} computes in 64 bits and B of row {shorten_int(n)} is made of Python ints; "
                "take algebraic for such rows"
            )
        return
    last = _last_row(LARGEST[dtype], a)
    if n > last:
        raise too_narrow(dtype, positions.pair(n, a)[1], f"row {shorten_int(n)}", a, last)


def too_narrow(dtype: np.dtype[Any], largest: int, where: str, a: int, last: int) -> InputError:
    """Return the error about an element type that can't hold `largest`, and holds rows up to `last`."""
    return InputError(
        f"{dtype} can't hold B = {shorten_int(largest)} of {where}; "
        f"at a = {a} it holds rows up to n = {last}, and dtype=None takes a type that fits"
    )


def checked_threads(threads: object, method: Strategy) -> int:
    """Return a number of threads that may share a strategy's rows, or say what is wrong with it."""
    number = whole_number("threads", threads, 1, MOST_THREADS)
    if number > 1 and not method.any_start:
        raise InputError(f"strategy {method.name} takes one thread, as it builds a table from row 0; {STARTERS}")
    return number


def check_memory(rows: int, dtype: np.dtype[Any], method: Strategy, n: int, a: int) -> None:
    """Refuse `rows` rows, none for arrays of the caller's, that don't fit into memory with the strategy's scratch."""
    needed = rows * row_bytes(dtype) + (0 if dtype == OBJECT else method.scratch_bytes(n, a))
    if needed >= ALWAYS_FITS:
        what = f"{shorten_int(rows)} rows and the scratch" if rows else "the scratch arrays"
        check_room(needed, f"{what} of strategy {method.name}", "end the table earlier, or use stream()")


def check_out(out: Any, rows: int, dtype: DTypeLike | None) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the caller's two arrays, or say what keeps the columns from being written there."""
    fault = _fault(out, rows)
    if fault:
        rule = f"out must be two writable contiguous arrays of shape ({rows},) and one dtype of {DTYPE_NAMES}"
        raise InputError(f"{rule}{fault}")
    A, B = out
    if dtype is not None and (wanted := read_dtype(dtype)) != A.dtype:
        raise InputError(f"dtype is {wanted}, but the arrays of out have {A.dtype}; leave dtype out")
    return A, B


def _fault(out: Any, rows: int) -> str:
    """Say what is wrong with the arrays that the caller gave; nothing if they are right."""
    A, B = out if isinstance(out, (tuple, list)) and len(out) == 2 else (None, None)
    if not (isinstance(A, np.ndarray) and isinstance(B, np.ndarray)):
        return f", as a tuple (A, B); got {type(out).__name__}"
    for name, array in (("A", A), ("B", B)):
        if array.shape != (rows,):
            return f"; {name} has shape {array.shape}"
        if array.dtype not in LARGEST and array.dtype != OBJECT:
            return f"; {name} has dtype {array.dtype}"
        flags = array.flags
        if not flags.writeable:
            return f"; {name} is read-only"
        if not flags.c_contiguous:
            return f"; {name} is not contiguous"
    if A.dtype != B.dtype:
        return f"; A has {A.dtype} and B has {B.dtype}"
    return "; A and B share memory" if np.may_share_memory(A, B) else ""
