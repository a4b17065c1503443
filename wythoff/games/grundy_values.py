"""
Grundy values of generalised Wythoff's game: exact tables, single values, and the periods of rows.

Two heaps; a move takes any k > 0 from one heap, or k > 0 from one and l > 0 from the other with abs(k - l) < a. The
Grundy value G(x, y) is the least non-negative integer that is not the value of an option. It is symmetric, and 0
exactly at the losing positions. No formula for it is known; what is known, for every a:

* G(x, 0) = x, and G(x, y) = x + y while neither heap exceeds a: the options in row and column have the values from
  min(x, y) to x + y - 1, and (v, 0), in reach from both heaps, has the value v for every smaller v.
* x - 2*a*y <= G(x, y) <= x + y for x >= y. Above, by induction: a mex exceeds the largest value of an option by 1 at
  most. Below: let row y hold no value v in the columns 0 to X. At each of these X + 1 squares either the value is
  smaller than v, at most v times, as the values of a row differ; or some option has the value v. That one lies in a row
  below, each of which holds v once at most and then bars it from one square by a vertical move and from at most 2*a - 1
  by moves from both heaps. So X + 1 <= v + 2*a*y. For a = 1 this is Landman's argument [1]_.
* The differences G(x, y) - x of row y are periodic from some x on [1]_ [2]_: by these bounds they depend on finitely
  many differences in the columns just before.

References
----------
.. [1] H. Landman, "A simple FSM-based proof of the additive periodicity of the Sprague-Grundy function of Wythoff's
   game", More Games of No Chance, MSRI Publications 42 (2002), 383-386.
.. [2] A. Dress, A. Flammenkamp, N. Pink, "Additive periodicity of the Sprague-Grundy function of certain Nim games",
   Advances in Applied Mathematics 22 (1999), 249-270.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wythoff._process.memory import check_room
from wythoff.errors import shorten_int, whole_number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LARGEST_FEW = 12  # up to this a, looking at 2a - 1 squares is faster than joining two sets (n = 1000 to 8000)
_SQUARES_A_CALL = 2**20  # a compiled loop can't be interrupted; this many squares take well under a second


def grundy_table(rows: int, columns: int | None = None, a: int = 1) -> NDArray[np.unsignedinteger[Any]]:
    """
    Compute the Grundy values of all positions up to a size.

    Parameters
    ----------
    rows : int
        The first heap is 0, 1, ..., rows - 1.
    columns : int, optional
        The second heap is 0, 1, ..., columns - 1; by default as many as `rows`.
    a : int, default 1
        The game's parameter, of any size from 1 on; 1 is Wythoff's own game.

    Returns
    -------
    array with shape (rows, columns)
        Element [x, y] is G(x, y). The dtype is the smallest that holds the proved bound rows + columns - 2: uint8 up to
        255, uint16 up to 65535, then uint32. C-contiguous if rows >= columns, else Fortran-contiguous. The caller owns
        it.

    Raises
    ------
    InputError
        If an argument is out of range, or the table and its scratch are larger than the memory that is free.

    Notes
    -----
    With m and n the smaller and the larger side, memory is m * n elements and for scratch about m * (n + m) / 4 bytes,
    half as much again for a > 12. Each of the m * n - m * m / 2 squares takes one search through words of 64 values,
    which starts where one of three sets stops being full: O(m + n) in the worst case, 13 words on average at
    4000 x 4000 with a = 1 and 26 at 8000 x 8000. For a <= 12 each square takes 2 * a - 1 steps besides, for larger a
    no more than some vector operations over these words, whatever a is.

    Examples
    --------
    >>> grundy_table(4)
    array([[0, 1, 2, 3],
           [1, 2, 0, 4],
           [2, 0, 1, 5],
           [3, 4, 5, 6]], dtype=uint8)
    >>> grundy_table(2, 6, a=2)
    array([[0, 1, 2, 3, 4, 5],
           [1, 2, 3, 0, 5, 6]], dtype=uint8)
    """
    rows, columns, a = _check_sides(rows, columns, a)
    long, short = max(rows, columns), min(rows, columns)
    a = min(a, long)  # no more than long - 1 can be taken from a heap, so that all larger a are one game
    _check_memory(rows, columns, _scratch_bytes(long, short, a))

    import numpy as np

    from wythoff.games import _grundy_values_kernels as kernels

    values = np.zeros((long, short), _dtype(long + short - 2))
    words = _words(long, short)
    sets = [
        np.zeros((short + 1, words), np.uint64),  # for each row, and for the column being filled
        np.zeros(short + 1, np.uint64),
        np.zeros((short, words), np.uint64),  # for each diagonal that meets the column
        np.zeros(short, np.uint64),
    ]
    fill = kernels.few
    if a > _LARGEST_FEW:
        fill = kernels.many
        sets += [np.zeros((short, words), np.uint64), np.zeros(words, np.uint64)]
    step = max(1, _SQUARES_A_CALL // short)
    for first in range(0, long, step):
        fill(values, np.uint64(first), np.uint64(min(long, first + step)), np.uint64(a), *sets)
    _mirror(values[:short])
    return values if rows >= columns else values.T


def naive_grundy_table(rows: int, columns: int | None = None, a: int = 1) -> NDArray[np.unsignedinteger[Any]]:
    """
    Compute the same table as `grundy_table` from the definition, by listing every option of every position.

    It is what the bit sets are compared with, in tests and benchmarks.

    Parameters
    ----------
    rows, columns, a
        As for `grundy_table`.

    Returns
    -------
    array with shape (rows, columns)
        As from `grundy_table`, always C-contiguous.

    Raises
    ------
    InputError
        As for `grundy_table`.

    Notes
    -----
    A position has up to x + y + (2 * a - 1) * min(x, y) options, so n rows and columns take O(a * n**3) time, and
    O(n**4) once a approaches n; scratch is 8 bytes for each possible value.

    Examples
    --------
    >>> bool((naive_grundy_table(40, 30, a=3) == grundy_table(40, 30, a=3)).all())
    True
    """
    rows, columns, a = _check_sides(rows, columns, a)
    _check_memory(rows, columns, 8 * (rows + columns))

    import numpy as np

    from wythoff.games import _grundy_values_kernels as kernels

    values = np.zeros((rows, columns), _dtype(rows + columns - 2))
    kernels.naive(values, np.zeros(rows + columns, np.uint64), np.uint64(min(a, rows + columns)))
    return values


def grundy_value(x: int, y: int, a: int = 1) -> int:
    """
    Compute the Grundy value of one position.

    Parameters
    ----------
    x, y : int
        Sizes of the heaps in either order, at least 0.
    a : int, default 1
        The game's parameter, of any size from 1 on.

    Returns
    -------
    int
        G(x, y).

    Raises
    ------
    InputError
        If an argument is out of range, or the value needs more memory than is free.

    Notes
    -----
    Any size where a formula is proved: if one heap is empty or neither exceeds a. Otherwise every position below
    (x, y) is needed, which takes time and memory of a `grundy_table` with x + 1 rows and y + 1 columns: 2.7 GB, for
    example, for two heaps of 32,767, and 2.1 GB for 1000 and 500,000.

    Examples
    --------
    >>> grundy_value(10, 20), grundy_value(1000, 3)
    (28, 998)
    >>> grundy_value(10**30, 10**30 - 7, a=10**30)
    1999999999999999999999999999993
    """
    x = whole_number("x", x)
    y = whole_number("y", y)
    a = whole_number("a", a, 1)
    if min(x, y) == 0 or max(x, y) <= a:
        return x + y
    return int(grundy_table(x + 1, y + 1, a)[x, y])


@dataclass(frozen=True)
class RowPeriod:
    """
    The period of one row of Grundy values, as it was seen; nothing is said beyond the last x looked at.

    Attributes
    ----------
    y, a : int
        The row and the game's parameter.
    preperiod, period : int or None
        The least numbers such that G(x + period, y) = G(x, y) + period was seen to hold for all x >= preperiod; both
        None if no period was seen.
    up_to : int
        The last x that was looked at.
    """

    y: int
    a: int
    preperiod: int | None
    period: int | None
    up_to: int

    @property
    def checked(self) -> int:
        """For how many x, from `preperiod` on and without exception, G(x + period, y) was compared with G(x, y)."""
        if self.preperiod is None or self.period is None:
            return 0
        return self.up_to + 1 - self.preperiod - self.period


def row_period(y: int, a: int = 1, up_to: int = 100_000) -> RowPeriod:
    """
    Find the period of the differences G(x, y) - x of one row, by looking.

    That there is a period is proved, and so is no particular one: what is returned is observed.

    Parameters
    ----------
    y : int
        The row, at least 0.
    a : int, default 1
        The game's parameter, of any size from 1 on.
    up_to : int, default 100,000
        The last x to look at, at least `y` and 11.

    Returns
    -------
    RowPeriod
        The least period of the second half of x = 0, 1, ..., up_to that repeats there at least three times, and the
        least x from which on it holds; its ``checked`` says for how many x. None of both if there is none.

    Raises
    ------
    InputError
        If an argument is out of range, or the rows 0 to y need more memory than is free.

    Notes
    -----
    (y + 1) * (up_to + 1) squares of a `grundy_table`: half a second for row 10 up to x = 1,000,000.

    Examples
    --------
    >>> row_period(10, up_to=20_000)
    RowPeriod(y=10, a=1, preperiod=224, period=24, up_to=20000)
    >>> row_period(10, up_to=20_000).checked
    19753
    """
    y = whole_number("y", y)
    a = whole_number("a", a, 1)
    up_to = whole_number("up_to", up_to, max(y, 11))

    import numpy as np

    differences = grundy_table(up_to + 1, y + 1, a)[:, y] - np.arange(up_to + 1)
    half = differences[(up_to + 1) // 2 :]
    period = _least_period(half)
    if period is None:
        return RowPeriod(y, a, None, None, up_to)
    exceptions = np.flatnonzero(differences[period:] != differences[:-period])
    preperiod = int(exceptions[-1]) + 1 if len(exceptions) else 0
    return RowPeriod(y, a, preperiod, period, up_to)


def _least_period(sequence: NDArray[np.int64]) -> int | None:
    """Return the least period that fits at least three times, or None."""
    import numpy as np

    candidates = np.arange(1, len(sequence) // 3 + 1)
    last = len(sequence) - 1
    for i in range(min(32, len(sequence) // 3)):  # the last terms leave few to be looked at in full
        candidates = candidates[sequence[last - i - candidates] == sequence[last - i]]
    for period in candidates.tolist():
        if np.array_equal(sequence[period:], sequence[:-period]):
            return int(period)
    return None


def _check_sides(rows: int, columns: int | None, a: int) -> tuple[int, int, int]:
    rows = whole_number("rows", rows, 1)
    columns = rows if columns is None else whole_number("columns", columns, 1)
    return rows, columns, whole_number("a", a, 1)


def _check_memory(rows: int, columns: int, scratch: int) -> None:
    needed = rows * columns * _item_bytes(rows + columns - 2) + scratch
    what = f"the Grundy values of {shorten_int(rows)} x {shorten_int(columns)} positions, with scratch,"
    check_room(needed, what, "take smaller heaps")


def _scratch_bytes(long: int, short: int, a: int) -> int:
    lines = 2 * short + 1 if a <= _LARGEST_FEW else 3 * short + 2
    return 8 * lines * (_words(long, short) + 1)


def _words(long: int, short: int) -> int:
    """Return how many words of 64 bits hold one more than all values, so that no set is ever full."""
    return (long + short) // 64 + 1


def _item_bytes(largest: int) -> int:
    return 1 if largest < 2**8 else 2 if largest < 2**16 else 4 if largest < 2**32 else 8


def _dtype(largest: int) -> str:
    return f"uint{8 * _item_bytes(largest)}"


def _mirror(square: NDArray[Any], block: int = 256) -> None:
    """Copy what is below the main diagonal of a square array to above it, where it is 0; in blocks for the cache."""
    for i in range(0, len(square), block):
        square[i : i + block, i:] |= square[i:, i : i + block].T
