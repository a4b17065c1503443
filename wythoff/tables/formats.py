"""
Tables as files: CSV, TSV, Markdown and OEIS b-files for numbers of any size, npy and Parquet in 64 bits.

Every format is written block by block, so that a table of any length takes the memory of one block.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, BinaryIO

from wythoff._extras import missing_extra
from wythoff.errors import InputError, shorten, shorten_int

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from wythoff.tables.blocks import Block


@dataclass(frozen=True)
class Contents:
    """
    What a file is to hold.

    Attributes
    ----------
    blocks : iterable of Block
        The rows, in ascending order; read once.
    n_rows : int
        How many rows the blocks have together.
    largest : int
        The largest number in them, which is B of the last row.
    column : str
        ``"A"`` or ``"B"``: the one column of a b-file.
    facts : mapping of str to str
        What a Parquet file says of itself: the game's parameter and so on.
    """

    blocks: Iterable[Block]
    n_rows: int
    largest: int
    column: str = "A"
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Format:
    """
    One way to write a table.

    Attributes
    ----------
    name : str
        What the user calls it.
    suffixes : tuple of str
        The endings of file names that mean it, dot included.
    write : callable
        ``write(stream, contents)`` writes everything into a binary stream.
    binary : bool
        Whether it holds 64-bit numbers only, and is no text for a terminal.
    """

    name: str
    suffixes: tuple[str, ...]
    write: Callable[[BinaryIO, Contents], None]
    binary: bool = False

    def check(self, largest: int) -> None:
        """
        Make sure that the format can hold numbers up to `largest`.

        Raises
        ------
        InputError
            If the format is binary and `largest` is 2^64 or more.
        """
        if self.binary and largest >= 2**64:
            raise InputError(
                f"{self.name} holds numbers below 2^64 and B of the last row is {shorten_int(largest)}; "
                "csv, tsv, markdown and bfile hold any"
            )


def guess_format(path: PurePath) -> Format:
    """
    Find the format that a file's name means: by its ending, csv if it has none.

    Raises
    ------
    InputError
        If the ending means no format.

    Examples
    --------
    >>> guess_format(PurePath("rows.parquet")).name, guess_format(PurePath("b000201.txt")).name
    ('parquet', 'bfile')
    """
    if re.fullmatch(r"b\d{6,}\.txt", path.name):  # as the OEIS calls them
        return FORMATS["bfile"]
    suffix = path.suffix.lower() or ".csv"
    for entry in FORMATS.values():
        if suffix in entry.suffixes:
            return entry
    raise InputError(f"no format goes with the ending of {shorten(path.name)}: give one of {', '.join(FORMATS)}")


def _write_csv(stream: BinaryIO, contents: Contents) -> None:
    stream.write(b"n,A,B\n")
    for block in contents.blocks:
        stream.write("".join([f"{n},{x},{y}\n" for n, x, y in block.rows()]).encode())


def _write_tsv(stream: BinaryIO, contents: Contents) -> None:
    stream.write(b"n\tA\tB\n")
    for block in contents.blocks:
        stream.write("".join([f"{n}\t{x}\t{y}\n" for n, x, y in block.rows()]).encode())


def _write_markdown(stream: BinaryIO, contents: Contents) -> None:
    stream.write(b"| n | A | B |\n| ---: | ---: | ---: |\n")
    for block in contents.blocks:
        stream.write("".join([f"| {n} | {x} | {y} |\n" for n, x, y in block.rows()]).encode())


def _write_bfile(stream: BinaryIO, contents: Contents) -> None:
    which = 1 + "AB".index(contents.column)
    for block in contents.blocks:
        stream.write("".join([f"{row[0]} {row[which]}\n" for row in block.rows()]).encode())


def _write_npy(stream: BinaryIO, contents: Contents) -> None:
    import numpy as np

    entry = _dtype(contents.largest)
    row = np.dtype([("n", entry), ("A", entry), ("B", entry)])
    header = {"descr": np.lib.format.dtype_to_descr(row), "fortran_order": False, "shape": (contents.n_rows,)}
    np.lib.format.write_array_header_1_0(stream, header)
    for block in contents.blocks:
        rows = np.empty(len(block), row)
        rows["n"], rows["A"], rows["B"] = _columns(block, entry)
        stream.write(rows.tobytes())


def _write_parquet(stream: BinaryIO, contents: Contents) -> None:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise missing_extra("parquet", "parquet", "pyarrow") from None
    entry = _dtype(contents.largest)
    schema = pa.schema([(name, pa.from_numpy_dtype(entry)) for name in ("n", "A", "B")], metadata=dict(contents.facts))
    # Neighbouring rows differ by little: their differences take a tenth of a byte a row, plain numbers 24 bytes.
    packed = {"use_dictionary": False, "column_encoding": "DELTA_BINARY_PACKED"}
    with parquet.ParquetWriter(stream, schema, **packed) as writer:
        for block in contents.blocks:
            writer.write_table(pa.table(list(map(pa.array, _columns(block, entry))), schema=schema))


def _dtype(largest: int) -> np.dtype[Any]:
    """Return the element type of all three columns: int64 while every number fits, because more programs read it."""
    import numpy as np

    return np.dtype(np.int64 if largest < 2**63 else np.uint64)


def _columns(block: Block, entry: np.dtype[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    import numpy as np

    # Counted up from 0, because the end of the range may be 2^64, which no dtype holds.
    n = np.arange(len(block), dtype=entry) + entry.type(block.start)
    return n, block.A.astype(entry), block.B.astype(entry)


FORMATS = {
    entry.name: entry
    for entry in (
        Format("csv", (".csv",), _write_csv),
        Format("tsv", (".tsv",), _write_tsv),
        Format("markdown", (".md", ".markdown"), _write_markdown),
        Format("bfile", (), _write_bfile),
        Format("npy", (".npy",), _write_npy, binary=True),
        Format("parquet", (".parquet", ".pq"), _write_parquet, binary=True),
    )
}
