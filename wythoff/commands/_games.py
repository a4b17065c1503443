"""How games and their parameters are written on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Optional

import typer

from wythoff.commands._shared import whole
from wythoff.errors import InputError, shorten

if TYPE_CHECKING:
    from wythoff.games import Entry, Parameter

GameName = Annotated[Optional[str], typer.Argument(metavar="GAME", help="The game.", show_default=False)]  # noqa: UP045
GameWords = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Argument(
        metavar="POSITION",
        help="A position, and the game's own options, such as --misere or -a 2: `wythoff game` lists them.",
        show_default=False,
    ),
]

# What isn't an option of the command is left to the game.
GAME_CONTEXT = {"ignore_unknown_options": True}


def read_game(name: str, words: list[str] | None) -> tuple[Entry, dict[str, int | bool | str], str]:
    """
    Find a game, and take apart its parameters and a position, which may be mixed.

    Returns
    -------
    tuple
        The game's entry, its parameters as they were given, and the text of the position, empty if there is none.

    Raises
    ------
    InputError
        If there is no such game, it has no such parameter, or a value is missing or no whole number.
    """
    from wythoff.games import GAMES

    if name not in GAMES:
        raise InputError(f"there is no game {shorten(repr(name))}; choose one of {', '.join(GAMES)}")
    entry = GAMES[name]
    settings: dict[str, int | bool | str] = {}
    position = []
    rest = iter(words or ())
    for word in rest:
        if word.startswith("-") and not word[1:2].isdecimal() and word != "-":
            parameter, value = _option(word, entry)
            if parameter.name in settings:
                raise InputError(f"{option_name(parameter)} is given twice")
            if isinstance(parameter.default, bool):
                if value is not None:
                    raise InputError(f"{option_name(parameter)} takes no value")
                settings[parameter.name] = True
                continue
            value = next(rest, None) if value is None else value
            if value is None:
                raise InputError(f"{option_name(parameter)} needs a value")
            settings[parameter.name] = whole(parameter.name, value) if isinstance(parameter.default, int) else value
        else:
            position.append(word)
    return entry, settings, " ".join(position)


def option_name(parameter: Parameter) -> str:
    """Write a parameter as an option: ``-a``, ``--misere``."""
    return f"{'-' if len(parameter.name) == 1 else '--'}{parameter.name.replace('_', '-')}"


def _option(word: str, entry: Entry) -> tuple[Parameter, str | None]:
    """Find the parameter that an option means, and the value that is joined to it, as in ``--k=2`` or ``-a2``."""
    name, equals, value = word.lstrip("-").partition("=")
    known = {parameter.name.replace("_", "-"): parameter for parameter in entry.parameters}
    if name in known:
        return known[name], value if equals else None
    if not word.startswith("--") and name[:1] in known:
        return known[name[:1]], word[2:]
    has = ", ".join(map(option_name, entry.parameters))
    raise InputError(f"the game {entry.name} has no option {shorten(word)}; it has {has or 'none'}")
