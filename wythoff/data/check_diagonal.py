"""
The diagonal of Grundy values as the definition has it: each value the mex of what its options have.

`wythoff.data.grundy_diagonal` takes squares value by value and knows no value of any square; here each value is the
least that row, column and diagonal lack. Nothing is imported of what is checked.

As the table is symmetric, squares (x, y) with y <= x suffice, and line k is row k and column k at once. The squares are
taken by 64 columns, and in these row by row: all that a value depends on is there by then, and the sets of 64 columns
and diagonals stay in the processor's cache.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from wythoff._jit import kernel
from wythoff._process.memory import check_room
from wythoff.data.published import read_lines
from wythoff.errors import whole_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

COLUMNS = "terms,largest,sha256"
MOST_TERMS = 2**20
UInt = np.uint64
_FULL = UInt(2**64 - 1)
_COLUMNS_A_STEP = 64


def diagonal(terms: int, progress: Callable[[int, int], None] | None = None) -> NDArray[np.uint32]:
    """
    Compute G(n, n) for n = 0, 1, ..., terms - 1.

    Parameters
    ----------
    terms : int
        From 1 to `MOST_TERMS`.
    progress : callable, optional
        Called with the terms that are known and with all of them.

    Returns
    -------
    array with shape (terms,), dtype uint32

    Raises
    ------
    InputError
        If `terms` is out of range or memory does not suffice.

    Notes
    -----
    terms**2 / 2 bytes of memory, O(terms**3) time at worst; from 10,000 to 100,000 terms it grows a little faster than
    terms**2. No value is above x + y, the moves of the longest match.

    Examples
    --------
    >>> diagonal(12).tolist()
    [0, 2, 1, 6, 7, 8, 3, 5, 4, 16, 14, 15]
    """
    terms = whole_number("terms", terms, 1, MOST_TERMS)
    words = terms // 32 + 1
    check_room(16 * terms * words, f"the sets of {terms} terms", "take fewer terms")
    lines, diagonals = np.zeros((2, terms, words), np.uint64)
    low_lines, low_diagonals = np.zeros((2, terms), np.uint64)
    found = np.empty(terms, np.uint32)
    for first in range(0, terms, _COLUMNS_A_STEP):
        last = min(terms, first + _COLUMNS_A_STEP)
        _take_columns(lines, low_lines, diagonals, low_diagonals, UInt(first), UInt(last), found)
        if progress:
            progress(last, terms)
    return found


@kernel
def _take_columns(lines, low_lines, diagonals, low_diagonals, first, last, found):  # type: ignore[no-untyped-def]
    """
    Find the values of the squares (x, y) with first <= x < last and y <= x, and put G(y, y) into ``found[y]``.

    No checks. Bit v of ``lines[k]`` says that a square of row k or column k has the value v, of ``diagonals[d]`` that a
    square with x - y = d has it; all squares with x < first have been taken. ``low_lines`` and ``low_diagonals`` are
    the numbers of the first words that aren't full.
    """
    one = UInt(1)
    for i in range(last):
        y = UInt(i)
        row = lines[y]
        for j in range(max(first, y), last):
            x = UInt(j)
            column = lines[x]
            both = diagonals[x - y]
            w = max(low_lines[y], max(low_lines[x], low_diagonals[x - y]))
            reached = row[w] | column[w] | both[w]
            while reached == _FULL:
                w += one
                reached = row[w] | column[w] | both[w]
            bit = ~reached & (reached + one)
            row[w] |= bit
            column[w] |= bit
            both[w] |= bit
            while row[low_lines[y]] == _FULL:
                low_lines[y] += one
            while column[low_lines[x]] == _FULL:
                low_lines[x] += one
            while both[low_diagonals[x - y]] == _FULL:
                low_diagonals[x - y] += one
            if x == y:
                value = w << UInt(6)
                while bit > one:
                    bit >>= one
                    value += one
                found[y] = value


def read_claims(text: str) -> list[tuple[int, int, str]]:
    """
    Read a file of digests: how many terms, the largest, and the SHA-256 of all as 32-bit little-endian numbers.

    Raises
    ------
    ValueError
        If its header is another one, or a line has not its columns.
    """
    return [(terms, largest, digest) for (terms, largest), digest in read_lines(text, COLUMNS)]


def faults(claims: list[tuple[int, int, str]], right: NDArray[np.uint32]) -> list[str]:
    """Compare the claims about as many terms as there are with them; return a sentence for each that isn't so."""
    found = []
    for terms, largest, sha256 in claims:
        if terms <= len(right):
            content = right[:terms].astype("<u4").tobytes()
            if hashlib.sha256(content).hexdigest() != sha256:
                found.append(f"the first {terms} terms have another digest")
            elif int(right[:terms].max()) != largest:
                found.append(f"the largest of the first {terms} terms is {right[:terms].max()}, not {largest}")
    return found
