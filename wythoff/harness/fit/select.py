"""Which measured values are fitted together, and why others are not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from wythoff.errors import InputError, shorten
from wythoff.harness import commits
from wythoff.harness.claim_matches import mismatches
from wythoff.harness.config import Claim
from wythoff.harness.extras import with_extras
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.patterns import matches
from wythoff.harness.rows import Row
from wythoff.harness.series import LeftOutRow, Points, Series, label, sort_rows, split_params

# A commit with fewer measured sizes is passed over if an older one has as many: nothing follows from two points.
ENOUGH_SIZES = 3
# asv writes NaN for both.
_REASONS = {"skipped": "skipped, or not run"}


@dataclass(frozen=True)
class LeftOutValues:
    """
    Values that no fit used.

    Attributes
    ----------
    reason : str
        Why, in words that many of them share.
    what : str
        What the values belong to.
    count : int
        How many values; 0 for single samples of values that are used.
    """

    reason: str
    what: str
    count: int


@dataclass
class Selection:
    """
    The series to fit, and what was left out.

    Attributes
    ----------
    series : dict of Series to Points
        Each with its measured points in ascending size.
    left_out : list of LeftOutValues
        Everything else.
    gaps : dict of Series to list of (float, str)
        Sizes of these series that have no value, and why; each is among `left_out` too.
    commits : dict of Series to dict of str to Points
        Of each of these series, here without its commit, the measured points of all commits that were asked for.
    mismatches : dict of int to str
        Claims, by position, that nothing in the results matches, whatever was asked for, and why.
    """

    series: dict[Series, Points] = field(default_factory=dict)
    left_out: list[LeftOutValues] = field(default_factory=list)
    gaps: dict[Series, list[tuple[float, str]]] = field(default_factory=dict)
    mismatches: dict[int, str] = field(default_factory=dict)
    commits: dict[Series, dict[str, Points]] = field(default_factory=dict)


def select(
    rows: Sequence[Row], claims: Sequence[Claim], options: FitOptions, repository: Path | None = None
) -> Selection:
    """
    Sort rows into series and keep those that the options ask for.

    Parameters
    ----------
    rows : sequence of Row
        From `wythoff.harness.results.read_results`.
    claims : sequence of Claim
        From the configuration; they may name the size axis.
    options : FitOptions
        The filters.
    repository : Path, optional
        A folder of the project's repository, where git is asked what the commits are that are asked for.

    Returns
    -------
    Selection
        Of each series the commits that are asked for, the oldest first; or one: the newest with at least three measured
        sizes, or else the newest with any.

    Raises
    ------
    InputError
        If a benchmark, machine, commit or axis is asked for that the results lack; the message names what they have.
    """
    _check_exists("machine", options.machine, {row.machine for row in rows})
    environments = _environments(options.environment, {row.environment for row in rows})
    _check_exists("axis", options.axis, {name for row in rows for name, _ in (*row.params, *row.extras)})
    _check_matches(options.benchmark, rows)
    amiss = mismatches(claims, rows)
    asked = commits.with_results(options.commits, {row.commit for row in rows}, repository)
    options = replace(options, commits=tuple(asked))
    if options.axis is not None:
        claims = [Claim(re.compile(""), axis=options.axis), *claims]
    rows = with_extras(rows, {claim.axis for claim in claims if claim.axis is not None})
    found = sort_rows(rows, claims)
    left_out: Counter[tuple[str, str]] = Counter()
    points: dict[tuple[str, str], list[float]] = {}
    axes = {series.benchmark: series.axis for series in found.series}
    gaps: dict[Series, list[tuple[float, str]]] = {}
    for lost in found.left_out:
        reason, what, n = _why(lost, axes.get(lost.row.benchmark), options, environments)
        left_out[reason, what] += 1
        if n is not None:
            points.setdefault((reason, what), []).append(n)
            gaps.setdefault(_series_of(lost.row, axes[lost.row.benchmark]), []).append((n, reason))
    measured: dict[Series, dict[str, Points]] = {}
    for series, members in found.series.items():
        unwanted = _unwanted(series.label, series.machine, series.commit, options) or _elsewhere(
            series.environment, environments
        )
        if unwanted is None and options.axis not in (None, series.axis):
            unwanted = "the benchmark lacks the parameter asked for (--axis)"
        if unwanted:
            left_out[unwanted, f"{series.label}{_at(series.commit)}"] += len(members)
        else:
            measured.setdefault(replace(series, commit=""), {})[series.commit] = members
    chosen: dict[Series, Points] = {}
    for series, candidates in measured.items():
        if len(asked) > 1:
            chosen.update((replace(series, commit=commit), points) for commit, points in candidates.items())
            continue
        best, passed_over = _choose_commit(candidates)
        chosen[replace(series, commit=best)] = candidates[best]
        for commit, reason in passed_over.items():
            left_out[reason, f"{series.label}{_at(commit)}"] += len(candidates[commit])
    # Parameters keep the order of the suite, in which "2" comes before "10".
    places = {
        series: (series.machine, series.environment, _age(series, points, asked), series.commit, series.benchmark)
        for series, points in chosen.items()
    }
    return Selection(
        dict(sorted(chosen.items(), key=lambda item: places[item[0]])),
        [
            LeftOutValues(reason, what + sizes_text(points.get((reason, what), ())), count)
            for (reason, what), count in left_out.items()
        ],
        {series: sorted(found) for series, found in gaps.items() if series in chosen},
        amiss,
        measured,
    )


def _why(
    lost: LeftOutRow, axis: str | None, options: FitOptions, environments: Collection[str] | None
) -> tuple[str, str, float | None]:
    """Say why a row is in no series, what it belongs to, and which size it is of, if it has one."""
    row = lost.row
    unwanted = _unwanted(label(row), row.machine, row.commit, options) or _elsewhere(row.environment, environments)
    if unwanted is None and lost.detail:
        return lost.reason, f"{row.benchmark} ({lost.detail})", None
    fixed, n = split_params(row.params, axis)
    what = label(row) if n is None else Series(row.benchmark, fixed, axis).label
    return unwanted or _REASONS.get(lost.reason, lost.reason), f"{what}{_at(row.commit)}", n


def _series_of(row: Row, axis: str | None) -> Series:
    fixed, _ = split_params(row.params, axis)
    return Series(row.benchmark, fixed, axis, row.machine, row.environment, row.commit)


def sizes_text(sizes: Iterable[float]) -> str:
    """List sizes that something was left out at; nothing if there are none."""
    texts = [f"{n:.15g}" for n in sizes]
    return f", size {', '.join(texts)}" if texts else ""


def _check_exists(name: str, wanted: str | None, known: Iterable[str]) -> None:
    there = sorted({entry for entry in known if entry})
    if wanted is not None and wanted not in there:
        others = f"there are {shorten(', '.join(there), 300)}" if there else "they name none"
        raise InputError(f"no results have the {name} {shorten(repr(wanted))}; {others}")


def _environments(wanted: str | None, known: Iterable[str]) -> set[str] | None:
    """List the environments that are asked for; None for all."""
    there = sorted({entry for entry in known if entry})
    if wanted is None:
        return None
    found = {name for name in there if name == wanted} or {name for name in there if wanted and wanted in name}
    if not found:
        others = f"there are {shorten(', '.join(there), 300)}" if there else "they name none"
        raise InputError(f"no results have the environment {shorten(repr(wanted))}; {others}")
    return found


def _check_matches(patterns: Sequence[str], rows: Sequence[Row]) -> None:
    if patterns and not any(matches(pattern, label(row)) for pattern in patterns for row in rows):
        names = ", ".join(sorted({row.benchmark for row in rows}))
        raise InputError(f"no benchmark matches {shorten(' or '.join(patterns))}; there are {shorten(names, 300)}")


def _unwanted(name: str, machine: str, commit: str, options: FitOptions) -> str | None:
    """Say which filter something does not pass."""
    if options.benchmark and not any(matches(pattern, name) for pattern in options.benchmark):
        return "other benchmarks than asked for (--benchmark)"
    if options.machine not in (None, machine):
        return "other machines than asked for (--machine)"
    if options.commits and commit not in options.commits:
        return "other commits than asked for (--commit)"
    return None


def _elsewhere(environment: str, wanted: Collection[str] | None) -> str | None:
    if wanted is None or environment in wanted:
        return None
    return "other environments than asked for (--environment)"


def _choose_commit(candidates: Mapping[str, Points]) -> tuple[str, dict[str, str]]:
    """Choose among the commits of one series, and say of each other one why not."""
    ordered = sorted(candidates, key=lambda commit: (_date(candidates[commit]), commit), reverse=True)
    full = [commit for commit in ordered if len({n for n, _ in candidates[commit]}) >= ENOUGH_SIZES]
    best = (full or ordered)[0]
    newer = ordered[: ordered.index(best)]
    return best, {
        commit: f"a newer commit, but with fewer than {ENOUGH_SIZES} measured sizes"
        if commit in newer
        else "an older commit (--commit chooses one, wythoff history looks at all)"
        for commit in ordered
        if commit != best
    }


def _date(points: Points) -> float:
    return max((row.date for _, row in points if row.date is not None), default=float("-inf"))


def _age(series: Series, points: Points, asked: Sequence[str]) -> tuple[float, int]:
    """Order the commits of one answer, the oldest first; those without a date as they were asked for."""
    return (_date(points), asked.index(series.commit)) if len(asked) > 1 else (0.0, 0)


def _at(commit: str) -> str:
    return f" at {_short(commit)}" if commit else ""


def _short(commit: str) -> str:
    return commit[:8]
