"""
Which law a benchmark grows by, how surely, and what larger sizes cost.

A Bayesian choice among laws. Each law is a family of curves (`laws`); a filter (`filter`) says how
well each curve explains the measured costs once slow drift, jumps at cache sizes and outlying sizes are allowed for;
the laws' probabilities follow from averaging over their curves. A law is called decided only where its probability is
high and the sizes could have told otherwise.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wythoff.errors import InputError, shorten
from wythoff.harness.growth import decision, predict, reasons, regimes
from wythoff.harness.growth.evidence import Evidence, weigh
from wythoff.harness.growth.filter import ObservedSeries
from wythoff.harness.growth.laws import LAWS, OTHERS
from wythoff.harness.growth.path import filtered_path
from wythoff.harness.growth.predict import Extrapolation, LawFit
from wythoff.harness.growth.regimes import Jump
from wythoff.harness.growth.samples import LEAST_N, MOST_N, Cleaned, LeftOut, clean
from wythoff.harness.growth.slopes import exponent_of, local_slopes
from wythoff.harness.units import SECONDS

__all__ = ["LAWS", "OTHERS", "Analysis", "Jump", "LeftOut", "Prediction", "analyse"]

Floats = NDArray[np.float64]

_JUDGES: Final = 12  # so many of a law's curves say where the cost jumps


@dataclass(frozen=True)
class Prediction:
    """The cost to expect at size `n`: median of the samples, and a 90 % interval for it, in the samples' unit."""

    n: float
    median: float
    low: float
    high: float


