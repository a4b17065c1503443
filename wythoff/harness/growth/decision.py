"""What a series has decided: whether a probability is a decision, what keeps it from that, what can't be ruled out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final

import numpy as np

from wythoff.harness.growth.evidence import Evidence
from wythoff.harness.growth.laws import LAWS, PRIOR, RIVALS, TERMS
from wythoff.harness.growth.samples import Cleaned

# A decision needs this probability where at least _MANY_SIZES sizes were measured at least _MANY_SAMPLES times, and
# more otherwise: few sizes don't show how steady the cost per unit of work is, few samples not how large the noise is,
# and much noise hides both, so that remeasuring could contradict.
_DECIDE: Final = 0.72
_DECIDE_FEW_SIZES: Final = 0.2
_DECIDE_FEW_SAMPLES: Final = 0.15
_DECIDE_NOISY: Final = 0.05
_DECIDE_MOST: Final = 0.95
# Where the work rises above the overhead in few octaves only, a cache on that way looks like another law.
_FEW_OCTAVES: Final = 6.0
_ENOUGH_OCTAVES: Final = 7.0
# More so where the runner-up differs by a logarithm: between 2^10 and 2^15 that adds a half, and so does a cache.
_ENOUGH_FOR_LOGARITHM: Final = 9.0
_DECIDE_LOGARITHM: Final = 0.975
# A law whose own power is extrapolated, not seen, needs more than any other, which only its whole course can give: what
# rises at the last sizes may be a cache.
_UNSEEN_OCTAVES: Final = 2.0
_DECIDE_UNSEEN: Final = 0.99
_DECIDE_AGAINST_COUNTS: Final = 0.99  # where operations are counted to grow by another law
_DECIDE_OTHERS: Final = 0.9  # for what is none of `LAWS`
_DECIDE_CONSTANT: Final = 0.9  # any growth that may hide behind the overhead keeps it from being reached
_DECIDE_RARE: Final = 0.9  # caches make many a common law look like a rare one
_RARE: Final = 0.5
_FEW_SIZES: Final = 6
_MANY_SIZES: Final = 11
_MANY_SAMPLES: Final = 5
_SOME_NOISE: Final = 0.03
_MUCH_NOISE: Final = 0.08
_LEAST_SAMPLES: Final = 3
_MOST_SPREAD: Final = 0.05  # of the median above the lowest sample, in logarithm
_LEAST_SIZES: Final = 4
_LEAST_SPAN: Final = 4.0
# A cost that changes by less than this factor in all is mostly a cost per call, which hides how the rest grows; what
# falls by less, and then stays level, is such a cost that small sizes share unequally.
_LEAST_CHANGE: Final = 2.0
_MOST_FASTER: Final = 0.14  # probability of all laws of higher powers together
_BENDING: Final = 3  # slopes
_MANY_ENOUGH: Final = 9
_MOST_EXCESS: Final = 0.25
_SOME_EXCESS: Final = 0.2
_POWER_MORE: Final = 0.6
_GENTLE: Final = 0.5  # power of n below which a law is slow
# In logarithm: what memory makes of work beyond this, it may make of the logarithm as well, by courses that none of the
# known ones comes near.
_MOST_DEARER: Final = 1.3
_DEARER: Final = 0.6
_DECIDE_DEARER: Final = 0.9  # where memory makes more than that of it
# The model is not the machine: tails of a few percent have held the truth in fresh measurements.
_KEEP: Final = 0.99
# Nor is a law given up that the data speak against by less than this, however rare it is beforehand; by much less while
# nothing is decided, since work that hides behind an overhead may be of any law.
_LEAST_EVIDENCE: Final = 0.02
_LEAST_EVIDENCE_UNDECIDED: Final = 0.005


class Doubt(Enum):
    """What keeps the likeliest law from being decided, the first that applies."""

    FEW_SIZES = "few sizes"
    NARROW = "narrow"
    FLAT = "flat"
    RIVAL = "rival"
    SHORT = "short"
    FIRST = "first"
    LAST = "last"
    FASTER = "faster"
    BEND = "bend"
    DEARER = "dearer"
    COUNTED = "counted"
    NOISE = "noise"
    UNLIKELY = "unlikely"


def doubt(
    series: Cleaned, evidence: Evidence, law: str, exponent_high: float, least_probability: float = 0.0
) -> Doubt | None:
    """
    Say what keeps a law, the likeliest, from being decided.

    Parameters
    ----------
    series : Cleaned
        The sizes and their values.
    evidence : Evidence
        The laws weighed.
    law : str
        The likeliest of them.
    exponent_high : float
        Upper end of the exponent's interval at the largest sizes.
    least_probability : float
        Below it nothing is decided, however much the sizes could have told.

    Returns
    -------
    Doubt or None
        None: the law is decided.
    """
    n, p = series.n, evidence.probabilities
    change = series.value[-1] / series.value[0]
    dearer = 0.0 if law == evidence.counted else dearer_by(series, law)
    found = (
        (len(n) < _LEAST_SIZES, Doubt.FEW_SIZES),
        (law != "exponential" and n[-1] < _LEAST_SPAN * n[0], Doubt.NARROW),
        (law != "1" and max(change, 1 / change) < _LEAST_CHANGE, Doubt.FLAT),
        (is_contested(evidence), Doubt.RIVAL),
        (p[law] < _DECIDE_UNSEEN and _is_short(series, law, exponent_high), Doubt.SHORT),
        (evidence.otherwise.get("first", law) != law, Doubt.FIRST),
        (evidence.otherwise.get("last", law) != law, Doubt.LAST),
        (_faster(law, p) > _MOST_FASTER, Doubt.FASTER),
        (_bends(series, law), Doubt.BEND),
        (dearer > _MOST_DEARER, Doubt.DEARER),
        (evidence.counted not in (None, law) and p[law] < _DECIDE_AGAINST_COUNTS, Doubt.COUNTED),
        (law == "none" and _is_loose(series), Doubt.NOISE),
        (p[law] < max(least_probability, _needed(series, evidence, law, dearer)), Doubt.UNLIKELY),
    )
    return next((which for applies, which in found if applies), None)


def _is_loose(series: Cleaned) -> bool:
    """Say whether what looks like no law may be noise, since a size's samples don't agree, or are too few to tell."""
    return bool(series.repeats < _LEAST_SAMPLES or np.median(np.log(series.middle / series.value)) > _MOST_SPREAD)


def is_contested(evidence: Evidence) -> bool:
    """Say whether the rival of the likeliest law, see `wythoff.harness.growth.laws.RIVALS`, is likelier still."""
    return evidence.rival > 1.0


def _needed(series: Cleaned, evidence: Evidence, law: str, dearer: float) -> float:
    """Return the probability that a law must have, given how much the sizes could have told, and `dearer_by`."""
    beside = _DECIDE_DEARER if dearer > _DEARER else 0.0
    return max(_needed_by_sizes(series, law), _needed_by_octaves(series, evidence, law), beside)


def _needed_by_octaves(series: Cleaned, evidence: Evidence, law: str) -> float:
    """Return what is needed where the law's work shows in few octaves."""
    if law not in evidence.fits or law not in LAWS[1:]:
        return 0.0
    seen = evidence.fits[law].heaviest().octaves_seen(series.n)
    p = evidence.probabilities
    second = max((other for other in p if other != law), key=lambda other: p[other])
    logarithm = second in LAWS and TERMS[second][0] == TERMS[law][0]
    if seen < _UNSEEN_OCTAVES:
        return _DECIDE_UNSEEN
    enough, most = (_ENOUGH_FOR_LOGARITHM, _DECIDE_LOGARITHM) if logarithm else (_ENOUGH_OCTAVES, _DECIDE_MOST)
    few = min(1.0, max(0.0, (enough - seen) / (enough - _FEW_OCTAVES)))
    return _DECIDE + few * (most - _DECIDE)


