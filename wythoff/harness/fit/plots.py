"""Pictures of fitted series: the measurements with the law, the two best laws side by side, their probabilities."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from wythoff._files.writing import whole_file
from wythoff.errors import InputError, printable, shorten
from wythoff.harness.drawing import BEST, INK, OTHER, SECOND, require_matplotlib
from wythoff.harness.fit import cells as cell
from wythoff.harness.fit.file_names import file_names
from wythoff.harness.fit.line import MOST_ABOVE, has_linear_sizes, law_line, law_values, sizes_ahead
from wythoff.harness.growth import Analysis
from wythoff.harness.growth.texts import law_text
from wythoff.harness.pool import map_all
from wythoff.harness.units import share_text, size_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from wythoff.harness.fit.fitting import Fitted

Floats = NDArray[np.float64]

# Quotients further than this factor from 1 are cut off.
CLIP = 8.0
# Drawing a series takes about as long as starting a worker.
FEW = 4
_LEAST_SHOWN = 0.005
_UNITS = {"seconds": ("time per call", "s"), "bytes": ("memory", "B")}


def draw_all(
    fitted: Sequence[Fitted], folder: Path, advance: Callable[[], None] = lambda: None, processes: int = 1
) -> list[Path]:
    """
    Draw each series into a folder, as SVG and PNG.

    Parameters
    ----------
    fitted : sequence of Fitted
        Series without a usable size are passed over.
    folder : Path
        Made if it isn't there; no file is written anywhere else, whatever the benchmarks are called.
    advance : callable
        Called after each series.
    processes : int
        How many processes may share the work; see `wythoff.harness.pool.map_all`.

    Returns
    -------
    list of Path
        The files, two for each series drawn.

    Raises
    ------
    InputError
        If matplotlib is missing, or the folder can't be written.
    """
    require_matplotlib()
    drawable = [entry for entry in fitted if len(entry.analysis.n)]
    tasks = [(entry, folder / name) for entry, name in zip(drawable, file_names(drawable), strict=True)]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return [file for files in map_all(_draw, tasks, advance, processes, FEW) for file in files]
    except OSError as error:
        raise InputError(f"{shorten(str(folder), 200)} can't be written: {error.strerror or error}") from None


def _draw(task: tuple[Fitted, Path]) -> list[Path]:
    """Draw one series; `task` holds it and the path without ending."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    entry, path = task
    files = [path.with_name(path.name + ending) for ending in (".svg", ".png")]
    # The same data give the same file; no font has every foreign letter, and what it lacks is drawn as a box.
    settings = plt.rc_context(
        {
            "svg.hashsalt": "wythoff",
            "font.size": 9,
            "figure.autolayout": False,
            "figure.constrained_layout.use": False,
        }
    )
    with settings, warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        figure = figure_of(entry)
        # Once for both files, as it takes longer than to draw one of them; with an engine each would be drawn twice.
        figure.get_layout_engine().execute(figure)
        figure.set_layout_engine(None)
        for file in files:
            metadata = {"Date": None} if file.suffix == ".svg" else None
            with whole_file(file, inside=file.parent) as stream:
                figure.savefig(stream, dpi=110, format=file.suffix[1:], metadata=metadata)
        plt.close(figure)
    return files


def figure_of(entry: Fitted) -> Any:
    """Draw a series as a matplotlib figure of three panels."""
    from matplotlib import pyplot as plt

    figure, (left, middle, right) = plt.subplots(
        1, 3, figsize=(13, 4.4), layout="constrained", width_ratios=(1.15, 1.15, 0.8)
    )
    title = shorten(printable(entry.series.label), 110)
    figure.suptitle(f"{title}\n{shorten(cell.where_text(entry), 120)}", fontsize=10, parse_math=False)
    _draw_measurements(left, entry)
    _draw_quotients(middle, entry)
    _draw_probabilities(right, entry)
    return figure


