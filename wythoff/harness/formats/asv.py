"""
The reader of asv's own result files.

They come in two shapes. Version 2 stores each benchmark as a list whose places are named by ``result_columns`` and
whose empty tail is cut off; version 1 stores a number, null, or an object. In both, ``result[k]`` runs over the product
of the row's *own* parameter lists with the last parameter fastest. The sizes of a row are therefore taken from the row;
``benchmarks.json``, which may describe another state of the suite, only lends names, units and kinds.

What a sweep noted in ``conditions.jsonl`` beside the file adds the processor's clock and whether the machine was busy.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from wythoff.errors import shorten
from wythoff.harness import facts_beside
from wythoff.harness.conditions import Book
from wythoff.harness.formats._asv_conditions import book_beside, facts_in, row_fields
from wythoff.harness.formats._asv_descriptions import (
    BENCHMARKS_FILE,
    MACHINE_FILE,
    first_object,
    kind_and_unit,
    names_for,
)
from wythoff.harness.formats._asv_heads import measured_of
from wythoff.harness.formats._common import as_count, as_date_ms, as_float
from wythoff.harness.machine_facts import machine_facts
from wythoff.harness.rows import Origin, Reading, Row

# More points than asv would ever measure: the file is broken, and spreading a null over them would fill the memory.
_MOST_POINTS = 1_000_000
_STATS = ("q_25", "q_75", "ci_99_a", "ci_99_b", "number", "repeat")

Params = tuple[tuple[str, str], ...]


class _UnusableError(Exception):
    """One benchmark's entry can't be used; says why, and how many cells are lost."""

    def __init__(self, reason: str, cells: int = 1) -> None:
        super().__init__(reason)
        self.cells = cells


class AsvReader:
    """Reads asv result files, and each folder's machine.json and benchmarks.json once."""

    def __init__(self) -> None:
        self._described: dict[Path, dict[str, Any]] = {}
        self._machines: dict[Path, dict[str, Any]] = {}
        self._conditions: dict[Path, Book] = {}
        self._beside: dict[Path, facts_beside.Known] = {}
        # Hundreds of files hold the same parameter lists: their texts are kept once.
        self._points: dict[tuple[tuple[str, ...], tuple[tuple[str, ...], ...]], list[Params]] = {}

    @staticmethod
    def recognises(data: Any) -> bool:
        """Tell whether parsed JSON has the shape of an asv result file."""
        return isinstance(data, dict) and isinstance(data.get("results"), dict)

    def read(self, file: Path, data: Mapping[str, Any], reading: Reading) -> None:
        """Add the rows of one parsed file to `reading`."""
        folder = file.parent
        if folder not in self._described:
            self._described[folder] = first_object(
                (folder.parent / BENCHMARKS_FILE, folder / BENCHMARKS_FILE), reading.problems
            )
            self._machines[folder] = first_object((folder / MACHINE_FILE,), reading.problems)
            self._conditions[folder] = book_beside(folder, reading.problems)
            self._beside[folder] = facts_in(folder, reading.problems)
        origin = self._origin(file, data)
        columns = data.get("result_columns")
        versions = data.get("benchmark_version")
        for benchmark, entry in data["results"].items():
            try:
                cells = _cells(entry, columns)
                lists = _parameter_lists(cells)
                count, results = _paired(cells.get("result"), lists)
            except _UnusableError as error:
                reading.cells += error.cells
                reading.leave_out(file, benchmark, error.cells, str(error))
                continue
            version = cells.get("version", versions.get(benchmark) if isinstance(versions, dict) else None)
            reading.cells += max(count, len(results))
            if len(results) != count:
                reading.leave_out(
                    file,
                    benchmark,
                    abs(count - len(results)),
                    f"it has {len(results)} results for {count} parameter combinations; "
                    "the ones without a partner can't be used",
                )
            described = self._described[folder].get(benchmark)
            described = described if isinstance(described, dict) else {}
            about = (benchmark, *kind_and_unit(benchmark, described), None if version is None else str(version))
            points = self._combinations(names_for(described, lists), lists, min(count, len(results)))
            odd = [result for result in results[: len(points)] if _is_odd(result)]
            if odd:
                reason = f"its results are no numbers, such as {shorten(repr(odd[0]))}"
                reading.leave_out(file, benchmark, len(odd), reason)
            reading.rows.extend(_rows(points, results, cells, count, about, origin, self._conditions[folder]))

    def _origin(self, file: Path, data: Mapping[str, Any]) -> Origin:
        recorded = data.get("params")
        recorded = recorded if isinstance(recorded, dict) else {}
        required = data.get("requirements")
        # asv mixes the versions of Python and of the required packages into what it records about the machine.
        others = {"python", "version", *(required if isinstance(required, dict) else ())}
        machine, commit, environment = measured_of(file, data)
        told = self._beside[file.parent]
        known = told.get("", {}) | told.get(environment, {}) | self._machines[file.parent] | recorded
        facts = {key: value for key, value in known.items() if key not in others}
        return Origin(
            file=file,
            machine=machine,
            commit=commit,
            environment=environment,
            date=as_date_ms(data.get("date")),
            facts=machine_facts(facts),
        )

    def _combinations(self, names: Sequence[str], lists: Sequence[Sequence[str]], count: int) -> list[Params]:
        key = (tuple(names), tuple(map(tuple, lists)))
        if len(self._points.get(key, ())) < count:
            texts = itertools.islice(itertools.product(*lists), count)
            self._points[key] = [tuple(zip(names, combination, strict=True)) for combination in texts]
        return self._points[key][:count] if count else []


