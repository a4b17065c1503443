"""
Which measured points are measured again, and which of two measurements is kept: pure functions.

A point that was disturbed is measured again when nothing else is left to do, at most `MOST_TRIES` times, and all of
that takes at most `SHARE` of the sweep's time. Earlier, and whatever it takes, comes a disturbed point on which the end
of a series would rest.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from wythoff.harness.conditions import Figures
from wythoff.harness.sweep.plan import Limits, Stop, fill_batch, find_stops, stop_before
from wythoff.harness.sweep.predict import (
    FITTED_POINTS,
    Known,
    Overhead,
    Point,
    SeriesPlan,
    predict_wall_s,
    rounds_again,
)

MOST_TRIES = 2
SHARE = 0.25
_PREDICTED = ("time limit", "timeout")


def is_less_disturbed(new: Figures, old: Figures) -> bool:
    """
    Decide which of two measurements of a point is kept.

    The one on a machine that was not busy, or else the one that the worst of its figures (wall over processor time,
    stolen time, calibration loop) makes seem less slow; the old one if they are equal.
    """
    return (bool(new.reasons), new.slowdown) < (bool(old.reasons), old.slowdown)


def split_stops(
    plans: Sequence[SeriesPlan], limits: Limits, overhead: Overhead, is_told: Callable[[Stop, float], bool]
) -> tuple[list[Stop], list[Point]]:
    """
    Sort out the stops that rest on disturbed points.

    Parameters
    ----------
    plans, limits, overhead
        As for `plan.next_batch`.
    is_told : callable
        Tells whether a stop under this time limit was found before, by this sweep or an earlier one: it holds.

    Returns
    -------
    (list of Stop, list of Point)
        The stops that hold, and the disturbed points, in ascending size, which must be measured again before the others
        hold.
    """
    home = {point: plan for plan in plans for point in plan.points}
    firm: list[Stop] = []
    doubted: list[Point] = []
    for stop in find_stops(plans, limits, overhead):
        basis = [] if is_told(stop, limits.call_s) else _disturbed_below(home[stop.point], stop)
        doubted += basis
        firm += [] if basis else [stop]
    return firm, doubted


def _disturbed_below(plan: SeriesPlan, stop: Stop) -> list[Point]:
    below = plan.points[: plan.points.index(stop.point)] if stop.rule in _PREDICTED else ()
    measured = [other for other in below if plan.known.get(other, Known()).value is not None]
    return [other for other in measured[-FITTED_POINTS:] if _may_again(plan.known[other])]


def _may_again(known: Known) -> bool:
    return known.busy and known.tries < MOST_TRIES


def disturbed_batch(
    plans: Sequence[SeriesPlan], limits: Limits, overhead: Overhead, spent_s: float, elapsed_s: float
) -> list[Point]:
    """
    Choose timed points of this sweep that were disturbed, the most disturbed first, of series that aren't decided.

    Parameters
    ----------
    plans, limits, overhead
        As for `plan.next_batch`.
    spent_s, elapsed_s : float
        How long points have been measured again so far, and how long the sweep has run in all.

    Returns
    -------
    list of Point
        As many as fit into a batch and into what is left of the `SHARE`; maybe none.
    """
    home = {point: plan for plan in plans for point in plan.points}
    waiting = [
        point
        for plan in plans
        for point, known in plan.known.items()
        if plan.decided is None and plan.timing.timed and known.here and known.value is not None and _may_again(known)
    ]
    waiting.sort(key=lambda point: -home[point].known[point].slowdown)
    # What is measured again lengthens the sweep of which it may be a part.
    allowed_s = min(limits.batch_s, (SHARE * elapsed_s - spent_s) / (1 - SHARE))

    def fits(point: Point) -> bool:
        plan = home[point]
        return overhead.batch_s + predict_wall_s(plan, point, overhead, rounds_again(plan, point)) <= allowed_s

    return fill_batch(plans, filter(fits, waiting), allowed_s, overhead, rounds_again)


def asked_batch(
    plans: Sequence[SeriesPlan], limits: Limits, overhead: Overhead, asked: Collection[Point]
) -> list[Point]:
    """Choose points that were asked for, in ascending size, but none that would not be started if it were new."""
    home = {point: plan for plan in plans for point in plan.points}
    waiting = [point for point in asked if stop_before(home[point], point, limits, overhead) is None]
    waiting.sort(key=lambda point: (float(point.n or 0), point.benchmark, point.index))
    return fill_batch(plans, waiting, limits.batch_s, overhead, rounds_again)
