"""
Subtraction games: a move takes 1, 2, ... or m tokens from one heap.

Only the remainders of the heaps modulo m + 1 count: whoever takes k from a heap can be answered by m + 1 - k from the
same heap. They play Nim, in which a remainder can also be made larger, but that can be taken back at once. So a heap of
n has Grundy value n mod (m + 1), and normal play is lost for the player to move exactly if the XOR of the remainders is
0; with a single heap, if m + 1 divides it.

Misère play on any number of heaps is misère Nim on the remainders: with some remainder of at least 2 it is lost exactly
if their XOR is 0, otherwise exactly if the number of remainders 1 is odd. Proof: from such a position every move makes
one remainder another one, and that leaves no such position (if all others are at most 1, a remainder of 2 or more gives
an XOR that isn't 0, and 0 or 1 gives an even number of ones). From any other position some move reaches one: misère
Nim's, or, when all remainders are 0 and tokens are left, taking m from a heap, which leaves it the remainder 1. And the
end itself is no such position, as it must be, because it is won for the player to move.

"Pop it" is the misère game with m = 3 on one heap: lost at 1, 5, 9, ..., and the answer to k is 4 - k.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wythoff.errors import flag, shorten_int, whole_number
from wythoff.games.heaps import Heaps, TakingGame, with_heap
from wythoff.games.nim import loses, losing_replacements, nim_sum


@dataclass(frozen=True)
class Subtraction(TakingGame):
    """
    Take 1 to `most` tokens from one heap, on any number of heaps of any size.

    Parameters
    ----------
    most : int
        The most that a move may take, at least 1.
    misere : bool
        Whether whoever takes the last token loses.

    Examples
    --------
    >>> take12 = Subtraction(most=2)
    >>> [n for n in range(13) if take12.is_losing((n,))]
    [0, 3, 6, 9, 12]
    >>> pop_it = Subtraction(most=3, misere=True)
    >>> [n for n in range(14) if pop_it.is_losing((n,))], pop_it.winning_move((10**100,))[0] - 10**100
    ([1, 5, 9, 13], -3)
    """

    most: int = 2
    misere: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "most", whole_number("most", self.most, 1))
        flag("misere", self.misere)

    @property
    def move_rule(self) -> str:
        """What a move is, in one sentence."""
        amount = "one token" if self.most == 1 else f"1 to {shorten_int(self.most)} tokens"
        return f"A move takes {amount} from one heap."

    @property
    def rule(self) -> str:
        """How the winner is told, in one sentence."""
        modulus = shorten_int(self.most + 1)
        if not self.misere:
            return (
                "The player to move loses exactly if the XOR of the remainders of the heaps on division by "
                f"{modulus} is 0; with one heap, if it is a multiple of {modulus}."
            )
        return (
            f"While some heap leaves a remainder of more than 1 on division by {modulus}, the player to move loses "
            "exactly if the XOR of the remainders is 0; otherwise, exactly if the number of remainders 1 is odd; with "
            "one heap, if it leaves the remainder 1."
        )

    def _moves(self, position: Heaps) -> Iterator[Heaps]:
        for heap, size in enumerate(position):
            for rest in range(max(0, size - self.most), size):
                yield with_heap(position, heap, rest)

    def _may_take(self, position: Heaps, taken: list[tuple[int, int]]) -> bool:
        return len(taken) == 1 and taken[0][1] <= self.most

    def _is_losing(self, position: Heaps) -> bool:
        return loses(self._remainders(position), self.misere)

    def _winning_moves(self, position: Heaps) -> Iterator[Heaps]:
        return self._with_remainders(position, losing_replacements(self._remainders(position), self.misere))

    def _grundy(self, position: Heaps) -> int:
        return nim_sum(self._remainders(position))

    def _moves_to(self, position: Heaps, value: int) -> Iterator[Heaps]:
        remainders = self._remainders(position)
        change = nim_sum(remainders) ^ value
        return self._with_remainders(position, (remainder ^ change for remainder in remainders))

    def _remainders(self, position: Heaps) -> Heaps:
        return tuple(size % (self.most + 1) for size in position)

    def _with_remainders(self, position: Heaps, wanted: Iterator[int]) -> Iterator[Heaps]:
        """Yield the moves that give one heap its wanted remainder, where there is one."""
        for heap, (size, remainder) in enumerate(zip(position, wanted, strict=True)):
            taken = (size - remainder) % (self.most + 1)
            if remainder <= self.most and 0 < taken <= size:
                yield with_heap(position, heap, size - taken)
