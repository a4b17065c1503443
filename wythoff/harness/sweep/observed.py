"""The conditions of a sweep's points: what is known, what a batch adds, and which of two measurements is kept."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import add
from pathlib import Path

from wythoff.harness import conditions
from wythoff.harness.conditions import Conditions, Figures
from wythoff.harness.results import Row
from wythoff.harness.sweep.again import is_less_disturbed
from wythoff.harness.sweep.outcome import Attempt
from wythoff.harness.sweep.predict import Point
from wythoff.harness.sweep.task import Task
from wythoff.harness.units import count_points


@dataclass
class Judged:
    """What a batch comes to: the lines to write down, and the points whose earlier result stays, with the reason."""

    lines: dict[Point, Conditions] = field(default_factory=dict)
    kept: dict[Point, str] = field(default_factory=dict)


class Observed:
    """
    Keeps the conditions of points, and writes down new ones.

    Parameters
    ----------
    file : Path
        The machine's file of conditions; it need not be there.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._book = conditions.read(file)
        self._best_loop_s = math.inf
        self.of: dict[Point, Conditions] = {}

    def recall(self, point: Point, row: Row) -> None:
        """Take over what is known about a point whose result is `row`."""
        texts = (text for _, text in row.params)
        found = self._book.find(row.commit, row.environment, row.benchmark, texts, _samples(row))
        if found is None:
            self.of.pop(point, None)
        else:
            self.of[point] = found

    def judge(
        self, task: Task, attempts: Mapping[Point, Attempt], rows: Mapping[Point, Row], rounds: Mapping[Point, int]
    ) -> Judged:
        """
        Decide what a batch adds.

        Parameters
        ----------
        task : Task
            What the batch was for.
        attempts : mapping
            What became of its points.
        rows : mapping
            Their rows in the file that asv has written.
        rounds : mapping
            How many rounds each point gets in all.
        """
        loops = [loop for attempt in attempts.values() for notes in attempt.notes for loop in notes.get("loops_s", ())]
        self._best_loop_s = min([self._best_loop_s, *loops])
        judged = Judged()
        for point, attempt in attempts.items():
            row, old = rows.get(point), self.of.get(point)
            if attempt.failed is not None or row is None:
                if task.is_again:
                    judged.kept[point] = attempt.failed or f"the benchmark returned {attempt.returned}"
                    if task.adds_samples and old is not None:
                        judged.lines[point] = replace(old, rounds_left=0)
                continue
            figures = reduce(add, (Figures.from_notes(notes, self._best_loop_s) for notes in attempt.notes))
            run = len(attempt.notes)
            if task.adds_samples and old is not None:
                figures, run = old.figures + figures, old.rounds + run
            elif task.kind == "disturbed" and old is not None and not is_less_disturbed(figures, old.figures):
                judged.kept[point] = f"the new one was disturbed as well, {', '.join(figures.reasons) or 'no less'}"
                continue
            judged.lines[point] = _line(row, figures, run, max(0, rounds[point] - run))
        return judged

    def write(self, lines: Iterable[Conditions]) -> None:
        """Write lines down; to be done before the results that they are about are put in place."""
        lines = list(lines)
        conditions.append(self._file, lines)
        conditions.keep_small(self._file)
        for line in lines:
            self._book.add(line)


def _line(row: Row, figures: Figures, rounds: int, rounds_left: int) -> Conditions:
    if figures.cpu_s is not None and len(figures.cpu_s) != len(row.samples or ()):
        figures = replace(figures, cpu_s=None, untold="asv kept other samples than were counted")
    return Conditions(
        commit=row.commit,
        environment=row.environment,
        benchmark=row.benchmark,
        params=dict(row.params),
        samples=conditions.fingerprint(_samples(row)),
        figures=figures,
        busy=bool(figures.reasons),
        reasons=figures.reasons,
        rounds=rounds,
        rounds_left=rounds_left,
    )


def _samples(row: Row) -> tuple[float, ...]:
    return row.samples or (() if row.value is None else (row.value,))


def describe_conditions(found: Mapping[Point, Conditions]) -> list[str]:
    """Say at how many points the machine was busy, and which benchmarks have no processor time and why."""
    words = []
    busy = [line for line in found.values() if line.busy]
    if busy:
        worst = max(busy, key=lambda line: line.figures.slowdown)
        words.append(
            f"the machine was busy at {len(busy)} of {count_points(len(found))} measured; "
            f"at worst, {', '.join(worst.reasons)} at {worst.benchmark}"
            + (f"({', '.join(worst.params.values())})" if worst.params else "")
        )
    untold = {(line.benchmark, line.figures.untold) for line in found.values() if line.figures.untold}
    return words + [f"no processor time of {benchmark}: {why}" for benchmark, why in sorted(untold)]
