"""Constant, logarithmic and square-root growth. Where n is a number and no length, it runs far beyond any memory."""

from __future__ import annotations

import math
from collections import OrderedDict, deque
from functools import lru_cache

import numpy as np

from growth_functions.base import BATCH, PRIME, Array, Work, compiled, grows, near

HOT_KEYS = 8  # few enough to stay in the cache, so that constant work takes constant time


@grows("O(1)", "a range tests an int by arithmetic on its ends (Python library reference, range)", largest=2**59)
def range_contains(n: int, rng: np.random.Generator) -> Work:
    """Test a random int for membership in range(n)."""
    return range(n).__contains__, lambda: (int(rng.integers(2 * n)),)


@grows("O(1)", "rotate(k) moves k elements, here one (Python library reference, deque)", largest=2**22)
def deque_rotate_one(n: int, rng: np.random.Generator) -> Work:
    """Rotate a deque of n elements by one place."""
    return deque(range(n)).rotate, lambda: (1,)


@grows("O(1)", "a dict look-up and a change of links in a doubly linked list (CPython, odictobject.c)", largest=2**20)
def ordereddict_move_to_end(n: int, rng: np.random.Generator) -> Work:
    """Move one of a few keys of an ordered dict of n keys to its end."""
    ordered = OrderedDict.fromkeys(range(n))
    hot = rng.integers(n, size=HOT_KEYS).tolist()
    return ordered.move_to_end, lambda: (hot[rng.integers(HOT_KEYS)],)


@grows(
    "O(1)", "a dict look-up and a change of links in a doubly linked list (CPython, _functoolsmodule.c)", largest=2**20
)
def lru_cache_hit(n: int, rng: np.random.Generator) -> Work:
    """Hit one of a few keys of a full cache of n results."""
    cached = lru_cache(maxsize=n)(abs)
    for key in range(n):
        cached(key)
    hot = rng.integers(n, size=HOT_KEYS).tolist()
    return cached, lambda: (hot[rng.integers(HOT_KEYS)],)