@dataclass(frozen=True)
class Analysis:
    """
    What a series says about its growth.

    Attributes
    ----------
    law : str
        The best guess: one of `LAWS` or `OTHERS`.
    decided : bool
        Whether the guess is earned.
    candidates : tuple of str
        The laws that can't be ruled out, likeliest first; contains `law`.
    probabilities : mapping of str to float
        Of every law; they add up to 1.
    exponent, exponent_low, exponent_high : float
        The power of n that the cost grows by at the last sizes, and its 95 % interval; NaN for fewer than two sizes.
    slopes : tuple of (float, float)
        For neighbouring sizes their geometric mean and the slope of log cost over log n between them.
    jumps : tuple of Jump
        Where the cost per unit of work jumps, if `law` is right.
    predictions : tuple of Prediction
        At the sizes asked for, in their order; NaN for fewer than two sizes.
    next_n : float or None
        If undecided, the size worth measuring next.
    why : str
        The evidence in one sentence.
    n, values : tuple of float
        The sizes used, ascending, and the lowest sample at each (less the floor).
    left_out : tuple of LeftOut
        What was not used.
    floor : float or None
        What was subtracted as the floor of a process's memory.
    exponent_from : float
        The first of the last sizes, to which the exponent belongs; NaN for fewer than two sizes.
    counted : str or None
        The law that counted operations of the same work grow by, as it was given.
    """

    law: str
    decided: bool
    candidates: tuple[str, ...]
    probabilities: Mapping[str, float]
    exponent: float
    exponent_low: float
    exponent_high: float
    slopes: tuple[tuple[float, float], ...]
    jumps: tuple[Jump, ...]
    predictions: tuple[Prediction, ...]
    next_n: float | None
    why: str
    n: tuple[float, ...]
    values: tuple[float, ...]
    left_out: tuple[LeftOut, ...]
    floor: float | None
    exponent_from: float = math.nan
    counted: str | None = None
    _fits: Mapping[str, LawFit] = field(default_factory=dict, repr=False, compare=False)
    _extrapolation: Extrapolation | None = field(default=None, repr=False, compare=False)
    _observed: ObservedSeries | None = field(default=None, repr=False, compare=False)

    def curve(self, law: str, n: ArrayLike) -> tuple[Floats, Floats, Floats]:
        """
        Draw one law through the last size.

        Parameters
        ----------
        law : str
            A law of `probabilities`.
        n : array_like of float, shape (points,)
            Sizes above 0, within the data or beyond.

        Returns
        -------
        tuple of three numpy.ndarray of float64, shape (points,)
            Median and 90 % band of the cost if the law is right, in the samples' unit, the floor included. NaN where
            the law could not be fitted.

        Raises
        ------
        InputError
            If the law is unknown or a size is not above 0.
        """
        sizes = _sizes_of(law, n)
        if self._extrapolation is None or law not in self._fits:
            nothing = np.full(len(sizes), np.nan)
            return nothing, nothing.copy(), nothing.copy()
        low, median, high = predict.quantiles(sizes, self._fits, {law: 1.0}, self._extrapolation).T + (
            self.floor or 0.0
        )
        return median, low, high

    def line(self, law: str, n: ArrayLike) -> Floats:
        """
        Draw a law through the level that the series has at its largest size, as if nothing but the law made it grow.

        Within the data this is what the eye holds the points against. `curve`, which asks for the costs to expect when
        only the largest size is known, widens towards the small sizes, and takes a hundred times as long.

        Parameters
        ----------
        law, n
            As for `curve`.

        Returns
        -------
        numpy.ndarray of float64, shape (points,)
            In the samples' unit, the floor included. NaN where the law could not be fitted.

        Raises
        ------
        InputError
            As for `curve`.
        """
        sizes = _sizes_of(law, n)
        fit = self._fits.get(law)
        return np.full(len(sizes), np.nan) if fit is None else fit.path(sizes) + (self.floor or 0.0)

    def path(self, law: str, n: ArrayLike) -> Floats:
        """
        Draw a law through the data: its growth, and the level that the analysis found at each size.

        Parameters
        ----------
        law, n
            As for `curve`.

        Returns
        -------
        numpy.ndarray of float64, shape (points,)
            In the samples' unit, the floor included; see `wythoff.harness.growth.path`. Beyond the last size it is
            `line`. NaN where the law could not be fitted.

        Raises
        ------
        InputError
            As for `curve`.
        """
        sizes = _sizes_of(law, n)
        if self._observed is None or law not in self._fits:
            return np.full(len(sizes), np.nan)
        return filtered_path(self._observed, self._fits[law], self.n, sizes) + (self.floor or 0.0)

    def __str__(self) -> str:
        """Return the law, its probability and the exponent in one line, and the reason in another."""
        from wythoff.harness.growth.texts import verdict_text

        return f"{verdict_text(self)}\n  {self.why}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show it in IPython's terminal, where the curves would fill the screen."""
        printer.text(str(self))

    def _repr_html_(self) -> str:
        from wythoff.harness.growth.html import html_of_analysis

        return html_of_analysis(self)

    def plot(self) -> Any:
        """Draw values and law as a matplotlib figure, which needs the extra ``plot``."""
        from wythoff.harness.growth.figure import figure_of_analysis

        return figure_of_analysis(self)

    def without_curves(self) -> Analysis:
        """Return the same answer without what the lines are drawn from, some 200 kB; they give NaN then."""
        return replace(self, _fits={}, _extrapolation=None, _observed=None)


