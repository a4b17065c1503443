"""Which of a benchmark's parameters its series run over: what a claim names, else what looks most like a size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from wythoff.harness.axes import AxisVerdict, judge_axis
from wythoff.harness.config import Claim
from wythoff.harness.parameters import number
from wythoff.harness.rows import Row

_BEST_NAMES = ("n", "size")
# A parameter with two numbers may as well be a choice; one with three that no name explains is swept.
_LEAST_SIZES_UNNAMED = 3

Axes = Literal["chosen", "all"]
Kind = tuple[str, tuple[str, ...]]


def choose_axis(names: Sequence[str], values: Sequence[Sequence[str]]) -> str | None:
    """
    Choose the parameter that looks most like a size.

    Parameters
    ----------
    names : sequence of str
        Parameter names.
    values : sequence of sequences of str
        For each parameter the values that occur, as asv writes them.

    Returns
    -------
    str or None
        Of the parameters that are sizes: the one called ``n`` or ``size``, else one with a name like a size, else the
        one whose values span the widest range. Without such a name it needs three different values. None if there is
        no such parameter.
    """
    candidates = []
    for position, (name, texts) in enumerate(zip(names, values, strict=True)):
        verdict = judge_axis(name, texts)
        sizes = {value for text in texts if (value := number(text)) is not None}
        if verdict.is_size and (verdict.is_named or len(sizes) >= _LEAST_SIZES_UNNAMED):
            rank = 0 if name.lower() in _BEST_NAMES else 1 if verdict.is_named else 2
            positive = [size for size in sizes if size > 0]
            candidates.append((rank, -max(positive) / min(positive), position, name))
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


@dataclass(frozen=True)
class BenchmarkAxes:
    """
    What is known about the parameters of one benchmark.

    Attributes
    ----------
    verdicts : dict of str to AxisVerdict
        The verdict on each parameter.
    chosen : str or None
        The one that looks most like a size.
    """

    verdicts: dict[str, AxisVerdict]
    chosen: str | None

    def of(self, row: Row, claims: Sequence[Claim], wanted: Axes) -> list[str]:
        """List the axes of a row's series; an axis that a claim names is always among them."""
        first = axis_for(row.benchmark, dict(row.params), claims, self.chosen)
        others = [name for name, verdict in self.verdicts.items() if verdict.is_size] if wanted == "all" else []
        return list(dict.fromkeys(name for name in (first, *others) if name is not None))


def kind_of(row: Row) -> Kind:
    """Return what rows must share for their parameters to be judged together: benchmark and parameter names."""
    return (row.benchmark, tuple(name for name, _ in row.params))


def judge_benchmarks(rows: Sequence[Row]) -> dict[Kind, BenchmarkAxes]:
    """Judge the axes of each benchmark from all its rows, so that the axis is the same on every machine and commit."""
    seen: dict[Kind, list[dict[str, None]]] = {}
    for benchmark, params in dict.fromkeys((row.benchmark, row.params) for row in rows):
        lists = seen.setdefault((benchmark, tuple(name for name, _ in params)), [{} for _ in params])
        for position, (_, text) in enumerate(params):
            lists[position][text] = None
    return {
        kind: BenchmarkAxes(
            {name: judge_axis(name, list(texts)) for name, texts in zip(kind[1], lists, strict=True)},
            choose_axis(kind[1], [list(texts) for texts in lists]),
        )
        for kind, lists in seen.items()
    }
