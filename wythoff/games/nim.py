"""
Nim: a move takes any number of tokens from one heap.

With s the XOR of the heaps (their nim-sum), normal play is lost for the player to move exactly if s = 0 [1]_. To win,
let b be the top bit of s: each heap x that has bit b set can be made x XOR s, which is smaller, and no other move wins.

Misère play is the same as long as some heap holds two tokens or more; once all heaps hold at most one, the player to
move loses exactly if the number of ones is odd. So the winning move changes its mind when exactly one heap holds more
than one token, not when none does any more: from (2, 1) Nim's move to (1, 1) would lose.

References
----------
.. [1] C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3 (1901), 35-39.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import xor

from wythoff.errors import flag
from wythoff.games.heaps import Heaps, TakingGame, one_heap_moves, with_heap


def nim_sum(values: Iterable[int]) -> int:
    """
    Return the XOR of the values, 0 for none.

    Examples
    --------
    >>> nim_sum([5, 6]), nim_sum([7, 5, 12])
    (3, 14)
    """
    return reduce(xor, values, 0)


def loses(values: Iterable[int], misere: bool) -> bool:
    """Tell whether heaps of these sizes lose for the player to move."""
    values = tuple(values)
    if misere and max(values) < 2:
        return nim_sum(values) == 1
    return nim_sum(values) == 0


def losing_replacements(values: Heaps, misere: bool) -> Iterator[int]:
    """
    Yield for each value the only one that could stand in its place in a losing position.

    That is the XOR of the others, or in misère play, if the others are all at most 1, that XOR with its last bit
    turned: two or more in this place can't be losing then, and 0 or 1 must make the number of ones odd.
    """
    total = nim_sum(values)
    large = sum(value >= 2 for value in values)
    for value in values:
        others_small = large == (value >= 2)
        yield total ^ value ^ int(misere and others_small)


@dataclass(frozen=True)
class Nim(TakingGame):
    """
    Nim on any number of heaps of any size.

    Parameters
    ----------
    misere : bool
        Whether whoever takes the last token loses.

    Examples
    --------
    The game of the final thesis's example 3, and the turn of its example 4 in misère play:

    >>> nim = Nim()
    >>> nim.is_losing((7, 5, 12)), nim.winning_move((7, 5, 12))
    (False, (7, 5, 2))
    >>> nim.describe((7, 5, 12), (7, 5, 2))
    'take 10 from heap 3'
    >>> Nim(misere=True).winning_move((1, 3, 1))
    (1, 1, 1)
    """

    misere: bool = False

    def __post_init__(self) -> None:
        flag("misere", self.misere)

    @property
    def move_rule(self) -> str:
        """What a move is, in one sentence."""
        return "A move takes any number of tokens, at least one, from one heap."

    @property
    def rule(self) -> str:
        """How the winner is told, in one sentence."""
        if not self.misere:
            return "The player to move loses exactly if the XOR of the heaps is 0."
        return (
            "While some heap holds more than one token, the player to move loses exactly if the XOR of the heaps is 0; "
            "after that, exactly if the number of ones is odd."
        )

    def _moves(self, position: Heaps) -> Iterator[Heaps]:
        return one_heap_moves(position)

    def _may_take(self, position: Heaps, taken: list[tuple[int, int]]) -> bool:
        return len(taken) == 1

    def _is_losing(self, position: Heaps) -> bool:
        return loses(position, self.misere)

    def _winning_moves(self, position: Heaps) -> Iterator[Heaps]:
        for heap, size in enumerate(losing_replacements(position, self.misere)):
            if size < position[heap]:
                yield with_heap(position, heap, size)

    def _grundy(self, position: Heaps) -> int:
        return nim_sum(position)

    def _moves_to(self, position: Heaps, value: int) -> Iterator[Heaps]:
        change = nim_sum(position) ^ value
        for heap, size in enumerate(position):
            if size ^ change < size:
                yield with_heap(position, heap, size ^ change)
