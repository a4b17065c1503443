"""
The law of a sum of counts, told by its parts: what was counted, by what did it.

Sorting is some comparisons an element, and what is done with each afterwards may be hundreds of operations, so that a
sum is linear but for a hundredth of it that also grows by a logarithm. Its parts are each of one kind. No count is
below zero: the sum grows as the part that grows most, and nothing that one part has can be cancelled by another.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from wythoff.harness.growth.counted_terms import EXPONENTIAL, TERMS

LEAST_SHARE: Final = 0.01  # of the largest count, below which a part is none of its own
_LEAST: Final = 1e-30  # that logarithms stay finite
_SAY: Final = 0.35  # of the parts in the pool; the whole, which is all that was counted, has the rest

_Rank = tuple[float, ...]


class Part(NamedTuple):
    """What is known of one part: its name, its share of the largest count, its laws, and the exponent that n^k has."""

    name: str
    share: float
    probabilities: Mapping[str, float]
    exponent: float

    @property
    def law(self) -> str:
        """Name the likeliest law."""
        return max(self.probabilities, key=lambda law: self.probabilities[law])


def apart(n: Sequence[float], parts: Mapping[str, Sequence[float]]) -> dict[str, tuple[Sequence[float], float]]:
    """Choose the parts that matter and are there at each size; return the counts and the share of each."""
    largest = max(range(len(n)), key=lambda i: n[i], default=0)
    whole = sum(counts[largest] for counts in parts.values())
    return {
        name: (counts, counts[largest] / whole)
        for name, counts in parts.items()
        if min(counts) > 0 and counts[largest] >= LEAST_SHARE * whole
    }


def of_the_greatest(parts: Sequence[Part]) -> dict[str, float]:
    """
    Return how likely each law is that of the part which grows most, the parts independent of each other.

    Examples
    --------
    >>> sure = Part("opcodes", 0.9, {"n": 1.0, "n log n": 0.0}, 1.0)
    >>> likely = Part("elements", 0.1, {"n": 0.25, "n log n": 0.75}, 1.0)
    >>> of_the_greatest([sure, likely])
    {'n': 0.25, 'n log n': 0.75}
    """
    ranks = [{law: _rank(law, part.exponent) for law in part.probabilities} for part in parts]
    found: dict[str, float] = {law: 0.0 for part in parts for law in part.probabilities}
    before = 0.0
    for rank in sorted({rank for ranked in ranks for rank in ranked.values()}):
        at_most = math.prod(
            sum(chance for law, chance in part.probabilities.items() if ranked[law] <= rank)
            for part, ranked in zip(parts, ranks, strict=True)
        )
        [law] = {law for ranked in ranks for law, its in ranked.items() if its == rank}
        found[law] += at_most - before
        before = at_most
    return found


def pooled(whole: Mapping[str, float], parts: Mapping[str, float]) -> dict[str, float]:
    """
    Return by how much to change the log evidence of each law, so that both views have their say.

    The parts see more, but what is left over of them may cancel in the sum, as where each element goes one of two ways.
    The pool is logarithmic [1]_: a law must be possible in both views.

    References
    ----------
    .. [1] C. Genest and J. V. Zidek, Combining probability distributions: a critique and an annotated bibliography,
       Statistical Science 1, 1986, 114-135, section 3.
    """
    return {
        law: _SAY * (math.log(max(parts.get(law, 0.0), _LEAST)) - math.log(max(chance, _LEAST)))
        for law, chance in whole.items()
    }


def _rank(law: str, exponent: float) -> _Rank:
    """Order laws by how they grow; n^k, whose k has three digits, comes just above a law of the same power."""
    if law in EXPONENTIAL:
        return math.inf, float(law != "2^n")
    if law == "n^k":
        return exponent, 0.0, 0.0, 1.0
    return TERMS[law]
