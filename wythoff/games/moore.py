"""
Moore's Nim with index k: a move takes tokens from one heap or from several, but from no more than k.

Write the heaps in binary. Normal play is lost for the player to move exactly if in every binary place the number of
heaps with a 1 there is a multiple of k + 1 [1]_; k = 1 is Nim. Misère play is the same as long as some heap holds two
tokens or more; with no such heap the player to move loses exactly if the number of ones leaves the remainder 1.

**All winning moves of normal play**, from the top binary place down: a heap that is made smaller differs first in a
place where its 1 becomes a 0, and from there on its digits are free. Suppose f heaps have become free and t of the
others have a 1 in the place at hand. The 1 of some s of those t heaps is turned to 0 and c of the f free heaps get a 1,
so that t - s + c is a multiple of k + 1 and f + s <= k. With r = t mod (k + 1) there always is a way: s = c = 0 if
r = 0; s = 0 and c = k + 1 - r if that is at most f; and otherwise r <= k - f, which allows s = r and c = 0. So a
depth-first search over the choices never has to turn back, and its first leaf costs no more than writing the move down.
In misère play the same targets win as far as some heap in them is above 1. If no more than k heaps are above 1, so do
all those with no such heap and the right number of ones.

**Grundy values** are known where k heaps or fewer hold tokens (any total can be taken down to any smaller one, so it is
the total), where k + 1 >= 3 heaps do [2]_, for k = 1, and in lost positions, where they are 0. Others are computed from
the definition while that is feasible.

References
----------
.. [1] E. H. Moore, "A generalization of the game called Nim", Annals of Mathematics 11 (1910), 93-94.
.. [2] T. A. Jenkyns, J. P. Mayberry, "The skeleton of an impartial game and the Nim-function of Moore's Nim_k",
   International Journal of Game Theory 9 (1980), 51-63.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations

from wythoff.errors import flag, shorten_int, whole_number
from wythoff.games.heaps import Heaps, TakingGame, filled
from wythoff.games.mex import Search, with_value
from wythoff.games.nim import Nim, nim_sum


@dataclass(frozen=True)
class Moore(TakingGame):
    """
    Moore's Nim, the "index-k Nim" of the final thesis.

    Parameters
    ----------
    k : int
        From how many heaps a move may take, at least 1.
    misere : bool
        Whether whoever takes the last token loses.

    Examples
    --------
    >>> moore = Moore(k=2)
    >>> moore.is_losing((3, 3, 3)), moore.is_losing((3, 4, 5))
    (True, False)
    >>> list(moore.winning_moves((3, 4, 5)))
    [(3, 3, 3)]
    >>> moore.describe((3, 4, 5), (3, 3, 3))
    'take 1 from heap 2 and 2 from heap 3'
    """

    k: int = 2
    misere: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", whole_number("k", self.k, 1))
        flag("misere", self.misere)

    @property
    def move_rule(self) -> str:
        """What a move is, in one sentence."""
        heaps = "one heap" if self.k == 1 else f"each of one to {shorten_int(self.k)} heaps"
        return f"A move takes any number of tokens, at least one, from {heaps}."

    @property
    def rule(self) -> str:
        """How the winner is told, in one sentence."""
        modulus = shorten_int(self.k + 1)
        balanced = f"in every binary place the number of heaps with a 1 there is a multiple of {modulus}"
        if not self.misere:
            return f"The player to move loses exactly if {balanced}."
        return (
            f"While some heap holds more than one token, the player to move loses exactly if {balanced}; after that, "
            f"exactly if the number of ones leaves the remainder 1 on division by {modulus}."
        )

    def _moves(self, position: Heaps) -> Iterator[Heaps]:
        heaps = [heap for heap, size in enumerate(position) if size]
        for number in range(1, min(self.k, len(heaps)) + 1):
            for chosen in combinations(heaps, number):
                for rests in _smaller([position[heap] for heap in chosen]):
                    target = list(position)
                    for heap, rest in zip(chosen, rests, strict=True):
                        target[heap] = rest
                    yield tuple(target)

    def _may_take(self, position: Heaps, taken: list[tuple[int, int]]) -> bool:
        return len(taken) <= self.k

    def _is_losing(self, position: Heaps) -> bool:
        if self.misere and max(position) < 2:
            return sum(position) % (self.k + 1) == 1
        return not any(
            sum(size >> place & 1 for size in position) % (self.k + 1) for place in range(max(position).bit_length())
        )

    def _winning_moves(self, position: Heaps) -> Iterator[Heaps]:
        if not self.misere:
            return self._balanced(position)
        large = [heap for heap, size in enumerate(position) if size > 1]
        if not large:
            return self._all_small(position, large)
        return chain(
            self._all_small(position, large), (target for target in self._balanced(position) if max(target) > 1)
        )

    def _balanced(self, position: Heaps) -> Iterator[Heaps]:
        """Yield the moves after which each column sum is a multiple of k + 1, given that one isn't so yet."""
        places = max(position).bit_length()
        # One entry for each place decided so far: the choices that are left there.
        trail = [self._choices(position, {}, places - 1)]
        while trail:
            lowered = next(trail[-1], None)
            if lowered is None:
                trail.pop()
            elif len(trail) < places:
                trail.append(self._choices(position, lowered, places - 1 - len(trail)))
            else:
                yield tuple(lowered.get(heap, size) for heap, size in enumerate(position))

    def _choices(self, position: Heaps, lowered: dict[int, int], place: int) -> Iterator[dict[int, int]]:
        """
        Yield each way to balance one place, as the sizes of the heaps that are lower than in `position` by then.

        The digits of those sizes below `place` are 0, and so is the one at `place` before it is decided.
        """
        digit = 1 << place
        ones = [heap for heap, size in enumerate(position) if size & digit and heap not in lowered]
        for newly in range(min(len(ones), self.k - len(lowered)) + 1):
            raised = (newly - len(ones)) % (self.k + 1)
            if raised > len(lowered):
                continue
            for more in combinations(ones, newly):
                after = lowered | {heap: (position[heap] >> place + 1) << place + 1 for heap in more}
                for chosen in combinations(lowered, raised):
                    yield after | {heap: after[heap] | digit for heap in chosen}

    def _all_small(self, position: Heaps, large: list[int]) -> Iterator[Heaps]:
        """Yield the moves after which no heap holds more than one token and the ones leave the remainder 1."""
        ones = [heap for heap, size in enumerate(position) if size == 1]
        for emptied in range(min(len(ones), self.k - len(large)) + 1):
            kept = (1 - len(ones) + emptied) % (self.k + 1)
            for gone in combinations(ones, emptied):
                for left in combinations(large, kept):
                    after = dict.fromkeys((*gone, *large), 0) | dict.fromkeys(left, 1)
                    yield tuple(after.get(heap, size) for heap, size in enumerate(position))

    def _grundy(self, position: Heaps) -> int:
        return self._search().value(filled(position))

    def _moves_to(self, position: Heaps, value: int) -> Iterator[Heaps]:
        if self.k == 1:
            return Nim().moves_to(position, value)
        if len(filled(position)) <= self.k:
            return _with_total(position, value)
        search = self._search()
        return with_value(
            self._moves(position),
            value,
            lambda target: self._by_rule(filled(target)),
            lambda target: search.value(filled(target)),
        )

    def _search(self) -> Search[Heaps]:
        return Search(lambda heaps: map(filled, self._moves(heaps)), self._by_rule)

    def _by_rule(self, heaps: Heaps) -> int | None:
        """Return the Grundy value of sorted heaps without zeros, None where no rule tells it."""
        if len(heaps) <= self.k:
            return sum(heaps)
        if self.k == 1:
            return nim_sum(heaps)
        if len(heaps) == self.k + 1:
            return _jenkyns_mayberry(heaps)
        return 0 if self._is_losing(heaps) else None


