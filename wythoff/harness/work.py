"""
Work and time of the same thing: which counts belong to a series of times, and what the two say about each other.

Counts don't depend on the machine, and on the commit only as the code does. So a series of times without counts of its
own commit is held beside those of another one, and the answer says which.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from wythoff.harness.claims import OPERATIONS, ORDER, Verdict, claim_about, judge
from wythoff.harness.config import Claim
from wythoff.harness.growth import Analysis, analyse
from wythoff.harness.rows import Row
from wythoff.harness.series import Points, Series, sort_rows

_TIME, _COUNT = "time_", "track_operations_"
_KIND: Final = "track"


@dataclass(frozen=True)
class Counted:
    """
    What was counted of something that was timed.

    Attributes
    ----------
    series : Series
        The series of the counts.
    n, operations : tuple of float
        Sizes, ascending, and the counts there.
    """

    series: Series
    n: tuple[float, ...]
    operations: tuple[float, ...]


@dataclass(frozen=True)
class Work:
    """
    How the work of something that was timed grows.

    Attributes
    ----------
    counted : Counted
        What was counted, and where.
    analysis : Analysis
        Of the counts.
    verdict : Verdict or None
        On what is claimed about the work.
    difference : str
        Why time grows by another law, one sentence without its dot; empty where it doesn't, or that is undecided.
    """

    counted: Counted
    analysis: Analysis
    verdict: Verdict | None
    difference: str


class Counts:
    """
    The counts among some results, looked up by what was timed.

    Parameters
    ----------
    rows : iterable of Row
        From `wythoff.harness.results.read_results`.
    claims : sequence of Claim
        From the configuration; they may name the size axis.
    """

    def __init__(self, rows: Iterable[Row], claims: Sequence[Claim] = ()) -> None:
        counts = [row for row in rows if row.kind == _KIND and row.unit == OPERATIONS]
        self._found: dict[tuple[str, str | None, tuple[tuple[str, str], ...]], list[tuple[Series, Points]]] = {}
        for series, points in sort_rows(counts, claims).series.items():
            self._found.setdefault((series.benchmark, series.axis, series.fixed), []).append((series, points))

    def of(self, series: Series) -> Counted | None:
        """Return the counts for a series of times: of its commit, or else its machine, or else the newest."""
        name = counting(series.benchmark)
        candidates = self._found.get((name, series.axis, series.fixed), []) if name else []
        if not candidates:
            return None
        found, points = max(candidates, key=lambda one: _nearness(series, *one))
        by_size = {n: row.value for n, row in points if row.value is not None}  # of several at one size the last
        return Counted(found, tuple(by_size), tuple(by_size.values()))


def counting(benchmark: str) -> str | None:
    """
    Name the benchmark that counts what another one times; None for what times nothing.

    Examples
    --------
    >>> counting("tables.Fill.time_fill")
    'tables.Fill.track_operations_fill'
    """
    where, dot, name = benchmark.rpartition(".")
    return f"{where}{dot}{_COUNT}{name.removeprefix(_TIME)}" if name.startswith(_TIME) else None


def _nearness(series: Series, other: Series, points: Points) -> tuple[bool, bool, bool, float, str]:
    date = max((row.date for _, row in points if row.date is not None), default=-math.inf)
    same = (getattr(series, name) == getattr(other, name) for name in ("commit", "machine", "environment"))
    return (*same, date, other.commit)


def analyse_work(counted: Counted) -> Analysis:
    """Analyse counts; the answer draws nothing."""
    return analyse(counted.n, counted.operations, unit=OPERATIONS).without_curves()


def work_of(
    counted: Counted, analysis: Analysis, time: Analysis, claims: Iterable[Claim], outgrown: tuple[str, float] | None
) -> Work:
    """
    Hold the work of something beside its time, and beside what is claimed about it.

    Parameters
    ----------
    counted, analysis
        What was counted, and `analyse_work` of it.
    time : Analysis
        Of the times.
    claims : iterable of Claim
        From the configuration.
    outgrown : (str, float) or None
        The largest level of the memory that the data outgrow within the times' sizes, and the first size that does.
    """
    claim = claim_about(counted.series, claims, OPERATIONS)
    verdict = None if claim is None else judge(claim, analysis)
    return Work(counted, analysis, verdict, difference(time, analysis, outgrown))


def difference(time: Analysis, work: Analysis, outgrown: tuple[str, float] | None = None) -> str:
    """
    Explain why time grows by another law than the work.

    Parameters
    ----------
    time, work : Analysis
        Of the times and of the counts.
    outgrown : (str, float), optional
        As for `work_of`.

    Returns
    -------
    str
        One sentence without its dot; empty where the two agree, or one is undecided and the other among its candidates.

    Examples
    --------
    >>> sizes = [2**k for k in range(4, 20)]
    >>> counts = [n * k + 3 * n for k, n in enumerate(sizes, 4)]
    >>> work = analyse(sizes, counts, unit="operations")
    >>> difference(analyse(sizes, [1e-9 * n for n in sizes]), work)[:47]
    'the work is n log n and time grows slower, as n'
    """
    if not work.decided or not time.n or work.law in (time.law, *time.candidates) or _alike(time, work):
        return ""
    slower = _is_slower(time, work)
    if slower is None:
        return ""
    grows = time.law if time.decided else " or ".join(time.candidates)
    head = f"the work is {work.law} and time grows {'slower' if slower else 'faster'}, as {grows}"
    beyond = f"the data outgrow {outgrown[0]} from n = {outgrown[1]:,.0f} on" if outgrown else ""
    if slower and beyond:
        return f"{head}: {beyond}, and moving them costs more than the operations that grow fastest"
    if slower:
        return f"{head}: up to here most of it goes into something else than the operations that grow fastest"
    if beyond:
        return f"{head}: {beyond}, where each operation takes longer"
    return f"{head}: each operation takes longer where n is larger, as beyond a cache"


def _alike(time: Analysis, work: Analysis) -> bool:
    """Tell whether either law is a free power that the other's exponents allow."""
    overlap = time.exponent_low <= work.exponent_high and work.exponent_low <= time.exponent_high
    return overlap and "n^k" in (time.law, work.law)


def _is_slower(time: Analysis, work: Analysis) -> bool | None:
    """Tell whether time grows slower than the work; None where the laws have no order."""
    if "n^k" in (time.law, work.law):
        return time.exponent < work.exponent
    if time.law in ORDER and work.law in ORDER:
        return ORDER.index(time.law) < ORDER.index(work.law)
    return None
