"""Whole numbers: digits, roots, divisors."""

from __future__ import annotations

import math

import numpy as np

from growth_functions.base import Array, Work, compiled, grows, near
from growth_functions.sublinear import common_divisors


@grows("O(log n)", "Legendre 1808: one division for each power of 3 below n", largest=2**58)
def py_factorial_exponent(n: int, rng: np.random.Generator) -> Work:
    """Find how often 3 divides the factorial of a random number from n to 2n."""
    return _factorial_exponent, lambda: (int(rng.integers(n, 2 * n)),)


def _factorial_exponent(number: int) -> int:
    exponent = 0
    while number:
        number //= 3
        exponent += number
    return exponent


@grows("O(log n)", "one step a decimal digit", largest=2**58)
def py_ones_written(n: int, rng: np.random.Generator) -> Work:
    """Count the digits 1 of all numbers up to a random one from n to 2n."""
    return _ones_written, lambda: (int(rng.integers(n, 2 * n)),)


def _ones_written(number: int) -> int:
    ones, unit = 0, 1
    while unit <= number:
        above, rest = divmod(number, 10 * unit)
        ones += above * unit + min(max(rest - unit + 1, 0), unit)
        unit *= 10
    return ones


@grows("O(log n)", "from n on the guess is halved down to sqrt n, then log log n steps (Cohen, 1.7.1)", largest=2**58)
def py_newton_root(n: int, rng: np.random.Generator) -> Work:
    """Find the integer square root of a random number from n to 2n by Newton's method."""
    return _newton_root, lambda: (int(rng.integers(n, 2 * n)),)


def _newton_root(number: int) -> int:
    root, following = number, (number + 1) // 2
    while following < root:
        root, following = following, (following + number // following) // 2
    return root


@grows("O(sqrt n)", "there are sqrt (2n) triangular numbers up to n", first=256, largest=2**48)
def numba_triangle_square(n: int, rng: np.random.Generator) -> Work:
    """Count the ways in which a random number near n is the sum of a triangular number and a square."""
    return _triangle_square, lambda: (near(n, rng),)


@compiled
def _triangle_square(number: int) -> int:
    ways, rest, k = 0, number, 0
    while rest >= 0:
        root = int(math.sqrt(rest))
        ways += root * root == rest
        k += 1
        rest -= k
    return ways


@grows("O(n log n)", "n times 0.843 ln n + 1.47 divisions on average (Knuth, vol. 2, 4.5.3)", largest=2**22)
def numba_reduced_fractions(n: int, rng: np.random.Generator) -> Work:
    """Sum the greatest common divisors of n pairs of random numbers up to n."""
    return common_divisors, lambda: (rng.integers(1, n + 1, size=n), rng.integers(1, n + 1, size=n))


@grows("O(n^2 log n)", "0.843 ln n + 1.47 divisions on average for each of n (n - 1) / 2 pairs", first=8, largest=2**13)
def numba_coprime_pairs(n: int, rng: np.random.Generator) -> Work:
    """Count the pairs of n random numbers up to n that have no common divisor."""
    return _coprime_pairs, lambda: (rng.integers(1, n + 1, size=n),)


@compiled
def _coprime_pairs(values: Array) -> int:
    found = 0
    for i in range(values.size):
        for k in range(i):
            a, b = values[i], values[k]
            while b:
                a, b = b, a % b
            found += a == 1
    return found
