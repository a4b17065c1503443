"""How `compare` and `measure-pair` print a comparison."""

from __future__ import annotations

from typing import Annotated

import typer

_OUTPUT = "Output"

Markdown = Annotated[
    bool, typer.Option("--markdown", help="Print Markdown, for a pull request.", rich_help_panel=_OUTPUT)
]
Verbose = Annotated[
    bool,
    typer.Option(
        "-v", "--verbose", help="List what did not change, and all that was not compared.", rich_help_panel=_OUTPUT
    ),
]
