"""Graphs: as rows of neighbours, edges and matrices; grids and trees."""

from __future__ import annotations

import heapq
import random
from typing import Any

from counted_functions.base import OF_A_MATRIX, in_both, in_python

_DEGREE = 3


def sparse(n: int, source: random.Random) -> tuple[list[int], list[int], list[int]]:
    """Return three random neighbours of each of n nodes, in one row, and two rows of room."""
    return [source.randrange(n) for _ in range(_DEGREE * n)], [0] * n, [0] * n


def path(n: int, source: random.Random) -> tuple[list[int], list[int]]:
    """Return the far ends of the edges of a path, in the worst order to relax them in, and distances."""
    return list(range(n - 1, 0, -1)), [1 << 40] * n


def pairs(n: int, source: random.Random) -> tuple[list[int], list[int], list[int]]:
    """Return n random pairs of n nodes, and a row of room."""
    return [source.randrange(n) for _ in range(n)], [source.randrange(n) for _ in range(n)], [0] * n


def dense(n: int, source: random.Random) -> tuple[list[list[int]], list[int], list[int]]:
    """Return the weights of a complete graph, and two rows of room."""
    return [list(source.randbytes(n)) for _ in range(n)], [0] * n, [0] * n


def walls(n: int, source: random.Random) -> tuple[list[list[int]], list[int]]:
    """Return a grid of n rows and columns with walls in a tenth of it, and room for its places."""
    grid = [[int(byte < 26) for byte in source.randbytes(n)] for _ in range(n)]
    grid[0][0] = 0
    return grid, [0] * (n * n)


def parents(n: int, source: random.Random) -> tuple[list[int], list[int]]:
    """Return the parent of each node of a random tree, before it, and room."""
    return [0, *(source.randrange(k) for k in range(1, n))], [0] * n


def chain(n: int, source: random.Random) -> tuple[list[int], list[int]]:
    """Return the parent of each node of a path, and room."""
    return [0, *range(n - 1)], [0] * n


@in_both("n", sparse)
def breadth_first_search(neighbours: Any, queue: Any, seen: Any) -> int:
    """Walk over a random graph."""
    seen[0], first, last = 1, 0, 1
    while first < last:
        node = queue[first]
        first += 1
        for k in range(3 * node, 3 * node + 3):
            other = neighbours[k]
            if seen[other] == 0:
                seen[other] = 1
                queue[last] = other
                last += 1
    return last


@in_both("n^2", walls, most=OF_A_MATRIX)
def flood(grid: Any, stack: Any) -> int:
    """Fill a grid with a few walls from one corner."""
    n, height, filled = len(grid), 1, 0
    stack[0], grid[0][0] = 0, 1
    while height > 0:
        height -= 1
        i, k = stack[height] // n, stack[height] % n
        filled += 1
        for di, dk in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            x, y = i + di, k + dk
            if 0 <= x < n and 0 <= y < n and grid[x][y] == 0:
                grid[x][y] = 1
                stack[height] = n * x + y
                height += 1
    return filled


@in_both("n^2", path)
def bellman_ford(ends: Any, distance: Any) -> int:
    """Find distances on a path whose edges come in the worst order."""
    distance[0] = 0
    for _ in range(len(distance)):
        for end in ends:
            distance[end] = min(distance[end], distance[end - 1] + 1)
    return distance[-1]


@in_both("n", lambda n, source: (path(n, source)[0][::-1], path(n, source)[1]))
def bellman_ford_best(ends: Any, distance: Any) -> int:
    """Find distances on a path whose edges come in the best order, until nothing changes."""
    distance[0] = 0
    changed = True
    while changed:
        changed = False
        for end in ends:
            if distance[end - 1] + 1 < distance[end]:
                distance[end] = distance[end - 1] + 1
                changed = True
    return distance[-1]


@in_both("n", pairs)
def joined(left: Any, right: Any, parent: Any) -> int:
    """Join random pairs by trees whose paths are halved (union-find)."""
    parts = len(parent)
    for i in range(len(parent)):
        parent[i] = i
    for i in range(len(left)):
        x, y = left[i], right[i]
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        while parent[y] != y:
            parent[y] = parent[parent[y]]
            y = parent[y]
        if x != y:
            parent[max(x, y)] = min(x, y)
            parts -= 1
    return parts


@in_both("n^2", pairs)
def renamed(left: Any, right: Any, name: Any) -> int:
    """Join random pairs by renaming all of one part (quick-find)."""
    parts = len(name)
    for i in range(len(name)):
        name[i] = i
    for i in range(len(left)):
        old, new = name[left[i]], name[right[i]]
        if old != new:
            parts -= 1
            for k in range(len(name)):
                if name[k] == old:
                    name[k] = new
    return parts


@in_both("n^2", dense, most=OF_A_MATRIX)
def prim(weight: Any, near: Any, taken: Any) -> int:
    """Find the least spanning tree of a complete graph."""
    n, total = len(near), 0
    for k in range(n):
        near[k] = weight[0][k]
    taken[0] = 1
    for _ in range(n - 1):
        best = -1
        for k in range(n):
            if taken[k] == 0 and (best < 0 or near[k] < near[best]):
                best = k
        taken[best] = 1
        total += near[best]
        for k in range(n):
            near[k] = min(near[k], weight[best][k])
    return total


@in_both("n^3", dense, most=OF_A_MATRIX)
def triangles(weight: Any, near: Any, taken: Any) -> int:
    """Count the triangles of light edges."""
    n, count = len(weight), 0
    for i in range(n):
        for k in range(i):
            light = weight[i][k] < 128
            for j in range(k):
                if light and weight[i][j] < 128 and weight[k][j] < 128:
                    count += 1
    return count


@in_both("n", parents)
def sizes_of_subtrees(parent: Any, size: Any) -> int:
    """Count the nodes below each node of a tree."""
    for node in range(len(parent) - 1, -1, -1):
        size[node] += 1
        if node:
            size[parent[node]] += size[node]
    return size[0]


@in_both("n log n", parents)
def depths(parent: Any, depth: Any) -> int:
    """Walk up from each node of a random tree, which is some log n deep: the average case."""
    total = 0
    for node in range(len(parent)):
        at = node
        while at:
            at = parent[at]
            total += 1
    return total


@in_both("n^2", chain)
def depths_worst(parent: Any, depth: Any) -> int:
    """Walk up from each node of a path: the worst case."""
    total = 0
    for node in range(len(parent)):
        at = node
        while at:
            at = parent[at]
            total += 1
    return total


@in_python("n log n", lambda n, source: sparse(n, source)[:2])
def dijkstra(neighbours: Any, distance: Any) -> int:
    """Find distances in a sparse graph by Python's heap."""
    done = [False] * len(distance)
    waiting = [(0, 0)]
    while waiting:
        so_far, node = heapq.heappop(waiting)
        if not done[node]:
            done[node] = True
            for k in range(3 * node, 3 * node + 3):
                heapq.heappush(waiting, (so_far + 1 + k % 7, neighbours[k]))
    return sum(done)


@in_python("n", parents)
def children_first(parent: Any, size: Any) -> int:
    """Walk over a random tree by a recursion over lists of children."""
    children: dict[int, list[int]] = {}
    for node in range(1, len(parent)):
        children.setdefault(parent[node], []).append(node)

    def below(node: int) -> int:
        return 1 + sum(below(child) for child in children.get(node, ()))

    return below(0)
