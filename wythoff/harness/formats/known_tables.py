"""
Tables that other programs write, known by their headers.

Criterion's ``raw.csv`` (a line for each sample: a time of so many iterations), JMH's CSV (``-rf csv``), Google
Benchmark's (``--benchmark_out_format=csv``), pytest-benchmark's (``compare --csv``), nanobench's and hyperfine's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from wythoff.errors import shorten
from wythoff.harness.formats import google_benchmark, hyperfine
from wythoff.harness.formats._benchmark_names import split_name
from wythoff.harness.formats._common import as_count, positive, time_row
from wythoff.harness.formats._csv_cells import Notation, notations
from wythoff.harness.formats._throughput import seconds_of
from wythoff.harness.rows import Origin, Reading

Lines = Sequence[tuple[int, list[str]]]
Reader = Callable[[Path, Sequence[str], Lines, str, Reading], None]


def reader(header: Sequence[str]) -> Reader | None:
    """Return the function that reads tables with such a header; None for any other table."""
    names = {name.strip() for name in header}
    if "name" in names and names & {"median", "mean", "min"} and any(name.startswith("param:") for name in names):
        return _pytest_benchmark
    return next((function for known, function in _KNOWN if known <= names), None)


def _number(cell: str | None) -> float | None:
    """Return a number above 0; in the lines of `_records` all are written as Python does."""
    return None if cell is None else positive(Notation("thousands").number(cell))


def _records(file: Path, header: Sequence[str], lines: Lines, reading: Reading) -> list[tuple[int, dict[str, str]]]:
    """Pair the cells of each line with their names, numbers written plainly; a line with other columns is left out."""
    found = []
    names = [name.strip() for name in header]
    whole = [cells for _, cells in lines if len(cells) == len(header)]
    # Among commas a comma in quotes is written on purpose: in these tables numbers have no thousands.
    written = [
        Notation("decimal") if found.commas == "unclear" else found
        for found in notations([[cells[place] for cells in whole] for place in range(len(names))], "")
    ]
    for number, cells in lines:
        if len(cells) == len(header):
            plain = [notation.plain(cell) for notation, cell in zip(written, cells, strict=True)]
            found.append((number, dict(zip(names, plain, strict=True))))
        else:
            reading.cells += 1
            reading.leave_out(file, f"line {number}", 1, f"it has {len(cells)} columns and not {len(header)}")
    return found


def _leave_out(reading: Reading, file: Path, number: int, reason: str) -> None:
    reading.cells += 1
    reading.leave_out(file, f"line {number}", 1, reason)


def _criterion(file: Path, header: Sequence[str], lines: Lines, environment: str, reading: Reading) -> None:
    points: dict[tuple[str, tuple[tuple[str, str], ...]], list[float]] = {}
    for number, cells in _records(file, header, lines, reading):
        seconds = seconds_of(_number(cells["sample_measured_value"]), cells["unit"])
        iterations = _number(cells["iteration_count"])
        if seconds is None or iterations is None:
            _leave_out(reading, file, number, f"it has no time in a known unit: {shorten(repr(cells['unit']))}")
            continue
        benchmark = "/".join(filter(None, (cells["group"], cells["function"])))
        params = (("value", cells["value"]),) if cells["value"] else ()
        points.setdefault((benchmark, params), []).append(seconds / iterations)
    origin = Origin(file, "", "", environment)
    reading.cells += len(points)
    reading.rows += [time_row(origin, *point, samples) for point, samples in points.items()]


def _jmh(file: Path, header: Sequence[str], lines: Lines, environment: str, reading: Reading) -> None:
    origin = Origin(file, "", "", environment)
    records = _records(file, header, lines, reading)
    modes = len({cells["Mode"] for _, cells in records}) > 1
    for number, cells in records:
        if ":" in cells["Benchmark"]:
            reading.cells += 1
            reading.leave_out(file, cells["Benchmark"], 1, "a secondary figure of a benchmark", is_problem=False)
            continue
        seconds = seconds_of(_number(cells["Score"]), cells["Unit"], as_count(_number(cells["Threads"])) or 1)
        if seconds is None:
            _leave_out(reading, file, number, f"its unit {shorten(repr(cells['Unit']))} is none of a time")
            continue
        params = [(name[7:].strip(), text) for name, text in cells.items() if name.startswith("Param: ")]
        params += [("mode", cells["Mode"])] if modes else []
        reading.cells += 1
        reading.rows.append(time_row(origin, cells["Benchmark"], params, [seconds]))


def _jmh_text(file: Path, header: Sequence[str], lines: Lines, environment: str, reading: Reading) -> None:
    """Read JMH's own report: (n) is a parameter, and the error has a sign before it."""
    names = [f"Param: {name[1:-1]}" if re.fullmatch(r"\(.*\)", name) else name for name in header]
    names = [{"Cnt": "Samples", "Units": "Unit"}.get(name, name) for name in names]
    told = []
    for number, cells in lines:
        cells = [cell.lstrip("±≈") for cell in cells]
        if len(cells) == len(names) - 1 and "Error" in names:  # measured once
            cells.insert(names.index("Error"), "")
        told.append((number, [*cells, "1"]))
    _jmh(file, [*names, "Threads"], told, environment, reading)


