"""
Tables of P-positions: fill by a strategy, on one thread or several, stream, verify.

Row n of the table for parameter a is (n, A_n, B_n), with A_n the mex of all earlier entries and
B_n = A_n + a*n; row 0 is (0, 0, 0).
"""

from __future__ import annotations

from _thread import start_new_thread
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from wythoff import positions
from wythoff.errors import InputError, shorten_int
from wythoff.strategies import Strategy
from wythoff.tables.ahead import made_ahead
from wythoff.tables.arguments import (
    check_dtype,
    check_memory,
    check_out,
    checked,
    checked_block,
    checked_threads,
    choose_dtype,
)
from wythoff.tables.certificate import failing_rows
from wythoff.tables.dtypes import OBJECT, allocate

if TYPE_CHECKING:
    import pandas as pd

# Rows that one thread fills at a time: enough to outweigh a hand-over, few enough for Ctrl-C to be answered soon.
_LEAST_BLOCK, _MOST_BLOCK, _BLOCKS_A_THREAD = 2**16, 2**22, 4


@dataclass(frozen=True, eq=False, init=False)
class Table:
    """
    Consecutive rows of a table of P-positions.

    Attributes
    ----------
    A, B : arrays with shape (N,)
        The columns, both of one dtype: uint32, int32, int64, uint64, or object (Python ints).
    start : int
        The number of the first row.
    a : int
        The game's parameter.
    """

    A: NDArray[Any]
    B: NDArray[Any]
    start: int
    a: int

    def __init__(self, A: NDArray[Any], B: NDArray[Any], start: int, a: int) -> None:
        # A frozen dataclass sets each field by a call, which takes a tenth of the time of 10,000 rows in all.
        fields = self.__dict__
        fields["A"], fields["B"], fields["start"], fields["a"] = A, B, start, a

    def __len__(self) -> int:
        return len(self.A)

    @property
    def n(self) -> int:
        """The number of the last row."""
        return self.start + len(self.A) - 1

    def rows(self) -> Iterator[tuple[int, int, int]]:
        """Yield the rows (n, A_n, B_n) as Python ints."""
        return zip(range(self.start, self.start + len(self.A)), self.A.tolist(), self.B.tolist(), strict=True)

    def to_pandas(self) -> pd.DataFrame:
        """
        Return a DataFrame with columns A and B, indexed by n; the columns are not copied.

        Raises
        ------
        InputError
            If pandas is not installed, or a row number leaves int64 (pandas has no such index).
        """
        try:
            import pandas as pd
        except ImportError:
            raise InputError("to_pandas() needs pandas; install it with: pip install 'wythoff[pandas]'") from None
        if self.n >= 2**63:
            raise InputError(f"a pandas index holds row numbers below 2^63, this table ends at {shorten_int(self.n)}")
        index = pd.RangeIndex(self.start, self.n + 1, name="n")
        return pd.DataFrame({"A": self.A, "B": self.B}, index=index, copy=False)

    def failures(self) -> NDArray[np.bool_]:
        """
        Check every row by its integer certificate, which uses neither alpha nor any strategy.

        Returns
        -------
        array with shape (N,), dtype bool
            True where the row is wrong; O(N) time.
        """
        if self.A.dtype == OBJECT:
            return np.array([not positions.certificate(n, x, y, self.a) for n, x, y in self.rows()], dtype=np.bool_)
        return failing_rows(self.A, self.B, self.a, self.start)


