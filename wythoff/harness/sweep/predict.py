"""
From the measured points of a series to the next ones: seconds per call, and seconds that asv takes for a point.

Times are extrapolated on log-log scales from the last few points, as a series bends at the small end, where start-up
and caches hide its growth. Pure functions without input or output.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from wythoff.harness.series import Series
from wythoff.harness.sweep.timing import Timing

# A prediction from one point assumes linear growth: assuming more would stop series that could go on.
SLOPE_OF_ONE_POINT = 1.0
# Steeper slopes come from noise between sizes that lie close together, or from exponential growth, which is
# predicted too low and then ended by asv's own time limit.
MAX_SLOPE = 4.0
FITTED_POINTS = 4
# Below this many sizes a disturbed one makes whatever slope is fitted.
LEAST_FITTED = 3
# Work of a benchmark that isn't timed is its process's wall time less start-up, which has about this noise.
LEAST_WORK_S = 0.02
# A process that takes longer than this is itself longer than the disturbances that separate rounds are meant to spread.
INTERLEAVED_S = 5.0
# Preparation below this is noise of start-up, which extrapolated over decades of n would become hours.
LEAST_PREPARATION_S = 0.25


@dataclass(frozen=True)
class Point:
    """One benchmark with one parameter combination in one environment; `index` is its place in asv's order."""

    environment: str
    benchmark: str
    index: int
    params: tuple[tuple[str, str], ...]
    n: int | float | None

    @property
    def label(self) -> str:
        """The point as asv writes it."""
        return f"{self.benchmark}({', '.join(text for _, text in self.params)})" if self.params else self.benchmark


@dataclass(frozen=True)
class Known:
    """
    What is known about a point.

    Attributes
    ----------
    value : float or None
        The finite result, if there is one.
    wall_s : float or None
        How long asv's processes for the point took in all.
    failed : str or None
        Why it failed.
    skipped : bool
        Whether the benchmark itself declined the point.
    rounds_left : int
        How many rounds are still to be added to the value.
    busy : bool
        Whether the machine was busy when it was measured.
    slowdown : float
        How many times slower that made it seem, at worst; 1 where nothing disturbed.
    here : bool
        Whether it was measured in this sweep.
    tries : int
        How often it was measured again in this sweep.
    """

    value: float | None = None
    wall_s: float | None = None
    failed: str | None = None
    skipped: bool = False
    rounds_left: int = 0
    busy: bool = False
    slowdown: float = 1.0
    here: bool = False
    tries: int = 0


@dataclass(frozen=True)
class SeriesPlan:
    """
    A series, its points in ascending size, how asv runs it, and what is known.

    `decided` says in words that its law is decided and no larger size is wanted; None while that isn't so.
    """

    series: Series
    points: tuple[Point, ...]
    timing: Timing = field(default_factory=Timing)
    bytes_per_n: float | None = None
    known: Mapping[Point, Known] = field(default_factory=dict)
    decided: str | None = None

    def knowing(self, known: Mapping[Point, Known]) -> SeriesPlan:
        """Return the plan with what is now known about its points."""
        return replace(self, known={point: known[point] for point in self.points if point in known})


@dataclass(frozen=True)
class Overhead:
    """What measuring costs besides the calls: seconds per batch, and seconds per process."""

    batch_s: float = 3.0
    process_s: float = 0.6


def extrapolate(known: Sequence[tuple[float, float]], n: float) -> float | None:
    """
    Predict the seconds at size n on a log-log line.

    Parameters
    ----------
    known : sequence of (float, float)
        Sizes and seconds in ascending size.
    n : float
        The size asked for.

    Returns
    -------
    float or None
        The line runs through the last point below n; its slope is fitted to the last four and kept within
        0 and `MAX_SLOPE`. A larger size already measured is an upper bound. None if nothing is known.
    """
    below = [(size, seconds) for size, seconds in known if size <= n and seconds > 0]
    above = [seconds for size, seconds in known if size > n and seconds > 0]
    if not below:
        return min(above, default=None)
    last_n, last_s = below[-1]
    slope = log_slope(below[-FITTED_POINTS:])
    slope = SLOPE_OF_ONE_POINT if slope is None else min(MAX_SLOPE, max(0.0, slope))
    predicted = last_s * math.exp(slope * (math.log(n) - math.log(last_n)))
    return min([predicted, *above])


def log_slope(points: Sequence[tuple[float, float]]) -> float | None:
    """Fit the slope of log seconds over log n by least squares; None if all points have one size."""
    x = [math.log(n) for n, _ in points]
    y = [math.log(seconds) for _, seconds in points]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    spread = sum((value - mean_x) ** 2 for value in x)
    if spread == 0:
        return None
    return sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)) / spread


def known_work(plan: SeriesPlan, overhead: Overhead, at_best: bool = False) -> list[tuple[float, float]]:
    """
    List (n, seconds per call) of the measured points; for what isn't timed, the wall time less start-up.

    `at_best` takes off all that a busy machine may have added.
    """
    work = []
    for point in plan.points:
        known = plan.known.get(point)
        if known is None or known.value is None or point.n is None:
            continue
        slowdown = known.slowdown if at_best else 1.0
        if plan.timing.timed:
            work.append((float(point.n), known.value / slowdown))
        elif known.wall_s is not None:
            spent_s = _process_wall_s(plan, known) - overhead.process_s
            work.append((float(point.n), max(LEAST_WORK_S, spent_s / slowdown)))
    return work


