"""How each time series grew, as a short table: the last point and the local growth, without any judgement."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from wythoff.errors import printable
from wythoff.harness.config import Claim
from wythoff.harness.results import Row
from wythoff.harness.series import Series, group_rows
from wythoff.harness.size_claims import with_sizes
from wythoff.harness.sweep.predict import log_slope
from wythoff.harness.units import human_n, human_seconds

SLOPE_POINTS = 4
# Below this width the numbers' columns would leave none for the names.
NARROW = 66
_HEADERS = ("series", "n", "time", "time / n", "growth")


@dataclass(frozen=True)
class SeriesSummary:
    """
    The end of one time series.

    Attributes
    ----------
    series : Series
        Which.
    n, seconds : float
        The largest size measured, and the time per call there.
    slope : float or None
        Slope of log time over log n at the last 3 or 4 points; None for fewer.
    """

    series: Series
    n: float
    seconds: float
    slope: float | None

    @property
    def growth(self) -> str:
        """The slope as a power of n."""
        return "" if self.slope is None else f"n^{self.slope:.2f}"


def summarize(
    rows: Iterable[Row], claims: Sequence[Claim] = (), wanted: Callable[[Row], bool] | None = None
) -> list[SeriesSummary]:
    """
    Summarise every time series among the reader's rows.

    Parameters
    ----------
    rows : iterable of Row
        From `wythoff.harness.results.read_results`.
    claims : sequence of Claim
        From the configuration; they may name the size axis.
    wanted : callable, optional
        Keeps only series that hold a row of which this is true. The axis is chosen from all `rows`, so that
        a series looks the same whatever part of it is wanted.

    Returns
    -------
    list of SeriesSummary
        Sorted by benchmark and fixed parameters; series without a finite value are left out.
    """
    found = []
    for series, points in group_rows(with_sizes((row for row in rows if row.kind == "time"), claims), claims).items():
        times = [(n, row.value) for n, row in points if row.measured and row.value is not None and row.value > 0]
        if times and (wanted is None or any(wanted(row) for _, row in points)):
            last = times[-SLOPE_POINTS:]
            found.append(SeriesSummary(series, *times[-1], log_slope(last) if len(last) > 2 else None))
    return sorted(found, key=lambda entry: (entry.series.benchmark, entry.series.fixed, entry.series.environment))


def print_summary(
    summaries: Sequence[SeriesSummary], notes: Sequence[str], console: Console, title: str | None = None
) -> None:
    """
    Print a table of series, and below it one line for each note.

    Parameters
    ----------
    summaries : sequence of SeriesSummary
        From `summarize`.
    notes : sequence of str
        What was stopped or failed, and why.
    console : rich.console.Console
        A terminal gets a table that fits it; anything else gets plain aligned text.
    title : str, optional
        A line above the table.
    """
    environments = {summary.series.environment for summary in summaries}
    cells = [
        (
            printable(summary.series.label + (f" [{summary.series.environment}]" if len(environments) > 1 else "")),
            human_n(int(summary.n) if summary.n.is_integer() else summary.n),
            human_seconds(summary.seconds),
            human_seconds(summary.seconds / summary.n),
            summary.growth,
        )
        for summary in summaries
    ]
    if title:
        console.print(title, markup=False, highlight=False)
    if cells:
        if console.is_terminal and console.width < NARROW:
            for label, n, time, time_per_n, growth in cells:
                about = ", ".join(filter(None, (f"n = {n}", time, f"{time_per_n} per n", growth)))
                console.print(f"{label}\n  {about}", markup=False, highlight=False)
        elif console.is_terminal:
            console.print(_table(cells))
        else:
            for line in _plain_lines(cells):
                console.print(line, markup=False, highlight=False, soft_wrap=True)
    for note in notes:
        console.print(printable(note), markup=False, highlight=False, soft_wrap=not console.is_terminal)


def _table(cells: Sequence[tuple[str, ...]]) -> Table:
    table = Table(box=box.SIMPLE)
    for position, header in enumerate(_HEADERS):
        # Names are folded where the terminal is narrow; numbers never are, because half a number is a wrong one.
        table.add_column(header, justify="left" if position == 0 else "right", no_wrap=position > 0, overflow="fold")
    for row in cells:
        table.add_row(*(Text(cell) for cell in row))
    return table


def _plain_lines(cells: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[column]) for row in (_HEADERS, *cells)) for column in range(len(_HEADERS))]
    return [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (_HEADERS, *cells)
    ]
