"""Whether a row is wrong: the formula's value, rounded as it rounds, beside the exact one."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from wythoff import positions
from wythoff._jit import kernel
from wythoff._wide import product
from wythoff.census.formulas import Formula

UInt = np.uint64


@kernel
def _shift_right(high, low, bits):  # type: ignore[no-untyped-def]
    """Return the lower 64 bits of a number of 128 bits divided by 2^bits; any number of bits."""
    size = UInt(64)
    if bits == UInt(0):
        return low
    if bits < size:
        return (low >> bits) | (high << (size - bits))
    if bits < UInt(128):
        return high >> (bits - size)
    return UInt(0)


@kernel
def _exceeds(high, low, bits):  # type: ignore[no-untyped-def]
    """Tell whether a number of 128 bits is at least 2^bits."""
    if bits >= UInt(128):
        return False
    if bits >= UInt(64):
        return (high >> (bits - UInt(64))) != UInt(0)
    return high != UInt(0) or (low >> bits) != UInt(0)


@kernel
def _rounded(high, low, bits):  # type: ignore[no-untyped-def]
    """
    Divide a number of 128 bits by 2^bits, to the nearest integer, ties to even.

    No checks: 1 <= bits <= 127, and the quotient is below 2^64.
    """
    one = UInt(1)
    quotient = _shift_right(high, low, bits)
    below = bits - one
    if (_shift_right(high, low, below) & one) == UInt(0):
        return quotient
    if below < UInt(64):
        sticky = (low & ((one << below) - one)) != UInt(0)
    else:
        sticky = low != UInt(0) or (high & ((one << (below - UInt(64))) - one)) != UInt(0)
    if sticky:
        return quotient + one
    return quotient + (quotient & one)


@kernel
def _decide(rows, fraction_high, fraction_low, added, factor, scale, precision, wrong):  # type: ignore[no-untyped-def]
    """
    Compare floor(round(factor / 2^scale * round(n))) with n + floor(n * fraction) + added * n for ascending rows n.

    The fraction has 128 bits. The wrong rows go to wrong[0], what was computed to wrong[1] and the exact value to
    wrong[2]; returns how many.
    No checks: the exact values are below 2^63, the factor below 2^precision <= 2^64.
    """
    zero = UInt(0)
    one = UInt(1)
    row_shift = zero
    shift = zero
    count = 0
    for i in range(rows.size):
        n = rows[i]
        _, middle = product(n, fraction_high)
        carry, _ = product(n, fraction_low)
        high, _ = product(n, fraction_high)
        right = n + high + UInt(middle + carry < middle) + added * n
        while _exceeds(zero, n, precision + row_shift):
            row_shift += one
        rounded = n
        if row_shift > zero:
            rounded = _rounded(zero, n, row_shift) << row_shift
        high, low = product(factor, rounded)
        while _exceeds(high, low, precision + shift):
            shift += one
        if shift == zero:
            value = _shift_right(zero, low, scale)
        else:
            quotient = _rounded(high, low, shift)
            exponent = shift
            if quotient == zero:  # 2^64, of 64 bits rounded up
                quotient = one << UInt(63)
                exponent += one
            if exponent >= scale:
                value = quotient << (exponent - scale)
            else:
                value = _shift_right(zero, quotient, scale - exponent)
        if value != right:
            wrong[0, count] = n
            wrong[1, count] = value
            wrong[2, count] = right
            count += 1
    return count


def wrong_among(rows: NDArray[np.uint64], formula: Formula, a: int, column: str) -> NDArray[np.uint64]:
    """
    Pick the rows at which a formula is wrong.

    Parameters
    ----------
    rows : array with shape (N,), dtype uint64
        In ascending order; the exact values must be below 2^63.
    formula : Formula
        For parameter `a` and `column`.
    a, column
        What is right.

    Returns
    -------
    array with shape (3, M), dtype uint64
        The wrong rows, what the formula gives for them, and what is right.

    Notes
    -----
    In base 2 the product of two numbers of 64 bits is rounded by integer arithmetic, and floor(n * alpha) is taken
    from 128 bits of alpha's fraction, which are enough where n**2 * sqrt(a**2 + 4) <= 2**128: here
    sqrt(a**2 + 4) < beta, and n * beta < 2**63. In base 10 the product is that of Python's decimal module.
    """
    if formula.base == 10:
        return _wrong_decimals(rows, formula, a, column)
    fraction = positions.pair(2**128, a)[0] - 2**128
    factor, scale = formula.factor.numerator, formula.factor.denominator.bit_length() - 1
    wrong = np.empty((3, len(rows)), UInt)
    words = (fraction >> 64, fraction & 2**64 - 1, a if column == "B" else 0, factor, scale, formula.precision)
    count = _decide(rows, *map(UInt, words), wrong)
    return wrong[:, :count]


def _wrong_decimals(rows: NDArray[np.uint64], formula: Formula, a: int, column: str) -> NDArray[np.uint64]:
    context = Context(prec=formula.precision, rounding=ROUND_HALF_EVEN)
    exact = Context(prec=2 * formula.precision + 1000)
    factor = exact.divide(Decimal(formula.factor.numerator), Decimal(formula.factor.denominator))
    multiply, added, square = context.multiply, 2 - a, a * a + 4
    found = []
    for n in rows.tolist():
        value = int(multiply(Decimal(n), factor))
        right = (added * n + isqrt(square * n * n)) // 2 + (a * n if column == "B" else 0)
        if value != right:
            found.append((n, value, right))
    return np.array(found, UInt).reshape(-1, 3).T
