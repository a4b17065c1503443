"""Particles: spins of a chain, a filled trap, soft discs, a gas on a lattice, forces between three."""

from __future__ import annotations

import math

import numpy as np

from growth_functions.base import HALF_OCTAVES, Array, Work, compiled, grows, near, paged

# The four directions of a lattice gas, each a bit of what a site holds.
EAST, NORTH, WEST, SOUTH = 1, 2, 4, 8


@grows("O(log n)", "one squaring of the transfer matrix a binary digit (Kramers and Wannier 1941)", largest=2**59)
def py_ising_chain(n: int, rng: np.random.Generator) -> Work:
    """Find the free energy a spin of a ring of n to 2n spins in a random field, which are coupled at random."""
    return _ising_chain, lambda: (int(rng.integers(n, 2 * n)), rng.random(), rng.random())


def _ising_chain(spins: int, coupling: float, field: float) -> float:
    # Powers of the matrix (up, across; across, down) are symmetric too; the largest entry is taken out of them.
    up, across, down = math.exp(coupling + field), math.exp(-coupling), math.exp(coupling - field)
    a, b, d, scale = 1.0, 0.0, 1.0, 0.0
    for digit in f"{spins:b}":
        a, b, d = a * a + b * b, b * (a + d), b * b + d * d
        if digit == "1":
            a, b, d = a * up + b * across, a * across + b * down, b * across + d * down
        largest = max(a, b, d)
        a, b, d = a / largest, b / largest, d / largest
        scale = 2.0 * scale + math.log(largest)
    return -(scale + math.log(a + d)) / spins


@grows("O(sqrt n)", "shell k has room for k, so that n particles fill sqrt (2n) shells", first=256, largest=2**48)
def numba_trap_filling(n: int, rng: np.random.Generator) -> Work:
    """Find the least energy of about n fermions in a flat trap of random frequency and anharmonicity."""
    return _trap_filling, lambda: (near(n, rng), 1.0 + rng.random(), rng.random())


@compiled
def _trap_filling(particles: int, frequency: float, anharmonicity: float) -> float:
    energy, shell = 0.0, 1
    while particles > 0:
        energy += min(particles, shell) * shell * (frequency + anharmonicity * shell)
        particles -= shell
        shell += 1
    return energy


@grows(
    "O(n)",
    "one disc a cell on average, and nine cells around a disc (Allen and Tildesley, 5.3)",
    first=256,
    largest=2**20,
)
def numba_cell_lists(n: int, rng: np.random.Generator) -> Work:
    """Find the energy of n soft discs at random places of a torus of area n, by cells as wide as a disc reaches."""
    cells = math.isqrt(n) ** 2
    starts, ordered = paged(cells + 1, np.int64), paged((2, n))
    return lambda places: _cell_lists(places, math.sqrt(n), starts, ordered), lambda: (
        math.sqrt(n) * rng.random((2, n)),
    )


@compiled
def _cell_lists(places: Array, width: float, starts: Array, ordered: Array) -> float:
    n, side = places.shape[1], int(width)
    scale = side / width
    starts[:] = 0
    for i in range(n):
        starts[_cell(places[0, i], scale, side) * side + _cell(places[1, i], scale, side)] += 1
    total = 0
    for cell in range(side * side + 1):
        total += starts[cell]
        starts[cell] = total
    for i in range(n):
        cell = _cell(places[0, i], scale, side) * side + _cell(places[1, i], scale, side)
        starts[cell] -= 1
        ordered[0, starts[cell]], ordered[1, starts[cell]] = places[0, i], places[1, i]
    energy = 0.0
    for i in range(n):
        row, column = _cell(ordered[0, i], scale, side), _cell(ordered[1, i], scale, side)
        for down in range(-1, 2):
            for right in range(-1, 2):
                cell = (row + down) % side * side + (column + right) % side
                # Each pair is met twice, and counts once.
                for k in range(max(i + 1, starts[cell]), starts[cell + 1]):
                    x, y = abs(ordered[0, k] - ordered[0, i]), abs(ordered[1, k] - ordered[1, i])
                    square = min(x, width - x) ** 2 + min(y, width - y) ** 2
                    if square < 1.0:
                        energy += (1.0 - math.sqrt(square)) ** 2
    return energy


@compiled
def _cell(place: float, scale: float, side: int) -> int:
    return min(int(place * scale), side - 1)


@grows("O(n^1.5)", "n sites for each of sqrt n steps (Hardy, Pomeau and de Pazzis 1973)", first=256, largest=2**18)
def numba_lattice_gas(n: int, rng: np.random.Generator) -> Work:
    """Follow a random gas on a square torus of n sites for as many steps as a side has."""
    side = math.isqrt(n)
    sites, moved = paged((2, side, side), np.uint8)
    return lambda start: _lattice_gas(start, sites, moved), lambda: (
        rng.integers(16, size=(side, side), dtype=np.uint8),
    )


@compiled
def _lattice_gas(start: Array, sites: Array, moved: Array) -> Array:
    sites[:] = start
    side = start.shape[0]
    for _ in range(side):
        for i in range(side):
            for k in range(side):
                # Two that meet head on, and no others with them, leave at right angles.
                if sites[i, k] == EAST | WEST:
                    sites[i, k] = NORTH | SOUTH
                elif sites[i, k] == NORTH | SOUTH:
                    sites[i, k] = EAST | WEST
        for i in range(side):
            for k in range(side):
                # An index below zero counts from the other end: the torus is closed.
                moved[i, k] = (
                    sites[i, k - 1] & EAST
                    | sites[i + 1 - side, k] & NORTH
                    | sites[i, k + 1 - side] & WEST
                    | sites[i - 1, k] & SOUTH
                )
        sites[:] = moved
    return sites


@grows("O(n^3)", "n (n - 1) (n - 2) / 6 triples (Axilrod and Teller 1943)", first=4, largest=724, ratio=HALF_OCTAVES)
def numba_triple_dipoles(n: int, rng: np.random.Generator) -> Work:
    """Find the energy of the forces between each three of n atoms, near the points of a cube's lattice."""
    squares = paged((n, n))
    side = math.ceil(np.cbrt(n))
    lattice = np.stack(np.unravel_index(np.arange(n), (side, side, side)), axis=1)
    return lambda atoms: _triple_dipoles(atoms, squares), lambda: (lattice + 0.5 * rng.random((n, 3)),)


@compiled
def _triple_dipoles(atoms: Array, squares: Array) -> float:
    n = atoms.shape[0]
    for i in range(n):
        for k in range(n):
            x, y, z = atoms[i, 0] - atoms[k, 0], atoms[i, 1] - atoms[k, 1], atoms[i, 2] - atoms[k, 2]
            squares[i, k] = x * x + y * y + z * z
    energy = 0.0
    for i in range(n):
        for j in range(i):
            a = squares[i, j]
            for k in range(j):
                b, c = squares[i, k], squares[j, k]
                product = a * b * c
                # Three times the product of the cosines of the angles, by the law of cosines.
                cosines = 0.375 * (a + b - c) * (a + c - b) * (b + c - a) / product
                energy += (1.0 + cosines) / (product * math.sqrt(product))
    return energy
