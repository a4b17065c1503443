"""
Generalised Wythoff's game as one game among the others: rules from `wythoff.moves`, values from the Grundy tables.

Two heaps; a move takes any k > 0 from one heap, or k > 0 from one and l > 0 from the other with abs(k - l) < a.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import merge

from wythoff.errors import InputError, flag, shorten_int, whole_number
from wythoff.games.heaps import Heaps, TakingGame
from wythoff.games.mex import mex


@dataclass(frozen=True)
class Wythoff(TakingGame):
    """
    Generalised Wythoff's game on two heaps of any size.

    Parameters
    ----------
    a : int
        How far the amounts taken from both heaps must stay from being a apart, at least 1; 1 is Wythoff's own game.
    misere : bool
        Whether whoever takes the last token loses.

    Examples
    --------
    >>> wythoff = Wythoff()
    >>> wythoff.is_losing((6, 10)), list(wythoff.winning_moves((10, 13)))
    (True, [(4, 7), (8, 13), (10, 6)])
    >>> wythoff.describe((10, 13), (4, 7))
    'take 6 from heap 1 and 6 from heap 2'
    >>> Wythoff(misere=True).is_losing((2, 2)), Wythoff(a=2, misere=True).is_losing((2, 5))
    (True, True)
    """

    a: int = 1
    misere: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "a", whole_number("a", self.a, 1))
        flag("misere", self.misere)

    @property
    def move_rule(self) -> str:
        """What a move is, in one sentence."""
        both = "the same number" if self.a == 1 else f"numbers less than {shorten_int(self.a)} apart"
        return f"A move takes any number of tokens, at least one, from one heap, or {both} from both."

    @property
    def rule(self) -> str:
        """How the winner is told, in one sentence."""
        pairs = (
            "The player to move loses exactly if the heaps are A_n and B_n for some n, where A_n is the least number"
        )
        difference = f"in no earlier pair and B_n = A_n + {'n' if self.a == 1 else shorten_int(self.a) + ' n'}"
        if not self.misere:
            return f"{pairs} {difference}."
        if self.a > 1:
            return f"{pairs} {difference} + 1."
        return (
            "The player to move loses exactly if the heaps are 0 and 1, 2 and 2, or a losing pair of normal play from "
            "3 and 5 on."
        )

    def check(self, position: Heaps) -> Heaps:
        """Return the heaps as Python integers, or raise `InputError`."""
        heaps = super().check(position)
        if len(heaps) != 2:
            raise InputError(f"Wythoff's game has two heaps, got {len(heaps)}")
        return heaps

    def _moves(self, position: Heaps) -> Iterator[Heaps]:
        x, y = position
        for left in range(x):
            # Both heaps: y - (x - left) is where the same number has been taken from each.
            middle = y - (x - left)
            for right in range(max(0, middle - self.a + 1), min(y, middle + self.a)):
                yield left, right
            yield left, y
        for right in range(y):
            yield x, right

    def _may_take(self, position: Heaps, taken: list[tuple[int, int]]) -> bool:
        return len(taken) == 1 or abs(taken[0][1] - taken[1][1]) < self.a

    def _is_losing(self, position: Heaps) -> bool:
        from wythoff.moves import is_losing

        x, y = position
        return is_losing(x, y, self.a, self.misere)

    def _winning_moves(self, position: Heaps) -> Iterator[Heaps]:
        from wythoff.moves import winning_moves

        x, y = position
        pairs = winning_moves(x, y, self.a, self.misere)
        targets = {target for smaller, larger in pairs for target in ((smaller, larger), (larger, smaller))}
        return (target for target in sorted(targets) if self._is_legal(position, target))

    def _grundy(self, position: Heaps) -> int:
        # This needs no table, so that sums with losing positions of any size are solved.
        if self._is_losing(position):
            return 0
        x, y = position
        if _few(x, y):
            return self._small_table(x, y)[x][y]
        from wythoff.games.grundy_values import grundy_value

        return grundy_value(x, y, self.a)

    def _moves_to(self, position: Heaps, value: int) -> Iterator[Heaps]:
        x, y = position
        if min(x, y) == 0:
            return iter([(min(x, value), min(y, value))] if value < max(x, y) else [])
        if max(x, y) <= self.a:
            return self._by_formula(position, value)
        if _few(x, y):
            small = self._small_table(x, y)
            return (target for target in self._moves(position) if small[target[0]][target[1]] == value)
        return self._by_table(position, value)

    def _by_table(self, position: Heaps, value: int) -> Iterator[Heaps]:
        from wythoff.games.grundy_values import grundy_table

        x, y = position
        try:
            table = grundy_table(x + 1, y + 1, self.a)
        except InputError:
            yield from self._by_formula(position, value)
            raise
        yield from (target for target in self._moves(position) if table[target] == value)

    def _by_formula(self, position: Heaps, value: int) -> Iterator[Heaps]:
        """
        Yield the moves to a value that need no table: to an empty heap, and to where neither exceeds a.

        The value there is the sum of the heaps. All moves to it, if no heap of `position` exceeds a.
        """
        x, y = position
        # Of both heaps so much is taken that (left, value - left) remains: abs((x - left) - (y - value + left)) < a.
        middle = x - y + value
        first = max(0, value - self.a, value - y + 1, (middle - self.a) // 2 + 1)
        last = min(self.a, value, x - 1, -((-middle - self.a) // 2) - 1)
        of_both = ((left, value - left) for left in range(first, last + 1))
        emptied = {(0, value), (value, 0)} if value > self.a else set()
        others = [
            target
            for target in sorted({(x, value - x), (value - y, y), *emptied})
            if min(target) >= 0 and self._is_formula(target) and self._is_legal(position, target)
        ]
        yield from merge(of_both, others)

    def _is_formula(self, position: Heaps) -> bool:
        return min(position) == 0 or max(position) <= self.a

    def _small_table(self, x: int, y: int) -> list[list[int]]:
        """Compute the Grundy values up to (x, y) without the compiler, which takes seconds to load."""
        values: list[list[int]] = []
        for left in range(x + 1):
            values.append([])
            for right in range(y + 1):
                values[left].append(mex(values[i][j] for i, j in self._moves((left, right))))
        return values


def _few(x: int, y: int) -> bool:
    return min(x, y) > 0 and (x + 1) * (y + 1) <= 500
