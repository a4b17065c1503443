"""What strikes a whole run: a slower machine or day makes all series dearer alike, and each a little differently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from wythoff.harness.compare.levels import NORMAL, Estimate

_FEWEST: Final = 5  # series; of fewer, one that changed would pass for the machine
# How far the same code's cost lies off from run to run where too few series tell: frequency, and where memory lies.
RUN: Final = 0.022
_RUN_OF_MACHINES: Final = 1.0
_SURELY: Final = 3.0
_ROUGHLY: Final = 4.0  # a spread seen in k series may be this many k-ths larger


@dataclass(frozen=True)
class Runs:
    """
    Two runs side by side.

    Attributes
    ----------
    shift : float
        Natural logarithm of the factor by which the second run is dearer as a whole.
    spread : float
        Standard deviation of single series about it, beyond what their own data show.
    series : int
        How many series tell; 0 where they are too few, and then `shift` is 0 and `spread` is what machines usually do.
    notable : bool
        Whether the shift is surely there.
    """

    shift: float
    spread: float
    series: int
    notable: bool


def runs_of(levels: Sequence[Estimate], same_machine: bool = True) -> Runs:
    """
    Estimate what strikes the whole run.

    Parameters
    ----------
    levels : sequence of Estimate
        The level of each pair's ratio.
    same_machine : bool
        Whether both runs are of one machine.

    Returns
    -------
    Runs
        The shift is the median of the levels, so that less than half of the series may have changed without moving it
        far. The spread is a median too.
    """
    usual = RUN if same_machine else _RUN_OF_MACHINES
    if len(levels) < _FEWEST:
        return Runs(0.0, usual, 0, False)
    values = np.array([one.value for one in levels])
    errors = np.array([one.error for one in levels])
    shift = _weighted_median(values, 1 / errors)
    off = NORMAL * float(np.median(np.abs(values - shift)))
    beyond = float(np.sqrt(max(off**2 - float(np.median(errors)) ** 2, 0.0)))
    error = 1.2533 * max(off, float(np.median(errors))) / np.sqrt(len(levels))
    notable = bool(abs(shift) > max(_SURELY * error, RUN))
    # What all have in common is known by so many, and a spread by few only roughly.
    beyond *= 1 + _ROUGHLY / len(levels)
    spread = float(np.hypot(max(beyond, RUN / 2) if same_machine else beyond, error))
    return Runs(shift, spread, len(levels), notable)


def _weighted_median(values: np.ndarray, weights: np.ndarray) -> float:
    order = np.argsort(values)
    sums = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(sums, sums[-1] / 2)])
