"""Pictures of what was measured, by matplotlib: samples and laws on logarithmic axes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from wythoff._files.writing import whole_file
from wythoff.errors import InputError, printable, shorten
from wythoff.harness.fit.cells import law_text
from wythoff.harness.fit.plots import BEST, INK, SECOND, require_matplotlib
from wythoff.harness.growth import Analysis
from wythoff.harness.measure.answer import Measured

_COLOURS: Final = (BEST, SECOND, "#009E73", "#CC79A7", "#E69F00", INK)
_MARKERS: Final = "os^Dvx"
_POINTS: Final = 80
FORMATS: Final = ("svg", "png", "pdf")


def check_ending(file: Path) -> str:
    """Return the format that a file's ending names, or say which there are."""
    ending = file.suffix[1:].lower()
    if ending not in FORMATS:
        known = ", ".join(f".{one}" for one in FORMATS)
        raise InputError(f"--plot {shorten(repr(str(file)), 200)} must end in one of {known}")
    return ending


def draw(measured: Sequence[Measured], file: Path) -> None:
    """
    Draw into a file, in the format that its ending names.

    Raises
    ------
    InputError
        If matplotlib is missing, the ending is another, or the file can't be written.
    """
    ending = check_ending(file)
    figure = figure_of(measured)
    with whole_file(file) as stream:
        figure.savefig(stream, format=ending, dpi=110)


def figure_of(measured: Sequence[Measured]) -> Any:
    """Return a matplotlib figure of all samples, which no window shows by itself."""
    return _figure([(one.name, one.analysis, one.n, one.samples) for one in measured], "s")


def figure_of_analysis(found: Analysis) -> Any:
    """Return a matplotlib figure of the values that an analysis went by, in their own unit."""
    return _figure([("", found, found.n, [[value] for value in found.values])], "")


def _figure(series: Sequence[tuple[str, Analysis, Sequence[float], Sequence[Sequence[float]]]], unit: str) -> Any:
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
