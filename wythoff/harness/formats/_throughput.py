"""Seconds out of scores: times in any unit, and rates, which are times upside down."""

from __future__ import annotations

import re

from wythoff.harness.formats._csv_names import UNITS, ColumnName

_COUNTED = {"op", "ops", "iter", "iters", "iteration", "iterations", "call", "calls", "run", "runs", "operations"}


def seconds_of(score: float | None, unit: str, threads: int = 1) -> float | None:
    """
    Return the seconds that one call takes; None if the unit says neither a time nor a rate of calls.

    Parameters
    ----------
    score : float or None
        A time, or a number of calls per time; above 0.
    unit : str
        Such as ``"ns"``, ``"us/op"``, ``"ns/iter"``, ``"ops/s"`` or ``"iter/sec"``.
    threads : int
        How many threads make up a rate together.

    Examples
    --------
    >>> seconds_of(5.0, "ms/op"), seconds_of(200.0, "ops/s"), seconds_of(0.4, "ops/ms", 2), seconds_of(5.0, "MB/s")
    (0.005, 0.005, 0.005, None)
    """
    if score is None or score <= 0:
        return None
    unit = re.sub(r"^min(?=/)|(?<=/)min$", "minutes", re.sub(r"^day(?=/)|(?<=/)day$", "days", unit))
    name = ColumnName(unit)
    if name.role == "time" and name.unit_s is not None and not name.subject:
        return score * name.unit_s
    words = name.words
    if len(words) == 3 and words[0] in _COUNTED and words[1] == "per" and words[2] in UNITS:
        return threads * UNITS[words[2]] / score
    return None
