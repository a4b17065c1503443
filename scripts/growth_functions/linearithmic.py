"""Growth as n log n: sorts, divide and conquer, transforms at powers of two, geometry, trees."""

from __future__ import annotations

from heapq import heapify, heappop, heapreplace

import numpy as np

from growth_functions.base import PRIME, Array, Work, compiled, grows, paged


@grows("O(n log n)", "12/7 n ln n comparisons on average with the median of three (Sedgewick 1977)", mutates=True)
def numba_quicksort(n: int, rng: np.random.Generator) -> Work:
    """Sort n random numbers by quicksort, down to single ones."""
    stack = paged(128, np.int64)
    return lambda values: _quicksort(values, stack), lambda: (rng.random(n),)


@compiled
def _quicksort(values: Array, stack: Array) -> Array:
    stack[0], stack[1], height = 0, values.size - 1, 2
    while height:
        height -= 2
        low, high = stack[height], stack[height + 1]
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
            # The larger part waits, which bounds the stack by log2 n entries.
            if k - low < high - i:
                stack[height], stack[height + 1], high = i, high, k
            else:
                stack[height], stack[height + 1], low = low, k, i
            height += 2
    return values


@grows("O(n log n)", "log2 n passes of merging (Knuth, vol. 3, 5.2.4 and exercise 5.2.4-21)", mutates=True)
def numba_count_inversions(n: int, rng: np.random.Generator) -> Work:
    """Count the pairs out of order among n random numbers while merging."""
    spare = paged(n)
    return lambda values: _count_inversions(values, spare), lambda: (rng.random(n),)


@compiled
def _count_inversions(values: Array, spare: Array) -> int:
    n, width, inversions = values.size, 1, 0
    source, target = values, spare
    while width < n:
        for low in range(0, n, 2 * width):
            middle, high = min(low + width, n), min(low + 2 * width, n)
            i, k = low, middle
            for position in range(low, high):
                if k == high or (i < middle and source[i] <= source[k]):
                    target[position] = source[i]
                    i += 1
                else:
                    target[position] = source[k]
                    inversions += middle - i
                    k += 1
        source, target = target, source
        width *= 2
    return inversions


@grows("O(n log n)", "log2 n passes of n / 2 butterflies (Cooley and Tukey 1965)", largest=2**23, mutates=True)
def numba_number_transform(n: int, rng: np.random.Generator) -> Work:
    """Fourier-transform n random residues modulo a prime, n a power of two."""
    roots = np.array([pow(3, (PRIME - 1) >> level, PRIME) for level in range(1, n.bit_length())], np.int64)
    return lambda values: _number_transform(values, roots), lambda: (rng.integers(PRIME, size=n),)


@compiled
def _number_transform(values: Array, roots: Array) -> Array:
    n, mirrored = values.size, 0
    for i in range(1, n):
        bit = n >> 1
        while mirrored & bit:
            mirrored ^= bit
            bit >>= 1
        mirrored ^= bit
        if i < mirrored:
            values[i], values[mirrored] = values[mirrored], values[i]
    half = 1
    for level in range(roots.size):
        for start in range(0, n, 2 * half):
            power = 1
            for k in range(start, start + half):
                first, second = values[k], values[k + half] * power % PRIME
                values[k] = (first + second) % PRIME
                values[k + half] = (first - second) % PRIME
                power = power * roots[level] % PRIME
        half *= 2
    return values


@grows("O(n log n)", "log2 n passes of n / 2 sums and differences (Fino and Algazi 1976)", mutates=True)
def numba_walsh_hadamard(n: int, rng: np.random.Generator) -> Work:
    """Walsh-Hadamard-transform n random numbers, n a power of two."""
    return _walsh_hadamard, lambda: (rng.random(n),)


@compiled
def _walsh_hadamard(values: Array) -> Array:
    half = 1
    while half < values.size:
        for start in range(0, values.size, 2 * half):
            for k in range(start, start + half):
                first, second = values[k], values[k + half]
                values[k] = first + second
                values[k + half] = first - second
        half *= 2
    return values


@grows("O(n log n)", "three real FFTs of length 2n, a power of two (Cooley and Tukey 1965)", largest=2**22)
def np_polynomial_product(n: int, rng: np.random.Generator) -> Work:
    """Multiply two random polynomials of n coefficients by FFT."""
    return _polynomial_product, lambda: (rng.random(n), rng.random(n))


def _polynomial_product(first: Array, second: Array) -> Array:
    length = 2 * first.size
    return np.fft.irfft(np.fft.rfft(first, length) * np.fft.rfft(second, length), length)


@grows("O(n log n)", "one real FFT of length n, a power of two (Makhoul 1980)", largest=2**23)
def scipy_cosine_transform(n: int, rng: np.random.Generator) -> Work:
    """Cosine-transform (type 2) n random numbers."""
    from scipy.fft import dct

    return dct, lambda: (rng.random(n),)


