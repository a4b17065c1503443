"""
Building Nim: n tokens are put on h stacks one by one, the players taking turns; then they play Nim on the stacks.

Whoever begins the Nim wants the XOR of the stacks to be anything but 0. That settles some cases [1]_:

* n odd: the sizes have an odd sum, so the XOR can't be 0, and the beginner is the second player, who wins;
* n and h even: the second player always puts a token where it makes the stacks equal in pairs again, and wins;
* h = 1 and n > 0 even: the XOR is n, and the beginner is the first player, who wins.

The same arguments hold in the middle of the building. With two stacks they say all: whoever wants them unequal
can always add to the larger one, so that the other can do no more than make a difference of 1 disappear at the end.

For odd h >= 3 and even n, complete searches show a simple picture:

* h = 3: the second player wins exactly if n = 2**k - 2 for some k;
* h >= 5: the second player wins exactly if n <= h + 3.

`CHECKED` says up to which n that was searched. The paper proves some of it and conjectures the rest; here, all that is
beyond the searches counts as a conjecture. Other positions in the middle of the building are searched when asked for.

References
----------
.. [1] E. Duchêne, M. Dufour, S. Heubach, U. Larsson, "Building Nim", International Journal of Game Theory 45 (2016),
   859-873, arXiv:1502.04068.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from wythoff.errors import InputError, shorten, shorten_int, whole_number
from wythoff.games.base import Certainty, Game, write_whole
from wythoff.games.heaps import Heaps, check_heaps, one_heap_moves, read_heaps, takings, with_heap
from wythoff.games.mex import mex
from wythoff.games.nim import Nim, nim_sum

Stage = tuple[int, Heaps]

CHECKED = {3: 1024, 5: 80, 7: 60, 9: 50, 11: 44, 13: 40}
MOST_POSITIONS = 200_000  # of a search; about a second
MOST_STACKS = 1000


@dataclass(frozen=True)
class BuildingNim(Game[Stage]):
    """
    Building Nim on a fixed number of stacks.

    A position is the number of tokens left to place and the tuple of the stacks. Text is those numbers, as in
    ``"6: 0 0 0"``; the colon may be left out, and so may the stacks if all are empty.

    Parameters
    ----------
    stacks : int
        Number of stacks, from 1 to 1000.

    Examples
    --------
    >>> building = BuildingNim(stacks=3)
    >>> [n for n in range(0, 70) if n % 2 == 0 and building.is_losing((n, (0, 0, 0)))]
    [0, 2, 6, 14, 30, 62]
    >>> building.certainty((62, (0, 0, 0))).value, building.certainty((2**20, (0, 0, 0))).value
    ('computed', 'conjectured')
    >>> list(building.winning_moves((3, (2, 1, 0))))
    [(2, (2, 2, 0)), (2, (2, 1, 1))]
    """

    stacks: int = 3

    def __post_init__(self) -> None:
        object.__setattr__(self, "stacks", whole_number("stacks", self.stacks, 1, MOST_STACKS))

    @property
    def move_rule(self) -> str:
        """What a move is, in one sentence."""
        return (
            "A move puts one token on a stack while tokens are left to place; after that it takes any number of "
            "tokens, at least one, from one stack."
        )

    @property
    def rule(self) -> str:
        """How the winner is told, in one sentence."""
        odd = "The player to move at the start loses exactly if the number of tokens is "
        if self.stacks == 1:
            return f"{odd}odd or 0."
        if self.stacks % 2 == 0:
            return "The player to move at the start loses."
        if self.stacks == 3:
            return f"{odd}odd or 2 less than a power of two."
        return f"{odd}odd or at most {self.stacks + 3}."

    @property
    def validity(self) -> str:
        """Where `rule` holds and why, in one sentence."""
        if self.stacks % 2 == 0 or self.stacks == 1:
            return "Proved for every number of tokens; other positions in the middle of the building are searched."
        most = CHECKED.get(self.stacks)
        checked = f"checked by complete search up to {most} tokens and conjectured beyond" if most else "conjectured"
        return f"Proved for an odd number of tokens; for an even one {checked}."

    def start(self, tokens: int) -> Stage:
        """Return the position with this many tokens to place and all stacks empty."""
        return whole_number("tokens", tokens), (0,) * self.stacks

    def check(self, position: Stage) -> Stage:
        """Return the position as Python integers, or raise `InputError`."""
        if not isinstance(position, tuple) or len(position) != 2:
            raise InputError(
                "a position must be a tuple of the tokens left and the stacks, such as (6, (0, 0, 0)), got "
                f"{shorten(repr(position))}"
            )
        tokens = whole_number("tokens", position[0])
        stacks = check_heaps(position[1], "stack")
        if len(stacks) != self.stacks:
            raise InputError(f"this game has {self.stacks} stacks, got {len(stacks)}")
        return tokens, stacks

    def _moves(self, position: Stage) -> Iterator[Stage]:
        tokens, stacks = position
        if tokens:
            return ((tokens - 1, with_heap(stacks, stack, size + 1)) for stack, size in enumerate(stacks))
        return ((0, target) for target in one_heap_moves(stacks))

    def _is_legal(self, position: Stage, target: Stage) -> bool:
        if position[0]:
            placed = takings(target[1], position[1])
            return target[0] == position[0] - 1 and placed is not None and [n for _, n in placed] == [1]
        return target[0] == 0 and Nim().is_legal(position[1], target[1])

    def _is_losing(self, position: Stage) -> bool:
        known = self._by_rule(position)
        return self._search(position) == 0 if known is None else known[0]

    def _winning_moves(self, position: Stage) -> Iterator[Stage]:
        """Yield first what is known by rule, then what a search finds, which may be too large."""
        tokens, stacks = position
        if tokens == 0:
            yield from ((0, target) for target in Nim().winning_moves(stacks))
            return
        unknown = []
        for target in self._moves(position):
            known = self._by_rule(target)
            if known is None:
                unknown.append(target)
            elif known[0]:
                yield target
        yield from (target for target in unknown if self._search(target) == 0)

    def _grundy(self, position: Stage) -> int:
        known = self._by_rule(position)
        if known is not None and known[0] and known[1] is not Certainty.CONJECTURED:
            return 0
        return self._search(position)

    def _moves_to(self, position: Stage, value: int) -> Iterator[Stage]:
        if position[0] == 0:
            return ((0, target) for target in Nim().moves_to(position[1], value))
        return super()._moves_to(position, value)

    def _certainty(self, position: Stage) -> Certainty:
        known = self._by_rule(position)
        return Certainty.COMPUTED if known is None else known[1]

    def _by_rule(self, position: Stage) -> tuple[bool, Certainty] | None:
        """Tell whether the position is losing, and how that is known; None where only a search can tell."""
        tokens, stacks = position
        if tokens == 0:
            return nim_sum(stacks) == 0, Certainty.PROVED
        if (tokens + sum(stacks)) % 2 or self.stacks == 1:
            return tokens % 2 == 1, Certainty.PROVED
        unpaired = sorted(size for size, count in Counter(stacks).items() if count % 2)
        if not unpaired:
            return True, Certainty.PROVED
        if tokens % 2 and len(unpaired) == 2 and unpaired[1] - unpaired[0] == 1:
            return False, Certainty.PROVED  # one token makes pairs
        if self.stacks == 2:
            return tokens % 2 == 1, Certainty.PROVED
        placed = sum(stacks)
        if placed > 1 or self.stacks % 2 == 0:
            return None
        # One token on any stack is the only first move there is, apart from the order of the stacks.
        start = tokens + placed
        lost = (start + 2).bit_count() == 1 if self.stacks == 3 else start <= self.stacks + 3
        certainty = Certainty.COMPUTED if start <= CHECKED.get(self.stacks, 0) else Certainty.CONJECTURED
        return lost if placed == 0 else not lost, certainty

    def _search(self, position: Stage) -> int:
        """Return the Grundy value by going through all ways to place the remaining tokens, stacks kept sorted."""
        tokens, stacks = position
        levels = [{tuple(sorted(stacks))}]
        total = 1
        for _ in range(tokens):
            levels.append({option for built in levels[-1] for option in _with_one_more(built)})
            total += len(levels[-1])
            if total > MOST_POSITIONS:
                raise InputError(
                    f"no rule is known for {self._brief(position)}, and a search would meet more than "
                    f"{MOST_POSITIONS:,} positions; give one with fewer tokens left"
                )
        values = {built: nim_sum(built) for built in levels.pop()}
        while levels:
            values = {built: mex(values[option] for option in _with_one_more(built)) for built in levels.pop()}
        return values[tuple(sorted(stacks))]

    def _parse(self, text: str) -> Stage:
        numbers = read_heaps(text.replace(":", " "), "number")
        if not numbers:
            raise InputError(f"a position is the tokens left and the stacks, as in {self._show(self.start(6))}")
        return numbers[0], numbers[1:] or (0,) * self.stacks

    def _show(self, position: Stage) -> str:
        tokens, stacks = position
        return f"{write_whole(tokens)}: {' '.join(map(write_whole, stacks))}"

    def _brief(self, position: Stage) -> str:
        tokens, stacks = position
        return shorten(f"{shorten_int(tokens)}: {' '.join(map(shorten_int, stacks))}")

    def _describe(self, position: Stage, target: Stage) -> str:
        tokens, stacks = position
        if tokens:
            stack = next(i for i, size in enumerate(stacks) if size != target[1][i])
            return f"put a token on stack {stack + 1}"
        return Nim().describe(stacks, target[1]).replace("heap", "stack")


def _with_one_more(built: Heaps) -> Iterator[Heaps]:
    """Yield the sorted stacks with one token more, each result once."""
    for stack, size in enumerate(built):
        # Among equal stacks, adding to the last one keeps the order.
        if stack + 1 == len(built) or built[stack + 1] > size:
            yield with_heap(built, stack, size + 1)
