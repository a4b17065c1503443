"""How one fitted series is written: the texts that the table, Markdown and the pictures share."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from wythoff.errors import printable
from wythoff.harness.claims import exponents
from wythoff.harness.clocks import NAMES, Choice
from wythoff.harness.growth.texts import laws_text
from wythoff.harness.units import human_value, size_text

if TYPE_CHECKING:
    from wythoff.harness.fit.fitting import Fitted
    from wythoff.harness.growth import Analysis, Prediction


def sizes_of(fitted: Fitted) -> str:
    """
    Write which parameter is the size, which range it spans, and at how many values it was measured.

    Such as ``n = 10 to 671,088,640 (27)``.
    """
    n, axis = fitted.analysis.n, printable(fitted.series.axis or "n")
    if not n:
        return f"{axis}: none"
    return (
        f"{axis} = {size_text(n[0])} to {size_text(n[-1])} ({len(n)})" if len(n) > 1 else f"{axis} = {size_text(n[0])}"
    )


def work_text(fitted: Fitted) -> str:
    """Write how the work grows that was timed; nothing where it wasn't counted."""
    return f"{laws_text(fitted.work.analysis)} (counted)" if fitted.work else ""


def both_text(fitted: Fitted) -> str:
    """
    Write the verdict of both clocks, as in ``"work: n log n (counted); time: n or n log n"``.

    Nothing where the work wasn't counted.
    """
    return f"work: {work_text(fitted)}; time: {laws_text(fitted.analysis)}" if fitted.work else ""


def exponent_clause(analysis: Analysis) -> str:
    """Say why the exponent's interval may lie beside what a decided law has; empty where it doesn't."""
    expected = exponents(analysis.law, analysis.n) if analysis.decided else None
    low, high = analysis.exponent_low, analysis.exponent_high
    if expected is None or not (math.isfinite(low) and math.isfinite(high)):
        return ""
    law = "a constant cost" if analysis.law == "1" else analysis.law
    if high < expected[0]:
        return f"the exponent is below that of {law} because overhead is still a part of the cost at these sizes"
    if low > expected[1]:
        return f"the exponent is above that of {law} because data outgrow caches at these sizes, or they are few"
    return ""


def largest_text(fitted: Fitted) -> str:
    """Write the value at the largest size."""
    return human_value(fitted.largest, fitted.unit)


def claim_text(fitted: Fitted) -> str:
    """Write the claim and the verdict on it."""
    return f"{fitted.verdict.claimed}: {fitted.verdict.outcome}" if fitted.verdict else ""


def clock_text(choice: Choice) -> str:
    """Write the clock that a series is read by, and why."""
    return f"{NAMES[choice.clock]}: {choice.why}"


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
