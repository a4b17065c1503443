"""What every reader of results gives: rows, and an account of everything that became none."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from wythoff.errors import shorten
from wythoff.harness.machine_facts import Facts
from wythoff.harness.parameters import typed_value

Clock = Literal["wall", "cpu"]


# Kinds of what is measured whose figures hold the memory of the process itself.
MEMORY_KINDS = ("memory", "peakmemory")


@dataclass(frozen=True, slots=True)
class Row:
    """
    One measured point.

    Attributes
    ----------
    benchmark : str
        Name of the benchmark.
    params : tuple of (str, str)
        Parameter names and the texts of their values as asv writes them, in the order of the file.
    value : float or None
        The result in `unit`; NaN where asv skipped the point or never ran it, None where it failed. Of times it is that
        of the clock on the wall, unless `clock` says otherwise.
    samples : tuple of float or None
        The single measurements of `value`, where they were recorded.
    unit, kind : str
        ``"seconds"`` and ``"time"``, ``"bytes"`` and ``"memory"`` or ``"peakmemory"``, ``"unit"`` and ``"track"``, ...
    version : str or None
        asv's fingerprint of the benchmark's code, if recorded.
    machine, commit, environment : str
        Where and on what it was measured; empty where the file does not say.
    date : int or None
        Time of the commit (or of the run, where there is no commit) in milliseconds since 1970.
    file : Path
        The result file.
    q25, q75 : float or None
        Quartiles of the measurements, where they were recorded.
    ci : (float, float) or None
        asv's 99 % confidence interval; with few repeats its lower end may be negative or infinite.
    number, repeat : int or None
        Calls per measurement, and how many measurements there were.
    facts : mapping
        What is known about the machine; see `wythoff.harness.machine_facts.machine_facts`.
    cpu : float or None
        The time of the processor for the same work in `unit`, above 0, where a file has this second clock.
    cpu_samples : tuple of float or None
        The single measurements of `cpu`, where they were recorded.
    busy : bool
        Whether others kept the machine busy while this point was measured.
    slowdown : float or None
        How many times slower the machine was said to be, by the worst of what was recorded, 1 or more; None where
        nothing was.
    clock : {"wall", "cpu"}
        The clock of `value` and `samples`; ``"cpu"`` where a file has no other, and then `cpu` is the same as `value`.
    wall_because : str
        Why the wall's clock tells the cost and the processor's doesn't, where a file says so, such as "it runs in 4
        threads"; else empty.
    load : float or None
        How many processes wanted to run for each processor of the machine, where a file has it.
    extras : tuple of (str, str)
        What a file says about the point beside its parameters, such as Google Benchmark's counters: parameters where
        somebody asks for one of them as the size.
    """

    benchmark: str
    params: tuple[tuple[str, str], ...]
    value: float | None
    samples: tuple[float, ...] | None
    unit: str
    kind: str
    version: str | None
    machine: str
    commit: str
    date: int | None
    environment: str
    file: Path
    q25: float | None = None
    q75: float | None = None
    ci: tuple[float, float] | None = None
    number: int | None = None
    repeat: int | None = None
    facts: Facts = field(default_factory=dict, hash=False)
    cpu: float | None = None
    cpu_samples: tuple[float, ...] | None = None
    busy: bool = False
    slowdown: float | None = None
    clock: Clock = "wall"
    wall_because: str = ""
    load: float | None = None
    extras: tuple[tuple[str, str], ...] = ()

    @property
    def measured(self) -> bool:
        """Whether there is a finite value."""
        return self.value is not None and math.isfinite(self.value)

    @property
    def typed_params(self) -> dict[str, Any]:
        """The parameters with the values that their texts stand for."""
        return {name: typed_value(text) for name, text in self.params}

    @property
    def status(self) -> str:
        """What became of the point: ``measured``, ``failed``, ``skipped`` or ``infinite``."""
        if self.value is None:
            return "failed"
        return "measured" if math.isfinite(self.value) else "skipped" if math.isnan(self.value) else "infinite"


@dataclass(frozen=True, slots=True)
class Outline(Row):
    """
    A row without its details: which point it is, its value by each clock, and where the rest is.

    Its memory does not depend on the samples. `wythoff.harness.results.Details` reads the whole row again.

    Attributes
    ----------
    place : int
        Which of its file's rows it is, from 0 on.
    stored : tuple of (str, str)
        The parameters as the file has them, whatever `Row.params` becomes.
    lowest : float or None
        The lowest of the samples of `Row.value`, or else that value.
    """

    place: int = 0
    stored: tuple[tuple[str, str], ...] = ()
    lowest: float | None = None

    @classmethod
    def of(cls, row: Row, place: int) -> Outline:
        """Keep of a row what is needed to sort it into a series, and to find it again."""
        return cls(
            row.benchmark,
            row.params,
            row.value,
            None,
            row.unit,
            row.kind,
            row.version,
            row.machine,
            row.commit,
            row.date,
            row.environment,
            row.file,
            facts=row.facts,
            cpu=row.cpu,
            busy=row.busy,
            slowdown=row.slowdown,
            clock=row.clock,
            extras=row.extras,
            place=place,
            stored=row.params,
            lowest=min(row.samples) if row.samples else row.value,
        )


@dataclass(frozen=True)
class LeftOutCells:
    """
    Cells of a file that became no rows.

    Attributes
    ----------
    file : Path
        Where.
    benchmark : str
        Of which benchmark.
    count : int
        How many.
    reason : str
        Why.
    """

    file: Path
    benchmark: str
    count: int
    reason: str


@dataclass
class Reading:
    """
    What was found in result files.

    Attributes
    ----------
    rows : list of Row
        In the order of the files; each an `Outline` if that was asked for.
    problems : list of str
        One sentence for each thing that could not be used.
    left_out : list of LeftOutCells
        Every cell that is in none of the rows; some are no problem, such as a mean beside its own samples.
    cells : int
        How many cells the files hold: one for each parameter combination of each benchmark in each file, and one for
        each entry that can't be taken apart. Always ``len(rows)`` plus the counts in `left_out`.
    files : list of Path
        The files that were read.
    unread : list of Path
        The files that are broken or hold no results; each is among the problems.
    """

    rows: list[Row] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    left_out: list[LeftOutCells] = field(default_factory=list)
    cells: int = 0
    files: list[Path] = field(default_factory=list)
    unread: list[Path] = field(default_factory=list)

    @property
    def n_left_out(self) -> int:
        """How many cells became no rows."""
        return sum(entry.count for entry in self.left_out)

    def leave_out(self, file: Path, benchmark: str, count: int, reason: str, is_problem: bool = True) -> None:
        """Note that `count` cells of a benchmark become no rows."""
        self.left_out.append(LeftOutCells(file, benchmark, count, reason))
        if is_problem:
            what = "is left out" if count == 1 else f"is left out ({count} results)"
            self.problems.append(f"{file}: {shorten(benchmark, 200)} {what}: {reason}")


@dataclass(frozen=True)
class Origin:
    """What all rows of a file have in common."""

    file: Path
    machine: str
    commit: str
    environment: str
    date: int | None = None
    facts: Mapping[str, str | int | None] = field(default_factory=dict)
    load: float | None = None
