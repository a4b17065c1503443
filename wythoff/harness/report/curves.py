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
from wythoff.harness.fit.line import law_line, line_sizes, sizes_ahead
from wythoff.harness.formats._common import quantile
from wythoff.harness.growth import Analysis
from wythoff.harness.growth.samples import MOST_N
from wythoff.harness.report.embed import all_drawn, whole

Floats = NDArray[np.float64]
Quartiles = tuple[float, float]

# How far beyond its largest size a series is carried on when it is compared with others.
REACH = 16.0
# The runner-up's line is smooth in logarithms, but for the bend where an overhead ends.
_POINTS = 10
# Medians are written as whole parts of the lowest sample, quartiles as whole parts of the median; and the law's line,
# which lies close to the lowest samples, by finer parts of these.
PARTS = 10_000
_PATH_PARTS = 100_000
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


@dataclass(frozen=True)
class Lines:
    """
    What is drawn of a series' laws.

    Attributes
    ----------
    curves : list of dict
        The ``"curves"`` of a series' data block; see `wythoff.harness.report.build`. Empty where two sizes are missing.
    path : tuple of two numpy.ndarray of float64, shape (points,)
        The likeliest law through the data; see `wythoff.harness.fit.line.law_line`.
    ahead : Course or None
        What the law predicts at the largest size and beyond, up to `REACH` times as far; None if undecided.
    """

    curves: list[dict[str, Any]]
    path: tuple[Floats, Floats]
    ahead: Course | None


def law_lines(analysis: Analysis) -> Lines:
    """Draw the likeliest law, the runner-up, and what the likeliest predicts; `analysis` has its curves."""
    path = law_line(analysis)
    if not len(path[0]):
        return Lines([], path, None)
    last = analysis.n[-1]
    carried_on = analysis.decided and analysis.law != "none"
    near = sizes_ahead(analysis)
    far = np.geomspace(last, last * REACH, 5) if carried_on else near[:0]
    middle, low, high = analysis.curve(analysis.law, np.concatenate([near, far[far <= MOST_N]]))
    finite = np.isfinite(high) & (low > 0)
    beyond = slice(len(near), None)
    kept = finite[beyond]
    ahead = Course(far[far <= MOST_N][kept], middle[beyond][kept], low[beyond][kept], high[beyond][kept])
    limit = max(analysis.values) * _MOST_GROWTH
    shown = slice(0, len(near))
    law: dict[str, Any] = {"law": analysis.law, "path": _parts_above(analysis, path)}
    law["ahead"] = {
        "n": [whole(n) for n in near.tolist()],
        **_kept(limit, median=middle[shown], low=low[shown], high=high[shown]),
    }
    return Lines([law, *_runner_up(analysis, limit)], path, ahead if carried_on and len(ahead.n) > 1 else None)


def _parts_above(analysis: Analysis, path: tuple[Floats, Floats]) -> list[int]:
    """Tell by how many parts the line lies above straight lines through the lowest samples, in logarithms."""
    n, cost = path
    if len(n) < len(line_sizes(analysis.n)):
        return []
    best = np.log(np.array(analysis.values) + (analysis.floor or 0.0))
    straight = np.interp(np.log(n), np.log(analysis.n), best)
    return [round(part) for part in (np.expm1(np.log(cost) - straight) * _PATH_PARTS).tolist()]


def _runner_up(analysis: Analysis, limit: float) -> list[dict[str, Any]]:
    """Draw the second law through the level of the largest size, as if nothing but the law made the series grow."""
    first, end = analysis.n[0], float(sizes_ahead(analysis)[-1])
    ordered = sorted(analysis.probabilities, key=lambda law: -analysis.probabilities[law])
    for law in [law for law in ordered if law not in (analysis.law, "none")][:1]:
        median = analysis.line(law, np.geomspace(first, end, _POINTS))
        if np.isfinite(median).any():
            return [{"law": law, "n0": whole(first), "n1": whole(end), **_kept(limit, median=median)}]
    return []


def _kept(limit: float, **values: Floats) -> dict[str, Any]:
    return {name: all_drawn(one if one <= limit else None for one in found.tolist()) for name, found in values.items()}
