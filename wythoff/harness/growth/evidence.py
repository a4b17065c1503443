"""From a clean series to the laws' probabilities: how the level may behave, and the average over each law's curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.growth import filter as level_filter
from wythoff.harness.growth.curves import Curves
from wythoff.harness.growth.filter import Course
from wythoff.harness.growth.laws import LAWS, LEAST_UNIT_NS, OTHERS, PRIOR, RIVALS, curves_of
from wythoff.harness.growth.predict import LawFit, Onward
from wythoff.harness.growth.rough import rough_likelihood
from wythoff.harness.growth.samples import Cleaned

Floats = NDArray[np.float64]

TEMPERATURE: Final = 1.1
_DRIFTS: Final = ((0.004, 0.5), (0.03, 0.5))  # standard deviation per octave, weight
_NOISES: Final = ((0.003, 0.40), (0.012, 0.30), (0.040, 0.20), (0.120, 0.10))  # of a size, beyond what its samples show
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
_ROUGH: Final = 2.0  # what is so many times as far behind by a rough likelihood is not filtered at all
_MOST_KEPT: Final = 400
_MOST_LOG: Final = 700.0
_LAST_SIZES: Final = 6

_Setting = tuple[float, float, float]  # logarithm of the weight, drift, noise
_GRID: Final[list[_Setting]] = [(float(np.log(a * b)), drift, noise) for drift, a in _DRIFTS for noise, b in _NOISES]
_TIGHT: Final = _GRID[:-1]
_LOOSE: Final = _GRID[-1]
# "none" is a level that wanders by a factor of two or more per octave under noise of the same kind.
_NO_LAW: Final[_Setting] = (float(np.log(1 / len(_GRID))), 1.0, 0.4)


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
    course : Course
        The series as the filter saw it.
    fits : mapping of str to LawFit
        What carries each law on to other sizes; laws that can't be meant are missing.
    onward : Onward
        What may happen beyond the last size.
    """

    probabilities: Mapping[str, float]
    rival: float
    course: Course
    fits: Mapping[str, LawFit]
    onward: Onward


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
    courses = [_course(series.n, series.value, series.error, seconds, bytes_per_n, caches)]
    # Where the machine was busy the lowest sample is the truer one; where it is a stroke of luck, the median.
    gap = np.log(series.middle / series.value)
    if gap.any():
        courses.append(_course(series.n, series.middle, series.middle_error, seconds, bytes_per_n, caches))
    log_evidence, fits = _weigh_laws(LAWS + OTHERS, courses, series.n, seconds, float(np.median(gap[-_LAST_SIZES:])))
    probabilities = _probabilities(log_evidence)
    first = max(probabilities, key=lambda law: probabilities[law])
    rival = 0.0
    if first in RIVALS:
        name, _, odds = RIVALS[first]
        better = _weigh_laws([name], courses, series.n, seconds)[0][name] - log_evidence[first]
        rival = odds * float(np.exp(np.clip(better / TEMPERATURE, -_MOST_LOG, _MOST_LOG)))
    return Evidence(probabilities, rival, courses[0], fits, _onward(series, seconds))


def _weigh_laws(
    laws: Sequence[str], courses: Sequence[Course], n: Floats, seconds: float | None, shift: float = 0.0
) -> tuple[dict[str, float], dict[str, LawFit]]:
    """Return each law's log evidence, the mean of the courses', and its curves; `shift` leads from course to course."""
    log_evidence: dict[str, float] = {}
    fits: dict[str, LawFit] = {}
    laid_out = {law: _lay_out(law, n, courses[0]) for law in laws}
    for course in courses:
        if "exponential" in laid_out:
            laid_out["exponential"] = _lay_out("exponential", n, course)
        for law, (value, fit) in _weigh_course(laid_out, course, seconds).items():
            log_evidence[law] = (log_evidence[law] + value) / 2 if law in log_evidence else value
            fits[law] = fits[law].beside(fit, shift) if law in fits else fit
    return log_evidence, fits


