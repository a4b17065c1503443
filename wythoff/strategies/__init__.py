"""
The registry of strategies: what each one is called, what is claimed of it, and how to run it.

A new strategy is one ``fill`` function and one entry here; tables, benchmarks, tests and the
command pick it up from `STRATEGIES`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from wythoff.errors import InputError, shorten
from wythoff.strategies import algebraic, arithmetic, recursive

ScratchArrays = list[tuple[int, type[np.generic]]]


def _no_scratch(n: int, a: int) -> ScratchArrays:
    return []


@dataclass(frozen=True)
class Strategy:
    """
    One way of computing the rows (n, A_n, B_n).

    Attributes
    ----------
    name : str
        The name by which tables, benchmarks and the command know it.
    growth : str
        The law its source claims for its time, in the words of the growth analysis.
    fill : callable
        ``fill(A, B, a, start, *scratch)`` writes rows start, start+1, ... into two contiguous
        arrays of one integer type (uint32, int32, int64 or uint64) and one length, at least 1.
        It checks nothing: the arrays must be able to hold B of the last row.
    kernels : tuple
        The compiled functions behind `fill`.
    exact : bool
        Whether every row is right.
    any_start : bool
        Whether `fill` can begin at a row other than 0.
    scratch : callable
        ``scratch(n, a)`` gives length and element type of each further array that `fill` needs
        for rows 0..n. Their contents need not be initialised.
    """

    name: str
    growth: str
    fill: Callable[..., None]
    kernels: tuple[Any, ...]
    exact: bool = True
    any_start: bool = True
    scratch: Callable[[int, int], ScratchArrays] = _no_scratch

    def scratch_bytes(self, n: int, a: int) -> int:
        """Return how many bytes the scratch arrays for rows 0..n take together."""
        arrays = self.scratch(n, a)
        return sum(prod((length, np.dtype(dtype).itemsize)) for length, dtype in arrays) if arrays else 0

    def allocate_scratch(self, n: int, a: int) -> list[Any]:
        """Allocate the scratch arrays for rows 0..n, uninitialised."""
        return [np.empty(length, dtype) for length, dtype in self.scratch(n, a)]


def _register(*strategies: Strategy) -> dict[str, Strategy]:
    return {strategy.name: strategy for strategy in strategies}


STRATEGIES = _register(
    Strategy(
        "recursive-rescan",
        "n^2",
        recursive.fill_rescan,
        recursive.KERNELS["recursive-rescan"],
        any_start=False,
        scratch=recursive.mark_array,
    ),
    Strategy(
        "recursive-resume",
        "n",
        recursive.fill_resume,
        recursive.KERNELS["recursive-resume"],
        any_start=False,
        scratch=recursive.mark_array,
    ),
    Strategy("recursive-merge", "n", recursive.fill_merge, recursive.KERNELS["recursive-merge"], any_start=False),
    Strategy("algebraic-float64", "n", algebraic.fill_float64, algebraic.KERNELS["algebraic-float64"], exact=False),
    Strategy("algebraic", "n", algebraic.fill, algebraic.KERNELS["algebraic"]),
    Strategy(
        "arithmetic-digits",
        "n log n",
        arithmetic.fill_digits,
        arithmetic.KERNELS["arithmetic-digits"],
        any_start=False,
        scratch=arithmetic.digit_vectors,
    ),
    Strategy("arithmetic-odometer", "n", arithmetic.fill_odometer, arithmetic.KERNELS["arithmetic-odometer"]),
    Strategy("arithmetic", "n", arithmetic.fill, arithmetic.KERNELS["arithmetic"]),
)


def strategy(name: str) -> Strategy:
    """
    Look a strategy up by its name.

    Raises
    ------
    InputError
        If there is none of that name; the message lists those there are.
    """
    try:
        return STRATEGIES[name]
    except (KeyError, TypeError):
        raise InputError(f"there is no strategy {shorten(repr(name))}; choose one of {', '.join(STRATEGIES)}") from None
