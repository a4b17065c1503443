"""
A stored window of Grundy values checked value by value: G(x, y) = v if and only if v is in column x of row y.

The columns of each value are found by `wythoff.data.grundy_diagonal`, which takes squares value by value and knows no
mex and no sets of values; nothing is imported of what wrote the window.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wythoff.data.grundy_diagonal import begun, layout, place
from wythoff.data.published import read_lines

COLUMNS = "first,last,rows,sha256"

Claim = tuple[int, int, int, str]


def read_claims(text: str) -> list[Claim]:
    """
    Read a file of digests: of the values of columns `first` to `last` in `rows` rows, as 32-bit little-endian numbers.

    Raises
    ------
    ValueError
        If its header is another one, or a line has not its columns.
    """
    return [(first, last, rows, digest) for (first, last, rows), digest in read_lines(text, COLUMNS)]


def faults(
    folder: Path, claims: list[Claim], rows: int | None = None, progress: Callable[[int, int], None] | None = None
) -> Iterator[str]:
    """
    Check a window, and yield a sentence for each file in which something is wrong.

    Parameters
    ----------
    folder : Path
        Where the Parquet files are.
    claims : list of (first, last, rows, SHA-256)
        The digests that files of these columns and so many rows must have.
    rows : int, optional
        Of how many rows to check the values; by default all.
    progress : callable, optional
        Called with the columns checked and all of them, after each file.

    Raises
    ------
    ValueError
        If a file can't be read or its x don't count up.

    Notes
    -----
    Time is rows * columns, times the words of 64 squares that are looked at for each; 4 * rows * columns bytes of
    memory.
    """
    paths = sorted(folder.glob("x-*.parquet"))
    if not paths:
        yield "there are no files of a window"
        return
    found = list(map(_ends, paths))
    expected = 0
    for path, (first, last, _) in zip(paths, found, strict=True):
        if first != expected:
            yield f"{path.name} begins at column {first}, not {expected}"
            return
        expected = last + 1
    width = found[0][2]
    rows = width if rows is None else min(rows, width)
    table = np.empty((expected, rows), np.uint32)
    digests = {claim[:3]: claim[3] for claim in claims}
    for path, (first, last, _) in zip(paths, found, strict=True):
        _, values = _read(path)
        if values.shape[1] != width or last >= expected:
            yield f"{path.name} doesn't fit beside the others"
            return
        table[first : last + 1] = values[:, :rows]
        claim = digests.get((first, last, width))
        if claim is not None and hashlib.sha256(values.astype("<u4").tobytes()).hexdigest() != claim:
            yield f"{path.name}: the values have not the digest that was published"
    yield from _wrong_values(table, progress)


def _wrong_values(table: NDArray[np.uint32], progress: Callable[[int, int], None] | None) -> Iterator[str]:
    """Compare a table with shape (columns, rows); yield a sentence for the first wrong value that is met."""
    columns, n_rows = table.shape
    n_square = min(columns, n_rows)
    square = table[:n_square, :n_square]
    if not np.array_equal(square, square.T):
        x, y = np.argwhere(square != square.T)[0]
        yield f"G({x}, {y}) is said to be {square[x, y]}, and G({y}, {x}) is said to be {square[y, x]}"
        return
    rows, total = layout(n_rows, columns)
    taken = begun(rows, total)
    low = np.arange(n_rows, dtype=np.uint64) >> np.uint64(6)
    squares = n_rows * columns - n_rows * (n_rows - 1) // 2
    value, done = 0, 0
    while done < squares:
        places = place(taken, rows, low, columns)
        k, y = np.nonzero(places >= 0)
        x = places[k, y]
        wrong = table[x, y] != value + k
        if wrong.any():
            at = int(wrong.argmax())
            yield f"G({x[at]}, {y[at]}) is said to be {table[x[at], y[at]]}, not {value + k[at]}"
            return
        value, done = value + len(places), done + len(x)
        if progress:
            progress(done, squares)


def _ends(path: Path) -> tuple[int, int, int]:
    """Return the first and the last x of a file, and how many rows it has."""
    with _open(path) as file:
        x = _numbers(file.read(["x"])["x"])
        width = file.schema_arrow.field("g").type.list_size
    if not len(x) or not np.array_equal(x, np.arange(int(x[0]), int(x[0]) + len(x))):
        raise ValueError(f"{path.name}: x does not count up")
    return int(x[0]), int(x[-1]), width


def _read(path: Path) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    with _open(path) as file:
        table = file.read(["x", "g"], use_threads=False)
    x = _numbers(table["x"])
    return x, _numbers(table["g"].combine_chunks().flatten()).reshape(len(x), -1)


@contextlib.contextmanager
def _open(path: Path) -> Iterator[Any]:
    import pyarrow as pa
    from pyarrow import parquet

    try:
        with parquet.ParquetFile(path) as file:
            yield file
    except (OSError, pa.ArrowException, KeyError, AttributeError) as error:
        raise ValueError(f"{path.name} can't be read: {' '.join(str(error).split())[:100]}") from None


def _numbers(column: Any) -> NDArray[np.int64]:
    chunks = column.chunks if hasattr(column, "chunks") else [column]
    return np.concatenate([np.asarray(np.from_dlpack(chunk), np.int64) for chunk in chunks])