def _needed_by_sizes(series: Cleaned, law: str) -> float:
    """Return what is needed of so many sizes and samples with so much noise."""
    few = min(1.0, max(0.0, (_MANY_SIZES - len(series.n)) / (_MANY_SIZES - _FEW_SIZES)))
    noise = (float(np.median(series.error)) - _SOME_NOISE) / (_MUCH_NOISE - _SOME_NOISE)
    needed = _DECIDE + few * _DECIDE_FEW_SIZES + _DECIDE_NOISY * min(1.0, max(0.0, noise))
    if series.repeats < _MANY_SAMPLES:
        needed += _DECIDE_FEW_SAMPLES
    if law in LAWS:
        least = _DECIDE_CONSTANT if law == "1" else _DECIDE_RARE if PRIOR[law] < _RARE else 0.0
    else:
        least = _DECIDE_OTHERS
    return min(max(needed, least), _DECIDE_MOST)


def _is_short(series: Cleaned, law: str, exponent_high: float) -> bool:
    """
    Say whether the exponent at the largest sizes is surely nearer to that of a slower law of lower power.

    Then the law's own power is extrapolated, not seen: work whose cost a unit rises as the data leave the caches can
    look like the beginning of a higher power over much work of a lower one.
    """
    if law not in LAWS or len(series.n) < 2 or series.n[-1] <= 1:
        return False
    slower = [other for other in LAWS[: LAWS.index(law)] if TERMS[other][0] < TERMS[law][0]]
    if not slower:
        return False
    own, other = (TERMS[name][0] + TERMS[name][1] / math.log(series.n[-1]) for name in (law, slower[-1]))
    return bool(exponent_high < (own + other) / 2)