def _rows(
    points: Sequence[Params],
    results: Sequence[Any],
    cells: Mapping[str, Any],
    count: int,
    about: tuple[str, str, str, str | None],
    origin: Origin,
    book: Book,
) -> Iterator[Row]:
    benchmark, kind, unit, version = about
    samples = _column(cells.get("samples"), count, is_list=True)
    q25, q75, low, high, calls, repeats = _stats(cells, count)
    for position, (params, result) in enumerate(zip(points, results, strict=False)):
        if _is_odd(result):
            continue
        interval = (as_float(low[position]), as_float(high[position]))
        value, single = as_float(result), _samples(samples[position])
        measured = single or (() if value is None else (value,))
        yield Row(
            benchmark,
            params,
            value,
            single,
            unit,
            kind,
            version,
            origin.machine,
            origin.commit,
            origin.date,
            origin.environment,
            origin.file,
            as_float(q25[position]),
            as_float(q75[position]),
            None if interval[0] is None or interval[1] is None else (interval[0], interval[1]),
            as_count(calls[position]),
            as_count(repeats[position]),
            origin.facts,
            **(row_fields(book, origin, benchmark, params, measured) if book else {}),
        )


def _cells(entry: Any, columns: Any) -> dict[str, Any]:
    """Bring one benchmark's entry, of either version, to a dict from column name to content."""
    if isinstance(entry, list):
        if not isinstance(columns, list):
            raise _UnusableError('it is a list, and the file has no "result_columns" that name the list\'s places')
        if "result" not in columns:
            raise _UnusableError('"result_columns" names no "result"')
        return dict(zip(map(str, columns), entry, strict=False))
    if entry is None or isinstance(entry, int | float):
        return {"result": entry}
    if isinstance(entry, dict):
        return entry
    raise _UnusableError(f"expected a number, a list or an object, got {shorten(repr(entry))}")


def _parameter_lists(cells: Mapping[str, Any]) -> list[list[str]]:
    value, result = cells.get("params"), cells.get("result")
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(values, list) for values in value):
        reason = f"its parameters are no lists: {shorten(repr(value))}"
        raise _UnusableError(reason, max(1, len(result)) if isinstance(result, list) else 1)
    return [[item if isinstance(item, str) else repr(item) for item in values] for values in value]


def _paired(value: Any, lists: Sequence[Sequence[str]]) -> tuple[int, list[Any]]:
    """Return the number of parameter combinations, and the results: null stands for null at every point."""
    count = math.prod(map(len, lists))
    if value is None:
        if count > _MOST_POINTS:
            raise _UnusableError(f"its parameters make {count} combinations, which no suite has", count)
        return count, [None] * count
    results = value if isinstance(value, list) else [value]
    # With one parameter the results fit from the start; with more, a cut list says nothing about what fell away.
    if len(results) != count and (len(lists) != 1 or not isinstance(value, list)):
        reason = f"it has {len(results)} results for {count} parameter combinations"
        raise _UnusableError(reason, max(len(results), count))
    return count, results


def _is_odd(result: Any) -> bool:
    return not isinstance(result, float) and result is not None and not isinstance(result, int)


def _column(value: Any, count: int, is_list: bool = False) -> list[Any]:
    """Spread a column over the points; one that doesn't fit them is ignored, as its partners are unknown."""
    if count == 1 and (not isinstance(value, list) or (is_list and not (value and isinstance(value[0], list)))):
        return [value]
    return value if isinstance(value, list) and len(value) == count else [None] * count


def _stats(cells: Mapping[str, Any], count: int) -> list[list[Any]]:
    """Return the columns of `_STATS`, which version 1 keeps as one object for each point."""
    if "stats" not in cells:
        return [_column(cells.get(f"stats_{name}"), count) for name in _STATS]
    objects = [entry if isinstance(entry, dict) else {} for entry in _column(cells["stats"], count)]
    for entry in objects:
        interval = entry.get("ci_99")
        if isinstance(interval, list) and len(interval) == 2:
            entry["ci_99_a"], entry["ci_99_b"] = interval
    return [[entry.get(name) for entry in objects] for name in _STATS]


def _samples(value: Any) -> tuple[float, ...] | None:
    if not isinstance(value, list) or not value:
        return None
    samples = [as_float(item) for item in value]
    return None if None in samples else tuple(sample for sample in samples if sample is not None)
