"""
Run an asv project's benchmarks in ascending size, in small batches that are each saved before the next begins.

The sweep knows the benchmarks from asv and the sizes and claims from ``asv.conf.json``, so it serves any asv project.
It measures what is missing for one commit on one machine, or for several one after the other, in each environment of
the project. What failed and why a series stopped is written down in the machine's ``sweep.jsonl`` (see
`wythoff.harness.sweep.journal`), the processor time of what was timed and how busy the machine was in its
``conditions.jsonl`` (see `wythoff.harness.conditions`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from wythoff._process import interrupts
from wythoff._process.entry import in_words
from wythoff._process.memory import available_bytes
from wythoff.errors import InputError, shorten
from wythoff.harness import facts_beside, machine
from wythoff.harness.commits import Repository, is_several, subject, to_measure
from wythoff.harness.config import AsvConfig, load_config
from wythoff.harness.summary import print_summary, summarize
from wythoff.harness.sweep import store
from wythoff.harness.sweep.again import asked_batch, disturbed_batch, split_stops
from wythoff.harness.sweep.asv_process import Outcome, memory_floor, run_asv
from wythoff.harness.sweep.merge import keep_points
from wythoff.harness.sweep.observed import Judged, describe_conditions
from wythoff.harness.sweep.options import SweepOptions
from wythoff.harness.sweep.outcome import collect_attempts
from wythoff.harness.sweep.part import Part
from wythoff.harness.sweep.plan import Limits, fill_batch, next_batch, next_rounds, remaining
from wythoff.harness.sweep.predict import Overhead, Point, SeriesPlan, learn_overhead, rounds_again
from wythoff.harness.sweep.progress import SweepDisplay
from wythoff.harness.sweep.project import Project, UnusableError, build_plans, discover, inquire
from wythoff.harness.sweep.record import Record
from wythoff.harness.sweep.task import Task
from wythoff.harness.sweep.words import left_out_lines, plan_lines
from wythoff.harness.units import count_points, human_duration, human_n

if TYPE_CHECKING:
    from wythoff.harness.sweep.decided import Decisions

FAILED = 2
# A batch is measured again if somebody else changed its files meanwhile, but not for ever.
MAX_DISCARDED = 5


def run(options: SweepOptions, console: Console) -> int:
    """
    Sweep, and print progress and a summary.

    Parameters
    ----------
    options : SweepOptions
        What to sweep.
    console : rich.console.Console
        Where to print.

    Returns
    -------
    int
        Exit code: 0; 2, as of `asv run`, if points failed, now or earlier at this commit, or a commit of several can't
        be measured; 130 after Ctrl-C.

    Raises
    ------
    InputError
        If the project, its configuration, git, or the results folder can't be used.
    """
    options.check()
    config = load_config(options.config)
    name = machine.ensure(options.machine)
    with store.unclaimed() if options.plan_only else store.claimed(config.results_dir / name) as scratch:
        sweep = Sweep(options, config, name, scratch, console)
        if len(options.commits) == 1 and not is_several(options.commits[0]):
            return sweep.run()
        try:
            repository = repository_of(options, config, name, scratch)
        except KeyboardInterrupt:
            return sweep.interrupted()
        return _run_each(to_measure(options.commits, repository), sweep, repository.path)


def _run_each(commits: Sequence[str], first: Sweep, repository: Path) -> int:
    """Sweep one commit after the other; what can't be measured at one of them doesn't keep the others from it."""
    codes = []
    measured = 0
    for place, commit in enumerate(commits, start=1):
        part = Part(commit=commit, measured_before=measured, is_one_of_several=True)
        sweep = Sweep(first.options, first.config, first.machine, first.scratch, first.console, part)
        sweep.display.line(
            f"commit {place:,} of {len(commits):,}: {commit[:8]} {shorten(subject(commit, repository))}".rstrip()
        )
        try:
            codes.append(sweep.run())
        except UnusableError as error:
            sweep.display.line(f"commit {commit[:8]} can't be measured: {error}")
            codes.append(FAILED)
        if codes[-1] == interrupts.CODE:
            break
        measured += sweep.measured
    return max(codes)


def repository_of(options: SweepOptions, config: AsvConfig, name: str, scratch: Path) -> Repository:
    """
    Ask asv for the repository that several commits are looked up in.

    Parameters
    ----------
    options : SweepOptions
        Which environments.
    config : AsvConfig
        The project.
    name : str
        The machine.
    scratch : Path
        A folder that is there.

    Raises
    ------
    InputError
        If the project or its repository can't be used, or an environment is one that exists: what is installed there is
        one commit.
    """
    repository, existing = inquire(_request("inquire", options, config, name, scratch), config, scratch)
    if existing is not None:
        raise InputError(
            f"{existing} measures what is installed there, which is one commit: for several let asv make "
            "environments (-E virtualenv), or name the one that is checked out"
        )
    return repository


def _request(
    action: str, options: SweepOptions, config: AsvConfig, name: str, scratch: Path, **more: Any
) -> dict[str, Any]:
    """Return what asv's process is asked for, to which each action adds its own."""
    return {
        "action": action,
        "config": str(config.path),
        "results_dir": str(scratch / "results"),
        "project_results": str(config.results_dir),
        "machine": name,
        "environments": list(options.environments),
        "keeps_builds": None,
        **more,
    }


