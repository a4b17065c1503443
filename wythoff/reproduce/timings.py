"""The printed tables of times beside measured ones, both judged by the same analysis."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from wythoff.harness.claims import AGREES, Verdict, exponents, judge
from wythoff.harness.config import Claim
from wythoff.harness.fit.fitting import Fitted, fit_results
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.growth import Analysis, analyse
from wythoff.harness.machine_facts import Facts
from wythoff.reproduce import printed
from wythoff.reproduce.outcome import Outcome

# The theses time allocating and filling together.
BUILD = "tables.Build.time_build"
OVER_A = "tables.FillOverA.time_fill"
_PATTERN = r"^tables\.(Build\.time_build|FillOverA\.time_fill)\("
_MS = 1e3


@dataclass(frozen=True)
class Growth:
    """How a column of times grows, and what that says about the claimed law."""

    analysis: Analysis
    verdict: Verdict


@dataclass(frozen=True)
class Column:
    """
    A printed column of times and its counterpart here.

    Attributes
    ----------
    key : str
        Name of the printed table in ``data``.
    document, table, title : str
        Where it stands, and what its strategy is.
    family : str
        ``"recursive"``, ``"algebraic"`` or ``"arithmetic"``.
    strategy : str
        The strategy of this project that does the same steps.
    law : str
        The growth that the document claims.
    printed, measured : dict of int to float
        Milliseconds by n.
    printed_growth, measured_growth : Growth or None
        None where there is nothing measured.
    """

    key: str
    document: str
    table: str
    title: str
    family: str
    strategy: str
    law: str
    printed: Mapping[int, float]
    measured: Mapping[int, float]
    printed_growth: Growth
    measured_growth: Growth | None


@dataclass(frozen=True)
class Timings:
    """
    All columns, the times over a, and where the measured ones come from.

    Attributes
    ----------
    columns : tuple of Column
        The draft's three, and the final thesis's three.
    over_a : dict of str to dict of int to float
        By strategy: milliseconds by a.
    machine, environment, commit : str
        As in the results; empty without any.
    facts : mapping
        What is known about the machine.
    others : tuple of str
        Machines, environments and commits that are in the results too and were not used.
    """

    columns: tuple[Column, ...]
    over_a: Mapping[str, Mapping[int, float]]
    machine: str = ""
    environment: str = ""
    commit: str = ""
    facts: Facts = field(default_factory=dict)
    others: tuple[str, ...] = ()

    def of(self, document: str) -> list[Column]:
        """Return the columns of one document."""
        return [column for column in self.columns if column.document == document]


_COLUMNS = (
    ("draft-recursive", "draft thesis", "table 2", "recursive, search restarts", "recursive-rescan", "n^2"),
    ("draft-algebraic", "draft thesis", "table 2", "algebraic", "algebraic-float64", "n"),
    ("draft-arithmetic", "draft thesis", "table 2", "arithmetic", "arithmetic-digits", "n log n"),
    ("final-recursive", "final thesis", "table 4", "recursive, search resumes", "recursive-resume", "n"),
    ("final-algebraic", "final thesis", "table 4", "algebraic", "algebraic-float64", "n"),
    ("final-arithmetic", "final thesis", "table 4", "arithmetic", "arithmetic-digits", "n log n"),
)


def timings(results: Sequence[Path], machine: str | None = None) -> Timings:
    """
    Put the printed times beside those in result files.

    Parameters
    ----------
    results : sequence of Path
        Result files or folders, as for ``wythoff fit``; none leaves the measured columns empty.
    machine : str, optional
        Only this machine's results.

    Returns
    -------
    Timings
        Of several machines, environments or commits, the one with the most sizes, all its columns from there.

    Raises
    ------
    InputError
        If results are named and can't be used.
    """
    fitted = _fitted(results, machine)
    origin, chosen, others = _most_measured(fitted)
    measured = {
        (entry.series.benchmark, dict(entry.series.fixed).get("strategy", "").strip("'\"")): entry for entry in chosen
    }
    columns = tuple(_column(*spec, measured.get((BUILD, spec[4]))) for spec in _COLUMNS)
    over_a = {strategy: _by_size(entry) for (benchmark, strategy), entry in measured.items() if benchmark == OVER_A}
    facts = chosen[0].facts if chosen else {}
    return Timings(columns, over_a, *origin, facts, others)


def outcomes(found: Timings) -> list[Outcome]:
    """State for each printed column whether it grows as its document claims; measured times prove nothing printed."""
    return [
        Outcome(
            f"{column.key}-growth",
            f"{column.document}, {column.table}",
            f"the {column.title} column grows as {column.law}",
            column.law,
            describe(column.printed_growth.analysis, column.law),
            _grows_as_claimed(column),
        )
        for column in found.columns
    ]


def _grows_as_claimed(column: Column) -> bool:
    """Tell whether the claimed law is decided; of n log n, which so few sizes need not tell from n, that it may be."""
    growth = column.printed_growth
    return growth.verdict.outcome == AGREES or (column.law == "n log n" and column.law in growth.analysis.candidates)


def describe(analysis: Analysis, claim: str) -> str:
    """Write a law, the exponent at the largest sizes and its interval, and whether that excludes the claimed law's."""
    law = analysis.law if analysis.decided else " or ".join(analysis.candidates[:3])
    found = (
        f"{law}{'' if analysis.decided else ' (undecided)'}, exponent {analysis.exponent:.2f} "
        f"[{analysis.exponent_low:.2f}, {analysis.exponent_high:.2f}]"
    )
    claimed = exponents(claim, analysis.n)
    if claimed is None or (analysis.exponent_low <= claimed[1] and claimed[0] <= analysis.exponent_high):
        return found
    least, most = (f"{power:.2f}".rstrip("0").rstrip(".") for power in claimed)
    return f"{found}, which excludes that of {claim}, {least if least == most else f'{least} to {most}'}"


def _fitted(results: Sequence[Path], machine: str | None) -> list[Fitted]:
    if not results:
        return []
    options = FitOptions(results=tuple(results), benchmark=(_PATTERN,), machine=machine)
    return fit_results(options).fitted


def _most_measured(fitted: Iterable[Fitted]) -> tuple[tuple[str, str, str], list[Fitted], tuple[str, ...]]:
    groups: dict[tuple[str, str, str], list[Fitted]] = {}
    for entry in fitted:
        series = entry.series
        groups.setdefault((series.machine, series.environment, series.commit), []).append(entry)
    if not groups:
        return ("", "", ""), [], ()
    origin = max(groups, key=lambda key: (sum(len(entry.task.n) for entry in groups[key]), key))
    others = tuple(", ".join(filter(None, key)) for key in sorted(groups) if key != origin)
    return origin, groups[origin], others


def _by_size(entry: Fitted) -> dict[int, float]:
    return {
        int(n): _MS * median(samples) for n, samples in zip(entry.task.n, entry.task.samples, strict=True) if samples
    }


def _column(key: str, document: str, table: str, title: str, strategy: str, law: str, entry: Fitted | None) -> Column:
    claim = Claim(re.compile(""), (("strategy", strategy),), "n", law, source=f"{document}, {table}")
    times = printed.times(key)
    analysis = analyse(list(times), [[ms] for ms in times.values()], unit="ms")
    return Column(
        key=key,
        document=document,
        table=table,
        title=title,
        family=key.partition("-")[2],
        strategy=strategy,
        law=law,
        printed=times,
        measured=_by_size(entry) if entry else {},
        printed_growth=Growth(analysis, judge(claim, analysis)),
        measured_growth=Growth(entry.analysis, judge(claim, entry.analysis)) if entry else None,
    )
