"""The loop: two sweeps, one of each commit, that take turns; then the comparison of what they measured."""

from __future__ import annotations

import io
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from wythoff._process import interrupts
from wythoff._process.entry import in_words
from wythoff.errors import InputError, shorten
from wythoff.harness import machine
from wythoff.harness.commits import to_measure
from wythoff.harness.compare.formats import print_comparison
from wythoff.harness.compare.run import Comparison, compare, compare_sides
from wythoff.harness.compare.sides import Sides
from wythoff.harness.config import AsvConfig, load_config
from wythoff.harness.fit.answering import ended
from wythoff.harness.pair.looks import LEAST_ROUNDS, Look, decided
from wythoff.harness.pair.options import PairOptions
from wythoff.harness.pair.turns import Side, Turn, end_of, next_turn, rounds_of
from wythoff.harness.rows import Row
from wythoff.harness.series import Series
from wythoff.harness.sweep import store
from wythoff.harness.sweep.predict import Known, Point, SeriesPlan
from wythoff.harness.sweep.progress import SweepDisplay
from wythoff.harness.sweep.project import UnusableError
from wythoff.harness.sweep.run import MAX_DISCARDED, Sweep
from wythoff.harness.sweep.task import Task
from wythoff.harness.units import count_points, human_duration, human_n

_SHOWN = 3
_ENDS = {
    "changed": "a change was found twice",
    "unchanged": "nothing, and --tolerance would have been seen",
    "settled": "further rounds showed no more",
}


def run_pair(options: PairOptions, console: Console) -> int:
    """
    Measure two commits beside each other and print what differs.

    Parameters
    ----------
    options : PairOptions
        What to measure.
    console : rich.console.Console
        Where the answer goes; progress goes to standard error.

    Returns
    -------
    int
        Exit code: 0; 1 if `options.check` is set and something got worse; 130 after Ctrl-C.

    Raises
    ------
    InputError
        If the project, git, the results folder or one of the commits can't be used.
    """
    return ended(lambda: _run(options, console), console)


def _run(options: PairOptions, console: Console) -> int:
    notes = Console(stderr=True)
    options.check_values()
    config = load_config(options.sweep.config)
    name = machine.ensure(options.sweep.machine)
    with store.claimed(config.results_dir / name) as scratch:
        pair = PairRun(options, config, name, scratch, notes)
        try:
            with pair.display, interrupts.stating("; the same command goes on from there"):
                pair.prepare()
                pair.measure()
        except KeyboardInterrupt:
            return pair.interrupted()
        except OSError as error:
            raise InputError(f"the measurement had to end{pair.what_is_left()}: {in_words(error)}") from None
    found = pair.comparison(notes)
    print_comparison(found, options.comparison(), console, notes)
    return 1 if options.check and found.failures else 0


