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

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

from wythoff.errors import InputError, shorten
from wythoff.harness.axis_choice import choose_axis
from wythoff.harness.formats import known_tables
from wythoff.harness.formats._benchmark_names import split_name
from wythoff.harness.formats._common import positive, time_row
from wythoff.harness.formats._csv_cells import is_number, notations, with_unit
from wythoff.harness.formats._csv_columns import Columns, Timed, in_the_way, sort_columns, unit_of
from wythoff.harness.formats._csv_lines import Lines, take_apart
from wythoff.harness.formats._csv_names import ColumnName
from wythoff.harness.formats._json import check_memory
from wythoff.harness.parameters import number as number_in
from wythoff.harness.rows import Clock, Origin, Reading, Row

# A line of four bytes becomes a text, a list of cells, a number and two tuples.
_GROWTH = 100
# No table of measurements is wider, even one with a column for each of a size's samples.
MOST_COLUMNS = 10_000
# So many values with equally many decimals are no accident.
_ENOUGH_OTHERS = 3

Params = tuple[tuple[str, str], ...]
Point = tuple[str, Params]


def read(file: Path, text: str, environment: str, reading: Reading) -> None:
    """
    Add the rows of one table to `reading`; `environment` keeps this file's series apart from others'.

    Raises
    ------
    InputError
        If the text is no table of two to `MOST_COLUMNS` columns with one that can be told to hold times, or so
        long that it might fill the memory.
    """
    check_memory(file, len(text), _GROWTH)
    lines = take_apart(text)
    if not lines.body and not lines.header:
        raise InputError(f"{file} holds no results: it is empty")
    columns = max(len(cells) for cells in (lines.header or [], *(cells for _, cells in lines.body)))
    if columns > MOST_COLUMNS:
        raise InputError(
            f"{file} holds no results: one line has {columns:,} cells, and tables of times have up to {MOST_COLUMNS:,}"
        )
    if not lines.width:
        raise _without_numbers(file, lines)
    for number in lines.above:
        reading.cells += 1
        reading.leave_out(file, f"line {number}", 1, "it stands above the table", is_problem=False)
    if lines.header and (reader := known_tables.reader(lines.header)):
        reader(file, lines.header, lines.body, environment, reading)
        return
    table = _Table(file, lines)
    if not table.has_lines():
        raise _without_numbers(file, lines)
    table.read(environment, reading)


def _without_numbers(file: Path, lines: Lines) -> InputError:
    first = lines.header or lines.body[0][1]
    if len(first) > 1 and any(ColumnName(name).role in ("time", "cpu") for name in first):
        return InputError(
            f"{file} holds no results: below its header, {shorten(', '.join(first), 200)}, are no numbers"
        )
    return InputError(
        f"{file} holds no results of a known kind: it is neither JSON nor a table with a column of seconds beside n"
    )


