"""The Grundy values of Wythoff's game (a = 1) column by column, with the memory of the sets of values alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from wythoff._process.memory import check_room
from wythoff.errors import whole_number
from wythoff.games import _grundy_values_kernels as kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SQUARES_A_CALL = 2**20  # a compiled loop can't be interrupted; this many squares take well under a second


@dataclass
class GrundyStream:
    """
    Where a run through the columns x = 0, 1, ..., `columns` - 1 of the values G(x, y), y < `rows`, has come to.

    Attributes
    ----------
    rows, columns : int
        The sides of the table, 1 <= rows <= columns <= 2^31.
    x : int
        The next column.
    arrays : list of arrays
        The last column, and the sets of `wythoff.games._grundy_values_kernels.few`: all that the next columns need.

    Raises
    ------
    InputError
        If a side is out of range or memory does not suffice.

    Notes
    -----
    The same search as that of `wythoff.games.grundy_values.grundy_table`, in rows * (rows + columns) / 4 bytes.
    """

    rows: int
    columns: int
    x: int = 0
    arrays: list[NDArray[np.unsignedinteger]] = field(default_factory=list)

    def __post_init__(self) -> None:
        columns = whole_number("columns", self.columns, 1, 2**31)
        rows = whole_number("rows", self.rows, 1, columns)
        if self.arrays:
            return
        words = (columns + rows) // 64 + 1
        check_room(16 * (rows + 1) * words, f"{rows} rows of {columns} Grundy values", "take fewer rows")
        self.arrays = [
            np.zeros((1, rows), np.uint32),
            np.zeros((rows + 1, words), np.uint64),
            np.zeros(rows + 1, np.uint64),
            np.zeros((rows, words), np.uint64),
            np.zeros(rows, np.uint64),
        ]

    def advance(self, columns: int) -> NDArray[np.uint32]:
        """
        Compute the next columns.

        Parameters
        ----------
        columns : int
            How many, as far as there are.

        Returns
        -------
        array with shape (columns, rows), dtype uint32
            Element [i, y] is G(x + i, y), and 0 where y > x + i: the values are symmetric.
        """
        first, last = self.x, min(self.columns, self.x + columns)
        before = min(1, first)
        previous, *sets = self.arrays
        values = np.zeros((before + last - first, self.rows), np.uint32)
        values[:before] = previous[:before]
        step = max(1, _SQUARES_A_CALL // self.rows)
        for x in range(first, last, step):
            ends = np.uint64(x), np.uint64(min(last, x + step))
            kernels.few_from(values, np.uint64(first - before), *ends, np.uint64(1), *sets)
        previous[0] = values[-1]
        self.x = last
        return values[before:]
