"""Analyses as a figure by matplotlib: values and laws on logarithmic axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wythoff.errors import printable, shorten
from wythoff.harness.drawing import BEST, INK, SECOND, require_matplotlib
from wythoff.harness.growth.texts import law_text

if TYPE_CHECKING:
    from wythoff.harness.growth.analysis import Analysis

_COLOURS: Final = (BEST, SECOND, "#009E73", "#CC79A7", "#E69F00", INK)
_MARKERS: Final = "os^Dvx"
_POINTS: Final = 80


def figure_of_analysis(found: Analysis) -> Any:
    """Return a matplotlib figure of the values that an analysis went by, in their own unit."""
    return figure_of_series([("", found, found.n, [[value] for value in found.values])], "")


def figure_of_series(
    series: Sequence[tuple[str, Analysis, Sequence[float], Sequence[Sequence[float]]]], unit: str
) -> Any:
    """Return a figure of series, each with its name, analysis, sizes and samples, which no window shows by itself."""
    require_matplotlib()
    from matplotlib.figure import Figure
    from matplotlib.ticker import EngFormatter

    figure = Figure(figsize=(7, 4.4), layout="constrained")
    axes = figure.subplots()
    for place, (name, found, sizes, samples) in enumerate(series):
        colour, marker = _COLOURS[place % len(_COLOURS)], _MARKERS[place % len(_MARKERS)]
        points = [(n, value) for n, row in zip(sizes, samples, strict=True) for value in row if value > 0]
        axes.plot(*zip(*points, strict=True), marker, color=colour, markersize=3, alpha=0.5)
        label = f"{shorten(printable(name), 40)}: {law_text(found)}" if name else law_text(found)
        at = np.geomspace(sizes[0], sizes[-1], _POINTS)
        style = "-" if found.decided else "--"
        axes.plot(at, found.line(found.law, at), style, color=colour, linewidth=1.2, label=label)
    axes.set(xscale="log", yscale="log", xlabel="n", ylabel="time per call" if unit else "cost")
    axes.yaxis.set_major_formatter(EngFormatter(unit))
    axes.grid(visible=True, which="major", alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    for text in axes.legend(fontsize=8).get_texts():
        text.set_parse_math(False)
    return figure
