"""From a clean series to the laws' probabilities: how the level may behave, and the average over each law's curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.growth import filter as level_filter
from wythoff.harness.growth.filter import Course
from wythoff.harness.growth.laws import LAWS, LEAST_UNIT_NS, OTHERS, PRIOR, Curves, curves_of
from wythoff.harness.growth.predict import LawFit, Onward
from wythoff.harness.growth.samples import Cleaned

Floats = NDArray[np.float64]

TEMPERATURE: Final = 1.1
_DRIFTS: Final = ((0.004, 0.5), (0.03, 0.5))  # standard deviation per octave, weight
_NOISES: Final = ((0.003, 0.45), (0.014, 0.35), (0.042, 0.20))  # of a size, beyond what its samples show
_LEAST_UNIT_WIDTH: Final = 0.3  # how sharply a too low cost per unit of work is ruled out, in logarithm
_CACHED_S: Final = 5e-6
_MEMORY_S: Final = 3e-4  # a call that takes longer works on more than fits the second cache
_CALL_S: Final = 1.5e-6
_CALL_DRIFT: Final = 0.02
_MEMORY_DRIFT: Final = 0.013
_UP_MEMORY: Final = 0.17
_UP_CACHED: Final = 0.12
_UP_SMALL: Final = 0.05
_UP_CROSSING: Final = 0.5
# With the loosest drift and noise a bad curve looks best: what is this far behind there, in logarithm, stays behind.
_HOPELESS_LAW: Final = 25.0
_HOPELESS_CURVE: Final = 12.0
_MOST_KEPT: Final = 400
_LAST_SIZES: Final = 6

_Setting = tuple[float, float, float]  # drift, noise, logarithm of the weight
_ALL: Final = LAWS + OTHERS
_GRID: Final = [(drift, noise, float(np.log(a * b))) for drift, a in _DRIFTS for noise, b in _NOISES]
# "none" is a level that wanders by a factor of two or more per octave under noise of the same kind.
_NO_LAW_GRID: Final = [(1.0, 0.4, float(np.log(1 / len(_GRID))))] * len(_GRID)
_LOOSE: Final = (_GRID[-1:], _NO_LAW_GRID[-1:])
_TIGHT: Final = (_GRID[:-1], _NO_LAW_GRID[:-1])
_LOG_LEAST_UNIT_S: Final = np.log([LEAST_UNIT_NS.get(law, 1e-9) * 1e-9 for law in _ALL])


@dataclass(frozen=True)
class Evidence:
    """
    The laws weighed.

    Attributes
    ----------
    probabilities : mapping of str to float
        Of every law; they add up to 1.
    course : Course
        The series as the filter saw it.
    fits : mapping of str to LawFit
        What carries each law on to other sizes; laws that can't be meant are missing.
    onward : Onward
        What may happen beyond the last size.
    """

    probabilities: Mapping[str, float]
    course: Course
    fits: Mapping[str, LawFit]
    onward: Onward

    def heaviest(self, law: str, most: int = 12) -> tuple[Curves, Floats, Floats, Floats]:
        """Return a law's heaviest curves with their weights, drift and noise."""
        fit = self.fits[law]
        first = slice(most)
        chosen = np.arange(len(fit.weight))[first]
        return fit.curves.take(chosen), fit.weight[first], fit.drift[first], fit.noise[first]


@dataclass(frozen=True)
class _Weighed:
    """Curves of all laws under settings of drift and noise, and what the filter makes of them; one entry each."""

    law: NDArray[np.intp]
    curves: Curves
    drift: Floats
    noise: Floats
    log_weight: Floats
    level: Floats
    variance: Floats
    rising: Floats


def weigh(
    series: Cleaned, seconds: float | None, bytes_per_n: float | None, caches: Mapping[str, int] | None
) -> Evidence:
    """
    Weigh all laws for a series of at least two sizes.

    Parameters
    ----------
    series : Cleaned
        The sizes, their values and errors.
    seconds : float or None
        Seconds per unit of the values; None if they are no times.
    bytes_per_n, caches
        See `wythoff.harness.growth.analyse`.
    """
    lowest = _course(series.n, series.value, series.error, seconds, bytes_per_n, caches)
    laid_out = {law: curves_of(law, series.n, lowest.y) for law in _ALL}
    log_evidence, fits = _weigh_laws(laid_out, lowest, series.n, seconds)
    # Where the machine was busy the lowest sample is the truer one; where it is a stroke of luck, the median.
    gap = np.log(series.middle / series.value)
    if gap.any():
        middle = _course(series.n, series.middle, series.middle_error, seconds, bytes_per_n, caches)
        laid_out["exponential"] = curves_of("exponential", series.n, middle.y)
        other_evidence, other_fits = _weigh_laws(laid_out, middle, series.n, seconds)
        shift = float(np.median(gap[-_LAST_SIZES:]))
        for law, value in other_evidence.items():
            log_evidence[law] = (log_evidence.get(law, value) + value) / 2
            fits[law] = fits[law].beside(other_fits[law], shift) if law in fits else other_fits[law]
    return Evidence(_probabilities(log_evidence), lowest, fits, _onward(series, seconds))


