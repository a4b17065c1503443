"""Linear growth: passes over text and numbers, containers built, and gathers that leave the caches."""

from __future__ import annotations

from itertools import accumulate, groupby
from json import loads

import numpy as np

from growth_functions.base import Array, Work, compiled, grows, paged


@grows("O(n)", "one multiplication and one addition a coefficient (Knuth, vol. 2, 4.6.4)", largest=2**25)
def numba_horner(n: int, rng: np.random.Generator) -> Work:
    """Evaluate a polynomial of n coefficients by Horner's rule."""
    return _horner, lambda: (rng.random(n), rng.random())


@compiled
def _horner(coefficients: Array, x: float) -> float:
    total = 0.0
    for coefficient in coefficients:
        total = total * x + coefficient
    return total


@grows("O(n)", "two passes over n keys and one over 256 counters (Knuth, vol. 3, 5.2)", largest=2**26)
def numba_counting_sort(n: int, rng: np.random.Generator) -> Work:
    """Sort n random bytes by counting."""
    counts, ordered = paged(256, np.int64), paged(n, np.uint8)
    return lambda keys: _counting_sort(keys, counts, ordered), lambda: (rng.integers(256, size=n, dtype=np.uint8),)


@compiled
def _counting_sort(keys: Array, counts: Array, ordered: Array) -> Array:
    counts[:] = 0
    for key in keys:
        counts[key] += 1
    position = 0
    for key in range(counts.size):
        counts[key], position = position, position + counts[key]
    for key in keys:
        ordered[counts[key]] = key
        counts[key] += 1
    return ordered


@grows(
    "O(n)", "Gries and Misra 1978: every composite is crossed out once; strided stores leave the caches", subtle=True
)
def numba_linear_sieve(n: int, rng: np.random.Generator) -> Work:
    """Find the smallest prime factors of all numbers below n."""
    factor, primes = paged(n, np.int32), paged(n, np.int32)
    return lambda: _linear_sieve(factor, primes), lambda: ()


@compiled
def _linear_sieve(factor: Array, primes: Array) -> int:
    n, count = factor.size, 0
    factor[:] = 0
    for i in range(2, n):
        if factor[i] == 0:
            factor[i] = i
            primes[count] = i
            count += 1
        for k in range(count):
            prime = primes[k]
            if prime > factor[i] or prime * i >= n:
                break
            factor[prime * i] = prime
    return count


@grows("O(n)", "Knuth, Morris and Pratt 1977: at most 2n comparisons", largest=2**25)
def numba_prefix_function(n: int, rng: np.random.Generator) -> Work:
    """Find the longest borders of all prefixes of a random binary text."""
    border = paged(n, np.int32)
    return lambda text: _prefix_function(text, border), lambda: (rng.integers(2, size=n, dtype=np.uint8),)


@compiled
def _prefix_function(text: Array, border: Array) -> Array:
    border[0] = length = 0
    for i in range(1, text.size):
        while length > 0 and text[i] != text[length]:
            length = border[length - 1]
        if text[i] == text[length]:
            length += 1
        border[i] = length
    return border


@grows("O(n)", "Manacher 1975: the right end of the furthest palindrome only advances", largest=2**25)
def numba_palindromes(n: int, rng: np.random.Generator) -> Work:
    """Find the longest odd palindrome around every letter of a random binary text."""
    radius = paged(n, np.int32)
    return lambda text: _palindromes(text, radius), lambda: (rng.integers(2, size=n, dtype=np.uint8),)


@compiled
def _palindromes(text: Array, radius: Array) -> Array:
    n, left, right = text.size, 0, -1
    for i in range(n):
        reach = 1 if i > right else min(radius[left + right - i], right - i + 1)
        while i - reach >= 0 and i + reach < n and text[i - reach] == text[i + reach]:
            reach += 1
        radius[i] = reach
        if i + reach - 1 > right:
            left, right = i - reach + 1, i + reach - 1
    return radius