def _draw_measurements(axes: Any, entry: Fitted) -> None:
    analysis, task = entry.analysis, entry.task
    points = [
        (n, value) for n, values in zip(task.n, task.samples, strict=True) for value in values if min(n, value) > 0
    ]
    low, high = min(value for _, value in points), max(value for _, value in points)
    most = high * MOST_ABOVE
    ahead = _draw_law(axes, analysis, most) if len(analysis.n) > 1 else []
    if entry.verdict:
        _draw_claim(axes, analysis, entry.verdict.law)
    style = {"linestyle": "", "marker": ".", "markersize": 4, "color": INK, "alpha": 0.5}
    axes.plot(*zip(*points, strict=True), label="measured", **style)
    for found in [found for found in analysis.predictions if found.high <= most]:
        error = [[found.median - found.low], [found.high - found.median]]
        axes.errorbar([found.n], [found.median], yerr=error, fmt="D", markersize=5, capsize=4, color=SECOND)
    axes.axvline(analysis.n[-1], color=INK, linewidth=0.6, linestyle=":")
    # What was measured sets the range: a prediction of years would leave it a line at the bottom.
    top = max([high, *(value for value in ahead if value <= most)])
    margin = max(1.1, (top / low) ** 0.05)
    axes.set(yscale="log", ylim=(low / margin, top * margin))
    quantity, unit = _UNITS.get(entry.unit, ("value", printable(entry.unit)))
    _write_sizes(axes, entry)
    axes.set_ylabel(f"{quantity} ({shorten(unit, 40)})", parse_math=False)
    if entry.unit in _UNITS:
        _write_with_prefixes(axes, unit)
    axes.set_title("measured, and the likeliest law through it")
    _finish(axes)


def _draw_law(axes: Any, analysis: Analysis, most: float) -> list[float]:
    """Draw the law through the data, and with its band beyond; return what it predicts there."""
    # An undecided law is drawn dashed: it is one of several.
    dashes = "-" if analysis.decided else "--"
    label = law_text(analysis) if analysis.decided else f"{analysis.law} (undecided)"
    axes.plot(*law_line(analysis), dashes, color=BEST, linewidth=1.5, label=label)
    n = sizes_ahead(analysis)
    median, low, high = analysis.curve(analysis.law, n)
    seen = (low > 0) & (median <= most)
    if seen.any():
        upper = np.minimum(high[seen], most * MOST_ABOVE)
        axes.fill_between(n[seen], low[seen], upper, color=BEST, alpha=0.2, linewidth=0, label="90 % band")
        axes.plot(n[seen], median[seen], dashes, color=BEST, linewidth=1.0)
    return [float(value) for value in median[seen]]


def _draw_claim(axes: Any, analysis: Analysis, claimed: str) -> None:
    """Draw the claimed growth over the last sizes, from the line on."""
    n = np.array([size for size in analysis.n if size >= analysis.exponent_from])
    growth = law_values(claimed, n)
    if growth is None or len(n) < 2 or not growth[0] > 0:
        return
    start = analysis.path(analysis.law, n[:1])
    if np.isfinite(start).all():
        label = f"claimed: {claimed}"
        floor = analysis.floor or 0.0
        axes.plot(n, (start - floor) * growth / growth[0] + floor, ":", color=SECOND, linewidth=1.8, label=label)


def _write_with_prefixes(axes: Any, unit: str) -> None:
    from matplotlib.ticker import EngFormatter, NullFormatter

    axes.yaxis.set_major_formatter(EngFormatter(unit))
    low, high = axes.get_ylim()
    # Within one decade the ticks between powers of ten are all there is to read.
    axes.yaxis.set_minor_formatter(EngFormatter(unit) if high / low < 10 else NullFormatter())


