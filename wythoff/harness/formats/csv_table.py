"""
The reader of plain tables: one measurement a line, between commas, semicolons, tabs or blanks, with or without header.

Without a header the last column holds seconds and the first is n. With one, the column with the name of a time is the
value, and all others are parameters; lines that agree in all parameters are samples of one point.

A column with the name of the processor's time, such as ``cpu_time``, is the second clock of the value, or the value
where there is no other; plain ``cpu``, which may also say which processor, only beside a time of the wall, such as
``wall`` or ``real_time``. What is not above 0 there is not read.
"""

from __future__ import annotations

import csv
import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from wythoff.errors import InputError, shorten
from wythoff.harness.formats._common import positive, quantile
from wythoff.harness.formats._json import check_memory
from wythoff.harness.rows import Clock, Reading, Row

# A line of four bytes becomes a text, a list of cells, a number and two tuples.
_GROWTH = 100
_DELIMITERS = (",", ";", "\t")
_TIME_UNITS = {
    1.0: r"s|secs?|seconds?",
    1e-3: r"ms|msecs?|milliseconds?",
    1e-6: r"[uµ]s|usecs?|microseconds?",
    1e-9: r"ns|nsecs?|nanoseconds?",
}
_ANY_UNIT = "|".join(_TIME_UNITS.values())
_TIME_NAME = re.compile(
    r"(?:(?:wall|elapsed|run|real|total|mean|median|best|min)[ _-]?)?"
    rf"(?:time|t|duration|elapsed|walltime|runtime|{_ANY_UNIT})(?:[ _]?(?:in )?[(\[]?(?:{_ANY_UNIT})[)\]]?)?",
    re.IGNORECASE,
)
_UNIT_BEHIND = rf"(?:[ _]?(?:in )?[(\[]?(?:{_ANY_UNIT})[)\]]?)?"
_WALL_NAME = re.compile(
    rf"(?:wall|real|elapsed)(?:[ _-]?clock)?(?:[ _-]?(?:time|t|duration))?{_UNIT_BEHIND}", re.IGNORECASE
)
_CPU_TIME_NAME = re.compile(
    rf"(?:cpu|process(?:or)?)(?:[ _-]?(?:time|t|duration|elapsed){_UNIT_BEHIND}|[ _-]*[ _(\[-](?:{_ANY_UNIT})[)\]]?)",
    re.IGNORECASE,
)
_CPU_NAME = re.compile("cpu", re.IGNORECASE)
_UNIT_AT_END = {
    factor: re.compile(rf"(?:.*[ _(\[-])?(?:{names})[)\]]?", re.IGNORECASE) for factor, names in _TIME_UNITS.items()
}
_HYPERFINE = {"command", "mean", "stddev"}
# Columns that number the measurements of one point, or the lines: pandas writes its index without a name.
_RUN_NAME = re.compile(r"|run|rep|repeat|repetition|sample|trial|iteration|round", re.IGNORECASE)
_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+(?:[eE][+-]?\d+)?")

Point = tuple[str, tuple[tuple[str, str], ...]]


def read(file: Path, text: str, environment: str, reading: Reading) -> None:
    """
    Add the rows of one table to `reading`; `environment` keeps this file's series apart from others'.

    Raises
    ------
    InputError
        If the text is no table of at least two columns with numbers in the last or in the one named like a time, or
        so long that it might fill the memory.
    """
    unknown = InputError(
        f"{file} holds no results of a known kind: it is neither JSON nor a table with a column of seconds beside n"
    )
    check_memory(file, len(text), _GROWTH)
    lines = _lines(text)
    if not lines:
        raise InputError(f"{file} holds no results: it is empty")
    header = lines[0][1] if all(_number(cell) is None for cell in lines[0][1]) else None
    body = lines[1:] if header else lines
    width = len(header) if header else Counter(len(cells) for _, cells in lines).most_common(1)[0][0]
    if width < 2:
        raise unknown
    names = header or ["n", *(f"param{place}" for place in range(2, width)), "seconds"]
    if set(names) >= _HYPERFINE:
        raise InputError(f"{file} is hyperfine's CSV, without the single times: export JSON instead (--export-json)")
    columns = _columns(names, [cells for _, cells in body if len(cells) == width])
    if not any(_number(cells[columns.value]) is not None for _, cells in body if len(cells) == width):
        raise unknown
    if not columns.is_named:
        last = shorten(names[columns.value])
        reading.problems.append(f"{file}: no column is named like a time; the last one, {last}, is taken for seconds")
    factor = _factor(names[columns.value])
    points: dict[Point, list[float]] = {}
    processor: dict[Point, list[float]] = {}
    for number, cells in body:
        value = cells[columns.value] if len(cells) == width else ""
        seconds = _number(value)
        if seconds is None or not math.isfinite(seconds):
            reason = f"its value {shorten(repr(value))} is no finite number"
            if len(cells) != width:
                reason = f"it has {len(cells)} columns and not {width}"
            reading.cells += 1
            reading.leave_out(file, f"line {number}", 1, reason)
            continue
        others = [pair for place, pair in enumerate(zip(names, cells, strict=True)) if place not in columns.times]
        benchmark = next((text for name, text in others if name.lower() == "benchmark"), file.stem)
        params = tuple(pair for pair in others if pair[0].lower() != "benchmark" and not _RUN_NAME.fullmatch(pair[0]))
        points.setdefault((benchmark, params), []).append(seconds * factor)
        if columns.cpu is not None and (time := positive(_number(cells[columns.cpu]))):
            processor.setdefault((benchmark, params), []).append(time * _factor(names[columns.cpu]))
    reading.cells += len(points)
    for point, times in points.items():
        reading.rows.append(_row(file, environment, *point, times, processor.get(point, ()), columns.clock))


