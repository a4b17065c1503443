"""
A window of the Grundy values of Wythoff's game (a = 1), streamed into a folder of Parquet files.

Each file has the columns ``x`` and ``g``: where x is 5, say, ``g`` is the list of G(5, 0), G(5, 1), ... Memory is that
of `wythoff.data.grundy_stream` and of one file. The stream's state is saved now and then, so that a run that was cut
off goes on there. The bytes of files differ with the version of pyarrow; what is published are digests of the values.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from wythoff._extras import require
from wythoff._files.writing import whole_file
from wythoff.data.grundy_stream import GrundyStream
from wythoff.errors import InputError, shorten, whole_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

COLUMNS = "first,last,rows,sha256"
PART = 1000
STATE = "_state.npy"  # readers of Parquet folders pass over names that begin with an underscore
_SAVE_S = 20
_NAME = re.compile(r"x-(\d{10})-(\d{10})\.parquet")


def write_window(
    folder: Path,
    columns: int = 100_000,
    rows: int = 2000,
    *,
    part: int = PART,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """
    Write G(x, y) for x < columns and y < rows, or go on with that where an earlier run was cut off.

    Parameters
    ----------
    folder : Path
        A new one, an empty one, or one in which this window was begun.
    columns, rows : int
        The sides, 1 <= rows <= columns.
    part : int, default 1000
        How many x there are in a file.
    progress : callable, optional
        Called with the columns written and all of them, after each file.

    Returns
    -------
    int
        The bytes of all files.

    Raises
    ------
    InputError
        If an argument is out of range, the folder holds something else, or a file can't be written.

    Notes
    -----
    rows * (rows + columns) / 4 bytes of memory, and three times the 4 * part * rows of a file.
    """
    part = whole_number("part", part, 1, 2**20)
    require("parquet", "a window of Grundy values", "pyarrow")
    stream = GrundyStream(rows, columns)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{shorten(str(folder), 200)} can't be made: {error.strerror or error}") from None
    begun = _state(folder, stream, part)
    saved = time.monotonic()
    for first, values in _parts(begun, part):
        _write(folder, first, values)
        if progress:
            progress(first + len(values), columns)
        if first + len(values) == begun.x and time.monotonic() > saved + _SAVE_S:
            _save(folder / STATE, begun, part)
            saved = time.monotonic()
    with contextlib.suppress(OSError):
        (folder / STATE).unlink(missing_ok=True)
    return sum(path.stat().st_size for path in folder.glob("x-*.parquet"))


def digests(folder: Path) -> Iterator[tuple[int, int, int, str]]:
    """
    Read a window, and yield for each file its first and last x, its rows, and the SHA-256 of its values.

    The values are those of the first x, then of the next, as unsigned 32-bit little-endian numbers.
    """
    for path in sorted(folder.glob("x-*.parquet")):
        found = _NAME.fullmatch(path.name)
        if found:
            _, values = read_part(path)
            yield (
                int(found[1]),
                int(found[2]),
                values.shape[1],
                hashlib.sha256(values.astype("<u4").tobytes()).hexdigest(),
            )


def read_part(path: Path) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """
    Read one file.

    Returns
    -------
    tuple of arrays with shapes (columns,) and (columns, rows), dtype uint32
        The x, and the values.

    Raises
    ------
    InputError
        If it can't be read or is no part of a window.
    """
    import pyarrow as pa
    from pyarrow import parquet

    try:
        table = parquet.read_table(path, use_threads=False)
        x = np.asarray(np.from_dlpack(table["x"].combine_chunks()), np.uint32)
        values = np.asarray(np.from_dlpack(table["g"].combine_chunks().flatten()), np.uint32)
        return x, values.reshape(len(x), -1)
    except (OSError, pa.ArrowException, KeyError, ValueError) as error:
        raise InputError(f"{shorten(str(path), 200)} can't be read: {shorten(str(error), 100)}") from None


def to_csv(found: Iterable[tuple[int, int, int, str]]) -> str:
    """Write digests as CSV under `COLUMNS`."""
    return "\n".join([COLUMNS, *(",".join(map(str, line)) for line in found)]) + "\n"


def _parts(stream: GrundyStream, part: int) -> Iterator[tuple[int, NDArray[np.uint32]]]:
    """Yield the first x and the values of each file that is to be written."""
    while stream.x < stream.columns:
        first = stream.x
        # Of the first columns all up to the number of rows are needed at once, to have what is above the diagonal.
        values = stream.advance(part if first else -(-stream.rows // part) * part)
        if not first:
            square = values[: stream.rows, : len(values)]
            square += np.tril(square, -1).T
        for begin in range(0, len(values), part):
            yield first + begin, values[begin : begin + part]


def _write(folder: Path, first: int, values: NDArray[np.uint32]) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    x = np.arange(first, first + len(values), dtype=np.uint32)
    flat = pa.Array.from_buffers(pa.uint32(), values.size, [None, pa.py_buffer(np.ascontiguousarray(values))])
    arrays = [
        pa.Array.from_buffers(pa.uint32(), len(x), [None, pa.py_buffer(x)]),
        pa.FixedSizeListArray.from_arrays(flat, values.shape[1]),
    ]
    with whole_file(folder / f"x-{first:010d}-{x[-1]:010d}.parquet") as stream:
        parquet.write_table(
            pa.table(arrays, names=["x", "g"]),
            stream,
            use_dictionary=False,
            column_encoding="DELTA_BINARY_PACKED",
            compression="zstd",
        )


def _state(folder: Path, stream: GrundyStream, part: int) -> GrundyStream:
    """Return the stream where an earlier run of the same window saved it, or else at its beginning."""
    path = folder / STATE
    foreign = [entry.name for entry in folder.iterdir() if not (_NAME.fullmatch(entry.name) or entry.name[0] in "._")]
    if foreign:
        raise InputError(f"{shorten(str(folder), 200)} holds other things, {shorten(foreign[0])} for one: name another")
    if not path.exists():
        return stream
    try:
        with path.open("rb") as file:
            facts, *arrays = (np.load(file, allow_pickle=False) for _ in range(1 + len(stream.arrays)))
    except (OSError, ValueError, EOFError) as error:
        raise InputError(f"{path} can't be read: {shorten(str(error))}; remove it to begin anew") from None
    if facts.tolist()[1:] != [stream.columns, stream.rows, part]:
        raise InputError(f"{shorten(str(folder), 200)} holds another window that was begun: name another folder")
    if [(one.shape, one.dtype) for one in arrays] != [(one.shape, one.dtype) for one in stream.arrays]:
        raise InputError(f"{path} is damaged; remove it to begin anew")
    return GrundyStream(stream.rows, stream.columns, int(facts[0]), arrays)


def _save(path: Path, stream: GrundyStream, part: int) -> None:
    with whole_file(path) as file:
        for array in (np.array([stream.x, stream.columns, stream.rows, part]), *stream.arrays):
            np.save(file, array)
