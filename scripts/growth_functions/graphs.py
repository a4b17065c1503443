"""Trees, networks and points of the plane."""

from __future__ import annotations

import math
from heapq import heappop, heappush

import numpy as np

from growth_functions.base import Array, Work, compiled, grows, paged

EDGES = 4  # of each node


@grows("O(n)", "one load a node, at a random place before it; loads leave the caches", largest=2**23, subtle=True)
def numba_tree_depths(n: int, rng: np.random.Generator) -> Work:
    """Find the depths of the nodes of a random tree of n, each node's parent before it."""
    depths = paged(n, np.int32)
    return lambda parents: _tree_depths(parents, depths), lambda: ((rng.random(n) * np.arange(n)).astype(np.int64),)


@compiled
def _tree_depths(parents: Array, depths: Array) -> Array:
    depths[0] = 0
    for i in range(1, parents.size):
        depths[i] = depths[parents[i]] + 1
    return depths


@grows("O(n log n)", "log2 n rows of n loads at random places (Berkman and Vishkin 1994)", largest=2**21, subtle=True)
def numba_jump_table(n: int, rng: np.random.Generator) -> Work:
    """Tabulate where 1, 2, 4 and further powers of two of steps lead in a random permutation of n."""
    table = paged((n.bit_length(), n), np.int32)
    return lambda successor: _jump_table(successor, table), lambda: (rng.permutation(n).astype(np.int32),)


@compiled
def _jump_table(successor: Array, table: Array) -> Array:
    table[0] = successor
    for level in range(1, table.shape[0]):
        for i in range(successor.size):
            table[level, i] = table[level - 1, table[level - 1, i]]
    return table


@grows("O(n log n)", "Dijkstra with a binary heap: log n for each of n nodes and 4n edges", largest=2**19, subtle=True)
def numba_shortest_paths(n: int, rng: np.random.Generator) -> Work:
    """Find the distances from node 0 in a random graph of n nodes with 4 edges of random length each."""
    return _shortest_paths, lambda: (rng.integers(n, size=(n, EDGES)), rng.random((n, EDGES)))


@compiled
def _shortest_paths(ends: Array, lengths: Array) -> Array:
    distance = np.full(ends.shape[0], np.inf)
    distance[0] = 0.0
    heap = [(0.0, 0)]
    while heap:
        reached, node = heappop(heap)
        if reached > distance[node]:
            continue  # a shorter way was found since
        for k in range(ends.shape[1]):
            following, length = ends[node, k], reached + lengths[node, k]
            if length < distance[following]:
                distance[following] = length
                heappush(heap, (length, following))
    return distance


@grows("O(n log n)", "Andrew 1979: a sort, then a stack that every point enters twice at most", largest=2**22)
def numba_monotone_chain(n: int, rng: np.random.Generator) -> Work:
    """Count the corners of the convex hull of n random points."""
    stack = paged(n, np.int64)
    return lambda x, y: _monotone_chain(x, y, stack), lambda: (rng.random(n), rng.random(n))


@compiled
def _monotone_chain(x: Array, y: Array, stack: Array) -> int:
    order = np.argsort(x)
    corners = 0
    for side in (1.0, -1.0):
        height = 0
        for point in order:
            while height >= 2:
                a, b = stack[height - 2], stack[height - 1]
                if side * ((x[b] - x[a]) * (y[point] - y[a]) - (y[b] - y[a]) * (x[point] - x[a])) > 0.0:
                    break
                height -= 1
            stack[height] = point
            height += 1
        corners += height - 1  # the last point of a side is the first of the other
    return corners


@grows("O(n^2 log n)", "Kruskal 1956: a sort of n (n - 1) / 2 edges", first=8, largest=2**12)
def numba_kruskal(n: int, rng: np.random.Generator) -> Work:
    """Find the length of the minimum spanning tree of n random points of the plane from all their distances."""
    pairs = n * (n - 1) // 2
    first, second, lengths = paged(pairs, np.int32), paged(pairs, np.int32), paged(pairs)
    group = paged(n, np.int32)
    return lambda x, y: _kruskal(x, y, first, second, lengths, group), lambda: (rng.random(n), rng.random(n))


@compiled
def _kruskal(x: Array, y: Array, first: Array, second: Array, lengths: Array, group: Array) -> float:
    edge = 0
    for i in range(x.size):
        group[i] = i
        for k in range(i + 1, x.size):
            first[edge], second[edge] = i, k
            lengths[edge] = math.sqrt((x[i] - x[k]) ** 2 + (y[i] - y[k]) ** 2)
            edge += 1
    total = 0.0
    for shortest in np.argsort(lengths):
        a, b = _root(group, first[shortest]), _root(group, second[shortest])
        if a != b:
            group[a] = b
            total += lengths[shortest]
    return total


@compiled
def _root(group: Array, node: int) -> int:
    while group[node] != node:
        group[node] = group[group[node]]
        node = group[node]
    return node
