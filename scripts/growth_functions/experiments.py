"""What experiments yield: scattered waves, samples, chances, infections, expression of genes."""

from __future__ import annotations

import numpy as np

from growth_functions.base import Array, Work, compiled, grows, paged


@grows("O(n log n)", "a sort, then three passes (Benjamini and Hochberg 1995)", largest=2**21)
def np_false_discoveries(n: int, rng: np.random.Generator) -> Work:
    """Find for n random p-values the least rates of false discoveries at which they count."""
    return _false_discoveries, lambda: (rng.random(n),)


def _false_discoveries(chances: Array) -> Array:
    n = chances.size
    order = np.argsort(chances)
    bounds = chances[order] * (n / np.arange(1, n + 1))
    rates = np.empty(n)
    rates[order] = np.minimum.accumulate(bounds[::-1])[::-1]
    return rates


@grows("O(n log n)", "two sorts, and a binary search for each of 2n numbers (Smirnov 1939)", largest=2**20)
def np_kolmogorov_smirnov(n: int, rng: np.random.Generator) -> Work:
    """Find the greatest gap between the distributions of two samples of n random numbers."""
    return _kolmogorov_smirnov, lambda: (rng.standard_normal(n), rng.standard_normal(n))


def _kolmogorov_smirnov(first: Array, second: Array) -> float:
    first, second = np.sort(first), np.sort(second)
    both = np.concatenate((first, second))
    gaps = np.searchsorted(first, both, "right") / first.size - np.searchsorted(second, both, "right") / second.size
    return float(np.abs(gaps).max())


@grows("O(n^2)", "Debye 1915: n (n - 1) / 2 distances, one sine each", largest=2**12)
def scipy_debye_scattering(n: int, rng: np.random.Generator) -> Work:
    """Find how strongly n atoms at random places scatter a wave of random length, on average over all directions."""
    from scipy.spatial.distance import pdist

    def intensity(atoms: Array, frequency: float) -> float:
        return n + 2.0 * float(np.sinc(frequency * pdist(atoms)).sum())

    return intensity, lambda: (rng.random((n, 3)), 1.0 + rng.random())


@grows("O(n^2)", "day t sums over the t days before (Fraser 2007)", largest=2**14)
def numba_renewal_equation(n: int, rng: np.random.Generator) -> Work:
    """Follow an epidemic for n days, from its random reproduction numbers and times from one infection to the next."""
    infected = paged(n)

    def fresh() -> tuple[Array, Array]:
        delays = rng.random(n)
        return 0.5 + rng.random(n), delays / delays.sum()

    return lambda reproduction, delays: _renewal_equation(reproduction, delays, infected), fresh


@compiled
def _renewal_equation(reproduction: Array, delays: Array, infected: Array) -> Array:
    infected[0] = 1.0
    for day in range(1, infected.size):
        force = 0.0
        for before in range(day):
            force += infected[before] * delays[day - before - 1]
        infected[day] = reproduction[day] * force
    return infected


@grows("O(n^2 log n)", "two sorts of each of n rows (Bolstad et al. 2003)", first=8, largest=2**11)
def np_quantile_normalisation(n: int, rng: np.random.Generator) -> Work:
    """Give n samples of the random expression of n genes the same distribution, the average of all."""
    return _quantile_normalisation, lambda: (rng.random((n, n)),)


def _quantile_normalisation(samples: Array) -> Array:
    normalised = np.empty_like(samples)
    averages = np.sort(samples, axis=1).mean(axis=0)
    np.put_along_axis(normalised, np.argsort(samples, axis=1), averages[np.newaxis], axis=1)
    return normalised
