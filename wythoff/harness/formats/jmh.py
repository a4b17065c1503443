"""
The reader of JMH's JSON (``-rf json``).

A score is a time of one operation (modes ``avgt``, ``ss``, ``sample``) or a number of operations in a time (``thrpt``),
which is brought to the time of one; of several threads together it is that of one thread. ``rawData`` holds the
samples; mode ``sample`` has a histogram instead, of which the median is taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wythoff.errors import shorten
from wythoff.harness.formats._common import as_count, as_text, positive, time_row
from wythoff.harness.formats._throughput import seconds_of
from wythoff.harness.machine_facts import machine_facts
from wythoff.harness.rows import Origin, Reading


def recognises(data: Any) -> bool:
    """Tell whether parsed JSON has the shape of this format."""
    return isinstance(data, list) and any(isinstance(entry, dict) and "primaryMetric" in entry for entry in data)


def read(file: Path, data: list[Any], environment: str, reading: Reading) -> None:
    """Add the rows of one parsed file to `reading`; `environment` keeps this file's series apart from others'."""
    modes = {as_text(entry.get("mode")) for entry in data if isinstance(entry, dict)}
    for position, entry in enumerate(data, 1):
        reading.cells += 1
        metric = entry.get("primaryMetric") if isinstance(entry, dict) else None
        if not isinstance(metric, dict):
            reading.leave_out(file, f"entry {position}", 1, f"it has no primaryMetric: {shorten(repr(entry))}")
            continue
        benchmark = as_text(entry.get("benchmark")) or f"entry {position}"
        unit, threads = as_text(metric.get("scoreUnit")), as_count(entry.get("threads")) or 1
        seconds = [found for score in _scores(metric) if (found := seconds_of(score, unit, threads)) is not None]
        if not seconds:
            reading.leave_out(file, benchmark, 1, f"it has no score that is a time or a rate, in {shorten(repr(unit))}")
            continue
        params = entry.get("params")
        texts = [(str(key), as_text(value)) for key, value in params.items()] if isinstance(params, dict) else []
        texts += [("mode", as_text(entry.get("mode")))] if len(modes) > 1 else []
        java = {"jdk": entry.get("jdkVersion"), "vm": entry.get("vmName")}
        origin = Origin(file, "", "", environment, facts=machine_facts(java))
        reading.rows.append(time_row(origin, benchmark, texts, seconds))


def _scores(metric: Mapping[str, Any]) -> list[float | None]:
    """Return the single scores; without them the median or the mean."""
    forks = metric.get("rawData")
    raw = [score for fork in forks if isinstance(fork, list) for score in fork] if isinstance(forks, list) else []
    scores = [positive(score) for score in raw]
    percentiles = metric.get("scorePercentiles")
    middle = positive(percentiles.get("50.0")) if isinstance(percentiles, dict) else None
    return scores if any(scores) else [middle or positive(metric.get("score"))]
