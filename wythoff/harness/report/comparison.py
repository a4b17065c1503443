"""Series side by side: all that differ in one parameter only, and the sizes at which one overtakes another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.fit.fitting import Fitted
from wythoff.harness.report.curves import REACH, Course
from wythoff.harness.report.machines import machine_key

Floats = NDArray[np.float64]

MEASURED, PREDICTED = "measured", "predicted"
# With more series than this in one picture, points at which pairs of them cross say nothing to anybody.
MOST_CROSSED = 24
# Two values that differ by less are equal: so much the same benchmark differs from run to run.
_LEAST_SPREAD = 0.02
# A change of order needs so many clear sizes on either side: a single one may be an outlier.
_CLEAR_SIZES = 2
_STEPS_PER_OCTAVE = 4


@dataclass(frozen=True)
class Crossover:
    """
    The size at which the order of two series changes for good.

    Attributes
    ----------
    below, above : int
        Positions of the series that is cheaper below `n`, and of the one that is cheaper from there on.
    n : float
        Where their medians cross, interpolated between sizes in logarithms.
    low, high : float
        The last size at which the old order is clear, and the first at which the new one is.
    kind : str
        ``"measured"`` or ``"predicted"``.
    """

    below: int
    above: int
    n: float
    low: float
    high: float
    kind: str


@dataclass(frozen=True)
class Comparison:
    """
    Series of one benchmark on one machine, environment and commit that differ in one fixed parameter only.

    Attributes
    ----------
    vary : str
        The parameter.
    fixed : tuple of (str, str)
        What else they have in common.
    series : tuple of int
        Positions among the fitted series, two or more.
    crossovers : tuple of Crossover or None
        None where there are more than `MOST_CROSSED` series.
    """

    vary: str
    fixed: tuple[tuple[str, str], ...]
    series: tuple[int, ...]
    crossovers: tuple[Crossover, ...] | None


def comparisons(fitted: Sequence[Fitted]) -> list[Comparison]:
    """
    Find what can be compared.

    Parameters
    ----------
    fitted : sequence of Fitted
        Drawn by `wythoff.harness.report.detail.draw`.

    Returns
    -------
    list of Comparison
        One for each benchmark, place, parameter, and values of the other parameters, in the order of their first
        series. Nothing is compared across machines, environments, commits, size parameters or units.
    """
    groups: dict[Any, list[int]] = {}
    for position, entry in enumerate(fitted):
        series = entry.series
        place = (series.benchmark, series.axis, machine_key(entry), series.environment, series.commit, entry.unit)
        for name, _ in series.fixed:
            rest = tuple(pair for pair in series.fixed if pair[0] != name)
            groups.setdefault((place, name, rest), []).append(position)
    found = []
    for (_, name, rest), members in groups.items():
        if len(members) > 1:
            crossed = _all_crossovers(fitted, members) if len(members) <= MOST_CROSSED else None
            found.append(Comparison(name, rest, tuple(members), crossed))
    return sorted(found, key=lambda comparison: comparison.series[0])


def _all_crossovers(fitted: Sequence[Fitted], members: Sequence[int]) -> tuple[Crossover, ...]:
    found = []
    for a, b in combinations(members, 2):
        first, second = fitted[a].drawn, fitted[b].drawn
        for kind, crossing in (
            (MEASURED, measured_crossing(first.measured, second.measured)),
            (PREDICTED, predicted_crossing(first.measured, first.ahead, second.measured, second.ahead)),
        ):
            if crossing is not None:
                sign, n, low, high = crossing
                found.append(Crossover(*((a, b) if sign < 0 else (b, a)), n, low, high, kind))
    return tuple(sorted(found, key=lambda crossover: crossover.n))


def measured_crossing(first: Course, second: Course) -> tuple[int, float, float, float] | None:
    """
    Find the size at which the measured order of two series changes for good.

    Parameters
    ----------
    first, second : Course
        The series; sizes that both have are compared.

    Returns
    -------
    tuple of (int, float, float, float), or None
        -1 if the first is the cheaper one below, else 1; the size; and the sizes between which the order is unclear.
        None unless the order is clear, beyond quartiles and 2 %, at two sizes or more on either side.
    """
    n, i, j = np.intersect1d(first.n, second.n, return_indices=True)
    a, b = _at(first, i), _at(second, j)
    sign = _order(a, b)
    return _change(n, np.log(a.median / b.median), sign, _CLEAR_SIZES)


def predicted_crossing(
    first: Course, first_ahead: Course | None, second: Course, second_ahead: Course | None
) -> tuple[int, float, float, float] | None:
    """
    Find the size beyond the data at which the order of two series is to change for good.

    Parameters
    ----------
    first, second : Course
        What was measured.
    first_ahead, second_ahead : Course or None
        What their laws predict; None where undecided.

    Returns
    -------
    tuple of (int, float, float, float), or None
        As for `measured_crossing`. None unless both laws are decided, the order at the end of the common data is clear,
        and the 90 % intervals lie apart in the other order within `REACH` times the smaller of the largest sizes.
    """
    if first_ahead is None or second_ahead is None or not len(first.n) or not len(second.n):
        return None
    last = min(first.n[-1], second.n[-1])
    if max(first.n[0], second.n[0]) > last:
        return None
    steps = round(np.log2(REACH) * _STEPS_PER_OCTAVE)
    n = np.geomspace(last, min(last * REACH, first_ahead.n[-1], second_ahead.n[-1]), steps + 1)
    a, b = _carried_on(first, first_ahead, n), _carried_on(second, second_ahead, n)
    sign = _order(a, b)
    return _change(n, np.log(a.median / b.median), sign, 1) if sign[0] else None


def _change(n: Floats, ratio: Floats, sign: NDArray[np.int_], least: int) -> tuple[int, float, float, float] | None:
    """Find the last change of a clear sign, with so many clear ones before and after it."""
    clear = np.flatnonzero(sign)
    if not len(clear):
        return None
    old = clear[sign[clear] == -sign[clear[-1]]]
    if not len(old):
        return None
    before = int(old[-1])
    after = int(clear[clear > before][0])
    if min(len(old), int((clear > before).sum())) < least:
        return None
    changes = np.flatnonzero(np.sign(ratio[before:after]) != np.sign(ratio[before + 1 : after + 1]))
    k = before + int(changes[-1])
    share = ratio[k] / (ratio[k] - ratio[k + 1])
    crossing = float(np.exp(np.log(n[k]) + share * np.log(n[k + 1] / n[k])))
    return int(sign[before]), crossing, float(n[before]), float(n[after])


def _order(a: Course, b: Course) -> NDArray[np.int_]:
    """Tell at each size whether the first is clearly cheaper (-1) or dearer (1) than the second, or neither (0)."""
    low_a, high_a = (
        np.minimum(a.low, a.median / (1 + _LEAST_SPREAD)),
        np.maximum(a.high, a.median * (1 + _LEAST_SPREAD)),
    )
    low_b, high_b = (
        np.minimum(b.low, b.median / (1 + _LEAST_SPREAD)),
        np.maximum(b.high, b.median * (1 + _LEAST_SPREAD)),
    )
    return np.asarray((low_a > high_b).astype(int) - (high_a < low_b).astype(int))


def _at(course: Course, places: NDArray[np.intp]) -> Course:
    return Course(course.n[places], course.median[places], course.low[places], course.high[places])


def _carried_on(course: Course, ahead: Course, n: Floats) -> Course:
    """Interpolate a series in logarithms within its data, and what its law predicts beyond."""
    inside = n <= course.n[-1]
    columns = []
    for name in ("median", "low", "high"):
        within = np.interp(np.log(n), np.log(course.n), np.log(getattr(course, name)))
        beyond = np.interp(np.log(n), np.log(ahead.n), np.log(getattr(ahead, name)))
        columns.append(np.exp(np.where(inside, within, beyond)))
    return Course(n, *columns)
