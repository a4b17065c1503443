"""Puzzles and games: a tower, two eggs, cards, lights, coins."""

from __future__ import annotations

import math
from random import Random

import numpy as np

from growth_functions.base import Array, Work, compiled, grows, paged

BATCH = 100  # searches with two eggs in one call, since a single one is long or short by chance


@grows("O(log n)", "one step a disc, and there are log2 n of them (Hinz et al., 2.1)", largest=2**58)
def py_hanoi_pegs(n: int, rng: np.random.Generator) -> Work:
    """Find the peg of each disc of a tower of Hanoi after a random number of moves from n to 2n."""
    return _hanoi_pegs, lambda: (int(rng.integers(n, 2 * n)),)


def _hanoi_pegs(moves: int) -> list[int]:
    # Each disc goes round the three pegs, and its neighbours go the other way round.
    discs = moves.bit_length()
    return [((moves + (1 << disc)) >> (disc + 1)) * (1 + (discs - disc) % 2) % 3 for disc in range(discs)]


@grows("O(sqrt n)", "sqrt(2n) drops at most and two thirds of it on average", first=1024, largest=2**26)
def py_two_eggs(n: int, rng: np.random.Generator) -> Work:
    """Count the drops of two eggs until it is known from which of n floors they stay whole, for 100 random answers."""
    return lambda answers: _two_eggs(n, answers), lambda: (rng.integers(n + 1, size=BATCH).tolist(),)


def _two_eggs(floors: int, answers: list[int]) -> int:
    # The first egg skips one floor less each time, so that its drops and those of the second are as many in all.
    widest = (1 + math.isqrt(8 * floors - 7)) // 2
    drops = 0
    for highest in answers:
        whole, step = 0, widest
        while whole < floors:
            floor = min(whole + step, floors)
            drops += 1
            if floor > highest:
                while whole + 1 < floor:
                    drops += 1
                    if whole + 1 > highest:
                        break
                    whole += 1
                break
            whole = floor
            step -= 1
    return drops


@grows(
    "O(n)",
    "n - 1 exchanges (Fisher and Yates 1938; CPython, random.py); they leave the caches",
    largest=2**19,
    mutates=True,
    subtle=True,
)
def random_shuffle_cards(n: int, rng: np.random.Generator) -> Work:
    """Shuffle n cards that lie in a random order."""
    return Random(int(rng.integers(1 << 32))).shuffle, lambda: (rng.permutation(n).tolist(),)


@grows(
    "O(n^1.5)",
    "sqrt n chases down n lights, then an elimination of sqrt n columns, no step left out",
    first=64,
    largest=2**18,
)
def numba_lights_out(n: int, rng: np.random.Generator) -> Work:
    """Find which lamps of a square board of n to press so that all go out, each press switching its neighbours too."""
    side = math.isqrt(n)
    presses, system = paged((side + 1, side + 2), np.int32), paged((side, side + 1), np.int32)

    def fresh() -> tuple[Array]:
        pressed = np.pad(rng.integers(2, size=(side, side), dtype=np.int32), 1)
        lights = pressed[1:-1, 1:-1] ^ pressed[:-2, 1:-1] ^ pressed[2:, 1:-1] ^ pressed[1:-1, :-2] ^ pressed[1:-1, 2:]
        return (lights,)

    return lambda lights: _lights_out(lights, presses, system), fresh


@compiled
def _chase(lights: Array, used: int, presses: Array) -> None:
    """Press in each row what puts out the row above; what the last row would need lies beyond it."""
    side = lights.shape[0]
    for row in range(side):
        above = presses[row - 1] if row > 0 else presses[row]
        kept = 1 if row > 0 else 0
        for k in range(1, side + 1):
            presses[row + 1, k] = (
                (lights[row, k - 1] & used)
                ^ presses[row, k - 1]
                ^ presses[row, k]
                ^ presses[row, k + 1]
                ^ (above[k] & kept)
            )


@compiled
def _lights_out(lights: Array, presses: Array, system: Array) -> Array:
    side = lights.shape[0]
    presses[:] = 0
    for lamp in range(side + 1):
        # The last column of the system is what the lights leave by themselves.
        presses[0] = 0
        if lamp < side:
            presses[0, lamp + 1] = 1
        _chase(lights, 1 if lamp == side else 0, presses)
        system[:, lamp] = presses[side, 1:-1]
    rank = 0
    presses[0] = 0
    for lamp in range(side):
        pivot = rank
        while pivot < side and system[pivot, lamp] == 0:
            pivot += 1
        found = 1 if pivot < side else 0
        for k in range(side + 1 if found else 0):
            system[rank, k], system[pivot, k] = system[pivot, k], system[rank, k]
        for row in range(side):
            # The same work for a row that has nothing to eliminate: the cost depends on the side alone.
            factor = system[row, lamp] & found if row != rank else 0
            for k in range(side + 1):
                system[row, k] ^= factor & system[rank, k]
        presses[0, lamp + 1] = found * (rank + 1)  # the equation that gives it, counted from 1
        rank += found
    for k in range(1, side + 1):
        if presses[0, k] > 0:
            presses[0, k] = system[presses[0, k] - 1, side]
    _chase(lights, 1, presses)
    return presses[:-1, 1:-1]


@grows("O(n^2)", "n (n + 1) / 2 rows of coins that may be left (Winkler, Mathematical Puzzles)", largest=2**11)
def py_coins_in_a_row(n: int, rng: np.random.Generator) -> Work:
    """Find by how much the first of two players wins who take one of n random coins in turn, from either end."""
    return _coins_in_a_row, lambda: (rng.integers(1, 201, size=n).tolist(),)


def _coins_in_a_row(coins: list[int]) -> int:
    # leads[i] is that of the player whose turn it is, with the coins from i on, of the number reached.
    leads = coins
    for length in range(1, len(coins)):
        leads = [
            first - after if first - after > last - before else last - before
            for first, after, last, before in zip(coins, leads[1:], coins[length:], leads, strict=False)
        ]
    return leads[0]
