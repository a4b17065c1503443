"""The command `wythoff compare`: parses, calls, prints."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from wythoff._extras import require
from wythoff.harness.compare.shared_options import Markdown, Verbose
from wythoff.harness.fit.shared_options import Axis, Benchmark, Clock, Config, Csv, Json, Machine

_OUTPUT = "Output"


def compare(
    first: Annotated[
        str,
        typer.Argument(
            metavar="A",
            help="A commit as git knows it, a machine, an environment, a parameter's value such as kind=list, or a "
            "file or folder of results; A..B for two commits.",
        ),
    ],
    others: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Argument(
            metavar="B RESULTS",
            help="What to hold beside it, then where the results are; by default this project's.",
            show_default=False,
        ),
    ] = None,
    config: Config = None,
    benchmark: Benchmark = None,
    machine: Machine = None,
    axis: Axis = None,
    clock: Clock = "auto",
    any_version: Annotated[
        bool, typer.Option("--any-version", help="Compare benchmarks whose own code changed, too.")
    ] = False,
    check: Annotated[
        bool,
        typer.Option("--check", help="Exit with 1 if a class got worse, or a constant beyond --tolerance."),
    ] = False,
    tolerance: Annotated[float, typer.Option(metavar="SHARE", help="By how much of itself a constant may grow.")] = 0.1,
    json: Json = False,
    csv: Csv = False,
    markdown: Markdown = False,
    plot: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="DIR", help="Draw what changed into this folder, as SVG.", rich_help_panel=_OUTPUT),
    ] = None,
    verbose: Verbose = False,
) -> None:
    """
    Tell what changed between two commits, machines, environments or files: the law, the constant, the overhead.

    What can't be told is said, with the factor that would have been seen; what struck a whole run, such as a slower
    machine, is estimated from all series and not blamed on one.
    """
    require("compare", "fit", "json5", "rich", "scipy")
    from wythoff.harness.compare.options import CompareOptions, two_sides
    from wythoff.harness.compare.run import run_compare
    from wythoff.harness.fit.answering import chosen_format, standard_output
    from wythoff.harness.fit.options import wanted

    before, after, results = two_sides(first, list(others or ()))
    options = CompareOptions(
        first=before,
        second=after,
        results=results,
        config=config,
        benchmark=tuple(benchmark or ()),
        machine=machine,
        axis=axis,
        clock=wanted(clock),
        format=chosen_format(json, csv, markdown),
        plot=plot,
        check=check,
        tolerance=tolerance,
        any_version=any_version,
        verbose=verbose,
    )
    raise typer.Exit(run_compare(options, standard_output()))
