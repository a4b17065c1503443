"""Read a stored table: rows, slices and values, a row group at a time."""

from __future__ import annotations

import importlib
import os
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from wythoff import positions
from wythoff._extras import require
from wythoff._process.memory import check_room
from wythoff.errors import InputError, shorten, whole_number
from wythoff.out_of_core import manifest as manifests
from wythoff.out_of_core.manifest import Manifest
from wythoff.out_of_core.partitions import column_values, has_columns, open_partition
from wythoff.positions import Place
from wythoff.tables import Table

if TYPE_CHECKING:
    import dask.dataframe
    import pandas as pd

_COLUMNS_KEPT = 8  # decoded columns of row groups, 2 MB each where groups have 2^18 rows
_DASK_ROWS = 2**20  # with fewer in a partition, a frame of 10^10 rows has tens of thousands of tasks


class TableDataset:
    """
    A finished table in a folder, of any size, in little memory.

    Made by `open_table`. ``t[n]`` is the row (A_n, B_n), ``t[i:j]`` a `wythoff.Table` of rows i to j - 1, `find` goes
    from a number to its row, `blocks` yields all rows in pieces, `to_dask` gives a data frame of them;
    ``for A, B in t`` goes through the rows.

    Attributes
    ----------
    folder : pathlib.Path
        Where the table is.
    manifest : wythoff.out_of_core.manifest.Manifest
        What it consists of.
    a, start, n : int
        The game's parameter, the first row and the last row.
    dtype : numpy.dtype
        int64 or uint64.

    Notes
    -----
    One row group of one column is decoded at a time, 2 MB as a rule; the last eight are kept. Single answers are
    checked: a row by its certificate, where a number is, or that it is in no row, by exact arithmetic. Slices and
    blocks are as they are stored, and `wythoff.out_of_core.verify_table` checks them all.
    """

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest
        self.a = manifest.layout.a
        self.start = manifest.layout.start
        self.n = manifest.end
        self.dtype = np.dtype(manifest.layout.dtype)
        self._first_rows = [partition.first[0] for partition in manifest.partitions]
        self._file = lru_cache(maxsize=2)(self._open)
        self._column = lru_cache(maxsize=_COLUMNS_KEPT)(self._read)

    def __len__(self) -> int:
        return len(self.manifest)

    def __repr__(self) -> str:
        return f"<TableDataset {str(self.folder)!r}: rows {self.start} to {self.n}, a = {self.a}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return open_table, (str(self.folder),)

    @overload
    def __getitem__(self, rows: int) -> tuple[int, int]: ...
    @overload
    def __getitem__(self, rows: slice) -> Table: ...
    def __getitem__(self, rows: int | slice) -> tuple[int, int] | Table:
        """
        Read one row, by its number n, or consecutive rows.

        Raises
        ------
        InputError
            If a row is not in the table, a slice has a step or needs more memory than is free, or a file is missing or
            damaged.
        """
        if isinstance(rows, slice):
            return self._slice(rows)
        n = whole_number("n", rows, self.start, self.n)
        partition, group, at = self._locate(n)
        A, B = (int(self._column(partition, group, name)[at]) for name in ("A", "B"))
        if not positions.certificate(n, A, B, self.a):
            raise self._wrong(n, partition)
        return A, B

    def __iter__(self) -> Iterator[tuple[int, int]]:
        for block in self.blocks():
            yield from zip(block.A.tolist(), block.B.tolist(), strict=True)

    def find(self, x: int) -> Place | None:
        """
        Find the row and the column that hold a number, by binary search through what is stored.

        Parameters
        ----------
        x : int
            The number, at least 0.

        Returns
        -------
        Place or None
            Row and column as `wythoff.index` gives them; None if the number is in none of the stored rows.

        Raises
        ------
        InputError
            If `x` is no whole number, or a file is missing, damaged or wrong.

        Notes
        -----
        The manifest's ends lead to the partition, the statistics of its footer to the row group. As a number is in one
        column only, at most two row groups are decoded.
        """
        x = whole_number("x", x)
        for which, column in ((1, "A"), (2, "B")):
            partition = bisect_right(self.manifest.partitions, x, key=lambda p: p.first[which]) - 1
            if partition < 0 or x > self.manifest.partitions[partition].last[which]:
                continue
            metadata = self._file(partition).metadata
            groups = [metadata.row_group(i).column(which).statistics for i in range(metadata.num_row_groups)]
            if any(group is None or not group.has_min_max for group in groups):
                raise self._damaged(partition, "its row groups have no statistics")
            group = bisect_right(groups, x, key=lambda statistics: statistics.min) - 1
            if group < 0 or x > groups[group].max:
                continue
            values = self._column(partition, group, column)
            at = bisect_left(values, x)
            if at < len(values) and values[at] == x:
                row = self._first_rows[partition] + group * self.manifest.layout.row_group_rows + at
                if positions.index(x, self.a) != (row, column):
                    raise self._wrong(row, partition)
                return Place(row, column)
        if x > self.manifest.partitions[-1].last[2]:  # of a number of a million digits the row would take seconds
            return None
        right = positions.index(x, self.a)
        if self.start <= right.row <= self.n:
            raise self._wrong(right.row, bisect_right(self._first_rows, right.row) - 1)
        return None

    def blocks(self) -> Iterator[Table]:
        """
        Yield all rows in order, one row group after the other, of 2^18 rows where partitions are larger.

        Yields
        ------
        wythoff.Table
            Its arrays, of int64 or uint64, are read-only and stay valid.

        Raises
        ------
        InputError
            If a file is missing or damaged.
        """
        for partition, group, start in self._groups():
            A, B = (self._read(partition, group, name) for name in ("A", "B"))
            yield Table(A, B, start=start, a=self.a)

    def to_dask(self) -> dask.dataframe.DataFrame:
        """
        Return the table as a Dask data frame with columns A and B, indexed by n.

        Returns
        -------
        dask.dataframe.DataFrame
            One partition for up to 2^20 rows of a file, with known divisions, so that ``frame.loc[n]`` reads one. The
            workers must see the folder.

        Raises
        ------
        InputError
            If dask or pandas is not installed.
        """
        require("dask", "to_dask()", "dask", "pandas")
        import pandas as pd

        from_map: Any = importlib.import_module("dask.dataframe").from_map
        columns = {name: pd.Series([], dtype=self.dtype) for name in ("A", "B")}
        meta = pd.DataFrame(columns, index=pd.Index([], dtype=self.dtype, name="n"))
        together = max(1, _DASK_ROWS // self.manifest.layout.row_group_rows)
        pieces, firsts = [], []
        for partition in self.manifest.partitions:
            n_groups = -(-len(partition) // self.manifest.layout.row_group_rows)
            for group in range(0, n_groups, together):
                pieces.append((str(self.folder), partition.file, range(group, min(n_groups, group + together))))
                firsts.append(partition.first[0] + group * self.manifest.layout.row_group_rows)
        frame: dask.dataframe.DataFrame = from_map(_frame, pieces, meta=meta, divisions=(*firsts, self.n))
        return frame

    def _slice(self, rows: slice) -> Table:
        if rows.step not in (None, 1):
            raise InputError(f"rows come one after the other, a slice takes no step, got {shorten(repr(rows.step))}")
        first = self.start if rows.start is None else whole_number("the first row", rows.start, self.start, self.n)
        beyond = self.n + 1 if rows.stop is None else whole_number("the end of a slice", rows.stop, first, self.n + 1)
        check_room(2 * self.dtype.itemsize * (beyond - first), f"{beyond - first} rows", "use blocks()")
        A, B = (np.empty(beyond - first, self.dtype) for _ in range(2))
        done = 0
        while done < beyond - first:
            partition, group, at = self._locate(first + done)
            for column, name in ((A, "A"), (B, "B")):
                piece = self._column(partition, group, name)[at : at + beyond - first - done]
                column[done : done + len(piece)] = piece
            done += len(piece)
        return Table(A, B, start=first, a=self.a)

    def _locate(self, n: int) -> tuple[int, int, int]:
        """Return partition, row group and place within the group of row n."""
        partition = bisect_right(self._first_rows, n) - 1
        return partition, *divmod(n - self._first_rows[partition], self.manifest.layout.row_group_rows)

    def _groups(self) -> Iterator[tuple[int, int, int]]:
        """Yield partition, row group and first row of every row group."""
        rows = self.manifest.layout.row_group_rows
        for number, partition in enumerate(self.manifest.partitions):
            for group, first in enumerate(range(partition.first[0], partition.last[0] + 1, rows)):
                yield number, group, first

    def _open(self, partition: int) -> Any:
        import pyarrow as pa

        entry = self.manifest.partitions[partition]
        try:
            file = open_partition(self.folder / entry.file)
        except FileNotFoundError:
            raise self._damaged(partition, "it is missing") from None
        except (OSError, pa.ArrowException) as error:
            raise self._damaged(partition, str(error)) from None
        if file.metadata.num_rows != len(entry) or not has_columns(file, self.manifest.layout):
            raise self._damaged(partition, "it holds other rows or columns than the manifest says")
        return file

    def _read(self, partition: int, group: int, column: str) -> NDArray[Any]:
        import pyarrow as pa

        try:
            table = self._file(partition).read_row_group(group, columns=[column], use_threads=False)
            values = column_values(table[column])
        except (OSError, pa.ArrowException) as error:
            raise self._damaged(partition, str(error)) from None
        first = self._first_rows[partition] + group * self.manifest.layout.row_group_rows
        last = min(self.manifest.partitions[partition].last[0], first + self.manifest.layout.row_group_rows - 1)
        if values.dtype != self.dtype or len(values) != last - first + 1:
            raise self._damaged(partition, "it holds other rows or columns than the manifest says")
        return values

    def _damaged(self, partition: int, why: str) -> InputError:
        path = self.folder / self.manifest.partitions[partition].file
        return InputError(f"{shorten(str(path), 200)} is damaged, {shorten(' '.join(why.split()), 80)}: {_MEND}")

    def _wrong(self, n: int, partition: int) -> InputError:
        path = self.folder / self.manifest.partitions[partition].file
        return InputError(f"row {n} in {shorten(str(path), 200)} is wrong: {_MEND}")


_MEND = "give the command that wrote the table again, which makes anew what is not whole"


def open_table(folder: str | os.PathLike[str]) -> TableDataset:
    """
    Open a table that `wythoff.out_of_core.write_table` has stored.

    Parameters
    ----------
    folder : path
        The table's folder.

    Returns
    -------
    TableDataset
        Nothing but the manifest has been read.

    Raises
    ------
    InputError
        If there is no such table, its manifest is damaged, or rows are still missing.

    Examples
    --------
    >>> import tempfile
    >>> from wythoff.out_of_core import write_table
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = write_table(folder, 100, a=2, workers=0)
    ...     t = open_table(folder)
    ...     t[5], t.find(17), t[98:].B.tolist()
    ((7, 17), Place(row=5, column='B'), [334, 338, 341])
    """
    require("dask", "a stored table", "pyarrow")
    importlib.import_module("pyarrow.parquet")  # here, so that the first row is read as fast as the others
    path = Path(folder)
    manifest = manifests.load(path)
    gap = next(manifest.gaps(), None)
    if gap:
        raise InputError(
            f"the table in {shorten(str(path), 200)} is unfinished, rows {gap[0]} to {gap[1]} are missing: "
            "give the command that wrote it again"
        )
    return TableDataset(path.resolve(), manifest)


def _frame(piece: tuple[str, str, range]) -> pd.DataFrame:
    """Read neighbouring row groups of one file as a data frame."""
    folder, file, groups = piece
    with open_partition(Path(folder) / file) as source:
        frame: pd.DataFrame = source.read_row_groups(groups, use_threads=False).to_pandas()
    return frame.set_index("n")