def _lay_out(law: str, n: Floats, course: Course) -> tuple[Curves, Floats]:
    curves = curves_of(law, n, course.y)
    return curves, curves.log_cost(n)


def _weigh_course(
    laid_out: Mapping[str, tuple[Curves, Floats]], course: Course, seconds: float | None
) -> dict[str, tuple[float, LawFit]]:
    """Return the logarithm of each law's evidence, and the curves behind it; only of laws that have curves."""
    names = list(laid_out)
    law = np.repeat(np.arange(len(names)), [len(curves) for curves, _ in laid_out.values()])
    curves = Curves.join([curves for curves, _ in laid_out.values()])
    log_cost = np.concatenate([costs for _, costs in laid_out.values()])
    _, drift, noise = _LOOSE
    rough = curves.log_prior + rough_likelihood(course, log_cost, drift, noise)
    kept = _hopeful(law, rough, _ROUGH)
    law, curves, log_cost = law[kept], curves.take(kept), log_cost[kept]
    loose = _weigh_curves(names, law, curves, log_cost, [_LOOSE], course, seconds)
    kept = _hopeful(law, loose.log_weight, 1.0)
    tight = _weigh_curves(names, law[kept], curves.take(kept), log_cost[kept], _TIGHT, course, seconds)
    every = {
        name: np.concatenate([getattr(loose, name), getattr(tight, name)])
        for name in ("law", "drift", "noise", "log_weight", "level", "variance", "rising")
    }
    curves = Curves.join([loose.curves, tight.curves])
    found: dict[str, tuple[float, LawFit]] = {}
    for number, name in enumerate(names):
        own = np.flatnonzero(every["law"] == number)
        if not len(own):
            continue
        log_weight = every["log_weight"][own]
        order = np.argsort(-log_weight, kind="stable")[:_MOST_KEPT]
        order = order[log_weight[order] >= log_weight[order[0]] - _HOPELESS_CURVE]
        weight = np.exp(log_weight[order] - log_weight[order[0]])
        chosen = own[order]
        state = {key: every[key][chosen] for key in ("level", "variance", "rising", "drift", "noise")}
        found[name] = _log_sum(log_weight), LawFit(curves.take(chosen), weight / weight.sum(), **state)
    return found


def _hopeful(law: NDArray[np.intp], log_weight: Floats, allowance: float) -> NDArray[np.intp]:
    """Return which curves are not too far behind the best of their law and of all; of each law at least one."""
    best = np.full(law.max() + 1, -np.inf)
    np.maximum.at(best, law, log_weight)
    least = np.maximum(best, best.max() - allowance * _HOPELESS_LAW) - allowance * _HOPELESS_CURVE
    return np.flatnonzero(log_weight >= np.minimum(least, best)[law])


def _weigh_curves(
    names: Sequence[str],
    law: NDArray[np.intp],
    curves: Curves,
    log_cost: Floats,
    settings: Sequence[_Setting],
    course: Course,
    seconds: float | None,
) -> _Weighed:
    """Filter each curve under each setting; curves that stand for no law have one of their own."""
    count = len(settings)
    lawless = law == (names.index("none") if "none" in names else -1)
    prior, drift, noise = (
        np.where(lawless, other, np.array(values)[:, None]).ravel()
        for values, other in zip(zip(*settings, strict=True), _NO_LAW, strict=True)
    )
    repeat = np.tile(np.arange(len(law)), count)
    filtered = level_filter.run(course, log_cost[repeat], drift, noise)
    repeated, laws = curves.take(repeat), law[repeat]
    log_weight = prior + repeated.log_prior + filtered.log_likelihood
    if seconds is not None:
        least = np.log([LEAST_UNIT_NS.get(name, 1e-9) * 1e-9 / seconds for name in names])
        log_weight = log_weight - np.logaddexp(0, (least[laws] - filtered.lowest) / _LEAST_UNIT_WIDTH)
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