def _with_total(position: Heaps, total: int) -> Iterator[Heaps]:
    """Yield every position with no heap larger, some heap smaller, and so many tokens in all."""
    if total >= sum(position):
        return
    rests: list[int] = []
    ends = [_rests(position, 0, total)]
    while ends:
        rest = next(ends[-1], None)
        if rest is None:
            ends.pop()
            del rests[-1:]
            continue
        rests = [*rests[: len(ends) - 1], rest]
        if len(rests) == len(position):
            yield tuple(rests)
        else:
            ends.append(_rests(position, len(rests), total - sum(rests)))


def _rests(position: Heaps, heap: int, total: int) -> Iterator[int]:
    """Yield what can be left of a heap if this many tokens are to be left of it and those after it."""
    after = sum(position[heap + 1 :])
    return iter(range(max(0, total - after), min(position[heap], total) + 1))


def _jenkyns_mayberry(heaps: Heaps) -> int:
    """Return the Grundy value of k + 1 >= 3 heaps."""
    least = min(heaps)
    surplus = sum(heaps) - len(heaps) * least
    triangle = surplus * (surplus + 1) // 2
    return sum(heaps) if least <= triangle else triangle + (least - triangle - 1) % (surplus + 1)


def _smaller(sizes: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield every choice of one smaller size for each; `itertools.product` would store the ranges."""
    if not sizes:
        yield ()
        return
    for first in range(sizes[0]):
        for rest in _smaller(sizes[1:]):
            yield (first, *rest)
