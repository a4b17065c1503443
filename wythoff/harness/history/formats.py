"""Histories as text and JSON."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from rich.console import Console

from wythoff.errors import shorten
from wythoff.harness.compare.change import WEIGHT
from wythoff.harness.compare.formats import change_record
from wythoff.harness.fit.formats import strict, strict_json
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.fit.table import say
from wythoff.harness.history.find import History, Mark
from wythoff.harness.history.words import sentence, title

if TYPE_CHECKING:
    from wythoff.harness.history.run import Histories

_SHOWN = 3
_STYLES = {True: "bold red", False: "green", None: "yellow"}


def print_histories(found: Histories, options: FitOptions, console: Console) -> None:
    """Print histories as asked for: what changed, the worst first, and an account."""
    if options.format == "json":
        console.file.write(strict_json(record(found)) + "\n")
        return
    changed = sorted((entry for entry in found.entries if entry.marks), key=_rank)
    shown = found.entries if options.verbose else changed
    for entry in shown:
        say(console, f"{_where(entry)}  {_span(entry)}", "bold" if entry.marks else None)
        for mark in entry.marks:
            say(console, f"    {title(mark)} {sentence(entry, mark)}", _STYLES[mark.change.worse])
        for place, reason in entry.remade:
            say(console, f"    not compared at {entry.commits[place].hash[:8]}: {reason}")
    for line in account_lines(found, options.verbose):
        say(console, line)


def account_lines(found: Histories, verbose: bool) -> list[str]:
    """Count series and changes, and say what nothing can be told of."""
    marks = [mark for entry in found.entries for mark in entry.marks]
    changed = sum(bool(entry.marks) for entry in found.entries)
    most = max((len(entry.commits) for entry in found.entries), default=0)
    lines = [
        f"{len(found.entries):,} series with up to {most:,} commits: {changed:,} changed, {len(marks):,} changes"
        if found.entries
        else "no series has two commits with dates and three sizes, so there is no history"
    ]
    if found.single:
        lines.append(f"of {found.single:,} more series there is one commit only")
    for reason, labels in found.left_out.items():
        shown = labels if verbose else labels[:_SHOWN]
        more = f" and {len(labels) - len(shown):,} more" if len(labels) > len(shown) else ""
        lines.append(f"no history, {reason}: {', '.join(shorten(label, 200) for label in shown)}{more}")
    remade = [entry for entry in found.entries if entry.remade]
    if remade and not verbose:
        lines.append(f"in {len(remade):,} series commits are not compared: the benchmark itself, or its unit, changed")
    return lines + (found.problems if verbose else found.problems[:_SHOWN])


def _rank(entry: History) -> tuple[bool, int, str]:
    newest = entry.marks[-1].change
    return not newest.worse, -max(WEIGHT[mark.change.kind] for mark in entry.marks), entry.series.label


def _where(entry: History) -> str:
    place = f" on {entry.series.machine}" if entry.series.machine else ""
    return f"{entry.series.label}{place}"


def _span(entry: History) -> str:
    first, last = entry.commits[0], entry.commits[-1]
    return f"{len(entry.commits)} commits, {first.hash[:8]} to {last.hash[:8]}"


def record(found: Histories) -> dict[str, Any]:
    """Return all of it as what JSON can hold."""
    return {
        "series": [_record(entry) for entry in found.entries],
        "single_commit": found.single,
        "no_history": [{"reason": reason, "what": what} for reason, what in found.left_out.items()],
        "problems": found.problems,
    }


def _record(entry: History) -> dict[str, Any]:
    series = entry.series
    cleaned: dict[str, Any] = strict(
        {
            "benchmark": series.benchmark,
            "fixed": dict(series.fixed),
            "axis": series.axis,
            "machine": series.machine,
            "environment": series.environment,
            "kind": entry.kind,
            "unit": entry.unit,
            "commits": [{"commit": one.hash, "date": one.date} for one in entry.commits],
            "n": entry.n,
            "values": [None if math.isnan(value) else value for value in entry.values],
            "changes": [_mark_record(entry, mark) for mark in entry.marks],
            "not_compared": [{"commit": entry.commits[place].hash, "reason": why} for place, why in entry.remade],
        }
    )
    return cleaned


def _mark_record(entry: History, mark: Mark) -> dict[str, Any]:
    return {
        "commit": entry.commits[mark.at].hash,
        "confirmed": mark.confirmed,
        "before": [entry.commits[place].hash for place in mark.before],
        "after": [entry.commits[place].hash for place in mark.after],
        **change_record(mark.change),
    }
