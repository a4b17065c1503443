"""The row certificate for whole arrays: exact integer inequalities, no square root, no alpha."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wythoff._jit import kernel

UInt = np.uint64


@kernel
def _fails(n, x, b, a):  # type: ignore[no-untyped-def]
    """
    Tell whether (x, b) is not (A_n, B_n).

    With m = n + d, f(m, n) = m^2 - (2-a)*m*n - a*n^2 = d*(d + a*n) - n^2, so that
    f(m, n) < 0 < f(m+1, n) reads d*(d + a*n) < n^2 < (d+1)*(d+1 + a*n). Each side is a product
    of two numbers below 2^64, compared in 128 bits, high half first.
    No checks: a*n < 2^64.
    """
    low_32 = UInt(0xFFFFFFFF)
    half = UInt(32)
    one = UInt(1)
    d = x - n
    e = a * n
    if x < n or d > n or x + e < x or b != x + e:
        return True
    if n == 0:  # (0, 0), by the tests above
        return False
    high0 = UInt(0)
    low0 = UInt(0)
    high1 = UInt(0)
    low1 = UInt(0)
    high2 = UInt(0)
    low2 = UInt(0)
    for side in range(3):
        if side == 0:
            u = d
            v = d + e
        elif side == 1:
            u = n
            v = n
        else:
            u = d + one
            v = d + one + e
        u0 = u & low_32
        u1 = u >> half
        v0 = v & low_32
        v1 = v >> half
        t = u0 * v0
        w = u1 * v0 + (t >> half)
        z = u0 * v1 + (w & low_32)
        high = u1 * v1 + (w >> half) + (z >> half)
        low = u * v
        if side == 0:
            high0 = high
            low0 = low
        elif side == 1:
            high1 = high
            low1 = low
        else:
            high2 = high
            low2 = low
    below = high0 < high1 or (high0 == high1 and low0 < low1)
    above = high1 < high2 or (high1 == high2 and low1 < low2)
    return not (below and above)


@kernel
def _mark_failures(A, B, a, start, failed):  # type: ignore[no-untyped-def]
    """
    Set ``failed[i]`` where row start+i is not (A_n, B_n).

    No checks: the arrays have one length, and a*n < 2^64 for every row.
    """
    for i in range(A.size):
        failed[i] = _fails(start + UInt(i), UInt(A[i]), UInt(B[i]), a)


@kernel
def _mark_failures_at(n, A, B, a, failed):  # type: ignore[no-untyped-def]
    """
    Set ``failed[i]`` where row n[i] is not (A_n, B_n).

    No checks: the arrays have one length, and a*n < 2^64 for every row.
    """
    for i in range(A.size):
        failed[i] = _fails(n[i], UInt(A[i]), UInt(B[i]), a)


def failing_rows(
    A: NDArray[np.integer], B: NDArray[np.integer], a: int, start: int | NDArray[np.uint64] = 0
) -> NDArray[np.bool_]:
    """
    Say which rows of two columns are wrong.

    Parameters
    ----------
    A, B : arrays with shape (N,), of any NumPy integer type
        The columns to check; no value is trusted, negative ones fail.
    a : int
        The game's parameter, 1 <= a < 2^32.
    start : int or array with shape (N,), dtype uint64
        The number of the first row of consecutive ones, or of each row; a times each of them must be below 2^64.

    Returns
    -------
    array with shape (N,), dtype bool
        True where (A[i], B[i]) is not the P-position of its row.

    Notes
    -----
    O(N) time, one byte a row. The certificate is that of `wythoff.positions.certificate`, which
    does the same for one row of integers of any size; the proof is there.
    """
    failed = np.zeros(len(A), dtype=np.bool_)
    if isinstance(start, np.ndarray):
        _mark_failures_at(start, A, B, UInt(a), failed)
    else:
        _mark_failures(A, B, UInt(a), UInt(start), failed)
    return failed
