"""Loops whose length comes from divisions, roots and primes."""

from __future__ import annotations

import random
from typing import Any

from counted_functions.base import in_both, number, room


def prime_above(n: int, source: random.Random) -> tuple[int]:
    """Return the least prime that is not below n."""
    while any(n % d == 0 for d in range(2, int(n**0.5) + 1)):
        n += 1
    return (n,)


def golden(n: int, source: random.Random) -> tuple[int, int]:
    """Return n and n over the golden ratio, which Euclid's algorithm takes longest for."""
    return n, round(n * (5**0.5 - 1) / 2)


@in_both("log n", number)
def reversed_digits(n: int) -> int:
    """Write the decimal digits backwards."""
    result = 0
    while n > 0:
        result = 10 * result + n % 10
        n //= 10
    return result


@in_both("log n", number)
def zeros_of_factorial(n: int) -> int:
    """Count the zeros at the end of n! in base 2 (Legendre)."""
    zeros = 0
    while n > 0:
        n //= 2
        zeros += n
    return zeros


@in_both("log n", golden)
def euclid(n: int, m: int) -> int:
    """Find the greatest common divisor."""
    while m > 0:
        n, m = m, n % m
    return n


@in_both("log n", number)
def newton_root(n: int) -> int:
    """Find the whole square root by Newton's method, starting from n itself."""
    x = n
    while x * x > n:
        x = (x + n // x) // 2
    return x


@in_both("log n", number)
def cube_root(n: int) -> int:
    """Find the whole cube root by bisection."""
    low, high = 0, n + 1
    while high - low > 1:
        middle = (low + high) // 2
        if middle * middle * middle <= n:
            low = middle
        else:
            high = middle
    return low


@in_both("(log n)^2", number)
def triangle_of_bits(n: int) -> int:
    """Look at all pairs of binary places, the second above the first."""
    count = 0
    while n > 0:
        rest = n
        while rest > 0:
            count += rest & 1
            rest //= 2
        n //= 2
    return count


@in_both("(log n)^2", number)
def root_for_each_power(n: int) -> int:
    """Search by bisection, once for each power of three up to n."""
    total, power = 0, 1
    while power <= n:
        low, high = 0, n
        while low < high:
            middle = (low + high) // 2
            if middle < power - 1:
                low = middle + 1
            else:
                high = middle
        total += low
        power *= 3
    return total


@in_both("sqrt n", prime_above)
def least_divisor(n: int) -> int:
    """Find the least divisor of a prime: the worst case."""
    d = 2
    while d * d <= n:
        if n % d == 0:
            return d
        d += 1
    return n


@in_both("sqrt n", number)
def sum_of_quotients(n: int) -> int:
    """Add up n // i for all i, each run of equal quotients at once."""
    total, i = 0, 1
    while i <= n:
        quotient = n // i
        last = n // quotient
        total += quotient * (last - i + 1)
        i = last + 1
    return total


@in_both("sqrt n", number)
def lattice_points(n: int) -> int:
    """Count the whole points in a quarter of the circle x^2 + y^2 <= n, along its edge."""
    x, y, count = 0, 0, 0
    while (y + 1) * (y + 1) <= n:
        y += 1
    while y >= 0:
        while (x + 1) * (x + 1) + y * y <= n:
            x += 1
        count += x + 1
        y -= 1
    return count


@in_both("n", number)
def halved_loops(n: int) -> int:
    """Count to n, to half of it, to half of that, ..."""
    count = 0
    while n > 0:
        for i in range(n):
            count += i
        n //= 2
    return count


@in_both("n log n", number)
def loops_of_halves(n: int) -> int:
    """Count to n as often as it can be halved."""
    count, rest = 0, n
    while rest > 0:
        for i in range(n):
            count += i
        rest //= 2
    return count


@in_both("n log n", number)
def digit_sums(n: int) -> int:
    """Add up the decimal digits of all numbers."""
    total = 0
    for i in range(n):
        rest = i
        while rest > 0:
            total += rest % 10
            rest //= 10
    return total


@in_both("n log n", number)
def coprime_to(n: int) -> int:
    """Count the numbers coprime to n by Euclid's algorithm: its average."""
    count = 0
    for i in range(1, n + 1):
        x, y = n, i
        while y > 0:
            x, y = y, x % y
        if x == 1:
            count += 1
    return count


@in_both("n^2 log n", number)
def coprime_pairs(n: int) -> int:
    """Count the coprime pairs by Euclid's algorithm."""
    count = 0
    for i in range(1, n + 1):
        for k in range(1, i):
            x, y = i, k
            while y > 0:
                x, y = y, x % y
            if x == 1:
                count += 1
    return count


@in_both("n^1.5", number)
def divisors_of_all(n: int) -> int:
    """Count the divisors of all numbers by trial up to the root."""
    count = 0
    for i in range(1, n):
        d = 1
        while d * d <= i:
            if i % d == 0:
                count += 1
            d += 1
    return count


@in_both("n^(4/3)", number)
def cubes_below_each(n: int) -> int:
    """Count the cubes below each number by counting up to them."""
    count = 0
    for i in range(n):
        k = 1
        while k * k * k <= i:
            count += 1
            k += 1
    return count


@in_both("n log log n", room)
def prime_factors(counts: Any) -> int:
    """Count the prime factors of all numbers by a sieve."""
    n = len(counts)
    for i in range(2, n):
        if counts[i] == 0:
            for k in range(i, n, i):
                counts[k] += 1
    return counts[n - 1]


@in_both("n log log n", room)
def totients(phi: Any) -> int:
    """Find Euler's function of all numbers by a sieve."""
    n = len(phi)
    for i in range(n):
        phi[i] = i
    for i in range(2, n):
        if phi[i] == i:
            for k in range(i, n, i):
                phi[k] -= phi[k] // i
    return phi[n - 1]


def two_rooms(n: int, source: random.Random) -> tuple[list[int], list[int]]:
    """Return room twice."""
    return [0] * (n + 1), [0] * (n + 1)


@in_both("n", two_rooms)
def linear_sieve(least: Any, primes: Any) -> int:
    """Find the least prime factor of all numbers, each crossed out once."""
    n, found = len(least), 0
    for i in range(2, n):
        if least[i] == 0:
            least[i] = i
            primes[found] = i
            found += 1
        k = 0
        while k < found and primes[k] <= least[i] and i * primes[k] < n:
            least[i * primes[k]] = primes[k]
            k += 1
    return found


@in_both("n (log n)^2", number)
def bits_of_multiples(n: int) -> int:
    """Add up the bits of all multiples up to n of all numbers."""
    count = 0
    for i in range(1, n + 1):
        for k in range(i, n + 1, i):
            rest = k
            while rest > 0:
                count += rest & 1
                rest >>= 1
    return count


@in_both("n", room)
def collatz(length: Any) -> int:
    """Find the longest of Collatz's chains, each followed until it falls below its start."""
    longest = 0
    for i in range(2, len(length)):
        x, steps = i, 0
        while x >= i and x > 1:
            x = x // 2 if x % 2 == 0 else 3 * x + 1
            steps += 1
        length[i] = steps + length[x]
        longest = max(longest, length[i])
    return longest
