"""Heaps, dicts, deques, lists and filters, and what programs do with them."""

from __future__ import annotations

from collections import defaultdict, deque
from functools import partial
from heapq import heapify, heappushpop, heapreplace, nlargest

import numpy as np

from growth_functions.base import BATCH, PRIME, Array, Work, compiled, grows, paged

HOT_DICTS = 4  # few enough to be made beforehand at any length
HASHES = 4
BITS_A_KEY = 16
WINDOW = 8


@grows(
    "O(1)", "an item that is smaller than all is compared with the root alone (CPython, _heapqmodule.c)", largest=2**22
)
def heappushpop_smaller(n: int, rng: np.random.Generator) -> Work:
    """Push onto a heap of n what is popped at once, since it is smaller than all."""
    heap = rng.random(n).tolist()
    heapify(heap)
    return partial(heappushpop, heap), lambda: (-rng.random(),)


@grows("O(1)", "a dict that lost no key has its first one in the first entry (CPython, dictobject.c)", largest=2**20)
def dict_first_key(n: int, rng: np.random.Generator) -> Work:
    """Find the first key of one of a few dicts of n."""
    dicts = [dict.fromkeys(range(start, start + n)) for start in rng.integers(1 << 40, size=HOT_DICTS).tolist()]
    return lambda keys: next(iter(keys)), lambda: (dicts[rng.integers(HOT_DICTS)],)


