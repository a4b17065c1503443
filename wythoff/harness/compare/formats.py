"""A comparison as text, Markdown, JSON and CSV; all have the same figures and sentences."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console

from wythoff.errors import shorten
from wythoff.harness.clocks import NAMES
from wythoff.harness.compare.change import Change, Factor
from wythoff.harness.compare.options import CompareOptions
from wythoff.harness.compare.pairs import Matched
from wythoff.harness.compare.runs import Runs
from wythoff.harness.compare.words import TITLES, could_see, factor_text, times
from wythoff.harness.csv_output import csv_line
from wythoff.harness.fit.formats import escape, strict, strict_json
from wythoff.harness.fit.table import say

if TYPE_CHECKING:
    from wythoff.harness.compare.run import Comparison

_SHOWN = 3
_HEADERS = ("change", "series", "laws", "large sizes [90 %]", "a call [90 %]", "power [90 %]", "found")
_STYLES = {True: "bold red", False: "green", None: "yellow"}


def print_comparison(found: Comparison, options: CompareOptions, console: Console, notes: Console) -> None:
    """Print a comparison as asked for; of CSV, what is no table goes to the notes."""
    if options.format == "json":
        console.file.write(strict_json(record(found, options)) + "\n")
    elif options.format == "csv":
        console.file.write(to_csv(found))
        for line in account_lines(found, options):
            say(notes, line)
    elif options.format == "markdown":
        console.file.write(to_markdown(found, options) + "\n")
    else:
        _print_table(found, options, console)


def _print_table(found: Comparison, options: CompareOptions, console: Console) -> None:
    say(console, title(found), "bold")
    for matched, change in _shown(found, options.verbose):
        say(console, f"{_word(change)}  {_where(matched)}", _STYLES[change.worse] if change.kind != "none" else None)
        for line in (change.text, *matched.notes):
            say(console, f"    {line}")
    for line in account_lines(found, options):
        say(console, line)


def title(found: Comparison) -> str:
    """Name both sides."""
    first, second = found.sides.names
    return f"{found.sides.kind}s {first} and {second}: the second beside the first"


def account_lines(found: Comparison, options: CompareOptions) -> list[str]:
    """Count what did not change, say what struck whole runs, what was not compared, and what a check says."""
    lines = [_counts(found), *found.notes]
    lines += dict.fromkeys(_run_line(*run) for run in found.runs if found.sides.kind != "parameter")
    for reason, labels in found.matching.left_out.items():
        shown = labels if options.verbose else labels[:_SHOWN]
        more = f" and {len(labels) - len(shown):,} more" if len(labels) > len(shown) else ""
        lines.append(f"not compared, {reason}: {', '.join(shorten(label, 200) for label in shown)}{more}")
    lines += found.sides.problems if options.verbose else found.sides.problems[:_SHOWN]
    if options.check:
        lines += _check_lines(found, options.tolerance)
    return lines


def _counts(found: Comparison) -> str:
    changes = [change for _, change in found.entries]
    counts = {
        "worse": sum(change.worse is True for change in changes),
        "better": sum(change.worse is False for change in changes),
        "not comparable": sum(change.kind == "unknown" for change in changes),
    }
    level = [change.seen for change in changes if change.kind == "none"]
    text = f"{len(changes):,} series: {', '.join(f'{count:,} {word}' for word, count in counts.items() if count)}"
    text += (", " if any(counts.values()) else "") + f"{len(level):,} unchanged as far as the data could show"
    return f"{text} ({could_see(statistics.median(level))} in half of them)" if level else text


def _run_line(place: tuple[str, str, str], runs: Runs) -> str:
    machine, _, clock = place
    where = (f" on {machine}" if machine else "") + (f" by {NAMES['cpu']}" if clock == "cpu" else "")
    if not runs.series:
        return f"too few series{where} to tell a slower run from dearer code: runs are taken to differ by 2 %"
    spread = f"single ones lie {100 * math.expm1(runs.spread):.3g} % about that"
    if not runs.notable:
        return f"nothing struck the whole run{where}: {runs.series:,} series, {spread}"
    return (
        f"the whole run{where} is {times(math.exp(runs.shift))} times as dear, told from {runs.series:,} series: the "
        f"machine, or what all have in common; every ratio is beside that, and {spread}"
    )


def _check_lines(found: Comparison, tolerance: float) -> list[str]:
    unseen = [change for _, change in found.entries if not change.ratio_changed and change.seen > 1 + tolerance]
    lines = [f"worse than is let pass: {text}" for text in found.failures]
    if not found.failures:
        lines.append(f"check: no class got worse, and no constant by more than {100 * tolerance:g} %")
    if unseen:
        lines.append(
            f"check: in {len(unseen):,} of {len(found.entries):,} series a constant that grew by "
            f"{100 * tolerance:g} % could not have been seen"
        )
    return lines


def _shown(found: Comparison, verbose: bool) -> list[tuple[Matched, Change]]:
    return [entry for entry in found.entries if verbose or entry[1].kind != "none"]


def _word(change: Change) -> str:
    side = {True: "worse", False: "better", None: ""}[change.worse]
    return f"{side} {TITLES[change.kind]}".strip()


def _where(matched: Matched) -> str:
    place = f" on {matched.run[0]}" if matched.run[0] else ""
    return f"{matched.series.label}{place}"


def _cells(matched: Matched, change: Change) -> list[str]:
    laws = change.laws
    law = "" if laws is None else laws.before if laws.before == laws.after else f"{laws.before} -> {laws.after}"
    power = "" if change.exponent is None else "{:.2f} [{:.2f}, {:.2f}]".format(*change.exponent)
    return [
        _word(change),
        _where(matched),
        law,
        factor_text(change.ratio),
        factor_text(change.overhead),
        power,
        "; ".join((change.text, *matched.notes)),
    ]


def to_markdown(found: Comparison, options: CompareOptions) -> str:
    """Write a heading, a table of what changed, and the account; fit for a comment or a job's summary."""
    entries = _shown(found, options.verbose)
    lines = [f"### {escape(title(found))}", ""]
    if entries:
        lines += [_row(_HEADERS), "|" + " --- |" * len(_HEADERS)]
        lines += [_row([escape(text) for text in _cells(*entry)]) for entry in entries]
        lines.append("")
    return "\n".join([*lines, *(f"- {escape(line)}" for line in account_lines(found, options))])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def to_csv(found: Comparison) -> str:
    """Write a line for each series, the unchanged ones too."""
    columns = (
        "series",
        "machine",
        "environment",
        "change",
        "worse",
        "law_before",
        "law_after",
        "laws_differ",
        "ratio",
        "ratio_low",
        "ratio_high",
        "seen_from",
        "overhead",
        "overhead_low",
        "overhead_high",
        "power",
        "power_low",
        "power_high",
        "cheaper_from",
        "found",
    )
    lines = [csv_line(columns)]
    for matched, change in found.entries:
        laws = change.laws
        row: list[Any] = [matched.series.label, *matched.run, change.kind, change.worse]
        row += [laws.before, laws.after, laws.probability] if laws else [None] * 3
        row += [*_three(change.ratio), change.seen if math.isfinite(change.seen) else None, *_three(change.overhead)]
        row += [*(change.exponent or [None] * 3), change.crossing.n if change.crossing else None, change.text]
        lines.append(csv_line([_rounded(cell) for cell in row]))
    return "".join(lines)


