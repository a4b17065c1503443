"""
Recursive strategy: A_n is the least number not used in an earlier row, and B_n = A_n + a*n.

The rule is Fraenkel's (Amer. Math. Monthly 89 (1982) 353-361); "least number not used" is the
minimal excludant, mex. Nothing here is computed from alpha. Three ways of finding the mex:

* ``recursive-rescan``: a mark array, searched from 1 for every row (draft thesis, listing 1);
* ``recursive-resume``: the same array, the search going on where it stopped (final thesis, code 1);
* ``recursive-merge``: no array. Both columns increase, so the A's are the gaps that the B's leave,
  and a pointer into the B column, far behind the row being written, says where the gaps are. Where
  the B's repeat those of earlier rows, the rows are copied instead.

All three build a table from row 0: row n is defined by the rows before it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wythoff._jit import kernel
from wythoff._prefetch import prefetch

UInt = np.uint64
_BLOCK = UInt(512)  # rows of A held in the L1 cache until their B's are computed
_LONG_RUN = UInt(32)  # from this a on, writing runs is faster than copying
_COPIED = UInt(256)  # rows of both columns copied at once
_ALIGNED = ~UInt(15)  # blocks of copied rows begin alike in their cache lines
_SHORTEST_LAG, _LONGEST_LAG = UInt(32), UInt(2048)  # what is copied should be in the L1 cache


def mark_array(n: int, a: int) -> list[tuple[int, type[np.generic]]]:
    """Give the scratch arrays of the marking strategies: one byte for each number up to 2n, as published."""
    return [(2 * n + 1, np.uint8)]


@kernel
def _fill_rescan(A, B, a, marks):  # type: ignore[no-untyped-def]
    """
    Fill rows 0..len(A)-1, searching for each mex from 1.

    No checks: A and B have the same length of at least 1 and hold B_n; `marks` has 2n+1 elements.
    """
    one = UInt(1)
    limit = UInt(marks.size)
    marks[:] = 0
    A[0] = 0
    B[0] = 0
    for row in range(1, A.size):
        n = UInt(row)
        mex = one
        while marks[mex] != 0:
            mex += one
        b = mex + a * n
        A[n] = mex
        B[n] = b
        marks[mex] = 1
        if b < limit:
            marks[b] = 1


@kernel
def _fill_resume(A, B, a, marks):  # type: ignore[no-untyped-def]
    """
    Fill rows 0..len(A)-1, searching for each mex from the one before.

    No checks: A and B have the same length of at least 1 and hold B_n; `marks` has 2n+1 elements.
    """
    one = UInt(1)
    limit = UInt(marks.size)
    marks[:] = 0
    A[0] = 0
    B[0] = 0
    mex = one
    for row in range(1, A.size):
        n = UInt(row)
        while marks[mex] != 0:
            mex += one
        b = mex + a * n
        A[n] = mex
        B[n] = b
        marks[mex] = 1
        if b < limit:
            marks[b] = 1


@kernel
def _fill_merge(A, B, a):  # type: ignore[no-untyped-def]
    """
    Fill rows 0..len(A)-1 by merging: the A's are the numbers between consecutive B's.

    No checks: A and B have the same length of at least 1 and hold B_n.

    Between B_(j-1) and B_j stand B_j - B_(j-1) - 1 A's in a run; B's are never neighbours, as
    B_j - B_(j-1) = a + (A_j - A_(j-1)) >= 2. The run after B_(j-1) starts at row
    B_(j-1) - j + 2 >= (beta-1)*(j-1), which is above 1.6*j soon: whole blocks of rows need only
    B's of earlier blocks, so A is written run by run and B afterwards, in a loop without branches.

    Short runs take long. But where the B's are those of `fewer` rows before, all larger by
    `further`, so are the numbers between them: A_n = A_(n-lag) + further, with lag = further - fewer.
    So rows are copied, and then every B among them is compared with what that takes it for. Where
    one lies off by 1, the A beside it gets the number that was kept free for it. None lies off by
    more: lag and `fewer` are denominators of neighbouring convergents of alpha, 1, a, a*a + 1, ...,
    each a times the last and the last but one, so `further` is an integer next to alpha*lag and to
    beta*fewer, and A_n - A_(n-lag) and B_j - B_(j-fewer) are such integers, too. The longer the lag,
    the fewer lie off.
    """
    rows = UInt(A.size)
    one = UInt(1)
    two = UInt(2)
    A[0] = 0
    B[0] = 0
    n = one  # the next row to write
    j = one  # the next B to step over
    x = one  # the next candidate for A
    while n < rows and n < UInt(64):
        A[n] = x
        B[n] = x + a * n
        n += one
        x += one
        if x == UInt(B[j]):
            x += one
            j += one
    lag = one
    fewer = UInt(0)
    while n < rows:
        first = n
        longest = min(_LONGEST_LAG, n >> two)  # so that all that is read lies far behind
        while a * lag + fewer <= longest:
            fewer, lag = lag, a * lag + fewer
        if a >= _LONG_RUN or lag < _SHORTEST_LAG:
            last = min(rows, n + min(_BLOCK, n >> one))
            while n < last:
                gap = UInt(B[j])
                run = min(gap - x, rows - n)
                for i in range(run):
                    A[n + UInt(i)] = x + UInt(i)
                n += run
                j += one
                x = gap + one
            offset = a * first
            a_block = A[first:n]
            b_block = B[first:n]
            for i in range(n - first):
                b_block[i] = UInt(a_block[i]) + offset + a * UInt(i)
            continue
        n = min(rows, (n + min(_COPIED, lag)) & _ALIGNED)
        further = lag + fewer
        block = A[first:n]
        earlier = A[first - lag : n - lag]
        prefetch(B, first, n)  # written next
        for i in range(n - first):
            block[i] = earlier[i] + further
        block = B[first:n]
        earlier = B[first - lag : n - lag]
        further_b = further + a * lag
        prefetch(A, n, n + n - first)
        for i in range(n - first):
            block[i] = earlier[i] + further_b
        # A_n = n + the number of B's below it: from the first B that may touch the block to the last.
        begin = UInt(A[first - one]) - (first - one) + one
        end = UInt(A[n - one]) - (n - one) + two
        found = B[begin:end]
        earlier = B[begin - fewer : end - fewer]
        differ = UInt(0)
        for i in range(end - begin):
            differ |= UInt(found[i] - earlier[i]) ^ further
        if differ != UInt(0):
            for k in range(end - begin):
                taken = UInt(earlier[k]) + further
                gap = UInt(found[k])
                if gap != taken:
                    row = taken - (begin + UInt(k)) + (one if gap > taken else UInt(0))
                    if first <= row and row < n:
                        A[row] = taken
                        B[row] = taken + a * row


def fill_rescan(A: NDArray[np.integer], B: NDArray[np.integer], a: int, start: int, marks: NDArray[np.uint8]) -> None:
    """Fill rows 0, 1, ... by mex with a search from 1 for every row: O(n^2) time, O(n) scratch."""
    _fill_rescan(A, B, UInt(a), marks)


def fill_resume(A: NDArray[np.integer], B: NDArray[np.integer], a: int, start: int, marks: NDArray[np.uint8]) -> None:
    """Fill rows 0, 1, ... by mex with a search that resumes: O(n) time, O(n) scratch."""
    _fill_resume(A, B, UInt(a), marks)


def fill_merge(A: NDArray[np.integer], B: NDArray[np.integer], a: int, start: int) -> None:
    """Fill rows 0, 1, ... by merging the candidates with the B column: O(n) time, no scratch."""
    _fill_merge(A, B, UInt(a))


KERNELS = {
    "recursive-rescan": (_fill_rescan,),
    "recursive-resume": (_fill_resume,),
    "recursive-merge": (_fill_merge,),
}
