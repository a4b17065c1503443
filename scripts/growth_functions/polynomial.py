"""Growth as n^1.5, n^2, n^2 log n and n^3: dynamic programs, dense geometry, matrices."""

from __future__ import annotations

import math
from operator import mul

import numpy as np

from growth_functions.base import HALF_OCTAVES, PRIME, Array, Work, compiled, grows, paged


@grows("O(n^1.5)", "Euler's pentagonal recurrence: about 1.63 sqrt i terms for the i-th number", largest=2**20)
def numba_partitions(n: int, rng: np.random.Generator) -> Work:
    """Count the partitions of all numbers below n modulo a prime, times a random factor."""
    counts = paged(n, np.int64)
    return lambda factor: _partitions(counts, factor), lambda: (int(rng.integers(1, PRIME)),)


@compiled
def _partitions(counts: Array, factor: int) -> Array:
    counts[0] = factor
    for i in range(1, counts.size):
        total, k, offset = 0, 1, 1
        while offset <= i:
            terms = counts[i - offset]
            if offset + k <= i:
                terms += counts[i - offset - k]
            total += terms if k & 1 else -terms
            offset += 3 * k + 1
            k += 1
        counts[i] = total % PRIME
    return counts


@grows("O(n^1.5)", "sqrt i squares are tried for the i-th number", largest=2**17)
def py_fewest_squares(n: int, rng: np.random.Generator) -> Work:
    """Find the fewest squares that add up to each number up to n, by dynamic programming."""
    return _fewest_squares, lambda: (n,)


def _fewest_squares(n: int) -> list[int]:
    squares, fewest = [k * k for k in range(1, math.isqrt(n) + 1)], [0]
    for i in range(1, n + 1):
        fewest.append(1 + min([fewest[i - square] for square in squares[: math.isqrt(i)]]))
    return fewest


@grows("O(n^1.5)", "Mo's order: either end of the window moves by at most about n sqrt n places", largest=2**20)
def numba_distinct_in_ranges(n: int, rng: np.random.Generator) -> Work:
    """Count distinct numbers in n random ranges of n random numbers, given in Mo's order."""
    width = math.isqrt(n)
    counts, answers = paged(width, np.int64), paged(n, np.int64)

    def fresh() -> tuple[Array, Array]:
        ends = np.sort(rng.integers(n + 1, size=(n, 2)), axis=1)
        block = ends[:, 0] // width
        # Right ends ascend in one block of left ends and descend in the next.
        return rng.integers(width, size=n), ends[np.lexsort((np.where(block % 2, -ends[:, 1], ends[:, 1]), block))]

    return lambda values, ends: _distinct_in_ranges(values, ends, counts, answers), fresh


@compiled
def _distinct_in_ranges(values: Array, ends: Array, counts: Array, answers: Array) -> Array:
    counts[:] = 0
    low = high = distinct = 0
    for query in range(ends.shape[0]):
        start, stop = ends[query, 0], ends[query, 1]
        while low > start:
            low -= 1
            distinct += counts[values[low]] == 0
            counts[values[low]] += 1
        while high < stop:
            distinct += counts[values[high]] == 0
            counts[values[high]] += 1
            high += 1
        while low < start:
            counts[values[low]] -= 1
            distinct -= counts[values[low]] == 0
            low += 1
        while high > stop:
            high -= 1
            counts[values[high]] -= 1
            distinct -= counts[values[high]] == 0
        answers[query] = distinct
    return answers


@grows("O(n^1.5)", "n points times sqrt n centres", largest=2**19)
def scipy_nearest_centres(n: int, rng: np.random.Generator) -> Work:
    """Find the nearest of sqrt n random centres to each of n random points, all tried."""
    from scipy.cluster.vq import vq

    return lambda points, centres: vq(points, centres, check_finite=False), lambda: (
        rng.random((n, 2)),
        rng.random((math.isqrt(n), 2)),
    )


