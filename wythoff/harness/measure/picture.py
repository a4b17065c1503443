"""A picture for the terminal: costs over sizes on logarithmic axes, the measured points and the law's line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from wythoff.harness.units import human_seconds, size_text

if TYPE_CHECKING:
    from wythoff.harness.measure.answer import Measured

MARKS: Final = "o+x*#@"
_LINE: Final = "."
_MARGIN: Final = 9


def picture(measured: Sequence[Measured], width: int = 72, height: int = 14) -> str:
    """
    Draw.

    Parameters
    ----------
    measured : sequence of Measured
        Each gets a mark of its own; its likeliest law is drawn in dots.
    width, height : int
        In characters, the axes included.
    """
    columns, rows = max(20, width - _MARGIN - 2), max(5, height - 2)
    points = [(n, min(row)) for one in measured for n, row in zip(one.n, one.samples, strict=True) if min(row) > 0]
    if not points:
        return ""
    low_n, high_n = _range([n for n, _ in points])
    low_s, high_s = _range([seconds for _, seconds in points])
    grid = [[" "] * columns for _ in range(rows)]

    def put(n: float, seconds: float, mark: str) -> None:
        if not (seconds > 0 and math.isfinite(seconds)):
            return
        column = round((columns - 1) * _share(n, low_n, high_n))
        row = round((rows - 1) * (1 - _share(seconds, low_s, high_s)))
        if 0 <= row < rows and 0 <= column < columns:
            grid[row][column] = mark

    for one in measured:
        sizes = np.geomspace(one.n[0], one.n[-1], 2 * columns)
        if one.law != "none":
            for n, seconds in zip(sizes, one.analysis.line(one.law, sizes), strict=True):
                put(float(n), float(seconds), _LINE)
    for place, one in enumerate(measured):
        for n, row in zip(one.n, one.samples, strict=True):
            put(n, min(row), MARKS[place % len(MARKS)])
    labels = {0: human_seconds(high_s), rows - 1: human_seconds(low_s)}
    lines = [f"{labels.get(row, ''):>{_MARGIN}} |{''.join(grid[row]).rstrip()}" for row in range(rows)]
    left, right = f"n = {size_text(low_n)}", size_text(high_n)
    lines.append(f"{'':>{_MARGIN}} +{'-' * columns}")
    lines.append(f"{'':>{_MARGIN}}  {left}{right:>{columns - len(left)}}")
    return "\n".join(lines)


def _range(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    return (low, high) if high > low else (low / 2, high * 2)


def _share(value: float, low: float, high: float) -> float:
    return math.log(value / low) / math.log(high / low)
