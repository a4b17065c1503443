"""
The main diagonal G(n, n) of the Grundy values of Wythoff's game (a = 1; A047708), value by value.

The squares of a value v are those that have no smaller value and no option of the value v. So in each row p = 0, 1, ...
of the half p <= q it is the first square (p, q) that no smaller value has taken and that is in no column q and on no
diagonal q - p of an earlier row with the value v; unless p is itself the column of such a square, which by symmetry is
the one of row p. Nothing is known of a square but whether it is taken: one bit, N^2 / 16 bytes in all.

The first such square is found by words of 64 squares: those taken in the row, the columns that have the value, and the
differences that have it, shifted by p. A few values are placed together in each row, so that a row comes from memory
once for all of them. Time is N^2 for the squares, which are placed one by one, times the words that are looked at for
each: N / 64 at most, and far fewer as measured (docs/data.md). No exact algorithm of a lower order is known to the
authors.
"""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from wythoff._files.writing import whole_file
from wythoff._process.memory import check_room
from wythoff.data import _diagonal_kernels as kernels
from wythoff.errors import InputError, shorten, whole_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

COLUMNS = "terms,largest,sha256"
PUBLISHED_TERMS = (1000, 2000, 5000, *range(10_000, 100_001, 10_000))
_VALUES = 32  # placed together: their sets stay in the processor's cache
_SAVE_S = 300


@dataclass
class _Squares:
    """Which squares are taken after all values below `value`, and the diagonal as far as it is known (-1: not yet)."""

    value: int
    taken: NDArray[np.uint64]
    diagonal: NDArray[np.int64]


def grundy_diagonal(
    terms: int, *, state: Path | None = None, progress: Callable[[int, int], None] | None = None
) -> NDArray[np.uint32]:
    """
    Compute G(n, n) for n = 0, 1, ..., terms - 1.

    Parameters
    ----------
    terms : int
        From 1 to 2^20.
    state : Path, optional
        A file to which the work is saved every five minutes, and from which it goes on if it is there; as large as the
        memory that is needed. It is removed in the end.
    progress : callable, optional
        Called with the terms that are known and with all of them.

    Returns
    -------
    array with shape (terms,), dtype uint32

    Raises
    ------
    InputError
        If `terms` is out of range, the memory does not suffice, or `state` can't be read or written or is that of
        another number of terms.

    Notes
    -----
    Exact. terms**2 / 16 bytes of memory; O(terms**3) time, measured between the second and the third power.

    Examples
    --------
    >>> grundy_diagonal(12).tolist()
    [0, 2, 1, 6, 7, 8, 3, 5, 4, 16, 14, 15]
    """
    terms = whole_number("terms", terms, 1, 2**20)
    rows, total = layout(terms, terms)
    check_room(9 * total, f"{terms} terms", "ask for fewer")
    squares = (
        _Squares(0, begun(rows, total), np.full(terms, -1, np.int64))
        if state is None or not state.exists()
        else _load(state, terms, total)
    )
    low = _first_not_full(squares.taken, rows)
    saved = time.monotonic()
    while (known := int((squares.diagonal >= 0).sum())) < terms:
        if progress:
            progress(known, terms)
        _place(squares, rows, low)
        if state is not None and time.monotonic() > saved + _SAVE_S:
            _save(state, squares)
            saved = time.monotonic()
    if progress:
        progress(terms, terms)
    if state is not None:
        with contextlib.suppress(OSError):
            state.unlink(missing_ok=True)
    return squares.diagonal.astype(np.uint32)


def digest(terms: NDArray[np.uint32]) -> str:
    """
    Return the SHA-256 of terms of the diagonal as unsigned 32-bit little-endian numbers.

    Examples
    --------
    >>> digest(grundy_diagonal(5))[:16]
    '8ca854f80d4bfff3'
    """
    return hashlib.sha256(terms.astype("<u4").tobytes()).hexdigest()


def to_csv(diagonal: NDArray[np.uint32], sizes: Iterable[int]) -> str:
    """Write how large the first so many terms are, and their digest, as CSV under `COLUMNS`."""
    lines = [f"{size},{diagonal[:size].max()},{digest(diagonal[:size])}" for size in sizes]
    return "\n".join([COLUMNS, *lines]) + "\n"


def layout(n_rows: int, size: int) -> tuple[NDArray[np.uint64], int]:
    """Return where the words of each row would begin if it had those left of (p, p), and how many there are in all."""
    skipped = np.arange(n_rows, dtype=np.int64) >> 6
    lengths = (size >> 6) + 1 - skipped
    begins = np.concatenate(([0], np.cumsum(lengths)))
    # Of the first rows nothing is skipped, and later ones skip less than lies before them.
    return (begins[:-1] - skipped).astype(np.uint64), int(begins[-1]) + kernels.CHUNK


def begun(rows: NDArray[np.uint64], total: int) -> NDArray[np.uint64]:
    """Return the words of squares before any value is placed: those left of (p, p) are taken."""
    taken = np.zeros(total, np.uint64)
    p = np.arange(len(rows), dtype=np.uint64)
    taken[rows + (p >> np.uint64(6))] = (np.uint64(1) << (p & np.uint64(63))) - np.uint64(1)
    return taken


def place(taken: NDArray[np.uint64], rows: NDArray[np.uint64], low: NDArray[np.uint64], size: int) -> NDArray[np.int32]:
    """
    Take the squares of the next values.

    Returns
    -------
    array with shape (values, rows), dtype int32
        Element [k, p] is the q for which (p, q), p <= q < size, has the k-th value; -1 where there is none.
    """
    words = (size >> 6) + 1 + kernels.CHUNK
    columns = np.zeros((_VALUES, words), np.uint64)
    differences = np.zeros((_VALUES, words + 1), np.uint64)
    differences[:, 0] = 2**64 - 1
    found = np.full((_VALUES, len(rows)), -1, np.int32)
    kernels.place(taken, rows, low, columns, differences, np.zeros(_VALUES, np.uint64), found, np.uint64(size))
    return found


def _first_not_full(taken: NDArray[np.uint64], rows: NDArray[np.uint64]) -> NDArray[np.uint64]:
    low = np.arange(len(rows), dtype=np.uint64) >> np.uint64(6)
    full = taken == np.uint64(2**64 - 1)
    for p in np.flatnonzero(full[rows + low]):
        begin = int(rows[p] + low[p])
        low[p] += np.uint64(np.argmin(full[begin:]))
    return low


def _place(squares: _Squares, rows: NDArray[np.uint64], low: NDArray[np.uint64]) -> None:
    """Place the next few values."""
    found = place(squares.taken, rows, low, len(rows))
    value, p = np.nonzero(found == np.arange(len(rows)))
    squares.diagonal[p] = squares.value + value
    squares.value += len(found)


def _save(state: Path, squares: _Squares) -> None:
    with whole_file(state) as stream:
        for array in (np.array([squares.value]), squares.diagonal, squares.taken):
            np.save(stream, array)


def _load(state: Path, terms: int, total: int) -> _Squares:
    name = shorten(str(state), 200)
    try:
        with state.open("rb") as stream:
            value, diagonal, taken = (np.load(stream, allow_pickle=False) for _ in range(3))
    except (OSError, ValueError, EOFError) as error:
        raise InputError(f"{name} can't be read: {shorten(str(error))}; remove it to begin anew") from None
    if diagonal.shape != (terms,) or taken.shape != (total,):
        raise InputError(f"{name} is the state of {len(diagonal)} terms, not of {terms}: name another file")
    return _Squares(int(value[0]), taken, diagonal)
