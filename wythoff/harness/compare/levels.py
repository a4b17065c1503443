"""The level of a ratio over some sizes and its trend, both by medians, with errors that busy machines don't belie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.compare.neighbours import NOBODY, Neighbours
from wythoff.harness.compare.ratios import Ratios

Floats = NDArray[np.float64]

NORMAL: Final = 1.4826  # standard deviation over median absolute deviation of a normal distribution
# The same code in two builds, or in two processes, costs so much more or less: memory and code lie elsewhere.
LAYOUT: Final = 0.012
_DRIFT: Final = 0.012  # of the ratio per octave, on one machine
_DRIFT_OF_MACHINES: Final = 0.25  # on two, whose caches end at different sizes
_UNKNOWN: Final = 0.08  # scatter where sizes are too few to show it
# How far a whole stretch of sizes lies off, for each unit that the samples lie apart in both series, and in one;
_SLOW_SPELLS: Final = (0.25, 0.9)
# and where they lie apart most.
_SHARED: Final = 1.3
TOGETHER: Final = 2.0  # neighbours suffer together: so many sizes tell as much as one
_FEWEST: Final = 4
_TOP_SHARE: Final = 1 / 3  # of the octaves
_TOP_OCTAVES: Final = 3.0
_TREND_SHARE: Final = 0.6
# A step in the middle of a range takes the line through it so many times as far up as it is high.
_STEP: Final = 1.5
_FEWEST_GAPS: Final = 5
_STEEP: Final = 0.4
_AGREE: Final = 0.5  # of that slope, between the first size and the last


@dataclass(frozen=True)
class Estimate:
    """
    A figure.

    Attributes
    ----------
    value, error : float
        The figure and its standard error.
    sizes : int
        At how many sizes it was seen.
    most : float
        How far others on the machine may have moved it besides, at most.
    """

    value: float
    error: float
    sizes: int
    most: float = 0.0

    def beyond(self, usual: float = 0.0) -> float:
        """Return how far it surely lies from `usual`, but for its standard error."""
        return max(0.0, abs(self.value - usual) - self.most)


def scatter(ratios: Ratios) -> float:
    """Return the standard deviation of a ratio about the line between its neighbours, at least that of a layout."""
    n, d = np.log(ratios.n), ratios.log
    if len(n) < _FEWEST:
        return max(_UNKNOWN, float(np.median(ratios.error)) if len(n) else _UNKNOWN)
    share = (n[1:-1] - n[:-2]) / (n[2:] - n[:-2])
    off = (d[1:-1] - (1 - share) * d[:-2] - share * d[2:]) / np.sqrt(1 + share**2 + (1 - share) ** 2)
    found = NORMAL * float(np.median(np.abs(off)))
    # Of few sizes the middle one may by luck lie on its line.
    few = _UNKNOWN * max(0.0, (8 - len(n)) / 8) * 0.5
    return max(found, LAYOUT, float(np.median(ratios.error)), few)


def top(ratios: Ratios) -> NDArray[np.bool_]:
    """Choose the large sizes: the last third of the octaves, or the last three octaves, and three sizes at least."""
    n = ratios.n
    if len(n) < 3:
        return np.ones(len(n), bool)
    octaves = max(_TOP_OCTAVES, _TOP_SHARE * np.log2(n[-1] / n[0]))
    return np.asarray(n >= min(n[-3], n[-1] / 2**octaves * (1 - 1e-9)))


def level(
    ratios: Ratios, chosen: NDArray[np.bool_], same_machine: bool = True, others: Neighbours = NOBODY
) -> Estimate:
    """
    Estimate the logarithm of the ratio over some of the sizes.

    Parameters
    ----------
    ratios : Ratios
        Of two series.
    chosen : numpy.ndarray of bool, shape (sizes,)
        One size at least.
    same_machine : bool
        See `wythoff.harness.compare.Pair`.
    others : Neighbours
        Who else used the machine in one of both runs.

    Returns
    -------
    Estimate
        The median. Its error counts what sizes scatter, what the series may lie off as a whole while others use the
        machine, which shows in how far the samples of a size lie apart, and where code and data lie; where it is known
        how far others can have moved it, that counts instead.
    """
    d = ratios.log[chosen]
    middle = float(np.median(d))
    own = NORMAL * float(np.median(np.abs(d - middle))) if len(d) > 2 else 0.0
    each = _own_scatter(max(scatter(ratios), own), others)
    more = np.hypot(0.0 if same_machine else _DRIFT_OF_MACHINES, _disturbed(ratios, others))
    several = max(1.0, len(d) / TOGETHER)
    error = np.sqrt((1.2533 * each) ** 2 / several + LAYOUT**2 + more**2)
    return Estimate(middle, float(error), len(d), others.most or 0.0)


def trend(ratios: Ratios, same_machine: bool = True, others: Neighbours = NOBODY) -> Estimate | None:
    """
    Estimate the power of n that the ratio grows by at the larger sizes.

    Returns
    -------
    Estimate or None
        The median of the slopes between all pairs of the sizes in the larger part of the range [1]_; None for fewer
        than three sizes.

    References
    ----------
    .. [1] P. K. Sen, "Estimates of the regression coefficient based on Kendall's tau", Journal of the American
       Statistical Association 63 (1968).
    """
    n = np.log(ratios.n)
    if len(n) < 3:
        return None
    # A law that only begins to show has its trend at the last sizes; elsewhere more sizes tell more.
    starts = (n[-1] - _TREND_SHARE * (n[-1] - n[0]), np.log(ratios.n[top(ratios)][0]))
    chosen = [n >= min(n[-3], start - 1e-9) for start in starts]
    found = [_slope(ratios, larger, same_machine, others) for larger in chosen]
    found += [one for larger in chosen if (one := _slope_of_most_gaps(ratios, larger, same_machine)) is not None]
    return max(found, key=lambda one: (one.beyond() / one.error, abs(one.value) / one.error))


def _slope(ratios: Ratios, chosen: NDArray[np.bool_], same_machine: bool, others: Neighbours) -> Estimate:
    x, d = np.log(ratios.n[chosen]), ratios.log[chosen]
    i, j = np.triu_indices(len(x), 1)
    slope = _weighted_median((d[j] - d[i]) / (x[j] - x[i]), x[j] - x[i])
    rest = d - slope * x
    each = _own_scatter(max(scatter(ratios), NORMAL * float(np.median(np.abs(rest - np.median(rest))))), others)
    about = float(np.sum((x - x.mean()) ** 2))
    width = float(x[-1] - x[0])
    disturbed = _disturbed(ratios, others) / width
    error = np.sqrt(1.1 * each**2 * TOGETHER / about + _drift(x, same_machine) ** 2 + disturbed**2)
    return Estimate(slope, float(error), len(x), _STEP * (others.most or 0.0) / width)


def _slope_of_most_gaps(ratios: Ratios, chosen: NDArray[np.bool_], same_machine: bool) -> Estimate | None:
    """
    Estimate a steep slope by the median of those between neighbouring sizes.

    Others that come or go while a run lasts move whole stretches of sizes, however far: steps, each of which lies in
    one gap, so that most gaps have none. Only where these all rise alike is it a trend, and one of `_STEEP` at least,
    as what lies a little off at each size may rise for some sizes by luck. None where it is less, gaps are few, or all
    steps together lead elsewhere.
    """
    x, d = np.log(ratios.n[chosen]), ratios.log[chosen]
    gaps = np.diff(x)
    if len(gaps) < _FEWEST_GAPS:
        return None
    slopes = np.diff(d) / gaps
    slope = float(np.median(slopes))
    whole = float((d[-1] - d[0]) / (x[-1] - x[0]))
    if abs(slope) < _STEEP or whole / slope < _AGREE:
        return None
    each = max(NORMAL * float(np.median(np.abs(slopes - slope))), 2**0.5 * LAYOUT / float(np.median(gaps)))
    return Estimate(slope, float(np.hypot(1.2533 * each / len(gaps) ** 0.5, _drift(x, same_machine))), len(x))


def _drift(x: Floats, same_machine: bool) -> float:
    """Return the standard error of a slope over sizes, whose logarithms are given, by what drifts with them."""
    width = float(x[-1] - x[0])
    return float((_DRIFT if same_machine else _DRIFT_OF_MACHINES) * np.sqrt(width / np.log(2)) / width)


def _own_scatter(each: float, others: Neighbours) -> float:
    """Return how far sizes scatter beyond what others can have done, whose most counts already."""
    within = (others.most or 0.0) / 2  # the largest standard deviation of what lies between two bounds
    return max(LAYOUT, float(np.sqrt(max(0.0, each**2 - within**2))))


def _disturbed(ratios: Ratios, others: Neighbours) -> float:
    """Return the standard error of a whole stretch of sizes, but for what is known to be the most."""
    return 0.0 if others.most is not None else float(np.hypot(spells(ratios), others.error))


def spells(ratios: Ratios) -> float:
    """Return how far a stretch of sizes may lie off as a whole."""
    common, one = _SLOW_SPELLS
    return float(np.linalg.norm([common * ratios.spread, one * ratios.unlike, _SHARED * ratios.shared]))


def _weighted_median(values: Floats, weights: Floats) -> float:
    order = np.argsort(values)
    sums = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(sums, sums[-1] / 2)])
