"""Search structures: skip lists, hash tables, treaps, lists of blocks, trees of counts."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from growth_functions.base import BATCH, PRIME, Array, Work, compiled, grows, paged
from growth_functions.databases import MODULUS, _Table

HIGHEST = 32  # tower of a skip list


@grows(
    "O(1)",
    "Knuth, vol. 3, 6.4: 2.5 probes at most on average; the table outgrows the caches",
    largest=2**23,
    subtle=True,
)
def numba_open_addressing(n: int, rng: np.random.Generator) -> Work:
    """Look for 1,000 random keys, half of which are there, in a half-full hash table of n, n a power of two."""
    table, keys = np.full(2 * n, -1), rng.integers(PRIME, size=n)
    _insert_keys(table, keys)
    return lambda asked: _count_keys(table, asked), lambda: (
        np.concatenate((rng.choice(keys, 500), rng.integers(PRIME, size=500))),
    )


@compiled
def _insert_keys(table: Array, keys: Array) -> None:
    for key in keys:
        place = key * 634_018_663 % PRIME & (table.size - 1)
        while table[place] >= 0 and table[place] != key:
            place = (place + 1) & (table.size - 1)
        table[place] = key


@compiled
def _count_keys(table: Array, asked: Array) -> int:
    found = 0
    for key in asked:
        place = key * 634_018_663 % PRIME & (table.size - 1)
        while table[place] >= 0 and table[place] != key:
            place = (place + 1) & (table.size - 1)
        found += table[place] == key
    return found


@grows("O(log n)", "log2 n levels are climbed, but for 2 on average", largest=2**58)
def numba_common_ancestors(n: int, rng: np.random.Generator) -> Work:
    """Find the common ancestors of 100 random pairs of leaves of a full binary tree of n, n a power of two."""
    return _common_ancestors, lambda: (rng.integers(n, 2 * n, size=BATCH), rng.integers(n, 2 * n, size=BATCH))


@compiled
def _common_ancestors(first: Array, second: Array) -> int:
    total = 0
    for i in range(first.size):
        a, b = first[i], second[i]  # node k has the children 2k and 2k + 1
        while a != b:
            if a > b:
                a >>= 1
            else:
                b >>= 1
        total += a
    return total


@grows("O(log n)", "log2 n + 1 nodes of a Fenwick tree (Fenwick 1994); cache misses add", subtle=True)
def numba_order_statistics(n: int, rng: np.random.Generator) -> Work:
    """Find the places of 100 random ranks in a Fenwick tree of n random counts, n a power of two."""
    sums = np.concatenate(([0], np.cumsum(rng.integers(10, size=n))))
    places = np.arange(n + 1)
    tree = sums - sums[places & (places - 1)]
    return lambda ranks: _order_statistics(tree, ranks), lambda: (rng.integers(sums[-1], size=BATCH),)


@compiled
def _order_statistics(tree: Array, ranks: Array) -> int:
    total = 0
    for rank in ranks:
        place, left, step = 0, rank, tree.size - 1
        while step > 0:
            if place + step < tree.size and tree[place + step] <= left:
                place += step
                left -= tree[place]
            step >>= 1
        total += place
    return total


class _SkipList:
    """Numbers in ascending order; a node is its number and a list of the next nodes, level by level."""

    def __init__(self, ordered: list[int], heights: list[int]) -> None:
        following: list[Any] = [None] * HIGHEST
        for number, height in zip(reversed(ordered), reversed(heights), strict=True):
            node = (number, following[:height])
            following[:height] = [node] * height
        self._levels = max(heights)
        self._head = (-1, following)

    def next_to(self, wanted: int) -> int | None:
        """Return the first number that is `wanted` or greater."""
        node = self._head
        for level in range(self._levels - 1, -1, -1):
            following = node[1][level]
            while following is not None and following[0] < wanted:
                node = following
                following = node[1][level]
        following = node[1][0]
        return None if following is None else following[0]


@grows("O(log n)", "Pugh 1990: 2 log2 n steps expected; cache misses add", largest=2**18, subtle=True)
def py_skip_list_search(n: int, rng: np.random.Generator) -> Work:
    """Find the next to a random number in a skip list of n random ones."""
    ordered = np.cumsum(rng.integers(1, 100, size=n)).tolist()
    heights = np.minimum(rng.geometric(0.5, size=n), HIGHEST).tolist()
    return _SkipList(ordered, heights).next_to, lambda: (int(rng.integers(ordered[-1])),)


@grows("O(sqrt n)", "up to sqrt n blocks are passed", largest=2**22)
def py_blocked_list_index(n: int, rng: np.random.Generator) -> Work:
    """Find the number at a random place of n, kept in lists of sqrt n."""
    width, values = math.isqrt(n), rng.integers(1 << 20, size=n).tolist()
    return partial(_blocked_index, [values[i : i + width] for i in range(0, n, width)]), lambda: (int(rng.integers(n)),)


def _blocked_index(blocks: list[list[int]], place: int) -> int:
    for block in blocks:
        if place < len(block):
            return block[place]
        place -= len(block)
    raise IndexError("the place lies beyond the last block")


@grows("O(n)", "n leaves and n - 1 nodes above them", largest=2**20)
def py_nested_sum(n: int, rng: np.random.Generator) -> Work:
    """Sum n random numbers in pairs of pairs of ... pairs, by recursion."""
    return _nested_sum, lambda: (_in_pairs(rng.random(n).tolist()),)


def _in_pairs(values: list[float]) -> list[Any]:
    """Return numbers halved again and again, down to lists of one or two."""
    middle = len(values) // 2
    return values if len(values) <= 2 else [_in_pairs(values[:middle]), _in_pairs(values[middle:])]


def _nested_sum(tree: list[Any]) -> float:
    total = 0.0
    for part in tree:
        total += _nested_sum(part) if isinstance(part, list) else part
    return total


@grows(
    "O(n log n)", "Aragon and Seidel 1989: log n expected for each of n; cache misses add", largest=2**20, subtle=True
)
def numba_treap_insertions(n: int, rng: np.random.Generator) -> Work:
    """Insert n random numbers into a treap."""
    links = paged((3, n), np.int32)
    return lambda keys, priorities: _treap_insertions(keys, priorities, links), lambda: (rng.random(n), rng.random(n))


@compiled
def _treap_insertions(keys: Array, priorities: Array, links: Array) -> int:
    """Return the root; links[side, node] is the child on that side, 0 or 1, and links[2, node] the parent."""
    links[:] = -1
    root = 0
    for node in range(1, keys.size):
        parent = root
        while True:
            side = 1 if keys[node] > keys[parent] else 0
            if links[side, parent] < 0:
                break
            parent = links[side, parent]
        links[side, parent], links[2, node] = node, parent
        while parent >= 0 and priorities[node] < priorities[parent]:
            above = links[2, parent]
            side = 1 if links[1, parent] == node else 0
            child = links[1 - side, node]
            links[side, parent] = child
            if child >= 0:
                links[2, child] = parent
            links[1 - side, node], links[2, parent], links[2, node] = parent, node, above
            if above >= 0:
                links[1 if links[1, above] == parent else 0, above] = node
            parent = above
        if parent < 0:
            root = node
    return root


@grows(
    "O(n log n)", "an index of the values so far is searched for each row (SQLite, SELECT)", largest=2**19, subtle=True
)
def sqlite3_count_distinct(n: int, rng: np.random.Generator) -> Work:
    """Count the distinct values of a column of n rows, times a random factor, modulo a prime."""
    table = _Table(n, rng)
    query = f"SELECT count(DISTINCT place * ? % {MODULUS}) FROM numbers"
    return lambda factor: table.ask(query, factor), lambda: (int(rng.integers(1, MODULUS)),)
