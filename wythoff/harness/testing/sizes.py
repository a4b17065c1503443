"""Two sizes for a test of growth: far apart, the large one with calls of a millisecond, if that can be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from wythoff._process.memory import available_bytes
from wythoff.errors import InputError, shorten, whole_number
from wythoff.harness.growth.laws import LAWS, TERMS
from wythoff.harness.measure.book import Book
from wythoff.harness.measure.clock import Believed, believed
from wythoff.harness.measure.reach import MOST_N, expected_call_s, largest_n
from wythoff.harness.measure.subject import Subject, calls_for

FIRST_N: Final = 8
LONG_S: Final = 1e-3  # a call at the large size takes this, if it can
_PILOT_S: Final = 3e-4  # of a sample on the way
_PILOTS: Final = 3
_MOST_CALL_S: Final = 0.1
_MOST_MAKING_S: Final = 0.2
_RATIO: Final = 16
_LEAST_RATIO: Final = 4
_FEW: Final = 16  # a small size below this may be mostly overhead
# What is allowed beyond the claimed law, as a power of the ratio of sizes: a quarter of the way to one power more.
TOLERANCE: Final = 0.25


def allowed_ratio(law: str, small: int, large: int) -> float:
    """
    Return how many times longer a call may take at the large size before that is too much.

    Examples
    --------
    >>> allowed_ratio("n", 1000, 16_000), round(allowed_ratio("n log n", 1000, 16_000), 1)
    (32.0, 44.8)
    """
    return law_ratio(law, small, large) * math.pow(large / small, TOLERANCE)


def law_ratio(law: str, small: int, large: int) -> float:
    """Return the ratio of a law's values at two sizes."""
    power, logarithm = TERMS[law]
    return float((large / small) ** power * (math.log2(large) / math.log2(max(small, 2))) ** logarithm)


def checked_law(at_most: str) -> str:
    """Return a claimed law, or say which there are."""
    if at_most not in LAWS:
        raise InputError(f"at_most must be one of {', '.join(LAWS)}, got {shorten(repr(at_most))}")
    return at_most


def checked_sizes(sizes: Sequence[int]) -> tuple[int, int]:
    """Return a small and a large size that were given."""
    if len(sizes) != 2:
        raise InputError(f"sizes must be two, a small and a large one, got {shorten(repr(sizes))}")
    small, large = (whole_number(f"sizes[{place}]", n, 2, MOST_N) for place, n in enumerate(sizes))
    if large < _LEAST_RATIO * small:
        raise InputError(f"the large size must be at least {_LEAST_RATIO} times the small one, got {small} and {large}")
    return small, large


def pilot(subject: Subject, given: tuple[int, int] | None) -> tuple[int, int, Book, Believed]:
    """
    Choose the sizes, or take those given, and find out about how long calls take.

    Returns
    -------
    tuple of int, int, Book and Believed
        Small and large size, the samples on the way, and the clock to go by.
    """
    book = Book()
    first = given[0] if given else FIRST_N
    subject.begin(first)
    n = first
    while True:
        _enter(subject, book, n)
        if given:
            if n == given[1]:
                break
            n = given[1]
            continue
        clock = believed(book.every).clock
        if book.call_s(n, clock) >= LONG_S and _is_long_again(subject, book, n):
            break
        largest, _ = largest_n(book, clock, _MOST_CALL_S, _MOST_MAKING_S, available_bytes())
        if 2 * n > largest:
            break
        n *= 2
    small, large = given or _apart(n)
    for size in (small, large):
        if size not in book.samples:
            _enter(subject, book, size)
    return small, large, book, believed(book.every)


def _is_long_again(subject: Subject, book: Book, n: int) -> bool:
    """Tell whether calls are as long as they seem: a first one may have met the machine at a bad moment."""
    _enter(subject, book, n)
    return book.call_s(n, believed(book.every).clock) >= LONG_S


def _apart(last: int) -> tuple[int, int]:
    """Return the sizes for a last one: the further apart, the more calls are left above the overhead."""
    ratio = min(_RATIO, max(_LEAST_RATIO, last // _FEW))
    return max(2, last // ratio), max(last, _LEAST_RATIO * max(2, last // ratio))


def _enter(subject: Subject, book: Book, n: int) -> None:
    calls = 1
    if book.sizes:
        calls = max(1, calls_for(expected_call_s(book, "wall", n), _PILOT_S) // 2)
    for _ in range(_PILOTS):
        sample = subject.sample(n, calls)
        book.pay(sample)
        book.add(sample)
        calls = max(1, min(10 * calls, calls_for(min(sample.wall_s, sample.cpu_s or 1.0) / sample.calls, _PILOT_S)))
    book.calls[n] = calls
