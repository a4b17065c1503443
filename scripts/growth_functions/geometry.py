"""Points, polygons and segments of the plane."""

from __future__ import annotations

import numpy as np

from growth_functions.base import Array, Work, compiled, grows, near, paged


@grows("O(sqrt n)", "two sides more for each ring, so that n cells have 2 sqrt n sides", first=256, largest=2**48)
def py_spiral_place(n: int, rng: np.random.Generator) -> Work:
    """Find the place of a random cell near n of a square spiral, side by side."""
    return _spiral_place, lambda: (near(n, rng),)


def _spiral_place(number: int) -> tuple[int, int]:
    x, y, dx, dy, side, second = 0, 0, 1, 0, 1, False
    while number > side:
        x, y, number = x + dx * side, y + dy * side, number - side
        dx, dy = -dy, dx
        side += second
        second = not second
    return x + dx * number, y + dy * number


@grows("O(n)", "Shimrat 1962: one test an edge", largest=2**24)
def numba_point_in_polygon(n: int, rng: np.random.Generator) -> Work:
    """Tell whether a random point lies in a random star-shaped polygon of n corners."""

    def fresh() -> tuple[Array, Array, float, float]:
        angles = np.cumsum(rng.random(n))
        angles *= 2 * np.pi / angles[-1]
        radius = 0.5 + rng.random(n) / 2
        return radius * np.cos(angles), radius * np.sin(angles), 2 * rng.random() - 1, 2 * rng.random() - 1

    return _point_in_polygon, fresh


@compiled
def _point_in_polygon(x: Array, y: Array, at_x: float, at_y: float) -> bool:
    inside, last = False, x.size - 1
    for i in range(x.size):
        crosses = (y[i] > at_y) != (y[last] > at_y)
        if crosses and at_x < (x[last] - x[i]) * (at_y - y[i]) / (y[last] - y[i]) + x[i]:
            inside = not inside
        last = i
    return inside


@grows("O(n log n)", "a sort of 3 n / 2 events, log n for each (Preparata and Shamos, 8.4)", largest=2**21)
def numba_sweep_crossings(n: int, rng: np.random.Generator) -> Work:
    """Count the crossings of n / 2 random horizontal segments with n / 2 vertical ones by a sweep."""
    tree = paged(n + 1, np.int64)
    return lambda *segments: _sweep_crossings(*segments, tree), lambda: (
        np.sort(rng.random((n // 2, 2)), axis=1),
        rng.integers(n, size=n // 2),
        rng.random(n // 2),
        np.sort(rng.integers(n + 1, size=(n // 2, 2)), axis=1),
    )


@compiled
def _sweep_crossings(ends: Array, heights: Array, places: Array, spans: Array, tree: Array) -> int:
    # The Fenwick tree counts the horizontal segments at the sweep line by their height.
    count, found = heights.size, 0
    tree[:] = 0
    for event in np.argsort(np.concatenate((ends[:, 0], ends[:, 1], places))):
        if event < 2 * count:
            node = heights[event % count] + 1
            while node < tree.size:
                tree[node] += 1 if event < count else -1
                node += node & -node
        else:
            low, high = spans[event - 2 * count, 0], spans[event - 2 * count, 1]
            while high > 0:
                found += tree[high]
                high &= high - 1
            while low > 0:
                found -= tree[low]
                low &= low - 1
    return found


# On a circle every point is a corner, so that Jarvis' bound is met.
@grows("O(n^2)", "Jarvis 1973: a scan of n points for each of n corners", largest=2**15)
def numba_gift_wrapping(n: int, rng: np.random.Generator) -> Work:
    """Count the corners of the convex hull of n points of a circle, given in random order, by gift wrapping."""

    def fresh() -> tuple[Array, Array]:
        angles = 2 * np.pi / n * (rng.permutation(n) + rng.random(n) / 2)
        return np.cos(angles), np.sin(angles)

    return _gift_wrapping, fresh


@compiled
def _gift_wrapping(x: Array, y: Array) -> int:
    start = np.argmin(x)
    corner, corners = start, 0
    while True:
        following = 0 if corner else 1
        for k in range(x.size):
            turn = (x[following] - x[corner]) * (y[k] - y[corner]) - (y[following] - y[corner]) * (x[k] - x[corner])
            if turn < 0.0:
                following = k
        corner = following
        corners += 1
        if corner == start:
            return corners
