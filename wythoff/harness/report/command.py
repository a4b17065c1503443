"""The command `wythoff report`: parses and calls."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from wythoff._extras import require
from wythoff.harness.fit.shared_options import Axis, Benchmark, Clock, Commit, Config, Environment, Machine, Results

_VIEWING = "Viewing"


def report(
    results: Results = None,
    output: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(
            "-o",
            "--output",
            metavar="DIR",
            help="The folder for the page; made if it isn't there. By default one here, named after the project.",
        ),
    ] = None,
    single: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="FILE.html", help="Write the whole page as one small file, with nothing beside it."),
    ] = None,
    interactive: Annotated[
        bool,
        typer.Option("--interactive", help="Let the figures of --single be zoomed, which makes it 5 MB larger."),
    ] = False,
    picture: Annotated[
        Optional[list[Path]],  # noqa: UP045
        typer.Option(
            metavar="FILE.svg",
            help="Write the picture of the first view, as .svg or .png, for a README or a paper; repeatable.",
        ),
    ] = None,
    config: Config = None,
    title: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(metavar="TITLE", help="The page's title; by default the project's name, or the folder's."),
    ] = None,
    benchmark: Benchmark = None,
    machine: Machine = None,
    environment: Environment = None,
    commit: Commit = None,
    axis: Axis = None,
    clock: Clock = "auto",
    serve: Annotated[
        bool,
        typer.Option("--serve", help="Serve the page to this machine until Ctrl-C.", rich_help_panel=_VIEWING),
    ] = False,
    port: Annotated[
        int,
        typer.Option(metavar="N", help="The port for --serve; 0 takes any that is free.", rich_help_panel=_VIEWING),
    ] = 8000,
    open_page: Annotated[
        bool,
        typer.Option("--open", help="Open the page in the browser.", rich_help_panel=_VIEWING),
    ] = False,
) -> None:
    """
    Write a page that shows how benchmarks grow: laws, claims, comparisons, predictions, and the machine.

    Reads anybody's asv results (also Google Benchmark, pytest-benchmark and hyperfine JSON, and CSV); no asv.conf.json,
    repository or network is needed. The page opens from a file or any web server, and needs no network either.
    """
    require("report", "report", "json5", "plotly", "rich", "scipy")
    from rich.console import Console

    from wythoff.harness.fit.options import FitOptions, wanted
    from wythoff.harness.report.run import ReportOptions, run_report

    fit = FitOptions(
        results=tuple(results or ()),
        config=config,
        benchmark=tuple(benchmark or ()),
        machine=machine,
        environment=environment,
        commits=() if commit is None else (commit,),
        axis=axis,
        clock=wanted(clock),
    )
    options = ReportOptions(
        fit,
        output,
        title=title,
        single=single,
        interactive=interactive,
        picture=tuple(picture or ()),
        serve=serve,
        port=port,
        open=open_page,
    )
    raise typer.Exit(run_report(options, Console()))
