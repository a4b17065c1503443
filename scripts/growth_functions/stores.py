"""Caches, buffers and tables in which something is looked up, and versions of them that stay."""

from __future__ import annotations

from copy import deepcopy
from io import BytesIO
from typing import Any

import numpy as np

from growth_functions.base import PRIME, Array, Work, compiled, grows, paged
from growth_functions.databases import MODULUS, _Table

ASKED = 1000  # one call of a short kernel does this many, or the call itself would be all that is timed
MOST_MOVES = 500  # of keys of a cuckoo table until other hash functions are taken


@grows("O(1)", "the buffer's position is set, and eight bytes are copied (CPython, bytesio.c)", largest=2**22)
def bytesio_seek_read(n: int, rng: np.random.Generator) -> Work:
    """Read eight bytes in the middle of a buffer of n + 8, or just before it."""
    buffer = BytesIO(rng.bytes(n + 8))

    def read(place: int) -> bytes:
        buffer.seek(place)
        return buffer.read(8)

    return read, lambda: (n // 2 - int(rng.integers(4)),)


@grows("O(1)", "one look-up and a change of links a request; tables outgrow the caches", largest=2**22, subtle=True)
def numba_lru_requests(n: int, rng: np.random.Generator) -> Work:
    """Serve 1,000 random requests for 2n keys by a cache of n, which gives up what was used longest ago."""
    slots = np.concatenate((np.arange(n), np.full(n, -1)))
    ring = np.arange(n + 1)
    cache = slots, np.arange(n), np.roll(ring, 1), np.roll(ring, -1)
    return lambda keys: _lru_requests(keys, *cache), lambda: (rng.integers(2 * n, size=ASKED),)


@compiled
def _lru_requests(keys: Array, slots: Array, kept: Array, earlier: Array, later: Array) -> int:
    """Return how many keys were there; slots[key] is -1 if not, and the ring begins and ends beside the last slot."""
    hits, end = 0, kept.size
    for key in keys:
        slot = slots[key]
        if slot >= 0:
            hits += 1
        else:
            slot = later[end]
            slots[kept[slot]] = -1
            slots[key], kept[slot] = slot, key
        later[earlier[slot]], earlier[later[slot]] = later[slot], earlier[slot]
        last = earlier[end]
        later[last], earlier[slot], later[slot], earlier[end] = slot, last, end, slot
    return hits


@grows("O(1)", "Pagh and Rodler 2004: two places a key; the tables outgrow the caches", largest=2**22, subtle=True)
def numba_cuckoo_lookups(n: int, rng: np.random.Generator) -> Work:
    """Look for 1,000 random keys, half of which are there, in a cuckoo table of n keys, n a power of two."""
    keys = rng.integers(PRIME, size=n)
    tables, factors = np.empty((2, 2 * n), np.int32), rng.integers(1, PRIME, size=2)
    while not _cuckoo_fill(tables, factors, keys):
        factors = rng.integers(1, PRIME, size=2)
    return lambda asked: _cuckoo_count(tables, factors, asked), lambda: (
        np.concatenate((rng.choice(keys, ASKED // 2), rng.integers(PRIME, size=ASKED // 2))),
    )


@compiled
def _cuckoo_fill(tables: Array, factors: Array, keys: Array) -> bool:
    """Say whether all keys found a place."""
    tables[:] = -1
    last = tables.shape[1] - 1
    for key in keys:
        side, moves = 0, 0
        if tables[1, key * factors[1] % PRIME & last] == key:
            continue
        while key >= 0 and moves < MOST_MOVES:
            place = key * factors[side] % PRIME & last
            if tables[side, place] == key:
                key = -1
            else:
                moved = np.int64(tables[side, place])
                tables[side, place] = key
                key = moved
            side = 1 - side
            moves += 1
        if key >= 0:
            return False
    return True


@compiled
def _cuckoo_count(tables: Array, factors: Array, asked: Array) -> int:
    found, last = 0, tables.shape[1] - 1
    for key in asked:
        if tables[0, key * factors[0] % PRIME & last] == key or tables[1, key * factors[1] % PRIME & last] == key:
            found += 1
    return found


@grows("O(log n)", "log2 n nodes of a path are copied (Okasaki, 2.2); cache misses add", largest=2**19, subtle=True)
def py_persistent_set(n: int, rng: np.random.Generator) -> Work:
    """Make a new version of a persistent array of n random numbers, n a power of two, by changing one of them."""
    nodes: list[Any] = rng.integers(1 << 20, size=n).tolist()
    while len(nodes) > 1:
        nodes = list(zip(nodes[::2], nodes[1::2], strict=True))
    return lambda place, value: _changed(nodes[0], place, value, n), lambda: (
        int(rng.integers(n)),
        int(rng.integers(1 << 20)),
    )


def _changed(tree: Any, place: int, value: int, width: int) -> Any:
    if width == 1:
        return value
    left, right = tree
    width //= 2
    if place < width:
        return _changed(left, place, value, width), right
    return left, _changed(right, place - width, value, width)


@grows(
    "O(n)", "each list, dict and text is visited once, and found in a dict afterwards (CPython, copy.py)", largest=2**17
)
def copy_deepcopy_records(n: int, rng: np.random.Generator) -> Work:
    """Copy n records of a name and two numbers, all that they consist of included."""

    def fresh() -> tuple[list[dict[str, Any]]]:
        return ([{"name": f"{a:x}", "numbers": [a, b]} for a, b in rng.integers(10**6, size=(n, 2)).tolist()],)

    return deepcopy, fresh


@grows("O(n log n)", "a path down a B-tree for each of n rows (SQLite, Query Planning)", largest=2**19, subtle=True)
def sqlite3_join(n: int, rng: np.random.Generator) -> Work:
    """Sum a column over the partners of n rows, each found by a key that depends on a random factor."""
    table = _Table(n, rng)
    query = (  # a cross join keeps the order of the loops
        "SELECT sum(partners.place) FROM numbers CROSS JOIN numbers AS partners "
        f"ON partners.id = numbers.place * ? % {MODULUS} % {n} + 1"
    )
    return lambda factor: table.ask(query, factor), lambda: (int(rng.integers(1, MODULUS)),)


@grows(
    "O(n log n)",
    "log2 n + 1 new nodes a version, two paths a query (Driscoll et al. 1989); cache misses add",
    largest=2**18,
    subtle=True,
)
def numba_range_quantiles(n: int, rng: np.random.Generator) -> Work:
    """Find the numbers of random rank in n random ranges of n numbers below n, a power of two, by persistent trees."""
    size = n * n.bit_length() + 1
    scratch = paged(n + 1, np.int32), paged((size, 2), np.int32), paged(size, np.int32)

    def fresh() -> tuple[Array, Array, Array]:
        first = rng.integers(n, size=n)
        last = first + 1 + (rng.random(n) * (n - first)).astype(np.int64)
        ranks = (rng.random(n) * (last - first)).astype(np.int64)
        return rng.integers(n, size=n), np.stack((first, last), axis=1), ranks

    return lambda values, ranges, ranks: _range_quantiles(values, ranges, ranks, *scratch), fresh


@compiled
def _range_quantiles(values: Array, ranges: Array, ranks: Array, roots: Array, children: Array, counts: Array) -> int:
    # roots[i] is the tree of the first i numbers; node 0 is empty, and its own child.
    roots[0], children[0, 0], children[0, 1], counts[0] = 0, 0, 0, 0
    top, node = values.size >> 1, 1
    for i in range(values.size):
        old, bit = roots[i], top
        roots[i + 1] = node
        counts[node] = counts[old] + 1
        while bit:
            side = 1 if values[i] & bit else 0
            children[node, 1 - side], children[node, side] = children[old, 1 - side], node + 1
            old, node, bit = children[old, side], node + 1, bit >> 1
            counts[node] = counts[old] + 1
        node += 1
    total = 0
    for query in range(ranks.size):
        a, b, rank, value, bit = roots[ranges[query, 0]], roots[ranges[query, 1]], ranks[query], 0, top
        while bit:
            side, below = 0, counts[children[b, 0]] - counts[children[a, 0]]
            if rank >= below:
                side, rank, value = 1, rank - below, value | bit
            a, b, bit = children[a, side], children[b, side], bit >> 1
        total += value
    return total
