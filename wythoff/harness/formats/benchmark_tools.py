"""
The reader of BenchmarkTools.jl's JSON (``BenchmarkTools.save(FILE, results)``).

A file holds trials in nested groups, each with its type's name before it. The keys on the way to a trial are its name;
those that are numbers, also within a tuple, are parameters. Times are nanoseconds of one evaluation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from wythoff.errors import shorten
from wythoff.harness.formats._benchmark_names import split_path
from wythoff.harness.formats._common import positive, time_row
from wythoff.harness.parameters import number, typed_value
from wythoff.harness.rows import Origin, Reading

_NS = 1e-9
_DEEPEST = 50


def recognises(data: Any) -> bool:
    """Tell whether parsed JSON has the shape of this format."""
    return isinstance(data, list) and len(data) == 2 and isinstance(data[0], dict) and "BenchmarkTools" in data[0]


def read(file: Path, data: list[Any], environment: str, reading: Reading) -> None:
    """Add the rows of one parsed file to `reading`; `environment` keeps this file's series apart from others'."""
    origin = Origin(file, "", "", environment)
    for path, kind, fields in _trials(data[1] if isinstance(data[1], list) else [], ()):
        reading.cells += 1
        benchmark, params = split_path((file.stem, *path) if not path or number(path[0]) is not None else path)
        times = fields.get("times") if kind == "Trial" else [fields.get("time")]
        found = [positive(time) for time in times] if isinstance(times, list) else []
        seconds = [time * _NS for time in found if time is not None]
        if seconds:
            reading.rows.append(time_row(origin, benchmark, params, seconds))
        else:
            reading.leave_out(file, shorten("/".join(path)) or kind, 1, "it has no times")


def _trials(values: list[Any], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str, Mapping[str, Any]]]:
    """Yield the path, type and fields of every trial below a list of values."""
    for value in values:
        if not (isinstance(value, list) and len(value) == 2 and isinstance(value[1], dict)) or len(path) > _DEEPEST:
            continue
        kind, fields = str(value[0]).rpartition(".")[2], value[1]
        if kind in ("Trial", "TrialEstimate"):
            yield path, kind, fields
        elif kind == "BenchmarkGroup" and isinstance(fields.get("data"), dict):
            for key, inner in fields["data"].items():
                yield from _trials([inner], (*path, *_parts(key)))


def _parts(key: str) -> tuple[str, ...]:
    """Take a tuple of keys apart."""
    value = typed_value(key)
    return tuple(str(part) for part in value) if isinstance(value, tuple) and number(key) is None else (key,)
