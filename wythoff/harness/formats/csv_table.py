"""
The reader of plain tables: one measurement a line, between commas, semicolons, tabs or blanks, with or without header.

Without a header the last column holds seconds and the first is n. With one, the names tell (`_csv_names`): of the
columns with the name of a time each is a series of its own, unless they are the mean, the least, ... of the same; a
spread, memory, counts of runs and what else was measured beside are passed over and named; all others are parameters.
Lines that agree in all parameters are samples of one point.

A column with the name of the processor's time, such as ``cpu_time``, is the second clock of the value, or the value
where there is no other; plain ``cpu``, which may also say which processor, only beside a time of the wall, such as
``wall`` or ``real_time``. What is not above 0 there is not read.
"""

from __future__ import annotations

import csv
import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from wythoff.errors import InputError, shorten
from wythoff.harness.formats import known_tables
from wythoff.harness.formats._common import positive, quantile
from wythoff.harness.formats._csv_cells import Notation, is_number, notations, with_unit
from wythoff.harness.formats._csv_columns import Columns, Timed, in_the_way, sort_columns, unit_of
from wythoff.harness.formats._csv_names import ColumnName
from wythoff.harness.formats._json import check_memory
from wythoff.harness.rows import Clock, Reading, Row

# A line of four bytes becomes a text, a list of cells, a number and two tuples.
_GROWTH = 100
_DELIMITERS = (",", ";", "\t")

Params = tuple[tuple[str, str], ...]
Point = tuple[str, Params]
Line = tuple[int, list[str]]


def read(file: Path, text: str, environment: str, reading: Reading) -> None:
    """
    Add the rows of one table to `reading`; `environment` keeps this file's series apart from others'.

    Raises
    ------
    InputError
        If the text is no table of at least two columns with a column that can be told to hold times, or so long that
        it might fill the memory.
    """
    unknown = InputError(
        f"{file} holds no results of a known kind: it is neither JSON nor a table with a column of seconds beside n"
    )
    check_memory(file, len(text), _GROWTH)
    lines, delimiter = _lines(text)
    if not lines:
        raise InputError(f"{file} holds no results: it is empty")
    header = lines[0][1] if all(Notation().number(cell) is None for cell in lines[0][1]) else None
    if header and (reader := known_tables.reader(header)):
        reader(file, header, lines[1:], environment, reading)
        return
    body = lines[1:] if header else lines
    width = len(header) if header else Counter(len(cells) for _, cells in lines).most_common(1)[0][0]
    whole = [cells for _, cells in body if len(cells) == width]
    if width < 2 or not any(is_number(cell) for cells in whole for cell in cells):
        raise unknown
    table = _Table(file, header, body, width, delimiter)
    if not any(is_number(cells[timed.value]) for cells in whole for timed in table.columns.times):
        raise unknown
    table.read(environment, reading)


