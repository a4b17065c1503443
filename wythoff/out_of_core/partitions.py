"""One partition: a Parquet file with the columns n, A and B, written whole or not at all."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from wythoff._files.reading import check_ordinary, read_bytes
from wythoff._files.writing import path_inside, whole_file
from wythoff._process.memory import available_bytes
from wythoff.errors import InputError, shorten
from wythoff.out_of_core.lock import is_held, still_held
from wythoff.out_of_core.manifest import Layout, Partition, Row, checked_layout, file_name
from wythoff.positions import certificate
from wythoff.tables import allocate, table
from wythoff.tables.certificate import failing_rows

if TYPE_CHECKING:
    import pyarrow as pa

COLUMNS = ("n", "A", "B")
_FOOTER_KEY = b"wythoff"


@dataclass(frozen=True)
class Check:
    """
    What a look at every row of one partition found.

    Attributes
    ----------
    file : str
        The file's name.
    n_rows : int
        Rows that were compared with the certificate.
    wrong : tuple of (n, A, B), optional
        The first row that is wrong, as it is stored.
    problem : str, optional
        What is wrong with the file itself.
    """

    file: str
    n_rows: int
    wrong: Row | None = None
    problem: str | None = None

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return self.wrong is None and self.problem is None


def make_partition(folder: str, layout: Layout, first: int, last: int, mark: str) -> Partition:
    """
    Make the file of rows `first` to `last`, in place of one that may be there.

    Parameters
    ----------
    folder : str
        The table's folder, as this process sees it.
    layout : Layout
        What all partitions have in common.
    first, last : int
        The rows, both included.
    mark : str
        That of the run; nothing is published once another run has begun.

    Returns
    -------
    Partition
        Its entry for the manifest.

    Raises
    ------
    InputError
        If the file can't be written or the run has been overtaken.

    Notes
    -----
    One row group is in memory at a time, 24 bytes a row and its compressed form. Neighbouring rows differ by little,
    so that differences (DELTA_BINARY_PACKED) compressed by zstd take about 0.4 bits a row, of which n takes 0.05.
    """
    path = Path(folder) / file_name(first, last)
    if not path.parent.is_dir():
        raise InputError(f"the workers see no folder {shorten(folder, 200)}: all must share it, under the same name")

    from pyarrow import parquet

    schema = _schema(layout)
    ends: list[Row] = []
    with whole_file(path, inside=path.parent) as file:
        with parquet.ParquetWriter(
            file,
            schema,
            use_dictionary=False,
            column_encoding="DELTA_BINARY_PACKED",
            compression="zstd",
            compression_level=3,
        ) as writer:
            # The same memory for all row groups, as a Dask worker gives freed memory back at once, and new is slow.
            n = _count_up(first, min(layout.row_group_rows, last - first + 1), layout.dtype)
            columns = allocate(len(n), layout.dtype)
            for start in range(first, last + 1, len(n)):
                end = min(last, start + len(n) - 1)
                A, B = (column[: end - start + 1] for column in columns)
                table(end, layout.a, start=start, strategy=layout.strategy, out=(A, B))
                _write_rows(writer, schema, n[: len(A)], A, B)
                ends += [_row(start, A[0], B[0]), _row(end, A[-1], B[-1])]
                n += n.dtype.type(len(n))
        for row in (ends[0], ends[-1]):
            if not certificate(*row, layout.a):
                raise InputError(f"strategy {layout.strategy} gave ({row[1]}, {row[2]}) for row {row[0]}: it is wrong")
        if not is_held(path.parent):
            raise InputError(f"{shorten(folder, 200)} was removed, or emptied, while it was being written")
        if not still_held(path.parent, mark):
            raise InputError(f"another run writes {shorten(folder, 200)} by now, and this one gives way")
    data = path.read_bytes()
    return Partition(ends[0], ends[-1], len(data), _sha256(data))


def check_partition(folder: str, layout: Layout, first: int, last: int, sha256: str | None = None) -> Check:
    """
    Compare every row of a file with the integer certificate, and its bytes with their checksum.

    Parameters
    ----------
    folder : str
        The table's folder, as this process sees it.
    layout : Layout
        What the footer must say.
    first, last : int
        The rows that the file must hold, which includes that its column n counts them up.
    sha256 : str, optional
        The checksum its bytes must have.

    Returns
    -------
    Check
        Complete, or up to the first wrong row or the place where the file can't be read.

    Notes
    -----
    The file is read once, so that checksum and rows are of the same bytes; one row group is decoded at a time.
    """
    import pyarrow as pa
    from pyarrow import parquet

    name, n_rows = file_name(first, last), 0
    problem = None
    try:
        data = read_bytes(Path(folder) / name, available_bytes())
        if sha256 is not None and _sha256(data) != sha256:
            problem = "its bytes are not those that were written (checksum)"
        with parquet.ParquetFile(pa.BufferReader(data)) as file:
            if file.metadata.num_rows != last - first + 1:
                return Check(name, 0, problem=f"it has {file.metadata.num_rows} rows instead of {last - first + 1}")
            if not has_columns(file, layout):
                return Check(name, 0, problem="its columns are not n, A and B of the type in the manifest")
            if _layout_in(file) != layout:
                return Check(name, 0, problem="it says that it belongs to another table")
            for group in range(file.num_row_groups):
                block = file.read_row_group(group, use_threads=False)
                n, A, B = (column_values(block[column]) for column in COLUMNS)
                wrong = failing_rows(A, B, layout.a, first + n_rows)
                wrong |= n != _count_up(first + n_rows, len(n), layout.dtype)
                if wrong.any():
                    at = int(wrong.argmax())
                    return Check(name, n_rows + at + 1, _row(n[at], A[at], B[at]), problem)
                n_rows += len(n)
    except FileNotFoundError:
        problem = "it is missing"
    except (OSError, InputError, pa.ArrowException, MemoryError) as error:
        problem = problem or f"it can't be read: {shorten(' '.join(str(error).split()), 80)}"
    return Check(name, n_rows, problem=problem)


def has_columns(file: Any, layout: Layout) -> bool:
    """Tell whether an open Parquet file has the columns n, A and B of the layout's type, without missing numbers."""
    return bool(file.schema_arrow.equals(_schema(layout)))


