"""Curves of several laws with their costs, and the screening of those that can't matter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike, NDArray

from wythoff.harness.growth.curves import Curves

Floats = NDArray[np.float64]

# With the loosest drift and noise a bad curve looks best: what is this far behind there, in logarithm, stays behind.
_FAR_LAW: Final = 14.0
_FAR_CURVE: Final = 7.0


@dataclass(frozen=True)
class Pool:
    """
    Curves of several laws.

    Attributes
    ----------
    law : numpy.ndarray of int, shape (curves,)
        Position of each curve's law in `wythoff.harness.growth.laws.NAMES`, or among those that were asked for.
    curves : Curves
        The curves.
    log_cost : numpy.ndarray of float64 or float32, shape (curves, sizes)
        Natural logarithm of their costs.
    """

    law: NDArray[np.intp]
    curves: Curves
    log_cost: NDArray[Any]

    def __len__(self) -> int:
        """Count the curves."""
        return len(self.law)

    def take(self, chosen: NDArray[np.intp]) -> Pool:
        """Return the curves at the positions `chosen`."""
        return Pool(self.law[chosen], self.curves.take(chosen), self.log_cost[chosen])

    def screened(self, log_weight: Floats) -> NDArray[np.intp]:
        """Return the positions of the curves that are not too far behind after a filter."""
        return screen(self.law, log_weight, 1.0)

    def without_first(self) -> Pool:
        """Return the curves over all sizes but the first."""
        return replace(self, log_cost=self.log_cost[:, 1:])

    @classmethod
    def of(cls, parts: Sequence[Curves], n: Floats, dtype: DTypeLike = np.float64) -> Pool:
        """Return the curves of several laws, one part each, with their costs at sizes n."""
        curves = Curves.join(parts)
        return cls(np.repeat(np.arange(len(parts)), [len(part) for part in parts]), curves, curves.log_cost(n, dtype))

    @classmethod
    def join(cls, parts: Sequence[Pool]) -> Pool:
        """Return the curves of several pools as one."""
        return cls(
            np.concatenate([part.law for part in parts]),
            Curves.join([part.curves for part in parts]),
            np.concatenate([part.log_cost for part in parts]),
        )


def screen(law: NDArray[np.intp], log_weight: Floats, allowance: float) -> NDArray[np.intp]:
    """Return which curves are not too far behind the best of their law and of all; of each law at least one."""
    best = np.full(law.max() + 1, -np.inf)
    np.maximum.at(best, law, log_weight)
    least = np.maximum(best, best.max() - allowance * _FAR_LAW) - allowance * _FAR_CURVE
    return np.flatnonzero(log_weight >= np.minimum(least, best)[law])
