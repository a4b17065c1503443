"""
Fit growth laws to measured results: which series there are, how each grows, and whether the claims hold.

`fit_results` is usable as a library, and `fit_each` where there are more series than fit into memory;
`wythoff.harness.fit.run` is what the command does with their answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from wythoff.errors import shorten
from wythoff.harness.claims import CONTRADICTED, Verdict, claim_about, claimed_law, judge, unmatched
from wythoff.harness.clocks import NAMES, Choice, choose, samples_by, value_by, without_clock
from wythoff.harness.config import Claim
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.fit.select import LeftOutValues, Selection, select, sizes_text
from wythoff.harness.fit.sources import sources
from wythoff.harness.growth import Analysis, analyse
from wythoff.harness.growth.samples import LEAST_N, MOST_N
from wythoff.harness.levels import limits
from wythoff.harness.machine_facts import Facts
from wythoff.harness.pool import map_each
from wythoff.harness.results import Details, Row, read_results
from wythoff.harness.rows import MEMORY_KINDS
from wythoff.harness.series import Points, Series
from wythoff.harness.size_claims import with_sizes
from wythoff.harness.work import Counted, Counts, Work, analyse_work, work_of

# Called with a number of series; gives a function to call after each.
Watcher = Callable[[int], AbstractContextManager[Callable[[], None]]]

# The machine's facts, and what the analysis calls these levels.
_LEVELS = {"l1d": "L1d", "l2": "L2", "l3": "L3", "ram": "RAM"}
# Reasons of the analysis in words that stand alone. The floor differs from series to series, and is part of the answer.
_REASONS = {"zero": "the value is zero"}
_FLOOR = "not clearly above what the process itself needs"


@dataclass(frozen=True)
class Task:
    """
    What the analysis of one series needs.

    `samples` has as many tuples as `n` has sizes, in `unit`; `quartiles` as many entries, and one where only these
    were recorded of the samples. All are by one `clock`, None for what is no time; `busy` are the sizes that were
    measured on a busy machine. `counted` is what was counted of the same, None where nothing was.
    """

    n: tuple[float, ...]
    samples: tuple[tuple[float, ...], ...]
    quartiles: tuple[tuple[float, float] | None, ...]
    unit: str
    memory: bool
    predict_n: tuple[float, ...]
    bytes_per_n: float | None
    caches: Mapping[str, int] | None
    clock: Choice | None = None
    busy: tuple[float, ...] = ()
    counted: Counted | None = None


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
        The recorded value at the largest size, in `unit`, by `clock`.
    used : int
        How many of the recorded values the analysis used.
    task : Task
        What was analysed.
    analysis : Analysis
        The answer.
    verdict : Verdict or None
        None where nothing is claimed.
    facts : mapping
        What is known about the machine.
    gaps : tuple of (float, str)
        Sizes of this series whose values are missing or were not used, and why, one entry for each value; in
        ascending order.
    drawn : object
        What the function ``draw`` given to `fit_results` made of it.
    clock : Choice or None
        The clock that all times of the series are read by, and why; None for what is no time.
    work : Work or None
        How what was timed grows when its operations are counted; None where they weren't, and for what is no time.
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
    facts: Facts = field(default_factory=dict, hash=False)
    gaps: tuple[tuple[float, str], ...] = ()
    drawn: Any = None
    clock: Choice | None = None
    work: Work | None = None


@dataclass
class Account:
    """
    What became of every value that was read: it was used, or left out for a reason.

    Attributes
    ----------
    read : int
        How many values the files hold: `used`, and the counts of `left_out`.
    used : int
        How many values the analyses used.
    contradicted : bool
        Whether any claim is.
    left_out : list of LeftOutValues
        Values that were not used, and why.
    unmatched : list of str
        One sentence for each claim that no series was judged by.
    amiss : bool
        Whether a claim was not judged that should have been: all of them where all results were asked for, and those
        that nothing in the results matches in any case.
    problems : list of str
        One sentence for each thing in the files that could not be read.
    commits : dict of Series to dict of str to Points
        If they were asked for, for each series without its commit the points of all commits; outlines.
    """

    read: int = 0
    used: int = 0
    contradicted: bool = False
    amiss: bool = False
    left_out: list[LeftOutValues] = field(default_factory=list)
    unmatched: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    commits: dict[Series, dict[str, Points]] = field(default_factory=dict)


@dataclass
class Fit(Account):
    """
    All fitted series, and an account of all other values.

    Attributes
    ----------
    fitted : list of Fitted
        Sorted by machine, environment, commit and benchmark.
    """

    fitted: list[Fitted] = field(default_factory=list)


def fit_results(
    options: FitOptions,
    watch: Watcher = lambda count: nullcontext(lambda: None),
    processes: int = 1,
    draw: Callable[[Task, Analysis], Any] | None = None,
    curves: bool = True,
    keep_commits: bool = False,
) -> Fit:
    """
    Read results, fit each series, and judge the claims.

    Parameters
    ----------
    options, watch, processes, draw, curves, keep_commits
        As for `fit_each`.

    Raises
    ------
    InputError
        If an option can't be used, there are no results, or a claim names no known law.
    """
    fit = Fit()
    fit.fitted += fit_each(options, fit, watch, processes, draw, curves, keep_commits)
    return fit


def fit_each(
    options: FitOptions,
    account: Account,
    watch: Watcher = lambda count: nullcontext(lambda: None),
    processes: int = 1,
    draw: Callable[[Task, Analysis], Any] | None = None,
    curves: bool = True,
    keep_commits: bool = False,
) -> Iterator[Fitted]:
    """
    Read results, then fit and judge series by series, holding none of what is done with, and samples of few at a time.

    Parameters
    ----------
    options : FitOptions
        Which results, and which of their series.
    account : Account
        An empty one, to be filled; complete when the last series has been yielded.
    watch : callable, optional
        Called with the number of series; returns a context manager that gives a function to call after each.
    processes : int
        How many processes may share the work; see `wythoff.harness.pool.map_each`.
    draw : callable, optional
        Called with each series' task and analysis, in the process that analysed it; found by name in its module. What
        it gives becomes `Fitted.drawn`, and nothing else can be drawn afterwards.
    curves : bool
        Whether what can be drawn is wanted: `Analysis.curve`, and the samples of `Fitted.task`. What is behind the
        curves takes some 200 kB a series, far more than all else; without it they give NaN, it stays in the process
        that analysed the series, and the task has no samples.
    keep_commits : bool
        Whether the points of all commits are wanted in `Account.commits`.

    Yields
    ------
    Fitted
        Sorted by machine, environment, commit and benchmark.

    Raises
    ------
    InputError
        If an option can't be used, there are no results, or a claim names no known law; and between two series, if a
        file was changed since it was first read.
    """
    options.check_values()
    paths, config = sources(options)
    claims = config.claims if config else ()
    for claim in claims:
        if claim.law is not None:
            claimed_law(claim)
    repository = config.folder if config else Path.cwd()
    selection, counts = _select(paths, claims, options, account, repository)
    if keep_commits:
        account.commits = selection.commits
    spoken_of: list[Claim] = []
    drawable = curves and draw is None
    answered = partial(_answer, draw=draw, curves=drawable)
    details = Details()
    tasks = (
        task_of(series, [(n, details.of(row)) for n, row in points], claims, options, counts.of(series))
        for series, points in selection.series.items()
    )
    answers = map_each(answered, tasks, len(selection.series), processes)
    with watch(len(selection.series)) as advance:
        for (series, outlines), (task, answer) in zip(selection.series.items(), answers, strict=True):
            analysis, drawn, counted = answer
            points, unused = _timed(outlines, task.clock)
            row = points[-1][1]
            spoken = claim_about(series, claims, row.unit, row.kind)
            verdicts = [None if spoken is None else judge(spoken, analysis)]
            work = _work(task, analysis, counted, claims)
            verdicts += [work.verdict] if work else []
            unused += _unused(points, analysis)
            account.left_out += _left_out(series, analysis, unused)
            used = len(outlines) - len(unused)
            account.used += used
            for verdict in filter(None, verdicts):
                spoken_of.append(verdict.claim)
                account.contradicted |= verdict.outcome == CONTRADICTED
            advance()
            if used or verdicts[0]:
                yield Fitted(
                    series=series,
                    kind=row.kind,
                    unit=row.unit,
                    date=row.date,
                    largest=_value(row, task.clock) or 0.0,
                    used=used,
                    task=task if drawable else replace(task, samples=(), quartiles=()),
                    analysis=analysis,
                    verdict=verdicts[0],
                    facts=row.facts,
                    gaps=tuple(sorted([*selection.gaps.get(series, ()), *unused])),
                    drawn=drawn,
                    clock=task.clock,
                    work=work,
                )
    for claim in unmatched(claims, spoken_of):
        account.unmatched.append(_unmatched(claim, options, selection.mismatches.get(claim.position)))
        account.amiss |= not options.filters or claim.position in selection.mismatches


def _select(
    paths: Sequence[Path], claims: Sequence[Claim], options: FitOptions, account: Account, repository: Path
) -> tuple[Selection, Counts]:
    """Read the outlines of results and choose series; of what is not chosen counts and an account are kept."""
    reading = read_results(paths, outlines=True)
    rows = with_sizes(reading.rows, claims)
    selection = select(rows, claims, options, repository)
    account.read, account.problems = reading.cells, [*reading.problems, *without_clock(reading.rows, options.clock)]
    account.left_out += [
        LeftOutValues(lost.reason, f"{lost.benchmark} in {lost.file}", lost.count) for lost in reading.left_out
    ]
    account.left_out += selection.left_out
    return selection, Counts(rows, claims)


def _timed(points: Points, choice: Choice | None) -> tuple[Points, list[tuple[float, str]]]:
    """Part the points that have a time by the chosen clock from the sizes that have none, and say so of these."""
    if choice is None:
        return points, []
    kept = [(n, row) for n, row in points if value_by(row, choice.clock) is not None]
    reason = f"no time by {NAMES[choice.clock]}, which its series is read by"
    return kept, [(n, reason) for n, row in points if value_by(row, choice.clock) is None]


def _value(row: Row, choice: Choice | None) -> float | None:
    return row.value if choice is None else value_by(row, choice.clock)


def _samples(row: Row, choice: Choice | None) -> Sequence[float]:
    """Return the single measurements of a row, or else its value, by the chosen clock."""
    value, samples = _value(row, choice), row.samples if choice is None else samples_by(row, choice.clock)
    return samples or ([] if value is None else [value])


def _unused(points: Points, analysis: Analysis) -> list[tuple[float, str]]:
    """Say for each value that an analysis did not use at which size it is, and why not."""
    counts = Counter(n for n, _ in points)
    unused = []
    for gap in analysis.left_out:
        if gap.n not in analysis.n:
            reason = gap.reason.rpartition("samples: ")[2]
            reason = _FLOOR if reason.startswith(_FLOOR) else _REASONS.get(reason, reason)
            unused += [(gap.n, reason)] * counts.pop(gap.n, 0)
    return unused


def _left_out(series: Series, analysis: Analysis, unused: Iterable[tuple[float, str]]) -> list[LeftOutValues]:
    samples = [
        LeftOutValues("some samples of values that are used", f"{series.label}, size {gap.n:.15g}: {gap.reason}", 0)
        for gap in analysis.left_out
        if gap.n in analysis.n
    ]
    sizes: dict[str, list[float]] = {}
    for n, reason in unused:
        sizes.setdefault(reason, []).append(n)
    return samples + [
        LeftOutValues(reason, series.label + sizes_text(found), len(found)) for reason, found in sizes.items()
    ]


def task_of(
    series: Series, points: Points, claims: Sequence[Claim], options: FitOptions, counted: Counted | None = None
) -> Task:
    """
    Gather what the analysis of one series needs.

    Parameters
    ----------
    series : Series
        Which.
    points : sequence of (float, Row)
        Sizes in ascending order, with their values and samples.
    claims : sequence of Claim
        They may tell how many bytes a size takes.
    options : FitOptions
        Its clock, and what is to be predicted.
    counted : Counted, optional
        What was counted of the same.
    """
    clock = choose(points, options.clock)
    points, _ = _timed(points, clock)
    row = points[-1][1]
    params = dict(row.params)
    samples: dict[float, list[float]] = {}
    quartiles: dict[float, tuple[float, float] | None] = {}
    for n, point in points:
        samples.setdefault(n, []).extend(_samples(point, clock))
        # Quartiles are those of the value, whose clock may be the other one.
        foreign = point.samples or (clock is not None and clock.clock != point.clock)
        told = None if foreign or point.q25 is None or point.q75 is None else (point.q25, point.q75)
        quartiles[n] = None if n in quartiles else told  # of several results at one size no quartiles follow
    largest = points[-1][0]
    return Task(
        n=tuple(samples),
        samples=tuple(tuple(values) for values in samples.values()),
        quartiles=tuple(quartiles.values()),
        unit=row.unit,
        memory=row.kind in MEMORY_KINDS,
        predict_n=(
            *options.predict,
            *(largest * times for times in options.predict_times if LEAST_N <= largest * times <= MOST_N),
        ),
        bytes_per_n=next(
            (claim.bytes_per_n for claim in claims if claim.bytes_per_n and claim.fits(series.benchmark, params)), None
        ),
        caches=cache_sizes(row.facts) or None,
        clock=clock,
        busy=tuple(dict.fromkeys(n for n, point in points if point.busy)),
        counted=counted if row.kind == "time" else None,
    )


def cache_sizes(facts: Mapping[str, object]) -> dict[str, int]:
    """
    Pick the sizes of the memory's levels, in bytes, out of a machine's facts.

    Examples
    --------
    >>> cache_sizes({"l1d": 32768, "l2": None, "ram": 2**34, "os": "Debian"})
    {'L1d': 32768, 'RAM': 17179869184}
    """
    return {level: size for key, level in _LEVELS.items() if isinstance(size := facts.get(key), int) and size > 0}


def _answer(
    task: Task, draw: Callable[[Task, Analysis], Any] | None, curves: bool
) -> tuple[Analysis, Any, Analysis | None]:
    """Analyse a series, draw it, and analyse what was counted of the same."""
    analysis = analyse_task(task)
    drawn = None if draw is None else draw(task, analysis)
    counted = None if task.counted is None else analyse_work(task.counted)
    return analysis if curves else analysis.without_curves(), drawn, counted


def _work(task: Task, analysis: Analysis, counted: Analysis | None, claims: Sequence[Claim]) -> Work | None:
    if task.counted is None or counted is None:
        return None
    outgrown = [(level, n) for level, n in limits(task.bytes_per_n, task.caches) if n <= max(task.n)]
    return work_of(task.counted, counted, analysis, claims, outgrown[-1] if outgrown else None)


def analyse_task(task: Task) -> Analysis:
    """Analyse a series by what was gathered of it."""
    return analyse(
        task.n,
        task.samples,
        unit=task.unit,
        predict_n=task.predict_n,
        bytes_per_n=task.bytes_per_n,
        caches=task.caches,
        memory=task.memory,
        busy=task.busy,
    )


def _unmatched(claim: Claim, options: FitOptions, mismatch: str | None) -> str:
    label = f"claim {claim.position + 1} ({shorten(claim.benchmark.pattern)}"
    label += "".join(f", {name}={shorten(text)}" for name, text in claim.where) + f": {claim.law})"
    if mismatch is not None:
        return f"{label} was not judged: {mismatch}"
    hint = " among those asked for" if options.filters else ""
    return (
        f"{label} was not judged: no series{hint} with two measured sizes matches it that no earlier claim speaks about"
    )
