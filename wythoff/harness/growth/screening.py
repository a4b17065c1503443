"""
The screening of all laws' curves for a series: laid out once for the same sizes, and left out where they are hopeless.

It estimates how well a curve explains the series a dozen times faster than the filter, which is run on what passes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.growth.filter import ObservedSeries
from wythoff.harness.growth.grids import curves_of
from wythoff.harness.growth.laws import NAMES
from wythoff.harness.growth.pool import Pool, screen
from wythoff.harness.growth.through import curves_through

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]

_STEEPEST: Final = 1e4  # in logarithm; the square of no step leaves the range of single precision
_ALLOWANCE: Final = 2.0  # what is so many times as far behind by the screening is not filtered at all
_JUMP_SD: Final = 0.7
_JUMP_COST: Final = 3.5  # in logarithm: as likely as a jump is


def screened_curves(n: Floats, observed: ObservedSeries, drift: float, noise: float) -> Pool:
    """
    Return the curves of all laws that pass the screening.

    Parameters
    ----------
    n : numpy.ndarray of float64, shape (sizes,)
        The sizes.
    observed : ObservedSeries
        The series.
    drift, noise : float
        The loosest that are thought possible.
    """
    everywhere, steps = _laid_out(tuple(n.tolist()))
    own = curves_through(NAMES, n, observed.y)
    log_weight = [
        pool.curves.log_prior + screening_likelihood(observed, change, drift, noise)
        for pool, change in ((everywhere, steps), (own, _steps(own)))
    ]
    chosen = screen(np.concatenate([everywhere.law, own.law]), np.concatenate(log_weight), _ALLOWANCE)
    count = len(everywhere)
    return Pool.join([everywhere.take(chosen[chosen < count]), own.take(chosen[chosen >= count] - count)])


@lru_cache(maxsize=4)
def _laid_out(sizes: tuple[float, ...]) -> tuple[Pool, Singles]:
    """
    Lay out the curves that depend on the sizes only, which a project's series share; and the costs' steps.

    They are laid out further apart than single precision could blur. What is known better is fitted.
    """
    n = np.array(sizes)
    pool = Pool.of([curves_of(law, n) for law in NAMES], n, np.float32)
    return pool, _steps(pool)


def _steps(pool: Pool) -> Singles:
    return np.clip(np.diff(pool.log_cost, axis=1), -_STEEPEST, _STEEPEST).astype(np.float32, copy=False)


def screening_likelihood(observed: ObservedSeries, steps: Singles, drift: float, noise: float) -> Floats:
    """
    Estimate the logarithm of the likelihood of curves, up to a constant.

    Each step between neighbouring sizes is judged by itself: it is noise and drift, or else a jump. A curve that the
    filter finds likely is not found unlikely here, as it may be freed of bad steps one by one.

    Parameters
    ----------
    observed : ObservedSeries
        The series.
    steps : numpy.ndarray of float32, shape (curves, sizes - 1)
        How the logarithm of the curves' costs changes from size to size.
    drift, noise : float
        Standard deviation of the drift per octave, and of the noise that the samples of one size share.

    Returns
    -------
    numpy.ndarray of float64, shape (curves,)
    """
    step = np.diff(observed.y).astype(np.float32) - steps
    step *= step
    own = (
        observed.error[1:] ** 2 + observed.error[:-1] ** 2 + 2 * noise**2 + drift**2 * observed.octaves + observed.drift
    )
    jump = step * np.float32(-0.5 / _JUMP_SD**2) - np.float32(_JUMP_COST)
    step *= (-0.5 / own).astype(np.float32)
    return np.asarray(np.maximum(step, jump, out=jump).sum(1), float)
