"""The table of normal or misère play in blocks that take little memory: what a file is written from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from wythoff import positions
from wythoff.errors import InputError, shorten_int, whole_number
from wythoff.tables.ahead import MOST_THREADS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wythoff.tables.compute import Table

ROWS = 2**16
# So many rows take less time one by one than the compiled strategies take to load.
SHORT = 2**15


class Play(Protocol):
    """Another play of the game than the normal one: `wythoff.misere`."""

    def pair(self, n: int, a: int, /) -> tuple[int, int]:
        """Return row n."""

    def table(self, n: int, a: int, /, *, strategy: str, start: int) -> Table:
        """Return rows `start` to n."""

    def stream(self, n: int, a: int, /, *, block: int, strategy: str, start: int, threads: int) -> Iterator[Table]:
        """Return the same in tables of `block` rows, computed on `threads` threads."""


class Block(Protocol):
    """Consecutive rows, such as a `wythoff.tables.Table`."""

    @property
    def start(self) -> int:
        """The number of the first row."""

    @property
    def A(self) -> NDArray[Any]:
        """The column A."""

    @property
    def B(self) -> NDArray[Any]:
        """The column B."""

    def __len__(self) -> int:
        """Return the number of rows."""

    def rows(self) -> Iterator[tuple[int, int, int]]:
        """Yield (n, A_n, B_n) as Python ints."""


@dataclass(frozen=True)
class Pairs:
    """
    A block of Python ints, for which NumPy is loaded only if a column is asked for.

    Attributes
    ----------
    pairs : tuple of (int, int)
        The rows (A_n, B_n).
    start : int
        The number of the first row.
    """

    pairs: tuple[tuple[int, int], ...]
    start: int

    def __len__(self) -> int:
        return len(self.pairs)

    @property
    def A(self) -> NDArray[Any]:
        """The column A, of Python ints."""
        return self._column(0)

    @property
    def B(self) -> NDArray[Any]:
        """The column B, of Python ints."""
        return self._column(1)

    def rows(self) -> Iterator[tuple[int, int, int]]:
        """Yield (n, A_n, B_n)."""
        return ((n, x, y) for n, (x, y) in enumerate(self.pairs, self.start))

    def _column(self, which: int) -> NDArray[Any]:
        import numpy as np

        return np.array([pair[which] for pair in self.pairs], dtype=object)


def table_blocks(
    n: int,
    a: int = 1,
    *,
    strategy: str | None = None,
    start: int = 0,
    play: Play | None = None,
    threads: int = 1,
) -> Iterable[Block]:
    """
    Compute rows `start` to `n` in blocks.

    Parameters
    ----------
    n : int
        The last row, of any size.
    a : int, default 1
        The game's parameter, 1 <= a <= 2^31 - 1.
    strategy : str, optional
        How to compute: a name in `wythoff.STRATEGIES`. By default up to 2^15 rows are computed one by one, and more by
        the strategy ``algebraic``.
    start : int, default 0
        The first row. Strategies that define a row by the rows before it must begin at 0.
    play : Play, optional
        `wythoff.misere` for the table of misère play.
    threads : int, default 1
        How many threads compute blocks ahead, 1 to 1024, as for `wythoff.tables.stream`. A table that is computed one
        by one takes none.

    Returns
    -------
    iterable of Block
        In ascending order, to be read once. Memory is that of one block of 2^16 rows where the strategy can start
        anywhere, else that of the whole table.

    Raises
    ------
    InputError
        As for `wythoff.tables.table`, on the call itself.

    Examples
    --------
    >>> [list(block.rows()) for block in table_blocks(2, start=1)]
    [[(1, 1, 2), (2, 3, 5)]]
    """
    n = whole_number("n", n)
    a = whole_number("a", a, 1, 2**31 - 1)
    start = whole_number("start", start)
    threads = whole_number("threads", threads, 1, MOST_THREADS)
    if start > n:
        raise InputError(f"start must be at most n = {shorten_int(n)}, got {shorten_int(start)}")
    if strategy is None and n - start < SHORT:
        pair = play.pair if play else positions.pair
        return (Pairs(tuple(pair(row, a) for row in range(start, n + 1)), start),)

    from wythoff.strategies import strategy as find_strategy
    from wythoff.tables import compute
    from wythoff.tables.arguments import checked_threads

    method = find_strategy(strategy or "algebraic")
    if method.any_start:
        stream = play.stream if play else compute.stream
        return stream(n, a, strategy=method.name, start=start, block=ROWS, threads=threads)
    checked_threads(threads, method)
    whole = (play.table if play else compute.table)(n, a, strategy=method.name, start=start)
    return (
        replace(whole, A=whole.A[i : i + ROWS], B=whole.B[i : i + ROWS], start=start + i)
        for i in range(0, len(whole), ROWS)
    )
