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

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

RISE_MEAN: Final = 0.17  # per octave while the cost climbs from one level of memory to the next
RISE_SD: Final = 0.17
STAY_RISING: Final = 0.7  # per octave: with random access a cache of size C still serves C/W of a working set W
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

_REGIME: Final = np.array([0, 0, 0, 1])  # that nothing, a leap, a fall and a rise lead to: 0 is calm, 1 rising
_OUTLIER_SHIFT: Final = np.array([0.0, OUTLIER_MEAN])[:, None]
_OUTLIER_VARIANCE: Final = np.array([0.0, OUTLIER_SD**2])[:, None]


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
    Time and memory are proportional to curves times sizes. Nothing is checked.
    """
    rest = np.ascontiguousarray((course.y - log_cost).T)
    noises = (course.error**2)[:, None] + noise**2
    outlying = np.minimum(OUTLIER_CHANCE + OUTLIER_CHANCE_PER_NOISE * noise, 0.3)
    odds = np.stack([1 - outlying, outlying])
    mean = np.tile(rest[0], (2, 1))  # one row for each regime: calm, rising
    variance = np.tile(noises[0], (2, 1))
    share = np.tile([[0.9], [0.1]], rest.shape[1])
    log_likelihood = np.zeros(rest.shape[1])
    lowest = np.full(rest.shape[1], np.inf)
    for i, octaves in enumerate(course.octaves):
        begin, leap, fall = course.rise[i], course.leap[i], course.fall[i]
        stay = STAY_RISING**octaves
        go_on = stay + (1 - stay) * begin
        move = share[None] * np.array([[1 - begin, 1 - go_on], [begin, go_on]])[:, :, None]  # to, from, curve
        into = np.maximum(move.sum(1), 1e-300)
        mixed_mean, mixed_variance = _collapse(move / into[:, None], mean, variance)

        # What may have happened on the way: nothing, a leap, a fall; a rise.
        far = max(1.0, octaves) ** 0.5
        chance = into[_REGIME] * np.array([1 - leap - fall, leap, fall, 1.0])[:, None]
        if calm is not None:
            chance[1:] = np.where(calm == i, 1e-300, chance[1:])
        before = mixed_mean[_REGIME] + np.array([0.0, LEAP_MEAN, FALL_MEAN, RISE_MEAN * far])[:, None]
        unsure = mixed_variance[_REGIME] + np.array([0.0, LEAP_SD, FALL_SD, RISE_SD * far])[:, None] ** 2
        unsure += drift**2 * octaves + course.drift[i]

        # And the size itself may be as it should or outlying: shape (4 ways, 2, curves).
        total = unsure[:, None] + noises[i + 1] + _OUTLIER_VARIANCE
        miss = rest[i + 1] - before[:, None] - _OUTLIER_SHIFT
        gain = unsure[:, None] / total
        exponent = -0.5 * miss * miss / total
        top = exponent.max((0, 1))
        weight = chance[:, None] * odds * np.exp(exponent - top) / np.sqrt(2 * np.pi * total)
        density = weight.sum((0, 1))
        log_likelihood += top + np.log(density)
        weight /= density

        level, spread = before[:, None] + gain * miss, unsure[:, None] * (1 - gain)
        parts = (slice(0, 3), slice(3, 4))
        share = np.array([np.maximum(weight[part].sum((0, 1)), 1e-300) for part in parts])
        for k, part in enumerate(parts):
            size = (-1, rest.shape[1])
            flat = (weight[part] / share[k]).reshape(size), level[part].reshape(size), spread[part].reshape(size)
            mean[k], variance[k] = _collapse(*flat)
        if i + 1 >= min(2, len(course.octaves)):
            lowest = np.minimum(lowest, (share * mean).sum(0))
    level, spread = _collapse(share, mean, variance)
    return Filtered(log_likelihood, level, spread, lowest, share[1])


def _collapse(weight: Floats, mean: Floats, variance: Floats) -> tuple[Floats, Floats]:
    """Replace mixtures of normal distributions, shape (..., parts, curves), by one each of the same two moments."""
    centre = (weight * mean).sum(-2)
    return centre, (weight * (variance + (mean - centre[..., None, :]) ** 2)).sum(-2)
