"""
The lost positions of three heaps by marking: whatever a move leads from to a lost position is won.

`wythoff.data.three_heaps` asks of each position which options are lost; here each lost position marks those that reach
it, and whoever is not marked when its turn comes is lost. Most marks of a lost position (h, y, z) lie on the lines
(h + i, y + r + 64 m, z + (i XOR r) + 64 m), m = 0, 1, ..., with i and r below 64, since i XOR j changes only the last
six bits of j. The positions of such a line have the first heap, z - y and the remainder of y by 64 in common, and are
marked from some place on to the end: so one number for each line is all that has to be kept, and 64 of them are all
that a lost position changes in each later first heap. Nothing is imported from the rest of the package but Numba's
settings and the reader of published lines.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wythoff._jit import kernel
from wythoff.data.published import read_lines

COLUMNS = "first_heap,pairs,constant,holds_from"
MOST_HEAPS = 64
_NEVER = 2**31 - 1

Claim = tuple[int, int, int, int]


def marked(first_heaps: int, size: int) -> NDArray[np.int32]:
    """
    Find the z for which (h, y, z) is lost.

    Parameters
    ----------
    first_heaps : int
        The first heap is 0, 1, ..., first_heaps - 1; at most 64 of them.
    size : int
        y is 0, 1, ..., size - 1.

    Returns
    -------
    array with shape (first_heaps, size), dtype int32

    Notes
    -----
    O(first_heaps**2 * size) time for the marks, and O(first_heaps * size**2) very short steps to look for z; about
    1000 * first_heaps * size bytes of memory.

    Examples
    --------
    >>> marked(2, 8).tolist()
    [[0, 2, 1, 5, 7, 3, 10, 4], [2, 1, 0, 4, 3, 9, 12, 14]]
    """
    most = 2 * size + 8 * first_heaps + 64
    found = np.full((first_heaps, size), -1, np.int32)
    # y - z is size + 63 at most, and z - y below most + 64.
    lines = np.full((first_heaps, 64, size + most + 128), _NEVER, np.int32)
    lower = np.zeros((size, most), np.bool_)
    if not _mark(found, lines, lower):
        raise AssertionError(f"a lost position has a heap beyond {most}")  # pragma: no cover
    return found


def read_claims(text: str) -> list[Claim]:
    """
    Read a file of constants.

    Raises
    ------
    ValueError
        If its header is another one, or a line is not four numbers.
    """
    return [(h, pairs, constant, at) for (h, pairs, constant, at), _ in read_lines(text, COLUMNS, digest=False)]


def faults(claims: list[Claim], table: NDArray[np.int32]) -> list[str]:
    """
    Judge claims by the lost positions themselves.

    Parameters
    ----------
    claims : list of (first heap, pairs, constant, holds from)
        What is said of each first heap.
    table : array with shape (first_heaps, size)
        That of `marked`, with the size for which the claims were made.

    Returns
    -------
    list of str
        A sentence for each claim that is not so.
    """
    found = []
    for h, *claim in claims:
        if h >= len(table):
            found.append(f"first heap {h}: it was not looked at")
        elif (right := _judged(table[h].tolist())) != claim:
            found.append(f"first heap {h}: pairs, constant and from where it holds are said to be {claim}, not {right}")
    return found


def _judged(row: list[int]) -> list[int]:
    """Return how many pairs there are, the last constant z - y - n, and the n from which on it holds."""
    constants = [z - y - n for n, (y, z) in enumerate(pair for pair in enumerate(row) if pair[0] <= pair[1])]
    holds_from = len(constants)
    while holds_from and constants[holds_from - 1] == constants[-1]:
        holds_from -= 1
    return [len(constants), constants[-1], holds_from]


@kernel
def _mark(found, lines, lower):  # type: ignore[no-untyped-def]
    """
    Go through all positions in order; put z of the lost ones into ``found[h, y]``. Return False if a z is too large.

    ``lines[h, y % 64, z - y + size + 63]`` is the y // 64 from which on the line is marked, ``lower[y, z]`` whether a
    position with a smaller first heap is lost.
    """
    heaps, size = found.shape
    most = lower.shape[1]
    beside = size + 63
    taken = np.zeros(most, np.bool_)
    for h in range(heaps):
        taken[:] = False
        for y in range(size):
            z = 0
            while z < most and (taken[z] or lower[y, z] or lines[h, y & 63, z - y + beside] <= y >> 6):
                z += 1
            if z == most:
                return False
            found[h, y] = z
            taken[z] = True
            lower[y, z] = True
            for i in range(heaps - h):
                for r in range(64):
                    at = (y + r) >> 6
                    if i == 0 and r == 0:
                        at += 1  # nothing is taken at m = 0
                    line = z - y + (i ^ r) - r + beside
                    lines[h + i, (y + r) & 63, line] = min(lines[h + i, (y + r) & 63, line], at)
    return True