class _Table:
    """A table whose columns are known, and its points."""

    def __init__(
        self, file: Path, header: Sequence[str] | None, body: Sequence[Line], width: int, delimiter: str
    ) -> None:
        whole = [cells for _, cells in body if len(cells) == width]
        cells = [[line[place] for line in whole] for place in range(width)]
        self._file = file
        self._body = body
        self._width = width
        self._notations = notations(cells, delimiter)
        self._names = list(header or ["n", *(f"param{place}" for place in range(2, width)), "seconds"])
        self.columns = self._sorted(header, cells)
        self._factors = [ColumnName(name).unit_s for name in self._names]
        self._points: dict[Point, list[float]] = {}
        self._processor: dict[Point, list[float]] = {}
        self._clocks: dict[Point, Clock] = {}

    def _sorted(self, header: Sequence[str] | None, cells: Sequence[Sequence[str]]) -> Columns:
        if header is None:
            return Columns([Timed(self._width - 1)], list(range(self._width - 1)))
        try:
            return sort_columns(header, cells, self._notations)
        except InputError as error:
            raise InputError(f"{self._file}: {error}") from None

    def seconds(self, place: int, cells: Sequence[str]) -> float | None:
        """Return the time in one column of a line in seconds; None if there is none, or in no known unit."""
        number = self._notations[place].number(cells[place])
        if number is None:
            found = with_unit(cells[place], self._notations[place])
            return None if found is None else found[0] * found[1]
        unit = self._factors[place]
        if unit is None and self.columns.unit is not None:
            unit = unit_of(cells[self.columns.unit])
            return None if unit is None else number * unit
        return number * (1.0 if unit is None else unit)

    def read(self, environment: str, reading: Reading) -> None:
        """Add the points as rows, and an account of the rest."""
        if self.columns.is_guessed:
            name = shorten(self._names[self.columns.times[0].value])
            reading.problems.append(f"{self._file}: no column is named like a time; {name} is taken for seconds")
        for number, cells in self._body:
            for timed in self.columns.times:
                reason = self._add(cells, timed)
                if reason is not None:
                    reading.cells += 1
                    reading.leave_out(self._file, f"line {number}", 1, reason)
                if len(cells) != self._width:
                    break
        reading.cells += len(self._points)
        for point, seconds in self._points.items():
            times = self._processor.get(point, ())
            reading.rows.append(_row(self._file, environment, point, seconds, times, self._clocks[point]))
        for name, why in self.columns.passed_over.items():
            what = f"the column {shorten(name.strip())} is not read: {why}"
            reading.leave_out(self._file, name, 0, what, is_problem=False)
        self._name_what_is_in_the_way(reading)

    def _add(self, cells: Sequence[str], timed: Timed) -> str | None:
        """Add one time of a line to its point; says why if there is none."""
        if len(cells) != self._width:
            return f"it has {len(cells)} columns and not {self._width}"
        seconds = self.seconds(timed.value, cells)
        if seconds is None or not math.isfinite(seconds):
            return self._why_no_time(timed.value, cells)
        point = self._point(cells, timed)
        self._points.setdefault(point, []).append(seconds)
        self._clocks[point] = timed.clock
        if timed.cpu is not None and (time := positive(self.seconds(timed.cpu, cells))):
            self._processor.setdefault(point, []).append(time)
        return None

    def _why_no_time(self, place: int, cells: Sequence[str]) -> str:
        value = shorten(repr(cells[place]))
        if self.columns.unit is not None and self._notations[place].number(cells[place]) is not None:
            return f"its unit {shorten(repr(cells[self.columns.unit]))} is none of a time"
        if "," in cells[place] and self._notations[place].commas == "unclear":
            return f"its value {value} may have a decimal comma or a separator of thousands: write it without"
        return f"its value {value} is no finite number"

    def _point(self, cells: Sequence[str], timed: Timed) -> Point:
        named = self.columns.benchmark
        benchmark = self._file.stem if named is None else cells[named]
        if timed.benchmark:
            benchmark = timed.benchmark if named is None else f"{benchmark}.{timed.benchmark}"
        params = ((self._names[place], self._notations[place].plain(cells[place])) for place in self.columns.parameters)
        return benchmark, tuple(params)

    def _name_what_is_in_the_way(self, reading: Reading) -> None:
        points: dict[str, list[dict[str, str]]] = {}
        for benchmark, params in self._points:
            points.setdefault(benchmark, []).append(dict(params))
        found = [in_the_way(entries) for entries in points.values()]
        if found and found[0] and all(found):
            axis, names = found[0]
            reading.problems.append(
                f"{self._file}: no two lines differ in {shorten(axis)} alone, because of "
                f"{shorten(', '.join(names), 200)}: take out what is no parameter, or give it a name that says what "
                "was measured, such as std or memory"
            )


def _row(
    file: Path,
    environment: str,
    point: Point,
    seconds: Sequence[float],
    processor: Sequence[float],
    clock: Clock,
) -> Row:
    many = len(seconds) > 1
    return Row(
        benchmark=point[0],
        params=point[1],
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


def _lines(text: str) -> tuple[list[Line], str]:
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
        return [(number, line.split()) for number, line in kept], " "
    found = []
    for number, line in kept:
        try:
            cells = next(csv.reader([line], delimiter=delimiter, skipinitialspace=True))
        except csv.Error:  # such as a cell beyond csv's own limit
            cells = [line]
        found.append((number, [cell.strip() for cell in cells]))
    return found, delimiter
