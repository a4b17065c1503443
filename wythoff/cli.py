"""The command `wythoff`, assembled of the commands in `wythoff.commands` and in the harness."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import TextIOWrapper
from typing import Annotated

import typer

from wythoff._process.entry import run
from wythoff._process.plain_help import PlainGroup
from wythoff._version import __version__
from wythoff.commands import (
    boards,
    census,
    games,
    harness,
    moves,
    numbers,
    out_of_core,
    play,
    reproduce,
    tables,
    verify,
)
from wythoff.commands._games import GAME_CONTEXT
from wythoff.commands._shared import MeasuringCommand, NumbersCommand
from wythoff.harness.bisect.command import bisect
from wythoff.harness.compare.command import compare
from wythoff.harness.fit.command import fit
from wythoff.harness.history.command import history
from wythoff.harness.measure.command import time
from wythoff.harness.pair.command import measure_pair
from wythoff.harness.report.command import report
from wythoff.harness.report.offline_command import offline
from wythoff.harness.report.publish_command import publish

_NUMBERS, _PLAYING, _MEASURING = "Exact numbers", "Playing", "Measuring"

app = typer.Typer(
    name="wythoff",
    cls=PlainGroup,
    help="Wythoff's game and its relatives, exact and at any size, and sweeps that measure how algorithms grow.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"max_content_width": 120},
)


def main() -> None:
    """Run the command; bad input ends in one sentence on stderr and exit code 1."""
    if isinstance(sys.stdout, TextIOWrapper):  # a terminal that knows no è still gets its answer
        sys.stdout.reconfigure(errors="backslashreplace")
    run(app, "wythoff")


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"wythoff {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


def _add(
    panel: str, name: str, function: Callable[..., None], *examples: str, context: dict[str, bool] | None = None
) -> None:
    """Add a command, given as a function with Typer's annotations."""
    epilog = "\n".join(("Examples:", *(f"  wythoff {name} {example}".rstrip() for example in examples)))
    app.command(
        name,
        cls=NumbersCommand if panel != _MEASURING or function is reproduce.reproduce else MeasuringCommand,
        context_settings=context,
        help=_help(function),
        epilog=epilog if examples else None,
        rich_help_panel=panel,
    )(function)


def _help(function: Callable[..., None]) -> str:
    """Make a help text of a docstring: one line for each paragraph, which the terminal wraps."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in (function.__doc__ or "").split("\n\n"))


_add(_NUMBERS, "pair", numbers.pair, "10", "10000000000000000000000000000000 -a 2")
_add(_NUMBERS, "index", numbers.index, "17 -a 2")
_add(_NUMBERS, "represent", numbers.represent, "12 -a 2", "1000000 --system q")
_add(_NUMBERS, "first-failure", numbers.first_failure, "-a 2", "--alpha 1.618", "-a 2 --alpha float32")
_add(
    _NUMBERS,
    "table",
    tables.table,
    "1000",
    "1000000000100 --start 1000000000000 -a 2 --strategy arithmetic",
    "10000 --start 1 --column B --output b001950.txt",
    "100000000 --output table.parquet",
    "--to 10000000000 -a 2 --folder table",
)
_add(_NUMBERS, "verify", verify.verify, "table.csv -a 2", "b001951.txt", "thesis.tsv --all", "table --workers 2")
_add(
    _NUMBERS,
    "census",
    census.census,
    "--to 671088640 -a 2",
    "--to 1000000 --formula float32 --column B --csv",
    "--from 1000000000000 --to 1001000000000 --formula float80 -a 2",
)
_add(_NUMBERS, "agree", out_of_core.agree, "--to 100000000 -a 2", "--to 1000000 --strategies algebraic,arithmetic")
_add(_PLAYING, "classify", moves.classify, "7 17 -a 2")
_add(_PLAYING, "move", moves.move, "10 13 --all", "11 25 -a 2 --explain --rule arithmetic")
_add(_PLAYING, "board", boards.board, "20", "--from 9 12", "--output board.svg -a 2")
_add(_PLAYING, "game", games.game, "", "nim", "nim 7 5 12 --misere", "wythoff 10 13 -a 2 --all", context=GAME_CONTEXT)
_add(_PLAYING, "play", play.play, "wythoff", "nim 7 5 12 --strength 60 --save nim.json", context=GAME_CONTEXT)

_add(
    _MEASURING,
    "time",
    time,
    "'sorted(x)' --setup 'x = [random() for _ in range(n)]'",
    "'x in y' 'x in z' --setup 'x = -1; y = list(range(n)); z = set(y)'",
    "json:dumps --args 'list(range(n))' --at-most n",
)
_add(_MEASURING, "machine", harness.machine, "", "--save")
_add(_MEASURING, "sweep", harness.sweep, "--plan", "-b sort --max-n 1e6")
_add(_MEASURING, "fit", fit, "path/to/results -b sort", "--check --predict 1e9")
_add(
    _MEASURING,
    "compare",
    compare,
    "HEAD~1 HEAD",
    "v1.0..v2.0 -b sort --markdown",
    "before.json after.json --check --tolerance 0.2",
    "laptop server",
    "kind=list kind=set",
)
_add(
    _MEASURING,
    "measure-pair",
    measure_pair,
    "HEAD~1 HEAD",
    "main..HEAD -b sort --budget 600 --check",
    "v1.0 v2.0 path/to/project --markdown",
)
_add(_MEASURING, "history", history, "", "path/to/results -b sort", "--check --json")
_add(_MEASURING, "bisect", bisect, "v1.0 HEAD -b sort", "HEAD~100 HEAD path/to/project -b sort --max-commits 6")
_add(_MEASURING, "report", report, "--open", "path/to/results --single growth.html --picture growth.svg")
_add(_MEASURING, "publish", publish, "", "--html-dir site")
_add(_MEASURING, "offline", offline, "")
_add(_MEASURING, "reproduce", reproduce.reproduce, "", "--results results --output page")
