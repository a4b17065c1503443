"""
Checking somebody's table of losing positions, row by row and exactly.

Each row is checked by its certificate, integer inequalities that use neither alpha nor a square root: those of
`wythoff.positions.certificate` and `wythoff.misere.certificate`, and for numbers below 2^64 the same inequalities
compiled. A column that the file leaves out follows from B_n - A_n = a * n (in misère play, a >= 2, a * n + 1).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from wythoff import misere, positions
from wythoff.errors import InputError, whole_number
from wythoff.verify.reading.inference import Inferred, infer
from wythoff.verify.reading.opening import open_table
from wythoff.verify.reading.row_numbers import Coverage
from wythoff.verify.reading.rows import Block, Row, Source, Unreadable

if TYPE_CHECKING:
    from wythoff.verify.reading.rows import Arrays

SHOWN = 20
_SAMPLE = 10_000  # rows that vote on what the file doesn't say
_COMPILED_A = 2**32  # the compiled certificates take parameters below


class WrongRow(NamedTuple):
    """
    A row that is not that of the table.

    Attributes
    ----------
    place : int
        Its line or record in the file.
    n : int
        The row it claims to be.
    columns : tuple of str
        ``A``, ``B`` or both: what the file gives.
    found, right : tuple of int
        What stands there, and what ought to, one number for each of the columns.
    """

    place: int
    n: int
    columns: tuple[str, ...]
    found: tuple[int, ...]
    right: tuple[int, ...]


@dataclass
class Verification:
    """
    The check of one table, made as it is iterated over, which gives its faults in the order of its blocks.

    Attributes
    ----------
    source : Source
        The table.
    a : int, optional
        The game's parameter; ``None`` until it is inferred from the rows.
    misere : bool
        Whether it is the table of misère play.
    column : str, optional
        ``A`` or ``B``: what a table of two columns holds; ``None`` until it is inferred from the rows.
    limit : int, optional
        How many wrong rows, and how many unreadable ones, are given; ``None`` for all. All are counted.
    inferred : list of Inferred
        What was inferred from the rows, and how clearly.
    n_rows, n_wrong, n_unreadable : int
        What has been counted so far. Unreadable lines are no rows.
    least, most : int, optional
        The smallest and the largest n so far.
    coverage : Coverage
        Which rows there were: how many are missing in between, and how many come again.
    """

    source: Source
    a: int | None = None
    misere: bool = False
    column: str | None = None
    limit: int | None = SHOWN
    inferred: list[Inferred] = field(default_factory=list)
    n_rows: int = 0
    n_wrong: int = 0
    n_unreadable: int = 0
    least: int | None = None
    most: int | None = None
    coverage: Coverage = field(default_factory=Coverage)

    def __post_init__(self) -> None:
        if self.a is not None:
            self.a = whole_number("a", self.a, 1)
        if self.column not in (None, "A", "B"):
            raise InputError(f"column must be A or B, got {self.column!r}")
        if self.column is not None and {"A", "B"} <= set(self.source.columns):
            raise InputError("column goes with a table of two columns, and this one has n, A and B")
        named = self.source.columns[1:]
        if len(named) == 1 and named[0] != "value":
            if self.column not in (None, named[0]):
                raise InputError(f"column {self.column} was asked for, and the table has {named[0]}")
            self.column = named[0]

    @property
    def all_right(self) -> bool:
        """Whether there are rows, each of them is right, and nothing is unreadable."""
        return self.n_rows > 0 and self.n_wrong == self.n_unreadable == 0

    def __iter__(self) -> Iterator[WrongRow | Unreadable]:
        return (fault for block in self.source.blocks for fault in self.check(block))

    def check(self, block: Block) -> list[WrongRow | Unreadable]:
        """
        Check the next block.

        Returns
        -------
        list of WrongRow and Unreadable
            Its faults by ascending place, as far as the limit goes.

        Raises
        ------
        InputError
            If the first rows don't tell what was not given.
        """
        if len(block) and (self.a is None or (self.column is None and len(self.source.columns) == 2)):
            sample = [row.values for row in block.sample(_SAMPLE)]
            self.a, self.column, self.inferred = infer(sample, self.a, self.column, misere=self.misere)
        unreadable = list(block.unreadable)
        wrong: list[Row] = []
        for row in block.rows:
            if row.values[0] < 0:
                unreadable.append(Unreadable(row.place, f"there is no row {row.values[0]}: rows are counted from 0"))
            else:
                self._count(row.values[0], row.values[0], 1)
                self.coverage.add(row.values[0])
                if not self._is_right(row):
                    wrong.append(row)
        n_wrong = len(wrong)
        if block.arrays is not None and len(block.arrays.places):
            among_arrays = self._wrong_among(block.arrays)
            n_wrong += len(among_arrays.places)
            wrong += among_arrays.among(slice(self._room(self.n_wrong))).rows()
        faults: list[WrongRow | Unreadable] = [*sorted(unreadable)[: self._room(self.n_unreadable)]]
        faults += map(self._explain, sorted(wrong)[: self._room(self.n_wrong)])
        self.n_wrong += n_wrong
        self.n_unreadable += len(unreadable)
        return sorted(faults, key=_place)

    def _room(self, before: int) -> int | None:
        """Return how many faults of a kind may still be given, if so many were found before; None for all."""
        return None if self.limit is None else max(0, self.limit - before)

    def _count(self, least: int, most: int, number: int) -> None:
        self.n_rows += number
        self.least = least if self.least is None else min(self.least, least)
        self.most = most if self.most is None else max(self.most, most)

    def _is_right(self, row: Row) -> bool:
        a, (n, *entries) = self._parameter, row.values
        if len(entries) == 2:
            lower, upper = entries
        else:
            lower, upper = self._completed(n, entries[0])
        return misere.certificate(n, lower, upper, a) if self.misere else positions.certificate(n, lower, upper, a)

    def _completed(self, n: int, entry: int) -> tuple[int, int]:
        """Return the row that holds `entry` in the one column given."""
        a = self._parameter
        if self.misere and a == 1 and n < 2:  # the two rows that keep no rule
            right = misere.pair(n)
            return right if entry == right["AB".index(self._column)] else (-1, -1)
        difference = a * n + (self.misere and a > 1)
        return (entry, entry + difference) if self._column == "A" else (entry - difference, entry)

    def _wrong_among(self, arrays: Arrays) -> Arrays:
        """Return the wrong rows: checked by compiled code where everything fits 64 bits, one by one where not."""
        import numpy as np

        from wythoff.misere.failures import failing_rows as failing_misere_rows
        from wythoff.tables.certificate import failing_rows

        a, n = self._parameter, arrays.columns[0]
        self._count(int(n.min()), int(n.max()), len(n))
        self.coverage.add_array(n)
        last = positions.last_row_with_b_up_to(2**64 - 2, a)  # in misère play B is larger by one
        simple = n <= np.uint64(last) if a < _COMPILED_A else np.zeros(len(n), np.bool_)
        if self.misere and a == 1:
            simple &= n > 1
        rows = arrays.among(simple)
        shift = self.misere and a > 1
        wrong = np.empty(len(n), np.bool_)
        if simple.any():
            difference = np.uint64(a) * rows.columns[0] + np.uint64(shift)
            if len(rows.columns) == 3:
                _, lower, upper = rows.columns
            elif self._column == "A":
                lower, upper = rows.columns[1], rows.columns[1] + difference
            else:  # a B that is too small wraps around to an A that is too large
                lower, upper = rows.columns[1] - difference, rows.columns[1]
            wrong[simple] = (failing_misere_rows if shift else failing_rows)(lower, upper, a, rows.columns[0])
        wrong[~simple] = [not self._is_right(row) for row in arrays.among(~simple).rows()]
        return arrays.among(wrong)

    def _explain(self, row: Row) -> WrongRow:
        n, *found = row.values
        pair = misere.pair(n, self._parameter) if self.misere else positions.pair(n, self._parameter)
        columns = ("A", "B") if len(found) == 2 else (self._column,)
        return WrongRow(row.place, n, columns, tuple(found), tuple(pair["AB".index(name)] for name in columns))

    @property
    def _parameter(self) -> int:
        assert self.a is not None
        return self.a

    @property
    def _column(self) -> str:
        assert self.column is not None
        return self.column


def verify(
    table: Path | BinaryIO,
    a: int | None = None,
    *,
    misere: bool = False,
    column: str | None = None,
    limit: int | None = SHOWN,
) -> tuple[Verification, list[WrongRow | Unreadable]]:
    r"""
    Check each row of a table in a file.

    Parameters
    ----------
    table : Path or binary file
        Text of any layout, npy or Parquet; or an open text. Rows may come in any order and from anywhere.
    a : int, optional
        The game's parameter; by default what B - A = a * n tells, or a single column.
    misere : bool
        Whether it is to be the table of misère play.
    column : str, optional
        ``A`` or ``B``: what a table of two columns holds; by default what its numbers tell.
    limit : int, optional
        How many wrong rows, and how many unreadable lines, are listed; ``None`` for all.

    Returns
    -------
    verification : Verification
        The counts and what was inferred; `Verification.all_right` sums them up.
    faults : list of WrongRow and Unreadable
        The first ones, by ascending place.

    Raises
    ------
    InputError
        If the file can't be read or holds no table, or an argument is outside its range.

    Notes
    -----
    Exact for numbers of any size. O(rows) time for rows below 2^64; memory is that of one block of a few megabytes,
    whatever the length of the file.

    Examples
    --------
    >>> from io import BytesIO
    >>> check, faults = verify(BytesIO(b"n,A,B\n1,1,3\n5,8,18\n"))
    >>> check.n_rows, check.n_wrong, check.a
    (2, 1, 2)
    >>> faults
    [WrongRow(place=3, n=5, columns=('A', 'B'), found=(8, 18), right=(7, 17))]
    """
    with open_table(table) as source:
        verification = Verification(source, a, misere, column, limit)
        return verification, list(verification)


def _place(fault: WrongRow | Unreadable) -> int:
    return fault.place
