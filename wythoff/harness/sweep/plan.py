"""
What a sweep measures next, and what it leaves alone: pure functions without input or output.

A series stops before the first point that is predicted to take too long or too much memory. A batch mixes the series
by size, so that a sweep grows over all of them together. At first a short point gets one round only; the others follow
when no series can go on, ascending again.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from wythoff._process.memory import human_bytes
from wythoff.harness.sweep.predict import (
    Known,
    Overhead,
    Point,
    SeriesPlan,
    known_work,
    predict_call_s,
    predict_process_s,
    predict_wall_s,
    rounds_at_once,
)
from wythoff.harness.units import human_n, human_seconds

# Within one batch a series goes on past what is known as long as even cubic growth keeps a call below this.
CAREFUL_SLOPE = 3.0
CAREFUL_SECONDS = 1.0
FORESEEN_FROM = 3


@dataclass(frozen=True)
class Limits:
    """When a series stops, and how much goes into a batch. `free_bytes` is what a point may use."""

    call_s: float = 60.0
    batch_s: float = 50.0
    free_bytes: int | None = None


@dataclass(frozen=True)
class Stop:
    """A series ends before `point`; `rule` is the kind of reason, `reason` the sentence, `left` how many it loses."""

    point: Point
    rule: str
    reason: str
    left: int

    @property
    def follows_failure(self) -> bool:
        """Whether the failure of a smaller point, which has been told already, is all there is to say."""
        return self.rule == "failed"


def missing(plan: SeriesPlan) -> list[Point]:
    """List the points that have neither a value nor a failure nor were declined, in ascending size."""
    return [point for point in plan.points if not _settled(plan.known.get(point))]


def _settled(known: Known | None) -> bool:
    return known is not None and (known.value is not None or known.failed is not None or known.skipped)


def stop_before(plan: SeriesPlan, point: Point, limits: Limits, overhead: Overhead) -> tuple[str, str] | None:
    """
    Decide whether a series must stop before `point`.

    Returns
    -------
    (str, str) or None
        The rule (``"decided"``, ``"failed"``, ``"memory"``, ``"time limit"``, ``"timeout"``) and the reason in words.
    """
    if plan.decided is not None and not _settled(plan.known.get(point)):
        return "decided", plan.decided
    for earlier in plan.points:
        if earlier == point:
            break
        known = plan.known.get(earlier)
        if known is not None and known.failed is not None and earlier.n != point.n:
            return "failed", f"the point before it, n = {human_n(earlier.n)}, failed: {known.failed}"
    if plan.bytes_per_n is not None and point.n is not None and limits.free_bytes is not None:
        needed = plan.bytes_per_n * float(point.n)
        if needed > limits.free_bytes:
            needs, free = human_bytes(round(needed)), human_bytes(limits.free_bytes)
            return "memory", f"needs about {needs}, and only {free} can be used"
    call_s = predict_call_s(plan, point, overhead)
    if call_s is None:
        return None
    if call_s > limits.call_s:
        return "time limit", f"a call would take about {human_seconds(call_s)}, the limit is {limits.call_s:g} s"
    process_s = predict_process_s(plan, point, call_s, overhead)
    if process_s > plan.timing.timeout_s:
        return "timeout", (
            f"asv would end it: about {human_seconds(process_s)} for its calls of {human_seconds(call_s)}, "
            f"the benchmark's timeout is {plan.timing.timeout_s:g} s"
        )
    return None


def outlook(plan: SeriesPlan, limits: Limits, overhead: Overhead) -> tuple[list[Point], Stop | None]:
    """
    Return the missing points of a series that come before it is foreseen to stop, and that stop, if there is one.

    All that says how much is left goes by this. That a point further on than the next one would take too long is
    foreseen from `FORESEEN_FROM` measured sizes on: from fewer it would come and go, and the count of points with it.
    """
    todo = missing(plan)
    far = len(known_work(plan, overhead)) >= FORESEEN_FROM
    for place, point in enumerate(todo):
        verdict = stop_before(plan, point, limits, overhead)
        if verdict is not None and (far or not place or verdict[0] not in ("time limit", "timeout")):
            return todo[:place], Stop(point, *verdict, left=len(todo) - place)
    return todo, None


def find_stops(plans: Sequence[SeriesPlan], limits: Limits, overhead: Overhead) -> list[Stop]:
    """List the series that stop before their next missing point, and why."""
    stops = []
    for plan in plans:
        todo = missing(plan)
        verdict = stop_before(plan, todo[0], limits, overhead) if todo else None
        if verdict is not None:
            stops.append(Stop(todo[0], *verdict, left=len(todo)))
    return stops


def next_batch(plans: Sequence[SeriesPlan], limits: Limits, overhead: Overhead) -> list[Point]:
    """
    Choose the points of the next asv run.

    Parameters
    ----------
    plans : sequence of SeriesPlan
        All series with what is known about them.
    limits, overhead
        When to stop, how long a batch may take, and what asv's own start costs.

    Returns
    -------
    list of Point
        The smallest sizes first over all series, all of one environment, as many as are predicted to fit
        into ``limits.batch_s``; at least one if anything is left to measure, else none. Either all of them get
        one round, or all of them get all of theirs.
    """
    streams = [ready(plan, limits, overhead) for plan in plans]
    points = heapq.merge(*streams, key=_order)

    def rounds(plan: SeriesPlan, point: Point) -> int:
        return rounds_at_once(plan, point, overhead)

    return fill_batch(plans, points, limits.batch_s, overhead, rounds)


def next_rounds(plans: Sequence[SeriesPlan], limits: Limits, overhead: Overhead) -> list[Point]:
    """Choose points that get one more round, the smallest sizes first, as `next_batch` chooses new ones."""
    waiting = [point for plan in plans for point in plan.points if _rounds_left(plan, point)]
    return fill_batch(plans, sorted(waiting, key=_order), limits.batch_s, overhead, lambda plan, point: 1)


def _rounds_left(plan: SeriesPlan, point: Point) -> int:
    known = plan.known.get(point)
    # More samples of a decided series would change little, and it is the others that they are wanted for.
    if known is None or known.value is None or plan.decided is not None or plan.timing.is_enough(known.value):
        return 0
    return known.rounds_left


def fill_batch(
    plans: Sequence[SeriesPlan],
    points: Iterable[Point],
    seconds: float,
    overhead: Overhead,
    rounds: Callable[[SeriesPlan, Point], int],
) -> list[Point]:
    """
    Take as many of `points`, in their order, as are predicted to fit into `seconds` and can be measured together.

    At least one is taken if there is any. `rounds` tells how many each gets.
    """
    home = {point: plan for plan in plans for point in plan.points}
    batch: list[Point] = []
    used = overhead.batch_s
    for point in _alike(points, home, rounds):
        plan = home[point]
        wall_s = predict_wall_s(plan, point, overhead, rounds(plan, point))
        if batch and used + wall_s > seconds:
            break
        batch.append(point)
        used += wall_s
    return batch


def _alike(
    points: Iterable[Point], home: Mapping[Point, SeriesPlan], rounds: Callable[[SeriesPlan, Point], int]
) -> Iterator[Point]:
    """Pass on the points that can be measured with the first one: in its environment, by one round or by all."""
    environment: str | None = None
    by_one: bool | None = None
    for point in points:
        plan = home[point]
        # With a single round it is both.
        kind = None if plan.timing.rounds == 1 else rounds(plan, point) == 1
        if environment in (None, point.environment) and (None in (kind, by_one) or kind == by_one):
            environment, by_one = point.environment, kind if by_one is None else by_one
            yield point


def _order(point: Point) -> tuple[float, str, str, int]:
    return (0.0 if point.n is None else float(point.n), point.environment, point.benchmark, point.index)


def ready(plan: SeriesPlan, limits: Limits, overhead: Overhead) -> Iterator[Point]:
    """Yield the new points of a series that may be measured before anything more is known about it."""
    work = known_work(plan, overhead)
    for position, point in enumerate(missing(plan)):
        if position:
            below = [entry for entry in work if point.n is not None and entry[0] <= point.n]
            if not below or point.n is None:
                return
            last_n, last_s = below[-1]
            if last_s * (float(point.n) / last_n) ** CAREFUL_SLOPE > min(CAREFUL_SECONDS, limits.call_s):
                return
        if stop_before(plan, point, limits, overhead) is not None:
            return
        yield point


def remaining(plans: Sequence[SeriesPlan], limits: Limits, overhead: Overhead) -> tuple[int, float]:
    """Count the points that are new, up to where series stop, and predict the seconds of all that will be measured."""
    count, seconds = 0, 0.0
    for plan in plans:
        for point in plan.points:
            if rounds := _rounds_left(plan, point):
                seconds += predict_wall_s(plan, point, overhead, rounds)
        goes_on, _ = outlook(plan, limits, overhead)
        count += len(goes_on)
        for point in goes_on:
            # One that few sizes let foresee beyond a limit takes less than that, or is not measured at all.
            if stop_before(plan, point, limits, overhead) is None:
                seconds += predict_wall_s(plan, point, overhead)
    batches = math.ceil(seconds / max(1.0, limits.batch_s - overhead.batch_s))
    return count, seconds + batches * overhead.batch_s
