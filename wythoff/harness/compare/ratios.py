"""Two series made one: the logarithm of their ratio at the sizes that both cover, and how well it is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.compare.neighbours import Neighbours, neighbours
from wythoff.harness.growth.samples import Cleaned, clean

Floats = NDArray[np.float64]

_SAME: Final = 1e-6  # sizes that differ by less, relatively, are one size
_ENOUGH_SHARED: Final = 0.6  # of the sizes in the common range; else costs are interpolated
_LARGEST: Final = 0.9  # of the sizes
_EVERYWHERE: Final = 2.0
_ALONE: Final = 0.1
_WIDEST: Final = 2.1  # octaves between neighbours that costs are interpolated between


@dataclass(frozen=True)
class Pair:
    """
    Two series to be compared, the samples of both in the same unit and by the same clock.

    Attributes
    ----------
    n_before, n_after : sequence of float, shape (sizes,)
        Sizes above 0, in any order; the two need not agree.
    before, after : sequence of float or of sequences of float, shape (sizes,) or ragged
        Cost at each size: one number, or all that were measured.
    unit : str
        As for `wythoff.harness.growth.analyse`.
    memory : bool
        Whether the samples are a process's memory.
    same_machine : bool
        Whether both were measured on one machine. Caches of two machines end at different sizes, so that a level or
        a trend of the ratio over a few octaves says less.
    busy : bool
        Whether the machine is known to have been busy during one of both runs only. A neighbour that takes its share
        all the time leaves no trace in the samples.
    slowdown : float or None
        How many times slower the machine was said to be in both runs together, 1 or more, where that was recorded: what
        a neighbour took can't have moved the ratio by more.
    clock : str
        ``"wall"`` or ``"cpu"``; the processor's time is taken off less by neighbours.
    """

    n_before: Sequence[float]
    before: Sequence[float] | Sequence[Sequence[float]]
    n_after: Sequence[float]
    after: Sequence[float] | Sequence[Sequence[float]]
    unit: str = "seconds"
    memory: bool = False
    same_machine: bool = True
    busy: bool = False
    clock: str = "wall"
    slowdown: float | None = None

    @property
    def neighbours(self) -> Neighbours:
        """How far others on the machine may have moved the ratio."""
        return neighbours(self.busy, self.slowdown, self.clock)


@dataclass(frozen=True)
class Ratios:
    """
    The ratio of two series.

    Attributes
    ----------
    n : numpy.ndarray of float64, shape (sizes,)
        Ascending; empty where the series have no sizes in common.
    log : numpy.ndarray of float64, shape (sizes,)
        Natural logarithm of the second's cost over the first's, by their lowest samples.
    error : numpy.ndarray of float64, shape (sizes,)
        Standard error of `log` as samples, clock and interpolation show it.
    before, after : numpy.ndarray of float64, shape (sizes,)
        Natural logarithm of the costs.
    spread, unlike : float
        How far the samples of a size lie apart, on the mean over all sizes: the logarithm of median over lowest, of
        the less disturbed of both series, and by how much more that is in the other. None is seen where only one sample
        is known.
    shared : float
        The same, where it is largest, beyond what machines that are left alone show, and beyond what most sizes do: the
        samples of a size lie apart where a neighbour comes or goes, and those of the next ones may all lie as far off,
        and together. Where samples lie apart at all sizes, the lowest of each had the machine to itself.
    """

    n: Floats
    log: Floats
    error: Floats
    before: Floats
    after: Floats
    spread: float
    unlike: float
    shared: float


def ratios_of(pair: Pair) -> Ratios:
    """
    Bring two series together.

    Where most sizes are shared these are taken. Otherwise each series is interpolated at the sizes of the other, the
    logarithm of the cost over that of n, within the common range and between neighbours at most a factor of 4 apart;
    the error there counts half of what a curve through two more neighbours differs by.

    Raises
    ------
    InputError
        If sizes and samples differ in number, or hold what is no number.

    Notes
    -----
    Time is proportional to the samples and sizes.
    """
    first, second = clean(pair.n_before, pair.before, False), clean(pair.n_after, pair.after, False)
    n = _sizes(first.n, second.n)
    (low_a, error_a, middle_a), (low_b, error_b, middle_b) = (_at(one, n) for one in (first, second))
    log = low_b - low_a
    doubt = (middle_b - middle_a - log) / 2
    apart = [np.log(one.middle / one.value) if len(one.n) else np.zeros(1) for one in (first, second)]
    spreads = sorted(float(np.mean(one)) for one in apart)
    shared = max(float(np.quantile(one, _LARGEST) - _EVERYWHERE * np.median(one)) for one in apart) - _ALONE
    return Ratios(
        n,
        log,
        np.sqrt(error_a**2 + error_b**2 + doubt**2),
        low_a,
        low_b,
        spreads[0],
        spreads[1] - spreads[0],
        max(shared, 0.0),
    )


def _sizes(first: Floats, second: Floats) -> Floats:
    """Choose the sizes to compare at."""
    if not len(first) or not len(second):
        return np.empty(0)
    low, high = max(first[0], second[0]) * (1 - _SAME), min(first[-1], second[-1]) * (1 + _SAME)
    inside = [one[(one >= low) & (one <= high)] for one in (first, second)]
    shared = np.array([n for n in inside[0] if len(inside[1]) and np.min(np.abs(inside[1] / n - 1)) < _SAME])
    if len(shared) >= _ENOUGH_SHARED * max(map(len, inside)):
        return np.asarray(shared, float)
    every = np.unique(np.concatenate(inside))
    every = every[np.append(True, np.diff(np.log(every)) > _SAME)]
    return np.asarray(every[_reached(every, first) & _reached(every, second)], float)


def _reached(n: Floats, sizes: Floats) -> NDArray[np.bool_]:
    """Tell which sizes are measured, or lie between neighbours that are not far apart."""
    at = np.clip(np.searchsorted(sizes, n), 1, max(1, len(sizes) - 1))
    if len(sizes) < 2:
        return np.asarray(np.abs(n / sizes[0] - 1) < _SAME)
    near = np.minimum(np.abs(sizes[at] / n - 1), np.abs(sizes[at - 1] / n - 1)) < _SAME
    return np.asarray(near | (np.log2(sizes[at] / sizes[at - 1]) <= _WIDEST))


def _at(one: Cleaned, n: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the logarithms of lowest sample and median at sizes, and the error of the first."""
    if not len(n):
        return n, n, n
    x, places = np.log(one.n), np.log(n)
    y = np.log(one.value)
    low = np.interp(places, x, y)
    error = np.hypot(np.interp(places, x, one.error), _bend(x, y, places) / 2)
    return low, error, np.interp(places, x, np.log(one.middle))


def _bend(x: Floats, y: Floats, places: Floats) -> Floats:
    """Bound what a curve with the slopes of the neighbouring gaps lies off the straight line between two sizes."""
    if len(x) < 3:
        return np.zeros(len(places))
    slopes = np.diff(y) / np.diff(x)
    k = np.clip(np.searchsorted(x, places) - 1, 0, len(x) - 2)
    turn = np.abs(slopes[np.minimum(k + 1, len(slopes) - 1)] - slopes[np.maximum(k - 1, 0)])
    left, right = np.maximum(places - x[k], 0.0), np.maximum(x[k + 1] - places, 0.0)
    return np.asarray(turn / 2 * left * right / (left + right))
