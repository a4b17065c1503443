"""What games on heaps of tokens share: positions, reading and writing them, and the words for taking tokens."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from wythoff.errors import InputError, shorten, shorten_int, whole_number
from wythoff.games.base import Game, entries, read_whole, write_whole

Heaps = tuple[int, ...]


class HeapGame(Game[Heaps]):
    """
    A game on heaps of tokens: a position is the tuple of their sizes, of any length from 1 and with zeros allowed.

    Text is the sizes, separated by spaces or commas, as in ``"7 5 12"``.
    """

    def check(self, position: Heaps) -> Heaps:
        """Return the heaps as Python integers, or raise `InputError`."""
        return check_heaps(position)

    def _parse(self, text: str) -> Heaps:
        return read_heaps(text)

    def _show(self, position: Heaps) -> str:
        return " ".join(map(write_whole, position))

    def _brief(self, position: Heaps) -> str:
        return shorten(" ".join(map(shorten_int, position)))


class TakingGame(HeapGame):
    """A game on heaps in which a move takes tokens and leaves every heap in its place."""

    @abstractmethod
    def _may_take(self, position: Heaps, taken: list[tuple[int, int]]) -> bool:
        """Tell whether a move may take these tokens; `taken` holds (index of heap, tokens), at least one entry."""

    def _is_legal(self, position: Heaps, target: Heaps) -> bool:
        taken = takings(position, target)
        return taken is not None and self._may_take(position, taken)

    def _describe(self, position: Heaps, target: Heaps) -> str:
        taken = takings(position, target) or []
        return "take " + join_and([f"{shorten_int(tokens)} from heap {heap + 1}" for heap, tokens in taken])


def check_heaps(position: object, name: str = "heap") -> Heaps:
    """Return a non-empty sequence of heap sizes as a tuple of Python integers, or raise `InputError`."""
    sizes = entries(position, f"a tuple of {name} sizes such as (3, 4, 5)")
    heaps = tuple(whole_number(f"{name} {i}", size) for i, size in enumerate(sizes, 1))
    if not heaps:
        raise InputError(f"a position needs at least one {name}; a {name} may be 0")
    return heaps


def read_heaps(text: str, name: str = "heap") -> Heaps:
    """Read heap sizes separated by spaces or commas; one pair of brackets around them is allowed."""
    inner = text.strip()
    if inner[:1] + inner[-1:] in ("()", "[]"):
        inner = inner[1:-1]
    return tuple(read_whole(f"{name} {i}", word) for i, word in enumerate(inner.replace(",", " ").split(), 1))


def takings(position: Heaps, target: Heaps) -> list[tuple[int, int]] | None:
    """List (index of heap, tokens taken) where `target` has fewer; None if nothing was taken or a heap has grown."""
    if len(position) != len(target):
        return None
    taken = [
        (i, before - after) for i, (before, after) in enumerate(zip(position, target, strict=True)) if before != after
    ]
    return taken if taken and all(tokens > 0 for _, tokens in taken) else None


def with_heap(position: Heaps, heap: int, size: int) -> Heaps:
    """Return the position with one heap replaced."""
    return (*position[:heap], size, *position[heap + 1 :])


def filled(position: Heaps) -> Heaps:
    """Return the sizes above 0 in increasing order: all that counts where heaps have no other differences."""
    return tuple(sorted(size for size in position if size))


def one_heap_moves(position: Heaps) -> Iterator[Heaps]:
    """Yield every position with one heap made smaller."""
    for heap, size in enumerate(position):
        for rest in range(size):
            yield with_heap(position, heap, rest)


def join_and(parts: list[str]) -> str:
    """Join with commas and a final "and"."""
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]
