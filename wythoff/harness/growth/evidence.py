"""From a clean series to the laws' probabilities: how the level may behave, and the average over each law's curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.growth import filter as level_filter
from wythoff.harness.growth import unit_costs
from wythoff.harness.growth.filter import ObservedSeries
from wythoff.harness.growth.laws import LAWS, NAMES, OTHERS, PRIOR, RIVALS
from wythoff.harness.growth.pool import Pool
from wythoff.harness.growth.predict import Extrapolation, LawFit
from wythoff.harness.growth.samples import Cleaned
from wythoff.harness.growth.screening import screened_curves

Floats = NDArray[np.float64]

TEMPERATURE: Final = 1.1
# Ways that a machine may be: standard deviation of the drift per octave, of what the samples of a size share, chance of
# a size that lies off as a whole, weight. Noise and outliers come together where a machine is busy; in the last but one
# many sizes are slow and the others are true, in the last but none of them is.
_MACHINES: Final = (
    (0.0005, 0.0003, 0.01, 0.04),
    (0.004, 0.003, 0.02, 0.23),
    (0.005, 0.012, 0.05, 0.20),
    (0.030, 0.005, 0.03, 0.25),
    (0.030, 0.040, 0.12, 0.14),
    (0.010, 0.010, 0.30, 0.06),
    (0.030, 0.350, 0.10, 0.03),
    (0.030, 0.120, 0.25, 0.05),
)
_FACTOR_WIDTH: Final = 0.5  # between neighbouring factors of the grids, about, in logarithm
_BUSY: Final = 0.3  # chance of lying off, more than other sizes, where the machine was busy
_CACHED_S: Final = 5e-6
_MEMORY_S: Final = 3e-4  # a call that takes longer works on more than fits the second cache
_CALL_S: Final = 1.5e-6
_CALL_DRIFT: Final = 0.02
_MEMORY_DRIFT: Final = 0.013
_UP_MEMORY: Final = 0.17
_UP_CACHED: Final = 0.12
_UP_SMALL: Final = 0.05
_UP_CROSSING: Final = 0.5
_MOST_KEPT: Final = 400
_LIGHT: Final = 9.0  # curves so far behind their law's best, in logarithm, don't matter any more
_LIGHTER: Final = 12.0  # nor do these matter when a size is left out, or for the other statistic of the samples
_MOST_LOG: Final = 700.0
_LAST_SIZES: Final = 6
# How many times likelier than any other the law is, in logarithm, that the same work's operations are counted to have.
_COUNTED: Final = float(np.log(100.0))
_FEWEST: Final = 4  # of so few sizes none can be spared
_CLEARLY: Final = 1.5
_WORTH_DOUBTING: Final = 0.7  # what is less probable is not decided anyway

_Setting = tuple[float, float, float, float]  # logarithm of the weight, drift, noise, chance of an outlier
_GRID: Final[list[_Setting]] = [(float(np.log(weight)), drift, noise, off) for drift, noise, off, weight in _MACHINES]
# "none" is a level that wanders by a factor of two or more per octave under noise of the same kind.
_NO_LAW: Final[_Setting] = (float(np.log(1 / len(_GRID))), 1.0, 0.4, 0.1)


@dataclass(frozen=True)
class Evidence:
    """
    The laws weighed.

    Attributes
    ----------
    probabilities : mapping of str to float
        Of every law; they add up to 1.
    rival : float
        How many times likelier than the likeliest law its rival is, if it has one; else 0.
    otherwise : mapping of str to str
        Which law would be clearly the likeliest without a size, by the name of that: ``"first"``, ``"last"``.
    observed : ObservedSeries
        The series as the filter saw it.
    fits : mapping of str to LawFit
        What carries each law on to other sizes; laws that can't be meant are missing.
    extrapolation : Extrapolation
        What may happen beyond the last size.
    counted : str or None
        The law of the operations, as it was given.
    """

    probabilities: Mapping[str, float]
    rival: float
    otherwise: Mapping[str, str]
    observed: ObservedSeries
    fits: Mapping[str, LawFit]
    extrapolation: Extrapolation
    counted: str | None = None


@dataclass(frozen=True)
class _Pairs:
    """Curves of a pool, by position, each under one of `_GRID`'s settings."""

    curve: NDArray[np.intp]
    setting: NDArray[np.intp]

    @classmethod
    def of(cls, pool: Pool, settings: Sequence[int]) -> _Pairs:
        """Return each curve under each of these settings."""
        count = len(pool)
        return cls(np.tile(np.arange(count), len(settings)), np.repeat(settings, count))

    def heavy(self, pool: Pool, every: _Weighed) -> _Pairs:
        """Return the pairs of curves that pass the screening and are not far behind their law's best."""
        highest = np.full(len(pool), -np.inf)
        np.maximum.at(highest, self.curve, every.log_weight)
        screened = pool.screened(highest)
        best = np.full(len(NAMES), -np.inf)
        np.maximum.at(best, every.law, every.log_weight)
        near = every.log_weight >= best[every.law] - _LIGHTER
        kept = np.flatnonzero(near & np.isin(self.curve, screened))
        return _Pairs(self.curve[kept], self.setting[kept])


