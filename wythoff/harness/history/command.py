"""The command `wythoff history`: parses, calls, prints."""

from __future__ import annotations

from typing import Annotated

import typer

from wythoff._extras import require
from wythoff.harness.fit.shared_options import Axis, Benchmark, Clock, Config, Environment, Json, Machine, Results

_OUTPUT = "Output"


def history(
    results: Results = None,
    config: Config = None,
    benchmark: Benchmark = None,
    machine: Machine = None,
    environment: Environment = None,
    axis: Axis = None,
    clock: Clock = "auto",
    check: Annotated[
        bool, typer.Option("--check", help="Exit with 1 if the last change of a series is for the worse.")
    ] = False,
    json: Json = False,
    verbose: Annotated[
        bool, typer.Option("-v", "--verbose", help="List series that did not change, too.", rich_help_panel=_OUTPUT)
    ] = False,
) -> None:
    """
    Tell at which commits of a results folder the growth changed: the law, the constant, the overhead.

    All commits that were measured are looked at, in the order of their dates. A change is one that the next commit
    has, too; that of the newest commit is said to be unconfirmed.
    """
    require("history", "fit", "json5", "rich", "scipy")
    from wythoff.harness.fit.answering import standard_output
    from wythoff.harness.fit.options import FitOptions, wanted
    from wythoff.harness.history.run import run_history

    options = FitOptions(
        results=tuple(results or ()),
        config=config,
        benchmark=tuple(benchmark or ()),
        machine=machine,
        environment=environment,
        axis=axis,
        clock=wanted(clock),
        format="json" if json else "table",
        verbose=verbose,
    )
    raise typer.Exit(run_history(options, check, standard_output()))