class Sweep:
    """One run of the sweep: the project as asv sees it, the record of its points, and the loop that fills it."""

    project: Project
    record: Record

    def __init__(
        self,
        options: SweepOptions,
        config: AsvConfig,
        name: str,
        scratch: Path,
        console: Console,
        part: Part | None = None,
    ) -> None:
        self.options = options
        self.part = part or Part()
        self.commit = options.commits[0] if self.part.commit is None else self.part.commit
        self.config = config
        self.machine = name
        self.scratch = scratch
        self.console = console
        self.display = self.part.display or SweepDisplay(console)
        self.measured = self.failed = 0
        self.last_failed: dict[Point, str] = {}
        self._prepared = self._is_dirty = False
        self.asked: set[Point] = set()
        self._told: set[str] = set()  # environments whose interpreter and compiler are noted
        self._started = time.monotonic()
        self._again_s = 0.0
        self._starts_s: list[float] = []
        self._running: Point | None = None
        self._decisions: Decisions | None = None
        if options.until_decided:
            from wythoff.harness.sweep.decided import Decisions  # loads the whole analysis

            self._decisions = Decisions(config.claims)

    def run(self) -> int:
        """Measure what is missing, or say what would be measured, and return the exit code of `run`."""
        try:
            with self.display, interrupts.stating("; the same command goes on from there"):
                self.prepare()
                if not self.options.plan_only:
                    self.measure()
        except KeyboardInterrupt:
            return self.interrupted()
        except OSError as error:
            raise InputError(f"the sweep had to end{self.what_is_left()}: {in_words(error)}") from None
        if self.options.plan_only:
            self.print_plan()
            return 0
        if self.part.is_one_of_several:
            self.record.note("finished")
        self.print_summary()
        return FAILED if self.record.failures() else 0

    def prepare(self) -> None:
        """Ask asv for the benchmarks, and the results folder for what is measured already."""
        if not self.options.plan_only:
            of_interpreters = machine.OF_INTERPRETERS + machine.ASV_KEYS
            facts = {key: text for key, text in machine.facts().items() if key not in of_interpreters}
            facts_beside.note(self.config.results_dir / self.machine, "", facts)
        self.display.stage("asv builds the project and lists its benchmarks")
        self.project = discover(self._request("discover"), self.config, self.scratch)
        plans = build_plans(self.project, self.config, self.options)
        for file in self.project.files.values():
            store.check_result_file(self.config.results_dir / file)
        self.record = Record(self.project, plans, self.config.results_dir, self.options, self.part.beside)
        if self.options.remeasure is not None:
            self.asked = self.record.matching(self.options.remeasure)
        self._prepared = True
        if self.part.is_one_of_several and not self.options.plan_only:
            self.record.note("begun")
        self._note_changes()
        if others := len(self.record.of_other_code() - self.asked):
            were = "was" if others == 1 else "were"
            self.display.line(
                f"{count_points(others)} {were} measured of other code than there is now, under the same commit: "
                "--remeasure REGEX measures again"
            )

    def _note_changes(self) -> None:
        """Say, and write down, that files differ from the commit under which they are filed."""
        changed = self.project.changed
        if changed and not self._is_dirty:
            self._is_dirty = True
            files = ", ".join(changed[:3]) + (f" and {len(changed) - 3} more" if len(changed) > 3 else "")
            reason = f"files differ from commit {self.project.commit[:8]}, under which results are filed: {files}"
            self.display.line(reason)
            if not self.options.plan_only:
                self.record.note_dirty(reason)

    def _request(self, action: str, **more: Any) -> dict[str, Any]:
        more = {"commit": self.commit, "keeps_builds": self.part.keeps_builds, **more}
        return _request(action, self.options, self.config, self.machine, self.scratch, **more)

    def measure(self) -> None:
        """Measure batch after batch until nothing is left that may be measured."""
        number = discarded = 0
        while (task := self._next_task()) is not None:
            outcome = self.run_batch(task)
            if outcome is not None:
                number, discarded = number + 1, 0
                self._report(number, task, outcome.wall_s)
                continue
            discarded += 1
            if discarded == MAX_DISCARDED:
                raise InputError(
                    f"{discarded} batches in a row could not be saved, because the benchmarks or the result file were "
                    "changed while they ran: start the sweep again when nothing else works on them"
                )

    def _next_task(self) -> Task | None:
        """Choose what comes next, and say which series end; None when nothing is left that may be measured."""
        plans, limits, overhead = state = self.state()
        stops, doubted = split_stops(plans, limits, overhead, self.record.is_noted)
        for stop in self.record.note_stops(stops, limits.call_s):
            if not stop.follows_failure:
                self.display.line(f"stopped before {self._label(stop.point)}: {stop.reason}")
        self.display.plan(self.measured + self.failed, *remaining(plans, limits, overhead))
        if points := asked_batch(*state, self.asked):
            return Task(points, "asked")
        if points := next_batch(*state):
            return Task(points)
        if points := fill_batch(plans, doubted, limits.batch_s, overhead, rounds_again):
            return Task(points, "disturbed")
        if points := next_rounds(*state):
            return Task(points, "rounds")
        if points := disturbed_batch(*state, self._again_s, time.monotonic() - self._started):
            return Task(points, "disturbed")
        return None

    def state(self) -> tuple[list[SeriesPlan], Limits, Overhead]:
        """Return the series with what is known, the limits, and what measuring costs besides the calls."""
        plans = self.record.plans()
        if self._decisions is not None:
            plans = [self._decisions.noted(plan, self.record.values_of(plan)) for plan in plans]
        free = max(0, available_bytes() - memory_floor())
        limits = Limits(self.options.time_limit_s, self.options.batch_s, free)
        return plans, limits, learn_overhead(plans, self._starts_s)

    def run_batch(self, task: Task) -> Outcome | None:
        """Measure and save one batch; None if it can't be trusted, because something changed under it."""
        batch, environment = task.points, task.environment
        target = self.config.results_dir / self.project.files[environment]
        written = self.scratch / "results" / self.project.files[environment]
        if self._benchmarks_changed():
            self.display.line("the benchmarks were changed: asv lists them again")
            self.prepare()
            return None
        store.check_result_file(target)
        seeded = store.seed(target, written)
        by_index = {(point.benchmark, point.index): point for point in batch}

        def on_event(event: dict[str, Any]) -> None:
            if event["event"] == "start":
                self._running = by_index[event["benchmark"], event["index"]]
                self.display.running(self._running.label)

        outcome = run_asv(self._measuring(task), self.config.folder, self.scratch, on_event)
        for event in outcome.events:
            if event["event"] == "facts":
                facts_beside.note(self.config.results_dir / self.machine, environment, event["facts"])
                self._told.add(environment)
        self._running = None
        attempts = collect_attempts(outcome, by_index)
        judged = Judged()
        if outcome.saved:
            if self._benchmarks_changed():
                return None  # which code was measured can't be told
            if store.digest(target) != seeded:
                self.display.line(f"{target.name} was changed by another program: the batch is measured again")
                self.record.read_values(environment)
                return None
            judged = self.record.judge(task, attempts, written)
            self._take_over(judged, written, target)
            code = next(event for event in outcome.events if event["event"] == "code")
            self.record.note_code(task, judged, code["before"], code["after"])
            self.project = replace(self.project, changed=tuple(code["changed"]))
            self._note_changes()
        elif not any(attempt.failed for attempt in attempts.values()):
            if not self._has_scratch():
                raise InputError(f"the sweep had to end{self.what_is_left()}: the same command goes on from there")
            raise InputError(f"asv ended without measuring {batch[0].label}:\n{outcome.log_tail}")
        self._starts_s.append(max(0.0, outcome.wall_s - sum(attempt.wall_s for attempt in attempts.values())))
        measured, failed = self.record.absorb(task, attempts, outcome.saved, judged)
        if task.kind == "disturbed":
            self._again_s += outcome.wall_s
        else:
            self.measured += measured
            self.failed += len(failed)
        self.asked -= set(batch)
        self.last_failed = dict(failed)
        for point, reason in failed:
            self.display.line(f"failed{self.part.at}: {self._label(point)}: {reason}")
        return outcome

    def _measuring(self, task: Task) -> dict[str, Any]:
        """Write the request that has asv carry out a task."""
        plans, _, overhead = self.state()
        of = {point: (position, plan.timing.repeat()) for position, plan in enumerate(plans) for point in plan.points}
        points = [
            {"benchmark": p.benchmark, "index": p.index, "series": of[p][0], "n": p.n, "repeat": of[p][1]}
            for p in task.points
        ]
        return {
            **self._request("measure", environment=task.environment, points=points, rounds=self.options.rounds),
            "commit": self.project.commit,  # a branch may have moved on since the sweep began
            "run_rounds": task.rounds(plans, overhead),
            "append": task.adds_samples,
            "again": task.is_again,
            "facts": task.environment not in self._told,
        }

    def _take_over(self, judged: Judged, written: Path, target: Path) -> None:
        """
        Save a batch: its conditions first, and then the results.

        Conditions without their results are passed over by every reader, but results without their conditions would
        look as if no round were to follow.
        """
        if judged.kept:
            kept = [(point.benchmark, tuple(text for _, text in point.params)) for point in judged.kept]
            keep_points(written, target, kept)
        self.record.write_conditions(judged)
        if not judged.kept or judged.lines:
            self._save(written, target)

    def what_is_left(self) -> str:
        """Go on a sentence about the end of a sweep: with what has become of its results."""
        folder = self.config.results_dir / self.machine
        if self.options.plan_only:
            return ""
        if not folder.is_dir():
            return f" because {shorten(str(folder), 200)} was removed meanwhile, and its results with it"
        removed = "" if self._has_scratch() else f" because its scratch folder {self.scratch} was removed meanwhile"
        return f"{removed}, what was measured before is saved"

    def _has_scratch(self) -> bool:
        """Tell whether what asv has listed is still there; the folder itself is made again for a batch."""
        return not self._prepared or (self.scratch / "results" / "benchmarks.json").is_file()

    def _where(self, environment: str) -> str:
        return f" [{environment}]" if len(self.project.files) > 1 else ""

    def _label(self, point: Point) -> str:
        return point.label + self._where(point.environment)

    def _benchmarks_changed(self) -> bool:
        return store.folder_digest(self.config.benchmark_dir) != self.project.benchmarks_digest

    def _save(self, written: Path, target: Path) -> None:
        store.put_in_place(written, target)
        for name in ("benchmarks.json", f"{self.machine}/machine.json"):
            ours, theirs = self.scratch / "results" / name, self.config.results_dir / name
            if store.digest(ours) != store.digest(theirs):
                store.put_in_place(ours, theirs)

    def _report(self, number: int, task: Task, wall_s: float) -> None:
        sizes = [point.n for point in task.points if point.n is not None]
        what = task.points[0].label if len(task.points) == 1 else count_points(len(task.points))
        what += task.words + self._where(task.environment)
        if sizes:
            low, high = human_n(min(sizes)), human_n(max(sizes))
            what += f", n = {low}" if low == high else f", n = {low} to {high}"
        left, left_s = remaining(*self.state())
        what_left = count_points(left) if left else "further rounds"
        rest = f"{what_left} left, about {human_duration(left_s)}" if left_s else "nothing new left"
        self.display.stage(f"batch {number}: {what}, {human_duration(wall_s)}; {rest}")

    def interrupted(self) -> int:
        """Write down that somebody stopped the sweep, say so, and return the exit code."""
        if self._prepared and not self.options.plan_only:
            self.record.note_interruption(self._running)
        measured = count_points(self.part.measured_before + self.measured)
        interrupts.tell(f": {measured} measured and saved; the same command goes on from there")
        return interrupts.CODE

    def print_plan(self) -> None:
        """Print, series by series, what would be measured and why the rest would not."""
        for line in plan_lines(self.state(), self.record, self.asked, self._where):
            self.display.line(line)

    def print_summary(self) -> None:
        """Print how each series of this sweep grew, what was left out and why, and how busy the machine was."""
        notes = left_out_lines(self.state(), self.record, self.asked, self._where)
        summaries = summarize(self.record.rows(), self.config.claims, self.record.is_ours)
        print_summary(summaries, notes, self.console)
        for words in describe_conditions(self.record.conditions_here()):
            self.display.line(words)
        if not self.measured and not self.failed:
            self.display.line("nothing new was measured: all that may be measured is there already")