@grows("O(n^1.5)", "n rows times sqrt n bands; short bands keep BLAS slow", largest=2**16, subtle=True)
def scipy_banded_substitution(n: int, rng: np.random.Generator) -> Work:
    """Solve n equations, the Cholesky factor of sqrt n bands given."""
    from scipy.linalg import cho_solve_banded

    bands = math.isqrt(n)
    # Column order is LAPACK's; another would have every call copy the factor.
    factor = np.asfortranarray(rng.random((bands + 1, n)) / (bands + 1))
    factor[0] = 2.0
    return lambda right: cho_solve_banded((factor, True), right, check_finite=False), lambda: (rng.random(n),)


@grows("O(n^2)", "n (n - 1) / 2 comparisons (Knuth, vol. 3, 5.2.3)", largest=2**16, mutates=True)
def numba_selection_sort(n: int, rng: np.random.Generator) -> Work:
    """Sort n random numbers by selection."""
    return _selection_sort, lambda: (rng.random(n),)


@compiled
def _selection_sort(values: Array) -> Array:
    for i in range(values.size - 1):
        least = i
        for k in range(i + 1, values.size):
            if values[k] < values[least]:
                least = k
        values[i], values[least] = values[least], values[i]
    return values


@grows("O(n^2)", "Bellman 1957: n things times a capacity of n", largest=2**16)
def numba_knapsack(n: int, rng: np.random.Generator) -> Work:
    """Fill a knapsack of capacity n best from n random things of weight up to 100."""
    best = paged(n + 1, np.int64)
    return lambda weights, worths: _knapsack(weights, worths, best), lambda: (
        rng.integers(1, 101, size=n),
        rng.integers(1, 101, size=n),
    )


@compiled
def _knapsack(weights: Array, worths: Array, best: Array) -> int:
    best[:] = 0
    for i in range(weights.size):
        weight, worth = weights[i], worths[i]
        for room in range(best.size - 1, weight - 1, -1):
            best[room] = max(best[room], best[room - weight] + worth)
    return best[-1]


@grows("O(n^2)", "n (n - 1) / 2 comparisons", first=8, largest=2**13)
def py_longest_increasing(n: int, rng: np.random.Generator) -> Work:
    """Find the length of the longest increasing subsequence of n random numbers from all pairs."""
    return _longest_increasing, lambda: (rng.random(n).tolist(),)


def _longest_increasing(values: list[float]) -> int:
    lengths: list[int] = []
    for value in values:
        longest = 0
        for other, length in zip(values, lengths, strict=False):
            if other < value and length > longest:
                longest = length
        lengths.append(longest + 1)
    return max(lengths)


@grows("O(n^2)", "Prim 1957: n - 1 scans of n distances", largest=2**15)
def numba_spanning_tree(n: int, rng: np.random.Generator) -> Work:
    """Find the length of the minimum spanning tree of n random points of the plane."""
    distance = paged(n)
    return lambda x, y: _spanning_tree(x, y, distance), lambda: (rng.random(n), rng.random(n))


@compiled
def _spanning_tree(x: Array, y: Array, distance: Array) -> float:
    distance[:] = np.inf
    length, node = 0.0, 0
    for _ in range(x.size - 1):
        distance[node] = -1.0  # in the tree
        shortest, nearest = np.inf, -1
        for i in range(x.size):
            if distance[i] >= 0.0:
                distance[i] = min(distance[i], (x[i] - x[node]) ** 2 + (y[i] - y[node]) ** 2)
                if distance[i] < shortest:
                    shortest, nearest = distance[i], i
        length += math.sqrt(shortest)
        node = nearest
    return length


@grows("O(n^2)", "n^2 products, written to memory that is there", largest=2**13)
def np_outer_product(n: int, rng: np.random.Generator) -> Work:
    """Multiply all of n random numbers by all of n others."""
    products = paged((n, n))
    return lambda first, second: np.multiply.outer(first, second, out=products), lambda: (rng.random(n), rng.random(n))


