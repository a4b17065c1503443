"""Line charts of the theses' times as pictures in SVG."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from wythoff.boards import shapes, svg
from wythoff.boards.shapes import Discs, Lines, Picture, Polyline, Rectangles, Shape, Style, Text
from wythoff.harness.report.front.scales import Scale, tick_text, ticks

WIDTH: Final = 460
_HEIGHT = 300.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 62.0, 24.0, 26.0, 44.0
_LEGEND_LINE = 18
_LEGEND_COLUMNS = 2
_SIZE = 12.0  # of the letters
_LEAST_APART = 34  # of the labels of neighbouring ticks across
# Colours that stay apart for colour-blind readers, close to Okabe and Ito's; markers and dashes differ as well.
_LIGHT = {**shapes.LIGHT, "recursive": "#0a5f99", "algebraic": "#b84500", "arithmetic": "#00714f"}
_DARK = {**shapes.DARK, "recursive": "#6db9f0", "algebraic": "#ff9a5c", "arithmetic": "#3fcfa4"}


@dataclass(frozen=True)
class Line:
    """
    One series of a chart.

    Attributes
    ----------
    label : str
        Its name in the legend.
    colour : str
        ``"recursive"``, ``"algebraic"`` or ``"arithmetic"``.
    points : dict of int to float
        Positive values of y by positive x.
    is_printed : bool
        Drawn dashed with open squares; else solid with discs.
    """

    label: str
    colour: str
    points: Mapping[int, float]
    is_printed: bool


def chart(title: str, lines: Sequence[Line], *, x: str, y: str, is_log: bool) -> str:
    """
    Draw a chart.

    Parameters
    ----------
    title : str
        What it shows, read out to those who don't see it.
    lines : sequence of Line
        The series; those without points are left out.
    x, y : str
        Names of the axes.
    is_log : bool
        Both axes logarithmic, or both linear from 0.

    Returns
    -------
    str
        The SVG element, with its colours for light and dark screens.

    Examples
    --------
    >>> drawn = chart("Two times", [Line("printed", "recursive", {10: 1.0, 20: 2.0}, True)], x="n", y="ms", is_log=True)
    >>> drawn.startswith('<svg xmlns="http://www.w3.org/2000/svg"'), drawn.count("<circle")
    (True, 0)
    """
    lines = [line for line in lines if line.points]
    xs: list[float] = [value for line in lines for value in line.points] or [1.0, 10.0]
    ys = [value for line in lines for value in line.points.values()] or [1.0, 10.0]
    across = _scale(xs, _LEFT, WIDTH - _RIGHT, is_log)
    up = _scale(ys, _HEIGHT - _BOTTOM, _TOP, is_log)
    height = _HEIGHT + math.ceil(len(lines) / _LEGEND_COLUMNS) * _LEGEND_LINE + 8
    drawn = [
        *_grid(across, up),
        *(shape for line in lines for shape in _series(line, across, up)),
        Text((_LEFT, 15), y, _SIZE, "muted"),
        Text((WIDTH - _RIGHT, _HEIGHT - 8), x, _SIZE, "muted", "end"),
        *(shape for place, line in enumerate(lines) for shape in _legend(line, place)),
    ]
    named = "; ".join(line.label for line in lines) or "nothing"
    return svg.write(Picture(WIDTH, round(height), title, f"{y} over {x}: {named}.", tuple(drawn)), _LIGHT, _DARK)


def _scale(values: Sequence[float], start: float, end: float, is_log: bool) -> Scale:
    """Return a scale of whole decades, or from 0 to somewhat beyond the largest value."""
    if not is_log:
        return Scale(0.0, 1.04 * max(values), start, end, log=False)
    first, last = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return Scale(10.0**first, 10.0 ** max(last, first + 1), start, end)


def _grid(across: Scale, up: Scale) -> list[Shape]:
    bottom, texts = _HEIGHT - _BOTTOM, []
    columns, rows = ticks(across, 7), ticks(up, 8)
    shown = -math.inf
    for value in columns:
        place = across.at(value)
        if place - shown > _LEAST_APART:
            texts.append(Text((place, bottom + 16), tick_text(value, ""), _SIZE, "muted", "middle"))
            shown = place
    for value in rows:
        texts.append(Text((_LEFT - 7, up.at(value) + 4), tick_text(value, ""), _SIZE, "muted", "end"))
    lines = [((place, _TOP), (place, bottom)) for place in map(across.at, columns)]
    lines += [((_LEFT, place), (WIDTH - _RIGHT, place)) for place in map(up.at, rows)]
    return [Lines(tuple(lines), Style(stroke="grid", width=1.0)), *texts]


def _series(line: Line, across: Scale, up: Scale) -> list[Shape]:
    places = [(across.at(x), up.at(y)) for x, y in sorted(line.points.items())]
    return [Polyline(tuple(places), _stroke(line)), _markers(line, places)]


def _markers(line: Line, places: Sequence[tuple[float, float]]) -> Shape:
    if line.is_printed:
        squares = tuple((x - 3, y - 3, 6.0, 6.0) for x, y in places)
        return Rectangles(squares, Style(fill="paper", stroke=line.colour, width=1.4))
    return Discs(tuple(places), 2.8, Style(fill=line.colour))


def _legend(line: Line, place: int) -> list[Shape]:
    x = 14 + (place % _LEGEND_COLUMNS) * (WIDTH - 14) / _LEGEND_COLUMNS
    y = _HEIGHT + 6.0 + (place // _LEGEND_COLUMNS) * _LEGEND_LINE
    return [
        Polyline(((x, y), (x + 26, y)), _stroke(line)),
        _markers(line, [(x + 13, y)]),
        Text((x + 33, y + 4), line.label, _SIZE),
    ]


def _stroke(line: Line) -> Style:
    return Style(stroke=line.colour, width=1.5, dashed=line.is_printed)
