"""What a sweep says before and after it measures: what it would do, and what came of each series."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from wythoff.harness.sweep.plan import Limits, find_stops, outlook, remaining, stop_before
from wythoff.harness.sweep.predict import Overhead, Point, SeriesPlan
from wythoff.harness.sweep.record import Record
from wythoff.harness.units import count_points, human_duration, human_n

State = tuple[Sequence[SeriesPlan], Limits, Overhead]


def plan_lines(state: State, record: Record, asked: Collection[Point], where: Callable[[str], str]) -> list[str]:
    """
    Say, series by series, what would be measured and why the rest would not.

    Parameters
    ----------
    state : tuple
        The series with what is known, the limits, and what measuring costs besides the calls.
    record : Record
        What is known.
    asked : collection of Point
        What somebody wants to have measured again.
    where : callable
        Names an environment where there are several.
    """
    lines = [_plan_line(plan, *state[1:], where) for plan in state[0]]
    lines += [f"{point.label}{where(point.environment)} failed before: {why}" for point, why in record.failures()]
    lines += [f"{count_points(len(asked))} to measure again"] if asked else []
    left, left_s = remaining(*state)
    what = count_points(left) if left else "further rounds"
    return [*lines, f"{what} to measure, about {human_duration(left_s)}" if left_s else "nothing to measure"]


def _plan_line(plan: SeriesPlan, limits: Limits, overhead: Overhead, where: Callable[[str], str]) -> str:
    goes_on, stop = outlook(plan, limits, overhead)
    done = sum(1 for known in plan.known.values() if known.value is not None)
    place = where(plan.series.environment)
    text = f"{plan.series.label}{place}: {done} of {count_points(len(plan.points))} measured"
    if goes_on:
        text += f"; would measure {len(goes_on)}"
        text += f", n = {human_n(goes_on[0].n)} to {human_n(goes_on[-1].n)}" if goes_on[-1].n is not None else ""
    return text if stop is None else f"{text}; stops before {stop.point.label}{place}: {stop.reason}"


def left_out_lines(state: State, record: Record, asked: Collection[Point], where: Callable[[str], str]) -> list[str]:
    """Say which points failed and which were not tried, and why; the arguments are those of `plan_lines`."""
    home = {point: plan for plan in state[0] for point in plan.points}
    told = [(point, f"failed: {reason}") for point, reason in record.failures()]
    told += [(stop.point, f"was not tried: {stop.reason}") for stop in find_stops(*state) if not stop.follows_failure]
    for point in asked:
        _, why = stop_before(home[point], point, *state[1:]) or ("", "the sweep ended before")
        told.append((point, f"was not measured again: {why}"))
    return [f"{point.label}{where(point.environment)} {what}" for point, what in told]
