"""What is known about every point of a sweep: from the result files, from the journal, and from what has just run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from wythoff.harness import conditions
from wythoff.harness.conditions import Conditions
from wythoff.harness.patterns import matches
from wythoff.harness.results import Row, read_files
from wythoff.harness.sweep import journal
from wythoff.harness.sweep.observed import Judged, Observed
from wythoff.harness.sweep.options import SweepOptions
from wythoff.harness.sweep.outcome import Attempt
from wythoff.harness.sweep.plan import Stop
from wythoff.harness.sweep.predict import Known, Point, SeriesPlan
from wythoff.harness.sweep.project import Project
from wythoff.harness.sweep.task import Task

_WITH_VALUE = ("measured", "continued", "remeasured")


class Record:
    """
    Keeps what is known, and writes to the journal what is learnt.

    Parameters
    ----------
    project : Project
        The project at the commit that is measured.
    plans : sequence of SeriesPlan
        All series, without knowledge.
    results_dir : Path
        The project's results folder.
    options : SweepOptions
        What was asked for: with ``retry_failed``, earlier failures are forgotten; ``rounds`` beyond those that
        a point has had are added to it.
    beside : str, optional
        The commit that is measured in turn with this one.
    """

    def __init__(
        self,
        project: Project,
        plans: Sequence[SeriesPlan],
        results_dir: Path,
        options: SweepOptions,
        beside: str | None = None,
    ) -> None:
        self._project = project
        self._plans = plans
        self._results_dir = results_dir
        self._journal = results_dir / project.machine / journal.FILE_NAME
        self._ours = {(point.environment, point.benchmark, _texts(point)) for plan in plans for point in plan.points}
        self._known: dict[Point, Known] = {}
        self._noted: dict[tuple[Any, ...], tuple[Any, ...]] = {}
        self._observed = Observed(results_dir / project.machine / conditions.FILE_NAME)
        self._rounds = {point: plan.timing.rounds for plan in plans for point in plan.points}
        self._here: set[Point] = set()
        self._rows: dict[Point, Row] = {}
        self._tries: Counter[Point] = Counter()
        self._is_busy = False
        self._given_up: set[Point] = set()
        # Of each environment as it is now, and of each point when it was measured; see `Project.differences`.
        self._differences = dict(project.differences)
        self._measured_of: dict[Point, str] = {}
        self._beside = beside
        self._measured_beside: dict[Point, str | None] = {}
        self._asks_rounds = options.rounds is not None
        self._recall(options.retry_failed)
        for environment in project.files:
            self.read_values(environment)

    def matching(self, regex: str) -> set[Point]:
        """Return the measured points whose name in asv's form matches a regular expression."""
        return {
            point for point, known in self._known.items() if known.value is not None and matches(regex, point.label)
        }

    def plans(self) -> list[SeriesPlan]:
        """Return all series with what is known about them."""
        return [plan.knowing(self._known) for plan in self._plans]

    def failures(self) -> list[tuple[Point, str]]:
        """List the points that failed, and why."""
        return [(point, known.failed) for point, known in self._known.items() if known.failed is not None]

    def rows(self) -> list[Row]:
        """Read all rows of the sweep's result files."""
        files = [self._results_dir / file for file in self._project.files.values()]
        return [row for file in files if file.exists() for row in read_files([file]).rows]

    def is_ours(self, row: Row) -> bool:
        """Tell whether a row is one of the sweep's points."""
        return (row.environment, row.benchmark, tuple(text for _, text in row.params)) in self._ours

    def read_values(self, environment: str) -> None:
        """Take over the finite values of a result file, where the benchmark is still the one that is measured now."""
        file = self._results_dir / self._project.files[environment]
        if file.exists():
            for point, row in self.rows_of(file, environment).items():
                self._observed.recall(point, row)
                self._known[point] = self._as_known(point, row)
                self._rows[point] = row

    def values_of(self, plan: SeriesPlan) -> list[tuple[float, Row]]:
        """Return what was measured of a series, in ascending size; nothing of one without sizes."""
        return [(float(p.n), self._rows[p]) for p in plan.points if p.n is not None and p in self._rows]

    def rounds_beside(self) -> dict[Point, int]:
        """Return the number of rounds of the points all of which were measured in turn with the other commit."""
        return {
            point: line.rounds if (line := self._observed.of.get(point)) is not None else 1
            for point, other in self._measured_beside.items()
            if other is not None and other == self._beside and point in self._rows and not self._is_of_other_code(point)
        }

    def measured_rows(self) -> list[tuple[Point, Row]]:
        """Return the points that have values, and these."""
        return list(self._rows.items())

    def rows_of(self, file: Path, environment: str) -> dict[Point, Row]:
        """Read the rows with finite values of one environment's result file that are about points of the sweep."""
        rows: dict[tuple[str, tuple[str, ...]], Row] = {}
        for row in read_files([file]).rows:
            version = str(self._project.benchmarks.get(row.benchmark, {}).get("version", ""))
            if row.measured and row.version in (None, version):
                rows[row.benchmark, tuple(text for _, text in row.params)] = row
        points = (point for plan in self._plans for point in plan.points if point.environment == environment)
        found = ((point, rows.get((point.benchmark, _texts(point)))) for point in points)
        return {point: row for point, row in found if row is not None}

    def _as_known(self, point: Point, row: Row) -> Known:
        known = Known(
            row.value,
            self._known.get(point, Known()).wall_s,
            here=point in self._here,
            tries=self._tries[point],
        )
        line = self._observed.of.get(point)
        if line is None:
            return known
        lacking = max(0, self._rounds[point] - line.rounds)
        rounds_left = lacking if self._asks_rounds and point not in self._given_up else min(line.rounds_left, lacking)
        if self._is_of_other_code(point):
            rounds_left = 0  # samples of two different codes would be one result
        return replace(known, rounds_left=rounds_left, busy=line.busy, slowdown=line.figures.slowdown)

    def _is_of_other_code(self, point: Point) -> bool:
        return self._measured_of.get(point) not in (None, self._differences.get(point.environment, ""))

    def of_other_code(self) -> set[Point]:
        """Return the measured points whose code differed otherwise from the commit than it does now."""
        return {
            point for point, known in self._known.items() if known.value is not None and self._is_of_other_code(point)
        }

    def note_code(self, task: Task, judged: Judged, before: str, after: str) -> None:
        """Take note of how the code of a batch differed from the commit, when the batch began and when it ended."""
        self._differences[task.environment] = after
        for point in task.points:
            first = self._measured_of.get(point, before) if task.adds_samples else before
            if point not in judged.kept:
                self._measured_of[point] = after if first == after else f"{first} to {after}"

    def judge(self, task: Task, attempts: dict[Point, Attempt], written: Path) -> Judged:
        """Decide which points of the file that asv has written are taken over, and what is noted about them."""
        return self._observed.judge(task, attempts, self.rows_of(written, task.environment), self._rounds)

    def write_conditions(self, judged: Judged) -> None:
        """Note the conditions of a batch, and the first time that the machine was busy also in the journal."""
        self._observed.write(judged.lines.values())
        busy = next(((point, line) for point, line in judged.lines.items() if line.busy), None)
        if busy is not None and not self._is_busy:
            self._is_busy = True
            journal.append(self._journal, [self._event("busy", busy[0], reason=", ".join(busy[1].reasons))])

    def note_dirty(self, reason: str) -> None:
        """Write down that what is measured isn't what the commit holds."""
        journal.append(self._journal, [self._event("dirty", reason=reason)])

    def note(self, event: str) -> None:
        """Write down ``begun`` or ``finished``."""
        journal.append(self._journal, [self._event(event)])

    def conditions_here(self) -> dict[Point, Conditions]:
        """Return the conditions of the points that this sweep measured, as far as they are known."""
        return {point: line for point, line in self._observed.of.items() if point in self._here}

    def is_noted(self, stop: Stop, limit_s: float) -> bool:
        """Tell whether a stop has been written down, by this sweep or an earlier one."""
        return self._noted.get(self._key(stop.point)) == _gist(stop.point.n, stop.rule, limit_s)

    def note_stops(self, stops: Iterable[Stop], limit_s: float) -> list[Stop]:
        """Write down the stops that are new, and return them."""
        fresh = [stop for stop in stops if not self.is_noted(stop, limit_s)]
        for stop in fresh:
            self._noted[self._key(stop.point)] = _gist(stop.point.n, stop.rule, limit_s)
        journal.append(
            self._journal,
            [
                self._event(
                    "stopped", stop.point, reason=stop.reason, rule=stop.rule, limit_s=limit_s, points_left=stop.left
                )
                for stop in fresh
            ],
        )
        return fresh

    def absorb(
        self, task: Task, attempts: dict[Point, Attempt], saved: bool, judged: Judged
    ) -> tuple[int, list[tuple[Point, str]]]:
        """
        Learn what became of the points of a batch, and write it down.

        Parameters
        ----------
        task : Task
            What the batch was for.
        attempts : dict
            The points that were tried.
        saved : bool
            Whether the batch is in the result file; if not, only failures count.
        judged : Judged
            What was taken over.

        Returns
        -------
        (int, list of (Point, str))
            How many points got a value, and which failed and why.
        """
        if task.kind == "disturbed":
            self._tries.update(list(attempts))
        taken = [point for point in attempts if saved and point not in judged.kept]
        for point in taken:
            before = self._known.get(point, Known()).wall_s if task.adds_samples else None
            self._known[point] = Known(wall_s=(before or 0.0) + attempts[point].wall_s)
            mixed = task.adds_samples and self._measured_beside.get(point) != self._beside
            self._measured_beside[point] = None if mixed else self._beside
        self._here.update(judged.lines)
        self.read_values(task.environment)
        outcomes = [self._outcome(task, point, attempt, saved, judged) for point, attempt in attempts.items()]
        events = [event for event in outcomes if event is not None]
        journal.append(self._journal, events)
        failed = [
            (point, event.reason or "")
            for point, event in zip(attempts, outcomes, strict=True)
            if event is not None and event.event == "failed"
        ]
        return sum(event.event in ("measured", "remeasured") for event in events), failed

    def _outcome(self, task: Task, point: Point, attempt: Attempt, saved: bool, judged: Judged) -> journal.Event | None:
        """Say what became of a point, and keep in mind what its results don't tell."""
        known = self._known.get(point, Known())
        wall_s = None if known.wall_s is None else round(known.wall_s, 3)
        reason = attempt.failed or f"the benchmark returned {attempt.returned}, which is no finite number"
        again = task.is_again and known.value is not None and attempt.failed is None and saved
        if again and task.adds_samples:
            return self._event("continued", point, wall_s=wall_s)
        if again or (task.kind == "disturbed" and known.value is not None):
            why = "the machine was busy" if task.kind == "disturbed" else "it was asked for"
            instead = judged.kept.get(point) or attempt.failed
            kept = f"the earlier result is kept: {instead}" if instead else "replaced"
            return self._event("remeasured", point, wall_s=wall_s, reason=f"{why}; {kept}")
        if attempt.failed is None and known.value is not None:
            return self._event("measured", point, wall_s=wall_s)
        if attempt.failed is None and attempt.skipped:
            self._known[point] = Known(skipped=True)
            return self._event("skipped", point)
        if attempt.failed is None and not saved:
            return None
        if not task.is_again:
            self._known[point] = Known(failed=reason, wall_s=attempt.wall_s)
        elif task.adds_samples:
            self._given_up.add(point)
            self._known[point] = replace(known, rounds_left=0)
        return self._event("failed", point, reason=reason, wall_s=round(attempt.wall_s, 3))

    def note_interruption(self, running: Point | None) -> None:
        """Write down that somebody stopped the sweep."""
        where = "between two batches" if running is None else f"at {running.label}"
        journal.append(self._journal, [self._event("interrupted", reason=f"stopped by hand {where}")])

    def _recall(self, retry_failed: bool) -> None:
        """Take over what earlier sweeps of this commit wrote down."""
        points = {self._key(point): point for plan in self._plans for point in plan.points}
        for event in journal.read(self._journal):
            if event.commit != self._project.commit or event.machine != self._project.machine:
                continue
            if event.event == "stopped":
                self._noted[event.point] = _gist(event.n, event.rule, event.limit_s)
            point = points.get(event.point)
            if point is None:
                continue
            if event.event in _WITH_VALUE:
                self._known[point] = Known(wall_s=event.wall_s)
                self._measured_of[point] = event.differences or ""
                self._measured_beside[point] = event.beside
            elif event.event == "failed" and not retry_failed:
                self._known[point] = Known(failed=event.reason or "no reason given", wall_s=event.wall_s)
            elif event.event == "skipped":
                self._known[point] = Known(skipped=True)

    def _key(self, point: Point) -> tuple[str, str, str, tuple[str, ...]]:
        return (point.environment, point.benchmark, self._version(point), _texts(point))

    def _version(self, point: Point) -> str:
        return str(self._project.benchmarks[point.benchmark].get("version", ""))

    def _event(self, event: str, point: Point | None = None, **fields: Any) -> journal.Event:
        if point is not None:
            fields |= {"environment": point.environment, "benchmark": point.benchmark, "version": self._version(point)}
            fields |= {"params": dict(point.params), "n": point.n}
            if event in _WITH_VALUE:
                fields["differences"] = self._measured_of.get(point, "")
                fields["beside"] = self._measured_beside.get(point)
        return journal.Event(event, commit=self._project.commit, machine=self._project.machine, **fields)


def _gist(n: float | None, rule: str | None, limit_s: float | None) -> tuple[Any, ...]:
    """Reduce a stop to what makes it a new one: the words of its reason change with free memory and noise."""
    return (n, rule, limit_s if rule == "time limit" else None)


def _texts(point: Point) -> tuple[str, ...]:
    return tuple(text for _, text in point.params)
