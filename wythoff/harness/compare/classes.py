"""The probability that two series grow by different laws, out of the laws' probabilities of each."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from wythoff.harness.compare.levels import Estimate
from wythoff.harness.compare.powers import CHANGED, WHOLE, Powers
from wythoff.harness.growth import LAWS, Analysis
from wythoff.harness.growth.laws import PRIOR, TERMS

_LOGARITHM: Final = 0.1  # of a power: for ordering laws, whatever the sizes
_FALLING: Final = -0.5
_SHOWN: Final = 0.9
_PART: Final = 0.4  # of a difference of powers, which must be seen in the ratio
_WIDTH: Final = 0.6
_MOST_LOG: Final = 50.0


@dataclass(frozen=True)
class Difference:
    """
    How surely two laws differ.

    Attributes
    ----------
    probability : float
        That they do.
    whole : float
        That they do by a power of `wythoff.harness.compare.powers.WHOLE` or more.
    power : float
        By which power of n the second is expected to grow faster if they do, a logarithm counting as a tenth.
    before, after : str
        The law of each, or those that it may be, given that the two differ or not, whichever is likelier.
    """

    probability: float
    whole: float
    power: float
    before: str
    after: str


def difference(
    before: Analysis,
    after: Analysis,
    changed: float = CHANGED,
    slope: Estimate | None = None,
    powers: Powers | None = None,
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
    powers : Powers, optional
        What the whole course of the ratio says of the powers.

    Notes
    -----
    With p the probabilities of an analysis and f the frequencies of the laws that it began with, p/f is proportional to
    the evidence. One law: the sum of f p/f p'/f over the laws. Two: the sum of f f' p/f p'/f' over different laws, by
    the probability that two drawn laws are different. A law that either analysis only holds possible therefore counts,
    which comparing the two likeliest laws would not. "None of these" is no law and says nothing: to that part each law
    is as likely as it was beforehand.

    Each analysis alone has to leave laws open that the ratio of both rules out. So two laws whose powers differ by
    `WHOLE` or more count by how much likelier they make the ratio: its course; or its slope, which knows how far others
    on the machine can have moved it, by a normal distribution about the difference of the powers, wide as overheads
    hide a part of it, against Student's with four degrees of freedom about 0, whose tails allow for errors that are
    underestimated. A logarithm more or less has nothing from either.
    """
    names = [law for law in PRIOR if law != "none"]
    own = [_powers(analysis) for analysis in (before, after)]
    total = sum(PRIOR[law] for law in names)
    prior = {law: PRIOR[law] / total for law in names}
    p, q = (_without_none(one.probabilities, prior) for one in (before, after))
    same = {law: (1 - changed) * p[law] * q[law] / prior[law] for law in names}
    apart = changed / (1 - sum(share**2 for share in prior.values()))
    steps = {(a, b): own[1][b] - own[0][a] for a in names for b in names if a != b}
    other = {(a, b): apart * p[a] * q[b] * _favour(slope, powers, step) for (a, b), step in steps.items()}
    one, two = sum(same.values()), sum(other.values())
    probability = two / (one + two) if one + two > 0 else 0.0
    whole = sum(weight for pair, weight in other.items() if abs(steps[pair]) >= WHOLE)
    whole = whole / (one + two) if one + two > 0 else 0.0
    power = sum(weight * steps[pair] for pair, weight in other.items()) / two if two else 0.0
    if probability > 0.5:
        first = _names({law: sum(w for (a, _), w in other.items() if a == law) for law in names})
        second = _names({law: sum(w for (_, b), w in other.items() if b == law) for law in names})
    else:
        first = second = _names(same)
    return Difference(probability, whole, power, first, second)


def _favour(slope: Estimate | None, powers: Powers | None, power: float) -> float:
    """Return how many times likelier the ratio is if the powers differ by so much than if they don't."""
    if abs(power) < WHOLE or (slope is None and powers is None):
        return 1.0
    by_slope = 0.0 if slope is None else _by_slope(slope, power)
    return by_slope if powers is None else max(by_slope, _by_course(powers, power))


def _by_slope(slope: Estimate, power: float) -> float:
    if slope.value / power < _PART:
        return 1.0
    z = slope.beyond() / slope.error
    same = 0.375 / ((1 + z * z / 4) ** 2 * math.sqrt(1 + z * z / 4)) / slope.error
    off = slope.beyond(power) / _WIDTH
    return max(1.0, math.exp(-off * off / 2) / (_WIDTH * math.sqrt(2 * math.pi)) / same)


def _by_course(powers: Powers, power: float) -> float:
    nearest = min(powers.favour, key=lambda known: abs(known - power))
    return math.exp(min(powers.favour[nearest], _MOST_LOG))


def _without_none(probabilities: Mapping[str, float], prior: Mapping[str, float]) -> dict[str, float]:
    """Return the probabilities of laws, of which those that are none of them are shared as they were beforehand."""
    total = sum(probabilities.get(law, 0.0) for law in prior)
    return {law: probabilities.get(law, 0.0) + max(0.0, 1 - total) * share for law, share in prior.items()}


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