def _faster(law: str, probabilities: Mapping[str, float]) -> float:
    """Return the probability of laws of higher powers, which the last sizes may be the beginning of."""
    if law not in LAWS:
        return 0.0
    return sum(probabilities[other] for other in LAWS if TERMS[other][0] > TERMS[law][0])


def _bends(series: Cleaned, law: str) -> bool:
    """
    Say whether the last slopes rise beyond the law's own, as where a faster term takes over.

    Of many sizes several see such a term, and the laws' probabilities tell it from a cache, unless the last slopes are
    those of a higher power. Below a slow law even a steep term begins so gently that it is told by the turn alone.
    """
    few = len(series.n) < _MANY_ENOUGH
    if law not in LAWS or len(series.n) <= _BENDING or (law == "1" and not few):
        return False
    n = series.n[-_BENDING - 1 :]
    slopes = np.diff(np.log(series.value[-_BENDING - 1 :])) / np.diff(np.log(n))
    power, logarithm = TERMS[law]
    own = power + logarithm / np.log(np.maximum(np.sqrt(n[1:] * n[:-1]), 2.0))
    excess = slopes - own
    if not few and power >= _GENTLE:
        return bool(excess[-1] > excess[-2] > _SOME_EXCESS and excess[-2:].mean() > _POWER_MORE)
    most = _MOST_EXCESS if law == "1" else min(_MOST_EXCESS, own[-1] / 2)
    return bool((np.diff(excess) > 0).all() and excess[-1] > most)


def dearer_by(series: Cleaned, law: str) -> float:
    """
    Return by how much a unit of a law's work grows dearer, beyond what its logarithm adds; 0 for laws without one.

    Where memory makes work dearer by far more than a logarithm does, it may as well have made all of that: which curve
    of the machine's has exactly the right shape is not known so well.

    Returns
    -------
    float
        The logarithm of the cost per unit at the end over the least one, of medians of three sizes, less that of what
        the law's logarithm grows by from there on, or from the middle octave where that is earlier. Below 0 where the
        logarithm adds more.
    """
    if law not in LAWS or len(series.n) < _LEAST_SIZES or not TERMS[law][1]:
        return 0.0
    n = np.maximum(series.n, 2.0)
    power, logarithm = TERMS[law]
    unit = np.log(series.value / (n**power * np.log2(n) ** logarithm))
    padded = np.concatenate([unit[:1], unit, unit[-1:]])
    middle = np.median(np.stack([padded[:-2], padded[1:-1], padded[2:]]), axis=0)
    least = int(np.argmin(middle))
    start = min(n[least], math.sqrt(n[0] * n[-1]))
    return float(middle[-1] - middle[least] - logarithm * math.log(math.log(n[-1]) / math.log(max(start, 2.0))))


def candidates(order: Sequence[str], evidence: Evidence, decided: bool) -> tuple[str, ...]:
    """Return the laws that can't be ruled out, likeliest first, and what a rival of the first counts as."""
    p = evidence.probabilities
    best = max(p[law] / PRIOR[law] for law in LAWS)
    kept: list[str] = []
    total = 0.0
    for law in order:
        least = _LEAST_EVIDENCE if decided or law not in LAWS else _LEAST_EVIDENCE_UNDECIDED
        if not kept or total < _KEEP or p[law] / PRIOR[law] >= least * best:
            kept.append(law)
            total += p[law]
    if is_contested(evidence) and RIVALS[order[0]][1] not in kept:
        kept.append(RIVALS[order[0]][1])
    return tuple(kept)
