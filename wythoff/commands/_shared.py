"""Options and conversions that the commands share."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from wythoff._process import interrupts
from wythoff.errors import InputError, shorten

Parameter = Annotated[
    str, typer.Option("-a", "--a", metavar="A", help="The game's parameter, at least 1; 1 is Wythoff's own game.")
]
Misere = Annotated[bool, typer.Option("--misere", help="Misère play: whoever makes the last move loses.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON; its numbers are exact, of any length.")]


def in_words(parameters: Iterable[Any]) -> list[Any]:
    """
    Let help name what a parameter takes in the words that its ``metavar`` gives, and never as a type of Python.

    Notes
    -----
    Typer from 0.29 on writes ``<bool>`` beside flags and ``<list[Path]>`` beside arguments, whose names say it already.
    """
    found = list(parameters)
    for one in found:
        if one.param_type_name == "argument":
            one.display_type_rich = lambda ctx: None
        elif getattr(one, "is_flag", False) and one.metavar is None:
            one.metavar = ""
    return found


class PlainGroup(TyperGroup):
    """The command that holds the others, with help that names no types."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return all parameters, `--help` among them."""
        return in_words(super().get_params(ctx))


class MeasuringCommand(TyperCommand):
    """A command that takes -5 for a number, to be refused in its own words, and not for an unknown option."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return all parameters, `--help` among them."""
        return in_words(super().get_params(ctx))

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