def analyse(
    n: Iterable[Any],
    samples: Iterable[Any],
    *,
    unit: str = "seconds",
    predict_n: Iterable[float] = (),
    bytes_per_n: float | None = None,
    caches: Mapping[str, int] | None = None,
    memory: bool = False,
    busy: Iterable[float] = (),
    least_probability: float = 0.0,
    counted: str | None = None,
) -> Analysis:
    """
    Find the growth law of a series.

    Parameters
    ----------
    n : sequence of float, shape (sizes,)
        Sizes, in any order; equal ones are merged. Sizes that are not within 1e-9 to 1e60 are left out.
    samples : sequence of float or of sequences of float, shape (sizes,) or ragged
        Cost at each size: one number, or all that were measured. None, NaN, zero and negative ones are left out.
    unit : str
        ``"seconds"``, ``"ms"``, ``"us"``, ``"ns"``, or anything else that isn't a time. What processors can and can't
        do in a given time is taken into account for times only.
    predict_n : sequence of float
        Sizes above 0 to predict the cost at.
    bytes_per_n : float, optional
        Working set per unit of n, to match jumps with caches.
    caches : mapping of str to int, optional
        Bytes of ``"L1d"``, ``"L2"``, ``"L3"`` and ``"RAM"``.
    memory : bool
        Whether the samples are a process's memory, whose floor is subtracted.
    busy : sequence of float
        Sizes that were measured while the machine was known to be busy. They are expected to lie off more often.
    least_probability : float, 0 to 1
        No law is decided below it, as where more can be measured. It is at least what sizes, samples and noise ask for,
        from 0.72 on; what was counted asks for more by itself, and this is passed over.
    counted : str, optional
        The law of `LAWS` that counted operations of the same work grow by, where that is decided, as by
        `wythoff.harness.counts.count_growth`. Times that agree with it decide sooner; times that don't by a hundred to
        one are left undecided, or decided otherwise where they speak clearly.

    Returns
    -------
    Analysis
        Always; too few sizes give an undecided one.

    Raises
    ------
    InputError
        If `n` and `samples` differ in length or hold what is no number, a size to predict at is not above 0, or
        `unit`, `bytes_per_n`, `caches`, `busy`, `least_probability` or `counted` are not what they should be.

    Notes
    -----
    Deterministic. Some 60 ms for 20 sizes, and less where sizes are those of the series before. Time grows with the
    number of sizes times that of the curves, and the latter with the octaves that the sizes span, for the overheads
    that are tried lie half an octave apart.

    The statistic is the lowest sample, and once more the median; the logarithms of the evidence are averaged.
    Probabilities are as honest as the model. Of 176 timed functions of known growth, about half of which shaped it,
    82 % are decided, none of them wrongly; how it does on other series is told, design by design, in docs/verdicts.md.
    What remains is mostly n against n log n, which leaving the caches imitates, and n^2 against n^2 log n where the
    work exceeds the overhead at few sizes only. Linear work of which a faint part grows by a logarithm is left
    undecided where the times show it.

    Examples
    --------
    >>> sizes = [2**k for k in range(4, 16)]
    >>> found = analyse(sizes, [3e-9 * n + 2e-7 for n in sizes], predict_n=[2**18])
    >>> found.law, found.decided
    ('n', True)
    >>> [ahead] = found.predictions
    >>> ahead.low < 3e-9 * 2**18 < ahead.high
    True
    """
    sizes_asked = checked_sizes("predict_n", predict_n)
    disturbed = checked_sizes("busy", busy)
    _check_machine(bytes_per_n, caches)
    if not (isinstance(least_probability, int | float) and 0 <= least_probability <= 1):
        raise InputError(f"least_probability must be from 0 to 1, got {shorten(repr(least_probability))}")
    if counted is not None and counted not in LAWS:
        raise InputError(f"counted must be one of {', '.join(LAWS)}, got {shorten(repr(counted))}")
    if not isinstance(unit, str):
        raise InputError(f"unit must be text, got {shorten(repr(unit))}")
    if unit == "operations":
        of_counts = importlib.import_module("wythoff.harness.growth.counted")  # which needs this module
        answer: Analysis = of_counts.analyse_counts(n, samples, predict_n=predict_n)
        return answer
    series = clean(n, samples, memory)
    seconds = SECONDS.get(unit)
    if len(series.n) < 2:
        return replace(too_few(series, sizes_asked), counted=counted)
    y = np.log(series.value)
    evidence = weigh(series, seconds, bytes_per_n, caches, np.isin(series.n, disturbed), counted)
    probabilities = evidence.probabilities
    order = sorted(probabilities, key=lambda law: -probabilities[law])
    law = order[0]
    exponent, exponent_low, exponent_high, exponent_from = exponent_of(series.n, y, series.error)
    doubt = decision.doubt(series, evidence, law, exponent_high, least_probability)
    next_n = None if doubt is None else _next(evidence, order)
    weights = {name: probabilities[name] for name in order}
    found = predict.quantiles(sizes_asked, evidence.fits, weights, evidence.extrapolation) + (series.floor or 0.0)
    predictions = [
        Prediction(size, median, low, high)
        for size, (low, median, high) in zip(sizes_asked, found.tolist(), strict=True)
    ]
    return Analysis(
        law=law,
        decided=doubt is None,
        candidates=decision.candidates(order, evidence, doubt is None),
        probabilities=probabilities,
        exponent=exponent,
        exponent_low=exponent_low,
        exponent_high=exponent_high,
        exponent_from=exponent_from,
        counted=counted,
        slopes=local_slopes(series.n, y),
        jumps=_jumps(series, evidence, law, bytes_per_n, caches),
        predictions=tuple(predictions),
        next_n=next_n,
        why=reasons.why(series, evidence, order, doubt, next_n, unit) + _busy_text(series, disturbed),
        n=tuple(series.n.tolist()),
        values=tuple(series.value.tolist()),
        left_out=series.left_out,
        floor=series.floor,
        _fits=evidence.fits,
        _extrapolation=evidence.extrapolation,
        _observed=evidence.observed,
    )


