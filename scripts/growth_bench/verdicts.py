"""What the analysis answers, series by series, and how often it is right: one line for each design and each law."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from growth_bench.designs import DESIGNS
from growth_bench.truth import Series
from wythoff.harness.growth import analyse


@dataclass(frozen=True)
class Answer:
    """One series judged: its design or file, the law behind it, and what the analysis said."""

    group: str
    name: str
    law: str
    found: str
    decided: bool
    covered: bool
    probability: float
    candidates: int

    @property
    def right(self) -> bool:
        """Whether the best guess is the law behind the series."""
        return self.found == self.law

    @property
    def wrong(self) -> bool:
        """Whether another law was decided."""
        return self.decided and not self.right


@dataclass(frozen=True)
class Task:
    """A series to be drawn from a design, or one that was measured."""

    group: str
    name: str
    law: str
    seed: tuple[int, ...] = ()
    measured: Series | None = None

    def series(self) -> Series:
        """Draw or return the series."""
        if self.measured is not None:
            return self.measured
        return DESIGNS[self.group].make(np.random.default_rng(self.seed), self.law)


def made(name: str, count: int, seed: int) -> list[Task]:
    """List so many series of a design, its laws in turn."""
    laws = DESIGNS[name].laws
    own = zlib.crc32(name.encode())
    return [Task(name, f"{name}-{seed}-{i}", laws[i % len(laws)], (seed, own, i)) for i in range(count)]


def measured(group: str, content: Iterable[dict[str, Any]], clock: str = "samples") -> list[Task]:
    """List the measured series of a file of `scripts/measure_growth.py`, by one clock; made ones are left out."""
    return [
        Task(
            group, one["name"], one["true_class"][2:-1], measured=Series(one["n"], one[clock], one["true_class"][2:-1])
        )
        for one in content
        if clock in one and one.get("kind") == "real"
    ]


def judge(task: Task) -> Answer:
    """Ask the analysis about one series."""
    series = task.series()
    found = analyse(series.n, series.samples)
    return Answer(
        task.group,
        task.name,
        task.law,
        found.law,
        found.decided,
        task.law in found.candidates,
        found.probabilities[found.law],
        len(found.candidates),
    )


HEAD = f"{'':34}{'series':>7}{'forced':>8}{'decided':>8}{'wrong':>7}{'truth in':>9}{'laws':>6}  wrong where the law is"


def line(label: str, answers: Sequence[Answer]) -> str:
    """Write one line of the table: shares in per cent; `wrong` is decided and wrong, `truth in` the candidates."""
    count = len(answers)
    share = {
        name: 100 * sum(getattr(one, name) for one in answers) / count
        for name in ("right", "decided", "wrong", "covered")
    }
    laws = sum(one.candidates for one in answers) / count
    return (
        f"{label:34}{count:7}{share['right']:8.1f}{share['decided']:8.1f}{share['wrong']:7.1f}{share['covered']:9.1f}"
        f"{laws:6.1f}  {_errors(answers)}"
    )


def _errors(answers: Sequence[Answer]) -> str:
    counts: dict[str, int] = {}
    for one in answers:
        if one.wrong:
            key = f"{one.law} as {one.found}"
            counts[key] = counts.get(key, 0) + 1
    return ", ".join(f"{key} {count}" for key, count in sorted(counts.items(), key=lambda item: -item[1])[:4])


def table(answers: Sequence[Answer]) -> str:
    """Write the table: a line for each group, then all, then each law, then how true the probabilities are."""
    groups = list(dict.fromkeys(one.group for one in answers))
    lines = [HEAD, *(line(group, [one for one in answers if one.group == group]) for group in groups)]
    lines += ["", line("all", answers)]
    laws = list(dict.fromkeys(one.law for one in answers))
    lines += [line(f"law {law}", [one for one in answers if one.law == law]) for law in laws]
    lines += ["", "probability of the best guess, and share right"]
    for low, high in (
        (0.0, 0.5),
        (0.5, 0.6),
        (0.6, 0.7),
        (0.7, 0.8),
        (0.8, 0.9),
        (0.9, 0.95),
        (0.95, 0.99),
        (0.99, 1.01),
    ):
        inside = [one for one in answers if low <= one.probability < high]
        if inside:
            mean = sum(one.probability for one in inside) / len(inside)
            lines.append(f"{mean:10.3f}{sum(one.right for one in inside) / len(inside):8.3f}{len(inside):8}")
    return "\n".join(lines)
