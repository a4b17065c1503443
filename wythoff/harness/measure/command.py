"""The command `wythoff time`: parses, measures, prints."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from wythoff._extras import require
from wythoff.errors import InputError


def time(
    statements: Annotated[
        list[str],
        typer.Argument(metavar="STATEMENT", help="Python that uses n and what the setup makes, or MODULE:FUNCTION."),
    ],
    setup: Annotated[
        str, typer.Option("-s", "--setup", metavar="PYTHON", help="Python that makes the arguments of n; not timed.")
    ] = "",
    args: Annotated[
        str,
        typer.Option("--args", metavar="PYTHON", help="For MODULE:FUNCTION: an expression of n, its arguments."),
    ] = "n",
    budget: Annotated[float, typer.Option(metavar="SECONDS", help="How long each statement may take.")] = 10.0,
    at_most: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(metavar="LAW", help="Exit with 1 if it surely grows faster; with 2 if that is undecided."),
    ] = None,
    clock: Annotated[str, typer.Option(metavar="auto|wall|cpu", help="Whose time is taken.")] = "auto",
    count: Annotated[bool, typer.Option("--count", help="Count operations instead of seconds.")] = False,
    time_only: Annotated[
        bool, typer.Option("--time-only", help="Count no operations beside; by default some small calls are.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print the samples as CSV, which fit reads.")] = False,
    plot: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="FILE", help="Draw into this file; its ending says how (svg, png, pdf)."),
    ] = None,
) -> None:
    """
    Tell how a statement grows with n, measured until that is decided.

    In the spirit of python -m timeit. Several statements are measured in turn, and where one overtakes another is
    told. Each runs in a process of its own; what it prints is thrown away. random() and math need no import.
    """
    require("harness", "time", "rich", "scipy")
    from wythoff.harness.measure.ask import Question, ask

    if json and csv:
        raise InputError("--json and --csv exclude each other: choose one output")
    if count and time_only:
        raise InputError("--count and --time-only exclude each other: choose what the answer rests on")
    question = Question(
        statements=tuple(statements),
        setup=setup,
        args=args,
        budget_s=budget,
        at_most=at_most,
        clock=clock,
        count=count,
        time_only=time_only,
        format="json" if json else "csv" if csv else "text",
        plot=plot,
    )
    raise typer.Exit(ask(question))
