"""Whether a ratio that changes with n is that of another overhead, of dearer work, or of neither."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.compare.ratios import Ratios

Floats = NDArray[np.float64]

_CALL: Final = float(np.log(1.5))  # a cost within this of the least is mostly that of the call
_RISEN: Final = float(np.log(4.0))  # a cost that rises by less shows no work apart from the call
_LEAST_SIZES: Final = 2
_MOST: Final = 3.0  # standard deviations: a size that lies further off counts no more
_FINER: Final = 3
_ROUNDS: Final = 6
_FAR: Final = 1e3  # a fit that is less than this part of a ratio, or negative, is none
_UNEXPLAINED: Final = 2.0  # mean square in standard deviations
_FACTORS: Final = np.concatenate([-np.geomspace(0.01, 0.98, 30)[::-1], [0.0], np.geomspace(0.01, 100.0, 60)])


def calls(ratios: Ratios) -> NDArray[np.bool_] | None:
    """
    Choose the sizes at which a call costs the same whatever the size, in both series.

    Returns
    -------
    numpy.ndarray of bool, shape (sizes,), or None
        None where fewer than two sizes are so, or neither cost rises clearly above such a level.
    """
    a, b = ratios.before, ratios.after
    if len(a) < _LEAST_SIZES + 1 or max(np.ptp(a), np.ptp(b)) < _RISEN:
        return None
    small = np.minimum.accumulate((a - a[0] < _CALL) & (b - b[0] < _CALL))
    return small if small.sum() >= _LEAST_SIZES else None


def explain(ratios: Ratios, each: float) -> tuple[bool, bool]:
    """
    Say whether an addition to every call explains a ratio better than dearer work does, and whether neither does.

    Parameters
    ----------
    ratios : Ratios
        Less what strikes the whole run.
    each : float
        Standard deviation of a single size.

    Returns
    -------
    overhead : bool
        With A the cost before and o what a call costs at the least, "overhead" is a ratio 1 + x o/A, "work" is
        1 + x (1 - o/A), and "all" is 1 + x; x that fits best is looked for in each.
    unexplained : bool
        Whether even all of these together, a ratio x + y o/A, leave sizes further off than they scatter.
    """
    share = np.exp(np.min(ratios.before) - ratios.before)
    width = np.sqrt(each**2 + ratios.error**2)
    overhead, work, both = (_misfit(ratios.log, part, width) for part in (share, 1 - share, np.ones_like(share)))
    least = min(overhead, work, both, _misfit_of_two(ratios.log, share, width))
    return overhead < min(work, both), least > _UNEXPLAINED * len(ratios.n)


def _misfit(log: Floats, part: Floats, width: Floats) -> float:
    """Return the least sum of squares, in standard deviations, of 1 + x part over x."""
    factors = _FACTORS
    for _ in range(_FINER):
        misfits = np.minimum(((log - np.log1p(factors[:, None] * part)) / width) ** 2, _MOST**2).sum(axis=1)
        best = int(np.argmin(misfits))
        ends = factors[[max(best - 1, 0), min(best + 1, len(factors) - 1)]]
        factors = np.linspace(ends[0], ends[1], 21)
    return float(misfits.min())


def _misfit_of_two(log: Floats, share: Floats, width: Floats) -> float:
    """Return the sum of squares, in standard deviations, of x + y share; what lies far off counts less in the fit."""
    ratio = np.exp(log)
    terms = np.stack([np.ones_like(share), share], axis=1)
    weight = 1 / (width * ratio)
    for _ in range(_ROUNDS):
        x, *_ = np.linalg.lstsq(terms * weight[:, None], ratio * weight, rcond=None)
        fitted = np.maximum(terms @ x, ratio / _FAR)
        off = np.abs(log - np.log(fitted)) / width
        weight = 1 / (width * fitted) / np.sqrt(np.maximum(off, 1.0))
    return float(np.minimum(off**2, _MOST**2).sum())
