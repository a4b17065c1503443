"""How an analysis is written: the texts that tables, pictures, pages and notebooks share."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from wythoff.harness.units import share_text, size_text

if TYPE_CHECKING:
    from wythoff.harness.growth.analysis import Analysis

MOST_CANDIDATES: Final = 3  # more laws than this are counted rather than named
FEW_SIZES: Final = 4  # with fewer, naming candidates would say more than is known


def verdict_text(analysis: Analysis) -> str:
    """Write the law, its probability and the exponent in one line."""
    probability, exponent = probability_text(analysis), exponent_text(analysis)
    return (
        law_text(analysis)
        + (f" (probability {probability})" if probability else "")
        + (f", exponent {exponent}" if exponent else "")
    )


def sizes_text(analysis: Analysis) -> str:
    """Write how many sizes were used, and which range they span."""
    n = analysis.n
    if not len(n):
        return "0"
    return f"{len(n)}: {size_text(n[0])} to {size_text(n[-1])}" if len(n) > 1 else f"1: {size_text(n[0])}"


def law_text(analysis: Analysis) -> str:
    """Write the law, or what it is undecided between."""
    if analysis.decided or not analysis.n:
        return laws_text(analysis)
    return f"undecided: {laws_text(analysis)}"


def laws_text(analysis: Analysis) -> str:
    """Write the law, or the candidates; of a free power the exponent."""
    if analysis.decided:
        return f"n^{analysis.exponent:.2f}" if analysis.law == "n^k" else analysis.law
    if not analysis.n:
        return "undecided"
    if len(analysis.n) < FEW_SIZES:
        return f"too few sizes ({len(analysis.n)})"
    others = [law for law in analysis.candidates if law != analysis.law]
    if len(others) >= MOST_CANDIDATES:
        others = [f"{len(others)} others"]
    return " or ".join((analysis.law, *others))


def probability_text(analysis: Analysis) -> str:
    """Write the probability of the best law."""
    value = analysis.probabilities.get(analysis.law)
    return "" if value is None or not math.isfinite(value) else share_text(value)


def exponent_text(analysis: Analysis) -> str:
    """Write the exponent at the largest sizes with its 95 % interval."""
    value, low, high = analysis.exponent, analysis.exponent_low, analysis.exponent_high
    if value is None or not math.isfinite(value):
        return ""
    if low is None or high is None or not (math.isfinite(low) and math.isfinite(high)):
        return f"{value:.2f}"
    return f"{value:.2f} [{low:.2f}, {high:.2f}]"
