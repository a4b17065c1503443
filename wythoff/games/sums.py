"""
Sums of games: several games side by side; a move is a move in one of them, and whoever can't move anywhere has lost.

By the theorem of Sprague and Grundy the Grundy value of a sum is the XOR of those of its parts, so that a winning move
is a move in one part to the value that makes the XOR 0 - which may be a higher value than the part had. This holds in
normal play only: in misère play the Grundy values of the parts don't determine who wins the sum.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from wythoff.errors import InputError, shorten
from wythoff.games.base import Certainty, Game
from wythoff.games.nim import nim_sum

Parts = tuple[Any, ...]


@dataclass(frozen=True)
class Sum(Game[Parts]):
    """
    A sum of games in normal play.

    A position is the tuple of the positions of the parts. Text is theirs, joined by plus signs, as in
    ``"1 2 + 7 + 1110111"``.

    Parameters
    ----------
    components : tuple of Game
        The games that are added, at least one, none of them a misère game or itself a sum.

    Examples
    --------
    >>> from wythoff.games.nim import Nim
    >>> from wythoff.games.subtraction import Subtraction
    >>> both = Sum((Nim(), Subtraction(most=2)))
    >>> both.is_losing(((2,), (8,))), both.grundy(((3, 4), (8,)))
    (True, 5)
    >>> list(both.winning_moves(((1,), (6,))))
    [((0,), (6,)), ((1,), (4,))]
    >>> both.describe(((1,), (6,)), ((1,), (4,)))
    'in part 2: take 2 from heap 1'
    """

    components: tuple[Game[Any], ...]

    def __post_init__(self) -> None:
        games: tuple[object, ...] = self.components if isinstance(self.components, tuple) else ()
        if not games or not all(isinstance(part, Game) for part in games):
            raise InputError(f"a sum needs a tuple of at least one game, got {shorten(repr(self.components))}")
        if any(isinstance(part, Sum) for part in games):
            raise InputError("a part of a sum can't be a sum itself; give its parts instead")
        if any(part.misere for part in self.components):
            raise InputError(
                "a sum can't have a misère part, because Grundy values, by which sums are solved, apply to normal play "
                "only"
            )

    @property
    def move_rule(self) -> str:
        """What a move is, in one sentence."""
        return "A move is a move in one of the parts, which leaves the others as they are."

    @property
    def rule(self) -> str:
        """How the winner is told, in one sentence."""
        return "The player to move loses exactly if the XOR of the Grundy values of the parts is 0."

    @property
    def validity(self) -> str:
        """Where `rule` holds and why, in one sentence."""
        return "Proved for every sum in normal play, wherever the Grundy values of the parts are known."

    def check(self, position: Parts) -> Parts:
        """Return the position with Python integers throughout, or raise `InputError`."""
        if not isinstance(position, tuple) or len(position) != len(self.components):
            raise InputError(
                f"a position must be a tuple with one entry for each of the {len(self.components)} parts, got "
                f"{shorten(repr(position))}"
            )
        return tuple(part.check(at) for part, at in zip(self.components, position, strict=True))

    def _moves(self, position: Parts) -> Iterator[Parts]:
        for i, part in enumerate(self.components):
            for target in part.moves(position[i]):
                yield _with_part(position, i, target)

    def _is_legal(self, position: Parts, target: Parts) -> bool:
        changed = [i for i, at in enumerate(position) if at != target[i]]
        return len(changed) == 1 and self.components[changed[0]].is_legal(position[changed[0]], target[changed[0]])

    def _is_losing(self, position: Parts) -> bool:
        return self._grundy(position) == 0

    def _grundy(self, position: Parts) -> int:
        return nim_sum(self._values(position))

    def _moves_to(self, position: Parts, value: int) -> Iterator[Parts]:
        values = self._values(position)
        change = nim_sum(values) ^ value
        if change:
            for i, part in enumerate(self.components):
                for target in part.moves_to(position[i], values[i] ^ change):
                    yield _with_part(position, i, target)

    def _values(self, position: Parts) -> list[int]:
        return [part.grundy(at) for part, at in zip(self.components, position, strict=True)]

    def _certainty(self, position: Parts) -> Certainty:
        return max(
            (part.certainty(at) for part, at in zip(self.components, position, strict=True)), key=list(Certainty).index
        )

    def _parse(self, text: str) -> Parts:
        texts = text.split("+")
        if len(texts) != len(self.components):
            raise InputError(
                f"a position of this sum has {len(self.components)} parts, joined by +, "
                f"got {len(texts)} in {shorten(text)!r}"
            )
        return tuple(part.parse(words) for part, words in zip(self.components, texts, strict=True))

    def _show(self, position: Parts) -> str:
        return " + ".join(part.show(at) for part, at in zip(self.components, position, strict=True))

    def _describe(self, position: Parts, target: Parts) -> str:
        i = next(i for i, at in enumerate(position) if at != target[i])
        return f"in part {i + 1}: {self.components[i].describe(position[i], target[i])}"


def _with_part(position: Parts, i: int, target: Any) -> Parts:
    return (*position[:i], target, *position[i + 1 :])
