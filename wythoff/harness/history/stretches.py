"""A course of logarithmic costs over commits, cut into stretches that differ by nothing but noise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2

from wythoff.harness.compare.levels import LAYOUT, NORMAL

Floats = NDArray[np.float64]

# Cuts that noise alone makes, expected in all that is looked at together.
FALSE: Final = 0.05
_FEW: Final = 4.0  # noise seen in k steps may be this many k-ths larger
_FEWEST: Final = 3  # steps that tell of noise
_USUAL: Final = 0.04
_LEAST: Final = 2  # commits in a stretch


def penalty(commits: int, parts: int) -> float:
    """
    Return by how much a cut must better the fit, in squared standard deviations.

    Parameters
    ----------
    commits : int
        How many of all series are looked at together: each may be the first of a stretch, and `FALSE` false alarms are
        shared among them (Bonferroni).
    parts : int
        How many figures a commit has.
    """
    return float(chi2.isf(FALSE / max(commits, 1), parts))


def noise(course: Floats) -> Floats:
    """
    Estimate the standard deviation of a commit's figures from the steps between neighbours.

    Parameters
    ----------
    course : numpy.ndarray of float64, shape (commits, parts)
        Logarithms, none missing.

    Returns
    -------
    numpy.ndarray of float64, shape (parts,)
        Never below that of a layout. The lower median tells, so that up to half of the steps may be changes.
    """
    steps = np.abs(np.diff(course, axis=0))
    if not len(steps):
        return np.full(course.shape[1], LAYOUT)
    middle = np.sort(steps, axis=0)[(len(steps) - 1) // 2]
    found = NORMAL * middle / np.sqrt(2) * (1 + _FEW / (_FEW + len(steps)))
    # One or two steps may all be changes: what is usual stands for them, and what is judged afterwards decides.
    return np.asarray(np.clip(found, LAYOUT, np.inf if len(steps) >= _FEWEST else _USUAL), float)


def without_spikes(course: Floats) -> Floats:
    """Take the median of each three neighbours: one commit that stands out alone is a spike, and two are a change."""
    if len(course) < 3:
        return np.repeat(course[:1], len(course), axis=0)
    places = np.clip(np.arange(len(course)), 1, len(course) - 2)
    return np.asarray(np.median(np.stack([course[places - 1], course[places], course[places + 1]]), axis=0), float)


def cuts(course: Floats, deviation: Floats, cost: float) -> list[int]:
    """
    Find the commits at which a new stretch begins.

    Parameters
    ----------
    course : numpy.ndarray of float64, shape (commits, parts)
        Logarithms, none missing; single commits that stand out are no stretch.
    deviation : numpy.ndarray of float64, shape (parts,)
        Standard deviation of a figure.
    cost : float
        Of a cut, from `penalty`.

    Returns
    -------
    list of int
        Positions, ascending; of all ways to cut it the one with the least sum of squares and costs [1]_. Time is
        quadratic in the commits.

    References
    ----------
    .. [1] B. Jackson et al., "An algorithm for optimal partitioning of data on an interval", IEEE Signal Processing
       Letters 12 (2005).
    """
    scaled = without_spikes(course) / deviation
    count = len(scaled)
    sums = np.concatenate([np.zeros((1, scaled.shape[1])), np.cumsum(scaled, axis=0)])
    squares = np.concatenate([[0.0], np.cumsum((scaled**2).sum(axis=1))])
    best = np.full(count + 1, np.inf)
    best[0] = -cost
    start = np.zeros(count + 1, int)
    for end in range(_LEAST, count + 1):
        first = np.arange(0, end - _LEAST + 1)
        within = squares[end] - squares[first] - ((sums[end] - sums[first]) ** 2).sum(axis=1) / (end - first)
        total = best[first] + cost + within
        place = int(np.argmin(total))
        best[end], start[end] = total[place], first[place]
    found: list[int] = []
    end = count if count >= _LEAST else 0
    while end > 0:
        end = int(start[end])
        found.append(end)
    return sorted(set(found) - {0})


def stands_out(course: Floats, deviation: Floats, cost: float, since: int) -> bool:
    """
    Tell whether the last commit is off the stretch that began at `since`, as far as one commit can tell.

    Parameters
    ----------
    course, deviation, cost
        As for `cuts`.
    since : int
        Position of the first commit of the stretch.
    """
    before = course[since:-1]
    if not len(before):
        return False
    off = (course[-1] - np.median(before, axis=0)) / deviation
    return bool((off**2).sum() / (1 + 1.57 / len(before)) > cost)


def median(columns: Floats) -> Floats:
    """Return the median of each column of an array, without what is missing there; NaN where nothing is known."""
    # NumPy's function for missing values takes twenty times as long.
    if not columns.size:
        return np.full(columns.shape[1], np.nan)
    incomplete = np.isnan(columns).any()
    return np.asarray(np.nanmedian(columns, axis=0) if incomplete else np.median(columns, axis=0), float)


def in_parts(logs: Floats, groups: Sequence[NDArray[np.intp]]) -> Floats:
    """
    Bring the sizes of each commit to a few figures: small, middle and large ones.

    Parameters
    ----------
    logs : numpy.ndarray of float64, shape (commits, sizes)
        Less what a size usually costs; NaN where a size is missing.
    groups : sequence of numpy.ndarray of int
        Which sizes make up a part.

    Returns
    -------
    numpy.ndarray of float64, shape (commits, parts)
        Medians; a part without sizes has what the commit before had, or else the one after, or 0.
    """
    parts = np.full((len(logs), len(groups)), np.nan)
    for place, group in enumerate(groups):
        known = np.isfinite(logs[:, group]).any(axis=1)
        parts[known, place] = median(logs[known][:, group].T)
    for place in range(len(groups)):
        found = np.flatnonzero(np.isfinite(parts[:, place]))
        if len(found):
            last = np.searchsorted(found, np.arange(len(parts)), side="right") - 1
            parts[:, place] = parts[found[np.maximum(last, 0)], place]
    return np.asarray(np.nan_to_num(parts), float)
