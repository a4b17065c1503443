"""Which columns of a table are times, which are parameters, and which are neither and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from wythoff.errors import InputError, shorten
from wythoff.harness.axes import judge_axis
from wythoff.harness.axis_choice import choose_axis
from wythoff.harness.formats._common import positive
from wythoff.harness.formats._csv_cells import Notation, is_number, with_unit
from wythoff.harness.formats._csv_names import STATISTICS, UNITS, VALUE_NAMES, ColumnName, Role
from wythoff.harness.rows import Clock

# What a column is that is neither a time nor a parameter, in words that complete "a column of ...".
_MEASURED: dict[Role, str] = {
    "spread": "how far times scatter",
    "count": "how often something was run",
    "rate": "a rate",
    "ratio": "a ratio",
    "cycles": "counts of a clock",
    "logarithm": "logarithms",
    "memory": "memory",
    "moment": "moments",
}
# What is no time though it may look like one, and what to do.
_NO_TIMES: dict[Role, str] = {
    "cycles": "counts ticks of a clock, which are no time: divide them by the clock's rate, and call it time_s",
    "logarithm": "holds logarithms: give the times themselves",
    "ratio": "holds ratios: give the times themselves",
    "moment": "holds points in time: give how long each measurement took, under a name such as time_s",
}
# The years 2001 to 2065 in seconds since 1970, and units that they are counted in.
_EPOCH_S = (1e9, 3e9)
_SCALES = (1.0, 1e3, 1e6, 1e9)
_PARTS = {("user",), ("sys",), ("system",), ("kernel",)}


@dataclass(frozen=True)
class Timed:
    """
    One column of times, and the second clock beside it.

    Attributes
    ----------
    value, cpu : int or None
        Places of the columns; the same one where there is no time but the processor's.
    benchmark : str
        What it times, where there are several; else empty.
    """

    value: int
    cpu: int | None = None
    benchmark: str = ""

    @property
    def clock(self) -> Clock:
        """The clock of the value."""
        return "cpu" if self.value == self.cpu else "wall"


@dataclass(frozen=True)
class Columns:
    """
    The columns of a table.

    Attributes
    ----------
    times : list of Timed
        At least one.
    parameters : list of int
        Places of the parameters.
    benchmark, unit : int or None
        Places of the columns that name the benchmark and the unit of the times.
    passed_over : dict of str to str
        Name of each other column, and why it isn't used.
    is_guessed : bool
        Whether no name told the times.
    """

    times: list[Timed]
    parameters: list[int]
    benchmark: int | None = None
    unit: int | None = None
    passed_over: dict[str, str] = field(default_factory=dict)
    is_guessed: bool = False


# What two columns of one name can't both be: it can't be told which of them is meant.
_ONCE: tuple[Role, ...] = ("time", "cpu", "parameter", "benchmark")


def sort_columns(names: Sequence[str], cells: Sequence[Sequence[str]], notations: Sequence[Notation]) -> Columns:
    """
    Sort the columns of a table with a header.

    Parameters
    ----------
    names : sequence of str
        The header.
    cells : sequence of sequences of str
        For each column what is in its cells.
    notations : sequence of Notation
        For each column how its numbers are written.

    Raises
    ------
    InputError
        If no column, or more than one in the same words, can be told to hold the times, or two have one name.
    """
    columns = [ColumnName(name) for name in names]
    roles = [column.role for column in columns]
    twice = next((name for name, role in zip(names, roles, strict=True) if role in _ONCE and names.count(name) > 1), "")
    if twice:
        raise InputError(f"two columns are called {shorten(twice, 60)}: give each a name of its own, or take one away")

    def places(*wanted: Role) -> list[int]:
        return [place for place, role in enumerate(roles) if role in wanted]

    def is_numeric(place: int) -> bool:
        return any(is_number(cell) for cell in cells[place])

    for place in places("time"):
        if _are_moments(columns[place], cells[place], notations[place]):
            roles[place] = "moment"
    unit = next((place for place in places("unit") if _are_units(cells[place])), None)
    times = [place for place in places("time") if is_numeric(place)] or _unnamed_times(
        columns, roles, cells, notations, unit
    )
    guessed = None
    if not times and not places("cpu"):
        guessed = _guessed(names, roles, cells, notations)
        times = places("time") if guessed is None else [guessed]
    processors = places("cpu") or _plain_cpu(columns, times, cells, notations)
    passed: dict[int, str] = {}
    timed = [Timed(guessed)] if guessed is not None else list(_choose(columns, times, processors, passed))
    if not timed:
        _refuse_no_times(columns, roles)
        raise InputError(
            f"no column's name says that it holds a time, among {shorten(', '.join(names), 200)}: give the one that "
            "does its unit at the end of its name, as in quick_ms or time (s)"
        )
    taken = {place for found in timed for place in (found.value, found.cpu)} | {unit}
    passed |= {place: "the times of one clock are enough" for place in processors if place not in taken}
    passed |= dict.fromkeys(_parts(columns, timed, cells), "a part of the processor's time")
    sizes = [place for place in places("parameter") if place not in taken and place not in passed]
    _refuse_unit(names, columns, cells, [found.value for found in timed], places("unit") if unit is None else [])
    for place in places(*_MEASURED, "time", "parameter", "unit"):
        if place in taken or place in sizes:
            continue
        if _is_crossed(place, sizes, cells) or (roles[place] == "count" and not _has_axis(names, sizes, cells)):
            sizes.append(place)
            passed.pop(place, None)
        elif place not in passed and roles[place] in _MEASURED:
            passed[place] = f"a column of {_MEASURED[roles[place]]}"
        else:
            passed.setdefault(place, "a column of something else that was measured")
    for place in [place for place in sizes if _numbers_lines(names[place], cells[place])]:
        if _has_axis(names, [other for other in sizes if other != place], cells):
            sizes.remove(place)
            passed[place] = "it numbers the lines"
    _refuse_totals(columns, timed, places("count"))
    return Columns(
        timed,
        sorted(sizes),
        next(iter(places("benchmark")), None),
        unit,
        {names[place]: why for place, why in sorted(passed.items())},
        is_guessed=guessed is not None,
    )


def _are_moments(column: ColumnName, cells: Sequence[str], notation: Notation) -> bool:
    """Tell whether all numbers of a column are points in time, counted from 1970 in seconds or a smaller unit."""
    numbers = [number for cell in cells if (number := notation.number(cell)) is not None]
    if len(numbers) < 2:
        return False
    least, most = min(numbers), max(numbers)
    if column.unit_s is not None:
        return _EPOCH_S[0] < least * column.unit_s <= most * column.unit_s < _EPOCH_S[1]
    return most < 1.01 * least and any(_EPOCH_S[0] < least / scale < _EPOCH_S[1] for scale in _SCALES)


def _refuse_no_times(columns: Sequence[ColumnName], roles: Sequence[Role]) -> None:
    """Say what else than a time there is, if it is what somebody may have taken for one."""
    for role, why in _NO_TIMES.items():
        for column, found in zip(columns, roles, strict=True):
            if found == role:
                raise InputError(f"the column {shorten(column.text.strip())} {why}")


def _are_units(cells: Sequence[str]) -> bool:
    found = {unit_of(cell) for cell in cells if cell}
    return bool(found - {None})


def unit_of(cell: str) -> float | None:
    """Return the unit that a cell such as ``ns`` or ``us/op`` names, in seconds; None if it names none."""
    column = ColumnName(cell)
    return column.unit_s if column.role == "time" and not column.subject and column.words[0] in UNITS else None


def _unnamed_times(
    columns: Sequence[ColumnName],
    roles: Sequence[Role],
    cells: Sequence[Sequence[str]],
    notations: Sequence[Notation],
    unit: int | None,
) -> list[int]:
    """Find times that the names don't tell: cells with a unit behind each number, or values beside a unit."""
    found = [
        place
        for place, column in enumerate(cells)
        if any(column) and all(with_unit(cell, notations[place]) for cell in column if cell)
    ]
    if not found and unit is not None:
        found = [place for place, column in enumerate(columns) if set(column.words) & VALUE_NAMES]
    return [place for place in found if roles[place] not in ("cpu", "spread", "unit")]


