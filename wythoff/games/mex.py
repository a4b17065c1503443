"""Grundy values from nothing but a list of options, for positions small enough to be searched completely."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import islice
from typing import Generic, TypeVar

from wythoff.errors import InputError

Node = TypeVar("Node", bound=Hashable)
T = TypeVar("T")

MOST_MOVES = 500_000


def mex(values: Iterable[int]) -> int:
    """
    Return the least non-negative integer that is not among the values.

    It is non-negative and not positive, as the slides have it: a position without options must get 0.

    Examples
    --------
    >>> mex([]), mex([1, 2]), mex([0, 1, 3])
    (0, 0, 2)
    """
    present = set(values)
    least = 0
    while least in present:
        least += 1
    return least


class Search(Generic[Node]):
    """
    Grundy values by their definition, as the mex of the values of the options; what was found is kept.

    Parameters
    ----------
    options : callable
        ``options(position)`` gives the positions that one move reaches. Repeats are allowed. The better it unites
        positions with the same value, for example by sorting heaps, the less there is to do.
    by_rule : callable
        ``by_rule(position)`` gives the value where a proved rule tells it, else None: nothing is searched below such a
        position.

    Notes
    -----
    Depth first with a stack of its own, so that long games don't meet Python's recursion limit. Time is proportional to
    the number of moves in the reachable part of the game, memory to its number of positions. All values that are asked
    of one search take no more than `MOST_MOVES` moves together.
    """

    def __init__(self, options: Callable[[Node], Iterable[Node]], by_rule: Callable[[Node], int | None]) -> None:
        self._options = options
        self._by_rule = by_rule
        self._values: dict[Node, int] = {}
        self._left = MOST_MOVES

    def value(self, position: Node) -> int:
        """
        Return the Grundy value of a position.

        Raises
        ------
        InputError
            If more moves than are left would have to be looked at.
        """
        if self._told(position):
            return self._values[position]
        stack: list[tuple[Node, Iterator[Node], set[int]]] = [(position, iter(self._options(position)), set())]
        while position not in self._values:
            here, rest, reached = stack[-1]
            for option in rest:
                self._left -= 1
                if self._left < 0:
                    raise InputError(
                        "no formula is known for the Grundy value of this position, and computing it would take more "
                        f"than {MOST_MOVES:,} moves; give a smaller position"
                    )
                if not self._told(option):
                    stack.append((option, iter(self._options(option)), set()))
                    break
                reached.add(self._values[option])
            else:
                self._values[here] = mex(reached)
                stack.pop()
                if stack:
                    stack[-1][2].add(self._values[here])
        return self._values[position]

    def _told(self, position: Node) -> bool:
        """Tell whether the value is known by now, or by a rule."""
        if position in self._values:
            return True
        value = self._by_rule(position)
        if value is None:
            return False
        self._values[position] = value
        return True


def with_value(
    targets: Iterable[T], value: int, by_rule: Callable[[T], int | None], by_search: Callable[[T], int]
) -> Iterator[T]:
    """
    Yield the targets with a Grundy value: first those that a rule tells, then those that a search finds.

    Parameters
    ----------
    targets : iterable
        Read lazily; of more than `MOST_MOVES` the first ones.
    value : int
        The wanted value.
    by_rule : callable
        Gives the value of a target where it is known, else None.
    by_search : callable
        Computes it.

    Raises
    ------
    InputError
        From the iterator and after all targets that are known to have the value, if others may have it.
    """
    unknown = []
    rest = iter(targets)
    for target in islice(rest, MOST_MOVES):
        known = by_rule(target)
        if known is None:
            unknown.append(target)
        elif known == value:
            yield target
    for target in unknown:
        if by_search(target) == value:
            yield target
    if next(rest, None) is not None:
        raise InputError(
            f"there are more than {MOST_MOVES:,} moves, and no rule tells which of them lead to the Grundy value "
            f"{value}; give a smaller position"
        )


def known_first(searches: Iterable[Callable[[], Iterable[T]]]) -> Iterator[T]:
    """
    Yield what each search finds; the first `InputError` of one is raised when all have been heard.

    Examples
    --------
    >>> found = known_first([lambda: [1], lambda: [2]])
    >>> list(found)
    [1, 2]
    """
    unknown = None
    for search in searches:
        try:
            yield from search()
        except InputError as error:
            unknown = unknown or error
    if unknown:
        raise unknown
