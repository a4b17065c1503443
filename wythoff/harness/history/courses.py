"""What the results hold of each series over its commits: sizes, costs, and where commits stop being comparable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from wythoff.harness.clocks import Wanted, choose, value_by
from wythoff.harness.fit.select import ENOUGH_SIZES
from wythoff.harness.history.stretches import Floats, in_parts, median
from wythoff.harness.results import Details
from wythoff.harness.rows import Clock, Outline, Row
from wythoff.harness.series import Points, Series
from wythoff.harness.units import SECONDS

_PARTS: Final = 3
_MOST_COMMITS: Final = 0.5  # of a series must have a size that is looked at
_FEWEST: Final = 5  # series; of fewer one that changed would pass for the machine
_LARGE: Final = 0.4  # of the octaves, from which on a trend is looked at

VERSION = "the benchmark itself changed: its version is another"
_UNIT = "measured in another unit"


@dataclass(frozen=True)
class Commit:
    """A commit's hash, and its time in milliseconds since 1970."""

    hash: str
    date: int


@dataclass(frozen=True)
class Course:
    """
    A series over its commits.

    Attributes
    ----------
    series : Series
        Without a commit.
    commits : tuple of Commit
        In the order of their dates, two or more.
    points : tuple of Points
        What was measured at each.
    n : numpy.ndarray of float64, shape (sizes,)
        Sizes that most of the commits have, ascending.
    logs : numpy.ndarray of float64, shape (commits, sizes)
        Natural logarithms of the lowest samples; NaN where there is none.
    remade : tuple of (int, str)
        Positions of commits that can't be compared with the one before, and why.
    clock : {"wall", "cpu"} or None
        By which times are read; None for what is no time, or has one clock.
    """

    series: Series
    commits: tuple[Commit, ...]
    points: tuple[Points, ...]
    n: Floats
    logs: Floats
    remade: tuple[tuple[int, str], ...]
    clock: Clock | None

    @property
    def spans(self) -> list[tuple[int, int]]:
        """First and last but one of commits that are comparable with each other."""
        return list(pairwise([0, *(place for place, _ in self.remade), len(self.commits)]))

    def parts(self, first: int, end: int) -> Floats:
        """Return small, middle and large sizes of some commits, relative to what each size usually costs there."""
        logs = self.logs[first:end]
        known = np.isfinite(logs).any(axis=0)
        logs = logs[:, known]
        usual = median(logs)
        groups = [group for group in np.array_split(np.arange(logs.shape[1]), _PARTS) if len(group)]
        return in_parts(logs - usual, groups)

    def slopes(self) -> Floats:
        """
        Return the power of n by which each commit's cost grows faster than that of the newest.

        Returns
        -------
        numpy.ndarray of float64, shape (commits,)
            The median of slopes between pairs of the larger sizes; NaN where fewer than two are known.
        """
        x = np.log(self.n)
        large = np.flatnonzero(x >= x[-1] - max(1 - _LARGE, 0.0) * (x[-1] - x[0]) - 1e-9)
        i, j = np.triu_indices(len(large), 1)
        y = (self.logs - self.logs[-1])[:, large]
        slopes = (y[:, j] - y[:, i]) / (x[large][j] - x[large][i])
        found = np.full(len(y), np.nan)
        known = np.isfinite(slopes).any(axis=1)
        found[known] = median(slopes[known].T)
        return found


def course_of(
    series: Series, commits: Mapping[str, Points], details: Details, wanted: Wanted = "auto"
) -> tuple[Course | None, str]:
    """
    Put a series' commits in order.

    Parameters
    ----------
    series : Series
        Without a commit.
    commits : mapping of str to Points
        By hash; outlines will do.
    details : Details
        Reads the rest, where two clocks were recorded.
    wanted : {"auto", "wall", "cpu"}
        The clock.

    Returns
    -------
    course : Course or None
        None where there is nothing to compare.
    why : str
        Why not, in a few words; empty where it is only that there is one commit.
    """
    usable = {
        commit: points
        for commit, points in commits.items()
        if commit and len({n for n, _ in points if n > 0}) >= ENOUGH_SIZES
    }
    ordered = [Commit(commit, date) for commit, points in usable.items() if (date := _date(points)) is not None]
    ordered.sort(key=lambda one: (one.date, one.hash))
    if len(ordered) < 2:
        undated = len(usable) > 1
        return None, "their commits have no dates" if undated else ""
    points = [usable[one.hash] for one in ordered]
    clock = _clock(points, details, wanted)
    counts: dict[float, int] = {}
    for one in points:
        for known in {n for n, _ in one if n > 0}:
            counts[known] = counts.get(known, 0) + 1
    n = sorted(size for size, count in counts.items() if count > _MOST_COMMITS * len(points))
    if len(n) < 2:
        return None, "their commits have too few sizes in common"
    columns = {size: column for column, size in enumerate(n)}
    logs = np.full((len(points), len(n)), np.nan)
    for place, one in enumerate(points):
        for size, row in one:
            value = lowest(row, clock)
            if size in columns and value is not None and value > 0:
                logs[place, columns[size]] = np.log(value * scale(row.unit))
    return Course(series, tuple(ordered), tuple(points), np.array(n), logs, tuple(_remade(points)), clock), ""


def lowest(row: Row, clock: Clock | None) -> float | None:
    """Return the lowest sample where that is known, which neighbours on the machine disturb least."""
    if isinstance(row, Outline) and clock in (None, row.clock):
        return row.lowest
    return row.value if clock is None else value_by(row, clock)


def _date(points: Points) -> int | None:
    return max((row.date for _, row in points if row.date is not None), default=None)


def scale(unit: str) -> float:
    """Return the seconds in a unit of time; 1 for others."""
    return SECONDS.get(unit) or 1.0


def _clock(points: Sequence[Points], details: Details, wanted: Wanted) -> Clock | None:
    """Choose one clock for all commits, as their newest has it, if all of them have it."""
    if all(row.cpu is None for one in points for _, row in one):
        return None
    chosen = choose([(n, details.of(row)) for n, row in points[-1]], wanted)
    if chosen is None:
        return None
    everywhere = all(value_by(row, chosen.clock) is not None for one in points for _, row in one)
    return chosen.clock if everywhere else None


def _remade(points: Sequence[Points]) -> list[tuple[int, str]]:
    """Find the commits at which the benchmark's version, or what it is measured in, became another."""
    found = []
    version: str | None = None
    kind: tuple[str, str] | None = None
    for place, one in enumerate(points):
        row = one[0][1]
        now = (row.kind, "seconds" if row.unit in SECONDS else row.unit)
        if kind is not None and now != kind:
            found.append((place, _UNIT))
        elif version and row.version and row.version != version:
            found.append((place, VERSION))
        kind, version = now, row.version or version
    return found


def run_effects(courses: Sequence[Course]) -> dict[str, float]:
    """
    Tell what strikes a commit's run as a whole: the middle of all series, each beside what it usually costs.

    Parameters
    ----------
    courses : sequence of Course
        Of one machine and environment, and by one clock.

    Returns
    -------
    dict of str to float
        For each commit the natural logarithm of the factor; 0 where fewer than five series tell.
    """
    levels: dict[str, list[float]] = {}
    for course in courses:
        for first, end in course.spans:
            if end - first < 2:
                continue
            level = np.median(course.parts(first, end), axis=1)
            for commit, value in zip(course.commits[first:end], (level - np.median(level)).tolist(), strict=True):
                levels.setdefault(commit.hash, []).append(value)
    return {commit: float(np.median(values)) if len(values) >= _FEWEST else 0.0 for commit, values in levels.items()}