@grows("O(n)", "one comparison an element of the output (Knuth, vol. 3, 5.2.4)", largest=2**25)
def numba_merge_two(n: int, rng: np.random.Generator) -> Work:
    """Merge two sorted halves into an array of n numbers."""
    merged = paged(n)
    return lambda first, second: _merge_two(first, second, merged), lambda: (
        np.cumsum(rng.random(n // 2)),
        np.cumsum(rng.random(n - n // 2)),
    )


@compiled
def _merge_two(first: Array, second: Array, merged: Array) -> Array:
    i = k = 0
    for position in range(merged.size):
        if k == second.size or (i < first.size and first[i] <= second[k]):
            merged[position] = first[i]
            i += 1
        else:
            merged[position] = second[k]
            k += 1
    return merged


@grows("O(n)", "every element enters the stack once and leaves it at most once", largest=2**25)
def numba_next_greater(n: int, rng: np.random.Generator) -> Work:
    """Find the place of the next greater number for each of n random ones."""
    stack, places = paged(n, np.int64), paged(n, np.int64)
    return lambda values: _next_greater(values, stack, places), lambda: (rng.random(n),)


@compiled
def _next_greater(values: Array, stack: Array, places: Array) -> Array:
    height = 0
    for i in range(values.size):
        while height and values[stack[height - 1]] < values[i]:
            height -= 1
            places[stack[height]] = i
        stack[height] = i
        height += 1
    for k in range(height):
        places[stack[k]] = -1
    return places


@grows("O(n)", "one addition an element", largest=2**23)
def itertools_accumulate(n: int, rng: np.random.Generator) -> Work:
    """List the running sums of n small random ints."""
    return lambda values: list(accumulate(values)), lambda: (rng.integers(1000, size=n).tolist(),)


@grows("O(n)", "one comparison an element", largest=2**23)
def itertools_groupby(n: int, rng: np.random.Generator) -> Work:
    """Count the runs in n random bits."""
    return lambda values: sum(1 for _ in groupby(values)), lambda: (rng.integers(2, size=n).tolist(),)


@grows("O(n)", "one comparison an element", largest=2**25)
def np_maximum_accumulate(n: int, rng: np.random.Generator) -> Work:
    """Compute the running maxima of n random numbers, into memory that is there."""
    maxima = paged(n)
    return lambda values: np.maximum.accumulate(values, out=maxima), lambda: (rng.random(n),)


@grows("O(n)", "with bins of equal width each element's bin is computed, not searched (NumPy, histogram)")
def np_histogram_uniform(n: int, rng: np.random.Generator) -> Work:
    """Count n random numbers in 64 bins of equal width."""
    return lambda values: np.histogram(values, bins=64, range=(0.0, 1.0)), lambda: (rng.random(n),)


@grows("O(n)", "a running sum: one addition and one subtraction an element (SciPy, uniform_filter1d)", largest=2**25)
def scipy_moving_average(n: int, rng: np.random.Generator) -> Work:
    """Average over each 9 neighbours of n random numbers."""
    from scipy.ndimage import uniform_filter1d

    averages = paged(n)
    return lambda values: uniform_filter1d(values, 9, output=averages), lambda: (rng.random(n),)


@grows("O(n)", "elimination touches a constant number of entries a row (LAPACK, gtsv)", largest=2**22)
def scipy_solve_tridiagonal(n: int, rng: np.random.Generator) -> Work:
    """Solve n random tridiagonal equations with a dominant diagonal."""
    from scipy.linalg import solve_banded

    def fresh() -> tuple[Array, Array]:
        bands = rng.random((3, n))
        bands[1] += 3.0
        return bands, rng.random(n)

    return lambda bands, right: solve_banded((1, 1), bands, right, check_finite=False), fresh


@grows("O(n)", "one pass over the characters")
def str_split_words(n: int, rng: np.random.Generator) -> Work:
    """Split a random text of n characters into words, about one character in six a space."""
    letters = np.frombuffer(b"abcdefghijklmnopqrstuvwxy     ", np.uint8)

    def fresh() -> tuple[str]:
        return (letters[rng.integers(letters.size, size=n, dtype=np.uint8)].tobytes().decode("ascii"),)

    return str.split, fresh


@grows("O(n)", "one pass over the text", largest=2**22)
def json_loads_ints(n: int, rng: np.random.Generator) -> Work:
    """Read a list of n random ints from JSON."""
    return loads, lambda: (str(rng.integers(1_000_000, size=n).tolist()),)


@grows(
    "O(n)", "expected constant time an insertion, amortised over growth; cache misses add", largest=2**20, subtle=True
)
def set_build_strings(n: int, rng: np.random.Generator) -> Work:
    """Build a set of n random strings of digits, hashed for the first time."""
    return set, lambda: (list(map(str, rng.integers(1 << 40, size=n).tolist())),)


@grows("O(n)", "one load an element, a cache miss each where the table has left the caches", subtle=True)
def np_take_random(n: int, rng: np.random.Generator) -> Work:
    """Gather n numbers at random places of a table of n."""
    table, taken = rng.random(n), paged(n)
    return lambda places: np.take(table, places, out=taken, mode="clip"), lambda: (rng.integers(n, size=n),)


@grows("O(n)", "n loads, each waits for the one before; cache misses set their price", largest=2**23, subtle=True)
def numba_list_walk(n: int, rng: np.random.Generator) -> Work:
    """Walk around a linked list of n elements in random order."""
    order = rng.permutation(n)
    successor = np.empty(n, np.int64)
    successor[order] = np.roll(order, -1)
    return lambda start: _list_walk(successor, start), lambda: (int(rng.integers(n)),)


@compiled
def _list_walk(successor: Array, start: int) -> int:
    node = start
    for _ in range(successor.size):
        node = successor[node]
    return node


@grows("O(n)", "one multiplication an entry, 8 entries a row; gathers leave the caches", largest=2**21, subtle=True)
def scipy_sparse_product(n: int, rng: np.random.Generator) -> Work:
    """Multiply a sparse matrix of n rows, 8 random entries each, by a random vector."""
    from scipy.sparse import csr_array

    places = rng.integers(n, size=8 * n, dtype=np.int32)
    matrix = csr_array((rng.random(8 * n), places, np.arange(0, 8 * n + 1, 8, dtype=np.int32)), shape=(n, n))
    return matrix.dot, lambda: (rng.random(n),)
