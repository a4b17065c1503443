"""Functions of every class that had no part in shaping the analysis: texts, sets, graphs, range queries, tables."""

from __future__ import annotations

import math
from base64 import b64encode
from heapq import merge

import numpy as np

from growth_functions.base import BATCH, HALF_OCTAVES, PRIME, Array, Work, compiled, grows, near, paged

RUN = 16  # length of the sorted runs that are merged


@grows("O(1)", "a slice of a memoryview is another view and copies nothing (Python library reference)", largest=2**26)
def memoryview_slice(n: int, rng: np.random.Generator) -> Work:
    """View a random part of n bytes."""
    view = memoryview(bytes(n))
    return view.__getitem__, lambda: (slice(int(rng.integers(n // 2)), n),)


@grows("O(log n)", "two nodes a level of a segment tree, bottom up (Bentley 1977)", largest=2**24, subtle=True)
def numba_segment_minimum(n: int, rng: np.random.Generator) -> Work:
    """Find the minimum of each of 100 random ranges of n numbers, n a power of two, in a tree that is there."""
    tree = _segment_tree(rng.random(n))
    return lambda ranges: _range_minima(tree, ranges), lambda: (np.sort(rng.integers(n + 1, size=(BATCH, 2)), axis=1),)


@compiled
def _segment_tree(values: Array) -> Array:
    n = values.size
    tree = np.empty(2 * n)
    tree[n:] = values
    for i in range(n - 1, 0, -1):
        tree[i] = min(tree[2 * i], tree[2 * i + 1])
    return tree


@compiled
def _range_minima(tree: Array, ranges: Array) -> float:
    total = 0.0
    for query in range(ranges.shape[0]):
        low, high = ranges[query, 0] + tree.size // 2, ranges[query, 1] + tree.size // 2
        least = 1.0
        while low < high:
            if low & 1:
                least = min(least, tree[low])
                low += 1
            if high & 1:
                high -= 1
                least = min(least, tree[high])
            low >>= 1
            high >>= 1
        total += least
    return total


@grows("O(sqrt n)", "n // k takes fewer than 2 sqrt n values", largest=2**44)
def numba_quotient_sum(n: int, rng: np.random.Generator) -> Work:
    """Sum n // k over all k, equal quotients at once, for a random number near n."""
    return _quotient_sum, lambda: (near(n, rng),)


@compiled
def _quotient_sum(n: int) -> int:
    total, k = 0, 1
    while k <= n:
        quotient = n // k
        following = n // quotient + 1
        total += quotient * (following - k)
        k = following
    return total


@grows("O(n)", "one look-up a character (CPython, unicodeobject.c)")
def str_translate(n: int, rng: np.random.Generator) -> Work:
    """Map each of n random letters to another."""
    table = str.maketrans("abcdefghijklmnopqrstuvwxyz", "nopqrstuvwxyzabcdefghijklm")
    return str.translate, lambda: (rng.integers(97, 123, size=n, dtype=np.uint8).tobytes().decode(), table)


@grows("O(n)", "four letters for three bytes (RFC 4648)")
def base64_encode(n: int, rng: np.random.Generator) -> Work:
    """Encode n random bytes in base 64."""
    return b64encode, lambda: (rng.bytes(n),)


@grows("O(n)", "each element of the smaller set is looked up (Python wiki, TimeComplexity)", largest=2**20)
def set_intersection(n: int, rng: np.random.Generator) -> Work:
    """Intersect two sets of n random numbers below 2n."""
    return set.intersection, lambda: (
        set(rng.choice(2 * n, n, replace=False).tolist()),
        set(rng.choice(2 * n, n, replace=False).tolist()),
    )


@grows("O(n)", "every node and every edge once (Moore 1959)", largest=2**21, subtle=True)
def numba_breadth_first(n: int, rng: np.random.Generator) -> Work:
    """Find the distances from node 0 in a random graph of n nodes with 4 edges each."""
    queue = paged(n, np.int64)
    return lambda edges: _breadth_first(edges, queue), lambda: (rng.integers(n, size=(n, 4)),)


@compiled
def _breadth_first(edges: Array, queue: Array) -> Array:
    distance = np.full(edges.shape[0], -1)
    distance[0] = queue[0] = first = 0
    last = 1
    while first < last:
        node = queue[first]
        first += 1
        for k in range(edges.shape[1]):
            following = edges[node, k]
            if distance[following] < 0:
                distance[following] = distance[node] + 1
                queue[last] = following
                last += 1
    return distance


@grows("O(n log n)", "about 2 log2 n nodes of the tree for each of n ranges", largest=2**22)
def numba_segment_minima(n: int, rng: np.random.Generator) -> Work:
    """Build a segment tree of n random numbers, n a power of two, and ask for the minima of n random ranges."""
    return lambda values, ranges: _range_minima(_segment_tree(values), ranges), lambda: (
        rng.random(n),
        np.sort(rng.integers(n + 1, size=(n, 2)), axis=1),
    )


@grows("O(n log n)", "log2 (n / 16) comparisons a number (Python library reference, heapq.merge)", largest=2**19)
def py_merge_runs(n: int, rng: np.random.Generator) -> Work:
    """Merge n random numbers in sorted runs of 16."""
    return _merge_runs, lambda: (np.sort(rng.random((n // RUN, RUN)), axis=1).tolist(),)


def _merge_runs(runs: list[list[float]]) -> list[float]:
    return list(merge(*runs))


@grows("O(n log n)", "a sort by the ends, then one pass (Kleinberg and Tardos, 4.1)", largest=2**22)
def np_most_intervals(n: int, rng: np.random.Generator) -> Work:
    """Choose the most of n random intervals that don't overlap."""
    return _most_intervals, lambda: (np.sort(rng.random((n, 2)), axis=1),)


def _most_intervals(intervals: Array) -> int:
    return int(_disjoint(intervals[np.argsort(intervals[:, 1])]))


@compiled
def _disjoint(intervals: Array) -> int:
    count, end = 0, -1.0
    for i in range(intervals.shape[0]):
        if intervals[i, 0] >= end:
            count += 1
            end = intervals[i, 1]
    return count


@grows("O(n log n)", "ranks come from a sort (SciPy, rankdata)")
def scipy_ranks(n: int, rng: np.random.Generator) -> Work:
    """Rank n random numbers."""
    from scipy.stats import rankdata

    return rankdata, lambda: (rng.random(n),)


@grows("O(n^1.5)", "sqrt n blocks and up to 2 sqrt n numbers for each of n ranges", largest=2**19)
def numba_block_minima(n: int, rng: np.random.Generator) -> Work:
    """Find the sums of the minima of n random ranges of n random numbers, with the minima of sqrt n blocks."""
    width = math.isqrt(n)
    blocks = paged(n // width)
    return lambda values, ranges: _block_minima(values, ranges, blocks, width), lambda: (
        rng.random(n),
        np.sort(rng.integers(n + 1, size=(n, 2)), axis=1),
    )


@compiled
def _block_minima(values: Array, ranges: Array, blocks: Array, width: int) -> float:
    for block in range(blocks.size):
        blocks[block] = values[block * width]
        for i in range(block * width, (block + 1) * width):
            blocks[block] = min(blocks[block], values[i])
    total = 0.0
    for query in range(ranges.shape[0]):
        i, high = ranges[query, 0], ranges[query, 1]
        least = 1.0
        while i < high:
            if i % width == 0 and i + width <= high and i // width < blocks.size:
                least = min(least, blocks[i // width])
                i += width
            else:
                least = min(least, values[i])
                i += 1
        total += least
    return total


@grows("O(n^2)", "n (n + 1) / 2 cells of a table", largest=2**14)
def numba_palindromic_part(n: int, rng: np.random.Generator) -> Work:
    """Find the length of the longest palindromic subsequence of n random letters of two."""
    return _palindromic_part, lambda: (rng.integers(2, size=n),)


@compiled
def _palindromic_part(text: Array) -> int:
    row = np.zeros(text.size, np.int64)
    for i in range(text.size - 1, -1, -1):
        diagonal = 0
        row[i] = 1
        for k in range(i + 1, text.size):
            below = row[k]
            row[k] = diagonal + 2 if text[i] == text[k] else max(row[k], row[k - 1])
            diagonal = below
    return row[-1]


@grows("O(n^2)", "n (n + 1) / 2 sums", largest=2**15)
def numba_pascal_row(n: int, rng: np.random.Generator) -> Work:
    """Find row n of Pascal's triangle modulo a prime, times a random factor, row by row."""
    row = paged(n + 1, np.int64)
    return lambda factor: _pascal_row(row, factor), lambda: (int(rng.integers(1, PRIME)),)


@compiled
def _pascal_row(row: Array, factor: int) -> Array:
    row[:] = 0
    row[0] = factor
    for i in range(1, row.size):
        for k in range(i, 0, -1):
            row[k] = (row[k] + row[k - 1]) % PRIME
    return row


@grows("O(n^2 log n)", "a sort of n^2 differences", first=8, largest=2**12)
def np_sorted_differences(n: int, rng: np.random.Generator) -> Work:
    """Sort all differences of n random numbers from n others."""
    return lambda first, second: np.sort(np.subtract.outer(first, second), axis=None), lambda: (
        rng.random(n),
        rng.random(n),
    )


@grows("O(n^3)", "n^3 / 6 roots are tried (Knuth, vol. 3, 6.2.2)", first=4, largest=1448, ratio=HALF_OCTAVES)
def numba_search_tree(n: int, rng: np.random.Generator) -> Work:
    """Find the cost of the best binary search tree of n keys of random frequency, every root tried."""
    cost = paged((n + 1, n + 1))
    return lambda weights: _search_tree(weights, cost), lambda: (rng.random(n),)


@compiled
def _search_tree(weights: Array, cost: Array) -> float:
    # cost[i, k] is that of the keys from i up to, not including, k; kept symmetric to read both rows forwards.
    n = weights.size
    for i in range(n + 1):
        cost[i, i] = 0.0
    for length in range(1, n + 1):
        for i in range(n + 1 - length):
            last, best = i + length, np.inf
            for root in range(i, last):
                best = min(best, cost[i, root] + cost[last, root + 1])
            cost[i, last] = cost[last, i] = best + weights[i:last].sum()
    return cost[0, n]


@grows(
    "O(n^3)",
    "n^3 / 6 multiplications; LAPACK gains speed with n",
    first=4,
    largest=2048,
    ratio=HALF_OCTAVES,
    subtle=True,
)
def np_cholesky(n: int, rng: np.random.Generator) -> Work:
    """Factor a random matrix with a dominant diagonal by Cholesky's method."""

    def fresh() -> tuple[Array]:
        matrix = rng.random((n, n))
        return (matrix + matrix.T + 2 * n * np.eye(n),)

    return np.linalg.cholesky, fresh
