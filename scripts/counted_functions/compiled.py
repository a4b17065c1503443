"""Functions that are compiled only: NumPy within, lists, sets, callees, threads."""

from __future__ import annotations

import random
from typing import Any

import numba
import numpy as np

from counted_functions.base import in_numba, number, rising, square, values


def floats(n: int, source: random.Random) -> tuple[Any]:
    """Return n random numbers in an array."""
    return (np.array([source.random() for _ in range(n)]),)


@numba.njit
def _weigh(x: float) -> float:
    return x * x + 1.0 if x > 0.5 else x


@in_numba("1", floats)
def view_of_a_slice(a: Any) -> float:
    """Look into a view, which copies nothing."""
    return a[1:][1:][0]


@in_numba("n", number)
def zeros(n: int) -> float:
    """Make an array of zeros."""
    return np.zeros(n)[n - 1]


@in_numba("n", floats)
def expression(a: Any) -> float:
    """Add up an array expression."""
    return (a * 2.0 + 1.0).sum()


@in_numba("n", floats)
def callee(a: Any) -> float:
    """Call a function for each number."""
    total = 0.0
    for x in a:
        total += _weigh(x)
    return total


@in_numba("n", number)
def appended(n: int) -> int:
    """Fill a list."""
    found = [0]
    for i in range(n):
        found.append(i)
    return len(found)


@in_numba("n", values)
def distinct(a: Any) -> int:
    """Count different numbers by a set."""
    seen = set()
    for value in a:
        seen.add(value)
    return len(seen)


@in_numba("n log n", floats)
def numpy_sort(a: Any) -> float:
    """Sort random numbers by NumPy's function, as Numba has it."""
    return np.sort(a)[0]


@in_numba("n^2", floats)
def slices_of_all(a: Any) -> float:
    """Copy every beginning."""
    total = 0.0
    for i in range(1, a.size):
        total += a[:i].copy()[0]
    return total


@in_numba("n^2", floats)
def cleared_rows(a: Any) -> float:
    """Set all of the array, for each of its places."""
    for i in range(a.size):
        a[:] = i
    return a[0]


@in_numba("n^2", rising)
def in_a_list(a: Any) -> int:
    """Look up numbers that are not in a list."""
    known = [0]
    for value in a:
        known.append(value)
    count = 0
    for value in a:
        if value + len(a) in known:
            count += 1
    return count


@in_numba("n^3", square)
def product(a: Any) -> float:
    """Multiply a matrix by itself, in a library."""
    return (a @ a)[0, 0]


@in_numba("n^2", square)
def one_row_at_a_time(a: Any) -> float:
    """Add up a matrix by its rows."""
    total = 0.0
    for i in range(a.shape[0]):
        total += a[i].sum()
    return total


@in_numba("n", floats)
@numba.njit(parallel=True)
def in_parallel(a: Any) -> float:
    """Add up on all threads."""
    total = 0.0
    for i in numba.prange(a.size):
        total += a[i]
    return total


@in_numba("n log n", floats)
def sorted_list(a: Any) -> float:
    """Sort a list."""
    items = [x for x in a]
    items.sort()
    return items[0]
