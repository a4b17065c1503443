"""
Look-up of the recursive strategy: a table made by the mex recursion, and bisection.

A_n is the least number not used in an earlier row, and B_n = A_n + a * n (in misère play A_n + a * n + 1 for a >= 2;
for a = 1 the rows 0 and 1 are given). Only column A is stored. It is made in passes: when rows 0 to m - 1 are known,
every number up to B_(m-1) + a is some A unless it is one of their B's, because B_m >= B_(m-1) + a + 1.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from wythoff._process.memory import available_bytes, human_bytes
from wythoff.errors import InputError, shorten_int
from wythoff.moves.position import difference
from wythoff.positions import Place

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BLOCK = 2**20  # numbers looked at in one pass, at most
_ROW_BYTES = 8
_SMALL_TABLE_BYTES = 2**26  # up to here it isn't worth asking the system, which takes longer than the table


class Recursive:
    """
    The rows of normal or misère play whose A is at most ``most``, made at once: O(most) time and memory.

    Raises
    ------
    InputError
        If the table would not fit in memory.
    """

    def __init__(self, a: int, misere: bool, most: int) -> None:
        _check_memory(most)
        self._a = a
        self._misere = misere
        self._lower = lower_column(a, misere, most)

    def place(self, x: int) -> Place:
        """Return the row and the column that hold x, for x up to the limit of the table; A if both do."""
        row = bisect_left(self._lower, x)
        if row < len(self._lower) and self._lower[row] == x:
            return Place(row, "A")
        return Place(bisect_left(range(len(self._lower)), x, key=lambda n: self.pair(n)[1]), "B")

    def partner(self, x: int) -> int:
        """Return the other entry of the row that holds x, for x up to the limit of the table."""
        row, column = self.place(x)
        return self.pair(row)[1 if column == "A" else 0]

    def pair(self, n: int) -> tuple[int, int]:
        """Return row n of the table."""
        lower = int(self._lower[n])
        return lower, lower + difference(n, self._a, self._misere)

    def tell_partner(self, x: int, name: str) -> list[str]:
        """Say in sentences how the partner of x, called `name`, was found."""
        row, column = self.place(x)
        plus_one = " + 1" if self._misere and self._a > 1 else ""
        play = "Recursion of misère play" if self._misere else "Recursion"
        given = ", after the given rows (0, 1) and (2, 2)" if self._misere and self._a == 1 else ""
        return [
            f"{play}: row by row, A_n is the least number not used before and B_n = A_n + a * n{plus_one}{given}; "
            f"{shorten_int(len(self._lower))} rows have an A up to {name}.",
            f"Bisection finds {name} in column {column}, row n = {shorten_int(row)}; its partner is "
            f"{'B' if column == 'A' else 'A'}_n = {shorten_int(self.partner(x))}.",
        ]

    def tell_pair(self, n: int, name: str) -> list[str]:
        """Say in sentences how the row n, called `name`, was found."""
        lower, upper = map(shorten_int, self.pair(n))
        return [f"The table has A_{name} = {lower} and B_{name} = {upper}."]


def lower_column(a: int, misere: bool, most: int) -> NDArray[np.int64]:
    """
    Return A_0, A_1, ..., as far as they are at most `most`; in misère play with a = 1 at least A_0 and A_1.

    The array is allocated for most + 2 rows, which A_n >= n makes enough, and cut.
    """
    import numpy as np

    first = [0, 2] if misere and a == 1 else [0]
    lower = np.empty(most + 2, np.int64)
    lower[: len(first)] = first
    rows = len(first)
    seen = first[-1]  # every number up to here is in a known row or a B of one
    next_b = sum(difference(n, a, misere) + first[n] <= seen for n in range(rows))
    step = min(a, most + 1)  # with a larger a, too, no B but B_0 is in reach
    offset = difference(2, a, misere) - 2 * a
    while seen < most:
        reach = min(most, seen + _BLOCK, int(lower[rows - 1]) + step * rows + offset)
        stop = min(rows, next_b + reach - seen, reach // step + 1)
        upper = lower[next_b:stop] + step * np.arange(next_b, stop) + offset
        upper = upper[upper <= reach]
        free = np.ones(reach - seen, np.bool_)
        free[upper - seen - 1] = False
        found = np.flatnonzero(free)
        lower[rows : rows + len(found)] = found + (seen + 1)
        next_b += len(upper)
        rows += len(found)
        seen = reach
    return lower[:rows]


def _check_memory(most: int) -> None:
    needed = _ROW_BYTES * most
    if needed <= _SMALL_TABLE_BYTES:
        return
    free = available_bytes()
    if needed > free:
        raise InputError(
            f"the recursion needs a table up to {shorten_int(most)}, and the {human_bytes(free)} of free memory "
            f"holds one up to {shorten_int(free // _ROW_BYTES)}; take a smaller position, or another rule"
        )
