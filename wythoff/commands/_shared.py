"""Options and conversions that the commands share."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from wythoff._process import interrupts
from wythoff._process.plain_help import PlainCommand
from wythoff.errors import InputError, shorten

Parameter = Annotated[
    str, typer.Option("-a", "--a", metavar="A", help="The game's parameter, at least 1; 1 is Wythoff's own game.")
]
Misere = Annotated[bool, typer.Option("--misere", help="Misère play: whoever makes the last move loses.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON; its numbers are exact, of any length.")]


class MeasuringCommand(PlainCommand):
    """A command that takes -5 for a number, to be refused in its own words, and not for an unknown option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse, letting through what can only be a negative number."""
        if any(re.fullmatch(r"-\d+", argument) for argument in args):
            ctx.ignore_unknown_options = True
        return super().parse_args(ctx, args)


class NumbersCommand(MeasuringCommand):
    """A command whose numbers are of any size: they are what the user typed or asked for."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse, and lift Python's bound on the digits of a number, which foreign results keep to."""
        sys.set_int_max_str_digits(0)
        return super().parse_args(ctx, args)


def whole(name: str, text: str) -> int:
    """
    Turn what was typed into an int of any size.

    Raises
    ------
    InputError
        If it is no whole number; ``1e5`` and ``1.0`` are none.
    """
    try:
        return int(text)
    except ValueError:
        raise InputError(f"{name} must be a whole number, got {shorten(repr(text))}") from None


@contextlib.contextmanager
def interruptible(state: str = "") -> Iterator[None]:
    """Let Ctrl-C end a command in one sentence that may go on to say how things are, and exit code 130."""
    try:
        with interrupts.stating(state):
            yield
    except KeyboardInterrupt:
        interrupts.tell(state)
        raise typer.Exit(interrupts.CODE) from None


def print_json(data: dict[str, Any]) -> None:
    """Print one JSON object on one line."""
    from json import dumps

    print(dumps(data))
