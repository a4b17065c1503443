"""Line charts as SVG documents: no script, no font, nothing but the document itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

WIDTH: Final = 460
_HEIGHT = 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 24, 26, 44
_LEGEND_LINE = 18
_LEGEND_COLUMNS = 2
_FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
# Colours that stay apart for colour-blind readers, close to Okabe and Ito's; markers and dashes differ as well.
_LIGHT = {
    "recursive": "#0a5f99",
    "algebraic": "#b84500",
    "arithmetic": "#00714f",
    "ink": "#1d2024",
    "muted": "#555c64",
    "grid": "#d5d9de",
    "paper": "#ffffff",
}
_DARK = {
    "recursive": "#6db9f0",
    "algebraic": "#ff9a5c",
    "arithmetic": "#3fcfa4",
    "ink": "#e8eaec",
    "muted": "#aab1b9",
    "grid": "#363c44",
    "paper": "#171a1e",
}
_DARK_RULES = "".join(f".cf-{role}{{fill:{colour}}}.cs-{role}{{stroke:{colour}}}" for role, colour in _DARK.items())
_STYLE = f"@media screen and (prefers-color-scheme:dark){{{_DARK_RULES}}}"
_PREFIXES = ((10**6, " M"), (10**3, " k"))
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


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


@dataclass(frozen=True)
class _Axis:
    """One axis: where values lie in pixels, and its ticks."""

    place: Callable[[float], float]
    ticks: Sequence[tuple[float, str]]


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
    make = _log_axis if is_log else _linear_axis
    across = make(min(xs), max(xs), _LEFT, WIDTH - _RIGHT, 7)
    up = make(min(ys), max(ys), _HEIGHT - _BOTTOM, _TOP, 8)
    legend_lines = math.ceil(len(lines) / _LEGEND_COLUMNS)
    height = _HEIGHT + legend_lines * _LEGEND_LINE + 8
    body = [
        *_grid(across, up),
        *(part for line in lines for part in _series(line, across, up)),
        _text(_LEFT, 15, y, "muted", "start"),
        _text(WIDTH - _RIGHT, _HEIGHT - 8, x, "muted", "end"),
        *(part for place, line in enumerate(lines) for part in _legend(line, place)),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" font-family="{_FONT}" font-size="12"><title>{escape(title)}</title><style>{_STYLE}</style>'
        f'<rect width="{WIDTH}" height="{height}"{_fill("paper")}/>{"".join(body)}</svg>'
    )


def _log_axis(low: float, high: float, start: float, end: float, most: int) -> _Axis:
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    last = max(last, first + 1)
    step = math.ceil((last - first) / most)
    exponents = range(first, last + 1, step)

    def place(value: float) -> float:
        return start + (end - start) * (math.log10(value) - first) / (last - first)

    return _Axis(place, [(10.0**exponent, _power(exponent)) for exponent in exponents])


def _power(exponent: int) -> str:
    if 0 <= exponent <= 2:
        return str(10**exponent)
    return f"0.{'0' * (-exponent - 1)}1" if -2 <= exponent < 0 else f"10{str(exponent).translate(_SUPERSCRIPTS)}"


def _linear_axis(low: float, high: float, start: float, end: float, most: int) -> _Axis:
    rough = high / (most - 2)
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * unit for factor in (1, 2, 5, 10) if factor * unit >= rough)
    count = math.ceil(high / step)

    def place(value: float) -> float:
        return start + (end - start) * value / (step * count)

    size, name = next((found for found in _PREFIXES if step >= found[0]), (1, ""))
    return _Axis(place, [(step * i, f"{step * i / size:g}{name if i else ''}") for i in range(count + 1)])


def _grid(across: _Axis, up: _Axis) -> list[str]:
    bottom, parts = _HEIGHT - _BOTTOM, []
    shown = -math.inf
    for value, label in across.ticks:
        place = across.place(value)
        parts.append(f'<path d="M{place:.1f} {_TOP}V{bottom}"{_stroke("grid")}/>')
        if place - shown > 34:
            parts.append(_text(place, bottom + 16, label, "muted", "middle"))
            shown = place
    for value, label in up.ticks:
        place = up.place(value)
        parts.append(f'<path d="M{_LEFT} {place:.1f}H{WIDTH - _RIGHT}"{_stroke("grid")}/>')
        parts.append(_text(_LEFT - 7, place + 4, label, "muted", "end"))
    return parts


def _series(line: Line, across: _Axis, up: _Axis) -> list[str]:
    places = [(across.place(x), up.place(y)) for x, y in sorted(line.points.items())]
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    return [
        f'<path d="{path}" fill="none"{_stroke(line.colour, 1.5)}{_dashes(line)}/>',
        *(_marker(line, x, y) for x, y in places),
    ]


def _marker(line: Line, x: float, y: float) -> str:
    if line.is_printed:
        return f'<rect x="{x - 3:.1f}" y="{y - 3:.1f}" width="6" height="6"{_fill("paper", line.colour)}/>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.8"{_fill(line.colour)}/>'


def _legend(line: Line, place: int) -> list[str]:
    x = 14 + (place % _LEGEND_COLUMNS) * (WIDTH - 14) / _LEGEND_COLUMNS
    y = _HEIGHT + 6 + (place // _LEGEND_COLUMNS) * _LEGEND_LINE
    return [
        f'<path d="M{x:.1f} {y}h26" fill="none"{_stroke(line.colour, 1.5)}{_dashes(line)}/>',
        _marker(line, x + 13, y),
        _text(x + 33, y + 4, line.label, "ink", "start"),
    ]


def _dashes(line: Line) -> str:
    return ' stroke-dasharray="5 4"' if line.is_printed else ""


def _text(x: float, y: float, content: str, colour: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{_fill(colour)}>{escape(content)}</text>'


def _fill(colour: str, edge: str | None = None) -> str:
    classes = f"cf-{colour}" + (f" cs-{edge}" if edge else "")
    stroke = f' stroke="{_LIGHT[edge]}" stroke-width="1.4"' if edge else ""
    return f' class="{classes}" fill="{_LIGHT[colour]}"{stroke}'


def _stroke(colour: str, width: float = 1) -> str:
    return f' class="cs-{colour}" stroke="{_LIGHT[colour]}" stroke-width="{width:g}"'
