"""Points of a result file that asv has just written get back what an earlier file says about them."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

_PER_POINT = (
    "result",
    "samples",
    "stats_ci_99_a",
    "stats_ci_99_b",
    "stats_q_25",
    "stats_q_75",
    "stats_number",
    "stats_repeat",
)


def keep_points(written: Path, earlier: Path, points: Iterable[tuple[str, tuple[str, ...]]]) -> None:
    """
    Put the earlier results of some points back into a result file.

    Parameters
    ----------
    written : Path
        asv's result file, version 2; it is changed.
    earlier : Path
        The file from which it was made.
    points : iterable of (str, tuple of str)
        Benchmark and texts of the parameters of each.
    """
    new, old = (json.loads(file.read_text(encoding="utf-8")) for file in (written, earlier))
    for benchmark, params in points:
        row, before = (_columns(data, benchmark) for data in (new, old))
        for column in _PER_POINT:
            values = _spread(row, column)
            values[_place(row, params)] = _spread(before, column)[_place(before, params)]
            row[column] = None if all(value is None for value in values) else values
        new["results"][benchmark] = _cut_short([row[column] for column in new["result_columns"]])
    written.write_text(json.dumps(new), encoding="utf-8")  # as asv writes it, bare NaN included


def _columns(data: Mapping[str, Any], benchmark: str) -> dict[str, Any]:
    return dict(itertools.zip_longest(data["result_columns"], data["results"][benchmark]))


def _combinations(row: Mapping[str, Any]) -> list[tuple[str, ...]]:
    return list(itertools.product(*row["params"]))


def _place(row: Mapping[str, Any], params: tuple[str, ...]) -> int:
    return _combinations(row).index(params)


def _spread(row: Mapping[str, Any], column: str) -> list[Any]:
    """Return a column with a place for every point; asv writes one that is empty as null."""
    return list(row.get(column) or [None] * len(_combinations(row)))


def _cut_short(row: list[Any]) -> list[Any]:
    while row and row[-1] is None:
        row.pop()
    return row
