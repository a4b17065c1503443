"""What reading a table gives: blocks of rows that know where they stand in the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Row(NamedTuple):
    """
    One row as it stands in the file.

    Attributes
    ----------
    place : int
        Its line in a text, or its number among the records of a binary file, counted from 1.
    values : tuple of int
        The entries of its columns, of any size and sign.
    """

    place: int
    values: tuple[int, ...]


class Unreadable(NamedTuple):
    """
    Something in the file that is no row.

    Attributes
    ----------
    place : int
        As in `Row`.
    reason : str
        What is wrong with it.
    """

    place: int
    reason: str


@dataclass(frozen=True)
class Arrays:
    """
    Rows of numbers below 2^64.

    Attributes
    ----------
    places : array with shape (N,), dtype int64
        As in `Row`.
    columns : tuple of arrays with shape (N,), dtype uint64
        One array for each column.
    """

    places: NDArray[np.int64]
    columns: tuple[NDArray[np.uint64], ...]

    def rows(self) -> Iterator[Row]:
        """Yield the rows as Python ints."""
        values = zip(*(column.tolist() for column in self.columns), strict=True)
        return map(Row, self.places.tolist(), values)

    def among(self, which: NDArray[np.bool_] | slice) -> Arrays:
        """Return the rows that a mask or a slice selects."""
        return Arrays(self.places[which], tuple(column[which] for column in self.columns))


@dataclass(frozen=True)
class Block:
    """
    A piece of the file, at most a few megabytes of it.

    Attributes
    ----------
    rows : list of Row
        Rows as Python ints.
    unreadable : list of Unreadable
        What is no row.
    arrays : Arrays, optional
        Further rows, which stand before, between and after the others; ``None`` if there are none.
    n_bytes : int
        How much of the file the block takes, for who shows progress.
    """

    rows: list[Row] = field(default_factory=list)
    unreadable: list[Unreadable] = field(default_factory=list)
    arrays: Arrays | None = None
    n_bytes: int = 0

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.rows) + (len(self.arrays.places) if self.arrays else 0)

    def sample(self, most: int) -> list[Row]:
        """Return up to `most` rows, as Python ints."""
        rows = self.rows[:most]
        return rows + list(self.arrays.among(slice(most - len(rows))).rows()) if self.arrays else rows


@dataclass(frozen=True)
class Source:
    """
    An opened table.

    Attributes
    ----------
    columns : tuple of str
        What each value of a row is: ``n``, ``A``, ``B``, or ``value`` for a column that the file gives no name.
    blocks : iterator of Block
        The rows in the order of the file, to be read once.
    place : str
        What a place is called: ``line``, ``pair`` where a line has several, or ``record``.
    n_bytes : int
        The size of the file, 0 if it is unknown.
    """

    columns: tuple[str, ...]
    blocks: Iterator[Block]
    place: str = "line"
    n_bytes: int = 0