def table(
    n: int,
    a: int = 1,
    *,
    strategy: str = "algebraic",
    dtype: DTypeLike | None = None,
    start: int = 0,
    out: tuple[NDArray[Any], NDArray[Any]] | None = None,
    threads: int = 1,
) -> Table:
    """
    Compute rows `start` to `n`, both included, of the table of P-positions.

    Parameters
    ----------
    n : int
        The last row, of any size.
    a : int, default 1
        The game's parameter, 1 <= a <= 2^31 - 1; a = 1 is Wythoff's own game.
    strategy : str, default "algebraic"
        How to compute: a name in `wythoff.STRATEGIES`.
    dtype : numpy integer type, optional
        uint32, int32, int64, uint64, or object for Python ints. By default the first of uint32,
        int64, uint64, object that holds B_n.
    start : int, default 0
        The first row. Strategies that define a row by the rows before it must begin at 0.
    out : tuple of two arrays with shape (n - start + 1,), optional
        Write the columns there and allocate nothing but the strategy's scratch: contiguous,
        writable, of one dtype, not overlapping. The caller keeps them.
    threads : int, default 1
        How many threads share the rows, 1 to 1024; the table is the same. More than one need a strategy that can start
        anywhere, and some 10^7 rows to pay: of the two processors of an Intel Xeon two threads took 1.4 to 1.9 times
        less time there, 1.7 to 1.9 times at 10^8, and longer than one at 10^6, which is over before a thread has begun.

    Returns
    -------
    Table
        It owns its arrays, or refers to those of `out`.

    Raises
    ------
    InputError
        If an argument is outside its range, `dtype` can't hold B_n, `out` does not fit, the strategy
        can't begin at `start` or reach B_n >= 2^64, or memory does not suffice.

    Notes
    -----
    Time and memory are those of the strategy; by default O(n - start + 1) for both. Every strategy
    is exact except ``algebraic-float64``, whose errors are the theses'. Rows with B_n >= 2^64 are
    made one by one of Python ints.

    Examples
    --------
    >>> t = table(5, a=2)
    >>> t.A.tolist(), t.B.tolist()
    ([0, 1, 2, 4, 5, 7], [0, 3, 6, 10, 13, 17])
    >>> list(table(10**31, start=10**31 - 1).rows())[1]
    (10000000000000000000000000000000, 16180339887498948482045868343656, 26180339887498948482045868343656)
    """
    method, a, n, start = checked(n, a, strategy, start)
    threads = checked_threads(threads, method)
    rows = n - start + 1
    if out is None:
        chosen = choose_dtype(n, a, method, dtype)
        check_memory(rows, chosen, method, n, a)
        columns = allocate(rows, chosen)
    else:
        columns = check_out(out, rows, dtype)
        check_dtype(n, a, method, columns[0].dtype)
        check_memory(0, columns[0].dtype, method, n, a)
    A, B = columns
    if threads == 1 or A.dtype == OBJECT:
        _fill(method, A, B, a, start)
    else:
        _fill_on_threads(method, A, B, a, start, threads)
    return Table(A, B, start, a)


def stream(
    n: int,
    a: int = 1,
    *,
    block: int = 2**20,
    strategy: str = "algebraic",
    dtype: DTypeLike | None = None,
    start: int = 0,
    threads: int = 1,
) -> Iterator[Table]:
    """
    Yield rows `start` to `n` as consecutive tables of `block` rows, in constant memory.

    Parameters
    ----------
    n, a, strategy, dtype, start
        As for `table`; the dtype is one for all blocks. The strategy must be able to start
        anywhere.
    block : int, default 2^20
        Rows in each table; the last one may be shorter.
    threads : int, default 1
        How many threads compute tables ahead, 1 to 1024, each one at a time; the tables are the same, in the same
        order. With one a table is computed when it is asked for.

    Yields
    ------
    Table
        Each owns its arrays, so that a caller may keep or drop them.

    Raises
    ------
    InputError
        As for `table`, on the call itself, before anything is computed.

    Examples
    --------
    >>> [t.A.tolist() for t in stream(6, block=3)]
    [[0, 1, 3], [4, 6, 8], [9]]
    """
    method, a, n, start = checked(n, a, strategy, start)
    block = checked_block(block, method)
    threads = checked_threads(threads, method)
    chosen = choose_dtype(n, a, method, dtype)
    check_memory(min(threads * block, n - start + 1), chosen, method, n, a)

    def made(first: int) -> Table:
        columns = allocate(min(block, n - first + 1), chosen)
        _fill(method, *columns, a, first)
        return Table(*columns, start=first, a=a)

    return made_ahead(made, range(start, n + 1, block), threads)


def _fill(method: Strategy, A: NDArray[Any], B: NDArray[Any], a: int, start: int) -> None:
    if A.dtype == OBJECT:
        for i in range(len(A)):
            A[i], B[i] = positions.pair(start + i, a)
    else:
        method.fill(A, B, a, start, *method.allocate_scratch(start + len(A) - 1, a))


def _fill_on_threads(method: Strategy, A: NDArray[Any], B: NDArray[Any], a: int, start: int, threads: int) -> None:
    """Fill block after block on several threads, this one among them; the kernels hold no lock of the interpreter."""
    # Several blocks for each thread, so that one that is held up leaves its share to the others.
    block = min(max(-(-len(A) // (_BLOCKS_A_THREAD * threads)), _LEAST_BLOCK), _MOST_BLOCK)
    left = deque(range(0, len(A), block))

    def fill() -> None:
        while True:
            try:
                first = left.popleft()
            except IndexError:
                return
            try:
                _fill(method, A[first : first + block], B[first : first + block], a, start + first)
            except BaseException:
                left.clear()
                raise

    ended: SimpleQueue[BaseException | None] = SimpleQueue()

    def fill_beside() -> None:
        try:
            fill()
        except BaseException as error:
            ended.put(error)
        else:
            ended.put(None)

    # Not by ThreadPoolExecutor or Thread.start, which wait until the other thread has begun: at 10^7 rows a tenth of
    # the time.
    started = 0
    try:
        for _ in range(min(threads, len(left)) - 1):
            start_new_thread(fill_beside, ())
            started += 1
        fill()
    finally:  # nobody writes into the columns after the return
        errors = [ended.get() for _ in range(started)]
    for error in errors:
        if error is not None:
            raise error
