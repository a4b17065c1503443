"""
The growth law of exact counts of operations, which have no drift, no caches and no noise.

A count is a leading term and terms of lower order, and what is left over is periodic in the logarithm of n, or the luck
of one random input. Each law is a leading term with several sets of others (`counted_terms`); how well a set explains
the counts is a Bayesian linear regression [1]_ on relative scale, whose evidence is known in closed form once the scale
of what is left over is, and that is summed over a grid. A leading term must be well above zero, which decides between a
law and the next one that contains it: n log n fits whatever n fits, with a factor of zero.

References
----------
.. [1] C. M. Bishop, Pattern Recognition and Machine Learning, Springer 2006, section 3.5.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from numbers import Real
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import log_ndtr, logsumexp

from wythoff.harness.counts.answer import unseen_text
from wythoff.harness.growth.analysis import Analysis, Prediction, checked_sizes, too_few
from wythoff.harness.growth.counted_parts import Part, apart, of_the_greatest, pooled
from wythoff.harness.growth.counted_terms import (
    EXPONENTIAL,
    FILLING,
    LAWS,
    PRIOR,
    WHOLE_LOGARITHMS,
    exponential_sets,
    filling_sets,
    likely,
    sets_of,
    term,
)
from wythoff.harness.growth.reasons import factor_text
from wythoff.harness.growth.samples import clean
from wythoff.harness.growth.slopes import exponent_of, local_slopes

Floats = NDArray[np.float64]

COUNTED_LAWS: Final = (*LAWS, "n^k", "exponential")

_DECIDE: Final = 0.9
_KEEP: Final = 0.99
_LEAST_SIZES: Final = 5
_LEAST_SPAN: Final = 8.0
# What may be left over of a count, relatively: from a constant forgotten among a million to the luck of quicksort.
_LEFT_OVER: Final = np.geomspace(1e-6, 0.2, 28)
# What is left over fades with n: as luck does, or as terms that are in no set; powers of n, each as likely.
# As likely is that some steps are, at all sizes, or what differences between inputs of a size make of their mean.
_FADES: Final = (0.2, 0.5, 1.0)
_ERRORS: Final = 3.0
_NO_GROWTH: Final = 0.01  # of a constant per doubling: less is no growth that anybody asks for
_LEAST_TOLD: Final = 3  # sizes, to follow a power
_SEVERAL: Final = 4  # inputs of one size from which it is told how they differ
# How much a step of a term of lower order costs, in steps of the leading one: some; some hundred, as what is done once
# or for each element may be much; or as many times 64, where the leading term's steps take the bits of a word at once.
# Each is as likely; it comes to about the largest count at most.
_TIMES_A_STEP: Final = (5.0, 300.0, 20_000.0)
_SPREAD: Final = 0.6
# A whole logarithm is off by less than 1: what is periodic is a logarithm less than the leading term.
_PERIODIC_SPREAD: Final = 3.0
# Of the leading one: spread, and the least that it can be. That a tenth of the largest count comes from it is the rule;
# a fainter one is believed where nothing else explains the counts, and sooner where it is more by a logarithm only,
# which larger sizes don't bring out: the comparisons of a sort beside what is done with each element. The square of a
# logarithm has no such reason to be faint.
_LEADING: Final = ((1.0, 0.1), (0.1, 0.01))
_FAINT: Final = 0.02  # how likely a fainter one is
_FAINT_LOGARITHM: Final = {"n log n": 0.1, "n^2 log n": 0.005, "n (log n)^2": 0.002, "(log n)^2": 0.002}
# How likely terms are whose first ones, at the largest size, come to less than nothing, so that one of lower order
# makes up for it, or of what fills up: what a program does is work, of which there is none below zero.
_LESS_THAN_NOTHING: Final = 1e-12
_MOST_LEFT_OVER: Final = 0.08  # beyond which no law explains the counts
_MOST_LOG: Final = 690.0
_LEAST_SPREAD: Final = 1e-7
_LEAST_TERM: Final = 1e-9  # a term that is periodic vanishes at doublings
_LEAST_SHARE: Final = 1e-3
_UNUSABLE: Final[Floats] = np.zeros(0)
_SMALL_PART: Final = 0.5
_SURE: Final = 1.645  # standard deviations within which 90 % lie


@dataclass(frozen=True)
class _Fit:
    """One set of terms after the data: log evidence, and the factors that predict."""

    law: str
    terms: tuple[str, ...]
    log_evidence: float
    factors: Floats
    left_over: float

    def log_count(self, n: Floats) -> Floats:
        """Evaluate the natural logarithm of the count at sizes n, shape (sizes,); nowhere below a tenth of one."""
        with np.errstate(over="ignore", invalid="ignore"):
            count = sum(factor * term(name, n) for factor, name in zip(self.factors, self.terms, strict=True))
        return np.asarray(np.log(np.clip(np.nan_to_num(count, nan=np.inf), 0.1, 1e300)), float)


def analyse_counts(
    n: Iterable[Any],
    counts: Iterable[Any],
    *,
    unseen: Mapping[str, int] | None = None,
    parts: Mapping[str, Sequence[float]] | None = None,
    predict_n: Iterable[float] = (),
) -> Analysis:
    """
    Find the growth law of exact counts.

    Parameters
    ----------
    n : sequence of float, shape (sizes,)
        Sizes, in any order.
    counts : sequence of int, or of sequences of int, shape (sizes,) or ragged
        Operations at each size; of several, as from different random inputs of one size, the mean is taken.
    unseen : mapping of str to int, optional
        Work that was not counted, with the number of calls. With any, nothing is decided.
    parts : mapping of str to sequence of float, shape (sizes,), optional
        The same counts by what was counted, as ``Counts.by`` names it, means where there are several. The whole grows
        as the part that grows most, which may be a small one, such as the comparisons of a sort.
    predict_n : sequence of float
        Sizes to predict the count at.

    Returns
    -------
    Analysis
        The law is one of `COUNTED_LAWS`; there are no jumps. Predictions are those of the likeliest set of terms,
        between the limits that it and what was left over of the counts allow; curves and lines of other laws are NaN.

    Raises
    ------
    InputError
        As from `wythoff.harness.growth.analyse`.

    Notes
    -----
    Deterministic, some 0.2 s, and as much again for each part. A law is decided with a probability of 0.9 from five
    sizes or more that span a factor of 8, those of exponential growth 4 steps.

    Examples
    --------
    >>> sizes = [10, 20, 40, 80, 160, 320]
    >>> found = analyse_counts(sizes, [7 * n * (n - 1) // 2 + 20 * n + 5 for n in sizes])
    >>> found.law, found.decided
    ('n^2', True)
    """
    asked = checked_sizes("predict_n", predict_n)
    n, counts = list(n), list(counts)
    series = clean(n, [_mean(one) for one in counts], memory=False)
    if len(series.n) < 2:
        return too_few(series, asked)
    sizes, values = series.n, series.value
    luck = _luck(n, counts)
    fits = _fitted(sizes, values, luck)
    by_parts = _apart(n, parts or {}, luck)
    if len(by_parts) > 1:
        change = pooled(_probabilities(fits), of_the_greatest(by_parts))
        fits = [replace(fit, log_evidence=fit.log_evidence + change[fit.law]) for fit in fits]
    probabilities = _probabilities(fits)
    order = sorted(probabilities, key=lambda law: -probabilities[law])
    law = order[0]
    doubt = _doubt(sizes, values, _likeliest(fits, law), probabilities, unseen or {})
    exponent, low, high, exponent_from = exponent_of(sizes, np.log(values), np.zeros(len(sizes)))
    found = CountedAnalysis(
        law=law,
        decided=doubt is None,
        candidates=_candidates(order, probabilities),
        probabilities={name: probabilities[name] for name in order},
        exponent=exponent,
        exponent_low=low,
        exponent_high=high,
        exponent_from=exponent_from,
        slopes=local_slopes(sizes, np.log(values)),
        jumps=(),
        predictions=(),
        next_n=None if doubt is None or unseen else float(2 * sizes[-1]),
        why=doubt or _evidence_text(sizes, _likeliest(fits, law), order, probabilities) + _part_text(law, by_parts),
        n=tuple(sizes.tolist()),
        values=tuple(values.tolist()),
        left_out=series.left_out,
        floor=None,
        _sets=tuple(fits),
    )
    return replace(found, predictions=tuple(map(found.predicted, asked)))


@dataclass(frozen=True)
class CountedAnalysis(Analysis):
    """An `Analysis` of counts, whose curves are drawn from its own sets of terms."""

    _sets: tuple[_Fit, ...] = field(default=(), repr=False, compare=False)

    def curve(self, law: str, n: ArrayLike) -> tuple[Floats, Floats, Floats]:
        """Draw one law: median and 90 % band, as `Analysis.curve` does. NaN where the law could not be fitted."""
        sizes = np.atleast_1d(np.asarray(n, float)).ravel()
        return self._drawn([fit for fit in self._sets if fit.law == law], sizes)

    def line(self, law: str, n: ArrayLike) -> Floats:
        """Draw a law alone through the largest count, as `Analysis.line` does."""
        sizes = np.atleast_1d(np.asarray(n, float)).ravel()
        fits = [fit for fit in self._sets if fit.law == law]
        if not fits:
            return np.full(len(sizes), np.nan)
        leading = max(fits, key=lambda fit: fit.log_evidence).terms[0]
        return np.asarray(self.values[-1] * term(leading, sizes) / term(leading, np.array(self.n[-1:])), float)

    def path(self, law: str, n: ArrayLike) -> Floats:
        """Draw a law through the counts, from which nothing drifts: the median of `Analysis.curve`."""
        return self.curve(law, n)[0]

    def predicted(self, size: float) -> Prediction:
        """Predict the count at one size, all laws and sets weighed by their probability."""
        median, low, high = self._drawn(self._sets, np.array([size]))
        return Prediction(size, float(median[0]), float(low[0]), float(high[0]))

    def without_curves(self) -> Analysis:
        """Return the same answer without what `Analysis.curve` and `Analysis.line` draw from; both give NaN then."""
        return replace(self, _sets=())

    def _drawn(self, fits: Sequence[_Fit], sizes: Floats) -> tuple[Floats, Floats, Floats]:
        if not fits:
            nothing = np.full(len(sizes), np.nan)
            return nothing, nothing.copy(), nothing.copy()
        logs = np.array([fit.log_evidence + math.log(PRIOR[fit.law]) for fit in fits])
        weight = np.exp(logs - logsumexp(logs))
        kept = [(share, fit) for share, fit in zip(weight.tolist(), fits, strict=True) if share > _LEAST_SHARE]
        share = np.array([one for one, _ in kept]) / sum(one for one, _ in kept)
        curves = np.stack([fit.log_count(sizes) for _, fit in kept])
        middle = share @ curves
        left_over = np.array([fit.left_over for _, fit in kept])
        octaves = np.maximum(0.0, np.log2(sizes / self.n[-1]))
        spread = np.sqrt(share @ (curves - middle) ** 2 + (share @ left_over**2) * (1 + octaves))
        return tuple(np.exp(np.clip(middle + step * spread, -_MOST_LOG, _MOST_LOG)) for step in (0.0, -_SURE, _SURE))


def _apart(n: Sequence[Any], parts: Mapping[str, Sequence[float]], luck: Mapping[float, float]) -> list[Part]:
    """Analyse each part that matters."""
    found = []
    for name, (counts, share) in apart(n, parts).items():
        series = clean(n, counts, memory=False)
        fits = _fitted(series.n, series.value, luck)
        powers = [fit for fit in fits if fit.law == "n^k"]
        exponent = float(_likeliest(powers, "n^k").terms[0].removeprefix("^")) if powers else math.inf
        found.append(Part(name, share, _probabilities(fits), exponent))
    return found


def _mean(entry: Any) -> Any:
    good = _several(entry)
    return entry if good is None else sum(good) / len(good) if good else None


def _several(entry: Any) -> list[float] | None:
    """Return the usable counts of several inputs, or None where there is one only."""
    if not isinstance(entry, Sequence) or isinstance(entry, str) or not len(entry):
        return None
    return [one for one in entry if isinstance(one, int | float) and one == one]


def _luck(n: Sequence[Any], counts: Sequence[Any]) -> dict[float, float]:
    """
    Estimate by how much the mean count of each size is off, relatively, as its inputs are random.

    How inputs of one size differ follows a power of n, told by the sizes of which several were counted; a mean of m is
    off by less, by the root of m. Empty where inputs don't differ, or too few of them were counted.
    """
    good = {
        float(size): several
        for size, entry in zip(n, counts, strict=True)
        if isinstance(size, Real) and (several := _several(entry)) and min(several) > 0
    }
    told = {
        size: (len(several) - 1, float(np.std(several, ddof=1)) / float(np.mean(several)))
        for size, several in good.items()
        if len(several) >= _SEVERAL and np.ptp(several) > 0
    }
    if len(told) < _LEAST_TOLD:
        return {}
    slope, height = np.polyfit(
        np.log(list(told)),
        [math.log(spread) for _, spread in told.values()],
        1,
        w=[free**0.5 for free, _ in told.values()],
    )
    return {
        size: float(np.exp(height + slope * math.log(size))) / len(several) ** 0.5 for size, several in good.items()
    }


def _fitted(n: Floats, values: Floats, luck: Mapping[float, float]) -> list[_Fit]:
    """Fit all sets of terms of all laws that the sizes can tell apart."""
    by_count: dict[int, list[tuple[str, tuple[str, ...], float]]] = {}
    known: dict[str, Floats] = {}
    for law in COUNTED_LAWS:
        sets = exponential_sets(_rate(n, values)) if law == "exponential" else sets_of(law)
        sets += filling_sets(law, float(n[-1]))
        total = sum(map(likely, sets))
        for terms in sets:
            if len(terms) < len(n) and all(_is_usable(name, n, known) for name in terms):
                by_count.setdefault(len(terms), []).append((law, terms, math.log(likely(terms) / total)))
    fades = [*((n / n[-1]) ** fade for fade in _FADES), values / values[-1]]
    if luck.keys() >= set(n.tolist()):
        off = np.array([luck[size] for size in n.tolist()])
        fades.append(off[-1] / off)
    return [fit for count in sorted(by_count) for fit in _regressed(by_count[count], known, n, fades, values)]


def _is_usable(name: str, n: Floats, known: dict[str, Floats]) -> bool:
    """Evaluate a term, once; say whether it is finite, and not zero at all sizes, as periodic ones are at doublings."""
    if name not in known:
        with np.errstate(over="ignore"):
            values = term(name, n)
        known[name] = values if np.isfinite(values).all() and values.max() > _LEAST_TERM else _UNUSABLE
    return known[name] is not _UNUSABLE


def _rate(n: Floats, values: Floats) -> float:
    """Return the factor by which the count grows for each step of n, at the end."""
    return float(np.exp(np.log(values[-1] / values[-2]) / (n[-1] - n[-2])))


def _regressed(
    sets: Sequence[tuple[str, tuple[str, ...], float]],
    known: Mapping[str, Floats],
    n: Floats,
    fades: Sequence[Floats],
    values: Floats,
) -> list[_Fit]:
    """
    Average the evidence of sets of equally many terms over spreads of their factors, and what is left over.

    `fades` are ways in which that fades, each with one over what is left over at each size, relatively; 1 at the last.
    """
    columns = np.stack([np.stack([known[name] for name in terms], axis=1) for _, terms, _ in sets])
    largest = np.abs(columns).max(1)
    scale = values[-1] / largest
    faint = np.array([_faint(law, terms) for law, terms, _ in sets])
    filling = np.array([[name.startswith(FILLING) for name in terms] for _, terms, _ in sets])
    logarithm = float(np.log2(n[-1] + 1))
    widest = np.array([[_widest(name, logarithm) for name in terms] for _, terms, _ in sets])
    with np.errstate(over="ignore"):
        spreads_beside = [np.clip(times * (largest / largest[:, :1]), _LEAST_SPREAD, widest) for times in _TIMES_A_STEP]
    parts = []
    for fade, beside in product(fades, spreads_beside):
        weight = fade / values
        shape = columns * scale[:, None, :] * weight[:, None]
        density = float(np.log(fade).sum()) - math.log(len(spreads_beside) * len(fades))
        for (spread, least), chance in zip(_LEADING, (1 - faint, faint), strict=True):
            spreads = beside.copy()
            spreads[:, 0] = spread
            found, factors, left_over = _evidence(shape, values * weight, spreads, least)
            work = factors * scale * columns[:, -1]
            below = (np.cumsum(work, axis=1) < 0).any(axis=1) | (filling & (work < 0)).any(axis=1)
            found += np.where(below, math.log(_LESS_THAN_NOTHING), 0.0)
            parts.append((found + density + np.log(chance), factors, left_over))
    evidence = np.stack([part[0] for part in parts])
    best = evidence.argmax(0)
    total = logsumexp(evidence, axis=0)
    return [
        _Fit(law, terms, float(total[i]) + share, parts[best[i]][1][i] * scale[i], float(parts[best[i]][2][i]))
        for i, (law, terms, share) in enumerate(sets)
    ]


def _faint(law: str, terms: Sequence[str]) -> float:
    """Return how likely a faint leading term is: the logarithm beside work without it more than others."""
    return _FAINT if law == "n log n" and "n" not in terms else _FAINT_LOGARITHM.get(law, _FAINT)


def _widest(name: str, logarithm: float) -> float:
    """Return the largest spread of a factor, given the logarithm of the largest size."""
    return min(_SPREAD, _PERIODIC_SPREAD / logarithm) if name in WHOLE_LOGARITHMS else _SPREAD


def _evidence(shape: Floats, target: Floats, spreads: Floats, least: float) -> tuple[Floats, Floats, Floats]:
    """
    Integrate regressions whose factors are normal beforehand, the first of them above `least`.

    Parameters
    ----------
    shape : numpy.ndarray of float64, shape (sets, sizes, terms)
        The terms at each size, in units of what is left over there.
    target : numpy.ndarray of float64, shape (sizes,)
        The counts, likewise.
    spreads : numpy.ndarray of float64, shape (sets, terms)
        Standard deviation of each factor beforehand.

    Returns
    -------
    tuple of three numpy.ndarray of float64, shapes (sets,), (sets, terms), (sets,)
        Log evidence, the factors that are expected at the likeliest scale of what is left over, and that scale.
    """
    left, size, right = np.linalg.svd(shape * spreads[:, None, :], full_matrices=False)
    along = np.einsum("sij,i->sj", left, target)
    rest = np.maximum(target @ target - (along**2).sum(1), 0.0)
    squares, along = size[:, :, None] ** 2, along[:, :, None]
    noise = _LEFT_OVER**2
    _, count, terms = shape.shape
    log_fit = -0.5 * (
        np.log(noise + squares).sum(1)
        + (count - terms) * np.log(noise)
        + (along**2 / (noise + squares)).sum(1)
        + rest[:, None] / noise
    )
    # Mean and variance of the factors after the data, for each scale: rows of `right` are directions.
    along = along * size[:, :, None] / (noise + squares)
    leading = right[:, :, 0, None]
    mean = spreads[:, :1] * (leading * along).sum(1)
    variance = spreads[:, :1] ** 2 * (leading**2 * noise / (noise + squares)).sum(1)
    log_fit += log_ndtr((mean - least) / np.sqrt(variance)) - log_ndtr(-least / spreads[:, :1])
    likeliest = log_fit.argmax(1)
    chosen = np.take_along_axis(along, likeliest[:, None, None], axis=2)[:, :, 0]
    factors = spreads * np.einsum("sji,sj->si", right, chosen)
    return logsumexp(log_fit, axis=1) - math.log(len(noise)), factors, _LEFT_OVER[likeliest]


def _probabilities(fits: Sequence[_Fit]) -> dict[str, float]:
    logs = {law: [fit.log_evidence for fit in fits if fit.law == law] for law in COUNTED_LAWS}
    found = {law: float(logsumexp(own)) + math.log(PRIOR[law]) if own else -math.inf for law, own in logs.items()}
    total = logsumexp(list(found.values()))
    return {law: float(np.exp(value - total)) for law, value in found.items()}


def _likeliest(fits: Sequence[_Fit], law: str) -> _Fit:
    return max((fit for fit in fits if fit.law == law), key=lambda fit: fit.log_evidence)


def _candidates(order: Sequence[str], probabilities: Mapping[str, float]) -> tuple[str, ...]:
    kept: list[str] = []
    total = 0.0
    for law in order:
        if kept and total >= _KEEP:
            break
        kept.append(law)
        total += probabilities[law]
    return tuple(kept)


def _doubt(
    n: Floats, values: Floats, best: _Fit, probabilities: Mapping[str, float], unseen: Mapping[str, int]
) -> str | None:
    """Say in one sentence why nothing is decided, or None where something is."""
    law = best.law
    if unseen:
        return f"{law} fits what was counted best, but not all was: {unseen_text(unseen)}"
    if len(n) < _LEAST_SIZES:
        return f"{len(n)} sizes are too few for a decision; {law} fits best"
    if law not in EXPONENTIAL and n[-1] < _LEAST_SPAN * n[0]:
        return f"the sizes span a factor of {n[-1] / n[0]:.3g} only, too little for a decision; {law} fits best"
    if best.left_over > _MOST_LEFT_OVER:
        return f"{law} fits best, but leaves {100 * best.left_over:.2g} % of the counts unexplained"
    if probabilities[law] < _DECIDE:
        second = sorted(probabilities, key=lambda name: -probabilities[name])[1]
        return f"{law} ({probabilities[law]:.2f}) and {second} ({probabilities[second]:.2f}) both fit {_about(n, best)}"
    if law == "1" and (hidden := _may_hide(n, values, best.left_over)) > max(1.0, _NO_GROWTH * values[-1]):
        return (
            f"1 fits best, but in what differs between the inputs a growth by {hidden:.0f} operations "
            f"per doubling of n may hide {_about(n, best)}"
        )
    return None


def _may_hide(n: Floats, values: Floats, left_over: float) -> float:
    """Bound the operations per doubling of n that a cost without growth may have: three standard errors of a slope."""
    octaves = np.log2(n)
    differing = min(float(np.std(values)), left_over * float(values[-1]))
    return _ERRORS * differing / float(np.sqrt(np.sum((octaves - octaves.mean()) ** 2)))


def _evidence_text(n: Floats, best: _Fit, order: Sequence[str], probabilities: Mapping[str, float]) -> str:
    first, second = order[:2]
    odds = probabilities[first] / max(probabilities[second], 1e-12)
    times = "over 1000 times" if odds > 1000 else f"{odds:.3g} times"
    return f"{first} is {times} likelier than {second} {_about(n, best)}"


def _part_text(law: str, parts: Sequence[Part]) -> str:
    """Name the part that grows by the law, where it is a small one of several."""
    leading = [part for part in parts if part.law == law]
    if len(leading) != 1 or leading[0].share > _SMALL_PART:
        return ""
    return f"; it is that of the {leading[0].name}, {100 * leading[0].share:.2g} % of the largest count"


def _about(n: Floats, best: _Fit) -> str:
    span = factor_text(n[-1] / n[0])
    return f"({len(n)} sizes over a factor of {span}, counted; {100 * best.left_over:.1g} % left over)"
