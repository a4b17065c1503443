"""The options that commands about results share: which of them, which of their series and clocks, and the output."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

_FILTERS, _OUTPUT = "Filters", "Output"

Results = Annotated[
    Optional[list[Path]],  # noqa: UP045
    typer.Argument(
        metavar="RESULTS",
        help="Result files, folders or glob patterns; by default this project's results.",
        show_default=False,
    ),
]
Config = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(metavar="FILE", help="The asv.conf.json with the claims; by default the one beside the results."),
]
Benchmark = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option(
        "-b", "--benchmark", metavar="REGEX", help="Only benchmarks that match; repeatable.", rich_help_panel=_FILTERS
    ),
]
Machine = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(metavar="NAME", help="Only this machine.", rich_help_panel=_FILTERS),
]
Environment = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        "-E",
        "--environment",
        metavar="NAME",
        help="Only this environment; a part of its name will do.",
        rich_help_panel=_FILTERS,
    ),
]
Commit = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        metavar="HASH", help="Only this commit; by default the newest of each series.", rich_help_panel=_FILTERS
    ),
]
Commits = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option(
        "--commit",
        metavar="COMMIT",
        help="Only this commit as git knows it, those of a range A..B, or EXISTING for all; repeatable. By default the "
        "newest of each series.",
        rich_help_panel=_FILTERS,
    ),
]
Axis = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(metavar="PARAMETER", help="Take this parameter as the size.", rich_help_panel=_FILTERS),
]
Clock = Annotated[
    str,
    typer.Option(
        metavar="auto|wall|cpu",
        help="Read times by this clock: the wall's, the processor's, or the less disturbed one of each series.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.", rich_help_panel=_OUTPUT)]
Csv = Annotated[bool, typer.Option("--csv", help="Print CSV.", rich_help_panel=_OUTPUT)]
