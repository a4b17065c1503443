"""The command `wythoff fit`, which is also ``scripts/fit_complexity.py``: parses, calls, prints."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from wythoff._extras import require
from wythoff._process.entry import run as run_command
from wythoff._process.plain_help import PlainCommand
from wythoff.harness.fit.shared_options import (
    Axis,
    Benchmark,
    Clock,
    Commits,
    Config,
    Csv,
    Environment,
    Json,
    Machine,
    Results,
)

_OUTPUT = "Output"


def fit(
    results: Results = None,
    config: Config = None,
    benchmark: Benchmark = None,
    machine: Machine = None,
    environment: Environment = None,
    commit: Commits = None,
    axis: Axis = None,
    clock: Clock = "auto",
    predict: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option("-p", "--predict", metavar="N", help="Predict this size too, such as 1e9; repeatable."),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Exit with 1 if a claim is contradicted, or about nothing.")
    ] = False,
    json: Json = False,
    csv: Csv = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print a Markdown table.", rich_help_panel=_OUTPUT)
    ] = False,
    plot: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="DIR", help="Draw each series into this folder, as SVG and PNG.", rich_help_panel=_OUTPUT),
    ] = None,
    verbose: Annotated[
        bool,
        typer.Option(
            "-v",
            "--verbose",
            help="List in full what was left out, and what is undecided, and why.",
            rich_help_panel=_OUTPUT,
        ),
    ] = False,
    series: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(
            metavar="FILE",
            help="Answer the series in a JSON request, - for standard input, with JSON.",
            rich_help_panel=_OUTPUT,
        ),
    ] = None,
) -> None:
    """
    Tell how benchmarks grow: the law or "undecided", the exponent, and whether the claims of asv.conf.json hold.

    Reads anybody's asv results (also Google Benchmark, pytest-benchmark and hyperfine JSON, and CSV). Of each series
    the newest measured commit is taken, or all that --commit asks for; what was left out, and why, is always listed.
    """
    require("fit", "fit", "json5", "rich", "scipy")
    from wythoff.harness.fit.answering import chosen_format, standard_output
    from wythoff.harness.fit.options import FitOptions, size, wanted
    from wythoff.harness.fit.run import run_fit

    options = FitOptions(
        results=tuple(results or ()),
        config=config,
        benchmark=tuple(benchmark or ()),
        machine=machine,
        environment=environment,
        commits=tuple(commit or ()),
        axis=axis,
        clock=wanted(clock),
        format=chosen_format(json, csv, markdown),
        plot=plot,
        check=check,
        predict=tuple(size(text) for text in predict or ()),
        series=series,
        verbose=verbose,
    )
    raise typer.Exit(run_fit(options, standard_output()))


def main(name: str, description: str) -> None:
    """Run the command under another name; bad input ends in one sentence on standard error and exit code 1."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.command(name, cls=PlainCommand, help=description)(fit)
    run_command(app, name)
