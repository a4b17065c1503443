"""The loop: two sweeps, one of each commit, that take turns."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from wythoff._process import interrupts
from wythoff.errors import InputError, shorten
from wythoff.harness.commits import to_measure
from wythoff.harness.compare.run import compare_sides
from wythoff.harness.compare.sides import Sides
from wythoff.harness.config import AsvConfig
from wythoff.harness.pair.account import Account, series_key
from wythoff.harness.pair.looks import LEAST_ROUNDS, Look, decided
from wythoff.harness.pair.options import PairOptions
from wythoff.harness.pair.turns import Side, Turn, end_of, next_turn, rounds_of
from wythoff.harness.rows import Row
from wythoff.harness.series import Series
from wythoff.harness.sweep.part import Part
from wythoff.harness.sweep.predict import Point
from wythoff.harness.sweep.progress import SweepDisplay
from wythoff.harness.sweep.project import UnusableError
from wythoff.harness.sweep.run import MAX_DISCARDED, Sweep, repository_of
from wythoff.harness.sweep.task import Task
from wythoff.harness.units import count_points, human_duration, human_n


class Measurement:
    """Two sweeps that take turns, and what is known of the series that both commits have."""

    def __init__(self, options: PairOptions, config: AsvConfig, name: str, scratch: Path, notes: Console) -> None:
        self.options = options
        self.config = config
        self.machine = name
        self.display = SweepDisplay(notes)
        self._scratch = scratch
        self._notes = notes
        self.account = Account((options.first, options.second))
        self.sweeps: tuple[Sweep, ...] = ()
        self._looks: dict[Series, list[Look]] = {}
        self._looked_at: dict[Series, int] = {}
        self._turns = 0
        self._spent_s = 0.0
        self._is_prepared = False

    def _sweep(self, side: int, part: Part) -> Sweep:
        part = replace(part, display=self.display, keeps_builds=2)
        return Sweep(self.options.sweep, self.config, self.machine, self._folder(side), self._notes, part)

    def _folder(self, side: int) -> Path:
        folder = self._scratch / str(side)
        folder.mkdir(exist_ok=True)
        return folder

    def prepare(self) -> None:
        """
        Build both commits and bring their benchmarks together.

        Raises
        ------
        InputError
            If the two are the same commit, or one of them can't be built.
        """
        commits = self._commits()
        names = [
            commit[:8] if commit.startswith(name.lower()) else f"{name} ({commit[:8]})"
            for commit, name in zip(commits, self.account.names, strict=True)
        ]
        self.account.names = (names[0], names[1])
        self.sweeps = tuple(
            self._sweep(side, Part(commit=commits[side], beside=commits[1 - side], at=f" at {name}"))
            for side, name in enumerate(names)
        )
        for sweep, which, name in zip(self.sweeps, ("first", "second"), names, strict=True):
            self.display.line(f"{which}: {name}")
            try:
                sweep.prepare()
            except UnusableError as error:
                raise UnusableError(f"{shorten(name)} can't be measured, and so not compared: {error}") from None
        self._bring_together()
        self._is_prepared = True
        sides = self.sides()
        had = sum(rounds_of(sides, point) > 0 for _, points in self.account.series for point in points)
        if had:
            self.display.line(f"{count_points(had)} measured beside each other before: goes on from there")

    def _commits(self) -> tuple[str, str]:
        """Find out which two commits are meant."""
        names = self.account.names
        repository = repository_of(self.options.sweep, self.config, self.machine, self._folder(0))
        hashes = [to_measure([name], repository) for name in names]
        for name, found in zip(names, hashes, strict=True):
            if len(found) != 1:
                raise InputError(f"{shorten(name)} is {len(found):,} commits: name one for each side")
        (first,), (second,) = hashes
        if first == second:
            named = list(dict.fromkeys(map(shorten, names)))
            same = f"{' and '.join(named)} {'is' if len(named) == 1 else 'are'} the same commit, {first[:8]}"
            raise InputError(f"{same}: name two different ones")
        return first, second

    def _bring_together(self) -> None:
        first, second = self.sweeps
        account = self.account
        account.bring_together(
            (first.record.plans(), second.record.plans()), (first.project.benchmarks, second.project.benchmarks)
        )
        ours = {point for _, points in account.series for point in points}
        for sweep, failed in zip(self.sweeps, account.failed, strict=True):
            failed.update((point, why) for point, why in sweep.record.failures() if point in ours)

    def sides(self) -> tuple[Side, Side]:
        """Return what is known of both commits."""
        first, second = (_side(sweep) for sweep in self.sweeps)
        return first, second

    def measure(self) -> None:
        """Take turns until every series is decided, or no further turn fits into what is left of the budget."""
        begun = time.monotonic()
        stuck = 0
        while True:
            self._spent_s = time.monotonic() - begun
            sides = self.sides()
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
        homes = [{series_key(plan.series): plan for plan in side.plans} for side in sides]
        found: list[Point] = []
        for plan, points in self.account.series:
            if series_key(plan.series) in self.account.outcome:
                continue
            self.account.ended.pop(series_key(plan.series), None)
            points = tuple(point for point in points if not self.account.has_failed(point))
            for side, home, name in zip(sides, homes, self.account.names, strict=True):
                end = end_of(side, home[series_key(plan.series)], points)
                if end is not None:
                    self.account.ended[series_key(plan.series)] = f"from {end[0].label} on, at {name} {end[1]}"
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
                self.account.failed[side][point] = failures[point]
            elif point in known and after.get(point, 0) == before.get(point, 0):
                self.account.failed[side][point] = "the benchmark declined it"
        return True  # a point of which nothing is known comes after one that failed, and was not tried

    def _report(self, turn: Turn, order: Sequence[int], wall_s: float) -> None:
        sizes = [point.n for point in turn.points if point.n is not None]
        low, high = (human_n(pick(sizes)) for pick in (min, max)) if sizes else ("", "")
        span = "" if not sizes else f", n = {low}" if low == high else f", n = {low} to {high}"
        names = ", then ".join(self.sweeps[side].project.commit[:8] for side in order)
        left = len(self.account.series) - len(self.account.outcome)
        rest = max(0.0, self.options.budget_s - self._spent_s - wall_s)
        self.display.stage(
            f"round {turn.round + 1}: {count_points(len(turn.points))}{span}, {names}, {human_duration(wall_s)}; "
            f"{left:,} of {len(self.account.series):,} series open, {human_duration(rest)} of the budget left"
        )

    def _look(self, sides: tuple[Side, Side]) -> None:
        """Compare the series that have got another round at all of their sizes, and note which are decided."""
        due = []
        for plan, points in self.account.series:
            key = series_key(plan.series)
            rounds = [rounds_of(sides, point) for point in points]
            least = min((number for number in rounds if number), default=0)
            if key not in self.account.outcome and least >= LEAST_ROUNDS and least > self._looked_at.get(key, 0):
                due.append(key)
                self._looked_at[key] = least
        if not due:
            return
        with suppress(InputError):  # so far nothing can be compared
            # A bar of its own would disturb that of the measurement.
            quiet = Console(file=io.StringIO())
            found = compare_sides(self._interleaved(sides), self.options.comparison(benchmark=labels_of(due)), quiet)
            for matched, change in found.entries:
                key = replace(matched.series, commit="")
                if key in due:
                    looks = self._looks.setdefault(key, [])
                    looks.append(Look.of(change))
                    outcome = decided(looks, self.options.tolerance)
                    if outcome is not None:
                        self.account.outcome[key] = outcome

    def _interleaved(self, sides: tuple[Side, Side]) -> Sides:
        """Return what both commits measured beside each other, and nothing else."""
        rows: list[list[Row]] = []
        for sweep in self.sweeps:
            beside = {point for _, points in self.account.series for point in points if rounds_of(sides, point)}
            rows.append([row for point, row in sweep.record.measured_rows() if point in beside])
        return Sides("commit", self.account.names, (rows[0], rows[1]), None, self.config, [])

    def what_is_left(self) -> str:
        """Go on a sentence about the end: with what has become of the results."""
        return self.sweeps[0].what_is_left() if self.sweeps else ""

    def interrupted(self) -> int:
        """Write down that somebody stopped the measurement, say so, and return the exit code."""
        measured = 0
        for sweep in self.sweeps:
            measured += sweep.measured
            if self._is_prepared:
                sweep.record.note_interruption(None)
        interrupts.tell(f": {count_points(measured)} measured and saved; the same command goes on from there")
        return interrupts.CODE


def _side(sweep: Sweep) -> Side:
    plans, limits, overhead = sweep.state()
    return Side(plans, sweep.record.rounds_beside(), limits, overhead)


def labels_of(series: Sequence[Series]) -> tuple[str, ...]:
    """Return expressions that match these series and no others."""
    return tuple(dict.fromkeys(f"^{re.escape(one.label)}$" for one in series))
