"""
How well curves explain a series: a mixture Kalman filter over log2 n.

The logarithm of the measured cost is the curve's, plus a level that drifts slowly with log2 n and sometimes shifts
(caches, page faults, a neighbour on the machine), plus noise with now and then an outlying size. Level shifts are of
three kinds: ramps, which climb over some octaves, and sudden ones up and down. For each curve the level is filtered
out size by size; the mixture of what may have happened between two sizes is collapsed to one normal
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
Singles = NDArray[np.float32]

# Costs that drift by less than this per octave are those of a simulation or a count, on which no machine acts.
EXACT_DRIFT: Final = 1e-3
RAMP_MEAN: Final = 0.15  # per octave while the cost climbs from one level of memory to the next
RAMP_SD: Final = 0.17
RAMP_PERSISTENCE: Final = 0.6  # per octave: with random access a cache of size C still serves C/W of a working set W
UP_SHIFT_MEAN: Final = 0.6  # page faults, the last cache left at once, strides that fall into the same sets of a cache
UP_SHIFT_SD: Final = 0.5
UP_SHIFT_CHANCE: Final = 0.1  # relative to that of a ramp
UP_SHIFT_PERSISTENCE: Final = 0.25  # per octave: some levels are left in two or three large steps
DOWN_SHIFT_MEAN: Final = -0.2  # a neighbour that has gone, a faster method from some size on
DOWN_SHIFT_SD: Final = 0.3
DOWN_SHIFT_CHANCE: Final = 0.025  # per octave
OTHER_SD: Final = 2.0  # between a special case for the smallest sizes and what all others take
OTHER_CHANCES: Final = (0.05, 0.02, 0.01)  # that it ends after the first, second or third size
OTHER_LATER: Final = 3e-4  # the same after any other size, whatever has happened there
OUTLIER_MEAN: Final = 0.4
OUTLIER_SD: Final = 0.3

# Ways from one size to the next: nothing happens, and the size may be outlying; a level shift down; the end of a
# special case, after all of which the level is calm; a ramp, and the size may be outlying; a level shift up. Ramps and
# shifts up may go on: the regimes are calm, ramp, shift up.
_DOWN_SHIFT, _OTHER, _RAMP, _UP_SHIFT = 2, 3, slice(4, 6), 6
_OUTLYING: Final = slice(1, 6, 4)
_CHANGES: Final = slice(2, 7)
_WAYS: Final = (slice(0, 4), slice(4, 6), slice(6, 7))  # that lead into each regime
_LEADS_TO: Final = np.repeat(np.arange(len(_WAYS)), [own.stop - own.start for own in _WAYS])
_LOG_NORMAL: Final = -0.5 * math.log(2 * math.pi)
_LEAST: Final = np.float32(1e-30)


@dataclass(frozen=True)
class ObservedSeries:
    """
    A series as the filter observes it: costs, and what may happen to the level between them, whatever the law.

    Attributes
    ----------
    y : numpy.ndarray of float64, shape (sizes,)
        Natural logarithm of the cost.
    error : numpy.ndarray of float64, shape (sizes,)
        Standard error of `y` as the samples show it.
    busy : numpy.ndarray of float64, shape (sizes,)
        Probability that a size lies off as a whole for a known reason, beyond what a curve is given.
    octaves : numpy.ndarray of float64, shape (sizes - 1,)
        Distance to the next size in log2 n.
    ramp, up_shift, down_shift : numpy.ndarray of float64, shape (sizes - 1,)
        Probability that a ramp begins, or that the level shifts up or down, on the way to the next size.
    other : numpy.ndarray of float64, shape (sizes - 1,)
        Probability that what was measured so far is a special case, whose level tells nothing about the next size's.
    drift : numpy.ndarray of float64, shape (sizes - 1,)
        Variance of the drift on that way, beyond what a curve's own drift adds; none where that is next to nothing.
    """

    y: Floats
    error: Floats
    busy: Floats
    octaves: Floats
    ramp: Floats
    up_shift: Floats
    down_shift: Floats
    other: Floats
    drift: Floats

    def without_first(self) -> ObservedSeries:
        """Return the series from the second size on, whose special cases may end as early as before."""
        steps = {name: getattr(self, name)[1:] for name in ("octaves", "ramp", "up_shift", "down_shift", "drift")}
        return ObservedSeries(
            self.y[1:], self.error[1:], self.busy[1:], **steps, other=self.other[: len(self.other) - 1]
        )


@dataclass(frozen=True)
class Filtered:
    """
    Outcome for each curve; arrays of shape (curves,).

    Attributes
    ----------
    log_likelihood : numpy.ndarray
        Of all sizes after the first.
    before_last : numpy.ndarray
        The same of all sizes but the last.
    level, variance : numpy.ndarray
        Mean and variance of the level at the last size.
    lowest : numpy.ndarray
        Lowest mean of the level at any size from the third on.
    rising : numpy.ndarray
        Probability that the level was rising when the last size was reached.
    """

    log_likelihood: Floats
    before_last: Floats
    level: Floats
    variance: Floats
    lowest: Floats
    rising: Floats


def climb(octaves: Floats) -> Floats:
    """
    Return how many octaves' worth of a ramp there is on ways of so many octaves.

    Within an octave a ramp goes on steadily. On a longer way it ends and another begins, so that their sum grows by the
    square root.
    """
    return np.minimum(octaves, np.sqrt(octaves))


def run(
    observed: ObservedSeries,
    log_cost: Floats,
    drift: Floats,
    noise: Floats,
    outlying: Floats,
    calm: NDArray[np.intp] | None = None,
) -> Filtered:
    """
    Filter the level out of a series for many curves at once.

    Parameters
    ----------
    observed : ObservedSeries
        The series.
    log_cost : numpy.ndarray of float64, shape (curves, sizes)
        The curves.
    drift, noise : numpy.ndarray of float64, shape (curves,)
        Standard deviation of the drift per octave, and of the noise that the samples of one size share.
    outlying : numpy.ndarray of float64, shape (curves,)
        Probability that a size lies off as a whole.
    calm : numpy.ndarray of int, shape (curves,), optional
        For each curve an interval in which only what happens without any level shift is counted: its likelihood,
        divided by that without this restriction, is the probability of nothing of the kind in that interval.

    Notes
    -----
    Time and memory are proportional to curves times sizes; some 200 ns for each. Nothing is checked.
    """
    # Relative to the first size single precision is far finer than any cost is known, and twice as fast.
    rest = observed.y - log_cost
    start = rest[:, 0].copy()
    rest -= start[:, None]
    rest = np.ascontiguousarray(rest.T, dtype=np.float32)
    curves = rest.shape[1]
    noises = np.asarray((observed.error**2)[:, None] + noise**2, np.float32)
    drifts = observed.octaves[:, None] * drift**2 + observed.drift[:, None] * (drift >= EXACT_DRIFT)
    drifts = np.asarray(drifts, np.float32)
    true = np.asarray((1 - observed.busy)[1:, None] * (1 - outlying), np.float32)
    off = 1 - true
    state = np.zeros((3, len(_WAYS), curves), np.float32)
    share, mean, variance = state
    share[:] = [[0.9], [0.1], [0.0]]
    variance[:] = noises[0]
    log_likelihood = np.zeros(curves)
    before_last = log_likelihood
    lowest = np.full(curves, np.inf, np.float32)
    # All steps write to the same memory: the curves are so many that fresh memory would cost more than the sums.
    ways = np.empty((3, _WAYS[-1].stop, curves), np.float32)
    chance, before, unsure = ways
    total, miss, gain = np.empty_like(ways)
    shifts, widths, calm_ways, moves = _happen(observed)
    for i in range(len(observed.octaves)):
        np.take(_merged(state, moves[i]), _LEADS_TO, axis=1, out=ways, mode="clip")
        before += shifts[i]
        unsure += drifts[i]
        unsure += widths[i]
        chance[:4] *= calm_ways[i]
        chance[::4] *= true[i]  # nothing, and a ramp
        chance[_OUTLYING] *= off[i]
        if calm is not None:
            chance[_CHANGES] = np.where(calm == i, _LEAST, chance[_CHANGES])

        np.add(unsure, noises[i + 1], out=total)
        total[_OUTLYING] += np.float32(OUTLIER_SD**2)
        np.subtract(rest[i + 1], before, out=miss)
        miss[_OUTLYING] -= np.float32(OUTLIER_MEAN)
        np.divide(unsure, total, out=gain)
        before += gain * miss  # the level after the size
        np.subtract(np.float32(1.0), gain, out=gain)
        unsure *= gain  # its variance
        miss *= miss
        miss /= total
        miss *= np.float32(-0.5)
        top = np.maximum.reduce(miss, axis=0)
        miss -= top
        np.exp(miss, out=miss)
        np.sqrt(total, out=total)
        miss /= total
        chance *= miss

        _collapse(ways, state)
        density = np.add.reduce(share, axis=0)
        before_last, log_likelihood = log_likelihood, log_likelihood + (top + np.log(density) + _LOG_NORMAL)
        share /= density
        if i + 1 >= min(2, len(observed.octaves)):
            np.minimum(lowest, np.add.reduce(share * mean, axis=0), out=lowest)
    _, [centre], [width] = _merged(state, np.ones((3, 1, 1), np.float32))
    level, least, spread, rising = (np.asarray(one, float) for one in (centre, lowest, width, share[1]))
    return Filtered(log_likelihood, before_last, level + start, spread, least + start, rising)


def _happen(observed: ObservedSeries) -> tuple[Singles, Singles, Singles, Singles]:
    """
    Return what may happen on the way to each size but the first.

    Returns
    -------
    shift, width : numpy.ndarray of float32, shape (sizes - 1, ways, 1)
        How each way moves the level, and the variance that it adds.
    calm : numpy.ndarray of float32, shape (sizes - 1, 4, 1)
        Chances of the calm ways.
    moves : numpy.ndarray of float32, shape (sizes - 1, regimes, regimes, 1)
        Probabilities of going from one regime, the row, to another, the column.
    """
    octaves = observed.octaves
    far = climb(octaves)
    shift, width = np.zeros((2, len(octaves), _WAYS[-1].stop))
    shift[:, _DOWN_SHIFT], width[:, _DOWN_SHIFT] = DOWN_SHIFT_MEAN, DOWN_SHIFT_SD**2
    width[:, _OTHER] = OTHER_SD**2
    shift[:, _RAMP], width[:, _RAMP] = RAMP_MEAN * far[:, None], (RAMP_SD * far[:, None]) ** 2
    shift[:, _UP_SHIFT], width[:, _UP_SHIFT] = UP_SHIFT_MEAN, UP_SHIFT_SD**2
    nothing = 1 - observed.down_shift - observed.other
    calm = np.stack([nothing, nothing, observed.down_shift, observed.other], axis=1)
    target = np.stack([1 - observed.ramp - observed.up_shift, observed.ramp, observed.up_shift], axis=1)
    stay = np.stack([0 * octaves, RAMP_PERSISTENCE**octaves, UP_SHIFT_PERSISTENCE**octaves], axis=1)
    moves = (1 - stay)[:, :, None] * target[:, None, :] + stay[:, :, None] * np.eye(3)
    column = (slice(None), slice(None), None)
    return _single(shift[column]), _single(width[column]), _single(calm[column]), _single(moves[..., None])


def _single(values: Floats) -> Singles:
    return values.astype(np.float32)


def _merged(state: Singles, moves: Singles) -> Singles:
    """
    Replace what comes from all regimes into each by one normal distribution of the same two moments.

    Parameters
    ----------
    state : numpy.ndarray of float32, shape (3, regimes, curves)
        Where the level is: probability, mean and variance.
    moves : numpy.ndarray of float32, shape (regimes, targets, 1)
        Probabilities.

    Returns
    -------
    numpy.ndarray of float32, shape (3, targets, curves)
        Probability, mean and variance.
    """
    found = np.empty((3, moves.shape[1], state.shape[2]), np.float32)
    share, mean, variance = state[:, :, None]
    _moments(share * moves, mean, variance, found)
    return found


def _collapse(ways: Singles, state: Singles) -> None:
    """
    Replace the ways into each regime by one normal distribution of the same two moments.

    Parameters
    ----------
    ways, state : numpy.ndarray of float32, shape (3, ways, curves) and (3, regimes, curves)
        Probability, mean and variance, of what is read and of what is written.
    """
    for regime, own in enumerate(_WAYS):
        if own.stop - own.start == 1:
            state[:, regime] = ways[:, own.start]
        else:
            weight, mean, variance = ways[:, own]
            _moments(weight, mean, variance, state[:, regime])


def _moments(weight: Singles, mean: Singles, variance: Singles, found: Singles) -> None:
    """Write probability, mean and variance of mixtures, whose parts, normal distributions, lie along the first axis."""
    total, centre, spread = found
    np.add.reduce(weight, axis=0, out=total)
    np.maximum(total, _LEAST, out=total)
    part = weight * mean
    np.add.reduce(part, axis=0, out=centre)
    centre /= total
    np.subtract(mean, centre, out=part)
    part *= part
    part += variance
    part *= weight
    np.add.reduce(part, axis=0, out=spread)
    spread /= total
