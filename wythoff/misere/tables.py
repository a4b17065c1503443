"""Tables of the losing positions of misère Wythoff, made from the normal table by any of its strategies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from wythoff import positions
from wythoff._process.memory import check_room
from wythoff.errors import InputError, shorten_int
from wythoff.misere.failures import failing_rows
from wythoff.misere.positions import FIRST_ROWS_A1, certificate, last_row_with_b_up_to, pair
from wythoff.strategies import Strategy
from wythoff.tables.ahead import made_ahead
from wythoff.tables.arguments import checked, checked_block, checked_threads, too_narrow
from wythoff.tables.certificate import failing_rows as failing_normal_rows
from wythoff.tables.compute import Table
from wythoff.tables.compute import table as normal_table
from wythoff.tables.dtypes import LARGEST, OBJECT, allocate, dtype_for, read_dtype, row_bytes, smallest_dtype

_BLOCK = 2**16  # rows of the normal table held at a time
_LARGE_A = 2**15  # from here on a call for each row takes less time than the a rows between two that are wanted


@dataclass(frozen=True, eq=False)
class MisereTable(Table):
    """
    Consecutive rows of a table of losing positions of misère play.

    Attributes
    ----------
    A, B : arrays with shape (N,)
        The columns A' and B', both of one dtype: uint32, int32, int64, uint64, or object (Python ints).
    start : int
        The number of the first row.
    a : int
        The game's parameter.
    """

    def failures(self) -> NDArray[np.bool_]:
        """
        Check every row by the integer certificate of misère play, which uses neither alpha nor any strategy.

        Returns
        -------
        array with shape (N,), dtype bool
            True where the row is wrong; O(N) time.
        """
        if self.A.dtype == OBJECT:
            return np.array([not certificate(n, x, y, self.a) for n, x, y in self.rows()], dtype=np.bool_)
        if self.a > 1:
            return failing_rows(self.A, self.B, self.a, self.start)
        failed = failing_normal_rows(self.A, self.B, 1, self.start)
        for i, n in enumerate(range(self.start, min(2, self.n + 1))):
            failed[i] = (self.A[i], self.B[i]) != FIRST_ROWS_A1[n]
        return failed


def table(
    n: int, a: int = 1, *, strategy: str = "algebraic", dtype: DTypeLike | None = None, start: int = 0
) -> MisereTable:
    """
    Compute rows `start` to `n`, both included, of the table of losing positions of misère play.

    Parameters
    ----------
    n : int
        The last row, of any size.
    a : int, default 1
        The game's parameter, 1 <= a <= 2^31 - 1; a = 1 is Wythoff's own game.
    strategy : str, default "algebraic"
        How to compute the rows of normal play from which this table is made: a name in `wythoff.STRATEGIES`.
    dtype : numpy integer type, optional
        uint32, int32, int64, uint64, or object for Python ints. By default the first of uint32, int64, uint64, object
        that holds B'_n.
    start : int, default 0
        The first row. Strategies that define a row by the rows before it must begin at 0.

    Returns
    -------
    MisereTable
        It owns its arrays.

    Raises
    ------
    InputError
        If an argument is outside its range, `dtype` can't hold B'_n, the strategy can't begin at `start` or reach
        row n, or memory does not suffice.

    Notes
    -----
    For a >= 2 row n is row N = a * n + 1 of the normal table with both entries x replaced by (x + a - 2) // a; for
    a = 1 only rows 0 and 1 differ from normal play. The proof is in `wythoff.misere.positions`. The strategies compute
    B_N below 2^64, so for a >= 2 they serve rows up to ``(last_row_with_b_up_to(2**64 - 1, a) - 1) // a`` of
    `wythoff.positions`; beyond, only "algebraic" goes on, row by row in Python ints, whatever the dtype.

    Time is that of the strategy for a * n + 1 rows, but for those that start anywhere no more than 2^15 rows take for
    each row. They need memory for the result only, the others for the a * n + 2 rows of normal play as well.

    Examples
    --------
    >>> t = table(4, a=2)
    >>> t.A.tolist(), t.B.tolist()
    ([0, 2, 3, 4, 6], [1, 5, 8, 11, 15])
    >>> list(table(3, strategy="recursive-merge").rows())
    [(0, 0, 1), (1, 2, 2), (2, 3, 5), (3, 4, 7)]
    """
    method, n, a, chosen = _check(n, a, strategy, dtype, start)
    _check_memory(n - start + 1, chosen, method, n, a)
    return _build(method, n, a, chosen, start)


def stream(
    n: int,
    a: int = 1,
    *,
    block: int = 2**20,
    strategy: str = "algebraic",
    dtype: DTypeLike | None = None,
    start: int = 0,
    threads: int = 1,
) -> Iterator[MisereTable]:
    """
    Yield rows `start` to `n` as consecutive tables of `block` rows, in constant memory.

    Parameters
    ----------
    n, a, strategy, dtype, start
        As for `table`; the dtype is one for all blocks. The strategy must be able to start anywhere.
    block : int, default 2^20
        Rows in each table; the last one may be shorter.
    threads : int, default 1
        How many threads compute tables ahead, 1 to 1024, as for `wythoff.tables.stream`.

    Yields
    ------
    MisereTable
        Each owns its arrays, so that a caller may keep or drop them.

    Raises
    ------
    InputError
        As for `table`, on the call itself, before anything is computed.

    Examples
    --------
    >>> [t.A.tolist() for t in stream(6, a=2, block=3)]
    [[0, 2, 3], [4, 6, 7], [9]]
    """
    method, n, a, chosen = _check(n, a, strategy, dtype, start)
    block = checked_block(block, method)
    threads = checked_threads(threads, method)
    _check_memory(min(threads * block, n - start + 1), chosen, method, n, a)

    def made(first: int) -> MisereTable:
        return _build(method, min(first + block - 1, n), a, chosen, first)

    return made_ahead(made, range(start, n + 1, block), threads)


def _build(method: Strategy, n: int, a: int, dtype: np.dtype[Any], start: int) -> MisereTable:
    A, B = allocate(n - start + 1, dtype)
    if a == 1:
        normal_table(n, 1, strategy=method.name, start=start, out=(A, B))
        for row in range(start, min(2, n + 1)):
            A[row - start], B[row - start] = FIRST_ROWS_A1[row]
    else:
        by_pair = start if dtype == OBJECT else max(start, min(n, _last_served(a)) + 1)
        _reduce(A, B, method, a, start, by_pair)
        for row in range(by_pair, n + 1):
            A[row - start], B[row - start] = pair(row, a)
    return MisereTable(A, B, start=start, a=a)


def _reduce(A: NDArray[Any], B: NDArray[Any], method: Strategy, a: int, start: int, stop: int) -> None:
    """Fill rows start, ..., stop - 1 from rows a*start + 1, a*(start + 1) + 1, ... of normal play."""
    if method.any_start:
        block = _BLOCK // a if a < _LARGE_A else 1
    else:
        block = stop  # from row 0, all at once
    for first in range(start, stop, block):
        last = min(first + block, stop) - 1
        origin = a * first + 1 if method.any_start else 0
        normal = normal_table(a * last + 1, a, strategy=method.name, start=origin)
        wanted = slice(a * first + 1 - origin, None, a)
        here = slice(first - start, last - start + 1)
        # Adding a - 2 to B before the division could leave its type; A is smaller by more than that.
        A[here] = (normal.A[wanted] + (a - 2)) // a
        B[here] = (normal.B[wanted] - 2) // a + 1


def _last_served(a: int) -> int:
    """Return the last row n for which B_(a*n + 1) of normal play is below 2^64; a >= 2."""
    return (positions.last_row_with_b_up_to(2**64 - 1, a) - 1) // a


def _check(
    n: int, a: int, strategy: str, dtype: DTypeLike | None, start: int
) -> tuple[Strategy, int, int, np.dtype[Any]]:
    method, a, n, start = checked(n, a, strategy, start)
    chosen = _choose_dtype(n, a, dtype)
    if method.name != "algebraic":
        most = _last_served(a) if a > 1 else positions.last_row_with_b_up_to(2**64 - 1)
        if n > most or chosen == OBJECT:
            raise InputError(
                f"strategy {method.name} computes in 64 bits, which at a = {a} serves rows of misère play up to "
                f"n = {most} and no Python ints; take algebraic for row {shorten_int(n)}"
            )
    return method, n, a, chosen


def _choose_dtype(n: int, a: int, wanted: DTypeLike | None) -> np.dtype[Any]:
    """Return the dtype of a table ending at row n, or say why the wanted one won't do."""
    largest = pair(n, a)[1]
    if wanted is None:
        return dtype_for(largest)
    chosen = read_dtype(wanted)
    if chosen != OBJECT and largest > (most := LARGEST[chosen]):
        raise too_narrow(chosen, largest, f"row {shorten_int(n)} of misère play", a, last_row_with_b_up_to(most, a))
    return chosen


def _check_memory(rows: int, dtype: np.dtype[Any], method: Strategy, n: int, a: int) -> None:
    """Refuse what can't fit: the table itself, and rows 0 to a*n + 1 of normal play if the strategy needs them all."""
    needed = rows * row_bytes(dtype)
    if not method.any_start:
        last = n if a == 1 else a * n + 1
        needed += method.scratch_bytes(last, a)
        if a > 1:
            needed += (last + 1) * row_bytes(smallest_dtype(last, a))
    what = f"{shorten_int(rows)} rows of misère play by strategy {method.name}"
    check_room(needed, what, "end the table earlier, take algebraic, or use stream()")
