"""What may happen to the level beyond the last size, and quantiles of the mixtures that come of it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from wythoff.harness.growth import filter as level_filter

Floats = NDArray[np.float64]

INTERVAL: Final = (0.05, 0.5, 0.95)
_FAR_OCTAVES: Final = 12.0  # beyond that many all caches have been left, and nothing further happens
_MOST_RAMPS: Final = 5
_CLOSE: Final = 1e-4  # what quantiles of log cost are solved to, and much closer where Newton's method converges
_MOST_STEPS: Final = 60
_LEAST: Final = 1e-300


def events(
    octaves: Floats, begin: float, rising: float, outlying: float, real: float = 1.0
) -> tuple[Floats, Floats, Floats]:
    """
    List what may happen to the level on the way to other sizes.

    The regimes of the filter are followed octave by octave while those of a ramp are counted; so many and more of them
    are one event. Else there is a level shift up or down, or the size itself is outlying, whatever the ramps. Backwards
    the signs are turned round.

    Parameters
    ----------
    octaves : numpy.ndarray of float64, shape (sizes,)
        How far the sizes lie beyond the last; below 0 within the data.
    begin : float
        Probability per octave that a ramp begins.
    rising : float
        Probability that the level was rising at the last size.
    outlying : float
        Probability that a size lies off as a whole.
    real : float
        Probability that the costs are those of a machine, on which anything may happen.

    Returns
    -------
    tuple of three numpy.ndarray of float64, shape (sizes, events)
        Probability of each event, and mean and variance of what it adds to the logarithm of the cost.
    """
    reach = np.minimum(np.abs(octaves), _FAR_OCTAVES)[:, None]
    chance = _ramps(reach, begin, rising)
    count = np.arange(float(chance.shape[1]))
    many = slice(_MOST_RAMPS, None)
    few, more = chance[:, :_MOST_RAMPS], chance[:, many].sum(1, keepdims=True)
    numbers, spread = _moments(count, chance)
    some, uneven = _moments(count[many], chance[:, many] / np.maximum(more, _LEAST))
    numbers = np.hstack([np.tile(count[:_MOST_RAMPS], (len(reach), 1)), some, numbers, numbers, numbers])
    spread = np.hstack([np.zeros_like(few), uneven, spread, spread, spread])

    up_shift = 1 - (1 - level_filter.UP_SHIFT_CHANCE * begin) ** reach
    down_shift = (1 - up_shift) * (1 - (1 - level_filter.DOWN_SHIFT_CHANCE * real) ** reach)
    outlier = (1 - up_shift - down_shift) * outlying
    calm = 1 - up_shift - down_shift - outlier
    each = np.minimum(1.0, reach)
    mean = numbers * each * level_filter.RAMP_MEAN
    variance = numbers * each * level_filter.RAMP_SD**2 + spread * (each * level_filter.RAMP_MEAN) ** 2
    mean[:, -3:] += level_filter.UP_SHIFT_MEAN, level_filter.DOWN_SHIFT_MEAN, 0.0
    mean *= np.sign(octaves)[:, None]
    mean[:, -1] += level_filter.OUTLIER_MEAN
    variance[:, -3:] += np.square([level_filter.UP_SHIFT_SD, level_filter.DOWN_SHIFT_SD, level_filter.OUTLIER_SD])
    return np.hstack([few * calm, more * calm, up_shift, down_shift, outlier]), mean, variance


def _ramps(reach: Floats, begin: float, rising: float) -> Floats:
    """Return the probability of each number of octaves of a ramp over `reach` octaves, (sizes, 1): (sizes, numbers)."""
    calm, risen = np.zeros((2, len(reach), int(_FAR_OCTAVES) + 2))
    calm[:, 0], risen[:, 0] = 1 - rising, rising
    for octave in range(int(np.ceil(reach.max(initial=0.0)))):
        step = np.clip(reach - octave, 0.0, 1.0)
        stay, enter = level_filter.RAMP_PERSISTENCE**step, 1 - (1 - begin) ** step
        go_on = stay + (1 - stay) * enter
        one_more = np.zeros_like(risen)
        one_more[:, 1:] = (calm * enter + risen * go_on)[:, :-1]
        on_the_way = step > 0  # there is nothing left to happen at the nearer sizes
        calm, risen = (
            np.where(on_the_way, calm * (1 - enter) + risen * (1 - go_on), calm),
            np.where(on_the_way, one_more, risen),
        )
    return calm + risen


def _moments(count: Floats, chance: Floats) -> tuple[Floats, Floats]:
    """Return mean and variance of a number, shape (sizes, 1), from the probability of each, (sizes, numbers)."""
    mean = (chance * count).sum(1, keepdims=True)
    return mean, (chance * (count - mean) ** 2).sum(1, keepdims=True)


def mixture_quantiles(mean: Floats, sd: Floats, weight: Floats) -> Floats:
    """
    Solve for the quantiles `INTERVAL` of mixtures of normal distributions, to about `_CLOSE`.

    Parameters
    ----------
    mean, sd, weight : numpy.ndarray of float64, shape (mixtures, parts)
        Weights of a mixture add up to 1.

    Returns
    -------
    numpy.ndarray of float64, shape (mixtures, 3)
        By Newton's method within brackets, which are halved where it would leave them or moves on too slowly: it may
        run to and fro about a part of a mixture that has little weight between others.
    """
    share = np.array(INTERVAL)
    low = np.repeat((mean - 6 * sd).min(1)[:, None], len(share), axis=1)
    high = np.repeat((mean + 6 * sd).max(1)[:, None], len(share), axis=1)
    centre = (weight * mean).sum(1)
    width = np.sqrt((weight * (sd**2 + (mean - centre[:, None]) ** 2)).sum(1))
    found = centre[:, None] + width[:, None] * ndtri(share)
    density = weight / sd / np.sqrt(2 * np.pi)
    unsolved = np.ones(found.shape, bool)
    before = high - low
    for _ in range(_MOST_STEPS):
        off = (found[:, :, None] - mean[:, None]) / sd[:, None]
        excess = (ndtr(off) * weight[:, None]).sum(2) - share
        slope = (np.exp(-0.5 * off * off) * density[:, None]).sum(2)
        low, high = np.where(excess < 0, found, low), np.where(excess < 0, high, found)
        step = excess / np.maximum(slope, _LEAST)
        fresh = found - step
        newton = (fresh > low) & (fresh < high) & (np.abs(step) <= before / 2)
        fresh = np.where(newton, fresh, (low + high) / 2)
        before = moved = np.abs(fresh - found)
        found = np.where(unsolved, fresh, found)
        unsolved &= moved > _CLOSE
        if not unsolved.any():
            break
    return np.asarray(found, float)
