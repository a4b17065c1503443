"""
Shapes of work that reads anywhere in its data, along the courses of `memory`, chosen by how they fit the data.

A machine's levels, their latencies, and the place of an element among them are known too roughly for a grid that is as
fine as costs are known. So many courses are laid out in cells of neighbouring ones, each is fitted by least squares,
which takes a few sums, and the best of a cell stands for all of it: with as much of the cell's weight as fits the data
about as well as it does, which is the integral over the cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.growth import memory
from wythoff.harness.growth.curves import Curves, log_term
from wythoff.harness.growth.laws import TERMS
from wythoff.harness.growth.pool import Pool

Floats = NDArray[np.float64]

# How often work reads so, beside other ways to be dearer; how large in log2 n what the second cache holds is, from
# objects to bytes, and its standard deviation. Matrices of n^2 have half of it, and are seldom gone through so.
_OFTEN: Final = 0.06
_SECOND_CACHE: Final = 14.5
_SPREAD: Final = 2.5
_MOST_OFF: Final = 2.5
_MATRICES: Final = 0.4
_MATRIX_POWER: Final = 2.0
_CELLS: Final = 11  # from the smallest second cache to the largest,
_PLACES: Final = 4  # and places in each
DEAREST: Final = 20.0
_DEAREST_CHAINED: Final = 80.0  # where each access may need what the one before it has found
_LEAST_RISE: Final = 0.25  # within the sizes
_KNOWN: Final = 0.004  # relatively: levels drift, so that costs fit no better, however little noise they have
_LITTLE: Final = 1e-300
_EXACT: Final = 1e-10  # of the costs' squares: a sum of squares below is rounding


class _Kind(NamedTuple):
    """A way to read data: the power of n that they grow by, 1 for trees, and how often it is met."""

    reach: float
    down: float
    often: float


@dataclass(frozen=True)
class _Courses:
    """
    Courses for sizes, by cells: arrays of shape (cells, courses), with a last axis of sizes where there is one.

    Attributes
    ----------
    cache : numpy.ndarray of float64
        The second cache's size in n.
    course : numpy.ndarray of float64
        One more than the number of the course.
    share : numpy.ndarray of float64
        How likely each is; they add up to 1, or less where the sizes reach no part of some.
    missed, squared : numpy.ndarray of float64, shape (cells, courses, sizes)
        The part of the rise that has been taken, and its square.
    """

    cache: Floats
    course: Floats
    share: Floats
    missed: Floats
    squared: Floats


def shapes_through_memory(laws: Sequence[str], n: Floats, y: Floats) -> tuple[Pool, Floats]:
    """
    Return leading terms with the courses that fit best, and the part of the rise taken, shape (curves, sizes).

    Parameters
    ----------
    laws : sequence of str
        Of `wythoff.harness.growth.laws.LAWS`; the empty text gets none.
    n, y
        See `wythoff.harness.growth.through.curves_through`.
    """
    sizes = tuple(n.tolist())
    curves, missed = [], [np.empty((0, len(n)))]
    for law in laws:
        own = [_chosen(law, kind, _laid_out(sizes, kind.reach, kind.down), n, y) for kind in _kinds(law)]
        curves.append(Curves.join([Curves.of(np.empty(0)), *(one for one, _ in own)]))
        missed += [part for _, part in own]
    return Pool.of(curves, n), np.concatenate(missed)


def _kinds(law: str) -> list[_Kind]:
    """Return the ways that a law's work may read its data."""
    if not law:
        return []
    power, logarithm = TERMS[law]
    often = _OFTEN * (_MATRICES if power >= _MATRIX_POWER else 1.0)
    reach = 2.0 if power >= _MATRIX_POWER else 1.0
    return [_Kind(reach, 0.0, often / 2), _Kind(1.0, 1.0, often / 2)] if logarithm else [_Kind(reach, 0.0, often)]


