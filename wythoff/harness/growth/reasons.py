"""The evidence in one sentence: what fits, what keeps it from being decided, and what would change that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.growth.decision import Doubt
from wythoff.harness.growth.evidence import Evidence
from wythoff.harness.growth.laws import LAWS, RIVALS, TERMS
from wythoff.harness.growth.samples import Cleaned
from wythoff.harness.units import human_value, size_text

Floats = NDArray[np.float64]

_MOST: Final = 0.95  # what is "at most" is so with this probability, if the law in question is right
_WORTH_NAMING: Final = 0.01
_PARTS: Final = ("log n", "n")  # growth that a constant is held against


def why(
    series: Cleaned, evidence: Evidence, order: Sequence[str], doubt: Doubt | None, next_n: float | None, unit: str
) -> str:
    """
    Give the evidence in one sentence.

    Parameters
    ----------
    series, evidence
        What was measured, and the laws weighed.
    order : sequence of str
        The laws, likeliest first.
    doubt : Doubt or None
        What keeps the first of them from being decided.
    next_n : float or None
        The size worth measuring next, if there is any.
    unit : str
        The samples' unit.
    """
    n, p = series.n, evidence.probabilities
    first, second = order[:2]
    about = (
        f"{len(n)} sizes over a factor of {factor_text(n[-1] / n[0])}, "
        f"noise per size about {100 * float(np.median(series.error)):.2g} %"
    )
    if doubt is None:
        odds = f"{_named(first)} is {_times(p[first] / max(p[second], 1e-12))} likelier than {_named(second)}"
        unseen, part = _unseen(series, evidence, first, unit), _faster_part(series, evidence, order)
        return f"{odds}{unseen}{part}{_counted_text(evidence, first)} ({about})"
    if doubt is Doubt.FEW_SIZES:
        return f"{len(n)} sizes are too few for a decision; {first} fits best"
    if doubt is Doubt.NARROW:
        return f"the sizes span a factor of {n[-1] / n[0]:.3g} only, too little for a decision; {first} fits best"
    fits = _what_fits(series, evidence, order, doubt, unit)
    counted = "" if doubt is Doubt.COUNTED else _counted_text(evidence, first)
    return f"{fits}{counted}{_remedy(evidence, first, doubt, next_n)} ({about})"


def _counted_text(evidence: Evidence, first: str) -> str:
    """Say what the operations grow by, if that is known."""
    if evidence.counted is None:
        return ""
    return f"; operations are counted to grow by {'that' if evidence.counted == first else evidence.counted}"


def _what_fits(series: Cleaned, evidence: Evidence, order: Sequence[str], doubt: Doubt, unit: str) -> str:
    """Say what fits and why it is not decided."""
    p, (first, second) = evidence.probabilities, order[:2]
    fits = f"{_named(first)} ({p[first]:.2f}) fits, but"
    if doubt is Doubt.FLAT:
        change = series.value[-1] / series.value[0]
        return f"{fits} the cost changes by a factor of {max(change, 1 / change):.3g} only, which is mostly overhead"
    if doubt is Doubt.RIVAL:
        return f"{fits} {RIVALS[first][0]} is {_times(evidence.rival)} likelier than {first} alone"
    if doubt is Doubt.SHORT:
        return f"{fits} at the largest sizes the cost grows by less than its power"
    if doubt is Doubt.BEND:
        return f"{fits} at the largest sizes the slope rises beyond the law's"
    if doubt is Doubt.DEARER:
        return f"{fits} its work grows dearer by far more than its logarithm adds, so that memory may make all of that"
    if doubt in (Doubt.FIRST, Doubt.LAST):
        return f"{fits} without the {doubt.value} size {evidence.otherwise[doubt.value]} would fit better"
    if doubt is Doubt.COUNTED:
        return f"{fits} operations are counted to grow by {evidence.counted}"
    if doubt is Doubt.NOISE:
        return f"no law ({p[first]:.2f}) fits, but noise may be the reason"
    if first == "1":
        return f"no growth is seen{_unseen(series, evidence, first, unit)}, but it may hide behind the overhead"
    part = _faster_part(series, evidence, order)
    return f"{_named(first)} ({p[first]:.2f}) and {_named(second)} ({p[second]:.2f}) both fit{part}"


def _remedy(evidence: Evidence, first: str, doubt: Doubt, next_n: float | None) -> str:
    """Say what to measure."""
    if doubt is Doubt.NOISE:
        return "; more samples of each size, on a quiet machine, would show it"
    if doubt is Doubt.FIRST:
        return "; more small sizes, or none, would show it"
    if doubt is Doubt.DEARER and evidence.counted is None:
        return "; counted operations would show it"
    if doubt is Doubt.DEARER or next_n is None:
        return ""
    told = "it" if doubt in (Doubt.FLAT, Doubt.SHORT, Doubt.LAST, Doubt.BEND) or first == "1" else "the difference"
    return f"; n = {size_text(round(next_n))} would show {told}"


def _faster_part(series: Cleaned, evidence: Evidence, order: Sequence[str]) -> str:
    """Bound the part that the likeliest faster law of a higher power has in the cost of the largest size."""
    first = order[0]
    if first not in LAWS[1:]:
        return ""
    faster = [law for law in order if law in LAWS and TERMS[law][0] > TERMS[first][0]]
    if not faster or evidence.probabilities[faster[0]] < _WORTH_NAMING:
        return ""
    fit = evidence.fits[faster[0]]
    last = series.n[-1:]
    parts = np.exp(fit.curves.leading(last) - fit.curves.log_cost(last))[:, 0]
    most = _quantile(parts, fit.weight)
    return f"; a part of {faster[0]} is at most {100 * most:.2g} % at the largest size" if most < 1 else ""


def _unseen(series: Cleaned, evidence: Evidence, first: str, unit: str) -> str:
    """Bound the growth that a constant cost may hide, per unit of work."""
    if first != "1":
        return ""
    bounds = []
    for law in _PARTS:
        if law in evidence.fits:
            fit = evidence.fits[law]
            most = human_value(_quantile(np.exp(fit.level), fit.weight), unit)
            bounds.append(f"{most} per {'unit of n' if law == 'n' else 'doubling of n'}")
    return f": at most {' or '.join(bounds)} up to n = {size_text(series.n[-1])}" if bounds else ""


def _quantile(values: Floats, weight: Floats) -> float:
    order = np.argsort(values)
    return float(values[order][min(np.searchsorted(np.cumsum(weight[order]), _MOST * weight.sum()), len(values) - 1)])


def factor_text(factor: float) -> str:
    """
    Write how many times the largest size is the smallest.

    Examples
    --------
    >>> factor_text(67108864.0), factor_text(2.5)
    ('67,100,000', '2.5')
    """
    return size_text(float(f"{factor:.3g}"))


def _named(law: str) -> str:
    """Name a law within a sentence, where a 1 alone would be a number, and "none" a word."""
    return {"1": "a constant cost", "none": "no law"}.get(law, law)


def _times(odds: float) -> str:
    return "over 1000 times" if odds > 1000 else f"{odds:.3g} times"