@grows("O(1)", "reshaping a contiguous array makes a view and moves no element (NumPy manual)", largest=2**26)
def np_reshape_view(n: int, rng: np.random.Generator) -> Work:
    """View n elements as two rows."""
    return np.zeros(n).reshape, lambda: ((2, n // 2),)


@grows("O(1)", "Walker 1977: one column and one comparison a draw; the table outgrows the caches", subtle=True)
def numba_alias_draws(n: int, rng: np.random.Generator) -> Work:
    """Draw 1,000 times from a discrete distribution of n outcomes by the alias method."""
    threshold, alias = rng.random(n), rng.integers(n, size=n)
    return lambda columns, points: _alias_draws(threshold, alias, columns, points), lambda: (
        rng.integers(n, size=1000),
        rng.random(1000),
    )


@compiled
def _alias_draws(threshold: Array, alias: Array, columns: Array, points: Array) -> int:
    total = 0
    for i in range(columns.size):
        column = columns[i]
        total += column if points[i] < threshold[column] else alias[column]
    return total


@grows("O(log n)", "on average 0.843 ln n + 1.47 divisions (Knuth, vol. 2, 4.5.3)", largest=2**60)
def numba_euclid(n: int, rng: np.random.Generator) -> Work:
    """Compute 100 greatest common divisors of random numbers up to n."""
    return common_divisors, lambda: (rng.integers(1, n + 1, size=BATCH), rng.integers(1, n + 1, size=BATCH))


@compiled
def common_divisors(first: Array, second: Array) -> int:
    """Add up the greatest common divisors of pairs of numbers."""
    total = 0
    for i in range(first.size):
        a, b = first[i], second[i]
        while b:
            a, b = b, a % b
        total += a
    return total


@grows("O(log n)", "fast doubling takes one step a binary digit (Dijkstra, EWD 654)", largest=2**59)
def numba_fibonacci_doubling(n: int, rng: np.random.Generator) -> Work:
    """Compute 100 Fibonacci numbers modulo a prime, with random indexes from n to 2n."""
    return _fibonacci_doubling, lambda: (rng.integers(n, 2 * n, size=BATCH),)


@compiled
def _fibonacci_doubling(indexes: Array) -> int:
    total = 0
    for i in range(indexes.size):
        index = indexes[i]
        bit = 1
        while 2 * bit <= index:
            bit *= 2
        a, b = 0, 1  # F(k) and F(k + 1) for the digits of the index read so far
        while bit:
            a, b = a * ((2 * b - a) % PRIME) % PRIME, (a * a + b * b) % PRIME
            if index & bit:
                a, b = b, (a + b) % PRIME
            bit >>= 1
        total += a
    return total


@grows("O(log n)", "one step a binary digit", largest=2**59)
def py_count_ones(n: int, rng: np.random.Generator) -> Work:
    """Count the ones in the binary digits of a random number from n to 2n, shifted out one by one."""
    return _count_ones, lambda: (int(rng.integers(n, 2 * n)),)


def _count_ones(number: int) -> int:
    ones = 0
    while number:
        ones += number & 1
        number >>= 1
    return ones


@grows("O(log n)", "bisection halves an interval of sqrt n numbers at each step", largest=2**59)
def py_root_bisection(n: int, rng: np.random.Generator) -> Work:
    """Find the integer square root of a random number from n to 2n by bisection."""
    return _root_bisection, lambda: (int(rng.integers(n, 2 * n)),)


def _root_bisection(number: int) -> int:
    low, high = 0, 1 << (number.bit_length() // 2 + 1)
    while high - low > 1:
        middle = (low + high) // 2
        if middle * middle <= number:
            low = middle
        else:
            high = middle
    return low


@grows("O(log n)", "Fenwick 1994: a step for each one in the position's binary digits; cache misses add", subtle=True)
def numba_fenwick_sums(n: int, rng: np.random.Generator) -> Work:
    """Compute 100 prefix sums at random positions of a Fenwick tree of n numbers."""
    tree = rng.integers(100, size=n + 1)
    return lambda positions: _fenwick_sums(tree, positions), lambda: (rng.integers(1, n + 1, size=BATCH),)


@compiled
def _fenwick_sums(tree: Array, positions: Array) -> int:
    total = 0
    for i in range(positions.size):
        position = positions[i]
        while position > 0:
            total += tree[position]
            position &= position - 1
    return total


@grows("O(sqrt n)", "two pointers that meet: each of at most sqrt n places is passed once", largest=2**56)
def numba_two_squares(n: int, rng: np.random.Generator) -> Work:
    """Count the ways in which a random number near n is a sum of two squares."""
    return _two_squares, lambda: (near(n, rng),)


@compiled
def _two_squares(number: int) -> int:
    low, high, ways = 0, int(math.sqrt(number)) + 1, 0
    while low <= high:
        total = low * low + high * high
        if total <= number:
            low += 1
            ways += total == number
        else:
            high -= 1
    return ways


@grows("O(sqrt n)", "the first k odd numbers add up to k^2, so that sqrt n are subtracted", largest=2**48)
def py_odd_subtraction(n: int, rng: np.random.Generator) -> Work:
    """Find the integer square root of a random number near n by subtracting odd numbers."""
    return _odd_subtraction, lambda: (near(n, rng),)


def _odd_subtraction(number: int) -> int:
    odd = 1
    while number >= odd:
        number -= odd
        odd += 2
    return odd // 2


# Up to here the arrays of sqrt n elements are small enough for the allocator to hand out the same memory again.
@grows("O(sqrt n)", "one column of points for each of sqrt n abscissas", largest=2**42)
def np_circle_points(n: int, rng: np.random.Generator) -> Work:
    """Count the whole points of a quarter of a circle, its radius squared a random number near n."""
    return _circle_points, lambda: (near(n, rng),)


def _circle_points(squared_radius: int) -> int:
    abscissas = np.arange(math.isqrt(squared_radius) + 1)
    return int(np.sqrt(squared_radius - abscissas * abscissas).astype(np.int64).sum())


@grows(
    "O(sqrt n)", "two cut blocks of sqrt n numbers and at most sqrt n whole ones are added", largest=2**26, subtle=True
)
def numba_block_sums(n: int, rng: np.random.Generator) -> Work:
    """Sum ten random ranges of n numbers, kept with the sums of their blocks of sqrt n."""
    width = math.isqrt(n)
    values = rng.random(n)
    blocks = values[: n // width * width].reshape(-1, width).sum(axis=1)
    return lambda ends: _block_sums(values, blocks, width, ends), lambda: (rng.integers(n + 1, size=(10, 2)),)


@compiled
def _block_sums(values: Array, blocks: Array, width: int, ends: Array) -> float:
    total = 0.0
    for query in range(ends.shape[0]):
        low, high = min(ends[query, 0], ends[query, 1]), max(ends[query, 0], ends[query, 1])
        first, last = -(-low // width), high // width  # the whole blocks between
        if first >= last:
            for i in range(low, high):
                total += values[i]
            continue
        for i in range(low, first * width):
            total += values[i]
        for block in range(first, last):
            total += blocks[block]
        for i in range(last * width, high):
            total += values[i]
    return total
