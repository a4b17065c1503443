"""A small picture of one series for a terminal: dots of braille on logarithmic axes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from wythoff.errors import printable, shorten
from wythoff.harness.fit.fitting import Fitted
from wythoff.harness.fit.line import has_linear_sizes
from wythoff.harness.units import human_value, size_text

# The eight dots of a braille character, by column and row, and the character without any.
_DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
_BLANK = 0x2800
_COLUMNS, _ROWS = 48, 9
_LEAST_COLUMNS = 16


def unicode_plot(entry: Fitted, width: int) -> list[str]:
    """
    Draw a series.

    Parameters
    ----------
    entry : Fitted
        The lowest sample at each size is drawn, and a straight line to the next, in logarithms.
    width : int
        Columns of the terminal.

    Returns
    -------
    list of str
        Lines; none for fewer than two sizes, a cost that is not above 0, or a terminal too narrow.
    """
    n = entry.analysis.n
    values = [value + (entry.analysis.floor or 0.0) for value in entry.analysis.values]
    if len(n) < 2 or min(values) <= 0:
        return []
    top, bottom = human_value(max(values), entry.unit), human_value(min(values), entry.unit)
    left = max(len(top), len(bottom))
    columns = min(_COLUMNS, width - left - 3)
    if columns < _LEAST_COLUMNS:
        return []
    sizes = list(n) if has_linear_sizes(entry.analysis) else [math.log(size) for size in n]
    rows = _braille(sizes, [math.log(value) for value in values], columns)
    names = [top, *[""] * (_ROWS - 2), bottom]
    lines = [f"{name:>{left}} {'┤' if name else '│'}{row}" for name, row in zip(names, rows, strict=True)]
    first, last = size_text(n[0]), size_text(n[-1])
    axis = shorten(printable(entry.series.axis or "n"), 20)
    gap = max(1, columns - len(first) - len(last) - len(axis)) // 2
    return [*lines, f"{'':{left}} └{'─' * columns}", f"{'':{left + 2}}{first}{'':{gap}}{axis}{'':{gap}}{last}"]


def _braille(x: Sequence[float], y: Sequence[float], columns: int) -> list[str]:
    """Draw points and the lines between them, highest row first."""
    cells = [[0] * columns for _ in range(_ROWS)]
    across, up = 2 * columns - 1, 4 * _ROWS - 1
    places = list(zip(_scaled(x, across), _scaled(y, up), strict=True))
    for (x0, y0), (x1, y1) in pairwise(places):
        steps = max(1, round(max(abs(x1 - x0), abs(y1 - y0))))
        for step in range(steps + 1):
            column, row = round(x0 + (x1 - x0) * step / steps), up - round(y0 + (y1 - y0) * step / steps)
            cells[row // 4][column // 2] |= _DOTS[column % 2][row % 4]
    return ["".join(chr(_BLANK + cell) for cell in row) for row in cells]


def _scaled(values: Sequence[float], most: int) -> list[float]:
    low, width = min(values), max(values) - min(values)
    return [most * (value - low) / width if width else most / 2 for value in values]
