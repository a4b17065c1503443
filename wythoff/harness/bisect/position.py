"""Where a commit's series lies between GOOD's and BAD's: 0 as GOOD, 1 as BAD, with the error that runs show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.compare.levels import LAYOUT, NORMAL, TOGETHER, scatter, spells
from wythoff.harness.compare.neighbours import NOBODY, Neighbours
from wythoff.harness.compare.ratios import Pair, Ratios, ratios_of
from wythoff.harness.compare.runs import RUN

Floats = NDArray[np.float64]

_MEDIAN: Final = 1.2533  # standard error of a median over that of a mean
_SAME: Final = 1e-6
_FEWEST: Final = 4  # sizes, of which a scatter can be told
_EVENLY: Final = 3**0.5  # bound over standard deviation, where all up to the bound is equally likely
_APART: Final = 12.0  # standard errors between GOOD and BAD that leave nothing to be wished for


@dataclass(frozen=True)
class Position:
    """
    Where a commit lies on the way from GOOD to BAD.

    Attributes
    ----------
    value : float
        0 where it costs what GOOD costs, 1 where it costs what BAD costs; may lie outside.
    error : float
        Standard error, of the same unit, above 0.
    sizes : int
        At how many sizes it was seen.
    """

    value: float
    error: float
    sizes: int


@dataclass(frozen=True)
class Scale:
    """
    How GOOD and BAD differ: what a position is measured by.

    Attributes
    ----------
    ratios : Ratios
        Of BAD over GOOD.
    """

    ratios: Ratios

    @classmethod
    def of(cls, good_bad: Pair) -> Scale:
        """Take GOOD as the pair's first and BAD as its second series."""
        return cls(ratios_of(good_bad))

    @property
    def error(self) -> float:
        """Standard error of a position that is seen at all sizes of the scale, as GOOD and BAD themselves show it."""
        return _error(self.ratios, self.ratios.log, np.zeros(len(self.ratios.n)), NOBODY)

    def place(self, from_good: Pair, from_bad: Pair) -> Position | None:
        """
        Find the position of a commit.

        Parameters
        ----------
        from_good, from_bad : Pair
            Of GOOD, or BAD, as the first series, and the commit as the second.

        Returns
        -------
        Position or None
            As the nearer of GOOD and BAD shows it; None without sizes in common.

        Notes
        -----
        The position is the x that makes the sum of |d - x D| least over the sizes, d and D the logarithms of the
        commit's and of BAD's cost over GOOD's: the median of d/D weighted by |D|, which a size that was disturbed
        doesn't move far. Its error counts what sizes scatter, and what shifts a whole series: other places of code and
        data, slow spells of the machine that show in the samples, a machine that was busy, and another run.
        """
        good = self._along(from_good, 0.0)
        bad = self._along(from_bad, 1.0)
        if good is None or bad is None:
            return good or bad
        return good if abs(good.value) <= abs(bad.value - 1.0) else bad

    def _along(self, pair: Pair, origin: float) -> Position | None:
        ratios = ratios_of(pair)
        inside = _within(ratios.n, self.ratios.n)
        ratios = _chosen(ratios, inside)
        if not len(ratios.n):
            return None
        change = np.interp(np.log(ratios.n), np.log(self.ratios.n), self.ratios.log)
        if not np.any(change):
            return None
        value = _weighted_median(ratios.log / np.where(change == 0, _SAME, change), np.abs(change))
        error = _error(ratios, change, ratios.log - value * change, pair.neighbours)
        return Position(origin + value, error, len(ratios.n))

    def window(self) -> tuple[float, float]:
        """
        Choose the sizes that are worth measuring at each commit.

        Returns
        -------
        (float, float)
            The first and last size of the cheapest run of neighbouring sizes at which GOOD and BAD lie 12 standard
            errors apart; of all sizes if they lie less far apart.

        Notes
        -----
        The cost of a size is that of the dearer one of GOOD and BAD. Time grows with the square of the sizes.
        """
        n, total = self.ratios.n, len(self.ratios.n)
        dearer = np.exp(np.maximum(self.ratios.before, self.ratios.after))
        found = []
        for first in range(total):
            for end in range(first + min(_FEWEST, total), total + 1):
                part = _chosen(self.ratios, np.arange(first, end))
                if np.any(part.log) and _error(part, part.log, np.zeros(end - first), NOBODY) <= 1 / _APART:
                    found.append((float(dearer[first:end].sum()), first, end))
        _, first, end = min(found, default=(0.0, 0, total))
        return float(n[first]), float(n[end - 1])


def _error(ratios: Ratios, change: Floats, residuals: Floats, others: Neighbours) -> float:
    """Return the standard error of a position, in parts of the change."""
    own = NORMAL * float(np.median(np.abs(residuals))) if len(residuals) > 2 else 0.0
    each = max(scatter(ratios), own)
    squares = float(np.sum(change**2))
    if squares == 0.0:
        return np.inf
    busy = float(np.hypot(spells(ratios), others.error))
    if others.most is not None:
        busy = min(busy, others.most / _EVENLY)
    whole = float(np.linalg.norm([LAYOUT, RUN, busy])) * float(np.sum(np.abs(change))) / squares
    return float(np.hypot(_MEDIAN * each * np.sqrt(TOGETHER / squares), whole))


def _within(n: Floats, scale: Floats) -> NDArray[np.bool_]:
    if not len(scale):
        return np.zeros(len(n), bool)
    return np.asarray((n >= scale[0] * (1 - _SAME)) & (n <= scale[-1] * (1 + _SAME)))


def _chosen(ratios: Ratios, places: NDArray[np.bool_] | NDArray[np.int_] | Sequence[int]) -> Ratios:
    names = ("n", "log", "error", "before", "after")
    return replace(ratios, **{name: getattr(ratios, name)[places] for name in names})


def _weighted_median(values: Floats, weights: Floats) -> float:
    order = np.argsort(values)
    sums = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(sums, sums[-1] / 2)])
