"""Which sizes can be afforded: what calls of the next size are going to take, by how the last ones have grown."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Final

from wythoff.harness.measure.book import Book
from wythoff.harness.rows import Clock

# Steeper than n^3 and somewhat more is taken for exponential, which doubles its slope when n doubles.
_STEEP: Final = 3.5
_FIRST_SLOPE: Final = 3.0  # while there is a single size
_LEAST_MAKING: Final = 1.0  # arguments of size n take n steps, or more, to make
_NEGLIGIBLE_S: Final = 2e-3
MOST_N: Final = 2**40
# Of the memory that is free so much may be taken.
_MEMORY_SHARE: Final = 0.7


def expected_call_s(book: Book, clock: Clock, n: float) -> float:
    """Return the seconds a call of size `n` is expected to take, rather too many; within the data, as the next size."""
    last = book.sizes[-1]
    if n <= last:
        return book.call_s(next(size for size in book.sizes if size >= n), clock)
    return book.call_s(last, clock) * math.pow(n / last, _carried(_slope(book, lambda size: book.call_s(size, clock))))


def expected_making_s(book: Book, n: float) -> float:
    """Return the seconds that making the arguments of a sample of size `n` is expected to take."""
    last = book.sizes[-1]
    made = book.making[last]
    if made < _NEGLIGIBLE_S:
        return made * max(1.0, n / last)
    return made * math.pow(n / last, max(_LEAST_MAKING, _slope(book, book.making.__getitem__)))


def largest_n(book: Book, clock: Clock, call_s: float, making_s: float, free_bytes: int) -> tuple[float, str]:
    """
    Find the largest size that may be measured next, and what keeps larger ones from it.

    Parameters
    ----------
    book : Book
        At least one size.
    clock : {"wall", "cpu"}
        By which calls are judged.
    call_s, making_s : float
        How long one call may take, and making the arguments of one sample.
    free_bytes : int
        Memory that is free.

    Returns
    -------
    float
        At least a hair above the last size where that can be afforded at all; else the last size.
    str
        What the limit is: ``"a call"``, ``"making its arguments"``, ``"memory"`` or ``"size"``.
    """
    last = book.sizes[-1]
    limits: list[tuple[float, str]] = [(float(MOST_N), "size")]
    for seconds, limit_s, slope, what in (
        (book.call_s(last, clock), call_s, _carried(_slope(book, lambda n: book.call_s(n, clock))), "a call"),
        (
            book.making[last],
            making_s,
            max(_LEAST_MAKING, _slope(book, book.making.__getitem__)),
            "making its arguments",
        ),
    ):
        if seconds > 0.0 and slope > 0.0:
            exponent = math.log(limit_s / seconds) / slope if seconds < limit_s else 0.0
            limits.append((last * math.exp(min(exponent, 100.0)), what))
    grown = _grown_bytes(book)
    if grown > 0:
        limits.append((last * max(1.0, _MEMORY_SHARE * free_bytes / grown), "memory"))
    return min(limits)


def _grown_bytes(book: Book) -> int:
    """Return how much more memory the last size took than the first one."""
    first, last = (max(sample.peak_bytes for sample in book.samples[n]) for n in (book.sizes[0], book.sizes[-1]))
    return last - first


def _carried(slope: float) -> float:
    return 2 * slope if slope > _STEEP else max(slope, 0.0)


def _slope(book: Book, seconds: Callable[[int], float]) -> float:
    """Return the steeper of the slopes between the last sizes, which noise makes uneven."""
    sizes = book.sizes[-3:]
    if len(sizes) < 2:
        return _FIRST_SLOPE
    found = []
    for small, large in itertools.pairwise(sizes):
        before, after = seconds(small), seconds(large)
        if before > 0.0 and after > 0.0:
            found.append(math.log(after / before) / math.log(large / small))
    # A slope that two doublings agree on is believed, and the last one alone where it is the steeper.
    return max(found[-1], sum(found) / len(found)) if found else 0.0
