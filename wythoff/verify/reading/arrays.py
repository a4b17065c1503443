"""Tables in the binary formats that `wythoff table` writes: npy and Parquet, both read by batches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from wythoff._extras import missing_extra
from wythoff.errors import InputError, shorten
from wythoff.verify.reading.inference import first_row
from wythoff.verify.reading.rows import Arrays, Block, Row, Source, Unreadable

ROWS = 2**18
_FIRST_ROWS = 2000
_POSITIONS = {2: ("n", "value"), 3: ("n", "A", "B")}


def read_npy(path: Path) -> Source:
    """
    Open an npy file with an array of two of the fields n, A and B or all, or with two or three columns.

    Raises
    ------
    InputError
        If it is damaged or holds anything else.
    """
    try:
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    except Exception as error:  # NumPy lets through whatever Python's own parser says about a damaged header
        raise InputError(f"the npy file can't be read: {shorten(str(error), 100)}") from None
    names = array.dtype.names
    if names is None:
        if array.ndim != 2 or array.shape[1] not in _POSITIONS:
            raise InputError(f"the array has the shape {array.shape}, and a table has columns n, A, B")
        columns: tuple[str, ...] = _POSITIONS[array.shape[1]]
        types = [array.dtype] * len(columns)
    else:
        columns = _wanted(names)
        types = [array.dtype[name] for name in columns]
    if array.ndim != (1 if names else 2) or not all(np.issubdtype(entry, np.integer) for entry in types):
        raise InputError(f"the array holds {shorten(str(array.dtype))}, and a table holds whole numbers")
    row_bytes = array.nbytes // len(array) if len(array) else 0

    def blocks() -> Iterator[Block]:
        # Memory that is mapped to a file which is cut off meanwhile would end the process.
        with path.open("rb") as stream:
            for start in range(0, len(array), ROWS):
                piece = _records(stream, array, start, min(ROWS, len(array) - start))
                found = {name: piece[name] if names else piece[:, i] for i, name in enumerate(columns)}
                yield _block(found, start, len(piece) * row_bytes)

    return _counted(Source(columns, blocks(), "record", array.nbytes))


def _records(stream: BinaryIO, array: np.memmap[Any, Any], start: int, count: int) -> NDArray[Any]:
    """Read some records of an array that is mapped into memory, but not through that."""
    if array.flags.c_contiguous:
        row_bytes = array.strides[0]
        data = _exactly(stream, array.offset + start * row_bytes, count * row_bytes, start)
        return np.frombuffer(data, array.dtype).reshape(count, *array.shape[1:])
    item, rows = array.itemsize, len(array)
    places = [array.offset + (column * rows + start) * item for column in range(array.shape[1])]
    return np.stack([np.frombuffer(_exactly(stream, at, count * item, start), array.dtype) for at in places], axis=1)


def _exactly(stream: BinaryIO, at: int, size: int, record: int) -> bytes:
    stream.seek(at)
    data = stream.read(size)
    if len(data) < size:
        raise InputError(f"the npy file was cut off while it was read, beyond record {record}")
    return data


def read_parquet(path: Path) -> Source:
    """
    Open a Parquet file with integer columns n, A and B, or two of these.

    Raises
    ------
    InputError
        If it is damaged or holds anything else, or pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise missing_extra("parquet", "parquet", "pyarrow") from None
    try:
        file = parquet.ParquetFile(path)
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"the Parquet file can't be read: {shorten(str(error), 100)}") from None
    columns = _wanted(file.schema_arrow.names)
    for name in columns:
        if not pa.types.is_integer(kind := file.schema_arrow.field(name).type):
            raise InputError(f"the column {name} holds {kind}, and a table holds whole numbers")
    size = path.stat().st_size
    row_bytes = size / max(1, file.metadata.num_rows)

    def blocks() -> Iterator[Block]:
        start = 0
        try:
            for batch in file.iter_batches(ROWS, columns=list(columns)):
                yield _batch(batch, columns, start, round(len(batch) * row_bytes))
                start += len(batch)
        except (pa.ArrowException, OSError) as error:
            raise InputError(
                f"the Parquet file can't be read beyond record {start}: {shorten(str(error), 100)}"
            ) from None

    return _counted(Source(columns, blocks(), "record", size))


def _counted(source: Source) -> Source:
    """Give the records of a table without a column n the numbers that its first block tells."""
    if source.columns[:1] == ("n",):
        return source
    blocks = iter(source.blocks)
    head = list(islice(blocks, 1))
    start = 0
    for block in head:
        start = first_row([(row.place - 1, *row.values) for row in block.sample(_FIRST_ROWS)])

    def number(block: Block) -> Block:
        rows = [Row(row.place, (start + row.place - 1, *row.values)) for row in block.rows]
        arrays = block.arrays
        if arrays is not None:
            arrays = Arrays(arrays.places, ((arrays.places + (start - 1)).astype(np.uint64), *arrays.columns))
        return replace(block, rows=rows, arrays=arrays)

    return replace(source, columns=("n", *source.columns), blocks=map(number, chain(head, blocks)))


def _wanted(names: Any) -> tuple[str, ...]:
    columns = tuple(name for name in ("n", "A", "B") if name in names)
    if columns[-2:] != ("A", "B") and (columns[:1] != ("n",) or len(columns) == 1):
        raise InputError(f"the columns are {shorten(', '.join(names))}, and a table has n, A, B")
    return columns


def _batch(batch: Any, columns: tuple[str, ...], start: int, n_bytes: int) -> Block:
    missing = np.zeros(len(batch), np.bool_)
    found = {}
    for name in columns:
        column = batch.column(name)
        missing |= column.is_null().to_numpy(zero_copy_only=False)
        found[name] = column.fill_null(0).to_numpy()
    return _block(found, start, n_bytes, missing)


def _block(
    found: Mapping[str, NDArray[Any]], start: int, n_bytes: int, missing: NDArray[np.bool_] | None = None
) -> Block:
    """Sort rows by what holds them: negative numbers are nothing for unsigned columns."""
    columns = list(found.values())
    odd = np.zeros(len(columns[0]), np.bool_) if missing is None else missing.copy()
    for column in columns:
        if column.dtype.kind == "i":
            odd |= column < 0
    block = Block(
        arrays=Arrays(
            np.arange(start + 1, start + 1 + len(odd), dtype=np.int64)[~odd],
            tuple(column[~odd].astype(np.uint64) for column in columns),
        ),
        n_bytes=n_bytes,
    )
    for i in np.flatnonzero(odd).tolist():
        if missing is not None and missing[i]:
            block.unreadable.append(Unreadable(start + 1 + i, "an empty column"))
        else:
            block.rows.append(Row(start + 1 + i, tuple(int(column[i]) for column in columns)))
    return block
