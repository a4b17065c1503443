"""A series as lines: what was measured, and the laws through it and beyond."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.fit.fitting import Task
from wythoff.harness.formats._common import quantile
from wythoff.harness.growth import Analysis
from wythoff.harness.growth.samples import MOST_N
from wythoff.harness.report.embed import all_drawn, whole

Floats = NDArray[np.float64]
Quartiles = tuple[float, float]

# How far laws are drawn beyond the largest size.
ONWARD = 2.0
# How far beyond its largest size a series is carried on when it is compared with others.
REACH = 16.0
# Lines are smooth in logarithms, but for the bend where an overhead ends: so many points for a line, and beyond it.
_POINTS, _POINTS_AHEAD = 10, 3
# Nothing is drawn that lies above the largest measured value by more than this factor.
_MOST_GROWTH = 1e12
# The analysis takes sizes that differ by rounding only for one.
_SAME = 1e-8


@dataclass(frozen=True)
class Course:
    """
    A series as it is compared with others: arrays of shape (sizes,), ascending in `n`.

    Attributes
    ----------
    n, median, low, high : numpy.ndarray of float64
        Sizes, and what was measured there: median and quartiles of the samples (all three the value, where there is but
        one); or what a law predicts there: median and 90 % interval.
    """

    n: Floats
    median: Floats
    low: Floats
    high: Floats


def measured(task: Task, analysis: Analysis) -> tuple[Course, list[Quartiles | None]]:
    """
    Bring the samples of each size that the analysis used to a median and quartiles.

    Returns
    -------
    course : Course
        One point for each of `Analysis.n`; a memory's floor is not subtracted.
    quartiles : list of (float, float) or None
        For each size; None where only one sample is known.
    """
    groups: list[list[float]] = [[] for _ in analysis.n]
    told: list[list[Quartiles | None]] = [[] for _ in analysis.n]
    for n, values, quartiles in zip(task.n, task.samples, task.quartiles, strict=True):
        place = bisect_right(analysis.n, n) - 1
        if place >= 0 and math.isclose(n, analysis.n[place], rel_tol=_SAME):
            groups[place] += [value for value in values if 0 < value < math.inf]
            told[place].append(quartiles)
    medians = [median(group) for group in groups]
    spreads = [_spread(group, found) for group, found in zip(groups, told, strict=True)]
    sides = [spread or (middle, middle) for spread, middle in zip(spreads, medians, strict=True)]
    low, high = np.array(sides, float).reshape(-1, 2).T
    return Course(np.array(analysis.n, float), np.array(medians, float), low, high), spreads


def _spread(samples: Sequence[float], told: Sequence[Quartiles | None]) -> Quartiles | None:
    if len(samples) > 1:
        return quantile(samples, 0.25), quantile(samples, 0.75)
    found = told[0] if len(told) == 1 else None
    return found if found is not None and 0 < found[0] <= found[1] < math.inf else None


def law_lines(analysis: Analysis) -> tuple[list[dict[str, Any]], Course | None]:
    """
    Draw the likeliest law, the runner-up, and what the likeliest predicts.

    Parameters
    ----------
    analysis : Analysis
        With its curves, as it comes from `wythoff.harness.growth.analyse`.

    Returns
    -------
    lines : list of dict
        The ``"curves"`` of a series' data block; see `wythoff.harness.report.build`. Empty where two sizes are missing.
    ahead : Course or None
        What the law predicts at the largest size and beyond, up to `REACH` times as far; None if undecided.
    """
    if len(analysis.n) < 2:
        return [], None
    first, last = analysis.n[0], analysis.n[-1]
    end = min(last * ONWARD, MOST_N)
    carried_on = analysis.decided and analysis.law != "none"
    near = np.geomspace(last, end, _POINTS_AHEAD)
    far = np.geomspace(last * ONWARD, last * REACH, 4)[1:] if carried_on else near[:0]
    sizes = np.concatenate([near, far[far <= MOST_N]])
    middle, low, high = analysis.curve(analysis.law, sizes)
    finite = np.isfinite(high) & (low > 0)
    ahead = Course(sizes[finite], middle[finite], low[finite], high[finite])
    limit = max(analysis.values) * _MOST_GROWTH
    shown = slice(0, _POINTS_AHEAD)
    lines = []
    for law in _two_laws(analysis):
        to = last if law == analysis.law else end
        entry = {"law": law, **_arrays(first, to, limit, median=analysis.line(law, np.geomspace(first, to, _POINTS)))}
        if law == analysis.law:
            entry["ahead"] = _arrays(last, end, limit, median=middle[shown], low=low[shown], high=high[shown])
        if any(value is not None for value in entry["median"]):
            lines.append(entry)
    return lines, ahead if carried_on and len(ahead.n) > 1 else None


def _two_laws(analysis: Analysis) -> list[str]:
    ordered = sorted(analysis.probabilities, key=lambda law: -analysis.probabilities[law])
    return [analysis.law, *[law for law in ordered if law not in (analysis.law, "none")][:1]]


def _arrays(first: float, last: float, limit: float, **values: Floats) -> dict[str, Any]:
    kept = {name: [value if value <= limit else None for value in found.tolist()] for name, found in values.items()}
    return {"n0": whole(first), "n1": whole(last)} | {name: all_drawn(found) for name, found in kept.items()}