@dataclass(frozen=True)
class _Weighed:
    """Pairs of curve and setting with their laws, and what the filter makes of them; one entry each."""

    law: NDArray[np.intp]
    curve: NDArray[np.intp]
    drift: Floats
    noise: Floats
    outlying: Floats
    log_weight: Floats
    before_last: Floats
    level: Floats
    variance: Floats
    rising: Floats


def weigh(
    series: Cleaned,
    seconds: float | None,
    bytes_per_n: float | None,
    caches: Mapping[str, int] | None,
    busy: NDArray[np.bool_],
    counted: str | None = None,
) -> Evidence:
    """
    Weigh all laws for a series of at least two sizes.

    Parameters
    ----------
    series : Cleaned
        The sizes, their values and errors.
    seconds : float or None
        Seconds per unit of the values; None if they are no times.
    bytes_per_n, caches, counted
        See `wythoff.harness.growth.analyse`.
    busy : numpy.ndarray of bool, shape (sizes,)
        Sizes at which the machine was busy.
    """
    by_statistic = [_observe(series.n, series.value, series.error, seconds, bytes_per_n, caches, busy)]
    # Where the machine was busy the lowest sample is the truer one; where it is a stroke of luck, the median.
    gap = np.log(series.middle / series.value)
    if gap.any():
        by_statistic.append(_observe(series.n, series.middle, series.middle_error, seconds, bytes_per_n, caches, busy))
    shift = float(np.median(gap[-_LAST_SIZES:]))
    log_evidence, probabilities, fits, otherwise = _weigh_laws(by_statistic, series.n, seconds, shift, counted)
    first = _likeliest(probabilities)
    rival = 0.0
    if first in RIVALS:
        name, law, odds = RIVALS[first]
        better = (log_evidence[name] - log_evidence[first]) / TEMPERATURE
        better += _COUNTED * ((counted == law) - (counted == first))
        rival = odds * float(np.exp(np.clip(better, -_MOST_LOG, _MOST_LOG)))
    return Evidence(probabilities, rival, otherwise, by_statistic[0], fits, _extrapolation(series, seconds), counted)


