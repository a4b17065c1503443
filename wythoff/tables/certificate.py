"""The row certificate for whole arrays: exact integer inequalities, no square root, no alpha."""

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
    Tell whether (x, b) is not (A_n, B_n).

    With m = n + d, f(m, n) = m^2 - (2-a)*m*n - a*n^2 = d*(d + a*n) - n^2, so that
    f(m, n) < 0 < f(m+1, n) reads d*(d + a*n) < n^2 < (d+1)*(d+1 + a*n). Each side is a product
    of two numbers below 2^64, compared in 128 bits, high half first.
    No checks: a*n < 2^64.
    """
    d = x - n
    e = a * n
    if x < n or d > n or x + e < x or b != x + e:
        return True
    if n == 0:  # (0, 0), by the tests above
        return False
    next_d = d + UInt(1)
    high0, low0 = product(d, d + e)
    high1, low1 = product(n, n)
    high2, low2 = product(next_d, next_d + e)
    below = high0 < high1 or (high0 == high1 and low0 < low1)
    above = high1 < high2 or (high1 == high2 and low1 < low2)
    return not (below and above)


_CHECK = RowCheck(_fails)


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
    return _CHECK.failing_rows(A, B, a, start)
