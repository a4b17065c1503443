"""
Fit growth laws to measured results: which series there are, how each grows, and whether the claims hold.

`fit_results` is usable as a library; `wythoff.harness.fit.run` is what the command does with its answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

import numpy as np

from wythoff.errors import shorten
from wythoff.harness.claims import CONTRADICTED, Verdict, claim_about, claimed_law, judge, unheard
from wythoff.harness.config import Claim
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.fit.pool import map_all
from wythoff.harness.fit.select import Omission, select, sizes_text
from wythoff.harness.fit.sources import sources
from wythoff.harness.growth import Analysis, analyse
from wythoff.harness.results import read_results
from wythoff.harness.series import Points, Series

# Called with a number of series; gives a function to call after each.
Watcher = Callable[[int], AbstractContextManager[Callable[[], None]]]

_MEMORY_KINDS = ("memory", "peakmemory")
# The machine's facts, and what the analysis calls these levels.
_LEVELS = {"l1d": "L1d", "l2": "L2", "l3": "L3", "ram": "RAM"}
# Reasons of the analysis in words that stand alone. The floor differs from series to series, and is part of the answer.
_REASONS = {"zero": "the value is zero"}
_FLOOR = "not clearly above the process floor"


@dataclass(frozen=True)
class Task:
    """What the analysis of one series needs; `samples` has as many tuples as `n` has sizes, in `unit`."""

    n: tuple[float, ...]
    samples: tuple[tuple[float, ...], ...]
    unit: str
    memory: bool
    predict_n: tuple[float, ...]
    bytes_per_n: float | None
    caches: Mapping[str, int] | None


@dataclass(frozen=True)
class Fitted:
    """
    A series, how it grows, and the verdict on what is claimed about it.

    Attributes
    ----------
    series : Series
        Which.
    kind, unit : str
        What is measured, as `wythoff.harness.results.Row` has it.
    date : int or None
        Time of the commit in milliseconds since 1970.
    largest : float
        The recorded value at the largest size, in `unit`.
    used : int
        How many of the recorded values the analysis used.
    task : Task
        What was analysed.
    analysis : Analysis
        The answer.
    verdict : Verdict or None
        None where nothing is claimed.
    """

    series: Series
    kind: str
    unit: str
    date: int | None
    largest: float
    used: int
    task: Task
    analysis: Analysis
    verdict: Verdict | None


@dataclass(frozen=True)
class Fit:
    """
    All fitted series, and an account of all other values: what is used and what is left out is all that was read.

    Attributes
    ----------
    fitted : list of Fitted
        Sorted by machine, environment, commit and benchmark.
    read : int
        How many values the files hold.
    left_out : list of Omission
        Values that were not used, and why.
    unheard : list of str
        One sentence for each claim that no series was judged by.
    problems : list of str
        One sentence for each thing in the files that could not be read.
    """

    fitted: list[Fitted] = field(default_factory=list)
    read: int = 0
    left_out: list[Omission] = field(default_factory=list)
    unheard: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def used(self) -> int:
        """How many values the analyses used."""
        return sum(entry.used for entry in self.fitted)

    @property
    def contradicted(self) -> bool:
        """Whether any claim is."""
        return any(entry.verdict is not None and entry.verdict.outcome == CONTRADICTED for entry in self.fitted)


def fit_results(
    options: FitOptions, watch: Watcher = lambda count: nullcontext(lambda: None), processes: int = 1
) -> Fit:
    """
    Read results, fit each series, and judge the claims.

    Parameters
    ----------
    options : FitOptions
        Which results, and which of their series.
    watch : callable, optional
        Called with the number of series; returns a context manager that gives a function to call after each.
    processes : int
        How many processes may share the work; see `wythoff.harness.fit.pool.map_all`.

    Raises
    ------
    InputError
        If an option can't be used, there are no results, or a claim names no known law.
    """
    options.check_values()
    paths, config = sources(options)
    claims = config.claims if config else ()
    for claim in claims:
        if claim.law is not None:
            claimed_law(claim)
    reading = read_results(paths)
    selection = select(reading.rows, claims, options)
    left_out = [Omission(lost.reason, f"{lost.benchmark} in {lost.file}", lost.count) for lost in reading.left_out]
    left_out += selection.left_out
    tasks = [_task(series, points, claims, options) for series, points in selection.series.items()]
    with watch(len(tasks)) as advance:
        analyses = map_all(_analyse, tasks, advance, processes)
    fitted = []
    for (series, points), task, analysis in zip(selection.series.items(), tasks, analyses, strict=True):
        row = points[-1][1]
        spoken = claim_about(series, row.kind, claims)
        verdict = None if spoken is None else judge(spoken, analysis)
        used, unused = _account(series, points, analysis)
        left_out += unused
        if used or verdict:
            entry = Fitted(series, row.kind, row.unit, row.date, row.value or 0.0, used, task, analysis, verdict)
            fitted.append(entry)
    silent = unheard(claims, [entry.verdict.claim for entry in fitted if entry.verdict])
    return Fit(
        fitted,
        read=reading.cells,
        left_out=left_out,
        unheard=[_unheard(claim, options) for claim in silent],
        problems=reading.problems,
    )


def _account(series: Series, points: Points, analysis: Analysis) -> tuple[int, list[Omission]]:
    """Count the values that an analysis used, and say why it did not use the others."""
    counts = Counter(n for n, _ in points)
    used = sum(count for n, count in counts.items() if n in set(analysis.n))
    sizes: dict[str, list[float]] = {}
    left_out = []
    for gap in analysis.left_out:
        if gap.n in analysis.n:
            what = f"{series.label}, size {gap.n:.15g}: {gap.reason}"
            left_out.append(Omission("some samples of values that are used", what, 0))
        else:
            reason = gap.reason.rpartition("samples: ")[2]
            reason = _FLOOR if reason.startswith(_FLOOR) else _REASONS.get(reason, reason)
            sizes.setdefault(reason, []).extend([gap.n] * counts.pop(gap.n, 0))
    left_out += [Omission(reason, series.label + sizes_text(found), len(found)) for reason, found in sizes.items()]
    return used, left_out


def _task(series: Series, points: Points, claims: Sequence[Claim], options: FitOptions) -> Task:
    row = points[-1][1]
    params = dict(row.params)
    samples: dict[float, list[float]] = {}
    for n, point in points:
        samples.setdefault(n, []).extend(point.samples or ([] if point.value is None else [point.value]))
    return Task(
        n=tuple(samples),
        samples=tuple(tuple(values) for values in samples.values()),
        unit=row.unit,
        memory=row.kind in _MEMORY_KINDS,
        predict_n=options.predict,
        bytes_per_n=next(
            (claim.bytes_per_n for claim in claims if claim.bytes_per_n and claim.fits(series.benchmark, params)), None
        ),
        caches=_caches(row.facts),
    )


def _caches(facts: Mapping[str, object]) -> dict[str, int] | None:
    sizes = {level: size for key, level in _LEVELS.items() if isinstance(size := facts.get(key), int) and size > 0}
    return sizes or None


def _analyse(task: Task) -> Analysis:
    # Far out an exponential is infinite, which is an answer and no accident.
    with np.errstate(over="ignore"):
        return analyse(
            task.n,
            task.samples,
            unit=task.unit,
            predict_n=task.predict_n,
            bytes_per_n=task.bytes_per_n,
            caches=task.caches,
            memory=task.memory,
        )


def _unheard(claim: Claim, options: FitOptions) -> str:
    label = f"claim {claim.position + 1} ({shorten(claim.benchmark.pattern)}"
    label += "".join(f", {name}={shorten(text)}" for name, text in claim.where) + f": {claim.law})"
    hint = " among those asked for" if options.filters else ""
    return (
        f"{label} was not judged: no series{hint} with two measured sizes matches it that no earlier claim speaks about"
    )
