"""
Algebraic strategy: A_n = floor(n*alpha), B_n = A_n + a*n, with alpha = (2 - a + sqrt(a^2 + 4)) / 2.

The closed form is Fraenkel's (Amer. Math. Monthly 89 (1982) 353-361). ``algebraic-float64`` takes it
as both theses do, with alpha and beta in double precision, and goes wrong; ``algebraic`` is exact.

Why ``algebraic`` is exact
--------------------------
Let f(m, n) = m^2 - (2-a)*m*n - a*n^2 = (m - n*alpha)(m - n*alpha'). For n >= 1 it is a non-zero
integer, and from |f| >= 1 follows how close n*alpha can come to an integer (the gap theorem):

    frac(n*alpha) > 1 / (n*sqrt(D)),  D = a^2 + 4,      and      dist(n*alpha) >= 1 / (n*(a + 2)),

dist being the distance to the nearest integer; the second is 1/(n*((a + sqrt(D))/2 + 1/a)),
weakened by sqrt(D) <= a + 2/a and 2/a <= 2. A computed n*alpha gives the right floor whenever its error is
smaller. Rows come in blocks, n = s + j with 0 <= j < 192, and each block's start is exact: floor
and 128 bits of fraction of s*alpha, carried on by 128-bit addition from an integer square root.

*In doubles*, for n*(a + 2) <= 2^42: frac(s*alpha) + j*alpha is the sum of a double in [0, 1] and of
a tabulated one below 2^10. Rounding them and their sum errs by at most 2^-54 + 2^-44 + 2^-44, and the
start's truncation adds less than 2^-63: together less than 2^-42, and the distance is at least that.

*In integers*, for every n with B_n < 2^64: A_n = A_s + floor(j*alpha) + c, where c = 1 if
frac(s*alpha) + frac(j*alpha) >= 1. With both fractions truncated to 64 bits, F and R, the sum lies in
[F + R, F + R + 2 + 2^-9) units of 2^-64. The test made is F + R + 1 >= 2^64, in unsigned arithmetic
R >= ~F. If it fails, F + R + 2 <= 2^64, and the true sum reaches 1 only if frac(n*alpha) < 2^-73:
the gap theorem forbids it, as n*sqrt(D) < n*beta < 2^64 + 1. If it holds wrongly, F + R + 1 = 2^64 and
n*alpha lies within 2^-64 below an integer: forbidden, as dist(n*alpha) >= 1/(n*beta) (since
beta = 1 + (a + sqrt(D))/2) and n*beta < B_n + 1 <= 2^64.

Both kernels are needed: the first is limited by memory alone, the second reaches every row. Each fills
a block of A and from it, while it is in the L1 cache, that of B: with both in one loop Intel's
processors with AVX-512 took twice as long beyond that cache. While one column's block is written, that of the
other is prefetched.
"""

from __future__ import annotations

from functools import lru_cache
from math import floor, isqrt, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wythoff._jit import kernel
from wythoff._prefetch import prefetch
from wythoff.errors import InputError

UInt = np.uint64
BLOCK = 192  # rows; the tables of a block take few lines of the L1 cache that the output streams through
DOUBLE_LIMIT = 2**42  # rows with n*(a+2) up to this are certified in doubles, see above
_LOW_64 = 2**64 - 1
_FRACTION_BITS = 128


@kernel
def _fill_float64(A, B, alpha, beta, start):  # type: ignore[no-untyped-def]
    """
    Fill rows start, start+1, ... with floor(alpha*n) and floor(beta*n), each rounded on its own.

    No checks: A and B have the same length and hold the results.
    """
    for i in range(A.size):
        n = np.float64(start + UInt(i))
        A[i] = UInt(np.floor(alpha * n))
        B[i] = UInt(np.floor(beta * n))


@kernel
def _fill_in_doubles(A, B, multiples, steps, begin, advance):  # type: ignore[no-untyped-def]
    """
    Fill rows s, s+1, ... from doubles; certified while n*(a+2) <= 2^42.

    `multiples` holds j*alpha, `steps` a*j; `begin` A_s, B_s and the 128-bit fraction of s*alpha in
    two words, high and low; ``advance`` the same four for s = one block.
    No checks: A and B have the same length and hold the results; `steps` has their type.
    """
    base, base_b, high, low = begin[0], begin[1], begin[2], begin[3]
    step, step_b, step_high, step_low = advance[0], advance[1], advance[2], advance[3]
    rows = UInt(A.size)
    block = UInt(multiples.size)
    first = UInt(0)
    while first < rows:
        last = min(rows, first + block)
        fraction = np.float64(high) * 2.0**-64
        a_block = A[first:last]
        b_block = B[first:last]
        offset = base_b - base
        prefetch(B, first, last)
        for j in range(last - first):
            a_block[j] = base + UInt(np.int32(fraction + multiples[j]))
        prefetch(A, last, last + block)
        for j in range(last - first):
            b_block[j] = offset + UInt(a_block[j]) + UInt(steps[j])
        sum_low = low + step_low
        carry_low = UInt(sum_low < low)
        sum_high = high + step_high
        carry = UInt(sum_high < high)
        high = sum_high + carry_low
        carry += UInt(high < sum_high)
        low = sum_low
        base += step + carry
        base_b += step_b + carry
        first = last


