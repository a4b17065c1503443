"""
A series: one benchmark with all parameters fixed but the size, on one machine, environment and commit.

Command, page, claims check and sweep planner all mean this when they say series. Which parameter is the size is
decided here and nowhere else: by the first claim of ``asv.conf.json`` that fits and names an axis, else by the values
themselves.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from wythoff.harness.config import Claim, unquoted
from wythoff.harness.results import Row, number

_SIZE_NAME = re.compile(r"n|size|num_.*|n_.*|.*_size|length|count", re.IGNORECASE)
_BEST_NAMES = ("n", "size")
_LEAST_SIZES = 3


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


def choose_axis(names: Sequence[str], values: Sequence[Sequence[str]]) -> str | None:
    """
    Choose the parameter that looks like a size.

    Parameters
    ----------
    names : sequence of str
        Parameter names.
    values : sequence of sequences of str
        For each parameter the values that occur, as asv writes them.

    Returns
    -------
    str or None
        Of the parameters with only positive numbers and at least three different ones: the one called
        ``n`` or ``size``, else one with a name like a size, else the one whose values span the widest
        range. None if there is no such parameter.
    """
    candidates = []
    for position, (name, texts) in enumerate(zip(names, values, strict=True)):
        sizes = [_size(text) for text in texts]
        usable = [size for size in sizes if size is not None]
        if len(usable) < len(sizes) or len(set(usable)) < _LEAST_SIZES:
            continue
        rank = 0 if name.lower() in _BEST_NAMES else 1 if _SIZE_NAME.fullmatch(name) else 2
        candidates.append((rank, -float(max(usable)) / float(min(usable)), position, name))
    return min(candidates)[3] if candidates else None


def axis_for(benchmark: str, params: Mapping[str, str], claims: Iterable[Claim], chosen: str | None) -> str | None:
    """
    Decide the size axis of one point.

    Parameters
    ----------
    benchmark : str
        Name of the benchmark.
    params : mapping of str to str
        The point's parameters.
    claims : iterable of Claim
        The claims of the configuration; the first that fits and names one of the parameters decides.
    chosen : str or None
        What `choose_axis` says about the benchmark, for points that no claim speaks about.
    """
    for claim in claims:
        if claim.axis in params and claim.fits(benchmark, params):
            return claim.axis
    return chosen


def split_params(
    params: Sequence[tuple[str, str]], axis: str | None
) -> tuple[tuple[tuple[str, str], ...], int | float | None]:
    """Split a point's parameters into the fixed ones and the size; None where that is no positive number."""
    fixed = tuple((name, text) for name, text in params if name != axis)
    sizes = [_size(text) for name, text in params if name == axis]
    return fixed, sizes[0] if sizes else None


def _size(text: str) -> int | float | None:
    value = number(text)
    return value if value is not None and 0 < value <= sys.float_info.max else None


def group_rows(rows: Iterable[Row], claims: Sequence[Claim] = ()) -> dict[Series, list[tuple[float, Row]]]:
    """
    Sort the reader's rows into series.

    Parameters
    ----------
    rows : iterable of Row
        From `wythoff.harness.results.read_results`.
    claims : sequence of Claim
        From the configuration, if there is one.

    Returns
    -------
    dict
        For each series its rows with their sizes, in ascending order of size. Rows whose benchmark has
        no size axis, or whose size is no positive number, are left out.
    """
    rows = list(rows)
    seen: dict[tuple[str, tuple[str, ...]], list[dict[str, None]]] = {}
    for row in rows:
        names = tuple(name for name, _ in row.params)
        for position, (_, text) in enumerate(row.params):
            seen.setdefault((row.benchmark, names), [{} for _ in names])[position][text] = None
    chosen = {key: choose_axis(key[1], [list(texts) for texts in lists]) for key, lists in seen.items()}
    series: dict[Series, list[tuple[float, Row]]] = {}
    for row in rows:
        names = tuple(name for name, _ in row.params)
        axis = axis_for(row.benchmark, dict(row.params), claims, chosen.get((row.benchmark, names)))
        fixed, n = split_params(row.params, axis)
        if n is not None:
            key = Series(row.benchmark, fixed, axis, row.machine, row.environment, row.commit)
            series.setdefault(key, []).append((float(n), row))
    for points in series.values():
        points.sort(key=lambda point: point[0])
    return series
