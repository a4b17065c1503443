"""
What every game of this package can be asked, and the checks that are the same for all.

A game is a frozen dataclass: its parameters are its fields, and two games with the same parameters are equal. It holds
no position. Positions are tuples, hashable and never changed; what their entries mean is said by each game. Heaps keep
their place in the tuple, so that "heap 2" means the same before and after a move.

The public methods check what they are given and then call the underscored method of the same name, which is what a new
game writes. So input is looked at once, and searches over many positions pay nothing for it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Set
from enum import StrEnum
from typing import Any, Generic, TypeVar

from wythoff.errors import InputError, shorten, shorten_int, whole_number

Position = TypeVar("Position", bound=tuple[Any, ...])


class Certainty(StrEnum):
    """
    Why an answer about a position is to be believed.

    Attributes
    ----------
    PROVED
        It follows from a proved rule.
    COMPUTED
        All continuations of this very position are searched, were when the rule was checked, or are in a table.
    CONJECTURED
        It follows from a rule that is checked up to some size only, and this position is beyond it.
    """

    PROVED = "proved"
    COMPUTED = "computed"
    CONJECTURED = "conjectured"


class Game(ABC, Generic[Position]):
    """
    An impartial game: both players have the same moves, and whoever can't move has lost (in misère play: has won).

    Every method raises `InputError`, in one sentence, if a position is no position of the game; methods that return an
    iterator do so when they are called, not when the iterator is first used.

    Attributes
    ----------
    misere : bool
        False in normal play, where whoever can't move has lost; True in misère play, where whoever can't move has won.
    """

    misere: bool = False

    @property
    @abstractmethod
    def move_rule(self) -> str:
        """What a move is, in one sentence."""

    @property
    @abstractmethod
    def rule(self) -> str:
        """How the winner is told, in one sentence."""

    @property
    def validity(self) -> str:
        """Where `rule` holds and why, in one sentence."""
        return "Proved for every position."

    @abstractmethod
    def check(self, position: Position) -> Position:
        """Return `position` with Python integers throughout, or raise `InputError` if it is no position."""

    def moves(self, position: Position) -> Iterator[Position]:
        """
        Yield every position that one move reaches, each once, always in the same order.

        Lazily: there may be more than can be stored.
        """
        return self._moves(self.check(position))

    def is_legal(self, position: Position, target: Position) -> bool:
        """Tell whether one move leads from `position` to `target`, without listing the moves."""
        return self._is_legal(self.check(position), self.check(target))

    def is_over(self, position: Position) -> bool:
        """Tell whether no move is left."""
        return next(self.moves(position), None) is None

    def is_losing(self, position: Position) -> bool:
        """
        Tell whether the player to move loses against best play (a P-position), by the game's rule.

        Raises
        ------
        InputError
            Also if the answer is unknown and too large to compute, as `validity` says, and no move is known to win.
        """
        return self._is_losing(self.check(position))

    def winning_moves(self, position: Position) -> Iterator[Position]:
        """
        Yield every move after which the opponent loses, each once; none if `position` is losing or the game is over.

        Found by rule and lazily, so that the first ones come fast in huge positions.

        Raises
        ------
        InputError
            As for `is_losing`, for the position itself; and from the iterator, after all moves that are known to win,
            if it is unknown whether another one does.
        """
        position = self.check(position)
        if self._is_losing(position):
            return iter(())
        return self._winning_moves(position)

    def winning_move(self, position: Position) -> Position | None:
        """Return the first of `winning_moves`, or None if there is none."""
        return next(self.winning_moves(position), None)

    def grundy(self, position: Position) -> int:
        """
        Return the Grundy value: the least number that is not the value of an option, so 0 exactly if `is_losing`.

        By the theorem of Sprague and Grundy the value of a sum of games is the XOR of their values.

        Raises
        ------
        InputError
            Also in misère play, where Grundy values don't tell the winner, and if the value has no known formula and is
            too large to compute.
        """
        position = self.check(position)
        self._normal_play_only()
        return self._grundy(position)

    def moves_to(self, position: Position, value: int) -> Iterator[Position]:
        """
        Yield every move to a position with Grundy value `value`; with 0, the winning moves of normal play.

        This is what a sum of games needs of its components.
        """
        position = self.check(position)
        self._normal_play_only()
        value = whole_number("value", value)
        return self._moves_to(position, value) if value else self.winning_moves(position)

    def certainty(self, position: Position) -> Certainty:
        """Say why the answer of `is_losing` for `position` is to be believed, if there is one."""
        return self._certainty(self.check(position))

    def parse(self, text: str | Iterable[str]) -> Position:
        """
        Read a position as `show` writes it; a list of words, as a shell passes them, is joined by spaces first.

        Raises
        ------
        InputError
            If the text is no position; the message says what one looks like.
        """
        return self.check(self._parse(text if isinstance(text, str) else " ".join(text)))

    def show(self, position: Position) -> str:
        """Write a position so that `parse` reads it back."""
        return self._show(self.check(position))

    def describe(self, position: Position, target: Position) -> str:
        """
        Say in a few words what the move from `position` to `target` does.

        Raises
        ------
        InputError
            Also if the move is not legal.
        """
        position, target = self.check(position), self.check(target)
        if not self._is_legal(position, target):
            raise InputError(
                f"{self._brief(position)} -> {self._brief(target)} is not a legal move: {self.move_rule[0].lower()}"
                f"{self.move_rule[1:].rstrip('.')}"
            )
        return self._describe(position, target)

    @abstractmethod
    def _moves(self, position: Position) -> Iterator[Position]: ...

    @abstractmethod
    def _is_legal(self, position: Position, target: Position) -> bool: ...

    @abstractmethod
    def _is_losing(self, position: Position) -> bool: ...

    def _winning_moves(self, position: Position) -> Iterator[Position]:
        """Yield the winning moves of a position that isn't losing."""
        return self._moves_to(position, 0)

    @abstractmethod
    def _grundy(self, position: Position) -> int: ...

    def _moves_to(self, position: Position, value: int) -> Iterator[Position]:
        return (target for target in self._moves(position) if self._grundy(target) == value)

    def _certainty(self, position: Position) -> Certainty:
        return Certainty.PROVED

    @abstractmethod
    def _parse(self, text: str) -> Position: ...

    @abstractmethod
    def _show(self, position: Position) -> str: ...

    @abstractmethod
    def _describe(self, position: Position, target: Position) -> str: ...

    def _brief(self, position: Position) -> str:
        """Write a position for a message."""
        return shorten(self._show(position))

    def _normal_play_only(self) -> None:
        if self.misere:
            raise InputError(
                "Grundy values belong to normal play; in misère play they tell the winner of no game and no sum"
            )


def entries(position: object, example: str) -> tuple[object, ...]:
    """Return what a sequence holds, or raise `InputError` if it is text or has no order, as a set has none."""
    if isinstance(position, (str, bytes, Set, Mapping)) or not isinstance(position, Iterable):
        raise InputError(
            f"a position must be {example}, got {shorten(repr(position))} ({type(position).__name__}); "
            "text is read by parse"
        )
    return tuple(position)


def read_whole(name: str, text: str) -> int:
    """Read a whole number of at least 0, of any length that Python is set to read."""
    try:
        return whole_number(name, int(text))
    except InputError:
        raise
    except ValueError:
        if text.isdecimal():
            raise InputError(
                f"{name} has {len(text)} digits, more than Python reads unless sys.set_int_max_str_digits(0) is called"
            ) from None
        raise InputError(f"{name} must be a whole number of at least 0, got {shorten(repr(text))}") from None


def write_whole(number: int) -> str:
    """Write a whole number in decimal, or raise `InputError` if it is longer than Python is set to write."""
    try:
        return str(number)
    except ValueError:
        raise InputError(
            f"{shorten_int(number)} is more than Python writes unless sys.set_int_max_str_digits(0) is called"
        ) from None