def _guessed(
    names: Sequence[str], roles: Sequence[Role], cells: Sequence[Sequence[str]], notations: Sequence[Notation]
) -> int | None:
    """Take the one column beside a size for seconds, unless its name or its cells speak against that."""
    if len(names) != 2 or set(roles) != {"parameter"}:
        return None
    sizes = [judge_axis(name.strip(), ["1", "2"]).is_named for name in names]
    if sizes.count(True) != 1:
        return None
    other = sizes.index(False)
    return other if any(notations[other].number(cell) is not None for cell in cells[other]) else None


def _plain_cpu(
    columns: Sequence[ColumnName],
    times: Sequence[int],
    cells: Sequence[Sequence[str]],
    notations: Sequence[Notation],
) -> list[int]:
    """Find a column that is called plainly "cpu": beside a wall's time it is the other clock, unless it numbers."""
    if not any(columns[place].is_wall for place in times[-1:]):
        return []
    return [
        place
        for place, column in enumerate(columns)
        if column.words == ("cpu",) and all(positive(notations[place].number(cell)) for cell in cells[place])
    ]


def _choose(
    columns: Sequence[ColumnName], times: Sequence[int], processors: Sequence[int], passed: dict[int, str]
) -> Iterator[Timed]:
    """Choose the times: of each thing that was timed one column; the others are passed over, and said why."""

    def subject(place: int) -> tuple[str, ...]:
        return columns[place].subject

    whole = any(not subject(place) for place in times)
    groups = {
        key: list(found)
        for key, found in groupby(sorted(times, key=subject), key=subject)
        if not (whole and key in _PARTS)
    }
    passed |= {place: "a part of the processor's time" for place in times if whole and subject(place) in _PARTS}
    chosen: list[int] = []
    for found in groups.values():
        plain = [place for place in found if columns[place].statistic is None]
        ranked = plain or sorted(found, key=lambda place: _rank(columns[place]))[:1]
        _refuse_minutes(columns, ranked, found)
        chosen += ranked
        said = ", ".join(columns[place].text.strip() for place in ranked)
        passed |= {place: f"{shorten(said)} is used" for place in found if place not in ranked}
    if not chosen and processors:
        yield Timed(processors[-1], processors[-1])
        return
    for place in sorted(chosen):
        several = len(chosen) > 1
        yield Timed(
            place,
            None if several or not processors else processors[-1],
            columns[place].text.strip() if several else "",
        )


