"""The terminal's view of a fit: a table that fits the width, plain aligned text away from a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from wythoff.errors import printable
from wythoff.harness.claims import AGREES, CONTRADICTED, OPEN
from wythoff.harness.config import unquoted
from wythoff.harness.fit import cells as cell
from wythoff.harness.fit.fitting import Fit, Fitted
from wythoff.harness.fit.notes import (
    busy_lines,
    clock_lines,
    floor_line,
    left_out_lines,
    open_lines,
    summary_line,
    unmatched_lines,
    verdict_line,
    work_lines,
)
from wythoff.harness.fit.unicode_plot import unicode_plot
from wythoff.harness.growth.texts import exponent_text, law_text, probability_text
from wythoff.harness.units import size_text

# The least width that is left to the names; below it each series takes a few lines of its own.
NAME_WIDTH = 36
GAP = 2
# These may be folded between words, down to this width.
FOLDED = {"law": 15, "work": 12, "claim": 12}
STYLES = {AGREES: "green", CONTRADICTED: "bold red", OPEN: "yellow"}
_HEADERS = ("series", "law", "prob.", "exponent [95 %]", "sizes", "largest", "work", "claim")
_RIGHT = {"prob.", "largest"}


def print_fit(fit: Fit, console: Console, verbose: bool = False) -> None:
    """
    Print the series, the verdicts on claims, and what was left out.

    Parameters
    ----------
    fit : Fit
        From `wythoff.harness.fit.fitting.fit_results`.
    console : rich.console.Console
        A terminal gets a table that fits it; anything else gets plain aligned text.
    verbose : bool
        List in full what was left out, and why series are undecided.
    """
    for place, members in groupby(fit.fitted, key=cell.where_text):
        entries = list(members)
        if place:
            say(console, place, "bold")
        headers, rows = table_of(entries)
        widths = _least_widths(headers, rows, _names(entries))
        if not console.is_terminal:
            _print_plain(headers, rows, console)
        elif sum(widths) + GAP * len(widths) <= console.width:
            console.print(_table(headers, rows, entries, console.width))
        else:
            _print_stacked(headers, rows, entries, console)
        say(console, "")
    if console.is_terminal and len(fit.fitted) == 1:
        for line in unicode_plot(fit.fitted[0], console.width):
            console.print(Text(line))
        say(console, "")
    say(console, summary_line(fit))
    for entry in fit.fitted:
        verdict = entry.verdict
        if verdict and (verbose or verdict.outcome != AGREES):
            say(console, f"  {verdict_line(entry, verdict, fit)}", STYLES[verdict.outcome])
    for note in unmatched_lines(fit, verbose):
        say(console, note, STYLES[OPEN])
    for line in (*work_lines(fit, verbose), *(open_lines(fit) if verbose else ())):
        say(console, f"  {line}")
    notes = (*clock_lines(fit, verbose), *busy_lines(fit, verbose), *filter(None, [floor_line(fit)]))
    for line in (*notes, *left_out_lines(fit, verbose)):
        say(console, line)


def say(console: Console, text: str, style: str | None = None) -> None:
    """Print one line of foreign text: no markup is read in it, and no terminal code leaves it."""
    indent = len(text) - len(text.lstrip(" "))
    body = Text(printable(text.strip()), style=style or "")
    if console.is_terminal and indent:
        console.print(Padding(body, (0, 0, 0, min(indent, 8))))
    else:
        console.print(Text(" " * indent) + body, soft_wrap=not console.is_terminal)


def table_of(entries: Sequence[Fitted]) -> tuple[list[str], list[list[str]]]:
    """
    Lay out series as rows of text.

    Returns
    -------
    headers : list of str
        Columns of claims and of work only where there is a claim or work was counted, and one for each predicted size.
    rows : list of list of str
        One for each series, as many cells as headers.
    """
    shown = {"claim": any(entry.verdict for entry in entries), "work": any(entry.work for entry in entries)}
    headers = [header for header in _HEADERS if shown.get(header, True)]
    sizes = list(dict.fromkeys(found.n for entry in entries for found in entry.analysis.predictions))
    rows = []
    for entry in entries:
        texts = {
            "series": printable(entry.series.label),
            "law": law_text(entry.analysis),
            "prob.": probability_text(entry.analysis),
            "exponent [95 %]": exponent_text(entry.analysis),
            "sizes": cell.sizes_of(entry),
            "largest": cell.largest_text(entry),
            "work": cell.work_text(entry),
            "claim": cell.claim_text(entry),
        }
        predictions = {found.n: cell.prediction_text(found, entry.unit) for found in entry.analysis.predictions}
        rows.append([*(texts[header] for header in headers), *(predictions.get(n, "") for n in sizes)])
    return [*headers, *(f"at {size_text(n)} [90 %]" for n in sizes)], rows


def _least_widths(headers: Sequence[str], rows: Sequence[Sequence[str]], names: Sequence[str]) -> list[int]:
    """Return for each column how narrow it may get."""
    widths = [max(len(row[place]) for row in (headers, *rows)) for place in range(len(headers))]
    widths[0] = min(NAME_WIDTH, max(len(line) for name in names for line in name.splitlines()))
    words = [
        max(map(len, " ".join([header, *(row[place] for row in rows)]).split())) for place, header in enumerate(headers)
    ]
    return [
        max(word, min(width, FOLDED[header])) if header in FOLDED else width
        for header, width, word in zip(headers, widths, words, strict=True)
    ]


def _table(headers: Sequence[str], rows: Sequence[Sequence[str]], entries: Sequence[Fitted], width: int) -> Table:
    table = Table(box=None, padding=(0, GAP, 0, 0), pad_edge=False)
    names = _names(entries)
    for header, room in zip(headers, _widths(headers, rows, names, width), strict=True):
        # Names are folded where the terminal is narrow; numbers never are, because half a number is a wrong one. Each
        # column gets its width here: a table that shares out what is missing would cut words.
        right = header in _RIGHT or header.startswith("at ")
        table.add_column(header, justify="right" if right else "left", overflow="fold", width=room, vertical="bottom")
    for name, row, entry in zip(names, rows, entries, strict=True):
        style = STYLES[entry.verdict.outcome] if entry.verdict else ""
        cells = zip(headers[1:], row[1:], strict=True)
        table.add_row(Text(name), *(Text(text, style if header == "claim" else "") for header, text in cells))
    return table


def _widths(headers: Sequence[str], rows: Sequence[Sequence[str]], names: Sequence[str], width: int) -> list[int]:
    """Share a terminal's width out: to each column what it needs at least, what is left to those that are folded."""
    least = _least_widths(headers, rows, names)
    most = [max(len(row[place]) for row in (headers, *rows)) for place in range(len(headers))]
    most[0] = max(len(line) for name in names for line in name.splitlines())
    left = width - sum(least) - GAP * len(least)
    for place in [place for place, header in enumerate(headers) if header in FOLDED] + [0]:
        more = min(left, most[place] - least[place])
        least[place] += max(0, more)
        left -= max(0, more)
    return least


