"""The curves of all laws for a series: laid out once for the same sizes, and the hopeless ones left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.growth.curves import Curves
from wythoff.harness.growth.filter import Course
from wythoff.harness.growth.grids import curves_of
from wythoff.harness.growth.laws import NAMES
from wythoff.harness.growth.rough import rough_likelihood
from wythoff.harness.growth.through import curves_through

Floats = NDArray[np.float64]

# With the loosest drift and noise a bad curve looks best: what is this far behind there, in logarithm, stays behind.
_HOPELESS_LAW: Final = 14.0
_HOPELESS_CURVE: Final = 7.0
_STEEPEST: Final = 1e4  # in logarithm; the square of no step leaves the range of single precision
_ROUGH: Final = 2.0  # what is so many times as far behind by a rough likelihood is not filtered at all


@dataclass(frozen=True)
class Pool:
    """
    Curves of several laws.

    Attributes
    ----------
    law : numpy.ndarray of int, shape (curves,)
        Position of each curve's law in `wythoff.harness.growth.laws.NAMES`.
    curves : Curves
        The curves.
    log_cost : numpy.ndarray of float64, shape (curves, sizes)
        Natural logarithm of their costs.
    """

    law: NDArray[np.intp]
    curves: Curves
    log_cost: Floats

    def __len__(self) -> int:
        """Count the curves."""
        return len(self.law)

    def take(self, chosen: NDArray[np.intp]) -> Pool:
        """Return the curves at the positions `chosen`."""
        return Pool(self.law[chosen], self.curves.take(chosen), self.log_cost[chosen])

    def hopeful(self, log_weight: Floats) -> NDArray[np.intp]:
        """Return the positions of the curves that are not too far behind after a filter."""
        return _hopeful(self.law, log_weight, 1.0)

    def without_first(self) -> Pool:
        """Return the curves over all sizes but the first."""
        return replace(self, log_cost=self.log_cost[:, 1:])

    @classmethod
    def join(cls, parts: Sequence[Pool]) -> Pool:
        """Return the curves of several pools as one."""
        return cls(
            np.concatenate([part.law for part in parts]),
            Curves.join([part.curves for part in parts]),
            np.concatenate([part.log_cost for part in parts]),
        )


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
    fitted = curves_through(NAMES, n, course.y)
    own = Pool(fitted.law, fitted.curves, fitted.log_cost)
    rough = [
        pool.curves.log_prior + rough_likelihood(course, change, drift, noise)
        for pool, change in ((everywhere, steps), (own, _steps(own)))
    ]
    chosen = _hopeful(np.concatenate([everywhere.law, own.law]), np.concatenate(rough), _ROUGH)
    count = len(everywhere)
    return Pool.join([everywhere.take(chosen[chosen < count]), own.take(chosen[chosen >= count] - count)])


@lru_cache(maxsize=4)
def _laid_out(sizes: tuple[float, ...]) -> tuple[Pool, NDArray[np.float32]]:
    """Lay out the curves that depend on the sizes only, which a project's series share; and the costs' steps."""
    n = np.array(sizes)
    parts = [curves_of(law, n) for law in NAMES]
    curves = Curves.join(parts)
    pool = Pool(np.repeat(np.arange(len(parts)), [len(part) for part in parts]), curves, curves.log_cost(n))
    return pool, _steps(pool)


def _steps(pool: Pool) -> NDArray[np.float32]:
    return np.clip(np.diff(pool.log_cost, axis=1), -_STEEPEST, _STEEPEST).astype(np.float32)


def _hopeful(law: NDArray[np.intp], log_weight: Floats, allowance: float) -> NDArray[np.intp]:
    """Return which curves are not too far behind the best of their law and of all; of each law at least one."""
    best = np.full(law.max() + 1, -np.inf)
    np.maximum.at(best, law, log_weight)
    least = np.maximum(best, best.max() - allowance * _HOPELESS_LAW) - allowance * _HOPELESS_CURVE
    return np.flatnonzero(log_weight >= np.minimum(least, best)[law])
