"""Pictures of what changed: both series, and their ratio below with what struck the whole run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from wythoff._files.writing import whole_file
from wythoff.errors import InputError, printable, shorten
from wythoff.harness.compare.change import Change
from wythoff.harness.compare.pairs import Matched

if TYPE_CHECKING:
    from wythoff.harness.compare.run import Comparison

_COLOURS = ("#0072B2", "#D55E00")
_INK = "#222222"


def draw(found: Comparison, folder: Path) -> list[Path]:
    """
    Draw each pair that changed, as SVG, numbered from the worst on.

    Raises
    ------
    InputError
        If the folder can't be written.
    """
    files = []
    changed = [entry for entry in found.entries if entry[1].kind not in ("none", "unknown")]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, (matched, change) in enumerate(changed, 1):
            file = folder / f"{number:03}-{change.kind}.svg"
            _draw(matched, change, found.sides.names, file)
            files.append(file)
    except OSError as error:
        raise InputError(f"{shorten(str(folder), 200)} can't be written: {error.strerror or error}") from None
    return files


def _draw(matched: Matched, change: Change, names: tuple[str, str], file: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 6.0), layout="constrained")
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(2, 1))
    pair = matched.pair
    for n, samples, name, colour in (
        (pair.n_before, pair.before, names[0], _COLOURS[0]),
        (pair.n_after, pair.after, names[1], _COLOURS[1]),
    ):
        draw_lowest(upper, n, samples, name, "o-", colour)
    finish(upper, matched.series.label, matched.unit)
    _draw_ratio(lower, matched, change)
    with whole_file(file) as stream:
        figure.savefig(stream, format="svg", metadata={"Date": None})


def draw_lowest(axes: Any, n: Sequence[float], samples: Sequence[Any], name: str, line: str, colour: str) -> None:
    """Draw the lowest sample of each size of a series."""
    order = np.argsort(n)
    lowest = [float(np.min(samples[k])) for k in order]
    axes.plot(np.array(n)[order], lowest, line, color=colour, markersize=4, label=plain(name))


def finish(axes: Any, label: str, unit: str) -> None:
    """Give a picture of series its logarithmic axes, title and legend."""
    axes.set(xscale="log", yscale="log", ylabel=plain(unit))
    axes.set_title(plain(shorten(label, 80)), fontsize=9, color=_INK)
    axes.legend(fontsize=8)


def _draw_ratio(axes: Any, matched: Matched, change: Change) -> None:
    axes.plot(change.n, np.exp(change.logs), "o-", color=_INK, markersize=4)
    if change.ratio is not None:
        shift = change.raw / change.ratio.value
        axes.axhline(shift, color=_INK, linewidth=0.8, linestyle=":")
        axes.axhspan(change.ratio.low * shift, change.ratio.high * shift, color=_COLOURS[1], alpha=0.2)
    axes.set(xlabel=plain(matched.series.axis or "n"), ylabel="second / first", yscale="log")


def plain(text: str) -> str:
    """Keep foreign text from being read as mathematics."""
    return printable(text).replace("$", r"\$")
