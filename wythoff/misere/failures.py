"""The certificate of misère rows for whole arrays: exact integer inequalities, no square root, no alpha."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wythoff._jit import kernel

UInt = np.uint64


@kernel
def _product(u, v):  # type: ignore[no-untyped-def]
    """Return u * v as its high and low 64 bits."""
    low_32 = UInt(0xFFFFFFFF)
    half = UInt(32)
    u0 = u & low_32
    u1 = u >> half
    v0 = v & low_32
    v1 = v >> half
    middle = u1 * v0 + ((u0 * v0) >> half)
    carry = u0 * v1 + (middle & low_32)
    return u1 * v1 + (middle >> half) + (carry >> half), u * v


@kernel
def _mark_failures(A, B, a, start, failed):  # type: ignore[no-untyped-def]
    """
    Set ``failed[i]`` where row start+i is not (A'_n, B'_n), for a >= 2.

    With d = A - n and e = d - 1 the certificate is g(e) < 0 < g(d), where g(d) = a*(d*(d + a*n) - n^2) + n*(a-2)
    + (a+2)*d + 1. Divided by a, and with the terms of first degree rounded to integers, it reads

        e*(e + a*n) + n + d - ceil((2*(n-e) - 1) / a) <= n^2 <= d*(d + a*n) + n + d - 1 - floor((2*(n-d) - 1) / a),

    each side below 2^128, compared high half first. Right rows have 0 <= d <= n, as 1 < alpha < 1.5 and
    1/alpha < 1; then what is added to the products is not negative. For d = 0 the left inequality always holds.
    No checks: the arrays have one length, and a*n < 2^64 for every row.
    """
    one = UInt(1)
    two = UInt(2)
    for i in range(A.size):
        n = start + UInt(i)
        x = UInt(A[i])
        d = x - n
        an = a * n
        b = x + an + one
        if x < n or d > n or b <= an or UInt(B[i]) != b:
            failed[i] = True
            continue
        square_high, square_low = _product(n, n)
        high, low = _product(d, d + an)
        added = n + d
        if n > d:
            added -= one + (two * (n - d) - one) // a
        low += added
        if low < added:
            high += one
        wrong = high < square_high or (high == square_high and low < square_low)
        if d > 0:
            e = d - one
            high, low = _product(e, e + an)
            added = n + d - (two * (n - e) - two + a) // a
            low += added
            if low < added:
                high += one
            wrong = wrong or square_high < high or (square_high == high and square_low < low)
        failed[i] = wrong


def failing_rows(A: NDArray[np.integer], B: NDArray[np.integer], a: int, start: int = 0) -> NDArray[np.bool_]:
    """
    Say which rows of two columns are not those of the misère table.

    Parameters
    ----------
    A, B : arrays with shape (N,), of any NumPy integer type
        The columns to check; no value is trusted, negative ones fail.
    a : int
        The game's parameter, 2 <= a < 2^32.
    start : int
        The number of the first row; a * (start + N - 1) must be below 2^64.

    Returns
    -------
    array with shape (N,), dtype bool
        True where (A[i], B[i]) is not the P-position of row start + i.

    Notes
    -----
    O(N) time, one byte a row. The certificate is that of `wythoff.misere.certificate`, which does the same for one
    row of integers of any size; the proof is there.
    """
    failed = np.zeros(len(A), dtype=np.bool_)
    _mark_failures(A, B, UInt(a), UInt(start), failed)
    return failed