def _weigh_laws(
    by_statistic: Sequence[ObservedSeries], n: Floats, seconds: float | None, shift: float, counted: str | None
) -> tuple[dict[str, float], dict[str, float], dict[str, LawFit], dict[str, str]]:
    """
    Return each law's log evidence, a mean over the statistics, its probability, its curves, and leaders without a size.

    `by_statistic` has the lowest samples, and the medians where they differ, which lie higher by `shift`.
    """
    first = by_statistic[0]
    _, drift, noise, _ = _GRID[-1]
    pool = screened_curves(n, first, drift, noise)
    loosest = _weigh_curves(pool, _Pairs.of(pool, [len(_GRID) - 1]), first, n[-1], seconds)
    pool = pool.take(pool.screened(loosest.log_weight))
    pairs = _Pairs.of(pool, range(len(_GRID)))
    found, shortened, fits = [], [], dict[str, LawFit]()
    for observed in by_statistic:
        every = _weigh_curves(pool, pairs, observed, n[-1], seconds)
        pairs = pairs.heavy(pool, every)
        found.append(_evidence_of(every.law, every.log_weight))
        shortened.append(_evidence_of(every.law, every.before_last))
        for law, fit in _fits_of(pool, every).items():
            fits[law] = fits[law].beside(fit, shift) if law in fits else fit
    log_evidence = _mean(found)
    probabilities, otherwise = _probabilities(log_evidence, counted), {}
    if len(n) > _FEWEST and max(probabilities.values()) > _WORTH_DOUBTING:
        late = _weigh_curves(pool.without_first(), pairs, first.without_first(), n[-1], seconds)
        law = _likeliest(probabilities)
        otherwise["first"] = _clearly(_probabilities(_evidence_of(late.law, late.log_weight), counted), law)
        otherwise["last"] = _clearly(_probabilities(_mean(shortened), counted), law)
    return log_evidence, probabilities, fits, otherwise


