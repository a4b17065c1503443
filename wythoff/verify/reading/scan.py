"""Lines of the plainest form, read by the thousand: the rule of `lines` for digits and nothing else."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wythoff._jit import kernel
from wythoff.verify.reading.lines import LONGEST, Layout

UInt = np.uint64
_DIGITS = 19  # always below 2^64


@kernel
def _scan(data, delimiter, order, line, columns, places, others, other_places):  # type: ignore[no-untyped-def]
    """
    Read each line that is unsigned numbers of up to 19 digits, quoted or not, with one delimiter between them.

    It may have up to LONGEST bytes. Blanks may stand around a number, and bars around a line if they are the delimiter.
    Empty lines are passed over. The number in field j goes to row order[j] of `columns`. Of any other line the offset
    goes to `others`. `line` is the place of the first one. Returns how many rows, other lines and lines there were.
    No checks: there is room for all, and `data` ends with a newline.
    """
    space, tab, newline, feed, quote, bar = 32, 9, 10, 13, 34, 124
    n_rows = 0
    n_others = 0
    first_line = line
    i = 0
    while i < data.size:
        begin = i
        field = 0
        plain = True
        while data[i] == space or (data[i] == tab and delimiter != tab):
            i += 1
        empty = data[i] == newline or (data[i] == feed and data[i + 1] == newline)
        if not empty and delimiter == bar and data[i] == bar:
            i += 1
        while plain and not empty and field < order.size:
            while data[i] == space or (data[i] == tab and delimiter != tab):
                i += 1
            if field > 0 and delimiter != space:
                plain = data[i] == delimiter
                if plain:
                    i += 1
                while data[i] == space or (data[i] == tab and delimiter != tab):
                    i += 1
            quoted = data[i] == quote and delimiter != space and delimiter != bar
            if quoted:
                i += 1
            start = i
            value = UInt(0)
            while data[i] >= 48 and data[i] <= 57:
                value = value * UInt(10) + UInt(data[i] - 48)
                i += 1
            plain = plain and i > start and i - start <= _DIGITS
            if quoted:
                plain = plain and data[i] == quote
                if plain:
                    i += 1
            if plain:
                columns[order[field], n_rows] = value
            field += 1
        while data[i] == space or (data[i] == tab and delimiter != tab):
            i += 1
        if delimiter == bar and data[i] == bar:
            i += 1
            while data[i] == space or data[i] == tab:
                i += 1
        if data[i] == feed and data[i + 1] == newline:
            i += 1
        if plain and data[i] == newline and i - begin <= LONGEST:
            if not empty:
                places[n_rows] = line
                n_rows += 1
        else:
            others[n_others] = begin
            other_places[n_others] = line
            n_others += 1
            while data[i] != newline:
                i += 1
        i += 1
        line += 1
    return n_rows, n_others, line - first_line


def scan(
    data: bytes, layout: Layout, line: int
) -> tuple[tuple[NDArray[np.uint64], ...], NDArray[np.int64], list[tuple[int, int]], int]:
    """
    Read the plain lines among many.

    Parameters
    ----------
    data : bytes
        Whole lines, each ended by a newline.
    layout : Layout
        How they are written; each field must be a column.
    line : int
        The number of the first line.

    Returns
    -------
    columns : tuple of arrays with shape (N,), dtype uint64
        The columns of the plain lines, in the order of the layout's columns.
    places : array with shape (N,), dtype int64
        Their line numbers.
    others : list of (int, int)
        Number and offset of each line that is not plain: a comment, a large number, something else.
    n_lines : int
        How many lines there were.

    Notes
    -----
    O(bytes) time. Scratch is 8 bytes for each byte of `data` at most, of which only what is written to takes memory.
    """
    text = np.frombuffer(data, np.uint8)
    width = len(layout.columns)
    most = len(data) // (2 * width) + 1  # a row has a digit and a sign for each column
    columns = np.empty((width, most), UInt)
    places = np.empty(most, np.int64)
    others = np.empty((2, len(data) // 2 + 1), np.int64)
    order = np.empty(width, np.int64)
    order[list(layout.fields)] = np.arange(width)
    n_rows, n_others, n_lines = _scan(text, ord(layout.delimiter), order, line, columns, places, others[1], others[0])
    pairs = [(place, offset) for place, offset in others[:, :n_others].T.tolist()]
    return tuple(columns[:, :n_rows]), places[:n_rows], pairs, n_lines
