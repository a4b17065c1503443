"""How far others on the machine may have moved a ratio, by what was recorded of both runs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from wythoff.harness.rows import Row
from wythoff.harness.series import Points

_MOST_BUSY: Final = 1 / 3  # of the sizes, more than of the other run's
_PARTS: Final = (0.0, 0.5)  # of the sizes that are left out, the smallest ones
_USUAL: Final = 0.9  # of the sizes were not slowed down further
# On a machine that is slower by more, a call waits for many others in turn, and a calibration loop of milliseconds sees
# less of that: so many times less in logarithm; but no more than so much was recorded beside eight neighbours.
_MODERATE: Final = 3.0
_SEEN_LESS: Final = 1.7
_MOST: Final = 3.1
_UNKNOWN: Final = {"wall": 1.0, "cpu": 0.1}


@dataclass(frozen=True)
class Neighbours:
    """
    How far others may have moved the logarithm of a ratio.

    Attributes
    ----------
    error : float
        Standard error.
    most : float or None
        How far at most, at all sizes alike or at each another way; None where nothing tells.
    """

    error: float = 0.0
    most: float | None = None


NOBODY: Final = Neighbours()


def neighbours(busy: bool, slowdown: float | None, clock: str) -> Neighbours:
    """
    Say how far others may have moved a ratio.

    Parameters
    ----------
    busy : bool
        Whether the machine was busy during one of both runs only.
    slowdown : float or None
        From `slowdown_of`.
    clock : {"wall", "cpu"}
        The processor's time is moved less.
    """
    if not busy:
        return NOBODY
    if clock != "wall" or slowdown is None:
        return Neighbours(_UNKNOWN[clock])
    most = math.log(slowdown)
    return Neighbours(_UNKNOWN[clock], most if slowdown <= _MODERATE else min(_SEEN_LESS * most, _MOST))


def busy_apart(points: Sequence[Points]) -> bool:
    """
    Tell whether the machine was busy at many more sizes of one run than of the other, of all or of the larger half.

    Fewer, even all on one side, don't move the median of a ratio far. Neighbours take time, and neither memory nor what
    is counted.
    """
    for part in _PARTS:
        runs = _larger(points, part)
        shares = [sum(row.busy and row.kind == "time" for row in one) / max(1, len(one)) for one in runs]
        if abs(shares[0] - shares[1]) > _MOST_BUSY:
            return True
    return False


def slowdown_of(points: Sequence[Points]) -> float | None:
    """
    Return how many times slower the machine was said to be in both runs together.

    Returns
    -------
    float or None
        The product of what nine in ten sizes of each run don't exceed, of all or of the larger half; None where the
        conditions of a size were not recorded.
    """
    found = []
    for part in _PARTS:
        runs = _larger(points, part)
        known = [[row.slowdown for row in one if row.slowdown is not None] for one in runs]
        if not all(known) or sum(map(len, known)) < sum(map(len, runs)):
            return None
        found.append(math.prod(float(np.quantile(one, _USUAL, method="lower")) for one in known))
    return max(found)


def _larger(points: Sequence[Points], part: float) -> list[list[Row]]:
    """Leave out a part of each run's sizes, the smallest ones."""
    return [[row for _, row in sorted(one, key=lambda point: point[0])[int(part * len(one)) :]] for one in points]
