"""What a series has decided: whether a probability is a decision, what can't be ruled out, and why, in words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from wythoff.harness.growth.evidence import Evidence
from wythoff.harness.growth.laws import LAWS, RIVALS, TERMS
from wythoff.harness.growth.samples import Cleaned

# A decision needs this probability where at least _MANY_SIZES sizes were measured at least _MANY_SAMPLES times, and
# more otherwise: few sizes don't show how steady the cost per unit of work is, few samples not how large the noise is,
# so that remeasuring could contradict.
_DECIDE: Final = 0.72
_DECIDE_FEW_SIZES: Final = 0.15
_DECIDE_FEW_SAMPLES: Final = 0.15
_DECIDE_MOST: Final = 0.95
_DECIDE_OTHERS: Final = 0.90  # for what is none of `LAWS`
_FEW_SIZES: Final = 6
_MANY_SIZES: Final = 12
_MANY_SAMPLES: Final = 5
_LEAST_SIZES: Final = 4
_LEAST_SPAN: Final = 4.0
# A cost that changes by less than this factor in all is mostly a cost per call, which hides how the rest grows; what
# falls by less, and then stays level, is such a cost that small sizes share unequally.
_LEAST_CHANGE: Final = 2.0
# The model is not the machine: tails of a few percent have held the truth in fresh measurements.
_KEEP: Final = 0.99


def is_contested(evidence: Evidence) -> bool:
    """Say whether the rival of the likeliest law, see `wythoff.harness.growth.laws.RIVALS`, is likelier still."""
    return evidence.rival > 1.0


def is_earned(series: Cleaned, law: str, probability: float) -> bool:
    """Say whether a probability is a decision, given how much the sizes could have told."""
    count = len(series.n)
    if count < _LEAST_SIZES or (law != "exponential" and series.n[-1] < _LEAST_SPAN * series.n[0]):
        return False
    change = series.value[-1] / series.value[0]
    if law != "1" and max(change, 1 / change) < _LEAST_CHANGE:
        return False
    few = min(1.0, max(0.0, (_MANY_SIZES - count) / (_MANY_SIZES - _FEW_SIZES)))
    needed = _DECIDE + few * _DECIDE_FEW_SIZES + (_DECIDE_FEW_SAMPLES if series.repeats < _MANY_SAMPLES else 0.0)
    if law not in LAWS:
        needed = max(needed, _DECIDE_OTHERS)
    return probability >= min(needed, _DECIDE_MOST)


def is_short(series: Cleaned, law: str, exponent_high: float) -> bool:
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


def candidates(order: Sequence[str], probabilities: Mapping[str, float], contested: bool) -> tuple[str, ...]:
    """Return the laws that can't be ruled out, likeliest first, and what a rival of the first counts as."""
    kept: list[str] = []
    total = 0.0
    for law in order:
        if kept and total >= _KEEP:
            break
        kept.append(law)
        total += probabilities[law]
    if contested and RIVALS[order[0]][1] not in kept:
        kept.append(RIVALS[order[0]][1])
    return tuple(kept)


def why(series: Cleaned, evidence: Evidence, order: Sequence[str], decided: bool, contested: bool, short: bool) -> str:
    """Give the evidence in one sentence."""
    n = series.n
    octaves = math.log2(n[-1] / n[0])
    noise = 100 * float(np.median(series.error))
    about = f"{len(n)} sizes over {octaves:.1f} octaves, noise per size about {noise:.2g} %"
    first, second = order[:2]
    p = evidence.probabilities
    if decided:
        return f"{first} is {_times(p[first] / max(p[second], 1e-12))} likelier than {second} ({about})"
    if len(n) < _LEAST_SIZES:
        return f"{len(n)} sizes are too few for a decision; {first} fits best"
    if n[-1] < _LEAST_SPAN * n[0]:
        return f"the sizes span a factor of {n[-1] / n[0]:.3g} only, too little for a decision; {first} fits best"
    if contested:
        rival = f"{RIVALS[first][0]} is {_times(evidence.rival)} likelier than {first} alone"
        return f"{first} ({p[first]:.2f}) fits, but {rival} ({about})"
    if short:
        return (
            f"{first} ({p[first]:.2f}) fits, but at the largest sizes the cost grows by less than its power ({about})"
        )
    return f"{first} ({p[first]:.2f}) and {second} ({p[second]:.2f}) both fit ({about})"


def _times(odds: float) -> str:
    return "over 1000 times" if odds > 1000 else f"{odds:.3g} times"