@grows("O(1)", "Bloom 1970: at most four bits a key; the bits outgrow the caches", largest=2**24, subtle=True)
def numba_bloom_filter(n: int, rng: np.random.Generator) -> Work:
    """Ask a Bloom filter of n keys for 1,000 random ones, half of which it has."""
    bits, keys = np.zeros(BITS_A_KEY * n // 8, np.uint8), rng.integers(PRIME, size=n)
    _bloom_insert(bits, keys)
    return lambda asked: _bloom_count(bits, asked), lambda: (
        np.concatenate((rng.choice(keys, 500), rng.integers(PRIME, size=500))),
    )


@compiled
def _bloom_insert(bits: Array, keys: Array) -> None:
    for key in keys:
        first, second = key * 634_018_663 % PRIME, key * 412_977_811 % PRIME
        for k in range(HASHES):
            place = (first + k * second) % (8 * bits.size)
            bits[place >> 3] |= 1 << (place & 7)


@compiled
def _bloom_count(bits: Array, keys: Array) -> int:
    found = 0
    for key in keys:
        first, second = key * 634_018_663 % PRIME, key * 412_977_811 % PRIME
        present = 1
        for k in range(HASHES):
            place = (first + k * second) % (8 * bits.size)
            if not (bits[place >> 3] >> (place & 7)) & 1:
                present = 0
                break
        found += present
    return found


@grows("O(log n)", "one match on each of log2 n levels (Knuth, vol. 3, 5.4.1); cache misses add", subtle=True)
def numba_tournament_replay(n: int, rng: np.random.Generator) -> Work:
    """Give 100 random players of n, n a power of two, a new result each, and find the winner after each."""
    tree = np.zeros(2 * n)
    return lambda players, results: _tournament_replay(tree, players, results), lambda: (
        rng.integers(n, size=BATCH),
        rng.random(BATCH),
    )


@compiled
def _tournament_replay(tree: Array, players: Array, results: Array) -> float:
    total = 0.0
    for i in range(players.size):
        node = players[i] + tree.size // 2
        tree[node] = results[i]
        while node > 1:
            node >>= 1
            tree[node] = max(tree[2 * node], tree[2 * node + 1])
        total += tree[1]
    return total


@grows("O(n)", "one look-up and one append an element", largest=2**21)
def py_group_by_key(n: int, rng: np.random.Generator) -> Work:
    """Group n random ints by their last digit."""
    return _group_by_key, lambda: (rng.integers(1 << 20, size=n).tolist(),)


def _group_by_key(values: list[int]) -> dict[int, list[int]]:
    groups: dict[int, list[int]] = defaultdict(list)
    for value in values:
        groups[value % 10].append(value)
    return groups


@grows("O(n)", "every element enters the queue once and leaves it at most once", largest=2**20)
def py_sliding_maximum(n: int, rng: np.random.Generator) -> Work:
    """Find the maximum of each 8 neighbours of n random numbers."""
    return _sliding_maximum, lambda: (rng.random(n).tolist(),)


def _sliding_maximum(values: list[float]) -> list[float]:
    queue: deque[int] = deque()
    maxima = []
    for i, value in enumerate(values):
        while queue and values[queue[-1]] <= value:
            queue.pop()
        queue.append(i)
        if queue[0] <= i - WINDOW:
            queue.popleft()
        if i >= WINDOW - 1:
            maxima.append(values[queue[0]])
    return maxima


@grows("O(n log n)", "a heap of n / 2 elements, sorted at the end (Python library, heapq)", largest=2**20)
def heapq_nlargest_half(n: int, rng: np.random.Generator) -> Work:
    """Find the n / 2 largest of n random numbers."""
    return nlargest, lambda: (n // 2, rng.random(n).tolist())


@grows("O(n log n)", "Jones 1986: log2 n levels a hold; the loop's linear part is large", largest=2**20, subtle=True)
def py_hold_model(n: int, rng: np.random.Generator) -> Work:
    """Advance a simulation of n pending events by n events, each of which plans another."""
    return _hold_model, lambda: (np.sort(rng.random(n)).tolist(), rng.random(n).tolist())


def _hold_model(pending: list[float], delays: list[float]) -> float:
    heap = pending.copy()
    for delay in delays:
        heapreplace(heap, heap[0] + delay)
    return heap[0]


@grows(
    "O(n log n)",
    "log n amortised for each of n minima (Fredman et al. 1986); cache misses add",
    largest=2**20,
    subtle=True,
)
def numba_pairing_heap(n: int, rng: np.random.Generator) -> Work:
    """Sort n random numbers with a pairing heap."""
    child, sibling, ordered = paged(n, np.int32), paged(n, np.int32), paged(n)
    return lambda keys: _pairing_heap(keys, child, sibling, ordered), lambda: (rng.random(n),)


@compiled
def _meld(keys: Array, child: Array, sibling: Array, first: int, second: int) -> int:
    if first < 0:
        return second
    if keys[second] < keys[first]:
        first, second = second, first
    sibling[second] = child[first]
    child[first] = second
    return first


@compiled
def _pairing_heap(keys: Array, child: Array, sibling: Array, ordered: Array) -> Array:
    child[:] = -1
    sibling[:] = -1
    root = 0
    for i in range(1, keys.size):
        root = _meld(keys, child, sibling, root, i)
    for i in range(keys.size):
        ordered[i] = keys[root]
        node, pairs = child[root], -1  # `pairs` is a stack of melded pairs, linked as siblings
        while node >= 0:
            pair, second = node, sibling[node]
            node = -1
            if second >= 0:
                node = sibling[second]
                pair = _meld(keys, child, sibling, pair, second)
            sibling[pair] = pairs
            pairs = pair
        root = -1
        while pairs >= 0:
            pair, pairs = pairs, sibling[pairs]
            root = _meld(keys, child, sibling, root, pair)
    return ordered


@grows("O(n^2)", "each of n numbers is compared with up to all before it", first=8, largest=2**14)
def py_dedupe_list(n: int, rng: np.random.Generator) -> Work:
    """Drop repeated ones of n random numbers, few of which are, by a look into the list so far."""
    return _dedupe_list, lambda: (rng.integers(10 * n, size=n).tolist(),)


def _dedupe_list(values: list[int]) -> list[int]:
    unique: list[int] = []
    for value in values:
        if value not in unique:
            unique.append(value)
    return unique
