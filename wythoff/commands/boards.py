"""The command `board`: the positions of Wythoff's game as squares."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Optional

import typer

from wythoff.commands._shared import Misere, Parameter, whole


def board(
    size: Annotated[str, typer.Argument(metavar="SIZE", help="The number of rows and columns.")] = "16",
    a: Parameter = "1",
    misere: Misere = False,
    square: Annotated[
        Optional[tuple[str, str]],  # noqa: UP045
        typer.Option("--from", metavar="X Y", help="Show the moves from this square, and which of them win."),
    ] = None,
    grundy: Annotated[bool, typer.Option("--grundy", help="Show Grundy values.")] = False,
    output: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("-o", "--output", metavar="FILE", help="Draw into this file, .svg, .png or .txt."),
    ] = None,
) -> None:
    """Draw the board: the losing positions, the moves from a square, or Grundy values."""
    from wythoff.boards import board as make

    start = (whole("X", square[0]), whole("Y", square[1])) if square else None
    made = make(whole("SIZE", size), whole("a", a), misere, start, grundy=grundy)
    if output is None:
        print(made.to_text(ascii=not _writes_unicode()), end="")
    else:
        made.save(output)


def _writes_unicode() -> bool:
    try:
        "●♛★".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
