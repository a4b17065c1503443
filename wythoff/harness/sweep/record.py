"""What is known about every point of a sweep: from the result files, from the journal, and from what has just run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from wythoff.harness.results import Row, read_files
from wythoff.harness.sweep import journal
from wythoff.harness.sweep.outcome import Attempt
from wythoff.harness.sweep.plan import Stop
from wythoff.harness.sweep.predict import Known, Point, SeriesPlan
from wythoff.harness.sweep.project import Project


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
    retry_failed : bool
        Forget failures of earlier sweeps.
    """

    def __init__(self, project: Project, plans: Sequence[SeriesPlan], results_dir: Path, retry_failed: bool) -> None:
        self._project = project
        self._plans = plans
        self._results_dir = results_dir
        self._journal = results_dir / project.machine / journal.FILE_NAME
        self._ours = {(point.environment, point.benchmark, _texts(point)) for plan in plans for point in plan.points}
        self._known: dict[Point, Known] = {}
        self._noted: dict[tuple[Any, ...], tuple[Any, ...]] = {}
        self._recall(retry_failed)
        for environment in project.files:
            self.read_values(environment)

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
        if not file.exists():
            return
        values: dict[tuple[str, tuple[str, ...]], float] = {}
        for row in read_files([file]).rows:
            version = str(self._project.benchmarks.get(row.benchmark, {}).get("version", ""))
            if row.measured and row.value is not None and row.version in (None, version):
                values[row.benchmark, tuple(text for _, text in row.params)] = row.value
        for plan in self._plans:
            for point in plan.points:
                value = values.get((point.benchmark, _texts(point)))
                if point.environment == environment and value is not None:
                    self._known[point] = Known(value, self._known.get(point, Known()).wall_s)

    def note_stops(self, stops: Iterable[Stop], limit_s: float) -> list[Stop]:
        """Write down the stops that are new, and return them."""
        fresh = []
        for stop in stops:
            what = _gist(stop.point.n, stop.rule, limit_s)
            if self._noted.get(self._key(stop.point)) != what:
                self._noted[self._key(stop.point)] = what
                fresh.append(stop)
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

    def absorb(self, attempts: dict[Point, Attempt], environment: str, saved: bool) -> tuple[int, list[Point]]:
        """
        Learn what became of the points of a batch, and write it down.

        Parameters
        ----------
        attempts : dict
            The points that were tried.
        environment : str
            Where.
        saved : bool
            Whether the batch is in the result file; if not, only failures count.

        Returns
        -------
        (int, list of Point)
            How many points were measured, and which failed.
        """
        if saved:
            self._known |= {point: Known(wall_s=attempt.wall_s) for point, attempt in attempts.items()}
            self.read_values(environment)
        events, measured, failed = [], 0, []
        for point, attempt in attempts.items():
            wall_s = round(attempt.wall_s, 3)
            if attempt.failed is None and self._known.get(point, Known()).value is not None:
                measured += 1
                events.append(self._event("measured", point, wall_s=wall_s))
            elif attempt.failed is None and attempt.skipped:
                self._known[point] = Known(skipped=True)
                events.append(self._event("skipped", point))
            elif attempt.failed is not None or saved:
                reason = attempt.failed or f"the benchmark returned {attempt.returned}, which is no finite number"
                failed.append(point)
                self._known[point] = Known(failed=reason, wall_s=attempt.wall_s)
                events.append(self._event("failed", point, reason=reason, wall_s=wall_s))
        journal.append(self._journal, events)
        return measured, failed

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
            if event.event == "measured":
                self._known[point] = Known(wall_s=event.wall_s)
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
        return journal.Event(event, commit=self._project.commit, machine=self._project.machine, **fields)


def _gist(n: float | None, rule: str | None, limit_s: float | None) -> tuple[Any, ...]:
    """Reduce a stop to what makes it a new one: the words of its reason change with free memory and noise."""
    return (n, rule, limit_s if rule == "time limit" else None)


def _texts(point: Point) -> tuple[str, ...]:
    return tuple(text for _, text in point.params)
