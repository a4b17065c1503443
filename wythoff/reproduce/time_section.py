"""The section of the page with the tables of times."""

from __future__ import annotations

from collections.abc import Sequence

from wythoff.harness.claims import AGREES, CONTRADICTED
from wythoff.reproduce.html import THIN, Markup, join, sign, spaced, table, tag
from wythoff.reproduce.timings import Column, Growth, Timings, describe


def times(measured: Timings) -> Markup:
    """Show the tables of times, printed beside measured, and how each column grows."""
    intro = tag(
        "p",
        "Milliseconds to build the table of losing positions for a = 2. Printed: C++, gcc 6.3.0, on an Intel Core "
        "i7-4510U at 2.00 GHz (the makefile in its repository asks for no optimisation). ",
        _where(measured),
        " Sizes that were not measured stay blank; nothing is interpolated. A ratio is printed over measured. Both "
        "columns are judged by the same analysis: the law, whether it is decided, and the exponent at the largest "
        "sizes with its 95 % interval. Printed columns have one value for each size, measured ones several.",
    )
    parts: list[object] = [intro]
    for key, document, number in (("draft-table-2", "draft thesis", 2), ("final-table-4", "final thesis", 4)):
        columns = measured.of(document)
        name = f"{document.capitalize()}, table {number}"
        parts.append(tag("div", tag("h3", name), _growths(name, columns), _times(name, columns), id=key))
    return join(parts)


def _where(found: Timings) -> str:
    if not any(column.measured for column in found.columns):
        return "Measured: nothing, as there were no results."
    cpu = found.facts.get("cpu") or "unknown processor"
    return f"Measured: this project's strategies, compiled by Numba, on {found.machine or 'a machine'} ({cpu})."


def _growths(name: str, columns: Sequence[Column]) -> Markup:
    lines: list[Sequence[object]] = []
    for column in columns:
        for what, growth in (("printed", column.printed_growth), ("measured", column.measured_growth)):
            if growth is not None:
                lines.append(
                    [
                        column.title,
                        column.law,
                        what,
                        describe(growth.analysis, column.law),
                        _verdict(growth),
                        growth.verdict.evidence,
                    ]
                )
    head = ("strategy", "claimed", "column", "found", "verdict", "evidence")
    return table(f"{name}: growth of the columns.", head, lines, kind="stacked")


def _verdict(growth: Growth) -> Markup:
    outcome = growth.verdict.outcome
    if outcome == AGREES:
        return sign(True, right="agrees")
    if outcome == CONTRADICTED:
        return sign(False, wrong="contradicted")
    return tag("span", tag("span", "?", aria_hidden="true"), " open", class_="sign open")


def _times(name: str, columns: Sequence[Column]) -> Markup:
    head: list[object] = ["n"]
    for column in columns:
        head += [f"{column.family}, printed", "measured", "ratio"]
    lines = []
    for n in sorted({n for column in columns for n in column.printed}):
        cells: list[object] = [(spaced(n), "number")]
        for column in columns:
            printed, measured = column.printed.get(n), column.measured.get(n)
            ratio = printed / measured if printed is not None and measured else None
            cells += [(_ms(printed), "number first"), (_digits(measured), "number"), (_digits(ratio), "number soft")]
        lines.append(cells)
    return table(f"{name}: milliseconds.", head, lines, kind="times")


def _ms(value: float | None) -> str:
    """Write a printed time with the digits that are printed."""
    return "" if value is None else f"{value:,.6f}".rstrip("0").rstrip(".").replace(",", THIN)


def _digits(value: float | None) -> str:
    """Write three significant digits."""
    if value is None:
        return ""
    if value >= 100:
        return f"{float(f'{value:.3g}'):,.0f}".replace(",", THIN)
    return f"{value:#.3g}".rstrip(".") if value >= 1e-4 else f"{value:.2e}"
