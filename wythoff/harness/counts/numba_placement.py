"""
Where in a function's blocks a counter has to go up, so that it holds the sum over all blocks that were carried out.

Each block has a weight. Only some edges between blocks need an addition: those that are left when the edges of a tree
that reaches all blocks are taken away, as the others' executions follow from them [1]_. A loop without branches needs
one, and two ways through a branch that weigh the same need none.

References
----------
.. [1] D. E. Knuth and F. R. Stevenson, Optimal measurement points for program frequency counts, BIT 13, 1973, 313-322;
   T. Ball and J. R. Larus, Optimally profiling and tracing programs, ACM TOPLAS 16, 1994, section 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

Edge = tuple[int, int]
OUTSIDE: Final = -1  # before the first block and after the last ones, which is one place


def placed(weights: Mapping[int, int], edges: Iterable[Edge], first: int, last: Iterable[int]) -> dict[Edge, int]:
    """
    Return what to add on each edge, so that every way through a function adds up to the weights of its blocks.

    Parameters
    ----------
    weights : mapping of int to int
        The weight of each block, by its label, 0 or more.
    edges : iterable of (int, int)
        From which block to which one may go, those that are taken most often first: they need no addition if possible.
    first : int
        Label of the block that is entered.
    last : iterable of int
        Labels of the blocks that leave.

    Returns
    -------
    dict of (int, int) to int
        By edge, the amount, which may be below zero; what a last block adds before it leaves stands under its label
        and `OUTSIDE`. Amounts of 0 are left out.

    Notes
    -----
    Each block b gets a height h(b), 0 outside, and an edge from b to c adds weight(b) + h(b) - h(c): along a way
    heights cancel. Along the edges of the tree heights are chosen such that nothing is left to add.

    Examples
    --------
    A loop: block 1 tests, block 2 is its body.

    >>> placed({0: 5, 1: 3, 2: 4, 3: 1}, [(1, 2), (2, 1), (0, 1), (1, 3)], 0, [3])
    {(2, 1): 7, (3, -1): 9}
    """
    inner, leaving = list(edges), [(label, OUTSIDE) for label in last]
    joined: dict[int, dict[int, int]] = {label: {label: 0} for label in weights}  # trees, heights within
    joined[OUTSIDE] = {OUTSIDE: 0}
    _join(joined, OUTSIDE, first, 0)
    for one, other in (*inner, *leaving):
        _join(joined, one, other, weights[one])
    height = {label: joined[label].get(label, 0) - joined[label].get(OUTSIDE, 0) for label in joined}
    amounts = {(one, other): weights[one] + height[one] - height[other] for one, other in (*inner, *leaving)}
    return {edge: amount for edge, amount in amounts.items() if amount}


def _join(joined: dict[int, dict[int, int]], one: int, other: int, weight: int) -> None:
    """Let an edge join two trees, the heights of the second changed so that it has nothing to add."""
    tree, second = joined[one], joined[other]
    if tree is second:
        return
    change = tree[one] + weight - second[other]
    for label, height in second.items():
        tree[label] = height + change
        joined[label] = tree
