"""
A series: one benchmark with all parameters fixed but the size, on one machine, environment and commit.

Command, page, claims check and sweep planner all mean this when they say series. Which parameter is the size is
decided in one place: by the first claim of ``asv.conf.json`` that fits and names an axis, else by what
`wythoff.harness.axis_choice` says about the values and names.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from wythoff.harness.axis_choice import Axes, BenchmarkAxes, Kind, judge_benchmarks, kind_of
from wythoff.harness.config import Claim, unquoted
from wythoff.harness.parameters import number
from wythoff.harness.rows import Row

Points = list[tuple[float, Row]]
_Params = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Series:
    """
    What identifies a series.

    Attributes
    ----------
    benchmark : str
        Name of the benchmark.
    fixed : tuple of (str, str)
        The other parameters and their values, in asv's order.
    axis : str or None
        The parameter that is the size; None if the benchmark has none.
    machine, environment, commit : str
        Where and on what it is measured; empty where the caller does not distinguish.
    """

    benchmark: str
    fixed: tuple[tuple[str, str], ...]
    axis: str | None
    machine: str = ""
    environment: str = ""
    commit: str = ""

    @property
    def label(self) -> str:
        """Benchmark and fixed parameters, as short as they can be said."""
        if not self.fixed:
            return self.benchmark
        return f"{self.benchmark}({', '.join(f'{name}={unquoted(text)}' for name, text in self.fixed)})"


@dataclass(frozen=True)
class LeftOutRow:
    """
    A row that is a point of no series.

    Attributes
    ----------
    row : Row
        Which.
    reason : str
        Why, in a few words that many rows share.
    detail : str
        What is particular about this row; may be empty.
    """

    row: Row
    reason: str
    detail: str = ""


@dataclass(frozen=True)
class SortedRows:
    """Rows sorted into series; every row is in at least one of `series` or in exactly one of `left_out`."""

    series: dict[Series, Points] = field(default_factory=dict)
    left_out: list[LeftOutRow] = field(default_factory=list)


def split_params(
    params: Sequence[tuple[str, str]], axis: str | None
) -> tuple[tuple[tuple[str, str], ...], int | float | None]:
    """Split a point's parameters into the fixed ones and the size; None where that is no positive number."""
    fixed, size = _split(params, axis)
    return fixed, size if size is not None and size > 0 else None


def _split(
    params: Sequence[tuple[str, str]], axis: str | None
) -> tuple[tuple[tuple[str, str], ...], int | float | None]:
    fixed = tuple((name, text) for name, text in params if name != axis)
    sizes = [number(text) for name, text in params if name == axis]
    size = sizes[0] if sizes else None
    return fixed, size if size is not None and 0 <= size <= sys.float_info.max else None


def group_rows(
    rows: Iterable[Row], claims: Sequence[Claim] = (), axes: Axes = "chosen"
) -> dict[Series, list[tuple[float, Row]]]:
    """
    Sort the reader's rows into series.

    Parameters
    ----------
    rows : iterable of Row
        From `wythoff.harness.results.read_results`.
    claims : sequence of Claim
        From the configuration, if there is one.
    axes : {"chosen", "all"}
        Whether a benchmark with several size axes gives series over the chosen one only, or over each of them,
        every time with the others held fixed.

    Returns
    -------
    dict
        For each series its rows with their sizes, in ascending order of size, whether measured or not. Rows whose
        benchmark has no size axis, or whose size is no positive number, are left out.
    """
    rows = list(rows)
    found, _ = _group(rows, claims, axes, judge_benchmarks(rows))
    above_0 = {series: [(n, row) for n, row in points if n > 0] for series, points in found.items()}
    return {series: points for series, points in above_0.items() if points}


def sort_rows(rows: Iterable[Row], claims: Sequence[Claim] = (), axes: Axes = "chosen") -> SortedRows:
    """
    Sort the reader's rows into series that growth can be seen in, and say of every other row why it isn't there.

    Parameters
    ----------
    rows, claims, axes
        As for `group_rows`.

    Returns
    -------
    SortedRows
        Series of measured points, with at least two different sizes each; a size of 0, which shows the
        overhead, is kept. A row counts as used if it is in the series of any axis.
    """
    rows = list(rows)
    judged = judge_benchmarks(rows)
    found = SortedRows()
    groups, nowhere = _group(rows, claims, axes, judged)
    # Of a million rows few are left over: the ids of those, and not of the others, are a small set.
    left_over = {id(row) for row in nowhere}
    for series, points in groups.items():
        measured = [point for point in points if point[1].measured]
        if len({n for n, _ in measured}) > 1:
            found.series[series] = measured
            left_over.update(id(row) for _, row in points if not row.measured)
        else:
            left_over.update(id(row) for _, row in points)
    for points in found.series.values() if left_over else ():
        left_over.difference_update(id(row) for _, row in points)
    for row in rows if left_over else ():
        if id(row) in left_over:
            found.left_out.append(_left_out(row, claims, axes, judged[kind_of(row)]))
    return found


def label(row: Row) -> str:
    """Benchmark and parameters of a row, as short as they can be said."""
    return Series(row.benchmark, row.params, None).label


def _group(
    rows: Sequence[Row], claims: Sequence[Claim], axes: Axes, judged: Mapping[Kind, BenchmarkAxes]
) -> tuple[dict[Series, Points], list[Row]]:
    """Sort rows into series by what their parameters say, and list those that are of none."""
    # Hundreds of commits hold the same points, so what follows from a point's parameters is worked out once.
    places: dict[tuple[str, _Params], list[tuple[str, _Params, float]]] = {}
    found: dict[tuple[str, str, _Params, str, str, str], Points] = {}
    nowhere = []
    for row in rows:
        point = (row.benchmark, row.params)
        if point not in places:
            splits = [(axis, *_split(row.params, axis)) for axis in judged[kind_of(row)].of(row, claims, axes)]
            places[point] = [(axis, fixed, float(n)) for axis, fixed, n in splits if n is not None]
        if not places[point]:
            nowhere.append(row)
        for axis, fixed, n in places[point]:
            key = (row.benchmark, axis, fixed, row.machine, row.environment, row.commit)
            found.setdefault(key, []).append((n, row))
    series = {}
    for (benchmark, axis, fixed, *where), points in found.items():
        points.sort(key=lambda point: point[0])
        series[Series(benchmark, fixed, axis, *where)] = points
    return series, nowhere


def _left_out(row: Row, claims: Sequence[Claim], axes: Axes, judged: BenchmarkAxes) -> LeftOutRow:
    """Say why a row is in no series: what became of the row itself comes last, as it wouldn't help to measure it."""
    if not row.params:
        return LeftOutRow(row, "the benchmark has no parameters")
    chosen = judged.of(row, claims, axes)
    if not chosen:
        why = "; ".join(
            f"{name}: {verdict.reason}" + (", and not named like a size" if verdict.is_size else "")
            for name, verdict in judged.verdicts.items()
        )
        return LeftOutRow(row, "no parameter is a size", why)
    sizes = [_split(row.params, axis)[1] for axis in chosen]
    if all(size is None for size in sizes):
        return LeftOutRow(row, "its size is no number that can be used", chosen[0])
    if not row.measured:
        reasons = {"failed": "failed or timed out", "skipped": "skipped", "infinite": "the result is infinite"}
        return LeftOutRow(row, reasons[row.status])
    return LeftOutRow(row, "only one size was measured", f"{chosen[0]}: no other size was measured beside it")
