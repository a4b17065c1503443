"""Costs at other sizes: every curve carried on from its level at the last size, mixed, with 90 % intervals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from wythoff.harness.growth import filter as level_filter
from wythoff.harness.growth.laws import Curves

Floats = NDArray[np.float64]

INTERVAL: Final = (0.05, 0.5, 0.95)
_NEXT_FACTORS: Final = (2.0, 4.0, 8.0, 16.0)
_LEAST_SHARE: Final = 1e-3
_FAR_OCTAVES: Final = 12.0  # beyond that many all caches have been left, and nothing further happens
_MEDIANS_SHARE: Final = 2 / 3  # it is medians that are predicted
_LEFT: Final = 0.6  # of the rises: a cache that was left within the data is not left again beyond
MORE_DRIFT: Final = 0.03  # per octave, and
MORE_NOISE: Final = 0.02  # of a size: what goes on beyond the data is less well known than what went on within
_MOST_LOG: Final = 700.0  # the largest logarithm of a double, nearly
_SEPARATED: Final = 2.0  # standard deviations between two laws' predictions that tell them apart


@dataclass(frozen=True)
class LawFit:
    """
    The curves of a law that matter after the data, heaviest first; arrays of shape (curves,).

    Attributes
    ----------
    curves : Curves
        As laid out beforehand.
    weight : numpy.ndarray of float64
        After the data; they add up to 1.
    level, variance, rising : numpy.ndarray of float64
        Level at the last size, its variance, and the probability that it was rising.
    drift, noise : numpy.ndarray of float64
        Drift of the level per octave, and what the samples of one size share.
    """

    curves: Curves
    weight: Floats
    level: Floats
    variance: Floats
    rising: Floats
    drift: Floats
    noise: Floats

    def beside(self, other: LawFit, shift: float) -> LawFit:
        """Mix the lowest samples' fit, its level moved by `shift`, with the medians'; heaviest first again."""
        weight = np.concatenate([self.weight * (1 - _MEDIANS_SHARE), other.weight * _MEDIANS_SHARE])
        order = np.argsort(-weight, kind="stable")
        mixed = {
            name: np.concatenate([getattr(self, name), getattr(other, name)])[order]
            for name in ("variance", "rising", "drift", "noise")
        }
        level = np.concatenate([self.level + shift, other.level])[order]
        return LawFit(Curves.join([self.curves, other.curves]).take(order), weight[order], level, **mixed)

    def normals(self, n: float, last_n: float) -> tuple[Floats, Floats]:
        """Return means and variances of the normal distributions that log cost at n is a mixture of, but for jumps."""
        octaves = abs(float(np.log2(n / last_n)))
        mean = np.clip(self.curves.log_cost([n])[:, 0] + self.level, -_MOST_LOG, _MOST_LOG)
        return mean, self.variance + (self.drift**2 + MORE_DRIFT**2) * octaves + self.noise**2 + MORE_NOISE**2


@dataclass(frozen=True)
class Onward:
    """The last size, and the probability per octave that a rise of the level began near it."""

    last_n: float
    rise: float


def quantiles(n: float, fits: Mapping[str, LawFit], weights: Mapping[str, float], onward: Onward) -> Floats:
    """Return the 5 %, 50 % and 95 % points of the median cost at n > 0 under a mixture of laws."""
    means, variances, shares, rising, noise = [], [], [], 0.0, 0.0
    for law, share in weights.items():
        if share > _LEAST_SHARE:
            fit = fits[law]
            mean, variance = fit.normals(n, onward.last_n)
            means.append(mean)
            variances.append(variance)
            shares.append(share * fit.weight)
            rising += share * float(fit.weight @ fit.rising)
            noise += share * float(fit.weight @ fit.noise)
    weight = np.concatenate(shares)
    heavy = weight > _LEAST_SHARE * weight.max()
    mean, variance = np.concatenate(means)[heavy], np.concatenate(variances)[heavy]
    total = float(weight.sum())
    octaves = float(np.log2(n / onward.last_n))
    events = _events(octaves, _LEFT * onward.rise, _LEFT * rising / total, noise / total)
    mean = (mean[:, None] + events[:, 1]).ravel()
    variance = (variance[:, None] + events[:, 2]).ravel()
    weight = (weight[heavy][:, None] * events[:, 0]).ravel()
    found = mixture_quantiles(mean, np.sqrt(variance), weight / weight.sum())
    return np.exp(np.clip(found, -_MOST_LOG, _MOST_LOG))


def _events(octaves: float, begin: float, rising: float, noise: float) -> Floats:
    """
    List what may happen to the level over some octaves as rows of probability, mean and variance.

    The regimes of the filter are followed octave by octave while counting the rises; a leap, a fall and an outlying
    size may come on top, once each. Backwards the signs are turned round.
    """
    reach = min(abs(octaves), _FAR_OCTAVES)
    rises = np.array([[1 - rising], [rising]])  # probability of calm or rising, by the number of rises so far
    for step in np.diff([*np.arange(np.floor(reach) + 1), reach]):
        stay, enter = level_filter.STAY_RISING**step, 1 - (1 - begin) ** step
        go_on = stay + (1 - stay) * enter
        padded = np.pad(rises, ((0, 0), (0, 1)))
        rises = np.array(
            [
                padded[0] * (1 - enter) + padded[1] * (1 - go_on),
                np.roll(padded[0] * enter + padded[1] * go_on, 1),
            ]
        )
    count = np.arange(rises.shape[1])
    per_rise = min(1.0, reach)
    sign = float(np.sign(octaves))
    events = np.stack(
        [
            rises.sum(0),
            sign * count * per_rise * level_filter.RISE_MEAN,
            count * per_rise * level_filter.RISE_SD**2,
        ],
        axis=1,
    )
    leap = 1 - (1 - level_filter.LEAP_CHANCE * begin) ** reach
    fall = 1 - (1 - level_filter.FALL_CHANCE) ** reach
    outlier = min(level_filter.OUTLIER_CHANCE + level_filter.OUTLIER_CHANCE_PER_NOISE * noise, 0.3)
    for chance, mean, spread in (
        (leap, sign * level_filter.LEAP_MEAN, level_filter.LEAP_SD),
        (fall, sign * level_filter.FALL_MEAN, level_filter.FALL_SD),
        (outlier, level_filter.OUTLIER_MEAN, level_filter.OUTLIER_SD),
    ):
        events = np.concatenate([events * [1 - chance, 1, 1], events * [chance, 1, 1] + [0, mean, spread**2]])
    return events[events[:, 0] > _LEAST_SHARE]


def mixture_quantiles(mean: Floats, sd: Floats, weight: Floats) -> Floats:
    """Solve for the quantiles `INTERVAL` of a mixture of normal distributions by bisection, to 1e-7 of its width."""
    low = np.full(len(INTERVAL), float((mean - 6 * sd).min()))
    high = np.full(len(INTERVAL), float((mean + 6 * sd).max()))
    for _ in range(24):
        middle = (low + high) / 2
        below = (ndtr((middle[:, None] - mean) / sd) * weight).sum(1) < INTERVAL
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return np.asarray((low + high) / 2, float)


def next_size(first: LawFit, second: LawFit, onward: Onward) -> float:
    """Choose the least of 2, 4, 8 and 16 times the last size at which two laws predict clearly different costs."""
    for factor in _NEXT_FACTORS:
        moments = []
        for fit in (first, second):
            mean, variance = fit.normals(onward.last_n * factor, onward.last_n)
            centre = float(fit.weight @ mean)
            moments.append((centre, float(fit.weight @ (variance + (mean - centre) ** 2))))
        if abs(moments[0][0] - moments[1][0]) > _SEPARATED * np.sqrt((moments[0][1] + moments[1][1]) / 2):
            break
    return onward.last_n * factor
