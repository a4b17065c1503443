"""Iterators and generators."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations

import numpy as np

from growth_functions.base import Work, grows

EIGHT = 8  # numbers a list


@grows("O(n)", "each of n numbers passes two generators", largest=2**20)
def py_generator_pipeline(n: int, rng: np.random.Generator) -> Work:
    """Sum the positive differences of the odd ones of n random numbers, one generator behind the other."""
    return lambda values: sum(_rises(_odd(values))), lambda: (rng.integers(1 << 20, size=n).tolist(),)


def _odd(values: Iterable[int]) -> Iterator[int]:
    for value in values:
        if value % 2:
            yield value


def _rises(values: Iterable[int]) -> Iterator[int]:
    last = 0
    for value in values:
        if value > last:
            yield value - last
        last = value


@grows("O(n)", "each number is copied once, and n / 8 lists are opened", largest=2**22)
def itertools_chain(n: int, rng: np.random.Generator) -> Work:
    """Join lists of eight random numbers, n in all."""
    return lambda lists: list(chain.from_iterable(lists)), lambda: (rng.random((n // EIGHT, EIGHT)).tolist(),)


@grows("O(n^2)", "n (n - 1) / 2 pairs (Python library reference, itertools)", first=8, largest=2**13)
def itertools_combinations(n: int, rng: np.random.Generator) -> Work:
    """Count the pairs of n random numbers whose sum is divisible by seven."""
    return _pairs_of_seven, lambda: (rng.integers(1 << 20, size=n).tolist(),)


def _pairs_of_seven(values: list[int]) -> int:
    return sum(1 for a, b in combinations(values, 2) if (a + b) % 7 == 0)
