"""
Greedy Nim: a move takes tokens from a heap of the largest size, of which there may be several.

Normal play is lost for the player to move exactly if the number of largest heaps is even, empty heaps not counted [1]_.
For if it is even, every move leaves an odd number; and if it is odd, the mover makes it even: with several largest
heaps by any move at all, with a single one by lowering it to the next size or below, whichever is right.

Misère play is the same as long as some heap holds two tokens or more; with no such heap the player to move loses
exactly if the number of ones is odd.

A single heap has its size as Grundy value, and every lost position 0. No formula is known here for others: their values
are computed from the definition while that is feasible.

References
----------
.. [1] M. H. Albert, R. J. Nowakowski, "Nim restrictions", Integers 4 (2004), G1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wythoff.errors import flag
from wythoff.games.heaps import Heaps, TakingGame, filled, with_heap
from wythoff.games.mex import Search, with_value


@dataclass(frozen=True)
class Greedy(TakingGame):
    """
    Greedy Nim on any number of heaps of any size.

    Parameters
    ----------
    misere : bool
        Whether whoever takes the last token loses.

    Examples
    --------
    >>> greedy = Greedy()
    >>> greedy.is_losing((7, 7, 3)), list(greedy.winning_moves((7, 4, 4)))
    (True, [(0, 4, 4), (1, 4, 4), (2, 4, 4), (3, 4, 4)])
    >>> greedy.winning_move((7, 4, 3))
    (4, 4, 3)
    """

    misere: bool = False

    def __post_init__(self) -> None:
        flag("misere", self.misere)

    @property
    def move_rule(self) -> str:
        """What a move is, in one sentence."""
        return "A move takes any number of tokens, at least one, from one heap of the largest size."

    @property
    def rule(self) -> str:
        """How the winner is told, in one sentence."""
        if not self.misere:
            return "The player to move loses exactly if an even number of heaps has the largest size, or all are empty."
        return (
            "While some heap holds more than one token, the player to move loses exactly if an even number of heaps "
            "has the largest size; after that, exactly if the number of ones is odd."
        )

    def _moves(self, position: Heaps) -> Iterator[Heaps]:
        return (target for heap in _largest(position) for target in _lowered(position, heap, max(position)))

    def _may_take(self, position: Heaps, taken: list[tuple[int, int]]) -> bool:
        return len(taken) == 1 and position[taken[0][0]] == max(position)

    def _is_losing(self, position: Heaps) -> bool:
        if self.misere and max(position) <= 1:
            return sum(position) % 2 == 1
        return len(_largest(position)) % 2 == 0

    def _winning_moves(self, position: Heaps) -> Iterator[Heaps]:
        largest = _largest(position)
        if len(largest) != 1:
            return self._moves(position)
        heap = largest[0]
        without = with_heap(position, heap, 0)
        level = max(1, *without)
        if self._is_losing(without):
            return _lowered(position, heap, level)
        return iter([with_heap(position, heap, level)])

    def _grundy(self, position: Heaps) -> int:
        return Search(self._options, self._by_rule).value(filled(position))

    def _moves_to(self, position: Heaps, value: int) -> Iterator[Heaps]:
        search = Search(self._options, self._by_rule)
        return with_value(
            self._moves(position),
            value,
            lambda target: self._by_rule(filled(target)),
            lambda target: search.value(filled(target)),
        )

    def _by_rule(self, heaps: Heaps) -> int | None:
        """Return the Grundy value of sorted heaps without zeros, None where no rule tells it."""
        if len(heaps) <= 1:
            return sum(heaps)
        return 0 if self._is_losing(heaps) else None

    def _options(self, heaps: Heaps) -> Iterator[Heaps]:
        """Yield the options of sorted heaps: it does not matter which of the largest is lowered."""
        return map(filled, _lowered(heaps, len(heaps) - 1, max(heaps, default=0)))


def _largest(position: Heaps) -> list[int]:
    """Return the indices of the largest heaps, none if all are empty."""
    most = max(position)
    return [heap for heap, size in enumerate(position) if size == most > 0]


def _lowered(position: Heaps, heap: int, below: int) -> Iterator[Heaps]:
    """Yield the positions with this heap at 0, 1, ..., below - 1."""
    return (with_heap(position, heap, size) for size in range(below))