def column_values(column: pa.ChunkedArray) -> NDArray[Any]:
    """
    Return a column's numbers without a copy, and without pandas, which ``to_numpy`` imports.

    Raises
    ------
    pyarrow.ArrowException
        If numbers are missing from it.
    """
    chunk = column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
    values: NDArray[Any] = np.from_dlpack(chunk)
    return values


def is_whole(folder: Path, partition: Partition) -> bool:
    """Tell whether a partition's file has exactly the bytes that were written; a whole one is safe to keep."""
    try:
        data = read_bytes(path_inside(folder / partition.file, folder), partition.n_bytes)
    except (OSError, InputError):
        return False
    return len(data) == partition.n_bytes and _sha256(data) == partition.sha256


def layout_of(path: Path) -> Layout | None:
    """Read which table a file says it belongs to; None where it is not readable or not ours."""
    import pyarrow as pa

    try:
        with open_partition(path) as file:
            return _layout_in(file)
    except (OSError, InputError, pa.ArrowException):
        return None


def open_partition(path: Path) -> Any:
    """
    Open a Parquet file, and nothing that would keep a reader waiting.

    Raises
    ------
    InputError
        If it is no ordinary file.
    OSError, pyarrow.ArrowException
        If it can't be opened, or is damaged.
    """
    from pyarrow import parquet

    check_ordinary(path)
    return parquet.ParquetFile(path)


def _layout_in(file: Any) -> Layout | None:
    try:
        return checked_layout(json.loads(file.metadata.metadata[_FOOTER_KEY]))
    except (KeyError, TypeError, ValueError, RecursionError):  # no such key, no metadata at all, or not ours
        return None


def _schema(layout: Layout) -> pa.Schema:
    import pyarrow as pa

    kind = pa.from_numpy_dtype(np.dtype(layout.dtype))
    footer = {_FOOTER_KEY: json.dumps(asdict(layout)).encode()}
    return pa.schema([pa.field(name, kind, nullable=False) for name in COLUMNS], metadata=footer)


def _write_rows(writer: Any, schema: pa.Schema, *columns: NDArray[Any]) -> None:
    """Write a row group, from the columns' own memory, since pa.array imports pandas, which takes a while."""
    import pyarrow as pa

    kind, rows = schema.field(0).type, len(columns[0])
    arrays = [pa.Array.from_buffers(kind, rows, [None, pa.py_buffer(column)]) for column in columns]
    writer.write_table(pa.table(arrays, schema=schema), row_group_size=rows)


def _count_up(first: int, rows: int, dtype: str) -> NDArray[Any]:
    """Return the row numbers from `first` on; n < 2^63, as B_n < 2^64."""
    return np.arange(first, first + rows, dtype=dtype)


def _row(n: Any, x: Any, y: Any) -> Row:
    return int(n), int(x), int(y)


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
