"""
The file of a record of agreement: a line of JSON for each block, which tells itself whether it was changed.

A line has the rows of its block, the SHA-256 of their columns, and in the end a checksum of itself. What a kill left
unfinished and what was damaged is as if it weren't there; the rows are computed again. Records of several machines are
joined by `merged`, in any order, and whatever sizes their blocks have.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wythoff._files import json_lines
from wythoff._files.reading import read_bytes
from wythoff._files.replacement_lock import locked
from wythoff._files.writing import whole_file
from wythoff._process.memory import available_bytes
from wythoff.errors import InputError, shorten

_GROWTH = 30  # bytes in memory for each byte of JSON
_CHECK = "check"

Block = dict[str, Any]


@dataclass(frozen=True)
class Record:
    """
    What is in the file of a record.

    Attributes
    ----------
    blocks : list of dict
        The lines that are whole, in the file's order, without their checksums.
    damaged : list of int
        The numbers of the lines that are not, from 1 on.
    unfinished : bool
        Whether the last line was being written when a run ended.
    """

    blocks: list[Block]
    damaged: list[int]
    unfinished: bool


def read(path: Path) -> Record:
    """
    Read a record; one that isn't there is empty.

    Raises
    ------
    InputError
        If it can't be read, or has lines and none of them is a block.
    """
    try:
        text = read_bytes(path, available_bytes() // _GROWTH).decode("utf-8", "replace")
    except FileNotFoundError:
        text = ""
    except OSError as error:
        raise InputError(f"{_shown(path)} can't be read: {error.strerror or error}") from None
    lines = text.split("\n")
    found = list(map(_block, lines))
    unfinished = bool(lines[-1]) and found[-1] is None
    damaged = [number for number, block in enumerate(found[:-1], 1) if block is None]
    blocks = [block for block in found if block is not None]
    if damaged and not blocks:
        raise InputError(f"{_shown(path)} is no record of agreement: none of its lines is a whole block")
    return Record(blocks, damaged, unfinished)


def mend(path: Path) -> Record:
    """
    Read a record and take out of its file what is damaged; the file as it was is kept beside it as ``<name>.damaged``.

    Raises
    ------
    InputError
        If it can't be read or written, or is no record.
    """
    with locked(path):
        found = read(path)
        if found.damaged:
            with whole_file(path.with_name(f"{path.name}.damaged")) as stream:
                stream.write(path.read_bytes())
        if found.damaged or found.unfinished:
            write(path, found.blocks)
    return found


def add(path: Path, block: Block) -> None:
    """
    Add a block to a record, and return once it is on the disk.

    Raises
    ------
    InputError
        If it can't be written.
    """
    try:
        with locked(path):
            json_lines.append(path, [_checked(block)])
    except OSError as error:
        raise InputError(f"{_shown(path)} can't be written: {error.strerror or error}") from None


def write(path: Path, blocks: Iterable[Block]) -> None:
    """
    Write a record, whole or not at all.

    Raises
    ------
    InputError
        If it can't be written.
    """
    with whole_file(path) as stream:
        stream.write("".join(json_lines.line(_checked(block)) for block in blocks).encode())


def missing(blocks: Iterable[Block], a: int, first: int, last: int, size: int) -> Iterator[tuple[int, int]]:
    """
    Yield the blocks, at most `size` rows from a multiple of it on, of those rows that no block has.

    Examples
    --------
    >>> list(missing([{"a": 1, "first": 0, "last": 24}], 1, 0, 99, 40))
    [(25, 39), (40, 79), (80, 99)]
    """
    for begin, end in _gaps(blocks, a, first, last):
        while begin <= end:
            stop = min(end, begin - begin % size + size - 1)
            yield begin, stop
            begin = stop + 1


def reach(blocks: Iterable[Block], a: int) -> int:
    """
    Return the first row that is in no block.

    Examples
    --------
    >>> reach([{"a": 1, "first": 0, "last": 24}, {"a": 1, "first": 30, "last": 40}], 1)
    25
    """
    whole = sorted((block["first"], block["last"]) for block in blocks if block["a"] == a)
    row = 0
    for first, last in whole:
        if first > row:
            break
        row = max(row, last + 1)
    return row


def merged(records: Iterable[Iterable[Block]]) -> list[Block]:
    """
    Join records; of the same block computed more than once the first line is taken.

    Returns
    -------
    list of dict
        The blocks in the order of parameter and rows.

    Raises
    ------
    InputError
        If two records have different digests of the same rows: one of them is wrong, and it isn't known which.
    """
    found: dict[tuple[int, int, int], Block] = {}
    for block in (block for record in records for block in record):
        rows = (block["a"], block["first"], block["last"])
        before = found.setdefault(rows, block)
        if before["sha256"] != block["sha256"]:
            raise InputError(
                "a = {}, rows {} to {}: two records have different digests; compute the block again by "
                "another strategy".format(*rows)
            )
    return [found[rows] for rows in sorted(found)]


def _gaps(blocks: Iterable[Block], a: int, first: int, last: int) -> Iterator[tuple[int, int]]:
    for begin, end in sorted((block["first"], block["last"]) for block in blocks if block["a"] == a):
        if first < begin:
            yield first, min(begin - 1, last)
        first = max(first, end + 1)
        if first > last:
            return
    yield first, last


def _checked(block: Block) -> Block:
    return {**block, _CHECK: _checksum(block)}


def _checksum(block: Block) -> str:
    return hashlib.sha256(json.dumps(block, sort_keys=True).encode()).hexdigest()[:16]


def _block(text: str) -> Block | None:
    """Return the block of a line, or None if it is none or not as it was written."""
    with contextlib.suppress(ValueError, RecursionError, TypeError, KeyError, AttributeError):
        block = json.loads(text)
        numbers = [block[name] for name in ("a", "first", "last")]
        fine = all(type(number) is int for number in numbers) and 0 <= numbers[1] <= numbers[2]
        if fine and type(block["sha256"]) is str and block.pop(_CHECK) == _checksum(block):
            return dict(block)
    return None


def _shown(path: Path) -> str:
    return shorten(str(path), 200)
