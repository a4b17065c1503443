"""The command `wythoff report`: parses and calls."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from wythoff._entry import require

_FILTERS, _VIEWING = "Filters", "Viewing"


def report(
    output: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="DIR", help="The folder for the page; made if it isn't there."),
    ],
    results: Annotated[
        Optional[list[Path]],  # noqa: UP045
        typer.Argument(
            metavar="[RESULTS]...",
            help="Result files, folders or glob patterns; by default this project's results.",
            show_default=False,
        ),
    ] = None,
    config: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(help="The asv.conf.json with the claims; by default the one beside the results."),
    ] = None,
    title: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(help="The page's title; by default the project's name."),
    ] = None,
    benchmark: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option(
            "-b",
            "--benchmark",
            metavar="REGEX",
            help="Only benchmarks that match; repeatable.",
            rich_help_panel=_FILTERS,
        ),
    ] = None,
    machine: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(help="Only this machine.", rich_help_panel=_FILTERS),
    ] = None,
    commit: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(help="Only this commit; by default the newest of each series.", rich_help_panel=_FILTERS),
    ] = None,
    axis: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(metavar="PARAMETER", help="Take this parameter as the size.", rich_help_panel=_FILTERS),
    ] = None,
    serve: Annotated[
        bool,
        typer.Option("--serve", help="Serve the page to this machine until Ctrl-C.", rich_help_panel=_VIEWING),
    ] = False,
    port: Annotated[
        int,
        typer.Option(help="The port for --serve; 0 takes any that is free.", rich_help_panel=_VIEWING),
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
    require("report", ("json5", "plotly", "rich", "scipy"))
    from rich.console import Console

    from wythoff.harness.fit.options import FitOptions
    from wythoff.harness.report.run import ReportOptions, run_report

    fit = FitOptions(
        results=tuple(results or ()),
        config=config,
        benchmark=tuple(benchmark or ()),
        machine=machine,
        commit=commit,
        axis=axis,
    )
    options = ReportOptions(fit, output, title=title, serve=serve, port=port, open=open_page)
    raise typer.Exit(run_report(options, Console()))
