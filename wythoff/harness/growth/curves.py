"""
Curves of cost over size, many evaluated at once.

Every curve is ``n^p (log2 n + shift)^q exp(rate n) + overhead + lower n^r``, so that one function evaluates them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Curves:
    """
    Curves of one law, and their prior weights.

    Attributes
    ----------
    power, logarithm, shift, rate, overhead, lower, lower_power : numpy.ndarray of float64, shape (curves,)
        The terms; `overhead` and `lower` are natural logarithms of the factors (minus infinity: no such term).
    log_prior : numpy.ndarray of float64, shape (curves,)
        Logarithm of the weights, which add up to at most 1.
    """

    power: Floats
    logarithm: Floats
    shift: Floats
    rate: Floats
    overhead: Floats
    lower: Floats
    lower_power: Floats
    log_prior: Floats

    def __len__(self) -> int:
        """Count the curves."""
        return len(self.power)

    def log_cost(self, n: ArrayLike) -> Floats:
        """Evaluate the curves at sizes n > 0, shape (sizes,): natural logarithms, shape (curves, sizes)."""
        sizes = np.asarray(n, float)[None, :]
        main = log_main(self.power, self.logarithm, self.shift, self.rate, sizes)
        lower = self.lower[:, None] + self.lower_power[:, None] * np.log(sizes)
        overhead = self.overhead[:, None]
        top = np.maximum(np.maximum(main, overhead), lower)
        return np.asarray(top + np.log(np.exp(main - top) + np.exp(overhead - top) + np.exp(lower - top)), float)

    def take(self, chosen: NDArray[np.intp]) -> Curves:
        """Return the curves at the positions `chosen`, with repetition where asked for."""
        return Curves(*(getattr(self, name)[chosen] for name in self.__dataclass_fields__))

    @classmethod
    def join(cls, parts: Sequence[Curves]) -> Curves:
        """Return the curves of several tables as one."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__dataclass_fields__))


def log_main(power: Floats, logarithm: Floats, shift: Floats, rate: Floats, sizes: Floats) -> Floats:
    """
    Evaluate leading terms; each step of a logarithm counts at least once where a power multiplies it.

    Parameters
    ----------
    power, logarithm, shift, rate : numpy.ndarray of float64, shape (curves,)
        The terms.
    sizes : numpy.ndarray of float64, shape (1, sizes) or (curves, sizes)
        Above 0.

    Returns
    -------
    numpy.ndarray of float64, shape (curves, sizes)
        Natural logarithms.
    """
    least = np.where(power > 0, 1.0, 0.03)[:, None]
    steps = np.maximum(np.log2(sizes) + shift[:, None], least)
    return power[:, None] * np.log(sizes) + logarithm[:, None] * np.log(steps) + rate[:, None] * sizes
