"""One picture as SVG: what was measured as dots, laws as lines through them, and at the end of each line its law."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wythoff.errors import shorten
from wythoff.harness.claims import CONTRADICTED
from wythoff.harness.fit.fitting import Fitted
from wythoff.harness.fit.line import law_values
from wythoff.harness.report.embed import in_html
from wythoff.harness.report.front import words
from wythoff.harness.report.front.groups import Group, has_linear_sizes
from wythoff.harness.report.front.labels import chosen, letters_of, shortened, spread
from wythoff.harness.report.front.scales import Scale, tick_text, ticks, widened

Floats = NDArray[np.float64]

# Pixels: around the axes, and what letters of the names take in the fonts that browsers have.
_LEFT, _TOP, _BOTTOM, _RIGHT = 52.0, 18.0, 22.0, 6.0
_LETTER, _LINE, _LEADER = 6.3, 13.5, 14.0
_MOST_LABEL = 0.52
_LEAST_DECADES = 0.5
_TICK_ROOM = (58.0, 34.0)
_TICK_HALF, _SMALL_LETTER = 20.0, 5.6
COLOURS = 8
_QUANTITIES = {"time": "time", "memory": "memory", "peakmemory": "peak memory"}


@dataclass(frozen=True)
class Curve:
    """A line with its dots: arrays of sizes and heights; `style` is its CSS class, and ``claimed`` has no dots."""

    position: int
    dots: tuple[Floats, Floats]
    line: tuple[Floats, Floats]
    law: str
    rest: str
    style: str
    contradicted: bool = False


def picture(fitted: Sequence[Fitted], group: Group, width: float, height: float) -> str:
    """
    Draw a group of series as an ``svg`` element of its own; the arguments are those of `contents`.

    Its classes ``picture.css`` gives colours to, and it may be shown at any size.
    """
    described = in_html(describe(fitted, group))
    start = f'<svg class="picture" viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{described}">'
    return f"{start}{contents(fitted, group, width, height)}</svg>"


def contents(fitted: Sequence[Fitted], group: Group, width: float, height: float) -> str:
    """
    Draw a group of series.

    Parameters
    ----------
    fitted : sequence of Fitted
        Drawn by `wythoff.harness.report.detail.draw`.
    group : Group
        Which of them, and by which law their values are divided.
    width, height : float
        In pixels.

    Returns
    -------
    str
        SVG elements, from (0, 0) to (`width`, `height`). All foreign text in them is escaped.
    """
    curves = curves_of(fitted, group)
    if not curves:
        return ""
    first = fitted[group.members[0]]
    room = _label_room(curves, first.series.axis or "n", width)
    x, y = scales_of(curves, has_linear_sizes(fitted, group.members), width - room, height)
    parts = [
        *_axes(x, y, first, quantity_of(first, group), width),
        *(part for curve in curves for part in _drawn(curve, x, y)),
        *_labels(curves, x, y, room),
    ]
    return "".join(parts)


def describe(fitted: Sequence[Fitted], group: Group) -> str:
    """Say in a sentence what a picture shows, for those who don't see it."""
    first = fitted[group.members[0]]
    said = "; ".join("".join(words.label(fitted[position], group.varying)) for position in group.members)
    return f"{quantity_of(first, group)} over {first.series.axis or 'n'}: {said}"


def quantity_of(first: Fitted, group: Group) -> str:
    """Name what stands on the axis of values."""
    unit = "" if first.unit in ("s", "seconds", "bytes", "unit", "") else f" ({shorten(first.unit, 24)})"
    divided = f" / {words.law_words(group.divisor)}" if group.divisor else ""
    return f"{_QUANTITIES.get(first.kind, 'value')}{divided}{unit}"


def curves_of(fitted: Sequence[Fitted], group: Group) -> list[Curve]:
    """Return the lines of a picture that have anything to show: one for each series, and the claimed growth."""
    found = []
    for place, position in enumerate(group.members):
        entry = fitted[position]
        law, rest = words.label(entry, group.varying)
        contradicted = entry.verdict is not None and entry.verdict.outcome == CONTRADICTED
        if group.kind == "contradicted":
            rest = ""
        dots = (np.array(entry.analysis.n), np.array(entry.drawn.best))
        style = f"c{place % COLOURS}" + ("" if entry.analysis.decided else " undecided")
        found.append(
            Curve(
                position,
                _divided(dots, group.divisor),
                _divided(entry.drawn.path, group.divisor),
                law,
                rest,
                style,
                contradicted,
            )
        )
        if group.kind == "contradicted":
            found += _claim(entry, position)
    return [curve for curve in found if len(curve.dots[0]) or len(curve.line[0])]


def _claim(entry: Fitted, position: int) -> list[Curve]:
    """Draw the claimed growth over the last sizes, from the law's line on."""
    analysis, nothing = entry.analysis, (np.empty(0), np.empty(0))
    sizes, costs = entry.drawn.path
    n = np.array([size for size in analysis.n if size >= analysis.exponent_from])
    if entry.verdict is None or len(n) < 2 or n[0] not in sizes:
        return []
    growth, floor = law_values(entry.verdict.law, n), analysis.floor or 0.0
    if growth is None or not growth[0] > 0:
        return []
    start = costs[sizes.tolist().index(n[0])] - floor
    line = (n, start * growth / growth[0] + floor)
    return [Curve(position, nothing, line, words.law_words(entry.verdict.claimed), " claimed", "claimed")]


