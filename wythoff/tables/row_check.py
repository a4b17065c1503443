"""Whole columns checked by a compiled check of one row."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wythoff._jit import kernel

UInt = np.uint64


class RowCheck:
    """
    A check of one row, applied to columns; it is compiled together with the loop over them.

    Parameters
    ----------
    fails : kernel
        Called with n, A_n, B_n and a, all uint64; returns whether that is not row n of the table.
    """

    def __init__(self, fails: Any) -> None:
        @kernel
        def mark(A, B, a, start, failed):  # type: ignore[no-untyped-def]
            """Set ``failed[i]`` where row start+i fails. No checks: the arrays have one length."""
            for i in range(A.size):
                failed[i] = fails(start + UInt(i), UInt(A[i]), UInt(B[i]), a)

        @kernel
        def mark_at(n, A, B, a, failed):  # type: ignore[no-untyped-def]
            """Set ``failed[i]`` where row n[i] fails. No checks: the arrays have one length."""
            for i in range(A.size):
                failed[i] = fails(n[i], UInt(A[i]), UInt(B[i]), a)

        self.mark = mark
        self.mark_at = mark_at

    def failing_rows(
        self, A: NDArray[np.integer], B: NDArray[np.integer], a: int, start: int | NDArray[np.uint64]
    ) -> NDArray[np.bool_]:
        """Return True for each row that fails; `start` is the number of the first row, or of each."""
        failed = np.zeros(len(A), dtype=np.bool_)
        if isinstance(start, np.ndarray):
            self.mark_at(start, A, B, UInt(a), failed)
        else:
            self.mark(A, B, UInt(a), UInt(start), failed)
        return failed
