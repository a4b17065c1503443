"""Bit tricks, over one number, all numbers, and all pairs."""

from __future__ import annotations

from typing import Any

from counted_functions.base import in_both, number, room, values


@in_both("log n", number)
def gray_inverse(n: int) -> int:
    """Turn Gray's code back into a number."""
    result = 0
    while n > 0:
        result ^= n
        n >>= 1
    return result


@in_both("n", room)
def bits_from_halves(bits: Any) -> int:
    """Count the bits of all numbers, each from its half."""
    for i in range(1, len(bits)):
        bits[i] = bits[i >> 1] + (i & 1)
    return bits[-1]


@in_both("n log n", number)
def bits_one_by_one(n: int) -> int:
    """Count the bits of all numbers by clearing the lowest (Kernighan)."""
    count = 0
    for i in range(n):
        rest = i
        while rest:
            rest &= rest - 1
            count += 1
    return count


@in_both("n^2 log n", number)
def distances(n: int) -> int:
    """Add up Hamming's distance over all pairs."""
    total = 0
    for i in range(n):
        for k in range(i):
            rest = i ^ k
            while rest:
                rest &= rest - 1
                total += 1
    return total


@in_both("n log n", number)
def mirrored_bits(n: int) -> int:
    """Mirror the bits of all numbers, each anew."""
    total, places = 0, 0
    while 1 << places < n:
        places += 1
    for i in range(n):
        mirrored = 0
        for place in range(places):
            mirrored = mirrored << 1 | (i >> place & 1)
        total ^= mirrored
    return total


@in_both("n", number)
def mirrored_counter(n: int) -> int:
    """Mirror the bits of all numbers by counting from the other end."""
    total, top = 0, 1
    while top < n:
        top *= 2
    mirrored = 0
    for _ in range(n):
        total ^= mirrored
        bit = top // 2
        while bit > 0 and mirrored & bit:
            mirrored ^= bit
            bit //= 2
        mirrored |= bit
    return total


@in_both("n log n", values, powers=True)
def sums_over_subsets(a: Any) -> int:
    """Add up over the subsets of each set of places, n a power of two."""
    n, bit = len(a), 1
    while bit < n:
        for i in range(n):
            if i & bit:
                a[i] = (a[i] + a[i ^ bit]) % 1_000_007
        bit *= 2
    return a[n - 1]


@in_both("n", values)
def xor_basis(a: Any) -> int:
    """Find a basis of random 20-bit numbers under exclusive or."""
    rank, pivots = 0, [0] * 20
    for value in a:
        rest = int(value)
        for place in range(19, -1, -1):
            if rest >> place & 1:
                if pivots[place] == 0:
                    pivots[place] = rest
                    rank += 1
                    break
                rest ^= pivots[place]
    return rank


@in_both("n^2", values)
def greatest_xor(a: Any) -> int:
    """Find the greatest exclusive or of a pair."""
    best = 0
    for i in range(len(a)):
        for k in range(i):
            best = max(best, a[i] ^ a[k])
    return best


@in_both("1", number)
def spread_bits(n: int) -> int:
    """Spread 16 bits to every second place by masks (Morton)."""
    n &= 0xFFFF
    n = (n | n << 8) & 0x00FF00FF
    n = (n | n << 4) & 0x0F0F0F0F
    n = (n | n << 2) & 0x33333333
    return (n | n << 1) & 0x55555555
