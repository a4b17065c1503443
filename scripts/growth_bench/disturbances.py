"""What machines add to true costs: errors of samples and of whole sizes, slow spells, caches, special cases."""

from __future__ import annotations

import numpy as np

from growth_bench.truth import Floats, Random, log_uniform


def sampled(random: Random, cost: Floats, noise: float, repeats: int = 5) -> Floats:
    """
    Return samples, shape (sizes, repeats), of costs: a lower edge a size, and delays above it.

    The edge is off by a third of `noise`, relatively, for all samples of a size alike: memory lies where it lies. Each
    sample is delayed by an exponential share with mean `noise`.
    """
    edge = cost * np.exp(noise / 3 * random.standard_normal(len(cost)))
    return np.asarray(edge[:, None] * (1 + noise * random.exponential(size=(len(cost), repeats))), float)


def heavy_tailed(random: Random, cost: Floats, noise: float, repeats: int) -> Floats:
    """Return samples of which one in six is delayed by a multiple of its own cost, as if the core was taken away."""
    samples = sampled(random, cost, noise, repeats)
    taken = random.random(samples.shape) < 1 / 6
    return np.asarray(samples * np.where(taken, 1 + random.pareto(1.2, samples.shape), 1.0), float)


def rise(random: Random, n: Floats, factor: float, octaves: float, centre: float) -> Floats:
    """Return factors that rise from 1 to `factor` over about so many octaves around 2^centre."""
    at = (np.log2(n) - centre) / max(octaves / 4, 0.05)
    return np.asarray(np.exp(np.log(factor) / (1 + np.exp(-np.clip(at, -50, 50)))), float)


def cache_rises(random: Random, n: Floats) -> Floats:
    """Return factors of one or two rises, by 1.5 to 6 in all, anywhere from the third size to the last."""
    total, count = np.log(log_uniform(random, 1.5, 6.0)), random.integers(1, 3)
    parts = total * random.dirichlet(np.full(count, 2.0))
    places = np.log2(n[2]) + random.random(count) * (np.log2(n[-1]) - np.log2(n[2]))
    factors = np.ones_like(n)
    for part, place in zip(parts, places, strict=True):
        factors = factors * rise(random, n, float(np.exp(part)), random.uniform(0.3, 4.0), float(place))
    return factors


def slow_sizes(random: Random, count: int, share: float = 0.2) -> Floats:
    """Return factors: a share of the sizes is slower by 1.15 to 2.5, whole."""
    slow = random.random(count) < share
    return np.where(slow, np.exp(random.uniform(np.log(1.15), np.log(2.5), count)), 1.0)


def slow_spell(random: Random, count: int) -> Floats:
    """Return factors: two to four neighbouring sizes are slower by 1.2 to 2.5."""
    length = int(random.integers(2, 5))
    start = int(random.integers(0, max(1, count - length + 1)))
    factors = np.ones(count)
    factors[start : start + length] = log_uniform(random, 1.2, 2.5)
    return factors


def wandering(random: Random, n: Floats, sd: float) -> Floats:
    """Return factors that wander by `sd` per octave."""
    steps = np.sqrt(np.diff(np.log2(n), prepend=np.log2(n[0]))) * sd * random.standard_normal(len(n))
    return np.asarray(np.exp(np.cumsum(steps)), float)


def ticked(samples: Floats, tick: float) -> Floats:
    """Return samples as a clock with so long a tick shows them; at least one tick."""
    return np.maximum(np.round(samples / tick), 1.0) * tick
