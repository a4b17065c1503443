"""The command `wythoff bisect`: parses, calls, prints."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from wythoff._extras import require
from wythoff.harness.fit.shared_options import Json
from wythoff.harness.sweep.shared_options import Benchmark, Environment, Machine, MaxN, TimeLimit

_OUTPUT = "Output"


def bisect(
    good: Annotated[
        str, typer.Argument(metavar="GOOD", help="A commit before the change, an ancestor of BAD, as git knows it.")
    ],
    bad: Annotated[str, typer.Argument(metavar="BAD", help="A commit with the change.")],
    project: Annotated[
        Path,
        typer.Argument(
            metavar="PROJECT",
            help="The asv project: its asv.conf.json or the folder that holds it.",
            show_default=False,
        ),
    ] = Path("asv.conf.json"),
    benchmark: Benchmark = None,
    max_commits: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(metavar="N", help="Measure so many commits between at most; by default 1.5 log2 of their number."),
    ] = None,
    machine: Machine = None,
    environment: Environment = None,
    time_limit: TimeLimit = 60.0,
    max_n: MaxN = None,
    rounds: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(metavar="N", help="How many rounds, in place of the benchmarks' own."),
    ] = None,
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Try commits and points again that failed before.")
    ] = False,
    json: Json = False,
    plot: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(
            metavar="FILE",
            help="Draw GOOD, BAD and both sides of the change: .svg, .png or .pdf.",
            rich_help_panel=_OUTPUT,
        ),
    ] = None,
) -> None:
    """
    Find the commit at which a benchmark's law, constant or overhead changed, between a good and a bad one.

    Each measured commit makes each commit a more or less probable first changed one, and the next to be measured is
    the one that tells most. Results are kept as a sweep's are, and those that are there are used: nothing is measured
    twice, and the same command goes on where it was stopped.

    The exit code is 0 if one commit is sure, 2 if several are left, and 1 if GOOD and BAD don't differ.
    """
    require("sweep", "bisect", "asv", "filelock", "json5", "rich", "scipy", "virtualenv")
    from wythoff.harness.bisect.options import BisectOptions
    from wythoff.harness.bisect.run import run_bisect
    from wythoff.harness.fit.answering import standard_output

    options = BisectOptions(
        good=good,
        bad=bad,
        config=project,
        bench=tuple(benchmark or ()),
        most=max_commits,
        machine=machine,
        environments=tuple(environment or ()),
        time_limit_s=time_limit,
        max_n=max_n,
        rounds=rounds,
        retry_failed=retry_failed,
        json=json,
        plot=plot,
    )
    raise typer.Exit(run_bisect(options, standard_output()))
