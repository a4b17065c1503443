"""
The reader of nanobench's JSON (``templates::json``).

A result's size is what it was told as ``complexityN``, or a number in its name. ``elapsed`` is seconds of one call.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wythoff.errors import shorten
from wythoff.harness.formats._benchmark_names import split_name
from wythoff.harness.formats._common import as_text, positive, time_row
from wythoff.harness.rows import Origin, Reading

_MEDIAN = "median(elapsed)"


def recognises(data: Any) -> bool:
    """Tell whether parsed JSON has the shape of this format."""
    results = data.get("results") if isinstance(data, dict) else None
    return isinstance(results, list) and any(isinstance(entry, dict) and _MEDIAN in entry for entry in results)


def read(file: Path, data: Mapping[str, Any], environment: str, reading: Reading) -> None:
    """Add the rows of one parsed file to `reading`; `environment` keeps this file's series apart from others'."""
    origin = Origin(file, "", "", environment)
    for position, entry in enumerate(data["results"], 1):
        reading.cells += 1
        label = f"entry {position}"
        if not isinstance(entry, dict):
            reading.leave_out(file, label, 1, f"it is no result: {shorten(repr(entry))}")
            continue
        named = ".".join(filter(None, (as_text(entry.get("title")), as_text(entry.get("name"))))) or label
        benchmark, params = split_name(named)
        measured = entry.get("measurements")
        times = [one.get("elapsed") for one in measured if isinstance(one, dict)] if isinstance(measured, list) else []
        seconds = [time for time in map(positive, times) if time] or list(filter(None, [positive(entry.get(_MEDIAN))]))
        if not seconds:
            reading.leave_out(file, benchmark, 1, "it has no time")
            continue
        size = positive(entry.get("complexityN"))
        told = [("n", f"{size:.15g}")] if size else []
        reading.rows.append(time_row(origin, benchmark, told or params, seconds))
