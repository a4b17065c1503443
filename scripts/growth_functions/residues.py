"""Factors, powers of residues, and numbers as rows of binary digits."""

from __future__ import annotations

import math

import numpy as np

from growth_functions.base import BATCH, PRIME, Array, Work, compiled, grows, paged


# A division takes longer the more digits its quotient has.
@grows("O(log n)", "one squaring a binary digit (Knuth, vol. 2, 4.5.4, P)", largest=2**30, subtle=True)
def numba_strong_tests(n: int, rng: np.random.Generator) -> Work:
    """Count which of 100 random odd numbers from n to 2n pass the strong test of primality for base 2."""
    return _strong_tests, lambda: (2 * rng.integers(n // 2, n, size=BATCH) + 1,)


@compiled
def _strong_tests(numbers: Array) -> int:
    passed = 0
    for number in numbers:
        exponent, twos = number - 1, 0
        while not exponent & 1:
            exponent >>= 1
            twos += 1
        power, square = 1, 2
        while exponent:
            if exponent & 1:
                power = power * square % number
            square = square * square % number
            exponent >>= 1
        if power == 1:
            passed += 1
            continue
        for _ in range(twos):
            if power == number - 1:
                passed += 1
                break
            power = power * power % number
    return passed


# The search begins at the root and ends halfway between the factors: 0.06 sqrt n numbers, as one is twice the other.
@grows("O(sqrt n)", "Fermat 1643: as many roots as halfway between the factors lies above", first=2**20, largest=2**48)
def py_fermat_factors(n: int, rng: np.random.Generator) -> Work:
    """Factor the product, about n, of a random prime and one about twice as large."""
    least = math.isqrt(n // 2)

    def prime(start: int) -> int:
        number = start + int(rng.integers(least // 64 + 1)) | 1
        while not all(number % divisor for divisor in range(3, math.isqrt(number) + 1, 2)):
            number += 2
        return number

    return _fermat_factors, lambda: (prime(least) * prime(2 * least),)


def _fermat_factors(number: int) -> tuple[int, int]:
    root = math.isqrt(number - 1) + 1
    while True:
        square = root * root - number
        half = math.isqrt(square)
        if half * half == square:
            return root - half, root + half
        root += 1


@grows(
    "O(n log n)", "one step for each of log2 n digits of n places; these leave the caches", largest=2**22, subtle=True
)
def numba_bit_reversal(n: int, rng: np.random.Generator) -> Work:
    """Put n random numbers, n a power of two, at the places whose binary digits are reversed."""
    target = paged(n)
    return lambda values: _bit_reversal(values, target), lambda: (rng.random(n),)


@compiled
def _bit_reversal(values: Array, target: Array) -> Array:
    for i in range(values.size):
        rest, place, top = i, 0, values.size
        while top > 1:
            place = place << 1 | rest & 1
            rest >>= 1
            top >>= 1
        target[place] = values[i]
    return target


@grows("O(n log n)", "2 log2 n nodes for each of n numbers; the trie leaves the caches", largest=2**21, subtle=True)
def numba_xor_trie(n: int, rng: np.random.Generator) -> Work:
    """Sum for n random numbers below n, n a power of two, the largest exclusive or with one up to it, by a trie."""
    children = paged((2 * n, 2), np.int32)
    return lambda numbers: _xor_trie(numbers, children), lambda: (rng.integers(n, size=n),)


@compiled
def _xor_trie(numbers: Array, children: Array) -> int:
    children[0, 0] = children[0, 1] = 0
    nodes, total = 1, 0
    for number in numbers:
        node, bit = 0, numbers.size >> 1
        while bit:
            side = 1 if number & bit else 0
            if not children[node, side]:
                children[node, side] = nodes
                children[nodes, 0] = children[nodes, 1] = 0
                nodes += 1
            node, bit = children[node, side], bit >> 1
        node, bit = 0, numbers.size >> 1
        while bit:
            other = 0 if number & bit else 1
            if children[node, other]:
                total += bit
                node = children[node, other]
            else:
                node = children[node, 1 - other]
            bit >>= 1
    return total


@grows(
    "O(n^2 log n)",
    "a squaring for each of log2 n + 1 digits of n^2 exponents (Knuth, vol. 2, 4.6.3)",
    first=8,
    largest=2**13,
)
def numba_power_table(n: int, rng: np.random.Generator) -> Work:
    """Sum the powers of n random residues modulo a prime, n random exponents from n to 2n each."""
    return _power_table, lambda: (rng.integers(1, PRIME, size=n), rng.integers(n, 2 * n, size=n))


@compiled
def _power_table(bases: Array, exponents: Array) -> int:
    total = 0
    for base in bases:
        for exponent in exponents:
            power, square, rest = 1, base, exponent
            while rest:
                if rest & 1:
                    power = power * square % PRIME
                square = square * square % PRIME
                rest >>= 1
            total += power
    return total