def _mean(found: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the mean log evidence of each law over the samples' statistics."""
    laws = set.intersection(*(set(one) for one in found))
    return {law: sum(one[law] for one in found) / len(found) for law in NAMES if law in laws}


def _likeliest(probabilities: Mapping[str, float]) -> str:
    return max(probabilities, key=lambda law: probabilities[law])


def _clearly(probabilities: Mapping[str, float], law: str) -> str:
    """Return the likeliest law if it is clearly likelier than a certain one, else that."""
    first = _likeliest(probabilities)
    return first if probabilities[first] > _CLEARLY * probabilities[law] else law


def _evidence_of(law: NDArray[np.intp], log_weight: Floats) -> dict[str, float]:
    """Return the logarithm of each law's evidence; only of laws that have curves."""
    best = np.full(len(NAMES), -np.inf)
    np.maximum.at(best, law, log_weight)
    total = np.bincount(law, np.exp(log_weight - best[law]), len(NAMES))
    return {NAMES[i]: float(best[i] + np.log(total[i])) for i in np.flatnonzero(total)}


def _fits_of(pool: Pool, every: _Weighed) -> dict[str, LawFit]:
    """Return the curves behind each law's evidence, heaviest first."""
    found: dict[str, LawFit] = {}
    for number, name in enumerate(NAMES):
        own = np.flatnonzero(every.law == number)
        if not len(own):
            continue
        heaviest = every.log_weight[own].max()
        own = own[every.log_weight[own] >= heaviest - _LIGHT]
        chosen = own[np.argsort(-every.log_weight[own], kind="stable")[:_MOST_KEPT]]
        weight = np.exp(every.log_weight[chosen] - heaviest)
        names = ("level", "variance", "rising", "drift", "noise", "outlying")
        state = {key: getattr(every, key)[chosen] for key in names}
        found[name] = LawFit(pool.curves.take(every.curve[chosen]), weight / weight.sum(), **state)
    return found


def _weigh_curves(pool: Pool, pairs: _Pairs, observed: ObservedSeries, end: float, seconds: float | None) -> _Weighed:
    """Filter curves under their settings up to the size `end`; those that stand for no law have one of their own."""
    curves, laws = pool.curves, pool.law[pairs.curve]
    lawless = laws == NAMES.index("none")
    prior, drift, noise, outlying = np.where(lawless[:, None], _NO_LAW, np.array(_GRID)[pairs.setting]).T
    filtered = level_filter.run(observed, pool.log_cost[pairs.curve], drift, noise, outlying)
    # A fitted factor is right for its data, and so much narrower than what could have been is its likelihood.
    known = np.sqrt(noise**2 + drift**2 + float(np.median(observed.error)) ** 2) / _FACTOR_WIDTH
    before = prior + curves.log_prior[pairs.curve] + curves.fitted[pairs.curve] * np.log(np.minimum(known, 1.0))
    if seconds is not None:
        units = filtered.lowest, filtered.level
        before = before - unit_costs.implausible(curves, pool.law, pairs.curve, *units, noise, end, seconds)
    return _Weighed(
        law=laws,
        curve=pairs.curve,
        drift=drift,
        noise=noise,
        outlying=outlying,
        log_weight=before + filtered.log_likelihood,
        before_last=before + filtered.before_last,
        level=filtered.level,
        variance=filtered.variance,
        rising=filtered.rising,
    )


def _probabilities(log_evidence: Mapping[str, float], counted: str | None) -> dict[str, float]:
    """
    Apply prior and temperature: neighbouring sizes share their disturbances more than the filter knows.

    What operations are counted to grow by is known apart from the times, and not better for more sizes of these.
    """
    log_p = {
        law: value / TEMPERATURE + float(np.log(PRIOR[law])) + _COUNTED * (law == counted)
        for law, value in log_evidence.items()
        if law in PRIOR
    }
    total = _log_sum(np.array(list(log_p.values())))
    return {law: float(np.exp(log_p[law] - total)) if law in log_p else 0.0 for law in LAWS + OTHERS}


def _log_sum(logarithms: Floats) -> float:
    top = float(logarithms.max())
    return top + float(np.log(np.exp(logarithms - top).sum()))


def _observe(
    n: Floats,
    value: Floats,
    error: Floats,
    seconds: float | None,
    bytes_per_n: float | None,
    caches: Mapping[str, int] | None,
    busy: NDArray[np.bool_],
) -> ObservedSeries:
    """Say how likely level shifts and how strong the drift are on the way to each size."""
    octaves = np.diff(np.log2(n))
    if seconds is None:
        per_octave = np.full(len(octaves), _UP_CACHED)
        drift = np.zeros(len(octaves))
    else:
        spent = value * seconds
        after, before = spent[1:], spent[:-1]
        per_octave = np.where(after > _MEMORY_S, _UP_MEMORY, np.where(after > _CACHED_S, _UP_CACHED, _UP_SMALL))
        drift = (_CALL_DRIFT * _CALL_S / (_CALL_S + before)) ** 2 + np.where(after > _MEMORY_S, _MEMORY_DRIFT**2, 0.0)
    for size in (caches or {}).values():
        working_set = n * (bytes_per_n or 0.0)
        crossing = (working_set[:-1] < size) & (working_set[1:] >= size)
        per_octave = np.where(crossing, np.maximum(per_octave, _UP_CROSSING), per_octave)
    ramp = np.clip(1 - (1 - per_octave) ** octaves, 1e-12, 0.85)
    up_shift = np.clip(1 - (1 - level_filter.UP_SHIFT_CHANCE * per_octave) ** octaves, 1e-12, 0.1)
    down_shift = np.clip(1 - (1 - level_filter.DOWN_SHIFT_CHANCE) ** octaves, 1e-12, 0.3)
    other = np.full(len(octaves), level_filter.OTHER_LATER)
    few = min(len(octaves), len(level_filter.OTHER_CHANCES))
    other[:few] = level_filter.OTHER_CHANCES[:few]
    lies_off = np.where(busy, _BUSY, 0.0)
    return ObservedSeries(np.log(value), error, lies_off, octaves, ramp, up_shift, down_shift, other, drift * octaves)


def _extrapolation(series: Cleaned, seconds: float | None) -> Extrapolation:
    large = seconds is not None and series.value[-1] * seconds > _MEMORY_S
    return Extrapolation(float(series.n[-1]), _UP_MEMORY if large else _UP_CACHED)
