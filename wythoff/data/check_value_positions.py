"""
Positions of Grundy values checked by what defines them, whole columns at once; nothing is imported of what made them.

The pairs of a value g, in the order of their first number, are right if and only if for each n

* p_n is the least number that is in no earlier pair,
* q_n is in no earlier pair, and q_n - p_n is the difference of none, and (p_n, q_n) has no smaller value,
* each q from p_n to q_n - 1 is in an earlier pair, or q - p_n is the difference of one, or (p_n, q) has a smaller
  value.

Of the differences, those below the least that no earlier pair has need no look. `wythoff.data.value_positions` makes
the list step by step; here each value is a few comparisons of arrays, of pairs as keys p * 2^32 + q.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_NEVER = 2**62


def faults(positions: NDArray[np.integer]) -> tuple[list[str], int]:
    """
    Check a list of positions.

    Parameters
    ----------
    positions : array with shape (values, pairs, 2)
        Element [g, n] is said to be the n-th (p, q), p <= q, with G(p, q) = g.

    Returns
    -------
    tuple of (list of str, int)
        A sentence for the first wrong position, if there is one; and the largest p that was judged for every value. Of
        what lies beyond, not all smaller values are in the list.

    Notes
    -----
    For g values of n pairs, O(g**2 * n) time and O(g * n) memory.
    """
    smaller = np.empty(0, np.int64)
    most = 2**31
    for g, pairs in enumerate(positions.astype(np.int64)):
        p, q = pairs[: 1 + int(np.flatnonzero(pairs[:, 0] <= most).max(initial=0))].T
        wrong = _wrong(p, q, g, smaller)
        if wrong is not None:
            return [f"value {g}: position {wrong} can't be ({p[wrong]}, {q[wrong]})"], most
        smaller = np.union1d(smaller, _keys(*pairs.T))
        most = min(most, int(p[-1]))
    return [], most


def _wrong(p: NDArray[np.int64], q: NDArray[np.int64], g: int, smaller: NDArray[np.int64]) -> int | None:
    """Return the first pair that is wrong, or None."""
    n = np.arange(len(p))
    bad = (p < 0) | (p > 2 * n) | (q < p) | (q > 2 * p + g)  # n pairs have 2n numbers; and G(p, q) >= q - 2p
    if bad.any():
        return int(bad.argmax())
    in_pair = _first(np.concatenate((p, q)), np.concatenate((n, n)))
    has_difference = _first(q - p, n)
    bad |= (in_pair[p] != n) | (in_pair[q] != n) | (has_difference[q - p] != n) | _in(_keys(p, q), smaller)
    # All numbers below p_n are in earlier pairs, whose first numbers ascend.
    bad |= np.maximum.accumulate(in_pair[: p.max() + 1])[np.maximum(p - 1, 0)] >= np.where(p > 0, n, _NEVER)
    least_free = np.searchsorted(np.maximum.accumulate(has_difference), n)
    counts = np.maximum(q - p - least_free, 0)
    of = np.repeat(n, counts)
    difference = least_free[of] + np.arange(len(of)) - np.repeat(np.cumsum(counts) - counts, counts)
    left_out = (in_pair[p[of] + difference] >= of) & (has_difference[difference] >= of)
    left_out[left_out] = ~_in(_keys(p[of], p[of] + difference)[left_out], smaller)
    bad[of[left_out]] = True
    return int(bad.argmax()) if bad.any() else None


def _first(numbers: NDArray[np.int64], n: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each number from 0 on the first n that has it."""
    found = np.full(int(numbers.max()) + 2, _NEVER)
    np.minimum.at(found, numbers, n)
    return found


def _keys(p: NDArray[np.int64], q: NDArray[np.int64]) -> NDArray[np.int64]:
    return (p << 32) + q


def _in(keys: NDArray[np.int64], among: NDArray[np.int64]) -> NDArray[np.bool_]:
    at = np.searchsorted(among, keys)
    at[at == len(among)] = 0
    return among[at] == keys if len(among) else np.zeros(len(keys), np.bool_)