def _process_wall_s(plan: SeriesPlan, known: Known) -> float:
    """Return how long one process for a point took."""
    return (known.wall_s or 0.0) / max(1, plan.timing.rounds - known.rounds_left)


def predict_call_s(plan: SeriesPlan, point: Point, overhead: Overhead) -> float | None:
    """
    Predict the seconds of one call at `point` from the series' own measured points; None if there are none.

    It is the lower one of two predictions, from the points as they are and without what a busy machine may have added
    to them: a disturbed one would make the series seem slower, or steeper, than it is. To leave it out instead would
    let small sizes speak for large ones, where a machine is busy most of the time. Where there are one or two sizes,
    and one of them disturbed, the largest one alone counts as well, without its slowdown.
    """
    if point.n is None:
        return None
    n = float(point.n)
    found = [extrapolate(known_work(plan, overhead, at_best), n) for at_best in (False, True)]
    if (last := _doubtful_last(plan, overhead, n)) is not None:
        found.append(extrapolate([last], n))
    return min((seconds for seconds in found if seconds is not None), default=None)


def _doubtful_last(plan: SeriesPlan, overhead: Overhead, n: float) -> tuple[float, float] | None:
    """Return the largest size below n and its seconds undisturbed, if the sizes are too few and one was disturbed."""
    below = [point for point in plan.points if point.n is not None and point.n <= n and point in plan.known]
    work = dict(known_work(plan, overhead, at_best=True))
    measured = [(point, plan.known[point]) for point in below if plan.known[point].value is not None]
    if len({point.n for point, _ in measured}) >= LEAST_FITTED or not any(known.busy for _, known in measured):
        return None
    size = float(measured[-1][0].n or 0)
    return (size, work[size]) if size in work else None


def rounds_at_once(plan: SeriesPlan, point: Point, overhead: Overhead) -> int:
    """
    Return how many rounds a point gets when it is first measured: one if it is short, else all.

    The other rounds of short points follow when all sizes have had their first, so that a slow spell of some seconds
    strikes single rounds of several sizes and not all rounds of one.
    """
    if plan.timing.rounds == 1 or not plan.timing.timed:
        return plan.timing.rounds
    if plan.timing.is_thrifty:
        return 1
    call_s = predict_call_s(plan, point, overhead)
    long = call_s is not None and predict_process_s(plan, point, call_s, overhead) > INTERLEAVED_S
    return plan.timing.rounds if long else 1


def rounds_again(plan: SeriesPlan, point: Point) -> int:
    """Return how many rounds a point gets when it is measured again: one if the others may not be wanted, else all."""
    return 1 if plan.timing.is_thrifty else plan.timing.rounds


def predict_wall_s(plan: SeriesPlan, point: Point, overhead: Overhead, rounds: int | None = None) -> float:
    """Predict how long processes for `point` take, by default for all rounds; an unknown series is taken to be fast."""
    call_s = predict_call_s(plan, point, overhead)
    if call_s is None:
        known = plan.known.get(point)
        if known is not None and known.wall_s is not None:
            return known.wall_s
        call_s = LEAST_WORK_S
    if rounds is None:
        rounds = 1 if plan.timing.is_enough(call_s) else plan.timing.rounds
    return rounds * predict_process_s(plan, point, call_s, overhead)


def predict_process_s(plan: SeriesPlan, point: Point, call_s: float, overhead: Overhead) -> float:
    """Predict how long one process for `point` takes if a call takes `call_s`, start-up and preparation included."""
    return plan.timing.process_s(call_s) + _setup_s(plan, point, overhead)


def _setup_s(plan: SeriesPlan, point: Point, overhead: Overhead) -> float:
    """Predict what a process spends outside the calls: start-up, and preparation, which grows with n."""
    last: tuple[float, float] | None = None
    if plan.timing.timed:
        for other in plan.points:
            known = plan.known.get(other)
            if known is None or known.value is None or known.wall_s is None or other.n is None or point.n is None:
                continue
            if other.n <= point.n:
                outside = _process_wall_s(plan, known) - plan.timing.process_s(known.value)
                last = (float(other.n), max(0.0, outside - 2 * overhead.process_s))
    if last is None or point.n is None or last[1] < LEAST_PREPARATION_S:
        return overhead.process_s
    return overhead.process_s + last[1] * float(point.n) / last[0]


def learn_overhead(plans: Sequence[SeriesPlan], starts_s: Sequence[float]) -> Overhead:
    """
    Learn the costs besides the calls from what has been measured.

    Parameters
    ----------
    plans : sequence of SeriesPlan
        All series with what is known about them.
    starts_s : sequence of float
        Of each batch so far, the wall seconds that no point accounts for.
    """
    default = Overhead()
    outside = []
    for plan in plans:
        for known in plan.known.values():
            if known.value is not None and known.wall_s is not None:
                per_process = _process_wall_s(plan, known)
                outside.append(per_process - plan.timing.process_s(known.value) if plan.timing.timed else per_process)
    return Overhead(
        batch_s=_median(starts_s[-5:], default.batch_s),
        # The lower quartile: preparation that grows with n belongs to its series, not to start-up.
        process_s=max(0.01, sorted(outside)[len(outside) // 4]) if outside else default.process_s,
    )


def _median(values: Sequence[float], otherwise: float) -> float:
    return sorted(values)[len(values) // 2] if values else otherwise
