"""
The reader of github-action-benchmark's ``data.js``: the history that the action publishes, commit by commit.

It holds what other programs printed. Times are read, rates of calls are brought to the time of one; what is in another
unit is left out. The parameters are what the names hold, see `wythoff.harness.formats._benchmark_names.split_name`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wythoff.errors import InputError, shorten
from wythoff.harness.formats._benchmark_names import split_name
from wythoff.harness.formats._common import as_date_ms, as_text, positive, time_row
from wythoff.harness.formats._json import parse_json
from wythoff.harness.formats._throughput import seconds_of
from wythoff.harness.rows import Origin, Reading

NAME = "data.js"
_PREFIX = "window.BENCHMARK_DATA"


def recognises(text: str) -> bool:
    """Tell whether a text is such a file."""
    return text.lstrip().startswith(_PREFIX)


def read(file: Path, text: str, environment: str, reading: Reading) -> None:
    """
    Add the rows of one file to `reading`; the name of each suite is the environment.

    Raises
    ------
    InputError
        If what is assigned is no JSON object with entries.
    """
    data = parse_json(file, text.partition("=")[2].strip().rstrip(";"))
    entries = data.get("entries") if isinstance(data, dict) else None
    if not isinstance(entries, dict):
        raise InputError(f"{file} begins as github-action-benchmark's data.js does, and holds no entries")
    for suite, history in entries.items():
        for entry in history if isinstance(history, list) else ():
            if isinstance(entry, dict):
                _read_entry(file, suite, entry, reading)


def _read_entry(file: Path, suite: str, entry: Mapping[str, Any], reading: Reading) -> None:
    told = entry.get("commit")
    commit: Mapping[str, Any] = told if isinstance(told, dict) else {}
    date = as_date_ms(commit.get("timestamp")) or as_date_ms(entry.get("date"))
    origin = Origin(file, "", as_text(commit.get("id")), suite, date)
    benches = entry.get("benches")
    for bench in benches if isinstance(benches, list) else ():
        reading.cells += 1
        name = as_text(bench.get("name")) if isinstance(bench, dict) else ""
        if not name:
            reading.leave_out(file, suite, 1, f"it is no benchmark with a name: {shorten(repr(bench))}")
            continue
        unit = as_text(bench.get("unit"))
        seconds = seconds_of(positive(bench.get("value")), unit)
        if seconds is None:
            reading.leave_out(file, name, 1, f"its unit {shorten(repr(unit))} is none of a time or a rate of calls")
            continue
        reading.rows.append(time_row(origin, *split_name(name), [seconds]))