def _names(entries: Sequence[Fitted]) -> list[str]:
    """Name series on two lines, benchmark and parameters; the parameters alone below the same benchmark."""
    names = []
    before = None
    for entry in entries:
        series = entry.series
        fixed = ", ".join(f"{name}={unquoted(text)}" for name, text in series.fixed)
        lines = [series.benchmark] if series.benchmark != before or not fixed else []
        names.append("\n".join(printable(line) for line in (*lines, f"  {fixed}" if fixed else "") if line))
        before = series.benchmark
    return names


def _print_plain(headers: Sequence[str], rows: Sequence[Sequence[str]], console: Console) -> None:
    widths = [max(len(row[place]) for row in (headers, *rows)) for place in range(len(headers))]
    for row in (headers, *rows):
        texts = (
            text.rjust(width) if header in _RIGHT else text.ljust(width)
            for header, text, width in zip(headers, row, widths, strict=True)
        )
        console.print(Text("  ".join(texts).rstrip()), soft_wrap=True)


def _print_stacked(
    headers: Sequence[str], rows: Sequence[Sequence[str]], entries: Sequence[Fitted], console: Console
) -> None:
    for row, entry in zip(rows, entries, strict=True):
        texts = dict(zip(headers, row, strict=True))
        law = texts["law"] + (f" (probability {texts['prob.']})" if texts["prob."] else "")
        exponent = f"exponent {texts['exponent [95 %]']}" if texts["exponent [95 %]"] else ""
        largest = f"{texts['largest']} at the largest" if texts["largest"] else ""
        say(console, texts["series"], "bold")
        say(console, "  " + ", ".join(filter(None, (law, exponent))))
        say(console, "  " + "; ".join(filter(None, (texts["sizes"], largest))))
        for header in headers:
            if header.startswith("at ") and texts[header]:
                say(console, f"  predicted {header.removesuffix(' [90 %]')}: {texts[header]}")
        if entry.work:
            say(console, f"  {cell.both_text(entry)}")
        if entry.verdict:
            say(console, f"  claim {texts['claim']}", STYLES[entry.verdict.outcome])