@grows("O(n^2)", "Sakoe and Chiba 1978: one step a cell of an n by n table", largest=2**15)
def numba_time_warp(n: int, rng: np.random.Generator) -> Work:
    """Compare two random series of n by dynamic time warping."""
    row = paged(n + 1)
    return lambda first, second: _time_warp(first, second, row), lambda: (rng.random(n), rng.random(n))


@compiled
def _time_warp(first: Array, second: Array, row: Array) -> float:
    row[:] = np.inf
    row[0] = 0.0
    for i in range(first.size):
        diagonal, row[0] = row[0], np.inf
        for k in range(1, row.size):
            cost = abs(first[i] - second[k - 1]) + min(diagonal, row[k], row[k - 1])
            diagonal, row[k] = row[k], cost
    return row[-1]


@grows("O(n^2 log n)", "a binary search for each of n (n - 1) / 2 pairs", largest=2**13)
def numba_zero_triples(n: int, rng: np.random.Generator) -> Work:
    """Count triples of sum zero among n random integers in order, by a binary search for each pair."""
    return _zero_triples, lambda: (np.sort(rng.integers(-(n**2), n**2, size=n)),)


@compiled
def _zero_triples(values: Array) -> int:
    found = 0
    for i in range(values.size):
        for k in range(i + 1, values.size):
            wanted = -(values[i] + values[k])
            low, high = k + 1, values.size
            while low < high:
                middle = (low + high) // 2
                if values[middle] < wanted:
                    low = middle + 1
                else:
                    high = middle
            found += low < values.size and values[low] == wanted
    return found


@grows("O(n^2 log n)", "2n cosine transforms of length n, a power of two (Makhoul 1980)", first=8, largest=2**12)
def scipy_cosine_transform_2d(n: int, rng: np.random.Generator) -> Work:
    """Cosine-transform (type 2) n by n random numbers."""
    from scipy.fft import dctn

    return dctn, lambda: (rng.random((n, n)),)


@grows("O(n^2 log n)", "for each point a sort of the slopes to those after it", first=8, largest=2**13)
def numba_points_on_line(n: int, rng: np.random.Generator) -> Work:
    """Find the most of n random points that lie on one line."""
    slopes = paged(n)
    return lambda x, y: _points_on_line(x, y, slopes), lambda: (rng.random(n), rng.random(n))


@compiled
def _points_on_line(x: Array, y: Array, slopes: Array) -> int:
    most = 1
    for i in range(x.size - 1):
        count = x.size - 1 - i
        for k in range(count):
            slopes[k] = (y[i + 1 + k] - y[i]) / (x[i + 1 + k] - x[i])
        slopes[:count].sort()
        run = 1
        most = max(most, 2)
        for k in range(1, count):
            run = run + 1 if slopes[k] == slopes[k - 1] else 1
            most = max(most, run + 1)
    return most


@grows("O(n^2 log n)", "timsort of n^2 random numbers: 2 n^2 log2 n comparisons", first=4, largest=2**10, subtle=True)
def py_sorted_sums(n: int, rng: np.random.Generator) -> Work:
    """Sort all sums of n random numbers with n others."""
    return lambda first, second: sorted([a + b for a in first for b in second]), lambda: (
        rng.random(n).tolist(),
        rng.random(n).tolist(),
    )