def _draw_quotients(axes: Any, entry: Fitted) -> None:
    analysis = entry.analysis
    n, values = np.asarray(analysis.n, float), np.asarray(analysis.values, float)
    quantity = {"seconds": "time", "bytes": "memory"}.get(entry.unit, "value")
    quantity += " above the floor" if analysis.floor else ""
    laws = [
        law for law in sorted(analysis.probabilities, key=lambda law: -analysis.probabilities[law]) if law != "none"
    ]
    for law, colour, marker, style in zip(laws[:2], (BEST, SECOND), "os", ("-", "--"), strict=False):
        known = law_values(law, n)
        g = analysis.curve(law, n)[0] - (analysis.floor or 0.0) if known is None else known
        seen = np.isfinite(g) & (g > 0)
        if seen.any():
            quotient = values[seen] / g[seen]
            label = f"{quantity} / {'fitted ' if known is None else ''}{law}"
            axes.plot(n[seen], quotient / quotient[-1], style, color=colour, marker=marker, markersize=4, label=label)
    axes.axhline(1.0, color=INK, linewidth=0.6)
    for jump in analysis.jumps:
        axes.axvspan(jump.n_before, jump.n_after, facecolor=OTHER, alpha=0.4, edgecolor="white", linewidth=1)
        text = f"\u00d7{jump.factor:.2f}" + (f" {jump.level}" if jump.level else "")
        middle = math.sqrt(jump.n_before * jump.n_after)
        place = {"xycoords": ("data", "axes fraction"), "ha": "center", "va": "top", "rotation": 90}
        axes.annotate(text, (middle, 0.98), fontsize=8, **place)
    axes.set_ylabel("relative to the largest size (no unit)")
    # Small sizes, where overhead is most of the time, may lie far above; what matters is close to 1.
    low, high = (min(max(limit, 1 / CLIP), CLIP) for limit in axes.get_ylim())
    if high / low > 2:
        axes.set_yscale("log")
        _write_halves(axes)
    axes.set_ylim(low, high)
    _write_sizes(axes, entry)
    level = "no law runs level" if analysis.law == "none" else "the right law runs level at the end"
    axes.set_title(level + (" (grey: jumps)" if analysis.jumps else ""))
    _finish(axes, loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=2)


def _write_halves(axes: Any) -> None:
    """Write 0.5, 1, 2 instead of powers of ten, of which such a short axis has one."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

    axes.yaxis.set_major_locator(FixedLocator([2.0**power for power in range(-4, 5)]))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, place: f"{value:g}"))


def _write_sizes(axes: Any, entry: Fitted) -> None:
    """Scale and name the axis of sizes; a short one shows the measured sizes, as it has too few powers of ten."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

    analysis = entry.analysis
    sizes, linear = analysis.n, has_linear_sizes(analysis)
    axes.set_xscale("linear" if linear else "log")
    low, high = axes.get_xlim()
    if linear or high < 100 * low:
        axes.xaxis.set_major_locator(FixedLocator(sizes[:: max(1, math.ceil(len(sizes) / 6))]))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, place: size_text(value)))
    axes.set_xlabel(shorten(printable(entry.series.axis or "n"), 40), parse_math=False)


def _draw_probabilities(axes: Any, entry: Fitted) -> None:
    analysis = entry.analysis
    ordered = sorted(analysis.probabilities, key=lambda law: -analysis.probabilities[law])
    claimed = entry.verdict.law if entry.verdict else None
    shown = [
        law for law in ordered if analysis.probabilities[law] >= _LEAST_SHOWN or law == claimed or law in ordered[:2]
    ]
    colours = {
        law: colour for law, colour in zip([law for law in ordered if law != "none"], (BEST, SECOND), strict=False)
    }
    values = [analysis.probabilities[law] for law in shown]
    bars = axes.barh(range(len(shown)), values, color=[colours.get(law, OTHER) for law in shown], height=0.7)
    axes.bar_label(bars, [share_text(value) for value in values], padding=3, fontsize=8)
    axes.set_yticks(range(len(shown)), [f"{law}\n(claimed)" if law == claimed else law for law in shown])
    axes.set_ylim(max(len(shown), 4) - 0.4, -0.6)
    axes.set(xlim=(0, 1.15), xlabel="probability")
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_title("decided" if analysis.decided else "undecided")


def _finish(axes: Any, **legend: Any) -> None:
    axes.grid(visible=True, which="major", alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(fontsize=8, facecolor="white", edgecolor="none", framealpha=0.8, **legend)
