"""The changes in each series' history, found cheaply and judged dearly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from wythoff.harness.clocks import Wanted, samples_by, value_by
from wythoff.harness.compare import Change, Pair, Runs, compare_all
from wythoff.harness.compare.pairs import pair_of_samples
from wythoff.harness.compare.runs import RUN
from wythoff.harness.history.courses import Commit, Course, course_of, lowest, run_effects, scale
from wythoff.harness.history.stretches import Floats, cuts, noise, penalty, stands_out
from wythoff.harness.results import Details
from wythoff.harness.rows import Row
from wythoff.harness.series import Points, Series

Watcher = Callable[[int], AbstractContextManager[Callable[[], None]]]

# So many commits on either side of a change are measured against each other.
BESIDE: Final = 3


@dataclass(frozen=True)
class Mark:
    """
    A change.

    Attributes
    ----------
    at : int
        Position of the first commit that has it.
    change : Change
        What changed, as `wythoff.harness.compare` says it.
    before, after : tuple of int
        Positions of the commits that were held beside each other.
    confirmed : bool
        Whether a later commit has it, too; the newest commit's change isn't.
    """

    at: int
    change: Change
    before: tuple[int, ...]
    after: tuple[int, ...]
    confirmed: bool


@dataclass(frozen=True)
class History:
    """
    A series over its commits.

    Attributes
    ----------
    series : Series
        Without a commit.
    kind, unit : str
        What is measured; times are in seconds.
    commits : tuple of Commit
        In the order of their dates.
    n : float
        A size that most commits have, the largest.
    values : tuple of float
        The lowest sample there at each commit; NaN where it is missing.
    slopes : numpy.ndarray of float64, shape (commits,)
        The power of n by which each commit's cost grows faster than the newest's; NaN where unknown.
    marks : tuple of Mark
        The changes, ascending.
    remade : tuple of (int, str)
        Positions of commits that can't be compared with the one before, and why.
    points : tuple of Points
        What was measured at each commit; outlines.
    runs : tuple of float
        The factor by which each commit's run was dearer as a whole, told from all series of the machine.
    """

    series: Series
    kind: str
    unit: str
    commits: tuple[Commit, ...]
    n: float
    values: tuple[float, ...]
    slopes: Floats
    marks: tuple[Mark, ...]
    remade: tuple[tuple[int, str], ...]
    points: tuple[Points, ...]
    runs: tuple[float, ...]


@dataclass(frozen=True)
class _Cut:
    """A place where a course seems to change, and the commits to be held beside each other."""

    course: int
    at: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    confirmed: bool


def find_histories(
    series: Mapping[Series, Mapping[str, Points]],
    *,
    clock: Wanted = "auto",
    watch: Watcher = lambda count: nullcontext(lambda: None),
    processes: int = 1,
) -> tuple[list[History], dict[str, list[str]]]:
    """
    Find at which commits what changed.

    Parameters
    ----------
    series : mapping of Series to mapping of str to Points
        Each series without a commit, with its measured points by commit; outlines will do.
    clock : {"auto", "wall", "cpu"}
        One for all commits of a series.
    watch : callable, optional
        Called with the number of places to be judged; gives a function to call after each.
    processes : int
        How many may share that work.

    Returns
    -------
    histories : list of History
        Of each series with two commits or more that have dates, in the order of `series`.
    left_out : dict of str to list of str
        For each reason the labels of series of which nothing can be told though they have several commits.

    Raises
    ------
    InputError
        If a file was changed since it was read.

    Notes
    -----
    Each series' lowest samples are cut into level stretches; what noise makes of them is seen in the series itself,
    and chance is corrected for the number of commits and series. A stretch has two commits at least, so that a single
    run that was disturbed is no change; only the newest commit stands alone, and is said to be unconfirmed. At each cut
    the samples of up to three commits on either side are compared, less what struck their runs as a whole, and only
    what `wythoff.harness.compare.compare_all` calls a change is one. That takes some 10 ms a series, and 0.1 s a cut.
    """
    details = Details()
    left_out: dict[str, list[str]] = {}
    courses = []
    for one, commits in series.items():
        course, why = course_of(one, commits, details, clock)
        if course is not None:
            courses.append(course)
        elif why:
            left_out.setdefault(why, []).append(one.label)
    groups: dict[tuple[str, str, str, str], list[int]] = {}
    for place, course in enumerate(courses):
        kind, clock_of = course.points[-1][0][1].kind, course.clock or "wall"
        key = (course.series.machine, course.series.environment, kind, clock_of)
        groups.setdefault(key, []).append(place)
    marks: dict[int, list[Mark]] = {}
    effects: dict[int, dict[str, float]] = {}
    every: list[_Cut] = []
    commits_looked_at = sum(len(course.commits) for course in courses)
    for members in groups.values():
        shared = run_effects([courses[place] for place in members])
        for place in members:
            effects[place] = shared
            every += _cuts(place, courses[place], shared, commits_looked_at)
    samples = _samples(every, courses, details)
    pairs = [_pair(cut, courses[cut.course], samples, effects[cut.course]) for cut in every]
    with watch(len(every)) as advance:
        known = Runs(0.0, RUN, len(courses), False)
        changes, _ = compare_all(pairs, runs=known, advance=advance, processes=processes)
    for cut, change in zip(every, changes, strict=True):
        if change.kind not in ("none", "unknown"):
            mark = Mark(cut.at, change, cut.before, cut.after, cut.confirmed)
            marks.setdefault(cut.course, []).append(mark)
    found = [_history(course, marks.get(place, []), effects[place]) for place, course in enumerate(courses)]
    return found, left_out


def _cuts(place: int, course: Course, effects: Mapping[str, float], commits: int) -> list[_Cut]:
    """Find where a course may have changed."""
    found = []
    for first, end in course.spans:
        if end - first < 2:
            continue
        parts = course.parts(first, end)
        parts = parts - np.array([effects.get(one.hash, 0.0) for one in course.commits[first:end]])[:, None]
        deviation = noise(parts)
        cost = penalty(commits, parts.shape[1])
        at = cuts(parts, deviation, cost)
        bounds = [0, *at, end - first]
        for before, here, after in zip(bounds[:-2], bounds[1:-1], bounds[2:], strict=True):
            # The newest commit may be off its stretch.
            found.append(_cut(place, first, before, here, after))
        if end == len(course.commits) and stands_out(parts, deviation, cost, bounds[-2]):
            found.append(_cut(place, first, bounds[-2], end - first - 1, end - first))
    return found


def _cut(course: int, first: int, before: int, here: int, after: int) -> _Cut:
    beside = min(BESIDE, here - before, after - here)
    return _Cut(
        course,
        first + here,
        tuple(range(first + here - beside, first + here)),
        tuple(range(first + here, first + here + beside)),
        after - here > 1,
    )


_Sampled = dict[tuple[int, int], dict[float, list[float]]]


def _samples(every: Sequence[_Cut], courses: Sequence[Course], details: Details) -> _Sampled:
    """Read all samples of commits that stand alone beside a cut, a file at a time; of others the lowest do."""
    alone = {(cut.course, place) for cut in every if len(cut.before) == 1 for place in (*cut.before, *cut.after)}
    rows = [(row, n, key) for key in alone for n, row in courses[key[0]].points[key[1]] if n > 0]
    rows.sort(key=lambda entry: str(entry[0].file))
    found: _Sampled = {key: {} for key in alone}
    for outline, n, key in rows:
        row, clock = details.of(outline), courses[key[0]].clock
        value = row.value if clock is None else value_by(row, clock)
        samples = row.samples if clock is None else samples_by(row, clock)
        values = samples or ([] if value is None else [value])
        found[key].setdefault(n, []).extend(scale(row.unit) * one for one in values)
    return found


def _lowest(course: Course, place: int) -> dict[float, list[float]]:
    known = [(n, scale(row.unit) * value) for n, row in course.points[place] if (value := lowest(row, course.clock))]
    return {n: [min(value for size, value in known if size == n)] for n in dict(known) if n > 0}


def _pair(cut: _Cut, course: Course, samples: _Sampled, effects: Mapping[str, float]) -> Pair:
    """
    Pool what was measured on either side of a cut, less what struck each commit's run as a whole.

    Of several commits each has its lowest sample of a size: how far these lie apart is what commits differ by, whatever
    struck the samples of one.
    """
    sides: list[dict[float, list[float]]] = [{}, {}]
    for side, places in zip(sides, (cut.before, cut.after), strict=True):
        for place in places:
            factor = float(np.exp(-effects.get(course.commits[place].hash, 0.0)))
            by_size = samples[cut.course, place] if len(places) == 1 else _lowest(course, place)
            for n, values in by_size.items():
                side.setdefault(n, []).extend(factor * value for value in values)
    pooled = [[point for place in places for point in course.points[place]] for places in (cut.before, cut.after)]
    return pair_of_samples(sides, pooled, _unit(course.points[cut.at][0][1]), course.clock)


def _unit(row: Row) -> str:
    return "seconds" if scale(row.unit) != 1.0 else row.unit


def _history(course: Course, marks: Sequence[Mark], effects: Mapping[str, float]) -> History:
    known = np.isfinite(course.logs)
    # The largest size that most commits have, and if possible the newest.
    good = [place for place in range(len(course.n)) if known[-1, place]] or list(range(len(course.n)))
    place = good[-1]
    row = course.points[-1][0][1]
    return History(
        replace(course.series, commit=""),
        row.kind,
        _unit(row),
        course.commits,
        float(course.n[place]),
        tuple(np.exp(course.logs[:, place]).tolist()),
        course.slopes(),
        tuple(sorted(marks, key=lambda mark: mark.at)),
        course.remade,
        course.points,
        tuple(float(np.exp(effects.get(one.hash, 0.0))) for one in course.commits),
    )
