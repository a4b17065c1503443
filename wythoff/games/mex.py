"""Grundy values from nothing but a list of options, for positions small enough to be searched completely."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from wythoff.errors import InputError

Node = TypeVar("Node")

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


def grundy_by_mex(position: Node, options: Callable[[Node], Iterable[Node]], values: dict[Node, int]) -> int:
    """
    Return the Grundy value of a position by its definition, as the mex of the values of its options.

    Parameters
    ----------
    position : hashable
        Where to begin.
    options : callable
        ``options(position)`` gives the positions that one move reaches. Repeats are allowed. The better it unites
        positions with the same value, for example by sorting heaps, the less there is to do.
    values : dict
        Values that are known already; those found on the way are added.

    Raises
    ------
    InputError
        If more than `MOST_MOVES` moves would have to be looked at. What was found until then stays in `values`.

    Notes
    -----
    Depth first with a stack of its own, so that long games don't meet Python's recursion limit. Time is proportional to
    the number of moves in the reachable part of the game, memory to its number of positions.
    """
    looked_at = 0
    stack: list[tuple[Node, Iterator[Node], set[int]]] = [(position, iter(options(position)), set())]
    while position not in values:
        here, rest, reached = stack[-1]
        for option in rest:
            looked_at += 1
            if looked_at > MOST_MOVES:
                raise InputError(
                    f"no formula is known for the Grundy value of this position, and computing it would take more than "
                    f"{MOST_MOVES:,} moves; give a smaller position"
                )
            if option not in values:
                stack.append((option, iter(options(option)), set()))
                break
            reached.add(values[option])
        else:
            values[here] = mex(reached)
            stack.pop()
            if stack:
                stack[-1][2].add(values[here])
    return values[position]
