"""The command `game`: what is known about a position of any game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wythoff.commands._games import GameName, GameWords, option_name, read_game
from wythoff.commands._shared import Json, print_json
from wythoff.errors import InputError

if TYPE_CHECKING:
    from wythoff.games import Entry, Game

_FEW = 5


def game(
    name: GameName = None,
    words: GameWords = None,
    all_moves: Annotated[bool, typer.Option("--all", help="List all winning moves, not just the first few.")] = False,
    json: Json = False,
) -> None:
    """
    Tell who wins a position of any game and how: outcome, Grundy value, winning moves, and why to believe it.

    Without a game, list the games; without a position, say what the game is.
    """
    from wythoff.games import game as make

    if name is None:
        _tell_games(json)
        return
    entry, settings, text = read_game(name, words)
    rules = make(entry.name, **settings)
    if text:
        _tell_position(entry, settings, rules, text, all_moves, json)
    else:
        _tell_rules(entry, rules, json)


def _tell_games(json: bool) -> None:
    from wythoff.games import GAMES

    if json:
        print_json({"games": [_facts(entry) for entry in GAMES.values()]})
        return
    width = max(map(len, GAMES))
    for entry in GAMES.values():
        print(f"{entry.name:<{width}}  {entry.summary}{_option_list(entry)}")
    print("wythoff game NAME has the rules, wythoff game NAME POSITION who wins, wythoff play NAME a match.")


def _tell_rules(entry: Entry, rules: Game[Any], json: bool) -> None:
    if json:
        print_json({**_facts(entry), "move_rule": rules.move_rule, "rule": rules.rule, "validity": rules.validity})
        return
    print(f"{entry.summary}.")
    print(f"{rules.move_rule} Whoever can't move {'wins' if rules.misere else 'loses'}.")
    print(rules.rule)
    print(rules.validity)
    for parameter in entry.parameters:
        default = "" if isinstance(parameter.default, bool) else f" (default {parameter.default})"
        print(f"  {option_name(parameter)}: {parameter.help}{default}")
    print(f"Example: wythoff game {entry.name} {entry.example}")


def _tell_position(
    entry: Entry, settings: dict[str, int | bool | str], rules: Game[Any], text: str, all_moves: bool, json: bool
) -> None:
    position = rules.parse(text)
    losing = rules.is_losing(position)
    certainty = rules.certainty(position)
    grundy = _grundy(rules, position)
    winning = _Winning(rules.winning_moves(position))
    shown = winning if all_moves else islice(winning, _FEW)
    if json:
        print_json(
            {
                "game": entry.name,
                "parameters": {parameter.name: parameter.default for parameter in entry.parameters} | settings,
                "position": rules.show(position),
                "outcome": "P" if losing else "N",
                "certainty": certainty.value,
                "grundy": grundy,
                "winning_moves": [rules.show(target) for target in shown],
                "more": next(winning, None) is not None,
                "unknown": winning.unknown,
            }
        )
        return
    over = rules.is_over(position)
    print(f"{'P' if losing else 'N'}: {_outcome(losing, over)} ({certainty.value})")
    if grundy is not None:
        print(f"Grundy value {grundy}")
    for target in shown:
        print(f"wins: {rules.describe(position, target)}, leaving {rules.show(target)}")
    if next(winning, None) is not None:
        print("and more: --all lists them")
    if winning.unknown:
        print(f"whether another move wins is unknown: {winning.unknown}")
    if not over:
        print(rules.rule)


class _Winning:
    """The winning moves that are known; then `unknown` says why there may be others, if there may."""

    def __init__(self, moves: Iterator[Any]) -> None:
        self._moves = moves
        self.unknown: str | None = None

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        try:
            return next(self._moves)
        except InputError as error:
            self.unknown = str(error)
            raise StopIteration from None


def _outcome(losing: bool, over: bool) -> str:
    if over:
        return f"no move is left, and whoever is to move has {'lost' if losing else 'won'}"
    return "the player to move loses against right play" if losing else "the player to move wins"


def _grundy(rules: Game[Any], position: tuple[Any, ...]) -> int | None:
    """Return the Grundy value, None where there is none (misère play) or it can't be computed."""
    try:
        return rules.grundy(position)
    except InputError:
        return None


def _facts(entry: Entry) -> dict[str, Any]:
    parameters = {
        option_name(parameter): {"help": parameter.help, "default": parameter.default} for parameter in entry.parameters
    }
    return {"game": entry.name, "summary": entry.summary, "example": entry.example, "parameters": parameters}


def _option_list(entry: Entry) -> str:
    return f"  [{', '.join(map(option_name, entry.parameters))}]" if entry.parameters else ""
