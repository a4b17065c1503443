"""The command `census`: every row at which a rounded formula is wrong."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from wythoff.commands._progress import progress
from wythoff.commands._shared import Json, Parameter, interruptible, print_json, whole
from wythoff.errors import InputError

if TYPE_CHECKING:
    from wythoff.census import Census

_SHOWN = 10
_LONG = 2**24  # candidates from which a terminal shows how far the census is


class Columns(StrEnum):
    """The columns of a table, and both."""

    A = "A"
    B = "B"
    both = "both"


def census(
    last: Annotated[str, typer.Option("--to", metavar="N", help="The last row.", show_default=False)],
    a: Parameter = "1",
    formula: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="How the product is rounded: float32, float64, float80 (a product in extended precision of the "
            "constant in double precision), binary:P with P bits or decimal:P with P digits.",
        ),
    ] = "float64",
    column: Annotated[
        Columns, typer.Option(metavar="A|B|both", help="Which formula: alpha's, beta's or both.", case_sensitive=False)
    ] = Columns.both,
    first: Annotated[str, typer.Option("--from", metavar="M", help="The first row.")] = "1",
    rows: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(
            metavar="K",
            help="How many wrong rows of each column are listed; by default 10, with --csv all.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print the rows as CSV: column, n, computed, right.")] = False,
) -> None:
    """
    Find every row at which floor(alpha n), or floor(beta n), is wrong because it is rounded.

    Only the rows whose multiple of alpha comes near an integer are looked at, which the three-gap theorem lists: up to
    10^10 in double precision these are a few ten thousand. Each is decided exactly. B of the last row must be below
    2^63.
    """
    from wythoff.census import Census

    if json and csv:
        raise InputError("give --json or --csv, not both")
    parameter = whole("a", a)
    most = whole("rows", rows) if rows is not None else None if csv else _SHOWN
    if most is not None and most < 0:
        raise InputError(f"rows must be at least 0, got {most}")
    names = ("A", "B") if column == Columns.both else (str(column),)
    to, start = whole("N", last), whole("M", first)
    each = [Census(to, parameter, formula=formula, column=name, first=start) for name in names]
    if csv:
        print("column,n,computed,right")
    results = []
    with interruptible():
        for name, one in zip(names, each, strict=True):
            results.append(_take(one, name, most, _csv_line if csv else None))
            if not (json or csv):
                _print(results[-1], one)
    if json:
        _print_json(results, parameter, formula, each[0])


def _take(
    census: Census, column: str, most: int | None, say: Callable[[str, list[int]], None] | None
) -> dict[str, Any]:
    """Run a census; list the first rows, or say them one by one."""
    listed: list[list[int]] = []
    count = 0
    with progress(census.n_candidates, _LONG) as advance:
        for piece in census:
            wrong = piece.wrong
            room = wrong.shape[1] if most is None else max(0, most - count)
            for row in wrong[:, :room].T.tolist():
                if say is None:
                    listed.append(row)
                else:
                    say(column, row)
            count += wrong.shape[1]
            advance(piece.candidates)
    return {"column": column, "wrong": count, "rows": listed, "factor": census.formula.factor}


def _csv_line(column: str, row: list[int]) -> None:
    print(column, *row, sep=",")


def _print(result: dict[str, Any], census: Census) -> None:
    column, count, factor = result["column"], result["wrong"], result["factor"]
    total = census.last - census.first + 1
    name = "alpha" if column == "A" else "beta"
    share = "" if not count else f", {count / total:.0%}" if count > total / 10 else f", 1 in {round(total / count)}"
    print(f"{column}: floor({name} n) is wrong at {count} of {total} rows{share}; {name} is {_decimal(factor)}")
    for n, computed, right in result["rows"]:
        print(f"  n = {n}: {computed}, right is {right} ({computed - right:+})")
    if count > len(result["rows"]) > 0:
        print(f"  and {count - len(result['rows'])} more")


def _print_json(results: list[dict[str, Any]], a: int, formula: str, census: Census) -> None:
    columns = [
        {
            "column": result["column"],
            "factor": str(result["factor"]),
            "wrong": result["wrong"],
            "rows": [dict(zip(("n", "computed", "right"), row, strict=True)) for row in result["rows"]],
        }
        for result in results
    ]
    print_json({"a": a, "formula": formula, "from": census.first, "to": census.last, "columns": columns})


def _decimal(factor: Any) -> str:
    """Write a constant with enough digits to tell it from its neighbours in double precision."""
    from decimal import Context, Decimal

    context = Context(prec=max(21, len(str(factor.denominator)) + 1 if factor.denominator % 5 == 0 else 21))
    number = context.divide(Decimal(factor.numerator), Decimal(factor.denominator))
    return f"{number.normalize(context):f}"