def _three(factor: Factor | None) -> list[float | None]:
    return [None] * 3 if factor is None else [factor.value, factor.low, factor.high]


def _rounded(cell: Any) -> Any:
    return float(f"{cell:.6g}") if isinstance(cell, float) else cell


def record(found: Comparison, options: CompareOptions) -> dict[str, Any]:
    """Return all of a comparison as what JSON can hold."""
    return {
        "kind": found.sides.kind,
        "first": found.sides.names[0],
        "second": found.sides.names[1],
        "series": [_record(*entry) for entry in found.entries],
        "runs": [
            {
                "machine": machine,
                "environment": environment,
                "clock": clock,
                "ratio": math.exp(runs.shift),
                "spread": runs.spread,
                "series": runs.series,
                "notable": runs.notable,
            }
            for (machine, environment, clock), runs in found.runs
        ],
        "not_compared": [{"reason": reason, "what": what} for reason, what in found.matching.left_out.items()],
        "problems": found.sides.problems,
        "notes": found.notes,
        "tolerance": options.tolerance,
        "worse_than_tolerated": found.failures,
    }


def _record(matched: Matched, change: Change) -> dict[str, Any]:
    series = matched.series
    entry = {
        "benchmark": series.benchmark,
        "fixed": dict(series.fixed),
        "axis": series.axis,
        "machine": matched.run[0],
        "environment": matched.run[1],
        "kind": matched.kind,
        "unit": matched.unit,
        **change_record(change),
        "notes": list(matched.notes),
    }
    cleaned: dict[str, Any] = strict(entry)
    return cleaned


def change_record(change: Change) -> dict[str, Any]:
    """Return what was found of a pair as what JSON can hold, but for infinities."""
    laws = change.laws
    names = ("value", "low", "high")
    return {
        "change": change.kind,
        "worse": change.worse,
        "ratio": None if change.ratio is None else dict(zip(names, _three(change.ratio), strict=True)),
        "ratio_measured": change.raw,
        "ratio_changed": change.ratio_changed,
        "seen_from": change.seen,
        "overhead": None if change.overhead is None else dict(zip(names, _three(change.overhead), strict=True)),
        "overhead_changed": change.overhead_changed,
        "power": None if change.exponent is None else dict(zip(names, change.exponent, strict=True)),
        "laws": None
        if laws is None
        else {"before": laws.before, "after": laws.after, "probability_that_they_differ": laws.probability},
        "exponents": [
            None if one is None else {"value": one.exponent, "low": one.exponent_low, "high": one.exponent_high}
            for one in (change.before, change.after)
        ],
        "cheaper": None
        if change.crossing is None
        else {"which": {"before": "first", "after": "second"}[change.crossing.cheaper], "from_n": change.crossing.n},
        "n": change.n,
        "ratios": [math.exp(log) for log in change.logs],
        "found": change.text,
    }