def _google(file: Path, header: Sequence[str], lines: Lines, environment: str, reading: Reading) -> None:
    runs: list[dict[str, Any]] = []
    for _, cells in _records(file, header, lines, reading):
        run: dict[str, Any] = {name: number for name, text in cells.items() if (number := _number(text)) is not None}
        for name in ("name", "label", "time_unit", "error_message"):
            run |= {name: cells[name]} if cells.get(name) else {}
        runs.append(run | {"error_occurred": cells.get("error_occurred", "").lower() == "true"})
    google_benchmark.read(file, {"benchmarks": runs}, environment, reading)


def _pytest_benchmark(file: Path, header: Sequence[str], lines: Lines, environment: str, reading: Reading) -> None:
    origin = Origin(file, "", "", environment)
    for number, cells in _records(file, header, lines, reading):
        name = next((name for name in ("median", "mean", "min") if _number(cells.get(name))), None)
        if name is None:
            _leave_out(reading, file, number, "it has neither a median nor a mean nor a minimum")
            continue
        benchmark, params = split_name(cells["name"])
        stored = [(key.partition(":")[2], text) for key, text in cells.items() if key.startswith("param:") and text]
        reading.cells += 1
        reading.rows.append(time_row(origin, benchmark, stored or params, [_number(cells[name]) or 0.0]))


def _nanobench(file: Path, header: Sequence[str], lines: Lines, environment: str, reading: Reading) -> None:
    origin = Origin(file, "", "", environment)
    for number, cells in _records(file, header, lines, reading):
        seconds = _number(cells["elapsed"])
        if seconds is None:
            _leave_out(reading, file, number, "it has no time")
            continue
        benchmark, params = split_name(".".join(filter(None, (cells["title"], cells["name"]))))
        reading.cells += 1
        reading.rows.append(time_row(origin, benchmark, params, [seconds]))


def _hyperfine(file: Path, header: Sequence[str], lines: Lines, environment: str, reading: Reading) -> None:
    entries: list[dict[str, Any]] = []
    for _, cells in _records(file, header, lines, reading):
        figures = {name: _number(cells.get(name)) for name in ("mean", "median", "user", "system")}
        params = {
            name.removeprefix("parameter_"): text for name, text in cells.items() if name.startswith("parameter_")
        }
        entries.append({"command": cells["command"], "parameters": params, **figures})
    hyperfine.read(file, {"results": entries}, environment, reading)


_KNOWN: tuple[tuple[set[str], Reader], ...] = (
    ({"group", "function", "value", "sample_measured_value", "unit", "iteration_count"}, _criterion),
    ({"Benchmark", "Mode", "Threads", "Samples", "Score", "Unit"}, _jmh),
    ({"Benchmark", "Mode", "Score", "Units"}, _jmh_text),
    ({"name", "iterations", "real_time", "cpu_time", "time_unit"}, _google),
    ({"name", "min", "max", "mean", "stddev"}, _pytest_benchmark),
    ({"title", "name", "unit", "batch", "elapsed", "error %"}, _nanobench),
    ({"command", "mean", "stddev"}, _hyperfine),
)
