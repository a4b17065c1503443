"""What became of the series of two commits: which are decided and how, and what was not measured and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field, replace

from wythoff.errors import shorten
from wythoff.harness.pair.turns import Side, rounds_of
from wythoff.harness.series import Series
from wythoff.harness.sweep.predict import Known, Point, SeriesPlan
from wythoff.harness.units import count_points, human_n

_SHOWN = 3
_ENDS = {
    "changed": "a change was found twice",
    "unchanged": "nothing, and --tolerance would have been seen",
    "settled": "further rounds showed no more",
}


@dataclass
class Account:
    """
    What is known of the series so far, besides their values.

    Attributes
    ----------
    names : tuple of two str
        The commits as they are called.
    series : list of (SeriesPlan, tuple of Point)
        What both commits have, as planned for the first.
    alone : dict of str to list of str
        Series that are not measured, by reason.
    failed : tuple of two dicts of Point to str
        Points that failed at either commit, and why.
    ended : dict of Series to str
        From which size on a series is not measured, and why.
    outcome : dict of Series to str
        How series were decided: a key of what `lines` counts.
    """

    names: tuple[str, str]
    series: list[tuple[SeriesPlan, tuple[Point, ...]]] = field(default_factory=list)
    alone: dict[str, list[str]] = field(default_factory=dict)
    failed: tuple[dict[Point, str], dict[Point, str]] = field(default_factory=lambda: ({}, {}))
    ended: dict[Series, str] = field(default_factory=dict)
    outcome: dict[Series, str] = field(default_factory=dict)

    def bring_together(
        self,
        plans: tuple[Sequence[SeriesPlan], Sequence[SeriesPlan]],
        benchmarks: tuple[Container[str], Container[str]],
    ) -> None:
        """
        Find the series of both commits, and name what only one of them has.

        Parameters
        ----------
        plans : tuple of two sequences of SeriesPlan
            What either commit has.
        benchmarks : tuple of two containers of str
            The benchmarks of either.
        """
        homes = [{series_key(plan.series): plan for plan in side} for side in plans]
        for side, name in enumerate(self.names):
            for key, plan in homes[side].items():
                other = homes[1 - side].get(key)
                points = {point for point in plan.points if other is None or point not in other.points}
                if points and other is None:
                    what = "the benchmark" if key.benchmark not in benchmarks[1 - side] else "it"
                    self._leave_out(f"{what} is in {name} only", plan.series.label)
                elif points:
                    sizes = ", ".join(human_n(point.n) for point in plan.points if point in points)
                    self._leave_out(f"some sizes are in {name} only", f"{plan.series.label} at n = {sizes}")
        for key, plan in homes[0].items():
            if (other := homes[1].get(key)) is not None:
                both = tuple(point for point in plan.points if point in other.points)
                if len({point.n for point in both}) > 1:
                    self.series.append((plan, both))
                else:
                    self._leave_out("both commits have no two sizes of it", plan.series.label)

    def _leave_out(self, reason: str, label: str) -> None:
        labels = self.alone.setdefault(reason, [])
        if label not in labels:
            labels.append(label)

    def keys(self) -> list[Series]:
        """List the series of both commits."""
        return [series_key(plan.series) for plan, _ in self.series]

    def has_failed(self, point: Point) -> bool:
        """Tell whether a point failed at either commit."""
        return any(point in failed for failed in self.failed)

    def why_nothing(self) -> list[str]:
        """Say of the first things that were not measured why."""
        lines = [f"{reason}: {what}" for reason, what in self.not_measured()]
        return [shorten(line, 300) for line in lines[:_SHOWN]]

    def not_measured(self) -> Iterator[tuple[str, str]]:
        """Yield reasons, and what was not measured for each."""
        for reason, labels in self.alone.items():
            for label in labels:
                yield reason, label
        for side, failed in enumerate(self.failed):
            for point, why in failed.items():
                yield f"it failed at {self.names[side]}", f"{point.label}: {why}"
        for what in self.ended.values():
            yield "larger sizes were not begun", what

    def failures(self) -> list[str]:
        """Say what fails at the second commit and not at the first."""
        first, second = self.failed
        return [f"{point.label} fails at {self.names[1]}: {why}" for point, why in second.items() if point not in first]

    def lines(self, sides: tuple[Side, Side], budget_s: float) -> list[str]:
        """Say how the measurement ended: how many points and rounds there are, and by what series were decided."""
        rounds = [rounds_of(sides, point) for _, points in self.series for point in points]
        beside = sum(number > 0 for number in rounds)
        line = f"measured beside each other: {count_points(beside)}"
        if beside:
            least = min(number for number in rounds if number)
            line += f" of each commit, {least} to {max(rounds)} rounds" if max(rounds) > least else f", {least} rounds"
        ends = self._ends(budget_s)
        lines = [f"{line}; series: {', '.join(ends)}"] if ends else [line]
        if old := self._earlier(sides):
            lines.append(f"of {count_points(old)} the results are earlier ones, not measured beside each other")
        return lines

    def _ends(self, budget_s: float) -> list[str]:
        counts = Counter(self.outcome.values())
        ends = [f"{counts[kind]:,} {why}" for kind, why in _ENDS.items() if counts[kind]]
        left = [points for plan, points in self.series if series_key(plan.series) not in self.outcome]
        gone = sum(all(map(self.has_failed, points)) for points in left)
        ends += [f"{gone:,} failed at all sizes"] if gone else []
        still = len(left) - gone
        return ends + ([f"{still:,} open when the budget of {budget_s:g} s was gone"] if still else [])

    def _earlier(self, sides: tuple[Side, Side]) -> int:
        """Count the points that both commits have values of, which were not measured in turn."""
        homes = [side.home() for side in sides]
        known = {
            point: [home[point].known.get(point, Known()).value for home in homes]
            for _, points in self.series
            for point in points
        }
        return sum(None not in values and not rounds_of(sides, point) for point, values in known.items())


def series_key(series: Series) -> Series:
    """Name a series of either commit."""
    return replace(series, commit="")
