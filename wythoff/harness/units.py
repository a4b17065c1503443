"""How values, sizes and probabilities are written for people: times and memory with three digits and a unit."""

from __future__ import annotations

import math

from wythoff.errors import printable

# The names of units of time, each in seconds.
SECONDS = {
    "seconds": 1.0,
    "second": 1.0,
    "s": 1.0,
    "ms": 1e-3,
    "milliseconds": 1e-3,
    "us": 1e-6,
    "µs": 1e-6,
    "μs": 1e-6,
    "microseconds": 1e-6,
    "ns": 1e-9,
    "nanoseconds": 1e-9,
}
_LONG_TIMES = (("years", 365.25 * 86400.0), ("days", 86400.0), ("h", 3600.0))
_PREFIXES = (("GiB", 2.0**30), ("MiB", 2.0**20), ("KiB", 2.0**10))


def human_seconds(seconds: float) -> str:
    """
    Write a measured time with three significant digits and a fitting unit.

    Parameters
    ----------
    seconds : float
        A time in seconds, 0 or more.

    Returns
    -------
    str
        For instance ``"1.23 µs"``, ``"456 ms"`` or ``"1,230 s"``; never ``"0"`` for a time that is not 0.

    Examples
    --------
    >>> human_seconds(1.234e-6), human_seconds(0.0123), human_seconds(83.0)
    ('1.23 µs', '12.3 ms', '83.0 s')
    """
    if not math.isfinite(seconds):
        return str(seconds)
    # The limits lie where three digits round up, so that 0.9996 ms is written 1.00 ms and not 1000 µs.
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)):
        if abs(seconds) >= size * 0.9995:
            return f"{three_digits(seconds / size)} {unit}"
    return f"{three_digits(seconds * 1e9)} ns" if abs(seconds) >= 1e-12 else f"{seconds:.3g} s"


def human_value(value: float, unit: str) -> str:
    """
    Write a measured value with three significant digits and its unit.

    Examples
    --------
    >>> human_value(1.234e-7, "seconds"), human_value(44_040_192, "bytes"), human_value(0.5, "ratio")
    ('123 ns', '42.0 MiB', '0.500 ratio')
    >>> human_value(8_040_000.0, "seconds")  # predictions may be long
    '93.1 days'
    """
    if unit in ("s", "seconds"):
        for name, size in _LONG_TIMES if math.isfinite(value) else ():
            if value >= 2 * size:
                return f"{three_digits(value / size)} {name}"
        return human_seconds(value)
    if unit == "bytes" and math.isfinite(value):
        for name, size in _PREFIXES:
            if abs(value) >= size * 0.9995:
                return f"{three_digits(value / size)} {name}"
        return f"{three_digits(value)} B"
    return three_digits(value) if unit in ("", "unit") else f"{three_digits(value)} {printable(unit)}"


def three_digits(number: float) -> str:
    """
    Write a number with three significant digits and no exponent where that stays readable.

    Examples
    --------
    >>> three_digits(0.01234), three_digits(9.996), three_digits(123456.0)
    ('0.0123', '10.0', '123,000')
    """
    if number == 0 or not math.isfinite(number):
        return f"{number:g}"
    rounded = float(f"{number:.2e}")
    exponent = math.floor(math.log10(abs(rounded)))
    if not -4 <= exponent <= 6:
        return f"{number:.2e}"
    return f"{rounded:,.{max(0, 2 - exponent)}f}"


def human_duration(seconds: float) -> str:
    """
    Write how long something takes to a person who waits for it.

    Examples
    --------
    >>> human_duration(0.4), human_duration(42.4), human_duration(200), human_duration(7500)
    ('1 s', '42 s', '3 min 20 s', '2 h 5 min')
    """
    whole = max(1, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        minutes, rest = divmod(whole, 60)
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    hours, rest = divmod(round(whole / 60), 60)
    return f"{hours} h {rest} min" if rest else f"{hours} h"


def human_n(n: int | float | None) -> str:
    """Write a size with thousands separated; a benchmark without sizes gives an empty text."""
    if n is None:
        return ""
    return f"{n:,}" if isinstance(n, int) else f"{n:,.6g}"


def size_text(n: float) -> str:
    """Write a size; a whole one without a decimal point."""
    return human_n(int(n)) if float(n).is_integer() and abs(n) < 1e15 else f"{n:.6g}"


def share_text(probability: float) -> str:
    """
    Write a probability; what rounds to certainty or impossibility is neither.

    Examples
    --------
    >>> share_text(0.5), share_text(0.999), share_text(0.001)
    ('0.50', '>0.99', '<0.01')
    """
    if probability > 0.99:
        return ">0.99"
    return f"{probability:.2f}" if probability >= 0.01 else "<0.01"


def count_points(count: int) -> str:
    """Write a number of points with the noun in its right form."""
    return f"{count:,} point" if count == 1 else f"{count:,} points"
