"""Curves, intervals, rectangles and points in space."""

from __future__ import annotations

import math

import numpy as np

from growth_functions.base import BATCH, Array, Work, compiled, grows, paged


@grows("O(log n)", "one step for each two binary digits (Hilbert 1891)", largest=2**58)
def py_hilbert_place(n: int, rng: np.random.Generator) -> Work:
    """Find where a random number from n to 2n lies on Hilbert's curve."""
    return _hilbert_place, lambda: (int(rng.integers(n, 2 * n)),)


def _hilbert_place(number: int) -> tuple[int, int]:
    x, y, side = 0, 0, 1
    while number:
        right = number >> 1 & 1
        up = (number ^ right) & 1
        if not up:
            if right:
                x, y = side - 1 - x, side - 1 - y
            x, y = y, x
        x, y = x + side * right, y + side * up
        number >>= 2
        side *= 2
    return x, y


@grows("O(log n)", "log2 n + 1 nodes of a segment tree (Bentley 1977); cache misses add", largest=2**24, subtle=True)
def numba_interval_stabs(n: int, rng: np.random.Generator) -> Work:
    """Count the intervals at 100 random places, of n random ones on n places, n a power of two, in a tree of them."""
    tree = _interval_tree(np.sort(rng.integers(n + 1, size=(n, 2)), axis=1))
    return lambda places: _interval_stabs(tree, places), lambda: (rng.integers(n, size=BATCH),)


@compiled
def _interval_tree(intervals: Array) -> Array:
    n = intervals.shape[0]
    tree = np.zeros(2 * n, np.int32)
    for i in range(n):
        low, high = intervals[i, 0] + n, intervals[i, 1] + n
        while low < high:
            if low & 1:
                tree[low] += 1
                low += 1
            if high & 1:
                high -= 1
                tree[high] += 1
            low >>= 1
            high >>= 1
    return tree


@compiled
def _interval_stabs(tree: Array, places: Array) -> int:
    found = 0
    for place in places:
        node = place + tree.size // 2
        while node:
            found += tree[node]
            node >>= 1
    return found


@grows("O(n log n)", "two sorts, and two binary searches for each of n points", largest=2**21)
def np_stab_counts(n: int, rng: np.random.Generator) -> Work:
    """Count for each of n random points how many of n random intervals it lies in."""
    return _stab_counts, lambda: (rng.random(n), *np.sort(rng.random((2, n)), axis=0))


def _stab_counts(points: Array, starts: Array, ends: Array) -> Array:
    return np.searchsorted(np.sort(starts), points, "right") - np.searchsorted(np.sort(ends), points, "right")


@grows("O(n log n)", "a sort, then one pass (Kung, Luccio and Preparata 1975)", largest=2**22)
def np_pareto_front(n: int, rng: np.random.Generator) -> Work:
    """Find those of n random points that no other one exceeds in both coordinates, from right to left."""
    return _pareto_front, lambda: (rng.random(n), rng.random(n))


def _pareto_front(x: Array, y: Array) -> Array:
    order = np.argsort(x)[::-1]
    heights = y[order]
    return order[heights == np.maximum.accumulate(heights)]


@grows("O(n log n)", "Bentley 1977: two sorts of 2n numbers, then 2n updates of a segment tree", largest=2**20)
def numba_rectangle_union(n: int, rng: np.random.Generator) -> Work:
    """Find the area that n random rectangles cover, n a power of two, by a sweep."""
    ranks, tree, lengths = paged(2 * n, np.int64), paged(4 * n, np.int32), paged((2, 4 * n))
    return lambda x, y: _union_area(x, y, ranks, tree, *lengths), lambda: (
        np.sort(rng.random((n, 2)), axis=1),
        np.sort(rng.random((n, 2)), axis=1),
    )


@compiled
def _refresh(node: int, tree: Array, whole: Array, covered: Array) -> None:
    if tree[node]:
        covered[node] = whole[node]
    elif 2 * node < tree.size:
        covered[node] = covered[2 * node] + covered[2 * node + 1]
    else:
        covered[node] = 0.0


@compiled
def _union_area(x: Array, y: Array, ranks: Array, tree: Array, whole: Array, covered: Array) -> float:
    # A leaf is the gap between two neighbouring heights; tree[node] rectangles cover all of a node, but not its parent.
    n, leaves = x.shape[0], ranks.size
    heights = y.ravel()
    order = np.argsort(heights)
    for k in range(leaves):
        ranks[order[k]] = k
        whole[leaves + k] = heights[order[k + 1]] - heights[order[k]] if k < leaves - 1 else 0.0
    for node in range(leaves - 1, 0, -1):
        whole[node] = whole[2 * node] + whole[2 * node + 1]
    tree[:] = 0
    covered[:] = 0.0
    ends = np.concatenate((x[:, 0], x[:, 1]))
    area = before = 0.0
    for event in np.argsort(ends):
        area += covered[1] * (ends[event] - before)
        before = ends[event]
        change = 1 if event < n else -1
        first, last = ranks[2 * (event % n)] + leaves, ranks[2 * (event % n) + 1] + leaves
        low, high = first, last
        while low < high:
            if low & 1:
                tree[low] += change
                _refresh(low, tree, whole, covered)
                low += 1
            if high & 1:
                high -= 1
                tree[high] += change
                _refresh(high, tree, whole, covered)
            low >>= 1
            high >>= 1
        for leaf in (first, last - 1):
            node = leaf >> 1
            while node:
                _refresh(node, tree, whole, covered)
                node >>= 1
    return area


@grows("O(n^2)", "n (n - 1) / 2 distances (Rosenkrantz, Stearns and Lewis 1977)", largest=2**15)
def numba_nearest_tour(n: int, rng: np.random.Generator) -> Work:
    """Find the length of a tour of n random points that always goes on to the nearest one left."""
    left = paged((2, n))
    return lambda points: _nearest_tour(points, left), lambda: (rng.random((2, n)),)


@compiled
def _nearest_tour(points: Array, left: Array) -> float:
    left[:] = points
    x, y = left[0, 0], left[1, 0]
    first, length = 0, 0.0
    for count in range(points.shape[1] - 1, 0, -1):
        # The last one takes the place of the one that was reached.
        left[0, first], left[1, first] = left[0, count], left[1, count]
        shortest = np.inf
        for i in range(count):
            square = (left[0, i] - x) ** 2 + (left[1, i] - y) ** 2
            if square < shortest:
                shortest, first = square, i
        x, y = left[0, first], left[1, first]
        length += math.sqrt(shortest)
    return length + math.sqrt((points[0, 0] - x) ** 2 + (points[1, 0] - y) ** 2)
