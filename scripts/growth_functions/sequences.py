"""Arrays and sequences of numbers or letters: filters, sets, order, levels of bits, parses."""

from __future__ import annotations

import math

import numpy as np

from growth_functions.base import HALF_OCTAVES, Array, Work, compiled, grows, paged

# What a span of brackets may be, as bits: balanced, "(", ")", and balanced with one ")" more.
BALANCED, OPEN, CLOSE, REST = 1, 2, 4, 8


@grows("O(n)", "nine products an element (NumPy, convolve)", largest=2**22)
def np_convolve_short(n: int, rng: np.random.Generator) -> Work:
    """Filter n random numbers by a kernel of nine."""
    return np.convolve, lambda: (rng.random(n), rng.random(9))


@grows("O(n)", "one pass that counts, one that copies (NumPy manual, boolean array indexing)", largest=2**24)
def np_boolean_mask(n: int, rng: np.random.Generator) -> Work:
    """Pick about half of n random numbers by a random mask."""
    return lambda values, mask: values[mask], lambda: (rng.random(n), rng.integers(2, size=n, dtype=np.bool_))


@grows("O(n log n)", "a sort of both arrays (NumPy, intersect1d)", largest=2**21)
def np_intersect1d(n: int, rng: np.random.Generator) -> Work:
    """Find the common ones of n random numbers and n others."""
    return np.intersect1d, lambda: (rng.integers(4 * n, size=n), rng.integers(4 * n, size=n))


@grows("O(n log n)", "log2 n stable partitions (Claude and Navarro 2012)", largest=2**22)
def numba_wavelet_levels(n: int, rng: np.random.Generator) -> Work:
    """Build the levels of a wavelet matrix of n random numbers below n, n a power of two."""
    levels, spare = paged((n.bit_length() - 1, n), np.uint8), paged((2, n), np.int32)
    return lambda values: _wavelet_levels(values, levels, spare), lambda: (rng.integers(n, size=n, dtype=np.int32),)


@compiled
def _wavelet_levels(values: Array, levels: Array, spare: Array) -> Array:
    spare[0] = values
    for level in range(levels.shape[0]):
        source, target = spare[level & 1], spare[~level & 1]
        shift = levels.shape[0] - 1 - level
        zeros = 0
        for i in range(values.size):
            bit = (source[i] >> shift) & 1
            levels[level, i] = bit
            zeros += 1 - bit
        low, high = 0, zeros
        for i in range(values.size):
            if levels[level, i]:
                target[high] = source[i]
                high += 1
            else:
                target[low] = source[i]
                low += 1
    return levels


@grows("O(n^1.5)", "a pass over n numbers for each of sqrt n thresholds", largest=2**20)
def np_threshold_counts(n: int, rng: np.random.Generator) -> Work:
    """Count how many of n random numbers lie below each of sqrt n random thresholds, one pass for each."""
    below = paged(n, np.bool_)

    def count(values: Array, thresholds: list[float]) -> list[int]:
        return [int(np.count_nonzero(np.less(values, threshold, out=below))) for threshold in thresholds]

    return count, lambda: (rng.random(n), rng.random(math.isqrt(n)).tolist())


@grows("O(n^2)", "n (n - 1) / 2 comparisons (Knuth, vol. 3, 5.2.2)", largest=2**15, mutates=True)
def numba_bubble_sort(n: int, rng: np.random.Generator) -> Work:
    """Sort n random numbers by exchanges of neighbours."""
    return _bubble_sort, lambda: (rng.random(n),)


@compiled
def _bubble_sort(values: Array) -> Array:
    for last in range(values.size - 1, 0, -1):
        for i in range(last):
            if values[i] > values[i + 1]:
                values[i], values[i + 1] = values[i + 1], values[i]
    return values


@grows(
    "O(n^2 log n)", "n suffixes, for each number a search among 2 sqrt n tails (Fredman 1975)", first=8, largest=2**13
)
def numba_suffix_increasing(n: int, rng: np.random.Generator) -> Work:
    """Find the length of the longest increasing subsequence of every suffix of n random numbers, each by itself."""
    tails, longest = paged(n), paged(n, np.int64)
    return lambda values: _suffix_increasing(values, tails, longest), lambda: (rng.random(n),)


@compiled
def _suffix_increasing(values: Array, tails: Array, longest: Array) -> Array:
    for start in range(values.size):
        length = 0
        for i in range(start, values.size):
            low, high = 0, length
            while low < high:
                middle = (low + high) // 2
                if tails[middle] < values[i]:
                    low = middle + 1
                else:
                    high = middle
            tails[low] = values[i]
            if low == length:
                length += 1
        longest[start] = length
    return longest


@grows("O(n^3)", "Younger 1967: n^3 / 6 splits of spans", first=4, largest=1448, ratio=HALF_OCTAVES)
def numba_bracket_parses(n: int, rng: np.random.Generator) -> Work:
    """Count the balanced parts of n random brackets with a parser for any grammar in Chomsky's normal form."""
    table = paged((2, n + 1, n + 1), np.uint8)
    return lambda brackets: _bracket_parses(brackets, table), lambda: (rng.integers(2, size=n, dtype=np.uint8),)


@compiled
def _bracket_parses(brackets: Array, table: Array) -> int:
    # table[0, i, k] says what the part from i up to, not including, k may be; table[1] is its transpose, so that the
    # inner loop reads forwards.
    n, found = brackets.size, 0
    for i in range(n):
        table[0, i, i + 1] = table[1, i + 1, i] = CLOSE if brackets[i] else OPEN
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            last, kinds = i + length, 0
            for middle in range(i + 1, last):
                left, right = table[0, i, middle], table[1, last, middle]
                if left & BALANCED:
                    kinds |= (right & BALANCED) | (right & CLOSE) << 1
                if left & OPEN and right & (CLOSE | REST):
                    kinds |= BALANCED
            table[0, i, last] = table[1, last, i] = kinds
            found += kinds & BALANCED
    return found
