"""Samples and what is estimated from them: running sums and deviations, ranks, slopes, densities, curves."""

from __future__ import annotations

import math

import numpy as np

from growth_functions.base import Array, Work, compiled, grows, paged

WINDOW = 8
BANDWIDTH = 0.1


@grows("O(n)", "two running sums and six passes more", largest=2**22)
def np_rolling_deviation(n: int, rng: np.random.Generator) -> Work:
    """Find the standard deviation of each eight neighbours of n random numbers."""
    return _rolling_deviation, lambda: (rng.random(n),)


def _rolling_deviation(values: Array) -> Array:
    sums, squares = np.zeros((2, values.size + 1))
    np.cumsum(values, out=sums[1:])
    np.cumsum(values * values, out=squares[1:])
    means = (sums[WINDOW:] - sums[:-WINDOW]) / WINDOW
    return np.sqrt(np.maximum((squares[WINDOW:] - squares[:-WINDOW]) / WINDOW - means * means, 0.0))


@grows("O(n log n)", "n log2 n - n + 1 additions, n a power of two (Hillis and Steele 1986)", largest=2**22)
def np_doubling_scan(n: int, rng: np.random.Generator) -> Work:
    """List the running sums of n random numbers by sums of two, of four and so on, all places at once."""
    return _doubling_scan, lambda: (rng.integers(100, size=n),)


def _doubling_scan(values: Array) -> Array:
    sums, shift = values.copy(), 1
    while shift < sums.size:
        sums[shift:] += sums[:-shift]
        shift *= 2
    return sums


@grows("O(n log n)", "a binary search for each of n numbers (NumPy, compiled_base.c)", largest=2**21)
def np_interp_table(n: int, rng: np.random.Generator) -> Work:
    """Interpolate in a table of n random values at n random places."""
    places = np.cumsum(0.5 + rng.random(n))
    return lambda wanted, values: np.interp(wanted, places, values), lambda: (
        rng.uniform(places[0], places[-1], size=n),
        rng.random(n),
    )


@grows("O(n log n)", "Knight 1966: two sorts; much around them takes a time of its own", largest=2**20, subtle=True)
def scipy_kendall_tau(n: int, rng: np.random.Generator) -> Work:
    """Find the rank correlation of n random pairs."""
    from scipy.stats import kendalltau

    return lambda x, y: kendalltau(x, y, method="asymptotic").statistic, lambda: (rng.random(n), rng.random(n))


@grows("O(n^2)", "n kernels for each of n places (Parzen 1962)", largest=2**15)
def numba_kernel_density(n: int, rng: np.random.Generator) -> Work:
    """Estimate the density of n normally distributed numbers at n random places."""
    densities = paged(n)
    return lambda sample, places: _kernel_density(sample, places, densities), lambda: (
        rng.standard_normal(n),
        rng.random(n),
    )


@compiled
def _kernel_density(sample: Array, places: Array, densities: Array) -> Array:
    scale = 1.0 / (sample.size * BANDWIDTH * math.sqrt(2 * math.pi))
    for i in range(places.size):
        total = 0.0
        for k in range(sample.size):
            distance = (places[i] - sample[k]) / BANDWIDTH
            total += math.exp(-0.5 * distance * distance)
        densities[i] = scale * total
    return densities


@grows("O(n^2 log n)", "a sort of n (n - 1) / 2 slopes (Theil 1950, Sen 1968)", first=8, largest=2**12)
def numba_theil_sen(n: int, rng: np.random.Generator) -> Work:
    """Find the upper median of the slopes between all pairs of n random points, the slopes sorted."""
    slopes = paged(n * (n - 1) // 2)
    return lambda x, y: _theil_sen(x, y, slopes), lambda: (np.cumsum(0.5 + rng.random(n)), rng.random(n))


@compiled
def _theil_sen(x: Array, y: Array, slopes: Array) -> float:
    pair = 0
    for i in range(x.size):
        for k in range(i):
            slopes[pair] = (y[i] - y[k]) / (x[i] - x[k])
            pair += 1
    slopes.sort()
    return slopes[slopes.size // 2]
