"""An analysis for a notebook: its lines, and a picture as inline SVG that needs no script and no network."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Final

import numpy as np

from wythoff.errors import printable
from wythoff.harness.growth.texts import sizes_text, verdict_text
from wythoff.harness.units import human_value, size_text

if TYPE_CHECKING:
    from wythoff.harness.growth.analysis import Analysis

_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _TOP = 460, 250, 70, 30, 10
_COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")
_POINTS: Final = 60


def html_of_analysis(found: Analysis) -> str:
    """Return a fragment of HTML about an analysis, whose values are of no unit that it knows."""
    return fragment([verdict_text(found), f"sizes {sizes_text(found)}", found.why], [found], "")


def fragment(texts: Sequence[str], found: Sequence[Analysis], unit: str) -> str:
    """Return lines and a picture as a fragment of HTML; `unit` is that of all values, and foreign text is escaped."""
    lines = "<br>".join(escape(printable(text.strip())) for text in texts)
    return f'<div style="font-family:sans-serif;font-size:13px">{lines}{_svg(found, unit)}</div>'


def _svg(found: Sequence[Analysis], unit: str) -> str:
    drawn = [one for one in found if len(one.n) > 1 and min(one.values) > 0]
    if not drawn:
        return ""
    low_n, high_n = min(one.n[0] for one in drawn), max(one.n[-1] for one in drawn)
    low, high = min(min(one.values) for one in drawn), max(max(one.values) for one in drawn)
    high = high if high > low else 2 * low

    def at(n: float, value: float) -> tuple[float, float]:
        x = _LEFT + (_WIDTH - _LEFT - 10) * math.log(n / low_n) / math.log(high_n / low_n)
        y = _TOP + (_HEIGHT - _BOTTOM - _TOP) * (1 - math.log(value / low) / math.log(high / low))
        return round(x, 1), round(y, 1)

    parts = [
        f'<path d="M{_LEFT} {_TOP}V{_HEIGHT - _BOTTOM}H{_WIDTH - 10}" fill="none" stroke="#888"/>',
        _text(_LEFT - 4, _TOP + 10, human_value(high, unit), "end"),
        _text(_LEFT - 4, _HEIGHT - _BOTTOM, human_value(low, unit), "end"),
        _text(_LEFT, _HEIGHT - 12, f"n = {size_text(low_n)}", "start"),
        _text(_WIDTH - 10, _HEIGHT - 12, size_text(high_n), "end"),
    ]
    for place, one in enumerate(drawn):
        colour = _COLOURS[place % len(_COLOURS)]
        sizes = np.geomspace(one.n[0], one.n[-1], _POINTS)
        curve = one.line(one.law, sizes)
        pairs = zip(sizes.tolist(), curve.tolist(), strict=True)
        line = " ".join("{},{}".format(*at(n, value)) for n, value in pairs if low / 1.5 < value < high * 1.5)
        dashes = "" if one.decided else ' stroke-dasharray="5 4"'
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"{dashes}/>')
        for n, value in zip(one.n, one.values, strict=True):
            x, y = at(n, value)
            parts.append(f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>')
    return (
        f'<br><svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" role="img" '
        f'aria-label="cost over n, both logarithmic">{"".join(parts)}</svg>'
    )


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="11" fill="#555" text-anchor="{anchor}">{escape(text)}</text>'
