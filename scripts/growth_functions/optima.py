"""Dynamic programming over intervals and sums."""

from __future__ import annotations

import numpy as np

from growth_functions.base import Array, Work, compiled, grows, paged


@grows("O(n log n)", "a sort and n binary searches (Kleinberg and Tardos, 6.1)", largest=2**21)
def numba_weighted_intervals(n: int, rng: np.random.Generator) -> Work:
    """Find the largest sum of weights of some of n random intervals that don't overlap."""
    best = paged(n + 1)
    return lambda intervals, weights: _weighted_intervals(intervals, weights, best), lambda: (
        np.sort(rng.random((n, 2)), axis=1),
        rng.random(n),
    )


@compiled
def _weighted_intervals(intervals: Array, weights: Array, best: Array) -> float:
    order = np.argsort(intervals[:, 1])
    best[0] = 0.0
    for i in range(order.size):
        start = intervals[order[i], 0]
        low, high = 0, i  # how many of the first i intervals end in time
        while low < high:
            middle = (low + high) // 2
            if intervals[order[middle], 1] <= start:
                low = middle + 1
            else:
                high = middle
        best[i + 1] = max(best[i], best[low] + weights[order[i]])
    return best[-1]


@grows("O(n^2)", "n shifts of ints of up to 50 n bits; n steps of the loop hide it", largest=2**16, subtle=True)
def int_subset_sums(n: int, rng: np.random.Generator) -> Work:
    """Count the sums of subsets of n random numbers up to 100, one bit a sum."""
    return _subset_sums, lambda: (rng.integers(1, 101, size=n).tolist(),)


def _subset_sums(values: list[int]) -> int:
    sums = 1
    for value in values:
        sums |= sums << value
    return sums.bit_count()
