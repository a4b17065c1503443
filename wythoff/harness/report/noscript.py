"""The overview as a plain table, for readers whose browser runs no scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wythoff.harness.config import unquoted
from wythoff.harness.fit import cells as cell
from wythoff.harness.fit.fitting import Fit, Fitted
from wythoff.harness.fit.notes import summary_line
from wythoff.harness.growth.texts import exponent_text, law_text, sizes_text
from wythoff.harness.report.embed import in_html

# The page itself shows all; more rows would double its size.
MOST_ROWS = 200
_HEADERS = ("Benchmark", "Size", "Law", "Exponent", "Sizes", "At the largest", "Claim", "Measured on")


def overview_table(fit: Fit) -> str:
    """
    Write a fit as an HTML table.

    Parameters
    ----------
    fit : Fit
        From `wythoff.harness.fit.fitting.fit_results`.

    Returns
    -------
    str
        A table of at most `MOST_ROWS` series, contradicted claims first, and a paragraph on the rest if there is any.
    """
    contradicted = [entry for entry in fit.fitted if _outcome(entry) == "contradicted"]
    ordered = contradicted + [entry for entry in fit.fitted if _outcome(entry) != "contradicted"]
    head = "".join(f'<th scope="col">{header}</th>' for header in _HEADERS)
    rows = "\n".join(_row(_cells(entry)) for entry in ordered[:MOST_ROWS])
    table = (
        f'<table class="overview"><caption>{in_html(summary_line(fit))}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody></table>"
    )
    missing = len(ordered) - MOST_ROWS
    return table if missing <= 0 else f"{table}\n<p>{missing:,} more series are shown with scripts only.</p>"


def changes_list(overview: Mapping[str, Any], histories: Sequence[Mapping[str, Any]]) -> str:
    """
    Write the changes over commits as an HTML list; nothing where there are none.

    Parameters
    ----------
    overview : mapping
        Of the page's data, with its commits.
    histories : sequence of mapping
        The page's blocks.
    """
    lines = []
    for history in histories:
        for mark in history.get("marks", ()):
            series = overview["series"][history["id"]]
            fixed = ", ".join(f"{name}={unquoted(text)}" for name, text in series.get("fixed", ()))
            commit, date = overview["commits"][overview["commit_lists"][history["commits"]][mark["at"]]]
            where = f"{series['benchmark']}({fixed})" if fixed else series["benchmark"]
            doubt = " (no later commit confirms it)" if mark.get("unconfirmed") else ""
            lines.append(f"{where} at {commit[:8]} of {cell.day(date)}{doubt}: {mark['text']}")
    if not lines:
        return ""
    items = "\n".join(f"<li>{in_html(line)}</li>" for line in lines[:MOST_ROWS])
    more = f"\n<p>{len(lines) - MOST_ROWS:,} more changes are shown with scripts only.</p>" if lines[MOST_ROWS:] else ""
    return f"\n<h2>Changes over commits</h2>\n<ul>\n{items}\n</ul>{more}"


def _outcome(entry: Fitted) -> str | None:
    return entry.verdict.outcome if entry.verdict else None


def _cells(entry: Fitted) -> list[str]:
    analysis = entry.analysis
    return [
        entry.series.label,
        entry.series.axis or "",
        cell.both_text(entry) or law_text(analysis),
        exponent_text(analysis),
        sizes_text(analysis),
        cell.largest_text(entry),
        cell.claim_text(entry),
        cell.where_text(entry),
    ]


def _row(cells: Sequence[str]) -> str:
    first, *others = map(in_html, cells)
    return f'<tr><th scope="row">{first}</th>{"".join(f"<td>{text}</td>" for text in others)}</tr>'
