"""
Whose turn it is: which points of two commits are measured next, and in which order.

Of each size both commits get one process, then the order turns round: A B, B A, A B. So what drifts, such as a
processor that warms up or a neighbour that comes, strikes both alike, and each switch of the environment serves two
sizes.
Small sizes that follow each other share a turn while they take no longer than the switch itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from wythoff.harness.sweep.plan import Limits, ready, stop_before
from wythoff.harness.sweep.predict import Overhead, Point, SeriesPlan, predict_wall_s

Kind = Literal["new", "rounds", "asked"]
# Of the budget that one size may take at most: more would leave a difference at the largest sizes to a single look.
SHARE: Final = 1 / 6


@dataclass(frozen=True)
class Side:
    """
    One commit's part of what is known.

    Attributes
    ----------
    plans : sequence of SeriesPlan
        Its series, with what is known about them.
    rounds : mapping of Point to int
        How many rounds each point had beside the other commit.
    limits : Limits
        When its series stop.
    overhead : Overhead
        What measuring costs besides the calls.
    """

    plans: Sequence[SeriesPlan]
    rounds: Mapping[Point, int]
    limits: Limits
    overhead: Overhead

    def home(self) -> dict[Point, SeriesPlan]:
        """Return the series of each point."""
        return {point: plan for plan in self.plans for point in plan.points}

    def kind(self, plan: SeriesPlan, point: Point) -> Kind:
        """Tell what a process for a point would be: its first one, one more, or the first beside the other commit."""
        if self.rounds.get(point, 0):
            return "rounds"
        known = plan.known.get(point)
        return "asked" if known is not None and known.value is not None else "new"

    def may(self, plan: SeriesPlan, point: Point) -> bool:
        """Tell whether a point may be measured with what is known by now."""
        if self.kind(plan, point) != "new":
            return True
        return point in ready(plan, self.limits, self.overhead)

    def wall_s(self, plan: SeriesPlan, point: Point) -> float:
        """Predict how long one process for a point takes."""
        return predict_wall_s(plan, point, self.overhead, rounds=1)


@dataclass(frozen=True)
class Turn:
    """
    What is measured next, at one commit and then at the other.

    Attributes
    ----------
    points : list of Point
        In ascending size, of one environment.
    kinds : (str, str)
        What a process for them is, at the first and the second commit.
    round : int
        How many rounds the points had before at both.
    """

    points: list[Point]
    kinds: tuple[Kind, Kind]
    round: int


def next_turn(sides: tuple[Side, Side], open_points: Sequence[Point], left_s: float, budget_s: float) -> Turn | None:
    """
    Choose what both commits measure next.

    Parameters
    ----------
    sides : (Side, Side)
        What is known of both.
    open_points : sequence of Point
        Those of series that are not decided.
    left_s, budget_s : float
        Seconds that are left, and that there were in all.

    Returns
    -------
    Turn or None
        The smallest size among the points with the fewest rounds, and those after it that fit into the time which a
        switch takes; None where nothing fits into what is left.
    """
    homes = [side.home() for side in sides]
    switches = sum(side.overhead.batch_s for side in sides)

    def cost(point: Point) -> float:
        return sum(side.wall_s(home[point], point) for side, home in zip(sides, homes, strict=True))

    may = [
        point
        for point in open_points
        if all(side.may(home[point], point) for side, home in zip(sides, homes, strict=True))
        and cost(point) <= min(left_s - switches, SHARE * budget_s)
    ]
    if not may:
        return None
    least = min(rounds_of(sides, point) for point in may)
    waiting = sorted((point for point in may if rounds_of(sides, point) == least), key=_order)
    first = waiting[0]

    def kinds(point: Point) -> tuple[Kind, Kind]:
        one, other = (side.kind(home[point], point) for side, home in zip(sides, homes, strict=True))
        return one, other

    points, used = [first], cost(first)
    for point in waiting[1:]:
        if point.environment != first.environment or kinds(point) != kinds(first):
            continue
        used += cost(point)
        if used > min(switches, left_s - switches) and point.n != first.n:
            break
        points.append(point)
    return Turn(points, kinds(first), least)


def rounds_of(sides: tuple[Side, Side], point: Point) -> int:
    """Return how many rounds both commits had at a point."""
    return min(side.rounds.get(point, 0) for side in sides)


def _order(point: Point) -> tuple[float, str, str, int]:
    return (0.0 if point.n is None else float(point.n), point.environment, point.benchmark, point.index)


def end_of(side: Side, plan: SeriesPlan, points: Sequence[Point]) -> tuple[Point, str] | None:
    """Return the first of some points that a commit's series stops before, and why; None where it doesn't."""
    for point in points:
        if side.kind(plan, point) == "new":
            verdict = stop_before(plan, point, side.limits, side.overhead)
            if verdict is not None:
                return point, verdict[1]
    return None
