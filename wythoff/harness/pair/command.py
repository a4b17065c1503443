"""The command `wythoff measure-pair`: parses, calls, prints."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from wythoff._extras import require
from wythoff.harness.compare.shared_options import Markdown, Verbose
from wythoff.harness.fit.shared_options import Csv, Json
from wythoff.harness.sweep.shared_options import Benchmark, Environment, Machine, MaxN, MinN, RetryFailed, TimeLimit

_OUTPUT = "Output"


def measure_pair(
    first: Annotated[
        str, typer.Argument(metavar="A", help="A commit as git knows it: the one to compare with; A..B for both.")
    ],
    others: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Argument(
            metavar="B PROJECT",
            help="The other commit, then the project: its asv.conf.json or its folder; by default the one here.",
            show_default=False,
        ),
    ] = None,
    benchmark: Benchmark = None,
    budget: Annotated[
        float, typer.Option(metavar="SECONDS", help="How long measuring may take, the builds left out.")
    ] = 300.0,
    machine: Machine = None,
    time_limit: TimeLimit = 60.0,
    min_n: MinN = None,
    max_n: MaxN = None,
    environment: Environment = None,
    retry_failed: RetryFailed = False,
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Exit with 1 if a class got worse, a constant beyond --tolerance, or B alone fails."
        ),
    ] = False,
    tolerance: Annotated[
        float,
        typer.Option(
            metavar="SHARE", help="By how much of itself a constant may grow; no longer measured than to see that."
        ),
    ] = 0.1,
    json: Json = False,
    csv: Csv = False,
    markdown: Markdown = False,
    verbose: Verbose = False,
) -> None:
    """
    Measure two commits of an asv project in turn, size by size, until what differs is decided, and compare them.

    Both are built first. All that is measured goes into asv's result files as it comes: the same command goes on where
    it was ended, and `wythoff compare` reads the results.
    """
    require("sweep", "measure-pair", "asv", "filelock", "json5", "rich", "scipy", "virtualenv")
    from wythoff.errors import InputError, shorten
    from wythoff.harness.compare.options import exists, two_sides
    from wythoff.harness.fit.answering import chosen_format, standard_output
    from wythoff.harness.pair.options import PairOptions
    from wythoff.harness.pair.run import run_pair
    from wythoff.harness.sweep.options import SweepOptions

    before, after, projects = two_sides(first, list(others or ()), "measure-pair")
    if len(projects) > 1:
        raise InputError(f"one project is measured: leave {shorten(str(projects[1]), 200)} out")
    if projects and not exists(str(projects[0])):
        raise InputError(f"{shorten(str(projects[0]), 200)} does not exist: name the project that is measured")
    options = PairOptions(
        first=before,
        second=after,
        sweep=SweepOptions(
            config=projects[0] if projects else Path("asv.conf.json"),
            bench=tuple(benchmark or ()),
            machine=machine,
            time_limit_s=time_limit,
            min_n=min_n,
            max_n=max_n,
            retry_failed=retry_failed,
            environments=tuple(environment or ()),
        ),
        budget_s=budget,
        format=chosen_format(json, csv, markdown),
        check=check,
        tolerance=tolerance,
        verbose=verbose,
    )
    raise typer.Exit(run_pair(options, standard_output()))
