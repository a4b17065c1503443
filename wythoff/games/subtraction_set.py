"""
Subtraction games with a set: a move takes one of some amounts of tokens from one heap.

The value of a heap of n is g(n) = mex {g(n - s) : s in the set, s <= n}, which depends on the values of the last
max(set) heaps only. There are finitely many such stretches of values, so that one comes again, and from there on g
repeats itself: the first stretch that comes again proves pre-period and period of g, and so tells heaps of any size.

**Misère play** of several heaps is misère Nim on the values, by Ferguson's pairing property [1]_: with s the least
amount, g(n) = 1 if and only if n >= s and g(n - s) = 0.

`wythoff.games.subtraction` is the case 1, 2, ..., m, with a formula.

References
----------
.. [1] T. S. Ferguson, "On sums of graph games with last player losing", International Journal of Game Theory 3 (1974),
   159-167.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from wythoff.errors import InputError, flag, shorten_int, whole_number
from wythoff.games.base import entries
from wythoff.games.heaps import Heaps, TakingGame, with_heap
from wythoff.games.mex import mex
from wythoff.games.nim import loses, losing_replacements, nim_sum

LARGEST_AMOUNT = 2**10
_MOST_MOVES = 2**21  # looked at before g has repeated itself: a second


class Period(NamedTuple):
    """
    The values of single heaps, for good.

    Attributes
    ----------
    values : tuple of int
        g(0), g(1), ..., up to the end of the first period.
    preperiod, period : int or None
        g(n + period) = g(n) for all n >= preperiod; both None if g has not repeated itself among the heaps computed.
    """

    values: tuple[int, ...]
    preperiod: int | None
    period: int | None


@dataclass(frozen=True)
class SubtractionSet(TakingGame):
    """
    Take one of `amounts` from one heap, on any number of heaps of any size.

    Parameters
    ----------
    amounts : tuple of int
        What a move may take: different numbers from 1 to 1024.
    misere : bool
        Whether whoever makes the last move loses.

    Examples
    --------
    >>> take134 = SubtractionSet((1, 3, 4))
    >>> [n for n in range(24) if take134.is_losing((n,))]
    [0, 2, 7, 9, 14, 16, 21, 23]
    >>> take134.period()[1:], take134.grundy((10**100 + 2,))
    ((0, 7), 2)
    """

    amounts: tuple[int, ...] = (1, 3, 4)
    misere: bool = False

    def __post_init__(self) -> None:
        given = entries(self.amounts, "a tuple of amounts such as (1, 3, 4)")
        amounts = tuple(sorted(whole_number("an amount", amount, 1, LARGEST_AMOUNT) for amount in given))
        if not amounts or len(set(amounts)) != len(amounts):
            raise InputError("a subtraction set needs at least one amount, each of them once")
        object.__setattr__(self, "amounts", amounts)
        flag("misere", self.misere)

    @property
    def move_rule(self) -> str:
        """What a move is, in one sentence."""
        return f"A move takes {self._listed()} tokens from one heap."

    @property
    def rule(self) -> str:
        """How the winner is told, in one sentence."""
        values = "the values of the heaps, each the least number that is not the value of what a move leaves of it,"
        if not self.misere:
            return f"The player to move loses exactly if the XOR of {values} is 0."
        return (
            f"While one of {values} is above 1, the player to move loses exactly if their XOR is 0; otherwise, exactly "
            "if the number of ones is odd."
        )

    @property
    def validity(self) -> str:
        """Where `rule` holds and why, in one sentence."""
        found = self.period()
        if found.period is None:
            return f"Proved for heaps of up to {len(found.values) - 1:,} tokens, whose values are computed."
        return (
            f"Proved for every position: the values of heaps have the period {found.period} from {found.preperiod} "
            "tokens on."
        )

    def period(self) -> Period:
        """Return the values of single heaps with their period, proved by a stretch of values that comes again."""
        return _values(self.amounts)

    def _moves(self, position: Heaps) -> Iterator[Heaps]:
        for heap, size in enumerate(position):
            for amount in reversed(self.amounts):
                if amount <= size:
                    yield with_heap(position, heap, size - amount)

    def _may_take(self, position: Heaps, taken: list[tuple[int, int]]) -> bool:
        return len(taken) == 1 and taken[0][1] in self.amounts

    def _is_losing(self, position: Heaps) -> bool:
        return loses(map(self._value, position), self.misere)

    def _winning_moves(self, position: Heaps) -> Iterator[Heaps]:
        wanted = losing_replacements(tuple(map(self._value, position)), self.misere)
        for heap, value in enumerate(wanted):
            yield from self._of_heap(position, heap, value)

    def _grundy(self, position: Heaps) -> int:
        return nim_sum(map(self._value, position))

    def _moves_to(self, position: Heaps, value: int) -> Iterator[Heaps]:
        change = self._grundy(position) ^ value
        for heap, size in enumerate(position):
            yield from self._of_heap(position, heap, self._value(size) ^ change)

    def _of_heap(self, position: Heaps, heap: int, value: int) -> Iterator[Heaps]:
        """Yield the moves that leave a heap of this value."""
        for amount in reversed(self.amounts):
            rest = position[heap] - amount
            if rest >= 0 and self._value(rest) == value:
                yield with_heap(position, heap, rest)

    def _value(self, size: int) -> int:
        found = self.period()
        if size < len(found.values):
            return found.values[size]
        if found.preperiod is None or found.period is None:
            raise InputError(
                f"the values of this game were computed up to {len(found.values) - 1:,} tokens without a period, got a "
                f"heap of {shorten_int(size)}"
            )
        return found.values[found.preperiod + (size - found.preperiod) % found.period]

    def _listed(self) -> str:
        if len(self.amounts) > 20:
            return f"one of {len(self.amounts)} amounts from {self.amounts[0]} to {self.amounts[-1]}"
        *some, last = map(str, self.amounts)
        return f"{', '.join(some)} or {last}" if some else last


@cache
def _values(amounts: tuple[int, ...]) -> Period:
    """
    Compute the values of heaps until a stretch of max(amounts) of them comes again.

    Brent's way to find a cycle: each stretch is compared with the one that ended last at max(amounts) times a power of
    2, so that no more than three times as many heaps are computed as pre-period and period have together.
    """
    width = amounts[-1]
    g: list[int] = []
    kept_at, kept = width, None
    for n in range(max(4 * width, _MOST_MOVES // len(amounts))):
        if n == 2 * kept_at or n == width:
            kept_at, kept = n, g[n - width :]
        elif n > kept_at and kept is not None and g[-1] == kept[-1] and g[n - width :] == kept:
            return _shortened(g, n - kept_at)
        g.append(mex(g[n - amount] for amount in amounts if amount <= n))
    return Period(tuple(g), None, None)


def _shortened(g: list[int], period: int) -> Period:
    """Return the least pre-period with a period that is known to be the least."""
    preperiod = len(g) - period
    while preperiod and g[preperiod - 1] == g[preperiod - 1 + period]:
        preperiod -= 1
    return Period(tuple(g[: preperiod + period]), preperiod, period)
