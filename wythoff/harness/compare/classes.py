"""The probability that two series grow by different laws, out of the laws' probabilities of each."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from wythoff.harness.compare.levels import Estimate
from wythoff.harness.growth import LAWS, Analysis
from wythoff.harness.growth.laws import PRIOR, TERMS

# How often a law changes from one measurement of the same benchmark to another, before any is looked at.
CHANGED: Final = 0.02
_LOGARITHM: Final = 0.1  # of a power: for ordering laws, whatever the sizes
_FALLING: Final = -0.5
_SHOWN: Final = 0.9
_WHOLE: Final = 0.4
_PART: Final = 0.4  # of a difference of powers, which must be seen in the ratio
_WIDTH: Final = 0.6


@dataclass(frozen=True)
class Difference:
    """
    How surely two laws differ.

    Attributes
    ----------
    probability : float
        That they do.
    power : float
        By which power of n the second is expected to grow faster if they do, a logarithm counting as a tenth.
    before, after : str
        The law of each, or those that it may be, given that the two differ or not, whichever is likelier.
    """

    probability: float
    power: float
    before: str
    after: str


def difference(
    before: Analysis, after: Analysis, changed: float = CHANGED, slope: Estimate | None = None
) -> Difference:
    """
    Weigh "one law behind both" against "two laws".

    Parameters
    ----------
    before, after : Analysis
        From `wythoff.harness.growth.analyse`.
    changed : float
        Probability of a change before anything was measured, above 0 and below 1.
    slope : Estimate, optional
        The power of n that the ratio grows by at large sizes, if neither overheads nor dearer work explain it.

    Notes
    -----
    With p the probabilities of an analysis and f the frequencies of the laws that it began with, p/f is proportional to
    the evidence. One law: the sum of f p/f p'/f over the laws. Two: the sum of f f' p/f p'/f' over different laws, by
    the probability that two drawn laws are different. A law that either analysis only holds possible therefore counts,
    which comparing the two likeliest laws would not. "None of these" is no law and says nothing.

    Each analysis alone has to leave laws open that the ratio of both rules out. So two laws whose powers differ by
    `_WHOLE` or more count by how much likelier they make the ratio's slope: a normal distribution about the difference
    of the powers, wide as overheads hide a part of it, against Student's with four degrees of freedom about 0, whose
    tails allow for errors that are underestimated. A logarithm more or less has nothing from that.
    """
    names = [law for law in PRIOR if law != "none"]
    powers = [_powers(analysis) for analysis in (before, after)]
    total = sum(PRIOR[law] for law in names)
    prior = {law: PRIOR[law] / total for law in names}
    p, q = (_without_none(one.probabilities, names) for one in (before, after))
    same = {law: (1 - changed) * p[law] * q[law] / prior[law] for law in names}
    apart = changed / (1 - sum(share**2 for share in prior.values()))
    other = {
        (a, b): apart * p[a] * q[b] * _favour(slope, powers[1][b] - powers[0][a])
        for a in names
        for b in names
        if a != b
    }
    one, two = sum(same.values()), sum(other.values())
    probability = two / (one + two) if one + two > 0 else 0.0
    power = sum(weight * (powers[1][b] - powers[0][a]) for (a, b), weight in other.items()) / two if two else 0.0
    if probability > 0.5:
        first = _names({law: sum(w for (a, _), w in other.items() if a == law) for law in names})
        second = _names({law: sum(w for (_, b), w in other.items() if b == law) for law in names})
    else:
        first = second = _names(same)
    return Difference(probability, power, first, second)


def _favour(slope: Estimate | None, power: float) -> float:
    """Return how many times likelier a slope of the ratio is if the powers differ by so much than if they don't."""
    if slope is None or abs(power) < _WHOLE or slope.value / power < _PART:
        return 1.0
    z = slope.beyond() / slope.error
    same = 0.375 / ((1 + z * z / 4) ** 2 * math.sqrt(1 + z * z / 4)) / slope.error
    off = slope.beyond(power) / _WIDTH
    return max(1.0, math.exp(-off * off / 2) / (_WIDTH * math.sqrt(2 * math.pi)) / same)


def _without_none(probabilities: Mapping[str, float], names: list[str]) -> dict[str, float]:
    total = sum(probabilities.get(law, 0.0) for law in names)
    return {law: probabilities.get(law, 0.0) / total if total > 0 else 1 / len(names) for law in names}


def _powers(analysis: Analysis) -> dict[str, float]:
    own = analysis.exponent if math.isfinite(analysis.exponent) else 1.0
    found = {law: TERMS[law][0] + _LOGARITHM * TERMS[law][1] for law in LAWS}
    return found | {"n^k": own, "exponential": max(own, 4.0), "falling": _FALLING}


def _names(weights: Mapping[str, float]) -> str:
    """Name the laws that make up most of the weight, at most three."""
    total = sum(weights.values())
    ordered = sorted(weights, key=lambda law: -weights[law])
    kept: list[str] = []
    seen = 0.0
    for law in ordered[:3]:
        kept.append(law)
        seen += weights[law]
        if seen >= _SHOWN * total:
            break
    return " or ".join(kept)