@grows(
    "O(n log n)", "a row of at most n minima for each of log2 n levels (Bender and Farach-Colton 2000)", largest=2**22
)
def numba_sparse_table(n: int, rng: np.random.Generator) -> Work:
    """Tabulate the minima of all ranges of n random numbers whose length is a power of two."""
    table = paged((n.bit_length(), n), np.int32)
    return lambda values: _sparse_table(values, table), lambda: (rng.integers(1 << 30, size=n, dtype=np.int32),)


@compiled
def _sparse_table(values: Array, table: Array) -> Array:
    table[0] = values
    span = 1
    for level in range(1, table.shape[0]):
        for i in range(values.size - 2 * span + 1):
            table[level, i] = min(table[level - 1, i], table[level - 1, i + span])
        span *= 2
    return table


@grows(
    "O(n log n)",
    "Shamos and Hoey 1975: halves, a linear merge, a strip of constant density",
    largest=2**22,
    mutates=True,
)
def numba_closest_pair(n: int, rng: np.random.Generator) -> Work:
    """Find the squared distance of the closest two of n random points, given in order of x."""
    spare_x, spare_y = paged(n), paged(n)
    return lambda x, y: _closest_pair(x, y, 0, n, spare_x, spare_y), lambda: (
        np.cumsum(rng.random(n)),
        rng.random(n) * n,
    )


@compiled
def _closest_pair(x: Array, y: Array, low: int, high: int, spare_x: Array, spare_y: Array) -> float:
    """Expect the points from `low` to `high` in order of x, and leave them in order of y."""
    if high - low == 1:
        return np.inf
    middle = (low + high) // 2
    split = x[middle]
    best = min(
        _closest_pair(x, y, low, middle, spare_x, spare_y),
        _closest_pair(x, y, middle, high, spare_x, spare_y),
    )
    i, k = low, middle
    for position in range(low, high):
        if k == high or (i < middle and y[i] <= y[k]):
            spare_x[position], spare_y[position] = x[i], y[i]
            i += 1
        else:
            spare_x[position], spare_y[position] = x[k], y[k]
            k += 1
    for position in range(low, high):
        x[position], y[position] = spare_x[position], spare_y[position]
    count = low  # the strip so far is kept in the spare arrays, from `low` on
    for i in range(low, high):
        if (x[i] - split) ** 2 < best:
            for k in range(count - 1, low - 1, -1):
                if (y[i] - spare_y[k]) ** 2 >= best:
                    break
                best = min(best, (x[i] - spare_x[k]) ** 2 + (y[i] - spare_y[k]) ** 2)
            spare_x[count], spare_y[count] = x[i], y[i]
            count += 1
    return best


# Random text would be done in a few rounds, and its growth would be n log log n; a text with a period needs them all.
@grows(
    "O(n log n)", "Manber and Myers 1993: log2 n linear rounds, all needed where the text is periodic", largest=2**22
)
def numba_suffix_array(n: int, rng: np.random.Generator) -> Work:
    """Order the suffixes of a random word of 4 letters repeated up to n letters, by doubling."""
    order, rank, spare, counts = (paged(n, np.int32) for _ in range(4))
    return lambda text: _suffix_array(text, order, rank, spare, counts), lambda: (
        np.resize(rng.integers(4, size=4, dtype=np.uint8), n),
    )


@compiled
def _suffix_array(text: Array, order: Array, rank: Array, spare: Array, counts: Array) -> Array:
    n, classes, length = text.size, 4, 0
    for i in range(n):
        rank[i], spare[i] = text[i], i
    while True:
        # `spare` holds the suffixes in the order of what follows their first `length` letters: sort by those, stably.
        counts[:classes] = 0
        for i in range(n):
            counts[rank[i]] += 1
        for c in range(1, classes):
            counts[c] += counts[c - 1]
        for i in range(n - 1, -1, -1):
            suffix = spare[i]
            counts[rank[suffix]] -= 1
            order[counts[rank[suffix]]] = suffix
        spare[order[0]], classes = 0, 1
        for i in range(1, n):
            a, b = order[i - 1], order[i]
            after_a = rank[a + length] if a + length < n else -1
            after_b = rank[b + length] if b + length < n else -1
            if rank[a] != rank[b] or after_a != after_b:
                classes += 1
            spare[b] = classes - 1
        for i in range(n):
            rank[i] = spare[i]
        if classes == n:
            return order
        length = max(1, 2 * length)
        count = 0
        for i in range(n - length, n):
            spare[count] = i
            count += 1
        for i in range(n):
            if order[i] >= length:
                spare[count] = order[i] - length
                count += 1


@grows("O(n log n)", "introsort: 2 n ln n comparisons at most of this order (NumPy manual, sort)", largest=2**21)
def np_sort_bytes(n: int, rng: np.random.Generator) -> Work:
    """Sort a copy of n random byte strings of length 8."""
    return np.sort, lambda: (np.frombuffer(rng.bytes(8 * n), "S8"),)