@kernel
def _fill_in_integers(A, B, floors, fractions, steps, begin, advance):  # type: ignore[no-untyped-def]
    """
    Fill rows s, s+1, ... from 64-bit fractions; exact for every B_n < 2^64.

    `floors` and `fractions` hold floor(j*alpha) and 64 bits of its fraction; the rest is as in
    `_fill_in_doubles`.
    No checks: A and B have the same length and hold the results; `floors` and `steps` have their type.
    """
    base, base_b, high, low = begin[0], begin[1], begin[2], begin[3]
    step, step_b, step_high, step_low = advance[0], advance[1], advance[2], advance[3]
    rows = UInt(A.size)
    block = UInt(fractions.size)
    first = UInt(0)
    while first < rows:
        last = min(rows, first + block)
        threshold = ~high
        a_block = A[first:last]
        b_block = B[first:last]
        offset = base_b - base
        prefetch(B, first, last)
        for j in range(last - first):
            a_block[j] = base + UInt(floors[j]) + UInt(fractions[j] >= threshold)
        prefetch(A, last, last + block)
        for j in range(last - first):
            b_block[j] = offset + UInt(a_block[j]) + UInt(steps[j])
        sum_low = low + step_low
        carry_low = UInt(sum_low < low)
        sum_high = high + step_high
        carry = UInt(sum_high < high)
        high = sum_high + carry_low
        carry += UInt(high < sum_high)
        low = sum_low
        base += step + carry
        base_b += step_b + carry
        first = last


def _multiple(n: int, a: int) -> int:
    """Return floor(n * alpha * 2^128), by one integer square root."""
    root = isqrt((a * a + 4) * n * n << 2 * _FRACTION_BITS)
    return ((2 - a) * n << _FRACTION_BITS) + root >> 1


def _parts(n: int, a: int) -> NDArray[np.uint64]:
    """Return A_n, B_n and the upper and lower 64 bits of frac(n*alpha), each modulo 2^64."""
    value = _multiple(n, a)
    whole = value >> _FRACTION_BITS
    return np.array([word & _LOW_64 for word in (whole, whole + a * n, value >> 64, value)], dtype=UInt)


@lru_cache(maxsize=64)
def _block_in_doubles(a: int, dtype: np.dtype[Any]) -> tuple[NDArray[Any], ...]:
    """Tabulate what `_fill_in_doubles` needs of a: `multiples`, `steps`, ``advance``."""
    # int / int rounds to the nearest double, so each multiple is off by at most half a unit.
    multiples = np.array([_multiple(j, a) / 2**_FRACTION_BITS for j in range(BLOCK)])
    steps = (UInt(a) * np.arange(BLOCK, dtype=UInt)).astype(dtype)
    return multiples, steps, _parts(BLOCK, a)


@lru_cache(maxsize=64)
def _block_in_integers(a: int, dtype: np.dtype[Any]) -> tuple[NDArray[Any], ...]:
    """Tabulate what `_fill_in_integers` needs of a: ``floors``, ``fractions``, ``steps``, ``advance``."""
    parts = np.array([_parts(j, a) for j in range(BLOCK)])
    steps = (UInt(a) * np.arange(BLOCK, dtype=UInt)).astype(dtype)
    return parts[:, 0].astype(dtype), parts[:, 2].copy(), steps, _parts(BLOCK, a)


_ROW_ZERO = np.zeros(4, dtype=UInt)


def fill(A: NDArray[np.integer], B: NDArray[np.integer], a: int, start: int) -> None:
    """Fill rows start, start+1, ... exactly: O(rows) time after one integer square root, no scratch."""
    begin = _parts(start, a) if start else _ROW_ZERO
    if (start + len(A)) * (a + 2) <= DOUBLE_LIMIT:
        multiples, steps, advance = _block_in_doubles(a, A.dtype)
        _fill_in_doubles(A, B, multiples, steps, begin, advance)
    else:
        floors, fractions, steps, advance = _block_in_integers(a, A.dtype)
        _fill_in_integers(A, B, floors, fractions, steps, begin, advance)


def fill_float64(A: NDArray[np.integer], B: NDArray[np.integer], a: int, start: int) -> None:
    """
    Fill rows start, start+1, ... as the theses' code does: O(rows) time, no scratch, not exact.

    Raises
    ------
    InputError
        If a rounded value would not fit the arrays (the exact one may just fit).
    """
    alpha = (2 - a + sqrt(a * a + 4)) / 2
    beta = alpha + a
    largest = floor(beta * float(start + len(A) - 1))
    if largest > np.iinfo(B.dtype).max:
        raise InputError(
            f"algebraic-float64 computes B = {largest} for row {start + len(A) - 1}, which {B.dtype} can't hold; "
            "take a wider dtype or end the table earlier"
        )
    _fill_float64(A, B, alpha, beta, UInt(start))


KERNELS = {
    "algebraic-float64": (_fill_float64,),
    "algebraic": (_fill_in_doubles, _fill_in_integers),
}
