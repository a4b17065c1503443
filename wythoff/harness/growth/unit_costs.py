"""
What a unit of work may cost: no less than a processor takes for one, and no more, at large sizes, than memory makes it.

Both need times; of counts and of unknown units nothing is known beforehand.

References
----------
.. [1] J. L. Hennessy and D. A. Patterson, Computer Architecture: A Quantitative Approach, 6th edition, section 2.1: an
   access to main memory takes 50 to 100 ns, and on a miss of the TLB about as much again.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.growth.curves import Curves
from wythoff.harness.growth.laws import LEAST_UNIT_NS, NAMES

Floats = NDArray[np.float64]

_LEAST_WIDTH: Final = 0.3  # how sharply a too low cost is ruled out, in logarithm
_SELDOM: Final = 6.0  # in logarithm: work beside a term of lower order may be done seldom, as on collisions of a hash
_UNKNOWN_NS: Final = 1e-9
# A unit is one pass through a loop, which makes few accesses that wait for each other; work that takes longer makes
# more of them, and where the machine was busy no rise need be memory's.
_ACCESSES_NS: Final = 200.0
_PART: Final = 1.0
_PART_OF_NOISE: Final = 20.0
_MOST_WIDTH: Final = 0.3
_RARELY: Final = 2.0  # in logarithm: some work moves more at once, and some levels rise for other reasons
_WHOLE_CALL: Final = 0.5  # power of n below which a unit is most of a call, with any number of accesses
_MOST_LOG: Final = 700.0


def implausible(
    curves: Curves,
    law: NDArray[np.intp],
    curve: NDArray[np.intp],
    lowest: Floats,
    last: Floats,
    noise: Floats,
    end: float,
    seconds: float,
) -> Floats:
    """
    Return how unlikely the costs of a unit of work are beforehand, as what to take off a log weight.

    Parameters
    ----------
    curves : Curves
        The curves, whose leading terms are multiples of the cost of a unit.
    law : numpy.ndarray of int, shape (curves,)
        Position of each one's law in `wythoff.harness.growth.laws.NAMES`.
    curve : numpy.ndarray of int, shape (fits,)
        Position of the curve of each fit: each curve is fitted under several settings.
    lowest, last : numpy.ndarray of float64, shape (fits,)
        Natural logarithm of the cost of a unit where it is least, and at the last size, in units of the values; what
        makes it dearer according to the curve itself is not in it.
    noise : numpy.ndarray of float64, shape (fits,)
        Relative standard deviation of what the samples of a size share.
    end : float
        The last size.
    seconds : float
        Seconds per unit of the values.

    Returns
    -------
    numpy.ndarray of float64, shape (fits,)
        0 or more, in logarithm.
    """
    nanoseconds = float(np.log(1e9 * seconds))
    least = np.log([LEAST_UNIT_NS.get(name, _UNKNOWN_NS) for name in NAMES])[law]
    too_low = np.logaddexp(0, (least[curve] - lowest - nanoseconds) / _LEAST_WIDTH)
    too_low = np.where(np.isfinite(curves.lower)[curve], np.minimum(too_low, _SELDOM), too_low)
    dearer = curves.dearer_by(np.array([end]))[curve, 0]
    too_dear = _too_dear(lowest + nanoseconds, last + dearer + nanoseconds, noise)
    return np.asarray(too_low + np.where((curves.power >= _WHOLE_CALL)[curve], too_dear, 0.0), float)


def _too_dear(lowest: Floats, last: Floats, noise: Floats) -> Floats:
    """Return the part of a unit's rise, from logarithms of nanoseconds."""
    low, high = np.exp(np.clip([lowest, last], -_MOST_LOG, _MOST_LOG))
    allowed = _ACCESSES_NS + (_PART + _PART_OF_NOISE * noise) * low
    beyond = (np.log(np.maximum(high - low, np.finfo(float).tiny)) - np.log(allowed)) / _MOST_WIDTH
    return np.asarray(np.minimum(np.logaddexp(0, beyond), _RARELY), float)