@grows(
    "O(n^2 log n)",
    "Dijkstra with a Fibonacci heap from each node (SciPy, dijkstra)",
    first=8,
    largest=2**11,
    subtle=True,
)
def scipy_all_distances(n: int, rng: np.random.Generator) -> Work:
    """Find the distances between all nodes of a random graph of n nodes with 4 edges each."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    starts = np.arange(0, 4 * n + 1, 4, dtype=np.int32)

    def fresh() -> tuple[object]:
        return (csr_array((rng.random(4 * n), rng.integers(n, size=4 * n, dtype=np.int32), starts), shape=(n, n)),)

    return dijkstra, fresh


@grows("O(n^3)", "n^3 / 3 multiplications", first=4, largest=1448, ratio=HALF_OCTAVES, mutates=True)
def numba_elimination(n: int, rng: np.random.Generator) -> Work:
    """Eliminate without pivoting in n random equations with a dominant diagonal."""
    return _elimination, lambda: (rng.random((n, n)) + n * np.eye(n),)


@compiled
def _elimination(matrix: Array) -> Array:
    for k in range(matrix.shape[0]):
        for i in range(k + 1, matrix.shape[0]):
            factor = matrix[i, k] / matrix[k, k]
            for column in range(k, matrix.shape[0]):
                matrix[i, column] -= factor * matrix[k, column]
    return matrix


@grows("O(n^3)", "n^3 / 6 splits are tried (Godbole 1973)", first=4, largest=1448, ratio=HALF_OCTAVES)
def numba_matrix_chain(n: int, rng: np.random.Generator) -> Work:
    """Find the cheapest order of multiplying n matrices of random shape."""
    cost = paged((n, n))
    return lambda shapes: _matrix_chain(shapes, cost), lambda: (rng.integers(1, 100, size=n + 1).astype(np.float64),)


@compiled
def _matrix_chain(shapes: Array, cost: Array) -> float:
    # The table is kept symmetric, so that the inner loop reads both of its rows forwards.
    n = cost.shape[0]
    for i in range(n):
        cost[i, i] = 0.0
    for length in range(1, n):
        for i in range(n - length):
            last = i + length
            ends, best = shapes[i] * shapes[last + 1], np.inf
            for k in range(i, last):
                best = min(best, cost[i, k] + cost[last, k + 1] + ends * shapes[k + 1])
            cost[i, last] = cost[last, i] = best
    return cost[0, n - 1]


@grows("O(n^3)", "n^3 multiplications", first=4, largest=512, ratio=HALF_OCTAVES)
def py_matrix_product(n: int, rng: np.random.Generator) -> Work:
    """Multiply two matrices as lists of rows."""
    return _matrix_product, lambda: (rng.random((n, n)).tolist(), rng.random((n, n)).tolist())


def _matrix_product(first: list[list[float]], second: list[list[float]]) -> list[list[float]]:
    columns = list(zip(*second, strict=True))
    return [[sum(map(mul, row, column)) for column in columns] for row in first]


@grows("O(n^3)", "n^3 multiplications: a loop over three indexes, no BLAS", first=4, largest=1448, ratio=HALF_OCTAVES)
def np_einsum_loops(n: int, rng: np.random.Generator) -> Work:
    """Sum over one of three indexes by einsum's own loops: a bilinear form of n vectors with n others."""
    return lambda a, b, c: np.einsum("ik,jk,k->ij", a, b, c, optimize=False), lambda: (
        rng.random((n, n)),
        rng.random((n, n)),
        rng.random(n),
    )


@grows("O(n^3)", "n^3 / 6 triples, half of them cut by a missing edge", first=4, largest=2048, ratio=HALF_OCTAVES)
def numba_triangles(n: int, rng: np.random.Generator) -> Work:
    """Count the triangles of a random graph of n nodes, each edge there or not with equal chance."""
    return _triangles, lambda: (rng.integers(2, size=(n, n)),)


@compiled
def _triangles(edge: Array) -> int:
    # Only the upper half of the matrix is read.
    found = 0
    for i in range(edge.shape[0]):
        for k in range(i + 1, edge.shape[0]):
            if edge[i, k]:
                for last in range(k + 1, edge.shape[0]):
                    found += edge[i, last] & edge[k, last]
    return found


@grows(
    "O(n^3)",
    "LU factors and n solutions, 2 n^3; LAPACK gains speed with n",
    first=4,
    largest=1448,
    ratio=HALF_OCTAVES,
    subtle=True,
)
def np_inverse(n: int, rng: np.random.Generator) -> Work:
    """Invert a random matrix with a dominant diagonal."""
    return np.linalg.inv, lambda: (rng.random((n, n)) + n * np.eye(n),)