def _weigh_laws(
    laid_out: Mapping[str, Curves], course: Course, n: Floats, seconds: float | None
) -> tuple[dict[str, float], dict[str, LawFit]]:
    """Return the logarithm of each law's evidence, and the curves behind it."""
    law = np.repeat(np.arange(len(_ALL)), [len(curves) for curves in laid_out.values()])
    curves = Curves.join(list(laid_out.values()))
    loose = _weigh_curves(law, curves, _LOOSE, course, n, seconds)
    best = np.full(len(_ALL), -np.inf)
    np.maximum.at(best, loose.law, loose.log_weight)
    least = np.maximum(best, best.max() - _HOPELESS_LAW) - _HOPELESS_CURVE
    kept = np.flatnonzero(loose.log_weight > least[law])
    tight = _weigh_curves(law[kept], curves.take(kept), _TIGHT, course, n, seconds)
    every = {
        name: np.concatenate([getattr(loose, name), getattr(tight, name)])
        for name in ("law", "drift", "noise", "log_weight", "level", "variance", "rising")
    }
    curves = Curves.join([loose.curves, tight.curves])
    log_evidence: dict[str, float] = {}
    fits: dict[str, LawFit] = {}
    for number, name in enumerate(_ALL):
        own = np.flatnonzero(every["law"] == number)
        if not len(own):
            continue
        log_weight = every["log_weight"][own]
        log_evidence[name] = _log_sum(log_weight)
        order = np.argsort(-log_weight, kind="stable")[:_MOST_KEPT]
        order = order[log_weight[order] >= log_weight[order[0]] - _HOPELESS_CURVE]
        weight = np.exp(log_weight[order] - log_weight[order[0]])
        chosen = own[order]
        state = {key: every[key][chosen] for key in ("level", "variance", "rising", "drift", "noise")}
        fits[name] = LawFit(curves.take(chosen), weight / weight.sum(), **state)
    return log_evidence, fits


def _weigh_curves(
    law: NDArray[np.intp],
    curves: Curves,
    settings: Sequence[Sequence[_Setting]],
    course: Course,
    n: Floats,
    seconds: float | None,
) -> _Weighed:
    """Filter each curve under each setting of its law; `settings` are those of laws in general and of "none"."""
    which = np.array([[setting[kind] for kind in (0, 1)] for setting in zip(*settings, strict=True)])
    drift, noise, prior = (which[:, (law == _ALL.index("none")).astype(int), k].ravel() for k in range(3))
    repeat = np.tile(np.arange(len(law)), len(which))
    log_cost = curves.log_cost(n)[repeat]
    filtered = level_filter.run(course, log_cost, drift, noise)
    repeated, laws = curves.take(repeat), law[repeat]
    log_weight = prior + repeated.log_prior + filtered.log_likelihood
    if seconds is not None:
        least = _LOG_LEAST_UNIT_S[laws] - np.log(seconds)
        log_weight = log_weight - np.logaddexp(0, (least - filtered.lowest) / _LEAST_UNIT_WIDTH)
    return _Weighed(laws, repeated, drift, noise, log_weight, filtered.level, filtered.variance, filtered.rising)


def _probabilities(log_evidence: Mapping[str, float]) -> dict[str, float]:
    """Apply prior and temperature: neighbouring sizes share their disturbances more than the filter knows."""
    log_p = {law: value / TEMPERATURE + float(np.log(PRIOR[law])) for law, value in log_evidence.items()}
    total = _log_sum(np.array(list(log_p.values())))
    return {law: float(np.exp(log_p[law] - total)) if law in log_p else 0.0 for law in LAWS + OTHERS}


def _log_sum(logarithms: Floats) -> float:
    top = float(logarithms.max())
    return top + float(np.log(np.exp(logarithms - top).sum()))


def _course(
    n: Floats,
    value: Floats,
    error: Floats,
    seconds: float | None,
    bytes_per_n: float | None,
    caches: Mapping[str, int] | None,
) -> Course:
    """Say how likely jumps and how strong the drift are on the way to each size."""
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
    rise = np.clip(1 - (1 - per_octave) ** octaves, 1e-12, 0.9)
    leap = np.clip(1 - (1 - level_filter.LEAP_CHANCE * per_octave) ** octaves, 1e-12, 0.3)
    fall = np.clip(1 - (1 - level_filter.FALL_CHANCE) ** octaves, 1e-12, 0.3)
    return Course(np.log(value), error, octaves, rise, leap, fall, drift * octaves)


def _onward(series: Cleaned, seconds: float | None) -> Onward:
    large = seconds is not None and series.value[-1] * seconds > _MEMORY_S
    return Onward(float(series.n[-1]), _UP_MEMORY if large else _UP_CACHED)
