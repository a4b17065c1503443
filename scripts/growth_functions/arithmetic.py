"""Numbers: long ints, fractions and decimals, digits and roots, recurrences, tables of sums and differences."""

from __future__ import annotations

import itertools
import math
from decimal import Decimal
from fractions import Fraction

import numpy as np

from growth_functions.base import PRIME, Array, Work, compiled, grows, near, paged

HOT_NUMBERS = 8  # few enough to be made beforehand at any length
EVERY = 3  # who is counted out
BASE = 3  # of the discrete logarithms


@grows("O(1)", "the length and the top digit of the number are looked at (CPython, longobject.c)", largest=2**24)
def int_bit_length(n: int, rng: np.random.Generator) -> Work:
    """Ask one of a few random ints of n bits for its length."""
    numbers = [int.from_bytes(rng.bytes(n // 8)) | 1 << (n - 1) for _ in range(HOT_NUMBERS)]
    return int.bit_length, lambda: (numbers[rng.integers(HOT_NUMBERS)],)


@grows("O(log n)", "the denominators of the convergents grow geometrically (Python library, fractions)", largest=2**56)
def fractions_limit_denominator(n: int, rng: np.random.Generator) -> Work:
    """Approximate a random fraction by one whose denominator is at most n."""
    return Fraction.limit_denominator, lambda: (
        Fraction(int(rng.integers(1, 16 * n)), int(rng.integers(8 * n, 16 * n))),
        n,
    )


@grows("O(log n)", "each two evaluations leave two thirds of the interval (Kiefer 1953)", largest=2**59)
def py_ternary_search(n: int, rng: np.random.Generator) -> Work:
    """Find the peak of a function on n places that rises to it and falls after it, by thirds."""
    return lambda peak: _ternary_search(n, peak), lambda: (int(rng.integers(n)),)


def _ternary_search(n: int, peak: int) -> int:
    def depth(place: int) -> int:
        return abs(place - peak)

    low, high = 0, n - 1
    while high - low > 2:
        third = (high - low) // 3
        if depth(low + third) > depth(high - third):
            low += third
        else:
            high -= third
    return min(range(low, high + 1), key=depth)


@grows("O(log n)", "the number grows by a half in each step (Graham, Knuth and Patashnik, 3.3)", largest=2**56)
def py_josephus(n: int, rng: np.random.Generator) -> Work:
    """Find the last of a random number of people from n to 2n, when each third is counted out."""
    return _josephus, lambda: (int(rng.integers(n, 2 * n)),)


def _josephus(people: int) -> int:
    number = 1
    while number <= (EVERY - 1) * people:
        number = -(-number * EVERY // (EVERY - 1))
    return EVERY * people + 1 - number


# Beyond this power the working precision takes another word, and each squaring costs more.
@grows("O(log n)", "one squaring a binary digit, 28 digits kept (libmpdec, _mpd_qpow_int)", largest=2**19, subtle=True)
def decimal_power(n: int, rng: np.random.Generator) -> Work:
    """Raise a random decimal near 1 to a random power from n to 2n."""
    return pow, lambda: (1 + Decimal(int(rng.integers(1, 1000))) / 10**12, int(rng.integers(n, 2 * n)))


@grows("O(log n)", "Zeckendorf 1972: two steps for each of log n / log 1.618 Fibonacci numbers", largest=2**58)
def py_zeckendorf(n: int, rng: np.random.Generator) -> Work:
    """Write a random number from n to 2n as a sum of Fibonacci numbers, no two of them neighbours."""
    return _zeckendorf, lambda: (int(rng.integers(n, 2 * n)),)


def _zeckendorf(number: int) -> list[int]:
    terms, a, b = [], 1, 2
    while b <= number:
        a, b = b, a + b
    while number:
        if a <= number:
            terms.append(a)
            number -= a
        a, b = b - a, a
    return terms


@grows("O(sqrt n)", "one division for each number up to sqrt n (Hardy and Wright, 18.6)", largest=2**42)
def numba_squarefree_count(n: int, rng: np.random.Generator) -> Work:
    """Count the numbers up to a random one near n that no square divides, the Moebius function given."""
    moebius = _moebius(math.isqrt(n + n // 64) + 1)
    return lambda number: _squarefree_count(number, moebius), lambda: (near(n, rng),)


@compiled
def _moebius(size: int) -> Array:
    values = np.zeros(size + 1, np.int64)
    values[1] = 1
    for i in range(1, size + 1):
        for multiple in range(2 * i, size + 1, i):
            values[multiple] -= values[i]
    return values


@compiled
def _squarefree_count(number: int, moebius: Array) -> int:
    count, k = 0, 1
    while k * k <= number:
        count += moebius[k] * (number // (k * k))
        k += 1
    return count


@grows("O(sqrt n)", "Shanks 1971: sqrt n entries of a dict and sqrt n look-ups, all made", largest=2**36)
def py_baby_giant_steps(n: int, rng: np.random.Generator) -> Work:
    """Find the logarithm of a random power of 3 modulo the first prime from n on."""
    prime = next(p for p in itertools.count(n) if all(p % d for d in range(2, math.isqrt(p) + 1)))
    return lambda power: _logarithm(power, prime), lambda: (pow(BASE, int(rng.integers(prime - 1)), prime),)


def _logarithm(power: int, prime: int) -> int:
    width, logarithms, baby = math.isqrt(prime) + 1, {}, 1
    for exponent in range(width):
        logarithms[baby] = exponent
        baby = baby * BASE % prime
    giant, found = pow(baby, -1, prime), -1
    for step in range(width):
        if power in logarithms:
            found = step * width + logarithms[power]
        power = power * giant % prime
    return found


@grows("O(n)", "a base that is a power of two needs shifts only (CPython, longobject.c)", largest=2**23)
def int_from_hex(n: int, rng: np.random.Generator) -> Work:
    """Read an int of n random hexadecimal digits."""
    return lambda text: int(text, 16), lambda: (rng.bytes(n // 2).hex(),)


@grows("O(n log n)", "timsort: n log2 n comparisons, each a call of Fraction's method", largest=2**16)
def py_sorted_fractions(n: int, rng: np.random.Generator) -> Work:
    """Sort n random fractions."""
    return sorted, lambda: ([Fraction(*pair) for pair in rng.integers(1, 10**6, size=(n, 2)).tolist()],)


@grows("O(n^1.5)", "sqrt n coins times n amounts", largest=2**21)
def numba_coin_ways(n: int, rng: np.random.Generator) -> Work:
    """Count, modulo a prime, the ways to pay each amount up to n with sqrt n random coins."""
    ways, count = paged(n + 1, np.int64), math.isqrt(n)
    return lambda coins: _coin_ways(coins, ways), lambda: (1 + rng.choice(2 * count, count, replace=False),)


@compiled
def _coin_ways(coins: Array, ways: Array) -> Array:
    ways[:] = 0
    ways[0] = 1
    for coin in coins:
        for amount in range(coin, ways.size):
            total = ways[amount] + ways[amount - coin]
            ways[amount] = total - PRIME if total >= PRIME else total
    return ways


@grows("O(n^2)", "n (n - 1) / 2 products (Graham, Knuth and Patashnik, 7.5)", largest=2**15)
def numba_catalan(n: int, rng: np.random.Generator) -> Work:
    """Compute n Catalan numbers modulo a prime from their convolution, the first of them random."""
    numbers = paged(n, np.int64)
    return lambda first: _catalan(numbers, first), lambda: (int(rng.integers(1, PRIME)),)


@compiled
def _catalan(numbers: Array, first: int) -> Array:
    numbers[0] = first
    for i in range(1, numbers.size):
        total = 0
        for k in range(i):
            total = (total + numbers[k] * numbers[i - 1 - k]) % PRIME
        numbers[i] = total
    return numbers


@grows("O(n^2)", "n (n - 1) / 2 divisions (Knuth, vol. 2, 4.6.4)", largest=2**15)
def numba_divided_differences(n: int, rng: np.random.Generator) -> Work:
    """Interpolate n random values by a polynomial in Newton's form."""
    coefficients = paged(n)
    return lambda x, y: _divided_differences(x, y, coefficients), lambda: (
        np.cumsum(0.5 + rng.random(n)),
        rng.random(n),
    )


@compiled
def _divided_differences(x: Array, y: Array, coefficients: Array) -> Array:
    coefficients[:] = y
    for order in range(1, x.size):
        for i in range(x.size - 1, order - 1, -1):
            coefficients[i] = (coefficients[i] - coefficients[i - 1]) / (x[i] - x[i - order])
    return coefficients


# Roots on the unit circle keep the coefficients in range at any degree.
@grows("O(n^2)", "n convolutions with two coefficients (NumPy, poly); n calls hide it", largest=2**13, subtle=True)
def np_poly_from_roots(n: int, rng: np.random.Generator) -> Work:
    """Multiply out a polynomial with n random roots on the unit circle."""
    return np.poly, lambda: (np.exp(2j * np.pi * rng.random(n)),)


@grows("O(n^2)", "n additions of ints of up to 0.69 n bits; n steps of the loop hide it", largest=2**19, subtle=True)
def py_big_fibonacci(n: int, rng: np.random.Generator) -> Work:
    """Add n times the last two terms of a sequence whose first two are random."""
    return lambda first, second: _sequence(n, first, second), lambda: tuple(rng.integers(1, 1000, size=2).tolist())


def _sequence(steps: int, first: int, second: int) -> int:
    for _ in range(steps):
        first, second = second, first + second
    return first
