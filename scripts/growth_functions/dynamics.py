"""What moves: a flow, a string, spins."""

from __future__ import annotations

import math

import numpy as np

from growth_functions.base import HALF_OCTAVES, Array, Work, compiled, grows, paged

STEP = 1e-3  # of time
COURANT_SQUARED = 0.25  # of the string: how far a wave gets in a step, in points, squared
LARGEST_DRAW = 2**31  # draws of a linear congruential generator, which each machine computes alike
COLD = math.exp(-1.0 / 2.25)  # chance of a step up by one unit of energy, a little below the critical temperature

Point = tuple[float, float, float]


@grows("O(n)", "four evaluations a step (Kutta 1901)", largest=2**18)
def py_lorenz_steps(n: int, rng: np.random.Generator) -> Work:
    """Follow a random point of Lorenz's flow for n steps."""
    return lambda point: _lorenz_steps(point, n), lambda: (tuple((1.0 + rng.random(3)).tolist()),)


def _slope(x: float, y: float, z: float) -> Point:
    return 10.0 * (y - x), x * (28.0 - z) - y, x * y - 8.0 / 3.0 * z


def _lorenz_steps(point: Point, steps: int) -> Point:
    x, y, z = point
    for _ in range(steps):
        ax, ay, az = _slope(x, y, z)
        bx, by, bz = _slope(x + STEP / 2 * ax, y + STEP / 2 * ay, z + STEP / 2 * az)
        cx, cy, cz = _slope(x + STEP / 2 * bx, y + STEP / 2 * by, z + STEP / 2 * bz)
        dx, dy, dz = _slope(x + STEP * cx, y + STEP * cy, z + STEP * cz)
        x += STEP / 6 * (ax + 2 * bx + 2 * cx + dx)
        y += STEP / 6 * (ay + 2 * by + 2 * cy + dy)
        z += STEP / 6 * (az + 2 * bz + 2 * cz + dz)
    return x, y, z


@grows("O(n^2)", "n points for each of n steps (Courant, Friedrichs and Lewy 1928)", largest=2**16)
def numba_wave_equation(n: int, rng: np.random.Generator) -> Work:
    """Follow a string of n points, deflected at random and let go, for n steps, its ends fixed."""
    strings = paged((2, n + 2))
    return lambda start: _wave_equation(start, strings), lambda: (rng.random(n) - 0.5,)


@compiled
def _wave_equation(start: Array, strings: Array) -> Array:
    strings[:] = 0.0
    strings[:, 1:-1] = start
    n = start.size
    for step in range(n):
        now, other = strings[step & 1], strings[~step & 1]  # the other one was, and is to be
        for i in range(1, n + 1):
            moved = now[i] + COURANT_SQUARED / 2 * (now[i - 1] - 2.0 * now[i] + now[i + 1])
            other[i] = moved if step == 0 else 2.0 * moved - other[i]
    return strings[n & 1, 1:-1]


@grows("O(n^3)", "n^2 spins for each of n sweeps (Metropolis et al. 1953)", first=4, largest=1024, ratio=HALF_OCTAVES)
def numba_ising_sweeps(n: int, rng: np.random.Generator) -> Work:
    """Sweep n times over n by n spins of Ising's model on a torus, random ones at first."""
    spins = paged((n, n), np.int8)
    return lambda start, seed: _ising_sweeps(start, seed, spins), lambda: (
        (2 * rng.integers(2, size=(n, n)) - 1).astype(np.int8),
        int(rng.integers(LARGEST_DRAW)),
    )


@compiled
def _ising_sweeps(start: Array, seed: int, spins: Array) -> Array:
    spins[:] = start
    n = start.shape[0]
    for _ in range(n):
        for i in range(n):
            for k in range(n):
                around = spins[i - 1, k] + spins[(i + 1) % n, k] + spins[i, k - 1] + spins[i, (k + 1) % n]
                rise = 2 * around * spins[i, k]
                seed = (1_103_515_245 * seed + 12_345) % LARGEST_DRAW
                if rise <= 0 or seed < LARGEST_DRAW * COLD**rise:
                    spins[i, k] = -spins[i, k]
    return spins
