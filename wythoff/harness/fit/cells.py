"""How one fitted series is written: the texts that the table, Markdown and the pictures share."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from wythoff.errors import printable
from wythoff.harness.units import human_n, human_seconds, three_digits

if TYPE_CHECKING:
    from wythoff.harness.fit.fitting import Fitted
    from wythoff.harness.growth import Analysis, Prediction

# More laws than this are counted rather than named.
MOST_CANDIDATES = 3
_LONG_TIMES = (("years", 365.25 * 86400.0), ("days", 86400.0), ("h", 3600.0))
_PREFIXES = (("GiB", 2.0**30), ("MiB", 2.0**20), ("KiB", 2.0**10))


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


def size_text(n: float) -> str:
    """Write a size; a whole one without a decimal point."""
    return human_n(int(n)) if float(n).is_integer() and abs(n) < 1e15 else f"{n:.6g}"


def sizes_text(analysis: Analysis) -> str:
    """Write how many sizes were used, and which range they span."""
    n = analysis.n
    if not len(n):
        return "0"
    return f"{len(n)}: {size_text(n[0])} to {size_text(n[-1])}" if len(n) > 1 else f"1: {size_text(n[0])}"


def law_text(analysis: Analysis) -> str:
    """Write the law, or what it is undecided between."""
    if analysis.decided:
        return f"n^{analysis.exponent:.2f}" if analysis.law == "n^k" else analysis.law
    if not analysis.n:
        return "undecided"
    others = [law for law in analysis.candidates if law != analysis.law]
    if len(others) >= MOST_CANDIDATES:
        others = [f"{len(others)} others"]
    return f"undecided: {' or '.join((analysis.law, *others))}"


def probability_text(analysis: Analysis) -> str:
    """Write the probability of the best law."""
    value = analysis.probabilities.get(analysis.law)
    return "" if value is None or not math.isfinite(value) else share_text(value)


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


def exponent_text(analysis: Analysis) -> str:
    """Write the exponent at the largest sizes with its 95 % interval."""
    value, low, high = analysis.exponent, analysis.exponent_low, analysis.exponent_high
    if value is None or not math.isfinite(value):
        return ""
    if low is None or high is None or not (math.isfinite(low) and math.isfinite(high)):
        return f"{value:.2f}"
    return f"{value:.2f} [{low:.2f}, {high:.2f}]"


def largest_text(fitted: Fitted) -> str:
    """Write the value at the largest size."""
    return human_value(fitted.largest, fitted.unit)


def claim_text(fitted: Fitted) -> str:
    """Write the claim and the verdict on it."""
    return f"{fitted.verdict.claimed}: {fitted.verdict.outcome}" if fitted.verdict else ""


def prediction_text(prediction: Prediction, unit: str) -> str:
    """Write a prediction with its 90 % interval."""
    median, low, high = (human_value(value, unit) for value in (prediction.median, prediction.low, prediction.high))
    return f"{median} [{low}, {high}]"


def where_text(fitted: Fitted) -> str:
    """Write on which machine, in which environment and at which commit a series was measured."""
    series = fitted.series
    parts = [series.machine, series.environment]
    if series.commit:
        parts.append(f"commit {series.commit[:8]}" + (f" of {day(fitted.date)}" if day(fitted.date) else ""))
    return ", ".join(printable(part) for part in parts if part)


def day(milliseconds: int | None) -> str:
    """Write the day of a commit; nothing where it is unknown or no date."""
    try:
        return "" if milliseconds is None else datetime.fromtimestamp(milliseconds / 1000, UTC).date().isoformat()
    except (OverflowError, ValueError, OSError):
        return ""
