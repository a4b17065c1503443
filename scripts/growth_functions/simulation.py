"""Chance and motion: choices, queues, bodies."""

from __future__ import annotations

import math
from random import Random

import numpy as np

from growth_functions.base import Array, Work, compiled, grows, paged

SOFTENING = 0.01  # of the pull of bodies that meet


# Of a power of two every second draw is refused, whatever its size.
@grows("O(1)", "two draws of so many bits expected (Python library, random)", largest=2**30)
def random_choice(n: int, rng: np.random.Generator) -> Work:
    """Choose one of n consecutive numbers, n a power of two, from a random one on."""
    generator = Random(int(rng.integers(1 << 32)))
    return generator.choice, lambda: (range(start := int(rng.integers(1 << 20)), start + n),)


@grows("O(n)", "Lindley 1952: one step a customer", largest=2**24)
def numba_waiting_times(n: int, rng: np.random.Generator) -> Work:
    """Find the waiting times of n customers of a queue, from random gaps between them and times of service."""
    waiting = paged(n)
    return lambda gaps, services: _waiting_times(gaps, services, waiting), lambda: (
        rng.standard_exponential(n),
        0.8 * rng.standard_exponential(n),
    )


@compiled
def _waiting_times(gaps: Array, services: Array, waiting: Array) -> Array:
    waiting[0] = 0.0
    for i in range(1, gaps.size):
        waiting[i] = max(0.0, waiting[i - 1] + services[i - 1] - gaps[i])
    return waiting


@grows("O(n^2)", "n (n - 1) / 2 pairs pull each other (Aarseth, 1.2)", largest=2**15)
def numba_gravity(n: int, rng: np.random.Generator) -> Work:
    """Find the accelerations of n random bodies of random mass by their gravity."""
    pull = paged((3, n))
    return lambda places, masses: _gravity(places, masses, pull), lambda: (rng.random((3, n)), rng.random(n))


@compiled
def _gravity(places: Array, masses: Array, pull: Array) -> Array:
    pull[:] = 0.0
    for i in range(masses.size):
        for k in range(i):
            dx, dy, dz = places[0, k] - places[0, i], places[1, k] - places[1, i], places[2, k] - places[2, i]
            square = dx * dx + dy * dy + dz * dz + SOFTENING
            force = 1.0 / (square * math.sqrt(square))
            pull[0, i] += masses[k] * force * dx
            pull[1, i] += masses[k] * force * dy
            pull[2, i] += masses[k] * force * dz
            pull[0, k] -= masses[i] * force * dx
            pull[1, k] -= masses[i] * force * dy
            pull[2, k] -= masses[i] * force * dz
    return pull
