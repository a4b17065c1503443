"""Where the cost per unit of work jumps, and which level of the memory hierarchy the working set leaves there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.growth import filter as level_filter
from wythoff.harness.growth.filter import ObservedSeries
from wythoff.harness.growth.predict import LawFit

Floats = NDArray[np.float64]

LIKELY: Final = 0.5
_MOST_LOG: Final = 700.0
_NEAR: Final = 2.0  # a cache is shared and seldom quite used: crossings within this factor of its size count


@dataclass(frozen=True)
class Jump:
    """
    A jump of the cost per unit of work between two neighbouring sizes.

    Attributes
    ----------
    n_before, n_after : float
        The sizes.
    factor : float
        Cost per unit of work after it over that before it, the law's growth taken out.
    probability : float
        That there is a jump, between 0 and 1.
    level : str or None
        What the working set outgrows between these sizes: ``"L1d"``, ``"L2"``, ``"L3"`` or ``"RAM"``; None where it is
        unknown or nothing fits.
    """

    n_before: float
    n_after: float
    factor: float
    probability: float
    level: str | None


def find_jumps(n: Floats, observed: ObservedSeries, fit: LawFit) -> list[tuple[int, float, float]]:
    """
    Find likely jumps under one law.

    Parameters
    ----------
    n : numpy.ndarray of float64, shape (sizes,)
        The sizes.
    observed : ObservedSeries
        The series.
    fit : LawFit
        The law's heaviest curves.

    Returns
    -------
    list of (int, float, float)
        Interval, factor and probability. The probability draws on the sizes after the jump too, so an outlying size is
        no jump.
    """
    intervals, curves = len(observed.octaves), len(fit.weight)
    log_cost = fit.curves.log_cost(n)
    # In the first turn no interval is restricted, as there is none of that number.
    every = np.tile(np.arange(curves), 1 + intervals)
    ruled_out = np.repeat(np.arange(-1, intervals), curves)
    free, *without = level_filter.run(
        observed, log_cost[every], fit.drift[every], fit.noise[every], fit.outlying[every], ruled_out
    ).log_likelihood.reshape(1 + intervals, curves)
    share = np.exp(np.minimum(np.array(without) - free, 0.0))
    weight = fit.weight / fit.weight.sum()
    probability = 1 - share @ weight
    step = np.diff(observed.y - log_cost, axis=1).T @ weight
    # A curve may leave the range of a double between two sizes.
    factor = np.exp(np.clip(step, -_MOST_LOG, _MOST_LOG))
    return [(i, float(factor[i]), float(p)) for i, p in enumerate(probability) if p > LIKELY]


def level_between(
    n_before: float, n_after: float, bytes_per_n: float | None, caches: Mapping[str, int] | None
) -> str | None:
    """Name the level whose capacity lies closest to the working set between two sizes; None if none is near."""
    if not bytes_per_n or not caches:
        return None
    low, high = n_before * bytes_per_n, n_after * bytes_per_n
    middle = np.sqrt(low * high)
    near = [
        (abs(float(np.log(size / middle))), name)
        for name, size in caches.items()
        if size > 0 and low / _NEAR < size < high * _NEAR
    ]
    return min(near)[1] if near else None