def _row(
    file: Path,
    environment: str,
    benchmark: str,
    params: tuple[tuple[str, str], ...],
    seconds: Sequence[float],
    processor: Sequence[float],
    clock: Clock,
) -> Row:
    many = len(seconds) > 1
    return Row(
        benchmark=benchmark,
        params=params,
        value=median(seconds),
        samples=tuple(seconds) if many else None,
        unit="seconds",
        kind="time",
        version=None,
        machine="",
        commit="",
        date=None,
        environment=environment,
        file=file,
        q25=quantile(seconds, 0.25) if many else None,
        q75=quantile(seconds, 0.75) if many else None,
        repeat=len(seconds),
        cpu=median(processor) if processor else None,
        cpu_samples=tuple(processor) if len(processor) > 1 else None,
        clock=clock,
    )


def _lines(text: str) -> list[tuple[int, list[str]]]:
    """Split a text into cells, each line with its number; blank lines and comments are passed over."""
    kept = [
        (number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip() and line.lstrip()[0] != "#"
    ]
    sample = [line for _, line in kept[:50]]
    # The delimiter that is on every line; a comma may also be the decimal comma of a table with semicolons.
    delimiter = next((mark for mark in (";", "\t", ",") if sample and all(mark in line for line in sample)), None)
    if delimiter is None:
        delimiter = next((mark for mark in _DELIMITERS if any(mark in line for line in sample)), None)
    if delimiter is None:
        return [(number, line.split()) for number, line in kept]
    found = []
    for number, line in kept:
        try:
            cells = next(csv.reader([line], delimiter=delimiter, skipinitialspace=True))
        except csv.Error:  # such as a cell beyond csv's own limit
            cells = [line]
        found.append((number, [cell.strip() for cell in cells]))
    return found


@dataclass(frozen=True)
class _Columns:
    """Which columns hold times: the value's, the processor's if there is one, and whether names told."""

    value: int
    cpu: int | None
    is_named: bool

    @property
    def times(self) -> set[int | None]:
        return {self.value, self.cpu}

    @property
    def clock(self) -> Clock:
        return "cpu" if self.value == self.cpu else "wall"


def _columns(names: Sequence[str], lines: Sequence[Sequence[str]]) -> _Columns:
    """Choose the columns of the times: of several with fitting names the last one, and without any the last of all."""

    def named(pattern: re.Pattern[str]) -> list[int]:
        return [place for place, name in enumerate(names) if pattern.fullmatch(name.strip())]

    times, walls, processors = named(_TIME_NAME), named(_WALL_NAME), named(_CPU_TIME_NAME)
    if not processors and walls and (not times or times[-1] in walls):
        # A plain "cpu" beside a wall's time may still number the processors.
        plain = (place for place in named(_CPU_NAME) if all(positive(_number(cells[place])) for cells in lines))
        processors = list(plain)
    if processors:
        value = (times or walls or processors)[-1]
        return _Columns(value, processors[-1], True)
    return _Columns(times[-1], None, True) if times else _Columns(len(names) - 1, None, False)


def _factor(name: str) -> float:
    """Return how many seconds the unit is that a column's name ends with; without a unit they are seconds."""
    return next((factor for factor, unit in _UNIT_AT_END.items() if unit.fullmatch(name)), 1.0)


def _number(cell: str) -> float | None:
    text = cell.replace(",", ".") if _DECIMAL_COMMA.fullmatch(cell) else cell
    try:
        return float(text)
    except ValueError:
        return None
