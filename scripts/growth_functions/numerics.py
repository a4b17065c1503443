"""Calls of NumPy and SciPy: windows, special functions, orders of rows, shortest paths."""

from __future__ import annotations

import math

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from growth_functions.base import HALF_OCTAVES, Array, Work, grows, paged

LARGEST_ARGUMENT = 50.0  # of the gamma function: most need its expansion, the others its recurrence


@grows("O(1)", "a view with other strides, which copies nothing (NumPy reference, sliding_window_view)", largest=2**24)
def np_window_view(n: int, rng: np.random.Generator) -> Work:
    """View n numbers as all their windows of a random width."""
    values = rng.integers(256, size=n, dtype=np.uint8)
    return lambda width: sliding_window_view(values, width), lambda: (int(rng.integers(1, n // 2 + 1)),)


@grows("O(n)", "a bounded number of terms for each number (SciPy reference, gammaln)", largest=2**22)
def scipy_log_gamma(n: int, rng: np.random.Generator) -> Work:
    """Find the logarithms of the gamma function at n random numbers below 50."""
    from scipy.special import gammaln

    logarithms = paged(n)
    return lambda values: gammaln(values, out=logarithms), lambda: (rng.random(n) * LARGEST_ARGUMENT,)


@grows("O(n^1.5)", "sqrt n steps of the recurrence at each of n places (Mason and Handscomb, 2.4.1)", largest=2**18)
def scipy_chebyshev_values(n: int, rng: np.random.Generator) -> Work:
    """Evaluate Chebyshev's polynomial of degree sqrt n at n random places."""
    from scipy.special import eval_chebyt

    degree = math.isqrt(n)  # a float would take the hypergeometric function instead of the recurrence
    return lambda places: eval_chebyt(degree, places), lambda: (rng.uniform(-1.0, 1.0, n),)


@grows("O(n^2 log n)", "n sorts of n distances each", first=8, largest=2**11)
def np_neighbour_orders(n: int, rng: np.random.Generator) -> Work:
    """Order, for each of n random points, all of them by distance."""
    return _neighbour_orders, lambda: (rng.random(n), rng.random(n))


def _neighbour_orders(x: Array, y: Array) -> Array:
    return np.argsort(np.subtract.outer(x, x) ** 2 + np.subtract.outer(y, y) ** 2, axis=1)


@grows("O(n^3)", "each node in turn is tried for each of n^2 paths (Floyd 1962)", largest=724, ratio=HALF_OCTAVES)
def scipy_floyd_warshall(n: int, rng: np.random.Generator) -> Work:
    """Find the distances of all pairs in a complete directed graph of n nodes and random lengths."""
    from scipy.sparse.csgraph import floyd_warshall

    return floyd_warshall, lambda: (1.0 - rng.random((n, n)),)  # a length of zero would mean that there is no edge
