"""
The growth laws as curves: what each may look like over the measured sizes, and how plausible that is beforehand.

What is unknown about a law (overhead, lower-order term, the shift of a logarithm, a free exponent) is a grid of curves
with prior weights; the analysis averages over it and never picks one. The grid must be fine: between its points the
curves have to differ by less than costs are known, or the law is judged by the grid.

References
----------
.. [1] R. W. Hockney and C. R. Jesshope, Parallel Computers 2, Adam Hilger 1988, section 1.3: a loop of length n takes a
   start-up time beside n times the time of a step, and reaches half its speed at some n_1/2. A loop around it makes the
   start-up a term of the next lower order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.growth.curves import Curves, log_main

Floats = NDArray[np.float64]

_Head = tuple[float, float, float]  # power, power of the logarithm, shift of a leading term

LAWS: Final = ("1", "log n", "sqrt n", "n", "n log n", "n^1.5", "n^2", "n^2 log n", "n^3")
OTHERS: Final = ("n^k", "exponential", "falling", "none")

# How common each law is among functions that people time, before any is timed.
PRIOR: Final = {
    "1": 1.0,
    "log n": 1.0,
    "sqrt n": 0.6,
    "n": 1.3,
    "n log n": 1.7,
    "n^1.5": 0.3,
    "n^2": 1.0,
    "n^2 log n": 0.65,
    "n^3": 0.7,
    "n^k": 0.05,
    "exponential": 0.05,
    "falling": 0.05,
    "none": 0.02,
}
# A unit of work costs at least about this many nanoseconds on one thread of any present processor: a linear pass
# over memory streams some 50 bytes per nanosecond, a comparison of a sort takes part of a cycle with SIMD.
LEAST_UNIT_NS: Final = {
    "log n": 0.5,
    "sqrt n": 0.1,
    "n": 0.02,
    "n log n": 0.2,
    "n^1.5": 0.1,
    "n^2": 0.015,
    "n^2 log n": 0.1,
    "n^3": 0.003,
}
# Powers of n and of log n.
TERMS: Final = {
    "1": (0.0, 0.0),
    "log n": (0.0, 1.0),
    "sqrt n": (0.5, 0.0),
    "n": (1.0, 0.0),
    "n log n": (1.0, 1.0),
    "n^1.5": (1.5, 0.0),
    "n^2": (2.0, 0.0),
    "n^2 log n": (2.0, 1.0),
    "n^3": (3.0, 0.0),
}
# log2 n + shift: a recursion that ends at small blocks has a negative one, a costly loop around each step a positive.
_SHIFTS: Final = ((-2.0, 0.12), (0.0, 0.50), (2.0, 0.22), (5.0, 0.11), (10.0, 0.05))
# Nested loops have terms of lower order, the start-up of the inner ones [1]_: to have none is the exception.
_LOWER: Final[dict[str, tuple[tuple[float, float], ...]]] = {  # power, share
    "n^1.5": ((1.0, 1.0),),
    "n^2": ((1.0, 1.0),),
    "n^2 log n": ((1.0, 1.0),),
    "n^3": ((2.0, 0.7), (1.0, 0.3)),
}
_NO_LOWER: Final = 0.3
# What is no law of its own, but must not be likelier than the law beside it where that is decided: linear work with a
# logarithm in so small a part that times can't decide, and what lies next beyond the steepest law. With the law that it
# counts as, and how common it is beforehand for each time that the law itself is.
RIVALS: Final = {"n": ("n with a faint n log n", "n log n", 0.5), "n^3": ("n^3 log n", "n^k", 0.2)}
_FAINT_SHIFTS: Final = (20.0, 40.0, 80.0)
# Exponents that algorithms have and that are no law of their own: Karatsuba's, Toom's and Strassen's products, range
# queries in k-d trees, whole powers beyond the cube. Less than a square root is what caches and logarithms look like.
_FREE_BELOW_2: Final = (0.67, 0.75, 1.25, 1.33, 1.46, 1.585, 1.75)
_FREE: Final = (*_FREE_BELOW_2, 2.25, 2.33, 2.5, 2.67, 2.81, 3.33, 3.67, 4.0, 4.5, 5.0, 5.5, 6.0)
_FALLS: Final = (0.25, 0.5, 1.0, 2.0)
_NO_LAW_POWERS: Final = (0.0, 1.0, 2.0, 3.0)
_RATES: Final = np.geomspace(0.8, 1.25, 9)
# Rates of growth per step of n from a thousandth to e^5 are taken to be equally likely on a logarithmic scale.
_RATE_RANGE: Final = float(np.log(5.0 / 1e-3))
_LEAST_EXPONENTIAL: Final = 2.0  # total growth in logarithm below which an exponential can't be told from a power

# The grids. Ratios of an overhead to the leading term are in log2, places of lower-order terms in octaves of n.
_NO_OVERHEAD: Final = 0.15
_UNSEEN: Final = 1.5  # the least overhead is that much less than the least leading term,
_BEYOND: Final = 2.5  # and the largest that much more than the largest
_STEP_ALONE: Final = 0.5
_STEP_FREE: Final = 1.0
_STEP_BESIDE: Final = 1.0  # beside a lower-order term, which can do some of its work
_STEP_LOWER: Final = 0.75
_HIDDEN: Final = 3.0  # an overhead less than an eighth of the least lower-order term is none
_LEAST_ROOM: Final = 0.4
_MOST_OVERHEADS: Final = 180
_MOST_LOWER: Final = 40
_LOG_2: Final = float(np.log(2.0))


def curves_of(law: str, n: Floats, y: Floats) -> Curves:
    """
    Lay out the curves of a law for a series.

    Parameters
    ----------
    law : str
        One of `LAWS` or `OTHERS`, or a rival of `RIVALS`.
    n : numpy.ndarray of float64, shape (sizes,)
        The measured sizes, ascending and above 0.
    y : numpy.ndarray of float64, shape (sizes,)
        Natural logarithm of the cost at each; only the exponential's rates are taken from it.

    Returns
    -------
    Curves
        Empty where the law can't be meant: an exponential for a series that hardly grows.
    """
    if law == "exponential":
        return _exponentials(n, y)
    if law == "none":
        return _table([(power, 0.0, 0.0, 0.0, -np.inf, -np.inf, 0.0, 0.25) for power in _NO_LAW_POWERS])
    if law == "1":
        return _table([(0.0, 0.0, 0.0, 0.0, -np.inf, -np.inf, 0.0, 1.0)])
    if law == "falling":
        return _with_overheads([((-fall, 0.0, 0.0), 1 / len(_FALLS)) for fall in _FALLS], (), n)
    if law == "n^k":
        weights = np.array([2.0 if k.is_integer() else 1.0 for k in _FREE])
        free = [((k, 0.0, 0.0), share) for k, share in zip(_FREE, weights / weights.sum(), strict=True)]
        return _with_overheads(free, (), n, _STEP_FREE)
    if law == RIVALS["n"][0]:
        return _with_overheads([((1.0, 1.0, shift), 1 / len(_FAINT_SHIFTS)) for shift in _FAINT_SHIFTS], (), n)
    if law == RIVALS["n^3"][0]:
        return _with_overheads([((3.0, 1.0, shift), share) for shift, share in _SHIFTS], ((2.0, 1.0),), n)
    shifts = _SHIFTS if law in ("n log n", "n^2 log n") else ((0.0, 1.0),)
    terms = [((*TERMS[law], shift), share) for shift, share in shifts]
    return _with_overheads(terms, _LOWER.get(law, ()), n)


def _with_overheads(
    terms: Sequence[tuple[_Head, float]], lower: Sequence[tuple[float, float]], n: Floats, step: float = _STEP_ALONE
) -> Curves:
    """
    Add overheads and lower-order terms (power, share) to leading terms (head, share).

    A lower-order term is placed by the size at which it equals the leading term, anywhere within the range alike. Of
    several leading terms only the likeliest is combined with them, for all.
    """
    first, last = float(np.log2(n[0])), float(np.log2(n[-1]))
    room = last - first > _LEAST_ROOM
    alone = _NO_LOWER if lower and room else 1.0
    parts = []
    for head, share in terms:
        overheads, weights = _overheads(head, first, last, step)
        parts.append(_combined(head, overheads, alone * share * weights))
    if alone == 1.0:
        return Curves.join(parts)
    head, _ = max(terms, key=lambda term: term[1])
    places = _spaced(first, last - _LEAST_ROOM, _STEP_LOWER, _MOST_LOWER)
    overheads, weights = _overheads(head, first, last, _STEP_BESIDE)
    for power, share in lower:
        each = (1 - alone) * share / len(places) * weights
        for factor in (_at(head, places) - power * places * _LOG_2).tolist():
            hidden = overheads < factor + (power * first - _HIDDEN) * _LOG_2
            seen = np.append(overheads[~hidden], -np.inf)
            parts.append(_combined(head, seen, np.append(each[~hidden], each[hidden].sum()), factor, power))
    return Curves.join(parts)


def _combined(
    head: _Head, overheads: Floats, weights: Floats, lower: float = -np.inf, lower_power: float = 0.0
) -> Curves:
    """Combine a leading term and a lower-order one with each of several overheads."""
    power, logarithm, shift, rate, factor, r = (
        np.full(len(overheads), value) for value in (*head, 0.0, lower, lower_power)
    )
    return Curves(power, logarithm, shift, rate, overheads, factor, r, np.log(weights))


def _overheads(head: _Head, first: float, last: float, step: float) -> tuple[Floats, Floats]:
    """
    Return overheads for a leading term over sizes 2**first to 2**last, none at all included, and their weights.

    They are spaced evenly by the logarithm of their ratio to the leading term, whatever its power, from what is hardly
    seen at any size to several times the term at every size. Less likely are those in the upper half of its range, and
    much less those beyond it, where the measurement would be of little but overhead.
    """
    ends = _at(head, np.array([first, last])) / _LOG_2
    low, high = float(ends.min()), float(ends.max())
    ratios = _spaced(low - _UNSEEN, high + _BEYOND, step, _MOST_OVERHEADS)
    weights = np.where(ratios > high, 0.1, np.where(ratios > (low + high) / 2, 0.5, 1.0))
    weights = np.concatenate([[_NO_OVERHEAD], (1 - _NO_OVERHEAD) * weights / weights.sum()])
    return np.concatenate([[-np.inf], ratios * _LOG_2]), weights


def _spaced(start: float, end: float, step: float, most: int) -> Floats:
    """Space points from `start` to `end` by `step`, or by more where there would be too many."""
    return np.arange(start, end + 0.01, max(step, (end - start) / most))


def _at(head: _Head, places: Floats, rate: float = 0.0) -> Floats:
    """Evaluate one leading term at the sizes 2**places."""
    power, logarithm, shift, exponential = (np.array([value]) for value in (*head, rate))
    return np.asarray(log_main(power, logarithm, shift, exponential, np.exp2(places)[None, :])[0], float)


def _exponentials(n: Floats, y: Floats) -> Curves:
    """Lay out exponentials times n^-1, 1 or n, with rates about the steepest seen near the end."""
    rows: list[tuple[float, ...]] = []
    steepest = float(np.max(np.diff(y)[-3:] / np.diff(n)[-3:])) if len(n) > 1 else 0.0
    if not steepest * (n[-1] - n[0]) >= _LEAST_EXPONENTIAL:
        return _table(rows)
    places = np.unique(n[np.linspace(0, len(n) - 1, min(len(n), 8)).astype(int)])
    density = float(np.log(_RATES[1] / _RATES[0])) / _RATE_RANGE
    for power in (-1.0, 0.0, 1.0):
        for rate in steepest * _RATES:
            overheads = np.concatenate([[-np.inf], _at((power, 0.0, 0.0), np.log2(places), rate)])
            share = density / 3 / len(overheads)
            rows.extend((power, 0.0, 0.0, rate, overhead, -np.inf, 0.0, share) for overhead in overheads)
    return _table(rows)


def _table(rows: Sequence[tuple[float, ...]]) -> Curves:
    table = np.array(rows, float).reshape(-1, 8)
    table[:, 7] = np.log(table[:, 7])
    return Curves(*table.T.copy())