def _sizes_of(law: str, n: ArrayLike) -> Floats:
    """Return the sizes, shape (points,), that a law is to be drawn at; refuse what is no law or no size."""
    if law not in LAWS + OTHERS:
        raise InputError(f"law must be one of {', '.join(LAWS + OTHERS)}, got {shorten(repr(law))}")
    sizes = np.atleast_1d(np.asarray(n, float)).ravel()
    if not ((sizes >= LEAST_N) & (sizes <= MOST_N)).all():
        raise InputError(f"n must hold sizes from {LEAST_N:g} to {MOST_N:g}")
    return sizes


def _busy_text(series: Cleaned, busy: Sequence[float]) -> str:
    count = int(np.isin(series.n, busy).sum())
    return f"; the machine was busy at {count} of {len(series.n)} sizes" if count else ""


def checked_sizes(name: str, values: Iterable[float]) -> list[float]:
    """Return an argument's sizes as numbers, or say which is none."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise InputError(f"{name} must be a sequence, got {shorten(repr(values))}")
    found = []
    for size in values:
        if isinstance(size, bool | str) or not isinstance(size, int | float | np.number):
            raise InputError(f"{name} must hold numbers, got {shorten(repr(size))}")
        if not MOST_N >= size >= LEAST_N:
            raise InputError(f"{name} must hold sizes from {LEAST_N:g} to {MOST_N:g}, got {shorten(repr(size))}")
        found.append(float(size))
    return found


def _check_machine(bytes_per_n: object, caches: object) -> None:
    if bytes_per_n is not None and not _is_positive(bytes_per_n):
        raise InputError(f"bytes_per_n must be a number above 0, got {shorten(repr(bytes_per_n))}")
    if caches is not None and not isinstance(caches, Mapping):
        raise InputError(f'caches must map names like "L2" to bytes, got {shorten(repr(caches))}')
    for name, size in (caches or {}).items():
        if not _is_positive(size):
            label = f"caches[{shorten(repr(name))}]"
            raise InputError(f"{label} must be a number of bytes above 0, got {shorten(repr(size))}")


def _is_positive(value: object) -> bool:
    return isinstance(value, int | float | np.number) and not isinstance(value, bool) and bool(0 < value < math.inf)


def too_few(series: Cleaned, sizes_asked: list[float]) -> Analysis:
    count = len(series.n)
    return Analysis(
        law="1",
        decided=False,
        candidates=LAWS + OTHERS,
        probabilities={law: 1 / len(LAWS + OTHERS) for law in LAWS + OTHERS},
        exponent=math.nan,
        exponent_low=math.nan,
        exponent_high=math.nan,
        slopes=(),
        jumps=(),
        predictions=tuple(Prediction(size, math.nan, math.nan, math.nan) for size in sizes_asked),
        next_n=float(2 * series.n[-1]) if count else None,
        why="no usable size" if count == 0 else "one size says nothing about growth",
        n=tuple(series.n.tolist()),
        values=tuple(series.value.tolist()),
        left_out=series.left_out,
        floor=series.floor,
    )


def _jumps(
    series: Cleaned, evidence: Evidence, law: str, bytes_per_n: float | None, caches: Mapping[str, int] | None
) -> tuple[Jump, ...]:
    n = series.n
    found = regimes.find_jumps(n, evidence.observed, evidence.fits[law].heaviest(_JUDGES)) if law != "none" else []
    return tuple(
        Jump(
            float(n[i]),
            float(n[i + 1]),
            factor,
            probability,
            regimes.level_between(float(n[i]), float(n[i + 1]), bytes_per_n, caches),
        )
        for i, factor, probability in found
    )


def _next(evidence: Evidence, order: list[str]) -> float | None:
    fits = [evidence.fits[law] for law in order if law in evidence.fits and law != "none"][:2]
    return predict.next_size(fits[0], fits[1], evidence.extrapolation) if len(fits) == 2 else None