class _Table:
    """A table whose columns are known, and its points."""

    def __init__(self, file: Path, lines: Lines) -> None:
        self._file = file
        self._lines = lines
        self._width = width = lines.width
        whole = [cells for _, cells in lines.body if len(cells) == width]
        cells = [[line[place] for line in whole] for place in range(width)]
        self._cells = cells
        self._notations = notations(cells, lines.delimiter)
        self._names = list(lines.header or ["n", *(f"param{place}" for place in range(2, width)), "seconds"])
        self.columns = self._sorted(lines.header, cells)
        self._factors = [ColumnName(name).unit_s if lines.header else None for name in self._names]
        self._said = None if self.columns.unit is not None else lines.said_unit
        self._named = self._name_with_sizes()
        self._points: dict[Point, list[float]] = {}
        self._processor: dict[Point, list[float]] = {}
        self._clocks: dict[Point, Clock] = {}
        self._blocks = self._tables_apart()

    def has_lines(self) -> bool:
        """Tell whether any line has something where the times are."""
        return any(cell for timed in self.columns.times for cell in self._cells[timed.value])

    def _name_with_sizes(self) -> int | None:
        """Find the column whose names hold the sizes, such as sort/1000, if there is no size of its own."""
        places = self.columns.parameters
        plain = [[self._notations[place].plain(cell) for cell in self._cells[place]] for place in places]
        if choose_axis([self._names[place] for place in places], plain) is not None:
            return None
        named = [self.columns.benchmark] if self.columns.benchmark is not None else places
        for place in named:
            split = [split_name(cell) for cell in dict.fromkeys(self._cells[place])]
            if len({params for _, params in split if any(number_in(text) is not None for _, text in params)}) > 1:
                return place
        # Names alone are those of benchmarks, and may differ in a size.
        alone = named == places and len(places) == 1 and self._lines.header is not None
        return places[0] if alone and not any(map(is_number, self._cells[places[0]])) else None

    def _tables_apart(self) -> dict[int, str]:
        """Return the table that each line belongs to, if there are several in which the same point occurs."""
        found: dict[Point, str] = {}
        for line, cells in self._lines.body:
            block = self._lines.blocks.get(line)
            if block is not None and len(cells) == self._width:
                if found.setdefault(self._point(cells, self.columns.times[0]), block) != block:
                    return self._lines.blocks
        return {}

    def _sorted(self, header: Sequence[str] | None, cells: Sequence[Sequence[str]]) -> Columns:
        if header is None:
            self._refuse_words(cells)
            return Columns([Timed(self._width - 1)], list(range(self._width - 1)))
        try:
            return sort_columns(header, cells, self._notations)
        except InputError as error:
            raise InputError(f"{self._file}: {error}") from None

    def _refuse_words(self, cells: Sequence[Sequence[str]]) -> None:
        """Take a table without a header for n and seconds only if nothing in it speaks against that."""
        units = [cell for column in cells for cell in column[:1000] if unit_of(cell) is not None]
        if units or not any(is_number(cell) for cell in cells[0]):
            raise InputError(
                f"{self._file} is a table without a header that doesn't begin with n and end with seconds: give its "
                "columns names, such as n and time_ms"
            )

    def seconds(self, place: int, cells: Sequence[str]) -> float | None:
        """Return the time in one column of a line in seconds; None if there is none, or in no known unit."""
        number = self._notations[place].number(cells[place])
        if number is None:
            found = with_unit(cells[place], self._notations[place])
            return None if found is None else found[0] * found[1]
        unit = self._factors[place]
        if unit is None and self._said is not None:
            unit = self._said[1]
        if unit is None and self.columns.unit is not None:
            unit = unit_of(cells[self.columns.unit])
            return None if unit is None else number * unit
        return number * (1.0 if unit is None else unit)

    def read(self, environment: str, reading: Reading) -> None:
        """Add the points as rows, and an account of the rest."""
        if self.columns.is_guessed:
            name = shorten(self._names[self.columns.times[0].value])
            reading.problems.append(f"{self._file}: no column is named like a time; {name} is taken for seconds")
        if self._said is not None and any(self._factors[timed.value] is None for timed in self.columns.times):
            reading.problems.append(f"{self._file}: the unit of its times is that of: {shorten(self._said[0], 200)}")
        for number, cells in self._lines.body:
            if number in self._lines.between and self._blocks:
                continue
            for timed in self.columns.times:
                reason = self._add(number, cells, timed)
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

    def _add(self, line: int, cells: Sequence[str], timed: Timed) -> str | None:
        """Add one time of a line to its point; says why if there is none."""
        if len(cells) != self._width:
            return f"it has {len(cells)} columns and not {self._width}"
        for place in self.columns.parameters:
            if self._notations[place].is_unclear(cells[place]):
                return _unclear("size", cells[place])
        if line == self._lines.unended and self._is_cut_off(timed.value, cells):
            return f"the file seems to end within its value {shorten(repr(cells[timed.value]))}"
        seconds = self.seconds(timed.value, cells)
        if seconds is None or not math.isfinite(seconds):
            return self._why_no_time(timed.value, cells)
        point = self._point(cells, timed, self._blocks.get(line, ""))
        self._points.setdefault(point, []).append(seconds)
        self._clocks[point] = timed.clock
        if timed.cpu is not None and (time := positive(self.seconds(timed.cpu, cells))):
            self._processor.setdefault(point, []).append(time)
        return None

    def _is_cut_off(self, place: int, cells: Sequence[str]) -> bool:
        """Tell whether a value at the end of the file has fewer decimals than all others, which have equally many."""
        *others, last = [cell.replace(",", ".").partition(".")[2] for cell in self._cells[place]]
        decimals = {len(digits) for digits in others if digits.isdigit()}
        ends_there = place == self._width - 1 and self._cells[place][-1] == cells[place]
        whole = len(others) >= _ENOUGH_OTHERS and all(digits.isdigit() for digits in others) and len(decimals) == 1
        return ends_there and whole and len(last) < min(decimals) and min(decimals) > 1

    def _why_no_time(self, place: int, cells: Sequence[str]) -> str:
        value = shorten(repr(cells[place]))
        if self.columns.unit is not None and self._notations[place].number(cells[place]) is not None:
            return f"its unit {shorten(repr(cells[self.columns.unit]))} is none of a time"
        if self._notations[place].is_unclear(cells[place]) and "," in cells[place]:
            return _unclear("value", cells[place])
        return f"its value {value} is no finite number"

    def _point(self, cells: Sequence[str], timed: Timed, block: str = "") -> Point:
        named, sizes = self.columns.benchmark, list[tuple[str, str]]()
        benchmark = self._file.stem if named is None else cells[named]
        if self._named is not None:
            benchmark, found = split_name(cells[self._named])
            sizes += found
        if timed.benchmark:
            alone = named is None and self._named is None
            benchmark = timed.benchmark if alone else f"{benchmark}.{timed.benchmark}"
        sizes += [
            (self._names[place], self._notations[place].plain(cells[place]))
            for place in self.columns.parameters
            if place != self._named
        ]
        return benchmark, (*sizes, *([("table", block)] if block else []))

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


def _unclear(what: str, cell: str) -> str:
    mark = "decimal comma" if "," in cell else "decimal point"
    return f"its {what} {shorten(repr(cell))} may have a {mark} or a separator of thousands: write it without"


def _row(
    file: Path,
    environment: str,
    point: Point,
    seconds: Sequence[float],
    processor: Sequence[float],
    clock: Clock,
) -> Row:
    return replace(
        time_row(Origin(file, "", "", environment), *point, seconds),
        cpu=median(processor) if processor else None,
        cpu_samples=tuple(processor) if len(processor) > 1 else None,
        clock=clock,
    )
