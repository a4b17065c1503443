"""The curves of all laws for a series: laid out once for the same sizes, and the hopeless ones left out."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.growth.filter import Course
from wythoff.harness.growth.grids import curves_of
from wythoff.harness.growth.laws import NAMES
from wythoff.harness.growth.pool import Pool, hopeful
from wythoff.harness.growth.rough import rough_likelihood
from wythoff.harness.growth.through import curves_through

Floats = NDArray[np.float64]

_STEEPEST: Final = 1e4  # in logarithm; the square of no step leaves the range of single precision
_ROUGH: Final = 2.0  # what is so many times as far behind by a rough likelihood is not filtered at all


def likely_curves(n: Floats, course: Course, drift: float, noise: float) -> Pool:
    """
    Return the curves of all laws that a rough likelihood doesn't find hopeless.

    Parameters
    ----------
    n : numpy.ndarray of float64, shape (sizes,)
        The sizes.
    course : Course
        The series.
    drift, noise : float
        The loosest that are thought possible.
    """
    everywhere, steps = _laid_out(tuple(n.tolist()))
    own = curves_through(NAMES, n, course.y)
    rough = [
        pool.curves.log_prior + rough_likelihood(course, change, drift, noise)
        for pool, change in ((everywhere, steps), (own, _steps(own)))
    ]
    chosen = hopeful(np.concatenate([everywhere.law, own.law]), np.concatenate(rough), _ROUGH)
    count = len(everywhere)
    return Pool.join([everywhere.take(chosen[chosen < count]), own.take(chosen[chosen >= count] - count)])


@lru_cache(maxsize=4)
def _laid_out(sizes: tuple[float, ...]) -> tuple[Pool, NDArray[np.float32]]:
    """Lay out the curves that depend on the sizes only, which a project's series share; and the costs' steps."""
    n = np.array(sizes)
    pool = Pool.of([curves_of(law, n) for law in NAMES], n)
    return pool, _steps(pool)


def _steps(pool: Pool) -> NDArray[np.float32]:
    return np.clip(np.diff(pool.log_cost, axis=1), -_STEEPEST, _STEEPEST).astype(np.float32)