def _divided(line: tuple[Floats, Floats], divisor: str | None) -> tuple[Floats, Floats]:
    n, values = line
    growth = law_values(divisor, n) if divisor else None
    with np.errstate(divide="ignore", invalid="ignore"):
        heights = values if growth is None else values / growth
    seen = np.isfinite(heights) & (heights > 0) & (n > 0)
    return n[seen], heights[seen]


def _label_room(curves: Sequence[Curve], axis: str, width: float) -> float:
    """Return what stands free to the right of the lines: the labels, and the axis' name beside the last tick."""
    longest = max((letters_of(curve.law + curve.rest) for curve in curves), default=0)
    named = _TICK_HALF + letters_of(axis) * _SMALL_LETTER + 1
    return min(max(_LEADER + _RIGHT + longest * _LETTER, named), _MOST_LABEL * width)


def scales_of(curves: Sequence[Curve], linear: bool, right: float, height: float) -> tuple[Scale, Scale]:
    """Return the axes of sizes and of values, which what is shown sets; the first ends at `right`."""
    n, values = (
        np.concatenate([part[axis] for curve in curves for part in (curve.dots, curve.line)]) for axis in (0, 1)
    )
    low, high = widened(float(n.min()), float(n.max()), 0.03, 0.3, not linear)
    least, most = widened(float(values.min()), float(values.max()), 0.06, _LEAST_DECADES, True)
    return Scale(low, high, _LEFT, right, not linear), Scale(least, most, height - _BOTTOM, _TOP)


def _axes(x: Scale, y: Scale, first: Fitted, quantity: str, width: float) -> list[str]:
    across = ticks(x, max(2, int((x.end - x.start) / _TICK_ROOM[0])))
    up = ticks(y, max(2, int((y.start - y.end) / _TICK_ROOM[1])), binary=first.unit == "bytes")
    grid = [f"M{_pixel(x.at(n))} {_pixel(y.end)}V{_pixel(y.start)}" for n in across]
    grid += [f"M{_pixel(x.start)} {_pixel(y.at(value))}H{_pixel(x.end)}" for value in up]
    below, letters = y.start + 14, (width - x.end - _TICK_HALF) / _SMALL_LETTER
    axis = in_html(shortened(first.series.axis or "n", letters))
    return [
        f'<path class="grid" d="{"".join(grid)}"/>',
        *(_tick("x", x.at(n), below, tick_text(n, "")) for n in across),
        *(_tick("y", x.start - 5, y.at(value) + 4, tick_text(value, first.unit)) for value in up),
        _tick("y", width - 2, below, axis),
        _tick("", 2, 10, in_html(quantity)),
    ]


def _tick(kind: str, x: float, y: float, text: str) -> str:
    return f'<text class="tick {kind}" x="{_pixel(x)}" y="{_pixel(y)}">{text}</text>'


def _drawn(curve: Curve, x: Scale, y: Scale) -> list[str]:
    """Draw a line, and its dots as strokes without length, which round caps make discs."""
    line = [f"{_pixel(x.at(n))} {_pixel(y.at(value))}" for n, value in zip(*curve.line, strict=True)]
    dots = [f"M{_pixel(x.at(n))} {_pixel(y.at(value))}h0" for n, value in zip(*curve.dots, strict=True)]
    parts = [f'<path class="line {curve.style}" d="M{"L".join(line)}"/>'] if line else []
    return [*parts, f'<path class="dots {curve.style}" d="{"".join(dots)}"/>'] if dots else parts


def _labels(curves: Sequence[Curve], x: Scale, y: Scale, room: float) -> list[str]:
    ends = [_end(curve) for curve in curves]
    heights = [y.at(value) for _, value in ends]
    most = int((y.start - y.end) / _LINE) + 1
    named = chosen(heights, [curve.contradicted for curve in curves], most)
    places = spread([heights[one] for one in named], _LINE, y.end, y.start)
    letters = (room - _LEADER - _RIGHT) / _LETTER + 0.5
    parts = []
    for one, place in zip(named, places, strict=True):
        curve, start = curves[one], x.at(ends[one][0])
        level = _pixel(heights[one])
        leader = f"M{_pixel(start + 4)} {level}L{_pixel(x.end)} {level}l9 {_pixel(place - heights[one])}"
        parts.append(f'<path class="leader {curve.style}" d="{leader}"/>')
        parts.append(_label(curve, x.end + _LEADER, place + 4, letters))
    return parts


def _end(curve: Curve) -> tuple[float, float]:
    n, values = curve.dots if len(curve.dots[0]) else curve.line
    return float(n[-1]), float(values[-1])


def _label(curve: Curve, x: float, y: float, letters: float) -> str:
    rest = shortened(curve.rest, letters - letters_of(curve.law))
    whole = f"<title>{in_html(curve.law + curve.rest)}</title>" if rest != curve.rest else ""
    state = " contradicted" if curve.contradicted else ""
    law = f'<tspan class="law">{in_html(curve.law)}</tspan>'
    place = f'x="{_pixel(x)}" y="{_pixel(y)}"'
    return f'<text class="label{state}" data-id="{curve.position}" {place}>{whole}{law}{in_html(rest)}</text>'


def _pixel(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
