"""
The registry of games: what each one is called, which parameters it has, and how to make it.

A new game is one module with a `Game` and one entry here; the command line and the tests pick it up from `GAMES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from wythoff.errors import InputError, shorten
from wythoff.games.base import Certainty, Game, read_whole
from wythoff.games.building import MOST_STACKS, BuildingNim
from wythoff.games.crossed_boxes import CrossedBoxes
from wythoff.games.generalised import Wythoff
from wythoff.games.greedy import Greedy
from wythoff.games.grundy_game import GrundysGame
from wythoff.games.heaps import read_heaps
from wythoff.games.moore import Moore
from wythoff.games.nim import Nim
from wythoff.games.subtraction import Subtraction
from wythoff.games.subtraction_set import SubtractionSet
from wythoff.games.sums import Sum

__all__ = ["GAMES", "Certainty", "Entry", "Game", "Parameter", "game", "game_from_text"]


@dataclass(frozen=True)
class Parameter:
    """
    One parameter of a game, described well enough to make a command line option of it.

    Attributes
    ----------
    name : str
        The keyword.
    help : str
        What it means, in a few words.
    default : int, bool or str
        Its default, whose type is the type of the parameter.
    least, most : int
        Limits of a whole number; ``most=None`` means no upper limit.
    """

    name: str
    help: str
    default: int | bool | str
    least: int = 0
    most: int | None = None


@dataclass(frozen=True)
class Entry:
    """
    One game of the registry.

    Attributes
    ----------
    name : str
        What it is called on the command line.
    summary : str
        What it is, in one line.
    make : callable
        Makes the `Game` from keywords.
    example : str
        A position with something to win, for the default parameters, as `Game.parse` reads it.
    parameters : tuple of Parameter
        All keywords of `make`; each has a default.
    """

    name: str
    summary: str
    make: Callable[..., Game[Any]]
    example: str
    parameters: tuple[Parameter, ...] = ()


def game(name: str, /, **parameters: int | bool | str) -> Game[Any]:
    """
    Make a game from its name and parameters; those left out have their defaults.

    Raises
    ------
    InputError
        If there is no such game, if it has no such parameter, or if a value is out of range.

    Examples
    --------
    >>> game("nim", misere=True)
    Nim(misere=True)
    """
    entry = GAMES.get(name) if isinstance(name, str) else None
    if entry is None:
        raise InputError(f"there is no game {shorten(repr(name))}; choose one of {', '.join(GAMES)}")
    known = {parameter.name: parameter.default for parameter in entry.parameters}
    for keyword, value in parameters.items():
        if keyword not in known:
            has = f"has only {', '.join(known)}" if known else "has none"
            raise InputError(f"the game {name} has no parameter {shorten(keyword)!r}; it {has}")
        if isinstance(known[keyword], str) and not isinstance(value, str):
            raise InputError(f"{keyword} must be text, got {shorten(repr(value))} ({type(value).__name__})")
    return entry.make(**{**known, **parameters})


def game_from_text(text: str) -> Game[Any]:
    """
    Make a game from words: its name, then ``parameter=value`` or, for a flag, the parameter alone.

    Raises
    ------
    InputError
        As for `game`, and if a word can't be read or a parameter is given twice.

    Examples
    --------
    >>> game_from_text("nim misere")
    Nim(misere=True)
    """
    words = text.split()
    name, *settings = words or [""]
    kinds = {p.name: type(p.default) for p in GAMES[name].parameters} if name in GAMES else {}
    parameters: dict[str, int | bool | str] = {}
    for word in settings:
        keyword, value = _setting(word, kinds)
        if keyword in parameters:
            raise InputError(f"{shorten(keyword)} is given twice, in {shorten(repr(text))}")
        parameters[keyword] = value
    return game(name, **parameters)


def _setting(word: str, kinds: dict[str, type]) -> tuple[str, int | bool | str]:
    keyword, equals, value = word.partition("=")
    kind = kinds.get(keyword, str)
    if kind is bool and not equals:
        return keyword, True
    if kind is bool and value in ("yes", "no"):
        return keyword, value == "yes"
    if kind is bool:
        raise InputError(f"{keyword} is written {keyword} or {keyword}=no, got {shorten(word)!r}")
    return keyword, read_whole(keyword, value) if kind is int else value


def _register(*entries: Entry) -> Mapping[str, Entry]:
    return MappingProxyType({entry.name: entry for entry in entries})


def _pop_it() -> Subtraction:
    return Subtraction(most=3, misere=True)


def _subtraction_set(amounts: str, misere: bool) -> SubtractionSet:
    return SubtractionSet(read_heaps(amounts, "amount"), misere)


def _sum(components: str) -> Sum:
    return Sum(tuple(map(game_from_text, components.split("+"))))


_MISERE = Parameter("misere", "whoever can't move wins", False)

GAMES = _register(
    Entry("nim", "Nim: take any number of tokens from one heap", Nim, "7 5 12", (_MISERE,)),
    Entry(
        "moore",
        "Moore's Nim: take any number of tokens from each of one to k heaps",
        Moore,
        "3 4 5",
        (Parameter("k", "from how many heaps a move may take", 2, 1), _MISERE),
    ),
    Entry("greedy", "Greedy Nim: take any number of tokens from a largest heap", Greedy, "7 4 3", (_MISERE,)),
    Entry(
        "subtraction",
        "Subtraction game: take at least one and at most m tokens from one heap",
        Subtraction,
        "10",
        (Parameter("most", "the most that a move may take", 2, 1), _MISERE),
    ),
    Entry(
        "subtraction-set",
        "Subtraction game with a set: take one of some amounts of tokens from one heap",
        _subtraction_set,
        "10",
        (Parameter("amounts", "what a move may take, with commas between", "1,3,4"), _MISERE),
    ),
    Entry("pop-it", "Pop it: press 1 to 3 bubbles of the row; whoever presses the last one loses", _pop_it, "15"),
    Entry("grundy", "Grundy's game: split one heap into two of different sizes", GrundysGame, "8"),
    Entry("crossed-boxes", "Crossing out boxes: cross any run of adjacent free boxes", CrossedBoxes, "11101111"),
    Entry(
        "building",
        "Building Nim: put the tokens on stacks one by one, then play Nim",
        BuildingNim,
        "4: 0 0 0",
        (Parameter("stacks", "number of stacks", 3, 1, MOST_STACKS),),
    ),
    Entry(
        "wythoff",
        "Wythoff's game: take from one heap, or from both numbers less than a apart",
        Wythoff,
        "10 13",
        (Parameter("a", "the game's parameter", 1, 1), _MISERE),
    ),
    Entry(
        "sum",
        "Sum of games: move in any one of them",
        _sum,
        "1 2 + 3",
        (Parameter("components", "the games, such as: wythoff a=2 + nim + grundy", "wythoff + nim"),),
    ),
)
