"""A table in a text file: its layout is told from the beginning, then it is read in chunks of whole lines."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import BinaryIO

from wythoff.errors import InputError
from wythoff.verify.reading.inference import first_row
from wythoff.verify.reading.lines import LONGEST, Layout, NoRowError, content, read_row, tell_layout
from wythoff.verify.reading.pairs import (
    Numbering,
    are_pairs,
    by_lines,
    has_tuples,
    n_tuples,
    ordered,
    tell_numbering,
)
from wythoff.verify.reading.rows import Arrays, Block, Row, Source, Unreadable

FIRST_CHUNK = 2**20
CHUNK = 2**22
_FIRST_ROWS = 2000
BY_LINE = 2**20 - 3  # shorter texts are read line by line, which takes less time than loading compiled code


def read_text(stream: BinaryIO, n_bytes: int = 0) -> Source:
    """
    Open a table in a text.

    Parameters
    ----------
    stream : binary file
        At its beginning. The encoding is UTF-8 or another with the digits of ASCII.
    n_bytes : int
        Its size, where it is known.

    Returns
    -------
    Source
        It reads on as its blocks are asked for, in the memory of one chunk of 4 MB.

    Raises
    ------
    InputError
        If this is no text or has no row. A line that is no row later on is no error, and among the unreadable ones.
    """
    head = stream.read(FIRST_CHUNK)
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise InputError("the text is in UTF-16: save it as UTF-8")
    if b"\0" in head:
        raise InputError("this is no text, and neither npy nor Parquet")
    head = head.removeprefix(codecs.BOM_UTF8)
    if not head.strip():
        raise InputError("the file is empty")
    by_returns = b"\r" in head and b"\n" not in head  # how lines once ended on a Macintosh
    if by_returns:
        head = head.replace(b"\r", b"\n")
    tuples = has_tuples(head)
    pieces = iter(lambda: stream.read(CHUNK), b"")
    if by_returns:
        pieces = (piece.replace(b"\r", b"\n") for piece in pieces)
    chunks = _chunks(chain((head,), pieces))
    place = "line"
    if tuples:
        several = max(map(n_tuples, head.split(b"\n"))) > 1
        place, chunks = "pair" if several else "line", by_lines(chunks)
        first_chunk = next(chunks)
        head, chunks = first_chunk, chain((first_chunk,), chunks)
    layout = tell_layout(head.split(b"\n"))
    if layout.columns == ("n", "value") and are_pairs([(x, y) for _, x, y in _rows_of(head, layout)]):
        layout = replace(layout, columns=("A", "B"), is_unordered=True)
    columns, first, numbering = layout.columns, 0, None
    if "n" not in columns:
        columns, rows = ("n", *columns), _rows_of(head, layout)
        pairs = [(lower, upper) for _, lower, upper in rows]
        numbering = tell_numbering(pairs)
        first = first_row(rows) if numbering is None else numbering.first(pairs)
    blocks = _blocks(chunks, layout, first, numbering, len(head) < BY_LINE)
    return Source(columns, blocks, place, n_bytes=n_bytes)


def _rows_of(head: bytes, layout: Layout) -> list[tuple[int, ...]]:
    """Read the first rows of a text that doesn't number them, counted from 0."""
    reader, block = _Reader(replace(layout, columns=("A", "B")), 0, None), Block()
    for line in head.split(b"\n", _FIRST_ROWS)[:_FIRST_ROWS]:
        reader.read(0, line, block)
    return [row.values for row in block.rows]


def _chunks(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Cut a stream at line ends; of a line that is too long just enough is kept to see that it is."""
    rest = b""
    for piece in pieces:
        lines, newline, tail = piece.rpartition(b"\n")
        if newline:
            yield rest + lines + newline
            rest = tail
        else:
            rest = (rest + tail)[: LONGEST + 1]
    if rest:
        yield rest + b"\n"


def _blocks(
    chunks: Iterable[bytes], layout: Layout, first: int, numbering: Numbering | None, short: bool
) -> Iterator[Block]:
    """Yield the rows of the chunks; `first` and `numbering` number those of a layout that has no column n."""
    reader = _Reader(layout, first, numbering)
    by_line = short or layout.n_fields != len(layout.columns) or "n" not in layout.columns
    line = 1
    for chunk in chunks:
        if by_line:
            lines = chunk.split(b"\n")[:-1]
            block = Block(n_bytes=len(chunk))
            for place, text in enumerate(lines, line):
                reader.read(place, text, block)
            line += len(lines)
        else:
            from wythoff.verify.reading.scan import scan

            columns, places, others, n_lines = scan(chunk, layout, line)
            block = Block(arrays=Arrays(places, columns), n_bytes=len(chunk))
            for place, offset in others:
                reader.read(place, chunk[offset : chunk.index(b"\n", offset)], block)
            line += n_lines
        yield block


class _Reader:
    """
    Reads lines one by one; those before the first row are titles, as is any later line like one of them.

    A right pair has its own number, and a wrong one that which follows the one before.
    """

    def __init__(self, layout: Layout, first: int, numbering: Numbering | None) -> None:
        self._layout = layout
        self._next = first
        self._numbering = numbering

    def read(self, place: int, line: bytes, block: Block) -> None:
        if len(line) > LONGEST:
            block.unreadable.append(Unreadable(place, f"longer than {LONGEST} bytes"))
            return
        text = content(line)
        if not text or text in self._layout.title:
            return
        try:
            values = read_row(text, self._layout)
            block.rows.append(Row(place, self._numbered(values) if self._is_counted else values))
        except NoRowError as error:
            block.unreadable.append(Unreadable(place, str(error)))
        self._next += 1

    def _numbered(self, values: tuple[int, ...]) -> tuple[int, ...]:
        lower, upper = values
        if self._layout.is_unordered:
            lower, upper = ordered((lower, upper))
        if self._numbering is not None and (n := self._numbering.of((lower, upper))) is not None:
            self._next = n
        return (self._next, lower, upper)

    @property
    def _is_counted(self) -> bool:
        return "n" not in self._layout.columns
