"""Opening a table whatever it is: the first bytes of a file tell its format."""

from __future__ import annotations

import contextlib
import gzip
import lzma
import zlib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import BinaryIO

from wythoff.errors import InputError, shorten
from wythoff.verify.reading.rows import Source
from wythoff.verify.reading.text import read_text

_PACKED = {b"\x1f\x8b": "gzip", b"BZh": "bz2", b"\xfd7zXZ": "lzma"}
_NPY, _PARQUET = b"\x93NUMPY", b"PAR1"
_OF_FILES = {_NPY: "an npy array", _PARQUET: "a Parquet table"}
_ARCHIVES = {b"PK\x03\x04": "a zip archive or a spreadsheet", b"\x28\xb5\x2f\xfd": "packed by zstd"}


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
        try:
            with _damage_in_a_sentence():
                yield _open_text(table)
        except OSError as error:
            raise InputError(f"the input can't be read: {error.strerror or error}") from None
        return
    name = shorten(str(table), 200)
    if table.is_dir():
        raise InputError(f"{name} is a folder: name one file of a table")
    try:
        with table.open("rb") as stream, _damage_in_a_sentence():
            if table.is_file():
                magic = stream.read(6)
                stream.seek(0)
                yield _open(table, stream, magic)
            else:  # a pipe can't be rewound
                yield _open_text(stream)
    except OSError as error:
        raise InputError(f"{name} can't be read: {error.strerror or error}") from None
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def _open(path: Path, stream: BinaryIO, magic: bytes) -> Source:
    if magic == _NPY:
        from wythoff.verify.reading.arrays import read_npy

        return read_npy(path)
    if magic.startswith(_PARQUET):
        from wythoff.verify.reading.arrays import read_parquet

        return read_parquet(path)
    return _open_text(stream, path.stat().st_size)


def _open_text(stream: BinaryIO, n_bytes: int = 0) -> Source:
    """Open a text, packed or not; of a packed one the size is unknown."""
    magic = _peek(stream)
    for beginning, module in _PACKED.items():
        if magic.startswith(beginning):
            return read_text(import_module(module).open(stream))
    for beginning, name in _ARCHIVES.items():
        if magic.startswith(beginning):
            raise InputError(f"this is {name}: unpack it first")
    for beginning, name in _OF_FILES.items():
        if magic.startswith(beginning):
            raise InputError(f"{name} is read from a file, not from a pipe: save it first")
    return read_text(stream, n_bytes)


def _peek(stream: BinaryIO) -> bytes:
    """Return the first bytes of a stream that can look ahead or be rewound, else nothing."""
    if hasattr(stream, "peek"):
        return bytes(stream.peek(6)[:6])
    if not stream.seekable():
        return b""
    magic = stream.read(6)
    stream.seek(-len(magic), 1)
    return magic


@contextlib.contextmanager
def _damage_in_a_sentence() -> Iterator[None]:
    try:
        yield
    except (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile) as error:
        raise InputError(f"the packed file is cut off or damaged: {shorten(str(error), 100)}") from None
