"""
How well curves explain a series: a mixture Kalman filter over log2 n.

The logarithm of the measured cost is the curve's, plus a level that drifts slowly with log2 n and sometimes jumps
(caches, page faults, a neighbour on the machine), plus noise with now and then an outlying size. For each curve the
level is filtered out size by size; the mixture of what may have happened between two sizes is collapsed to one normal
distribution with the same mean and variance.

References
----------
.. [1] H. A. P. Blom and Y. Bar-Shalom, "The interacting multiple model algorithm for systems with Markovian switching
   coefficients", IEEE Transactions on Automatic Control 33 (1988): collapsing mixtures between steps.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

RISE_MEAN: Final = 0.15  # per octave while the cost climbs from one level of memory to the next
RISE_SD: Final = 0.17
STAY_RISING: Final = 0.6  # per octave: with random access a cache of size C still serves C/W of a working set W
LEAP_MEAN: Final = 0.6  # page faults, the last cache left at once
LEAP_SD: Final = 0.5
LEAP_CHANCE: Final = 0.1  # relative to that of a rise
FALL_MEAN: Final = -0.2  # a neighbour that has gone, a faster method from some size on
FALL_SD: Final = 0.3
FALL_CHANCE: Final = 0.025  # per octave
OUTLIER_CHANCE: Final = 0.01  # of a size, and more where the noise is larger: a busy machine does both
OUTLIER_CHANCE_PER_NOISE: Final = 4.0
OUTLIER_MEAN: Final = 0.4
OUTLIER_SD: Final = 0.25

# Ways from one size to the next, in this order: nothing, a leap or a fall, after which the level is calm; a rise.
_WAYS: Final = 4
_CALM: Final = slice(0, 3)
_RISE: Final = slice(3, 4)
_LEAST: Final = 1e-300


@dataclass(frozen=True)
class Course:
    """
    What is known of a series between and at its sizes, whatever the law.

    Attributes
    ----------
    y : numpy.ndarray of float64, shape (sizes,)
        Natural logarithm of the cost.
    error : numpy.ndarray of float64, shape (sizes,)
        Standard error of `y` as the samples show it.
    octaves : numpy.ndarray of float64, shape (sizes - 1,)
        Distance to the next size in log2 n.
    rise, leap, fall : numpy.ndarray of float64, shape (sizes - 1,)
        Probability that a rise begins, or that the level leaps up or falls, on the way to the next size.
    drift : numpy.ndarray of float64, shape (sizes - 1,)
        Variance of the drift on that way, beyond what a curve's own drift adds.
    """

    y: Floats
    error: Floats
    octaves: Floats
    rise: Floats
    leap: Floats
    fall: Floats
    drift: Floats


@dataclass(frozen=True)
class Filtered:
    """
    Outcome for each curve; arrays of shape (curves,).

    Attributes
    ----------
    log_likelihood : numpy.ndarray
        Of all sizes after the first.
    level, variance : numpy.ndarray
        Mean and variance of the level at the last size.
    lowest : numpy.ndarray
        Lowest mean of the level at any size from the third on.
    rising : numpy.ndarray
        Probability that the level was rising when the last size was reached.
    """

    log_likelihood: Floats
    level: Floats
    variance: Floats
    lowest: Floats
    rising: Floats


def climb(octaves: float) -> float:
    """
    Return how many octaves' worth of a rise there is on a way of so many octaves.

    Within an octave a rise goes on steadily. On a longer way it ends and another begins, so that their sum grows by the
    square root.
    """
    return min(octaves, math.sqrt(octaves))


def run(
    course: Course, log_cost: Floats, drift: Floats, noise: Floats, calm: NDArray[np.intp] | None = None
) -> Filtered:
    """
    Filter the level out of a series for many curves at once.

    Parameters
    ----------
    course : Course
        The series.
    log_cost : numpy.ndarray of float64, shape (curves, sizes)
        The curves.
    drift, noise : numpy.ndarray of float64, shape (curves,)
        Standard deviation of the drift per octave, and of the noise that the samples of one size share.
    calm : numpy.ndarray of int, shape (curves,), optional
        For each curve an interval in which only what happens without rise, leap and fall is counted: its likelihood,
        divided by that without this restriction, is the probability of nothing of the kind in that interval.

    Notes
    -----
    Time and memory are proportional to curves times sizes; some 150 ns for each. Nothing is checked.
    """
    rest = np.ascontiguousarray((course.y - log_cost).T)
    curves = rest.shape[1]
    noises = (course.error**2)[:, None] + noise**2
    outlying = np.minimum(OUTLIER_CHANCE + OUTLIER_CHANCE_PER_NOISE * noise, 0.3)
    odds = np.stack([1 - outlying, outlying])[:, None] / np.sqrt(2 * np.pi)
    calm_mean, rising_mean = rest[0].copy(), rest[0].copy()
    calm_variance, rising_variance = noises[0].copy(), noises[0].copy()
    rising = np.full(curves, 0.1)
    log_likelihood = np.zeros(curves)
    lowest = np.full(curves, np.inf)
    # All steps write to the same memory: the curves are so many that fresh memory would cost more than the sums.
    before, unsure, chance = np.empty((3, _WAYS, curves))
    total, miss, weight, level, spread = np.empty((5, 2, _WAYS, curves))  # the size may be as it should or outlying
    for i, octaves in enumerate(course.octaves):
        begin, leap, fall = course.rise[i], course.leap[i], course.fall[i]
        stay = STAY_RISING**octaves
        gone_on = rising * (stay + (1 - stay) * begin)
        rise = np.maximum(gone_on + (1 - rising) * begin, _LEAST)
        no_rise = np.maximum(1 - rise, _LEAST)
        gap = rising_mean - calm_mean
        for way, into, part in ((0, no_rise, (rising - gone_on) / no_rise), (3, rise, gone_on / rise)):
            np.add(calm_mean, part * gap, out=before[way])
            unsure[way] = calm_variance + part * (rising_variance - calm_variance + (1 - part) * gap**2)
            unsure[way] += drift**2 * octaves + course.drift[i]
            chance[way] = into
        for way, share, mean, sd in ((1, leap, LEAP_MEAN, LEAP_SD), (2, fall, FALL_MEAN, FALL_SD)):
            np.add(before[0], mean, out=before[way])
            np.add(unsure[0], sd**2, out=unsure[way])
            np.multiply(chance[0], share, out=chance[way])
        chance[0] *= 1 - leap - fall
        before[3] += RISE_MEAN * climb(octaves)
        unsure[3] += (RISE_SD * climb(octaves)) ** 2
        if calm is not None:
            chance[1:] = np.where(calm == i, _LEAST, chance[1:])

        np.add(unsure, noises[i + 1], out=total[0])
        np.add(total[0], OUTLIER_SD**2, out=total[1])
        np.subtract(rest[i + 1], before, out=miss[0])
        np.subtract(miss[0], OUTLIER_MEAN, out=miss[1])
        np.divide(unsure, total, out=spread)  # the gain, for the time being
        np.multiply(spread, miss, out=level)
        level += before
        np.subtract(1.0, spread, out=spread)
        spread *= unsure
        miss *= miss
        miss /= total
        miss *= -0.5
        top = miss.max((0, 1))
        miss -= top
        np.exp(miss, out=weight)
        np.sqrt(total, out=total)
        weight /= total
        weight *= odds
        weight *= chance

        calm_weight, rise_weight = weight[:, _CALM].sum((0, 1)), weight[:, _RISE].sum((0, 1))
        density = calm_weight + rise_weight
        log_likelihood += top + np.log(density)
        rising = rise_weight / density
        calm_mean, calm_variance = _collapse(weight[:, _CALM], calm_weight, level[:, _CALM], spread[:, _CALM])
        rising_mean, rising_variance = _collapse(weight[:, _RISE], rise_weight, level[:, _RISE], spread[:, _RISE])
        if i + 1 >= min(2, len(course.octaves)):
            np.minimum(lowest, calm_mean + rising * (rising_mean - calm_mean), out=lowest)
    gap = rising_mean - calm_mean
    variance = calm_variance + rising * (rising_variance - calm_variance + (1 - rising) * gap**2)
    return Filtered(log_likelihood, calm_mean + rising * gap, variance, lowest, rising)


def _collapse(weight: Floats, total: Floats, mean: Floats, variance: Floats) -> tuple[Floats, Floats]:
    """Replace mixtures of normal distributions, shape (2, ways, curves), by one each of the same two moments."""
    total = np.maximum(total, _LEAST)
    centre = (weight * mean).sum((0, 1)) / total
    off = mean - centre
    off *= off
    off += variance
    off *= weight
    return centre, off.sum((0, 1)) / total
