r"""
Series that somebody published, drawn beside the measured ones.

Such as the timing table of a paper. ``asv.conf.json`` lists them, each with its values in place or in a file beside the
configuration::

    "published": [
        {"name": "Smith 2020", "source": "Smith (2020), table 2", "benchmark": "sorting\\.time_",
         "where": {"by": "merge"}, "file": "published/smith.txt"},
        {"name": "Jones 2021", "benchmark": "sorting\\.", "n": [10, 100], "values": [0.3, 4.1], "unit": "ms"}
    ]
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wythoff.errors import InputError, shorten
from wythoff.harness.config import AsvConfig, have
from wythoff.harness.formats import csv_table
from wythoff.harness.formats._json import read_text
from wythoff.harness.parameters import number
from wythoff.harness.patterns import matches, pattern
from wythoff.harness.rows import Reading
from wythoff.harness.series import Series
from wythoff.harness.units import SECONDS

_KEYS = {"name", "source", "benchmark", "where", "file", "n", "values", "unit"}
_MOST_VALUES = 10_000


@dataclass(frozen=True)
class Published:
    """
    One published series.

    Attributes
    ----------
    name, source : str
        What it is called, and where it stands.
    benchmark : re.Pattern
        Searched in the names of the benchmarks that it belongs beside.
    where : tuple of (str, str)
        Parameters that these must have, as in a claim.
    n, values : tuple of float
        Ascending sizes above 0, and the values there, in `unit`.
    unit : str
        ``"seconds"`` for times of whatever unit; anything else is left as it is.
    """

    name: str
    source: str
    benchmark: re.Pattern[str]
    where: tuple[tuple[str, str], ...]
    n: tuple[float, ...]
    values: tuple[float, ...]
    unit: str

    def fits(self, series: Series, unit: str) -> bool:
        """Tell whether it belongs beside a measured series; a published time says nothing about memory."""
        return unit == self.unit and matches(self.benchmark, series.benchmark) and have(dict(series.fixed), self.where)


def published_series(config: AsvConfig | None) -> list[Published]:
    """
    Read the ``"published"`` list of a configuration.

    Parameters
    ----------
    config : AsvConfig or None
        None, as the key itself, may be missing.

    Raises
    ------
    InputError
        If an entry is malformed, or its file can't be used; the message says which and why.
    """
    entries = () if config is None else config.published
    if config is None or not entries:
        return []
    try:
        if not isinstance(entries, list):
            raise InputError(f'"published" must be a list of series, got {shorten(repr(entries))}')
        return [_parse(entry, position, config.folder) for position, entry in enumerate(entries)]
    except InputError as error:
        raise InputError(f"{error} (in {config.path})") from None


def _parse(entry: object, position: int, folder: Path) -> Published:
    label = f'entry {position + 1} of "published"'
    if not isinstance(entry, dict):
        raise InputError(f"{label} must be an object, got {shorten(repr(entry))}")
    unknown = sorted(str(key) for key in entry if key not in _KEYS)
    if unknown:
        names = shorten(", ".join(unknown), 200)
        raise InputError(f"{label} has unknown keys: {names}; known are {', '.join(sorted(_KEYS))}")
    for key, needed in (("name", True), ("benchmark", True), ("source", False), ("file", False), ("unit", False)):
        value = entry.get(key)
        if not isinstance(value, str) and (needed or value is not None):
            raise InputError(
                f'{label} needs "{key}", a text' if value is None else f'"{key}" of {label} must be a text'
            )
    label = f"{label} ({shorten(entry['name'])})"
    benchmark = pattern(f'"benchmark" of {label}', entry["benchmark"])
    where = entry.get("where", {})
    if not isinstance(where, dict) or not all(isinstance(value, str | int | float) for value in where.values()):
        raise InputError(f'"where" of {label} must map parameter names to values, got {shorten(repr(where))}')
    if ("file" in entry) == ("n" in entry or "values" in entry):
        raise InputError(f'{label} needs either "file", or "n" and "values"')
    if "file" in entry:
        if "unit" in entry:
            raise InputError(f'{label} has "file" and "unit": the header of the file names the unit, as in "n,ms"')
        points, unit = _from_file(folder / entry["file"], label), "seconds"
    else:
        points, unit = _in_place(entry, label)
    bad = next((point for point in points if not all(0 < value < math.inf for value in point)), None)
    if bad is not None:
        raise InputError(f"sizes and values of {label} must be positive numbers, got {bad[1]:g} at size {bad[0]:g}")
    if not points or len({n for n, _ in points}) < len(points):
        raise InputError(f"{label} must have one value for each size, and one size at least")
    n, values = zip(*sorted(points), strict=True)
    pairs = tuple((str(name), str(value)) for name, value in where.items())
    return Published(entry["name"], entry.get("source") or "", benchmark, pairs, n, values, unit)


def _in_place(entry: Mapping[str, object], label: str) -> tuple[list[tuple[float, float]], str]:
    n, values = (_numbers(entry.get(key), key, label) for key in ("n", "values"))
    if len(n) != len(values):
        raise InputError(f'"n" and "values" of {label} must be equally long, got {len(n)} and {len(values)}')
    unit = str(entry.get("unit") or "seconds")
    factor = SECONDS.get(unit)
    return [
        (size, value * (factor or 1.0)) for size, value in zip(n, values, strict=True)
    ], "seconds" if factor else unit


def _numbers(values: object, key: str, label: str) -> Sequence[float]:
    if not isinstance(values, list) or len(values) > _MOST_VALUES:
        raise InputError(
            f'"{key}" of {label} must be a list of at most {_MOST_VALUES} numbers, got {shorten(repr(values))}'
        )
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise InputError(f'"{key}" of {label} must hold numbers, got {shorten(repr(value))}')
    try:
        return [float(value) for value in values]
    except OverflowError:
        raise InputError(f'"{key}" of {label} holds a number beyond any float') from None


def _from_file(file: Path, label: str) -> list[tuple[float, float]]:
    """Read a table of n and a time; its header names the unit, without one it is seconds."""
    reading = Reading()
    try:
        csv_table.read(file, read_text(file), "", reading)
    except ValueError as error:  # an InputError, or a path with a null byte
        raise InputError(f'"file" of {label} can\'t be used: {error}') from None
    if reading.problems:
        raise InputError(f'"file" of {label} can\'t be used: {reading.problems[0]}')
    points = []
    for row in reading.rows:
        size = number(row.params[0][1]) if len(row.params) == 1 else None
        if size is None or row.value is None:
            raise InputError(f'"file" of {label} must hold two columns, sizes and times: {file}')
        points.append((float(size), row.value))
    return points
