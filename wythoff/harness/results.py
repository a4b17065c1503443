"""
The reader of asv result files.

Result files come in two shapes. Version 2 stores each benchmark as a list whose places are named by
``result_columns`` and whose empty tail is cut off; version 1 stores a number, null, or an object. In both,
``result[k]`` runs over the product of the row's *own* parameter lists with the last parameter fastest. The sizes of a
row are therefore taken from the row; ``benchmarks.json``, which may describe another state of the suite, only lends
names, units and kinds.

Result files are not strict JSON: they hold bare ``NaN`` and ``Infinity``.
"""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wythoff.errors import InputError, shorten
from wythoff.harness.config import unquoted

_NOT_RESULTS = {"machine.json", "benchmarks.json"}
_NUMPY_SCALAR = re.compile(r"np\.(?:u?int|float)\d+\((.*)\)")
_NUMBER = re.compile(r"[+-]?(\d+)|[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
# What a benchmark measures follows from its name, for directories that lack the benchmark's description.
_KINDS = (
    ("time", "seconds", re.compile(r"(?:^|\.)(?:time|timeraw)_|(?:^|\.)Time(?:raw)?[A-Z_]")),
    ("peakmemory", "bytes", re.compile(r"(?:^|\.)peakmem_|(?:^|\.)PeakMem[A-Z_]")),
    ("memory", "bytes", re.compile(r"(?:^|\.)mem_|(?:^|\.)Mem[A-Z_]")),
    ("track", "unit", re.compile(r"(?:^|\.)track_|(?:^|\.)Track[A-Z_]")),
)


@dataclass(frozen=True)
class Row:
    """
    One measured point.

    Attributes
    ----------
    benchmark : str
        Name of the benchmark.
    params : tuple of (str, str)
        Parameter names and asv's texts of their values, in asv's order.
    value : float or None
        The result in `unit`; NaN where asv skipped the point or never ran it, None where it failed.
    samples : tuple of float or None
        The single measurements, where asv was told to record them.
    unit, kind : str
        ``"seconds"`` and ``"time"``, ``"bytes"`` and ``"memory"`` or ``"peakmemory"``, ``"unit"`` and ``"track"``, ...
    version : str or None
        asv's fingerprint of the benchmark's code, if recorded.
    machine, commit, environment : str
        Where and on what it was measured.
    date : int or None
        Time of the commit in milliseconds since 1970.
    file : Path
        The result file.
    """

    benchmark: str
    params: tuple[tuple[str, str], ...]
    value: float | None
    samples: tuple[float, ...] | None
    unit: str
    kind: str
    version: str | None
    machine: str
    commit: str
    date: int | None
    environment: str
    file: Path

    @property
    def measured(self) -> bool:
        """Whether there is a finite value."""
        return self.value is not None and math.isfinite(self.value)


@dataclass(frozen=True)
class Reading:
    """What `read_results` found: the rows, and one sentence for each thing that it could not use."""

    rows: list[Row] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def number(text: str) -> int | float | None:
    """
    Turn asv's text of a parameter value into a finite number, or None if it isn't one.

    Examples
    --------
    >>> number("10"), number("1000.0"), number("'1e5'"), number("np.int64(7)")
    (10, 1000.0, 100000.0, 7)
    >>> number("'512x512'"), number("inf"), number("True"), number("10j")
    (None, None, None, None)
    """
    body = unquoted(text.strip()).strip()
    wrapped = _NUMPY_SCALAR.fullmatch(body)
    if wrapped:
        body = wrapped.group(1)
    match = _NUMBER.fullmatch(body)
    if match is None:
        return None
    try:
        value = int(body) if match.group(1) else float(body)
        return value if math.isfinite(value) else None
    except (ValueError, OverflowError):  # more digits than Python converts, or beyond any float
        return None


def read_results(path: Path) -> Reading:
    """
    Read one result file, or all result files below a folder.

    Parameters
    ----------
    path : Path
        A result file, a machine's folder, or a whole results folder.

    Returns
    -------
    Reading
        Rows in the order of file name, benchmark and parameters. A file that can't be used
        gives a problem and no rows; the others are read all the same.

    Raises
    ------
    InputError
        If `path` does not exist or is no file or folder.
    """
    reading = Reading()
    if path.is_file():
        files = [path]
    elif path.is_dir():
        files = sorted(
            file
            for file in path.rglob("*.json")
            if file.name not in _NOT_RESULTS and not any(part.startswith(".") for part in file.relative_to(path).parts)
        )
    else:
        raise InputError(f"{path} does not exist: name an asv results folder or a result file")
    descriptions: dict[Path, dict[str, Any]] = {}
    for file in files:
        try:
            data = read_json(file)
            if not isinstance(data, dict) or not isinstance(data.get("results"), dict):
                raise InputError(f'{file} is no asv result file: it has no "results"')
        except InputError as error:
            reading.problems.append(str(error))
            continue
        if file.parent not in descriptions:
            descriptions[file.parent] = _descriptions_for(file.parent, reading.problems)
        reading.rows.extend(_rows_of(file, data, descriptions[file.parent], reading.problems))
    return reading


def read_json(file: Path) -> Any:
    """Read a JSON file as asv writes them, or raise `InputError` with a sentence that names the file."""
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{file} can't be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file} is not valid JSON ({shorten(str(error), 100)})") from None


def _descriptions_for(folder: Path, problems: list[str]) -> dict[str, Any]:
    """Load the benchmarks.json that belongs to a machine's folder: normally one level above it."""
    for candidate in (folder.parent / "benchmarks.json", folder / "benchmarks.json"):
        if candidate.is_file():
            try:
                data = read_json(candidate)
            except InputError as error:
                problems.append(str(error))
                continue
            if isinstance(data, dict):
                return {name: entry for name, entry in data.items() if isinstance(entry, dict)}
    return {}


def _rows_of(file: Path, data: Mapping[str, Any], about: Mapping[str, Any], problems: list[str]) -> Iterator[Row]:
    facts = data.get("params")
    machine = facts.get("machine") if isinstance(facts, dict) else None
    date = data.get("date")
    environment = data.get("env_name") or file.stem.partition("-")[2]
    versions = data.get("benchmark_version")
    columns = data.get("result_columns")
    for benchmark, entry in data["results"].items():
        try:
            cells = _cells(entry, columns)
            lists = _parameter_lists(cells.get("params"))
        except ValueError as error:
            problems.append(f"{file}: {benchmark} is left out: {error}")
            continue
        described = about.get(benchmark, {})
        kind, unit = _kind_and_unit(benchmark, described)
        names = _names(described.get("param_names"), len(lists))
        version = cells.get("version", versions.get(benchmark) if isinstance(versions, dict) else None)
        combinations = list(itertools.product(*lists))
        results = _one_per_point(cells.get("result"), len(combinations))
        samples = _one_per_point(cells.get("samples"), len(combinations))
        if len(results) != len(combinations):
            problems.append(
                f"{file}: {benchmark} has {len(results)} results for {len(combinations)} parameter combinations; "
                "the ones without a partner are left out"
            )
        odd = [result for result in results if result is not None and not isinstance(result, int | float)]
        if odd:
            problems.append(f"{file}: {benchmark} has results that are no numbers, such as {shorten(repr(odd[0]))}")
        for position, (combination, result) in enumerate(zip(combinations, results, strict=False)):
            yield Row(
                benchmark=benchmark,
                params=tuple(zip(names, combination, strict=True)),
                value=_float(result),
                samples=_samples(samples[position] if position < len(samples) else None),
                unit=unit,
                kind=kind,
                version=None if version is None else str(version),
                machine=machine if isinstance(machine, str) else file.parent.name,
                commit=str(data.get("commit_hash") or file.stem.partition("-")[0]),
                date=int(date) if isinstance(date, int | float) and math.isfinite(date) else None,
                environment=str(environment),
                file=file,
            )


def _cells(entry: Any, columns: Any) -> dict[str, Any]:
    """Bring one benchmark's entry, of either version, to a dict from column name to content."""
    if isinstance(columns, list):
        if entry is None:
            return {}
        if not isinstance(entry, list):
            raise ValueError(f"expected a list, got {shorten(repr(entry))}")
        return dict(zip(map(str, columns), entry, strict=False))
    if isinstance(entry, dict):
        return entry
    return {"result": entry}


def _parameter_lists(value: Any) -> list[list[str]]:
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(values, list) for values in value):
        raise ValueError(f"its parameters are no lists: {shorten(repr(value))}")
    return [[item if isinstance(item, str) else repr(item) for item in values] for values in value]


def _one_per_point(value: Any, count: int) -> list[Any]:
    """Spread a cell over the points: null stands for null at every point, a bare number for the only point."""
    if value is None:
        return [None] * count
    return value if isinstance(value, list) else [value]


def _samples(value: Any) -> tuple[float, ...] | None:
    if not isinstance(value, list):
        return None
    samples = [_float(item) for item in value]
    return None if None in samples else tuple(sample for sample in samples if sample is not None)


def _float(value: Any) -> float | None:
    try:
        return float(value) if isinstance(value, int | float) else None
    except OverflowError:  # an integer beyond any float
        return math.inf if value > 0 else -math.inf


def _names(described: Any, count: int) -> list[str]:
    if isinstance(described, list) and len(described) == count:
        return [str(name) for name in described]
    return [f"param{position}" for position in range(1, count + 1)]


def _kind_and_unit(benchmark: str, described: Mapping[str, Any]) -> tuple[str, str]:
    kind, unit = described.get("type"), described.get("unit")
    for guessed_kind, guessed_unit, pattern in _KINDS:
        if pattern.search(benchmark):
            return str(kind or guessed_kind), str(unit or guessed_unit)
    return str(kind or "track"), str(unit or "unit")
