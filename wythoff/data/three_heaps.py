"""
Fraenkel's Wythoff's game on three heaps: its lost positions, first heap by first heap.

A move takes any number of tokens from one heap, or i, j and k from the three heaps, not all of them 0, whose XOR is 0.
(With one heap empty that is Wythoff's game.) Fraenkel's conjectures [1]_, proved by Sun and Zeilberger [2]_ for first
heaps up to 10, say that for each first heap h the lost positions (h, y_n, z_n), y_n <= z_n, from some n on are a table
like Wythoff's: z_n - y_n = n + c with a constant c, and y_n the least number that is in no earlier pair.

For each h and y exactly one z is lost: z(h, y), its own inverse. So the lost positions are found in the order of h and
y. The least free z >= y is z(h, y), unless it is z(h', y) for some h' < h, or some z(h - i, y - j) + (i XOR j).

References
----------
.. [1] A. S. Fraenkel, "Complexity, appeal and challenges of combinatorial games", Theoretical Computer Science 313
   (2004), 393-415.
.. [2] X. Sun, D. Zeilberger, "On Fraenkel's N-heap Wythoff's conjectures", Annals of Combinatorics 8 (2004), 225-238.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wythoff._jit import kernel
from wythoff.errors import InputError, whole_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

COLUMNS = "first_heap,pairs,constant,holds_from"
_MOST_STEPS = 2**42


@dataclass(frozen=True)
class FirstHeap:
    """
    What the lost positions of one first heap look like.

    Attributes
    ----------
    first_heap : int
        h.
    pairs : int
        How many pairs y_n <= z_n were looked at, n = 0, 1, ..., pairs - 1, by ascending y.
    constant, holds_from : int
        z_n - y_n = n + constant for all n from `holds_from` on that were looked at, and not for the n before it.
    """

    first_heap: int
    pairs: int
    constant: int
    holds_from: int

    def as_csv(self) -> str:
        """Write it as a line under `COLUMNS`."""
        return f"{self.first_heap},{self.pairs},{self.constant},{self.holds_from}"


def partners(first_heaps: int, size: int) -> NDArray[np.int32]:
    """
    Find the lost positions whose first heap is small.

    Parameters
    ----------
    first_heaps : int
        The first heap is 0, 1, ..., first_heaps - 1.
    size : int
        The second heap is 0, 1, ..., size - 1.

    Returns
    -------
    array with shape (first_heaps, size), dtype int32
        Element [h, y] is the one z for which (h, y, z) is lost.

    Raises
    ------
    InputError
        If an argument is out of range, or the product of both squared is above 2^42, which takes hours.

    Notes
    -----
    O(first_heaps**2 * size**2) time, a quarter of which are steps.

    Examples
    --------
    >>> partners(2, 8).tolist()
    [[0, 2, 1, 5, 7, 3, 10, 4], [2, 1, 0, 4, 3, 9, 12, 14]]
    """
    first_heaps = whole_number("first_heaps", first_heaps, 1)
    size = whole_number("size", size, 1)
    if (first_heaps * size) ** 2 > _MOST_STEPS:
        raise InputError(
            f"{first_heaps} first heaps up to {size} take more than 2^42 steps: take fewer or smaller ones"
        )
    most = 4 * (first_heaps + size) + 64
    found = np.full((first_heaps, most), -1, np.int32)
    barred = np.zeros(most + 2 * (first_heaps + size), np.int32)
    mark = 0
    for h in range(first_heaps):
        mark = _first_heap(found, barred, np.int64(h), np.int64(size), np.int64(mark))
        if mark < 0:
            raise InputError(f"a lost position with the first heap {h} is beyond {most}; ask for a smaller size")
    return found[:, :size].copy()


@kernel
def _first_heap(found, barred, h, size, mark):  # type: ignore[no-untyped-def]
    """Find z for h and all y < size. Return the last mark put into `barred`, or -1 if there was no room."""
    for y in range(size):
        if found[h, y] >= 0:
            continue
        mark += 1
        for i in range(h + 1):
            z = found[h - i]
            for j in range(1 if i == 0 else 0, y + 1):
                barred[z[y - j] + (i ^ j)] = mark
            barred[z[y]] = mark if i > 0 else barred[z[y]]
        z = y
        while z < found.shape[1] and (found[h, z] >= 0 or barred[z] == mark):
            z += 1
        if z >= found.shape[1]:
            return -1
        found[h, y] = z
        found[h, z] = y
    return mark


def first_heap(h: int, row: NDArray[np.int32]) -> FirstHeap:
    """
    Compare the lost positions of one first heap with the conjecture.

    Parameters
    ----------
    h : int
        The first heap.
    row : array with shape (size,)
        Its row of `partners`.

    Examples
    --------
    >>> first_heap(0, partners(1, 50)[0])
    FirstHeap(first_heap=0, pairs=31, constant=0, holds_from=0)
    """
    y = np.flatnonzero(row >= np.arange(len(row)))
    excess = row[y] - y - np.arange(len(y))
    exceptions = np.flatnonzero(excess != excess[-1])
    return FirstHeap(h, len(y), int(excess[-1]), int(exceptions[-1]) + 1 if len(exceptions) else 0)


def to_csv(found: Iterable[FirstHeap]) -> str:
    """Write what was found as CSV, with a header."""
    return "".join(f"{line}\n" for line in (COLUMNS, *(entry.as_csv() for entry in found)))