@lru_cache(maxsize=16)
def _laid_out(sizes: tuple[float, ...], reach: float, down: float) -> _Courses:
    """Lay out the courses for sizes."""
    n = np.array(sizes)
    step = 2 * _MOST_OFF / (_CELLS * _PLACES)
    off = -_MOST_OFF + step * (np.arange(_CELLS * _PLACES) + 0.5)
    likely = np.exp(-0.5 * off**2)
    places = (_SECOND_CACHE + _SPREAD * off) / reach
    # Where no size reaches a course's rise, or all lie beyond it, there is nothing to fit.
    within = (places < np.log2(n[-1]) - memory.BEGIN / reach) & (places > np.log2(n[0]) - memory.END / reach)
    likely = np.where(within, likely / likely.sum(), 0.0) / memory.COURSES
    kinds, alike = memory.KINDS, memory.COURSES // memory.KINDS
    # Cells: place, kind of course. In each: place, course.
    shape = (_CELLS, _PLACES, kinds, alike)
    course = np.broadcast_to(np.arange(memory.COURSES).reshape(kinds, alike) + 1.0, shape)
    place, share = (np.broadcast_to(one.reshape(_CELLS, _PLACES, 1, 1), shape) for one in (places, likely))
    cells = tuple(one.swapaxes(1, 2).reshape(_CELLS * kinds, -1) for one in (place, course, share))
    curves = Curves.of(
        np.ones(cells[0].size), cache=np.exp2(cells[0].ravel()), course=cells[1].ravel(), reach=reach, down=down
    )
    missed = curves.missed(n).reshape(*cells[0].shape, len(n))
    return _Courses(np.exp2(cells[0]), cells[1], cells[2], missed, missed * missed)


def _chosen(law: str, kind: _Kind, courses: _Courses, n: Floats, y: Floats) -> tuple[Curves, Floats]:
    """Return the best course of each cell that has any, beside a law's leading term."""
    power, logarithm = TERMS[law]
    work = log_term((power, logarithm, 0.0), n) - y
    dearest = _DEAREST_CHAINED if kind.reach == 1 else DEAREST
    left = np.where(courses.share > 0, _squares_left(work, -y, courses, law == "1", dearest), np.inf)
    best = np.argmin(left, axis=1)
    least = np.take_along_axis(left, best[:, None], 1)
    seen = np.flatnonzero(np.isfinite(least[:, 0]))
    best, least = best[seen], least[seen]
    as_well = np.exp(-0.5 * (left[seen] - least) / np.maximum(least / len(n), _KNOWN**2))
    weight = kind.often * (courses.share[seen] * as_well).sum(1)
    own = {name: getattr(courses, name)[seen, best] for name in ("cache", "course")}
    found = Curves.of(weight, power=power, logarithm=logarithm, reach=kind.reach, down=kind.down, **own)
    return found, courses.missed[seen, best]


def _squares_left(work: Floats, overhead: Floats, courses: _Courses, alone: bool, dearest: float) -> Floats:
    """
    Return what the squares of relative errors add up to under the best fit, for all courses at once.

    Parameters
    ----------
    work, overhead : numpy.ndarray of float64, shape (sizes,)
        Natural logarithms of the leading term and of 1, each over the cost.
    courses : _Courses
        All of them.
    alone : bool
        No overhead beside, from which the work can't be told.
    dearest : float
        By how much at most the work grows dearer.

    Returns
    -------
    numpy.ndarray of float64, shape (cells, courses)
        Infinite where the best fit is none: with a part below 0, or with a rise that isn't seen or is too high.
    """
    missed = courses.missed
    w, o = np.exp(work - work.max()), np.exp(overhead - overhead.max())
    b, e, q = np.moveaxis(missed @ np.stack([w * w, w * o, w], axis=1), -1, 0)
    c = courses.squared @ (w * w)
    a, p, d, g, r = w @ w, w.sum(), w @ o, o @ o, o.sum()
    unit, more, left = _of_two(a, b, c, p, q, float(len(w)))
    if not alone:
        # The overhead eliminated, two factors are left.
        some = _of_two(a - d * d / g, b - d * e / g, c - e * e / g, p - d * r / g, q - e * r / g, len(w) - r * r / g)
        beside = r - d * some[0] - e * some[1] > 0
        unit, more, left = (np.where(beside, one, other) for one, other in zip(some, (unit, more, left), strict=True))
    rises = unit + more * missed[..., -1] > (1 + _LEAST_RISE) * (unit + more * missed[..., 0])
    good = (unit > 0) & (more > 0) & (more < dearest * unit) & rises
    return np.where(good, np.maximum(left, _EXACT * len(w)), np.inf)


def _of_two(a: Floats, b: Floats, c: Floats, p: Floats, q: Floats, total: float) -> tuple[Floats, Floats, Floats]:
    """Solve normal equations ((a, b), (b, c)) x = (p, q); return x and what is left of `total`."""
    determinant = np.maximum(a * c - b * b, _LITTLE)
    one, other = (p * c - q * b) / determinant, (q * a - p * b) / determinant
    return one, other, total - one * p - other * q
