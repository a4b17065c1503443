"""The line that a law draws through the data: its curves, moved by the level that the filter found at each size."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wythoff.harness.growth import filter as level_filter
from wythoff.harness.growth.filter import ObservedSeries
from wythoff.harness.growth.predict import LawFit

Floats = NDArray[np.float64]

# The heaviest curves of a law agree within the data; more of them would move the line by less than it is wide.
_CURVES: Final = 6
_AT_SIZES: Final = ("y", "error", "busy")


def filtered_path(observed: ObservedSeries, fit: LawFit, sizes: ArrayLike, n: ArrayLike) -> Floats:
    """
    Follow the costs of a series as the filter did under one law, whose weight this decided.

    Parameters
    ----------
    observed : ObservedSeries
        The series that was filtered.
    fit : LawFit
        The law's curves after the data, heaviest first.
    sizes : array_like of float, shape (sizes,)
        Those of the series.
    n : array_like of float, shape (points,)
        Sizes above 0 to draw at. Between two measured sizes the level is interpolated in log n; beyond the first and
        the last it stays as it was there.

    Returns
    -------
    numpy.ndarray of float64, shape (points,)
        Cost, in the unit of the series. Weighted geometric mean over the law's heaviest curves.

    Notes
    -----
    A level draws on its own size and those before it, as the likelihood of each curve does. Time is proportional to the
    square of the number of sizes, for the filter keeps no levels but the last: some 10 ms for 15 sizes.
    """
    few = fit.heaviest(min(_CURVES, len(fit.weight)))
    known, points = np.log(np.asarray(sizes, float)), np.asarray(n, float)
    log_cost = few.curves.log_cost(sizes)
    levels = np.stack(
        [
            level_filter.run(_until(observed, end), log_cost[:, :end], few.drift, few.noise, few.outlying).level
            for end in range(1, len(known) + 1)
        ],
        axis=1,
    )
    between = np.array([np.interp(np.log(points), known, level) for level in levels])
    return np.asarray(np.exp((few.weight / few.weight.sum()) @ (few.curves.log_cost(points) + between)), float)


def _until(observed: ObservedSeries, end: int) -> ObservedSeries:
    """Return the first `end` sizes of a series."""
    cut = {
        one.name: getattr(observed, one.name)[: end if one.name in _AT_SIZES else end - 1]
        for one in fields(ObservedSeries)
    }
    return replace(observed, **cut)
