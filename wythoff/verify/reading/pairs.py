r"""
Pairs A, B without their numbers, as people publish them: ``(1, 2), (3, 5)``, ``1 2``, one a line or all in a row.

B - A = a * n (in misère play with a > 1, a * n + 1) numbers each pair by itself, so that gaps, repetitions and any
order are no faults. Which a it is most pairs say: a right one has a - 1 < B / A - 1 <= a + 1, and a certificate.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from wythoff import misere, positions

Pair = tuple[int, int]

_TUPLE = re.compile(rb"[(\[{<]\s*([+-]?\d[\d_]*)\s*[,;]\s*([+-]?\d[\d_]*)(?:\s*[,;]\s*([+-]?\d[\d_]*))?\s*[)\]}>]")


class Numbering(NamedTuple):
    """What numbers pairs: B - A = a * n + shift, in misère play or not."""

    a: int
    shift: int = 0
    is_misere: bool = False

    def of(self, pair: Pair) -> int | None:
        """Return the number of a right pair, None for any other."""
        n, rest = divmod(pair[1] - pair[0] - self.shift, self.a)
        if rest or n < 0:
            return None
        play = misere if self.is_misere else positions
        return n if play.certificate(n, *pair, self.a) else None

    def first(self, pairs: Sequence[Pair]) -> int:
        """Return the number of the first of consecutive pairs, which may be wrong itself."""
        found = ((place, self.of(pair)) for place, pair in enumerate(pairs))
        return next((max(0, n - place) for place, n in found if n is not None), 0)


def tell_numbering(pairs: Sequence[Pair]) -> Numbering | None:
    """
    Find out what numbers most of the pairs.

    Examples
    --------
    >>> tell_numbering([(3, 5), (1, 2), (6, 10)])
    Numbering(a=1, shift=0, is_misere=False)
    >>> tell_numbering([(1, 2), (2, 3), (3, 4)]) is None
    True
    """
    votes = Counter(numbering for pair in pairs for numbering in _fitting(pair))
    for numbering, count in votes.most_common(1):
        if count >= 2 and 2 * count > len(pairs):
            return numbering
    return None


def _fitting(pair: Pair) -> Iterator[Numbering]:
    lower, upper = pair
    if not 0 < lower < upper:
        return
    for a in range(max(1, upper // lower - 2), upper // lower + 2):
        for numbering in (Numbering(a), Numbering(a, int(a > 1), is_misere=True)):
            if numbering.of(pair) is not None:
                yield numbering


def are_pairs(rows: Sequence[Pair]) -> bool:
    """Tell pairs A, B from rows n and one of them: their first numbers don't count, and most of them are right."""
    if len(rows) < 2 or all(after[0] == before[0] + 1 for before, after in pairwise(rows)):
        return False
    return tell_numbering([ordered(pair) for pair in rows]) is not None


def ordered(pair: Pair) -> Pair:
    """Put the smaller number first: both are the same position."""
    return min(pair), max(pair)


def has_tuples(head: bytes) -> bool:
    """Tell whether a text is of tuples, such as ``(1, 2)``: there are some, and hardly a digit between them."""
    found = sum(1 for _ in _TUPLE.finditer(head))
    rest = len(re.findall(rb"\d+", _TUPLE.sub(b"", head))) if found else 0
    return found > 0 and rest <= found


def n_tuples(line: bytes) -> int:
    """Count the tuples of a line."""
    return sum(1 for _ in _TUPLE.finditer(line))


def by_lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Write the tuples of a text without their brackets; several in a line become a line each."""
    for chunk in chunks:
        yield b"".join(
            b"\n".join(b",".join(filter(None, found.groups())) for found in _TUPLE.finditer(line)) + b"\n"
            if _TUPLE.search(line)
            else re.sub(rb"^[\s()\[\]{}<>,;]+$", b"", line) + b"\n"
            for line in chunk.split(b"\n")[:-1]
        )