class PairRun:
    """Two sweeps that take turns, and what is known of the series that both commits have."""

    sweeps: tuple[Sweep, Sweep]

    def __init__(self, options: PairOptions, config: AsvConfig, name: str, scratch: Path, notes: Console) -> None:
        self.options = options
        self.config = config
        self.machine = name
        self.display = SweepDisplay(notes)
        self._scratch = scratch
        self._notes = notes
        self.names = (options.first, options.second)
        self.sweeps = tuple(self._sweep(side, commit) for side, commit in enumerate(self.names))  # type: ignore[assignment]
        self._series: list[tuple[SeriesPlan, tuple[Point, ...]]] = []
        self._alone: dict[str, list[str]] = {}
        self._failed: tuple[dict[Point, str], dict[Point, str]] = ({}, {})
        self._ended: dict[Series, str] = {}
        self._looks: dict[Series, list[Look]] = {}
        self._outcome: dict[Series, str] = {}
        self._looked_at: dict[Series, int] = {}
        self._turns = 0
        self._spent_s = 0.0
        self._is_prepared = False

    def _sweep(self, side: int, commit: str) -> Sweep:
        folder = self._scratch / str(side)
        folder.mkdir(exist_ok=True)
        options = self.options.sweep
        sweep = Sweep(options, self.config, self.machine, folder, self._notes, commit)
        sweep.display, sweep.keeps_builds = self.display, 2
        return sweep

    def prepare(self) -> None:
        """
        Build both commits and bring their benchmarks together.

        Raises
        ------
        InputError
            If the two are the same commit, or one of them can't be built.
        """
        repository = self.sweeps[0].repository()
        hashes = [to_measure([name], repository) for name in self.names]
        for name, found in zip(self.names, hashes, strict=True):
            if len(found) != 1:
                raise InputError(f"{shorten(name)} is {len(found):,} commits: name one for each side")
        (first,), (second,) = hashes
        if first == second:
            named = list(dict.fromkeys(map(shorten, self.names)))
            same = f"{' and '.join(named)} {'is' if len(named) == 1 else 'are'} the same commit, {first[:8]}"
            raise InputError(f"{same}: name two different ones")
        for sweep, commit, other, name in zip(self.sweeps, (first, second), (second, first), self.names, strict=True):
            sweep.commit, sweep.beside = commit, other
            said = commit[:8] if commit.startswith(name.lower()) else f"{name} ({commit[:8]})"
            sweep.at = f" at {said}"
            self.display.line(f"{'first' if sweep is self.sweeps[0] else 'second'}: {said}")
            try:
                sweep.prepare()
            except UnusableError as error:
                raise UnusableError(f"{shorten(said)} can't be measured, and so not compared: {error}") from None
        self.names = (self.sweeps[0].at.removeprefix(" at "), self.sweeps[1].at.removeprefix(" at "))
        self._bring_together()
        self._is_prepared = True
        had = sum(rounds_of(self._sides(), point) > 0 for _, points in self._series for point in points)
        if had:
            self.display.line(f"{count_points(had)} measured beside each other before: goes on from there")

    def _bring_together(self) -> None:
        """Find the series of both commits, and name what only one of them has."""
        plans = [{_key(plan.series): plan for plan in sweep.record.plans()} for sweep in self.sweeps]
        for side, name in enumerate(self.names):
            for key, plan in plans[side].items():
                other = plans[1 - side].get(key)
                points = {point for point in plan.points if other is None or point not in other.points}
                if points and other is None:
                    what = "the benchmark" if key.benchmark not in self.sweeps[1 - side].project.benchmarks else "it"
                    self._leave_out(f"{what} is in {name} only", plan.series.label)
                elif points:
                    sizes = ", ".join(human_n(point.n) for point in plan.points if point in points)
                    self._leave_out(f"some sizes are in {name} only", f"{plan.series.label} at n = {sizes}")
        for key, plan in plans[0].items():
            if (other := plans[1].get(key)) is not None:
                both = tuple(point for point in plan.points if point in other.points)
                if len({point.n for point in both}) > 1:
                    self._series.append((plan, both))
                else:
                    self._leave_out("both commits have no two sizes of it", plan.series.label)
        ours = {point for _, points in self._series for point in points}
        for sweep, failed in zip(self.sweeps, self._failed, strict=True):
            failed.update((point, why) for point, why in sweep.record.failures() if point in ours)

    def _leave_out(self, reason: str, label: str) -> None:
        labels = self._alone.setdefault(reason, [])
        if label not in labels:
            labels.append(label)

    def _sides(self) -> tuple[Side, Side]:
        first, second = (_side(sweep) for sweep in self.sweeps)
        return first, second

    def measure(self) -> None:
        """Take turns until every series is decided, or no further turn fits into what is left of the budget."""
        begun = time.monotonic()
        stuck = 0
        while True:
            self._spent_s = time.monotonic() - begun
            sides = self._sides()
            self._look(sides)
            left_s = self.options.budget_s - self._spent_s
            turn = next_turn(sides, self._open_points(sides), left_s, self.options.budget_s)
            if turn is None:
                return
            stuck = 0 if self._take(turn) else stuck + 1
            if stuck == MAX_DISCARDED:
                raise InputError(
                    f"{stuck} turns in a row could not be saved, because the benchmarks or the result file were "
                    "changed while they ran: start again when nothing else works on them"
                )

    def _open_points(self, sides: tuple[Side, Side]) -> list[Point]:
        """List the points that another round of is wanted, and note where series end and why."""
        homes = [{_key(plan.series): plan for plan in side.plans} for side in sides]
        found: list[Point] = []
        for plan, points in self._series:
            if _key(plan.series) in self._outcome:
                continue
            self._ended.pop(_key(plan.series), None)
            points = tuple(point for point in points if not any(point in failed for failed in self._failed))
            for side, home, name in zip(sides, homes, self.names, strict=True):
                end = end_of(side, home[_key(plan.series)], points)
                if end is not None:
                    self._ended[_key(plan.series)] = f"from {end[0].label} on, at {name} {end[1]}"
                    points = points[: points.index(end[0])]
            found += points
        return found

    def _take(self, turn: Turn) -> bool:
        """Measure a turn at one commit and then at the other; False if one of them could not be saved."""
        order = (0, 1) if self._turns % 2 == 0 else (1, 0)
        began = time.monotonic()
        rounds = [sweep.record.rounds_beside() for sweep in self.sweeps]
        for side in order:
            points = [point for point in turn.points if rounds[side].get(point, 0) == turn.round]
            if points and not self._measure_at(side, Task(points, turn.kinds[side], single=True)):
                return False
        self._turns += 1
        self._report(turn, order, time.monotonic() - began)
        return True

    def _measure_at(self, side: int, task: Task) -> bool:
        sweep = self.sweeps[side]
        before = sweep.record.rounds_beside()
        if sweep.run_batch(task) is None:
            return False
        after, failures = sweep.record.rounds_beside(), {**dict(sweep.record.failures()), **sweep.last_failed}
        known = {point: one for plan in sweep.record.plans() for point, one in plan.known.items()}
        for point in task.points:
            if point in failures:
                self._failed[side][point] = failures[point]
            elif point in known and after.get(point, 0) == before.get(point, 0):
                self._failed[side][point] = "the benchmark declined it"
        return True  # a point of which nothing is known comes after one that failed, and was not tried

    def _report(self, turn: Turn, order: Sequence[int], wall_s: float) -> None:
        sizes = [point.n for point in turn.points if point.n is not None]
        low, high = (human_n(pick(sizes)) for pick in (min, max)) if sizes else ("", "")
        span = "" if not sizes else f", n = {low}" if low == high else f", n = {low} to {high}"
        names = ", then ".join(self.sweeps[side].project.commit[:8] for side in order)
        left = len(self._series) - len(self._outcome)
        rest = max(0.0, self.options.budget_s - self._spent_s - wall_s)
        self.display.stage(
            f"round {turn.round + 1}: {count_points(len(turn.points))}{span}, {names}, {human_duration(wall_s)}; "
            f"{left:,} of {len(self._series):,} series open, {human_duration(rest)} of the budget left"
        )

    def _look(self, sides: tuple[Side, Side]) -> None:
        """Compare the series that have got another round at all of their sizes, and note which are decided."""
        due = []
        for plan, points in self._series:
            key = _key(plan.series)
            rounds = [rounds_of(sides, point) for point in points]
            least = min((number for number in rounds if number), default=0)
            if key not in self._outcome and least >= LEAST_ROUNDS and least > self._looked_at.get(key, 0):
                due.append(key)
                self._looked_at[key] = least
        if not due:
            return
        with suppress(InputError):  # so far nothing can be compared
            # A bar of its own would disturb that of the measurement.
            quiet = Console(file=io.StringIO())
            found = compare_sides(self._interleaved(sides), self.options.comparison(benchmark=_labels(due)), quiet)
            for matched, change in found.entries:
                key = replace(matched.series, commit="")
                if key in due:
                    looks = self._looks.setdefault(key, [])
                    looks.append(Look.of(change))
                    outcome = decided(looks, self.options.tolerance)
                    if outcome is not None:
                        self._outcome[key] = outcome

    def _interleaved(self, sides: tuple[Side, Side]) -> Sides:
        """Return what both commits measured beside each other, and nothing else."""
        rows: list[list[Row]] = []
        for sweep in self.sweeps:
            beside = {point for _, points in self._series for point in points if rounds_of(sides, point)}
            rows.append([row for point, row in sweep.record.measured_rows() if point in beside])
        return Sides("commit", self.names, (rows[0], rows[1]), None, self.config, [])

    def what_is_left(self) -> str:
        """Go on a sentence about the end: with what has become of the results."""
        return self.sweeps[0].what_is_left()

    def interrupted(self) -> int:
        """Write down that somebody stopped the measurement, say so, and return the exit code."""
        measured = 0
        for sweep in self.sweeps:
            measured += sweep.measured
            if self._is_prepared:
                sweep.record.note_interruption(None)
        interrupts.tell(f": {count_points(measured)} measured and saved; the same command goes on from there")
        return interrupts.CODE

    def comparison(self, notes: Console) -> Comparison:
        """
        Compare both commits as `wythoff compare` does, and add what was not measured and why.

        Raises
        ------
        InputError
            If nothing can be compared.
        """
        labels = _labels([_key(plan.series) for plan, _ in self._series]) if self.options.sweep.bench else ()
        first, second = (sweep.project.commit for sweep in self.sweeps)
        asked = replace(self.options.comparison(first, second, labels), machine=self.machine)
        try:
            found = compare(asked, notes)
        except InputError as error:
            raise InputError("; ".join([str(error), *self._why_nothing()])) from None
        found.sides = replace(found.sides, names=self.names)
        for reason, what in self._not_measured():
            found.matching.leave_out(reason, what)
        found.notes += self._account()
        found.failures += [
            f"{point.label} fails at {self.names[1]}: {why}"
            for point, why in self._failed[1].items()
            if point not in self._failed[0]
        ]
        return found

    def _why_nothing(self) -> list[str]:
        lines = [f"{reason}: {what}" for reason, what in self._not_measured()]
        return [shorten(line, 300) for line in lines[:_SHOWN]]

    def _not_measured(self) -> Iterator[tuple[str, str]]:
        for reason, labels in self._alone.items():
            for label in labels:
                yield reason, label
        for side, failed in enumerate(self._failed):
            for point, why in failed.items():
                yield f"it failed at {self.names[side]}", f"{point.label}: {why}"
        for what in self._ended.values():
            yield "larger sizes were not begun", what

    def _account(self) -> list[str]:
        """Say how the measurement ended."""
        sides, budget = self._sides(), self.options.budget_s
        rounds = [rounds_of(sides, point) for _, points in self._series for point in points]
        beside = sum(number > 0 for number in rounds)
        line = f"measured beside each other: {count_points(beside)}"
        if beside:
            least = min(number for number in rounds if number)
            line += f" of each commit, {least} to {max(rounds)} rounds" if max(rounds) > least else f", {least} rounds"
        counts = Counter(self._outcome.values())
        ends = [f"{counts[kind]:,} {why}" for kind, why in _ENDS.items() if counts[kind]]
        left = [points for plan, points in self._series if _key(plan.series) not in self._outcome]
        gone = sum(all(any(point in failed for failed in self._failed) for point in points) for points in left)
        ends += [f"{gone:,} failed at all sizes"] if gone else []
        ends += [f"{len(left) - gone:,} open when the budget of {budget:g} s was gone"] if len(left) > gone else []
        lines = [f"{line}; series: {', '.join(ends)}"] if ends else [line]
        homes = [side.home() for side in sides]
        known = {
            point: [home[point].known.get(point, Known()).value for home in homes]
            for _, points in self._series
            for point in points
        }
        old = sum(None not in values and not rounds_of(sides, point) for point, values in known.items())
        if old:
            lines.append(f"of {count_points(old)} the results are earlier ones, not measured beside each other")
        return lines


def _side(sweep: Sweep) -> Side:
    plans, limits, overhead = sweep.state()
    return Side(plans, sweep.record.rounds_beside(), limits, overhead)


def _key(series: Series) -> Series:
    """Name a series of either commit."""
    return replace(series, commit="")


def _labels(series: Sequence[Series]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(f"^{re.escape(one.label)}$" for one in series))
