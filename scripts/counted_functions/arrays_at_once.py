"""Compiled functions in the ways of people who write NumPy: masks, sorts, rows, dictionaries, callees."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from counted_functions.base import in_numba, number, rising, square, values
from counted_functions.compiled import floats


@in_numba("log n", rising)
def views_of_halves(a: Any) -> int:
    """Look at the last half of what is looked at, until one number is left."""
    total = 0
    while a.size > 1:
        a = a[a.size // 2 :]
        total += a[0]
    return total


@in_numba("n", floats)
def kept_by_a_mask(a: Any) -> float:
    """Add up the numbers above a half, which are chosen at once."""
    return a[a > 0.5].sum()


@in_numba("n", values)
def counted_by_remainder(a: Any) -> int:
    """Count numbers by their remainders in a dictionary of fifty."""
    counts = {0: 0}
    for value in a:
        key = value % 50
        counts[key] = counts.get(key, 0) + 1
    return len(counts)


@numba.njit
def _nodes_below(node: int, n: int) -> int:
    if node > n:
        return 0
    return 1 + _nodes_below(2 * node, n) + _nodes_below(2 * node + 1, n)


@in_numba("n", number)
def nodes_of_a_heap(n: int) -> int:
    """Count the nodes of a heap of n by a recursion from its root."""
    return _nodes_below(1, n)


@in_numba("n log n", floats)
def ranks_by_argsort(a: Any) -> int:
    """Give random numbers their ranks by NumPy's argsort, as Numba has it."""
    ranks = np.empty(a.size, np.int64)
    ranks[np.argsort(a)] = np.arange(a.size)
    return ranks[0]


@in_numba("n log n", floats)
def places_in_a_sorted_copy(a: Any) -> int:
    """Search the sorted copy of random numbers for each of them."""
    return np.searchsorted(np.sort(a), a).sum()


@in_numba("n^2", floats)
def distances_of_all(a: Any) -> float:
    """Find the sum of the distances between all numbers, a row at once."""
    total = 0.0
    for k in range(a.size):
        total += np.abs(a - a[k]).sum()
    return total


@in_numba("n^2 log n", square)
def rows_sorted(a: Any) -> float:
    """Sort each row of a random matrix by NumPy's function, as Numba has it."""
    total = 0.0
    for k in range(a.shape[0]):
        total += np.sort(a[k])[0]
    return total
