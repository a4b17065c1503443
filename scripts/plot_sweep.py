#!/usr/bin/env python3
"""
Plot time per unit of size against size, one line a series: a level line is linear growth.

    scripts/plot_sweep.py RESULTS BENCHMARK OUTPUT

RESULTS is a folder of asv results, BENCHMARK a regular expression that picks the benchmarks, OUTPUT an .svg, .png or
.pdf file. Only what was measured is drawn, with the range of the recorded samples; nothing is fitted.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from wythoff.errors import InputError
from wythoff.harness.config import Claim, load_config
from wythoff.harness.results import Row, read_results
from wythoff.harness.series import Series, group_rows

# Eight colours that stay apart for colour-blind readers (Okabe and Ito), and markers for print without colours.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#888888")
MARKERS = "osD^vP*X"


def drawable(rows: list[Row], claims: list[Claim], pattern: str) -> dict[Series, list[tuple[float, Row]]]:
    """Return the time series whose benchmark matches, each with at least two measured sizes."""
    chosen = group_rows((row for row in rows if row.kind == "time" and re.search(pattern, row.benchmark)), claims)
    measured = {series: [(n, row) for n, row in points if row.measured] for series, points in chosen.items()}
    return {series: points for series, points in measured.items() if len({n for n, _ in points}) > 1}


def plot(found: dict[Series, list[tuple[float, Row]]], output: Path) -> None:
    """Draw the series and save the figure."""
    try:
        import matplotlib
    except ImportError:
        raise InputError("plotting needs matplotlib; install the extra: pip install 'wythoff[plot]'") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    plt.rcParams["svg.hashsalt"] = "wythoff"  # the same data give the same file
    figure, axes = plt.subplots(figsize=(8, 5), layout="constrained")
    for position, (series, points) in enumerate(found.items()):
        sizes = [n for n, _ in points]
        values = [row.value * 1e9 / n for n, row in points if row.value is not None]
        colour = COLOURS[position % len(COLOURS)]
        low = [min(row.samples or (row.value or 0,)) * 1e9 / n for n, row in points]
        high = [max(row.samples or (row.value or 0,)) * 1e9 / n for n, row in points]
        axes.fill_between(sizes, low, high, color=colour, alpha=0.2, linewidth=0)
        label = ", ".join(text.strip("'\"") for _, text in series.fixed) or series.benchmark
        marker = MARKERS[position // len(COLOURS) % len(MARKERS) if len(found) > len(COLOURS) else position]
        axes.plot(sizes, values, color=colour, marker=marker, markersize=4, linewidth=1, label=label)
    axes.set(xscale="log", yscale="log", xlabel="n", ylabel="time / n  (ns)")
    axes.grid(visible=True, which="major", alpha=0.3)
    axes.legend(fontsize="small")
    axes.set_title(
        ", ".join(sorted({f"{series.benchmark} on {series.machine}" for series in found})), fontsize="medium"
    )
    figure.savefig(output, metadata={"Date": None} if output.suffix == ".svg" else None)


def main() -> None:
    """Parse the arguments and draw; bad input ends in one sentence and exit code 1."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path)
    parser.add_argument("benchmark")
    parser.add_argument("output", type=Path)
    arguments = parser.parse_args()
    try:
        config = arguments.results.parent / "asv.conf.json"
        claims = list(load_config(config).claims) if config.is_file() else []
        reading = read_results(arguments.results)
        for problem in reading.problems:
            print(problem, file=sys.stderr)
        found = drawable(reading.rows, claims, arguments.benchmark)
        if not found:
            raise InputError(
                f"no series of time over size in {arguments.results} matches {arguments.benchmark!r}; "
                "give a folder of asv results and part of a benchmark's name"
            )
        plot(found, arguments.output)
    except (InputError, OSError, re.error) as error:
        sys.exit(f"plot_sweep: {error}")


if __name__ == "__main__":
    main()
