"""Opening a table whatever it is: the first bytes of a file tell its format."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from wythoff.errors import InputError, shorten
from wythoff.reading.rows import Source
from wythoff.reading.text import read_text


@contextlib.contextmanager
def open_table(table: Path | BinaryIO) -> Iterator[Source]:
    """
    Open a table for reading.

    Parameters
    ----------
    table : Path or binary file
        A file of any format (text of any layout, npy, Parquet), which its first bytes tell; or an open text.

    Yields
    ------
    Source
        To be read inside the block.

    Raises
    ------
    InputError
        If the file can't be read, or is no table; also inside the block, as the file is read.
    """
    if not isinstance(table, Path):
        yield read_text(table)
        return
    name = shorten(str(table), 200)
    if table.is_dir():
        raise InputError(f"{name} is a folder: name one file of a table")
    try:
        with table.open("rb") as stream:
            if table.is_file():
                magic = stream.read(6)
                stream.seek(0)
                yield _open(table, stream, magic)
            else:  # a pipe can't be rewound
                yield read_text(stream)
    except OSError as error:
        raise InputError(f"{name} can't be read: {error.strerror or error}") from None
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def _open(path: Path, stream: BinaryIO, magic: bytes) -> Source:
    if magic == b"\x93NUMPY":
        from wythoff.reading.arrays import read_npy

        return read_npy(path)
    if magic.startswith(b"PAR1"):
        from wythoff.reading.arrays import read_parquet

        return read_parquet(path)
    return read_text(stream, path.stat().st_size)
