"""The picture of the first view as PNG, drawn by matplotlib from the same lines."""

from __future__ import annotations

import io
import warnings
from typing import Any

from wythoff.errors import printable, shorten
from wythoff.harness.fit.fitting import Fit
from wythoff.harness.report.front import words
from wythoff.harness.report.front.groups import Group, has_linear_sizes
from wythoff.harness.report.front.labels import chosen, spread
from wythoff.harness.report.front.picture import Curve, curves_of, quantity_of, scales_of
from wythoff.harness.report.front.scales import Scale, tick_text, ticks
from wythoff.harness.report.front.vector import HEIGHT, WIDTH, contradicted, under

# As in picture.css.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#b6588f", "#b07a00", "#3a9bd6", "#1d2024", "#868e96")
_INK, _MUTED, _GRID, _BAD = "#1d2024", "#555c64", "#e6e9ec", "#a33b00"
_DOTS_PER_INCH = 160
_SCALE = _DOTS_PER_INCH / 100
_LINE = 14.0 * _SCALE
_PLOT = 0.62  # the part of the width that the axes take


def png_file(fit: Fit, group: Group, title: str) -> bytes:
    """Draw the picture; the same fit gives the same bytes."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    feet = [*((line, _MUTED) for line in under(fit, group)), *((line, _BAD) for line in contradicted(fit))]
    height = HEIGHT + 110 + 17 * len(feet)
    with plt.rc_context({"font.size": 8, "savefig.dpi": "figure"}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        figure = plt.figure(figsize=((WIDTH + 32) / 100, height / 100), dpi=_DOTS_PER_INCH)
        first = fit.fitted[group.members[0]]
        about = f"{first.series.benchmark}{words.by_what(group)}"
        heads = ((title, 12.0, "bold"), (words.headline(fit), 9.5, "normal"), (about, 8.5, "normal"))
        for place, (text, size, weight) in enumerate(heads):
            _write(figure, 1 - (24 + 20 * place) / height, text, size, _INK, weight)
        for place, (text, colour) in enumerate(feet):
            _write(figure, (17 * (len(feet) - place) - 6) / height, text, 8, colour)
        left, bottom = 70 / (WIDTH + 32), (17 * len(feet) + 34) / height
        axes = figure.add_axes((left, bottom, _PLOT, 1 - bottom - 96 / height))
        _draw(axes, fit, group)
        stream = io.BytesIO()
        figure.savefig(stream, format="png", metadata={"Software": None})
        plt.close(figure)
    return stream.getvalue()


def _write(figure: Any, y: float, text: str, size: float, colour: str, weight: str = "normal") -> None:
    style = {"fontsize": size, "color": colour, "fontweight": weight, "parse_math": False}
    figure.text(16 / (WIDTH + 32), y, shorten(printable(text), 130), va="baseline", **style)


def _draw(axes: Any, fit: Fit, group: Group) -> None:
    curves = curves_of(fit.fitted, group)
    first = fit.fitted[group.members[0]]
    linear = has_linear_sizes(fit.fitted, group.members)
    x, y = scales_of(curves, linear, WIDTH, HEIGHT)
    for curve in curves:
        colour = _colour(curve)
        axes.plot(*curve.line, "--" if curve.style == "claimed" else "-", color=colour, linewidth=1.4)
        axes.plot(*curve.dots, ".", color=colour, markersize=5)
    axes.set(xscale="linear" if linear else "log", yscale="log", xlim=(x.low, x.high), ylim=(y.low, y.high))
    for axis, scale, most, unit in ((axes.xaxis, x, 8, ""), (axes.yaxis, y, 9, first.unit)):
        _write_ticks(axis, scale, most, unit)
    axes.set_title(quantity_of(first, group), loc="left", fontsize=8, color=_MUTED, parse_math=False)
    axes.set_xlabel(shorten(printable(first.series.axis or "n"), 40), color=_MUTED, parse_math=False)
    axes.grid(visible=True, color=_GRID)
    axes.tick_params(which="both", length=0, labelcolor=_MUTED)
    axes.set_axisbelow(True)
    for side in axes.spines.values():
        side.set_visible(False)
    _name(axes, curves)


def _write_ticks(axis: Any, scale: Scale, most: int, unit: str) -> None:
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

    axis.set_major_locator(FixedLocator(ticks(scale, most, binary=unit == "bytes")))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, place: tick_text(value, unit)))


def _name(axes: Any, curves: list[Curve]) -> None:
    """Write the names at the ends of the lines, none upon another."""
    box = axes.get_window_extent()
    ends = [curve.dots if len(curve.dots[0]) else curve.line for curve in curves]
    places = [axes.transData.transform((float(n[-1]), float(values[-1]))) for n, values in ends]
    named = chosen([place[1] for place in places], [curve.contradicted for curve in curves], int(box.height / _LINE))
    heights = spread([places[one][1] for one in named], _LINE, box.y0, box.y1)
    for one, height in zip(named, heights, strict=True):
        curve, (start, level) = curves[one], places[one]
        path = ([start + 4 * _SCALE, box.x1, box.x1 + 9 * _SCALE], [level, level, height])
        axes.plot(*path, color=_colour(curve), linewidth=0.5, alpha=0.6, transform=None, clip_on=False)
        colour = _BAD if curve.contradicted else _INK
        text = shorten(printable(f"{curve.law}{curve.rest}"), 48)
        axes.annotate(
            text, (box.x1 + 14 * _SCALE, height), xycoords="figure pixels", va="center", color=colour, parse_math=False,
            annotation_clip=False,
        )  # fmt: skip


def _colour(curve: Curve) -> str:
    return _INK if curve.style == "claimed" else _COLOURS[int(curve.style[1])]
