"""Order and selection: medians, ranks, distinct rows, sorts by unusual means."""

from __future__ import annotations

import math
from bisect import insort
from heapq import heapify, heappop
from itertools import chain
from statistics import median

import numpy as np

from growth_functions.base import Array, Work, compiled, grows, paged

LEVELS = 64  # more than any list has doublings


@grows("O(n)", "about 2.75 n comparisons on average with the median of three", largest=2**24, mutates=True)
def numba_quickselect(n: int, rng: np.random.Generator) -> Work:
    """Find the upper median of n random numbers by Hoare's selection."""
    return _quickselect, lambda: (rng.random(n),)


@compiled
def _quickselect(values: Array) -> float:
    low, high, wanted = 0, values.size - 1, values.size // 2
    while low < high:
        a, b, c = values[low], values[(low + high) // 2], values[high]
        pivot = max(min(a, b), min(max(a, b), c))
        i, k = low, high
        while i <= k:
            while values[i] < pivot:
                i += 1
            while values[k] > pivot:
                k -= 1
            if i <= k:
                values[i], values[k] = values[k], values[i]
                i += 1
                k -= 1
        if wanted <= k:
            high = k
        elif wanted >= i:
            low = i
        else:
            break
    return values[wanted]


@grows("O(n log n)", "the numbers are sorted (Python library, statistics)", largest=2**21)
def statistics_median(n: int, rng: np.random.Generator) -> Work:
    """Find the median of a list of n random numbers."""
    return median, lambda: (rng.random(n).tolist(),)


@grows("O(n log n)", "the rows are sorted (NumPy, unique)", largest=2**20)
def np_unique_rows(n: int, rng: np.random.Generator) -> Work:
    """Find the distinct ones of n random pairs of numbers below sqrt n."""
    below = math.isqrt(n)
    return lambda pairs: np.unique(pairs, axis=0), lambda: (rng.integers(below, size=(n, 2)),)


@grows(
    "O(n log n)", "n log2 n comparisons at most (Knuth, vol. 3, 5.2.4); cache misses add", largest=2**21, subtle=True
)
def numba_linked_merge(n: int, rng: np.random.Generator) -> Work:
    """Sort n random numbers as a linked list, by merges of lists of equal length."""
    following, waiting, ordered = paged(n, np.int32), paged(LEVELS, np.int32), paged(n)
    return lambda values: _linked_merge(values, following, waiting, ordered), lambda: (rng.random(n),)


@compiled
def _merge_lists(values: Array, following: Array, first: int, second: int) -> int:
    if values[second] < values[first]:
        first, second = second, first
    head = last = first
    first = following[first]
    while first >= 0:
        if values[second] < values[first]:
            following[last] = second
            first, second = second, first
        else:
            following[last] = first
        last = first
        first = following[first]
    following[last] = second
    return head


@compiled
def _linked_merge(values: Array, following: Array, waiting: Array, ordered: Array) -> Array:
    # waiting[level] is the head of a list of 2^level numbers, or -1.
    waiting[:] = -1
    following[:] = -1
    for i in range(values.size):
        head, level = i, 0
        while waiting[level] >= 0:
            head = _merge_lists(values, following, waiting[level], head)
            waiting[level] = -1
            level += 1
        waiting[level] = head
    head = -1
    for level in range(waiting.size):
        if waiting[level] >= 0:
            head = waiting[level] if head < 0 else _merge_lists(values, following, waiting[level], head)
    for i in range(values.size):
        ordered[i] = values[head]
        head = following[head]
    return ordered


@grows("O(n^1.5)", "up to sqrt n limits are passed for each of n numbers", first=64, largest=2**18)
def py_bucket_insertions(n: int, rng: np.random.Generator) -> Work:
    """Sort n random numbers into sqrt n buckets, each found by a look at their limits in turn."""
    count = math.isqrt(n)
    limits = [(k + 1) / count for k in range(count)]
    return lambda values: _bucket_insertions(values, limits), lambda: (rng.random(n).tolist(),)


def _bucket_insertions(values: list[float], limits: list[float]) -> list[float]:
    buckets: list[list[float]] = [[] for _ in limits]
    for value in values:
        for limit, bucket in zip(limits, buckets, strict=True):
            if value < limit:
                insort(bucket, value)
                break
    return list(chain.from_iterable(buckets))


@grows("O(n^2)", "all pairs are compared, then counted", largest=2**14)
def np_pairwise_ranks(n: int, rng: np.random.Generator) -> Work:
    """Rank n random numbers by a comparison of each with all."""
    return lambda values: (values[:, np.newaxis] > values).sum(axis=1), lambda: (rng.random(n),)


@grows(
    "O(n^2 log n)", "2 log2 n levels for each of n^2 minima; a large part is n^2", first=4, largest=2**10, subtle=True
)
def heapq_sorted_products(n: int, rng: np.random.Generator) -> Work:
    """Take all products of n random numbers and n others from a heap in order."""
    return _sorted_products, lambda: (rng.random(n).tolist(), rng.random(n).tolist())


def _sorted_products(first: list[float], second: list[float]) -> list[float]:
    heap = [a * b for a in first for b in second]
    heapify(heap)
    return [heappop(heap) for _ in range(len(heap))]


@grows("O(n^2 log n)", "up to 2 log2 n nodes of a Fenwick tree for each of n^2 numbers", first=8, largest=2**13)
def numba_row_inversions(n: int, rng: np.random.Generator) -> Work:
    """Count the pairs out of order in each row of n by n random numbers below n, by a Fenwick tree."""
    tree, counts = paged(n + 1, np.int64), paged(n, np.int64)
    return lambda matrix: _row_inversions(matrix, tree, counts), lambda: (rng.integers(n, size=(n, n), dtype=np.int32),)


@compiled
def _row_inversions(matrix: Array, tree: Array, counts: Array) -> Array:
    for i in range(matrix.shape[0]):
        tree[:] = 0
        found = 0
        for k in range(matrix.shape[1] - 1, -1, -1):
            node = np.int64(matrix[i, k])
            while node > 0:
                found += tree[node]
                node &= node - 1
            node = np.int64(matrix[i, k]) + 1
            while node < tree.size:
                tree[node] += 1
                node += node & -node
        counts[i] = found
    return counts