def _parts(columns: Sequence[ColumnName], timed: Sequence[Timed], cells: Sequence[Sequence[str]]) -> list[int]:
    """Find the columns user and sys, as the shell's ``time`` writes them beside real."""
    found = [
        place for place, column in enumerate(columns) if column.words in _PARTS and any(map(is_number, cells[place]))
    ]
    return found if len(found) > 1 and not {time.value for time in timed} & {*found} else []


def _refuse_unit(
    names: Sequence[str],
    columns: Sequence[ColumnName],
    cells: Sequence[Sequence[str]],
    times: Sequence[int],
    units: Sequence[int],
) -> None:
    """Ask what a unit means that is said beside times that have none of their own."""
    for place in units:
        said = next(filter(None, cells[place]), None)
        if said and not is_number(said) and any(columns[time].unit_s is None for time in times):
            raise InputError(
                f"the column {shorten(names[place].strip())} holds {shorten(repr(said))}, which is no unit of a time: "
                "give the times in s, ms, us or ns"
            )


def _rank(column: ColumnName) -> int:
    return STATISTICS.index(column.statistic) if column.statistic in STATISTICS else len(STATISTICS)


def _refuse_minutes(columns: Sequence[ColumnName], chosen: Sequence[int], group: Sequence[int]) -> None:
    """Ask what "min" means where it is what there is: beside a maximum or a mean it is the minimum."""
    for place in chosen:
        if columns[place].may_be_minutes and len(group) == 1:
            name = shorten(columns[place].text.strip())
            raise InputError(
                f"the column {name} may hold minutes or minima: call it {name}utes or {name}_s, with the unit"
                if name.endswith("min")
                else f"the column {name} may hold minutes or minima: call it minutes or min_s, with the unit"
            )


def _refuse_totals(columns: Sequence[ColumnName], timed: Sequence[Timed], counts: Sequence[int]) -> None:
    """Ask whether a total is that of one run, where another column counts runs."""
    for found in timed:
        if columns[found.value].is_total and counts:
            total, count = (shorten(columns[place].text.strip()) for place in (found.value, counts[0]))
            raise InputError(
                f"the column {total} may hold the time of one run or of all {count}: divide it where it is of all, and "
                "call it time, with the unit"
            )


def _is_crossed(place: int, parameters: Sequence[int], cells: Sequence[Sequence[str]]) -> bool:
    """
    Tell whether a column varies by itself, as a parameter does, and not with another one, as what is measured does.

    It does if several of its values occur at one combination of the parameters, and one of them at several.
    """
    others = list(zip(*(cells[other] for other in parameters), strict=True)) or [()] * len(cells[place])
    pairs = set(zip(others, cells[place], strict=True))
    by_other = _most(pairs, lambda pair: pair[0])
    by_value = _most(pairs, lambda pair: pair[1])
    return by_other > 1 and by_value > 1


def _most(pairs: set[tuple[tuple[str, ...], str]], key: Callable[[tuple[tuple[str, ...], str]], object]) -> int:
    counts: dict[object, int] = {}
    for pair in pairs:
        counts[key(pair)] = counts.get(key(pair), 0) + 1
    return max(counts.values(), default=0)


def _has_axis(names: Sequence[str], places: Sequence[int], cells: Sequence[Sequence[str]]) -> bool:
    return choose_axis([names[place] for place in places], [cells[place] for place in places]) is not None


def _numbers_lines(name: str, cells: Sequence[str]) -> bool:
    """Tell whether a column counts the lines from 0 or 1 on, under a name that is none of a size."""
    if len(cells) < 3 or judge_axis(name.strip(), ["1", "2"]).is_named:
        return False
    return any(list(cells) == [str(first + place) for place in range(len(cells))] for first in (0, 1))


def in_the_way(points: Sequence[Mapping[str, str]]) -> tuple[str, list[str]] | None:
    """
    Find the parameters that leave each series a single size.

    Parameters
    ----------
    points : sequence of mapping
        The parameters of each measured point of one benchmark.

    Returns
    -------
    (str, list of str) or None
        The parameter that looks like a size, and the numeric ones that differ wherever it does; None if a series has
        several sizes, or there is no such parameter.
    """
    names = list(points[0]) if points else []
    axis = choose_axis(names, [[point[name] for point in points] for name in names])
    if axis is None or len({point[axis] for point in points}) < 2:
        return None
    others = {tuple(text for name, text in point.items() if name != axis) for point in points}
    if len(others) < len(points):
        return None
    distinct = {name: len({point[name] for point in points}) for name in names if name != axis}
    found = [name for name, count in distinct.items() if count == max(distinct.values())]
    return axis, found
