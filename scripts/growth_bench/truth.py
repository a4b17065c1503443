"""True costs: a law's work at given sizes, in seconds, with an overhead a call; and the sizes that people measure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Random = np.random.Generator

LAWS: Final = ("1", "log n", "sqrt n", "n", "n log n", "n^1.5", "n^2", "n^2 log n", "n^3")
GROWING: Final = LAWS[1:]

# Work at size n, in units; a logarithm is that of a loop that halves, and does something at n = 1 too.
WORK: Final[dict[str, Callable[[Floats], Floats]]] = {
    "1": lambda n: np.ones_like(n),
    "log n": lambda n: 1 + np.log2(n),
    "sqrt n": np.sqrt,
    "n": lambda n: n,
    "n log n": lambda n: n * np.maximum(np.log2(n), 1.0),
    "n^1.5": lambda n: n**1.5,
    "n^2": lambda n: n**2,
    "n^2 log n": lambda n: n**2 * np.maximum(np.log2(n), 1.0),
    "n^3": lambda n: n**3,
}
# Nanoseconds a unit: from compiled loops to interpreted ones with a call in each step.
_UNIT_NS: Final = {
    "1": (30.0, 1e6),
    "log n": (3.0, 500.0),
    "sqrt n": (1.0, 300.0),
    "n": (0.2, 300.0),
    "n log n": (0.5, 100.0),
    "n^1.5": (0.3, 60.0),
    "n^2": (0.1, 60.0),
    "n^2 log n": (0.3, 40.0),
    "n^3": (0.03, 20.0),
}
LONGEST_S: Final = 20.0  # nobody measures a call that takes longer


@dataclass(frozen=True)
class Series:
    """Sizes, ascending; samples in seconds, one row a size; and the law of the costs behind them."""

    n: Floats
    samples: Floats
    law: str


def log_uniform(random: Random, low: float, high: float) -> float:
    """Draw a number between two others above 0 whose logarithm is uniform."""
    return float(np.exp(random.uniform(np.log(low), np.log(high))))


def unit_s(random: Random, law: str) -> float:
    """Draw what a unit of a law's work costs, in seconds."""
    return 1e-9 * log_uniform(random, *_UNIT_NS[law])


def largest_n(law: str, unit: float, limit_s: float = LONGEST_S) -> float:
    """Return the largest size, at most 2^26, at which the work stays within a limit of time."""
    tried = 2.0 ** np.arange(0.0, 26.01, 0.25)
    fits = WORK[law](tried) * unit <= limit_s
    return float(tried[fits][-1]) if fits.any() else 1.0


def doublings(random: Random, law: str, unit: float, count: int, ratio: float = 2.0) -> Floats:
    """Return `count` sizes, each `ratio` times the one before, from 1 to 64 on where the longest call allows it."""
    last = largest_n(law, unit)
    first = 2.0 ** random.integers(0, 7)
    while first > 1 and first * ratio ** (count - 1) > last:
        first /= 2
    return np.unique(np.round(first * ratio ** np.arange(count)))


def costs(random: Random, law: str, n: Floats, unit: float, above: tuple[float, float] = (4.0, 3000.0)) -> Floats:
    """
    Return the true seconds: the work, and an overhead a call that the work at the last size exceeds.

    `above` are the least and the most that the last size's work may be times the overhead.
    """
    work = unit * WORK[law](n)
    if law == "1":
        return work
    return np.asarray(work + work[-1] / log_uniform(random, *above), float)
