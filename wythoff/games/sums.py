"""
Sums of games: several games side by side; a move is a move in one of them, and whoever can't move anywhere has lost.

By the theorem of Sprague and Grundy the Grundy value of a sum is the XOR of those of its parts, so that a winning move
is a move in one part to the value that makes the XOR 0 - which may be a higher value than the part had. This holds in
normal play only: in misère play the Grundy values of the parts don't determine who wins the sum.

Some sums are known although a value is not. Two parts with the same position cancel each other, whatever their value.
A part of unknown value can still be known to have a move to the value of the rest, or, if two parts of one game are
unknown and the rest is 0, one of them a move to the position of the other. Such moves win.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

from wythoff.errors import InputError, shorten
from wythoff.games.base import Certainty, Game
from wythoff.games.heaps import HeapGame
from wythoff.games.mex import known_first
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
        return "Proved for every sum in normal play, wherever the Grundy values of the parts are known or cancel."

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
        values = self._values(position)
        if values.unknown is None:
            return values.total == 0
        if next(self._known_moves_to(position, values, 0), None) is not None:
            return False
        raise values.unknown

    def _grundy(self, position: Parts) -> int:
        values = self._values(position)
        if values.unknown is not None:
            raise values.unknown
        return values.total

    def _moves_to(self, position: Parts, value: int) -> Iterator[Parts]:
        return self._known_moves_to(position, self._values(position), value)

    def _known_moves_to(self, position: Parts, values: _Values, value: int) -> Iterator[Parts]:
        """Yield first what is known, of all parts; then raise what is unknown of one of them."""
        searches = [partial(self._of_part, i, position, values, value) for i in range(len(position))]
        return chain(self._mirroring(position, values, value), known_first(searches))

    def _of_part(self, i: int, position: Parts, values: _Values, value: int) -> Iterator[Parts]:
        """Yield the moves of one part that are known to give the sum this value."""
        rest = values.total ^ value ^ (values.known[i] or 0)
        if values.cancelled[i] and rest == 0 and not values.alone:
            return  # whatever the value of the pair is, this one would have to keep it
        if values.cancelled[i] or any(j != i for j in values.alone):
            assert values.first_error is not None
            raise values.first_error
        if rest == values.known[i]:
            return  # no move keeps a value
        for target in self.components[i].moves_to(position[i], rest):
            yield _with_part(position, i, target)

    def _mirroring(self, position: Parts, values: _Values, value: int) -> Iterator[Parts]:
        """Yield the moves that make the only two parts of unknown value alike."""
        if len(values.alone) == 2 and values.total == value:
            for i, j in (values.alone, values.alone[::-1]):
                part = self.components[i]
                if part == self.components[j] and part.is_legal(position[i], position[j]):
                    yield _with_part(position, i, position[j])

    def _values(self, position: Parts) -> _Values:
        known: list[int | None] = []
        error = None
        for part, at in zip(self.components, position, strict=True):
            try:
                known.append(part.grundy(at))
            except InputError as unknown:
                known.append(None)
                error = error or unknown
        waiting: dict[object, int] = {}
        for i, value in enumerate(known):
            if value is None:
                alike = self.components[i], _without_order(self.components[i], position[i])
                if waiting.pop(alike, None) is None:
                    waiting[alike] = i
        return _Values(known, sorted(waiting.values()), error)

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


@dataclass(frozen=True)
class _Values:
    """
    What is known of the parts' Grundy values.

    Attributes
    ----------
    known : list of int or None
        The value of each part; None where it is unknown.
    alone : list of int
        The parts of unknown value that don't cancel with another one.
    first_error : InputError, optional
        Why the first unknown value is unknown.
    """

    known: list[int | None]
    alone: list[int]
    first_error: InputError | None

    @property
    def total(self) -> int:
        """The XOR of the known values."""
        return nim_sum(value for value in self.known if value is not None)

    @property
    def unknown(self) -> InputError | None:
        """Why the value of the sum is unknown; None if it is known."""
        return self.first_error if self.alone else None

    @property
    def cancelled(self) -> list[bool]:
        """For each part whether it is one of a pair of unknown value."""
        return [value is None and i not in self.alone for i, value in enumerate(self.known)]


def _without_order(part: Game[Any], position: Any) -> Any:
    """Return what counts of a position: the order of heaps does not."""
    return tuple(sorted(position)) if isinstance(part, HeapGame) else position


def _with_part(position: Parts, i: int, target: Any) -> Parts:
    return (*position[:i], target, *position[i + 1 :])