@grows("O(n log n)", "2 n ln n comparisons on average (Hoare 1962)", largest=2**19)
def py_quicksort_lists(n: int, rng: np.random.Generator) -> Work:
    """Sort n random numbers by list comprehensions."""
    return _quicksort_lists, lambda: (rng.random(n).tolist(),)


def _quicksort_lists(values: list[float]) -> list[float]:
    if len(values) <= 1:
        return values
    pivot = values[len(values) // 2]
    smaller = _quicksort_lists([value for value in values if value < pivot])
    greater = _quicksort_lists([value for value in values if value > pivot])
    return [*smaller, *[value for value in values if value == pivot], *greater]


@grows("O(n log n)", "timsort: n log2 n comparisons on random input; they chase pointers", largest=2**19, subtle=True)
def py_sorted_pairs(n: int, rng: np.random.Generator) -> Work:
    """Sort a list of n random pairs of ints."""
    return sorted, lambda: (list(zip(rng.integers(n, size=n).tolist(), rng.integers(n, size=n).tolist(), strict=True)),)


@grows("O(n log n)", "Huffman 1952 with a heap: n merges of log n each; the loop's linear part is large", subtle=True)
def py_huffman_cost(n: int, rng: np.random.Generator) -> Work:
    """Compute the length of a text in its Huffman code, from n random frequencies."""
    return _huffman_cost, lambda: (rng.integers(1, 1000, size=n).tolist(),)


def _huffman_cost(frequencies: list[int]) -> int:
    heap, cost = frequencies.copy(), 0
    heapify(heap)
    while len(heap) > 1:
        merged = heappop(heap) + heap[0]
        heapreplace(heap, merged)
        cost += merged
    return cost


@grows(
    "O(n log n)", "n / 1 + n / 2 + ... + n / n = n ln n + 0.577 n steps; their stride leaves the caches", subtle=True
)
def numba_divisor_counts(n: int, rng: np.random.Generator) -> Work:
    """Count the divisors of every number below n by marking multiples."""
    counts = paged(n, np.int32)
    return lambda: _divisor_counts(counts), lambda: ()


@compiled
def _divisor_counts(counts: Array) -> Array:
    counts[:] = 0
    for divisor in range(1, counts.size):
        for multiple in range(divisor, counts.size, divisor):
            counts[multiple] += 1
    return counts


@grows(
    "O(n log n)", "2 n ln n comparisons on average (Knuth, vol. 3, 6.2.2); cache misses add", largest=2**21, subtle=True
)
def numba_tree_insertions(n: int, rng: np.random.Generator) -> Work:
    """Build an unbalanced binary search tree of n random numbers."""
    left, right = paged(n, np.int32), paged(n, np.int32)
    return lambda keys: _tree_insertions(keys, left, right), lambda: (rng.random(n),)


@compiled
def _tree_insertions(keys: Array, left: Array, right: Array) -> int:
    left[:] = -1
    right[:] = -1
    steps = 0
    for i in range(1, keys.size):
        node = 0
        while node >= 0:
            parent, smaller = node, keys[i] < keys[node]
            node = left[node] if smaller else right[node]
            steps += 1
        if smaller:
            left[parent] = i
        else:
            right[parent] = i
    return steps


@grows(
    "O(n log n)", "Qhull, expected (Barber, Dobkin and Huhdanpaa 1996); a large linear part", largest=2**19, subtle=True
)
def scipy_delaunay(n: int, rng: np.random.Generator) -> Work:
    """Triangulate n random points of the plane (Delaunay)."""
    from scipy.spatial import Delaunay

    return Delaunay, lambda: (rng.random((n, 2)),)


# Of points in a square quickhull drops nearly all at once, which is linear; on a circle every point is a corner.
@grows(
    "O(n log n)",
    "Qhull in the plane (Barber, Dobkin and Huhdanpaa 1996); a large linear part",
    largest=2**20,
    subtle=True,
)
def scipy_circle_hull(n: int, rng: np.random.Generator) -> Work:
    """Find the convex hull of n random points of a circle."""
    from scipy.spatial import ConvexHull

    def fresh() -> tuple[Array]:
        angles = rng.random(n) * (2 * np.pi)
        return (np.column_stack((np.cos(angles), np.sin(angles))),)

    return ConvexHull, fresh


@grows("O(n log n)", "n queries of log n expected (Friedman, Bentley and Finkel 1977)", largest=2**20, subtle=True)
def scipy_nearest_neighbours(n: int, rng: np.random.Generator) -> Work:
    """Find the nearest of n points to each of n random ones, in a k-d tree that is there."""
    from scipy.spatial import cKDTree

    return cKDTree(rng.random((n, 2))).query, lambda: (rng.random((n, 2)),)
