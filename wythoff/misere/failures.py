"""The certificate of misère rows for whole arrays: exact integer inequalities, no square root, no alpha."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wythoff._jit import kernel
from wythoff._wide import product
from wythoff.tables.row_check import RowCheck

UInt = np.uint64


@kernel
def _fails(n, x, b, a):  # type: ignore[no-untyped-def]
    """
    Tell whether (x, b) is not (A'_n, B'_n), for a >= 2.

    With d = A - n and e = d - 1 the certificate is g(e) < 0 < g(d), where g(d) = a*(d*(d + a*n) - n^2) + n*(a-2)
    + (a+2)*d + 1. Divided by a, and with the terms of first degree rounded to integers, it reads

        e*(e + a*n) + n + d - ceil((2*(n-e) - 1) / a) <= n^2 <= d*(d + a*n) + n + d - 1 - floor((2*(n-d) - 1) / a),

    each side below 2^128, compared high half first. Right rows have 0 <= d <= n, as 1 < alpha < 1.5 and
    1/alpha < 1; then what is added to the products is not negative. For d = 0 the left inequality always holds.
    No checks: a*n < 2^64.
    """
    one = UInt(1)
    two = UInt(2)
    d = x - n
    an = a * n
    right = x + an + one
    if x < n or d > n or right <= an or b != right:
        return True
    square_high, square_low = product(n, n)
    high, low = product(d, d + an)
    added = n + d
    if n > d:
        added -= one + (two * (n - d) - one) // a
    low += added
    if low < added:
        high += one
    wrong = high < square_high or (high == square_high and low < square_low)
    if d > 0:
        e = d - one
        high, low = product(e, e + an)
        added = n + d - (two * (n - e) - two + a) // a
        low += added
        if low < added:
            high += one
        wrong = wrong or square_high < high or (square_high == high and square_low < low)
    return wrong


_CHECK = RowCheck(_fails)


def failing_rows(
    A: NDArray[np.integer], B: NDArray[np.integer], a: int, start: int | NDArray[np.uint64] = 0
) -> NDArray[np.bool_]:
    """
    Say which rows of two columns are not those of the misère table.

    Parameters
    ----------
    A, B : arrays with shape (N,), of any NumPy integer type
        The columns to check; no value is trusted, negative ones fail.
    a : int
        The game's parameter, 2 <= a < 2^32.
    start : int or array with shape (N,), dtype uint64
        The number of the first row of consecutive ones, or of each row; a times each of them must be below 2^64.

    Returns
    -------
    array with shape (N,), dtype bool
        True where (A[i], B[i]) is not the P-position of its row.

    Notes
    -----
    O(N) time, one byte a row. The certificate is that of `wythoff.misere.certificate`, which does the same for one
    row of integers of any size; the proof is there.
    """
    return _CHECK.failing_rows(A, B, a, start)
