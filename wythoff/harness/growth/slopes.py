"""Growth without any law: slopes of log cost over log n between neighbours, and the exponent at the end."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

Floats = NDArray[np.float64]

_TAIL_OCTAVES: Final = 4.0
_TAIL_SIZES: Final = 5
_BENT: Final = 0.995  # a chance of one in a hundred, on both sides together
_LEAST_NOISE: Final = 0.01  # what repetition doesn't show of a size's error, as a fraction


def local_slopes(n: Floats, y: Floats) -> tuple[tuple[float, float], ...]:
    """List (geometric mean of two neighbouring sizes, slope between them); y is the logarithm of the cost."""
    middle = np.sqrt(n[:-1]) * np.sqrt(n[1:])
    return tuple(zip(middle.tolist(), (np.diff(y) / np.diff(np.log(n))).tolist(), strict=True))


def exponent_of(n: Floats, y: Floats, error: Floats) -> tuple[float, float, float, float]:
    """
    Estimate the power of n at the last sizes, with a 95 % interval.

    Parameters
    ----------
    n, y, error : numpy.ndarray of float64, shape (sizes,)
        At least two sizes, log cost and its standard error.

    Returns
    -------
    tuple of four floats
        Slope of a straight line through the last sizes (at least five, and all within four octaves that lie on a line
        rather than on a parabola), and its limits: Student's t with the scatter about the line, or with the samples'
        own error where that is more; and the first of these sizes.
    """
    noise = np.hypot(error, _LEAST_NOISE)
    count = min(len(n), max(_TAIL_SIZES, int(np.sum(n >= n[-1] / 2**_TAIL_OCTAVES))))
    # Sizes that stand close would else draw the bend of an overhead into what is told of the largest.
    while count > _TAIL_SIZES and _is_bent(np.log(n[-count:]), y[-count:], noise[-count:]):
        count -= 1
    first = float(n[-count])
    x, tail, noise = np.log(n[-count:]), y[-count:], noise[-count:]
    x = x - x.mean()
    spread = float(x @ x)
    slope = float(x @ tail) / spread
    degrees = len(x) - 2
    known = float(np.sqrt(np.mean(noise**2) / spread))
    if degrees < 1:
        half = 1.96 * math.hypot(known, 0.1 / math.sqrt(spread))
        return slope, slope - half, slope + half, first
    scatter = float(np.sum((tail - tail.mean() - slope * x) ** 2)) / degrees
    half = float(stdtrit(degrees, 0.975)) * math.sqrt(max(scatter / spread, known**2))
    return slope, slope - half, slope + half, first


def _is_bent(x: Floats, y: Floats, noise: Floats) -> bool:
    """Say whether a parabola's second term differs from 0 at the level `_BENT`, by Student's t as above."""
    x = x - x.mean()
    square = x * x - (x @ x) / len(x)
    square -= x * (x @ square) / (x @ x)
    spread = float(square @ square)
    bend = float(square @ y) / spread
    rest = y - y.mean() - x * float(x @ y) / float(x @ x) - bend * square
    degrees = len(x) - 3
    variance = max(float(rest @ rest) / degrees, float(np.mean(noise**2))) / spread
    return abs(bend) > float(stdtrit(degrees, _BENT)) * math.sqrt(variance)
