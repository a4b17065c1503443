"""A match: one game between a person and the computer, move by move."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from wythoff.errors import InputError, whole_number
from wythoff.games import Game, game

Position = tuple[Any, ...]


class Player(StrEnum):
    """Who moves."""

    YOU = "you"
    COMPUTER = "computer"

    @property
    def other(self) -> Player:
        """The opponent."""
        return Player.COMPUTER if self is Player.YOU else Player.YOU


@dataclass
class Match:
    """
    A game between a person and the computer.

    Parameters
    ----------
    name : str
        The game, a name in `wythoff.games.GAMES`.
    parameters : dict of str to int, bool or str
        The game's parameters; those left out have their defaults.
    start : tuple
        The position at the beginning.
    first : Player
        Who makes the first move.
    strength : int
        In how many of 100 moves the computer plays by the rule, 0 to 100.
    seed : int
        What decides the other moves, and in which moves they come; at least 0.

    Attributes
    ----------
    game : Game
        Made from name and parameters.
    positions : list of tuple
        The position at the beginning and the one after each move.

    Raises
    ------
    InputError
        If a parameter is out of range or the position is none of the game.

    Examples
    --------
    >>> match = Match("nim", {}, (1, 2))
    >>> match.move((1, 1)), match.to_move, match.winner
    (None, <Player.COMPUTER: 'computer'>, None)
    """

    name: str
    parameters: dict[str, int | bool | str]
    start: Position
    first: Player = Player.YOU
    strength: int = 100
    seed: int = 0
    game: Game[Any] = field(init=False, repr=False)
    positions: list[Position] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.game = game(self.name, **self.parameters)
        self.positions = [self.game.check(self.start)]
        self.first = Player(self.first)
        self.strength = whole_number("strength", self.strength, 0, 100)
        self.seed = whole_number("seed", self.seed)

    @property
    def position(self) -> Position:
        """The position now."""
        return self.positions[-1]

    @property
    def n_moves(self) -> int:
        """How many moves have been made."""
        return len(self.positions) - 1

    @property
    def to_move(self) -> Player:
        """Whose turn it is, or would be if the game is over."""
        return self.first if self.n_moves % 2 == 0 else self.first.other

    @property
    def winner(self) -> Player | None:
        """Who has won; None while a move is left."""
        if not self.game.is_over(self.position):
            return None
        return self.to_move if self.game.misere else self.to_move.other

    def move(self, target: Position) -> None:
        """
        Make the move to `target` for whoever's turn it is.

        Raises
        ------
        InputError
            If it is not legal; the match stays as it was.
        """
        self.game.describe(self.position, target)  # says what is wrong with the move
        self.positions.append(self.game.check(target))

    def undo(self) -> None:
        """
        Take back the person's last move and everything after it.

        Raises
        ------
        InputError
            If the person has made none.
        """
        n_back = 2 if self.to_move is Player.YOU else 1
        if self.n_moves < n_back:
            raise InputError("there is no move of yours to take back")
        del self.positions[-n_back:]
