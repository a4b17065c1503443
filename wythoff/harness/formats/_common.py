"""What the readers share: numbers and dates out of JSON that may hold anything."""

from __future__ import annotations

import datetime
import math
from collections.abc import Sequence
from statistics import median
from typing import Any

from wythoff.harness.rows import Origin, Row

# Milliseconds since 1970 that dates can be made of everywhere: up to the year 9999.
_LAST_DATE_MS = 253_402_300_799_999


def as_float(value: Any) -> float | None:
    """Return a JSON number as a float, infinite where it is beyond any; None for everything else."""
    if type(value) is float:  # nearly all are, and there are millions
        return value
    try:
        return float(value) if isinstance(value, int | float) else None
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def positive(value: Any) -> float | None:
    """Return a finite JSON number above 0, or None."""
    number = as_float(value)
    return number if number is not None and 0 < number < math.inf else None


def as_count(value: Any) -> int | None:
    """Return a JSON number of things, or None."""
    if value is None:
        return None
    number = as_float(value)
    return None if number is None or not 0 <= number < 2**63 else int(number)


def finite_floats(values: Any) -> tuple[float, ...] | None:
    """Return a list of nothing but finite numbers as floats, or None."""
    if not isinstance(values, list) or not values:
        return None
    numbers = [as_float(value) for value in values]
    kept = tuple(number for number in numbers if number is not None and math.isfinite(number))
    return kept if len(kept) == len(numbers) else None


def as_date_ms(value: Any) -> int | None:
    """Return milliseconds since 1970, given as such or as a date in ISO 8601; None if it is neither."""
    if isinstance(value, str):
        try:
            moment = datetime.datetime.fromisoformat(value)
            if moment.tzinfo is None:
                moment = moment.replace(tzinfo=datetime.UTC)
            value = moment.timestamp() * 1000
        except (ValueError, OverflowError):
            return None
    number = as_float(value)
    return int(number) if number is not None and 0 <= number <= _LAST_DATE_MS else None


def as_text(value: Any) -> str:
    """Return a JSON text or number as text, and anything else as no text."""
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def quantile(values: Sequence[float], share: float) -> float:
    """
    Interpolate a quantile linearly between the sorted values.

    Examples
    --------
    >>> quantile([4.0, 1.0, 2.0, 3.0], 0.5)
    2.5
    """
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def time_row(
    origin: Origin,
    benchmark: str,
    params: Sequence[tuple[str, str]],
    seconds: Sequence[float],
    value: float | None = None,
    calls: int | None = None,
) -> Row:
    """
    Make the row of one point of times by the wall's clock.

    Parameters
    ----------
    origin : Origin
        What all rows of the file have in common.
    benchmark, params
        As `Row` has them.
    seconds : sequence of float
        The single measurements, at least one if `value` is None.
    value : float or None
        The result where it isn't the median of `seconds`.
    calls : int or None
        Calls per measurement.
    """
    many = len(seconds) > 1
    return Row(
        benchmark=benchmark,
        params=tuple(params),
        value=median(seconds) if value is None else value,
        samples=tuple(seconds) if many else None,
        unit="seconds",
        kind="time",
        version=None,
        machine=origin.machine,
        commit=origin.commit,
        date=origin.date,
        environment=origin.environment,
        file=origin.file,
        q25=quantile(seconds, 0.25) if many else None,
        q75=quantile(seconds, 0.75) if many else None,
        number=calls,
        repeat=len(seconds) or None,
        facts=origin.facts,
    )
