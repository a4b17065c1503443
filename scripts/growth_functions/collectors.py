"""Lists and arrays, built up, searched and sorted as libraries do it."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import deque
from functools import reduce
from operator import add

import numpy as np

from growth_functions.base import Array, Work, compiled, grows, paged

PART = 16  # length of each list that is joined to the others


@grows("O(log n)", "the range is halved log2 n times (Python library reference, bisect)", largest=2**58)
def bisect_range_key(n: int, rng: np.random.Generator) -> Work:
    """Find the first of n places where a line of random slope reaches a random height."""

    def fresh() -> tuple[float, float]:
        slope = 1.0 + rng.random()
        return slope, slope * n * rng.random()

    return lambda slope, height: bisect_left(range(n), height, key=lambda place: slope * place), fresh


class _TieredList:
    """A list in deques of about sqrt n numbers, each of which passes one on when another one comes in before."""

    def __init__(self, values: list[int]) -> None:
        width = math.isqrt(len(values))
        self._blocks = [deque(values[k : k + width]) for k in range(0, len(values), width)]

    def insert(self, place: int, value: int) -> int:
        """Put a number at a place of the first block, and return the last number of all, which has to leave."""
        self._blocks[0].insert(place, value)
        carried = self._blocks[0].pop()
        for block in self._blocks[1:]:
            block.appendleft(carried)
            carried = block.pop()
        return carried


@grows("O(sqrt n)", "sqrt n deques pass one number on (Goodrich and Kloss 1999)", largest=2**22)
def py_tiered_insert(n: int, rng: np.random.Generator) -> Work:
    """Insert a random number into a list of n, in deques of sqrt n, at a random place of the first one."""
    tiers = _TieredList(rng.integers(1 << 20, size=n).tolist())
    return tiers.insert, lambda: (int(rng.integers(math.isqrt(n))), int(rng.integers(1 << 20)))


@grows("O(n^2)", "n (n + 1) / 2 parts are copied, 16 references each (CPython, listobject.c)", largest=2**12)
def functools_reduce_lists(n: int, rng: np.random.Generator) -> Work:
    """Join n lists of 16 random numbers by adding one after the other."""
    return lambda parts: reduce(add, parts), lambda: (rng.integers(256, size=(n, PART)).tolist(),)


@grows("O(n log n)", "two indirect stable sorts (NumPy reference, lexsort)", largest=2**19)
def np_lexsort_columns(n: int, rng: np.random.Generator) -> Work:
    """Order n rows by a column of random numbers below n, and equal ones by a second random column."""
    return lambda first, second: np.lexsort((second, first)), lambda: (rng.integers(n, size=n), rng.random(n))


@grows("O(n log n)", "n numbers go down log2 n levels each (Williams 1964; Knuth, vol. 3, 5.2.3)", largest=2**20)
def numba_heap_sort(n: int, rng: np.random.Generator) -> Work:
    """Sort n random numbers by a heap within their own array."""
    heap = paged(n)
    return lambda values: _heap_sort(values, heap), lambda: (rng.random(n),)


@compiled
def _sift_down(heap: Array, place: int, size: int) -> None:
    value = heap[place]
    while 2 * place + 1 < size:
        child = 2 * place + 1
        if child + 1 < size and heap[child + 1] > heap[child]:
            child += 1
        if heap[child] <= value:
            break
        heap[place] = heap[child]
        place = child
    heap[place] = value


@compiled
def _heap_sort(values: Array, heap: Array) -> Array:
    heap[:] = values
    for place in range(heap.size // 2 - 1, -1, -1):
        _sift_down(heap, place, heap.size)
    for last in range(heap.size - 1, 0, -1):
        heap[0], heap[last] = heap[last], heap[0]
        _sift_down(heap, 0, last)
    return heap
