"""
The growth laws as curves: what each may look like over the measured sizes, and how plausible that is beforehand.

Every curve is ``n^p (log2 n + shift)^q exp(rate n) + overhead + lower n^r``, so that one function evaluates them all.
What is unknown about a law (overhead, lower-order term, the shift of a logarithm, a free exponent) is a grid of curves
with prior weights; the analysis averages over it and never picks one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

Head = tuple[float, float, float, float]  # power, power of the logarithm, shift, rate of a leading term

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
_POWERS: Final = {
    "log n": 0.0,
    "sqrt n": 0.5,
    "n": 1.0,
    "n log n": 1.0,
    "n^1.5": 1.5,
    "n^2": 2.0,
    "n^2 log n": 2.0,
    "n^3": 3.0,
}
_LOGARITHMS: Final = {"log n": 1.0, "n log n": 1.0, "n^2 log n": 1.0}
_LOWER: Final[dict[str, tuple[float, ...]]] = {"n^1.5": (1.0,), "n^2": (1.0,), "n^3": (2.0, 1.0)}
# log2 n + shift: a recursion that ends at small blocks has a negative one, a costly loop around each step a positive.
_SHIFTS: Final = ((-2.0, 0.12), (0.0, 0.50), (2.0, 0.22), (5.0, 0.11), (10.0, 0.05))
# Exponents that algorithms have and that are no law of their own: Karatsuba's, Toom's and Strassen's products, range
# queries in k-d trees, whole powers beyond the cube. Less than a square root is what caches and logarithms look like.
_FREE_BELOW_2: Final = (0.67, 0.75, 1.25, 1.33, 1.46, 1.585, 1.75)
_FREE: Final = (*_FREE_BELOW_2, 2.25, 2.33, 2.5, 2.67, 2.81, 3.33, 3.67, 4.0, 4.5, 5.0, 5.5, 6.0)
_FALLS: Final = (0.25, 0.5, 1.0, 2.0)
_BEYOND: Final = 2.5  # octaves after the last size
_MOST_OVERHEADS: Final = 90
_MOST_LOWER: Final = 20
_NO_LAW_POWERS: Final = (0.0, 1.0, 2.0, 3.0)
_RATES: Final = np.geomspace(0.8, 1.25, 9)
# Rates of growth per step of n from a thousandth to e^5 are taken to be equally likely on a logarithmic scale.
_RATE_RANGE: Final = float(np.log(5.0 / 1e-3))
_LEAST_EXPONENTIAL: Final = 2.0  # total growth in logarithm below which an exponential can't be told from a power


@dataclass(frozen=True)
class Curves:
    """
    Curves of one law, and their prior weights.

    Attributes
    ----------
    power, logarithm, shift, rate, overhead, lower, lower_power : numpy.ndarray of float64, shape (curves,)
        The terms; `overhead` and `lower` are natural logarithms of the factors (minus infinity: no such term).
    log_prior : numpy.ndarray of float64, shape (curves,)
        Logarithm of the weights, which add up to at most 1.
    """

    power: Floats
    logarithm: Floats
    shift: Floats
    rate: Floats
    overhead: Floats
    lower: Floats
    lower_power: Floats
    log_prior: Floats

    def __len__(self) -> int:
        """Count the curves."""
        return len(self.power)

    def log_cost(self, n: ArrayLike) -> Floats:
        """Evaluate the curves at sizes n > 0, shape (sizes,): natural logarithms, shape (curves, sizes)."""
        sizes = np.asarray(n, float)[None, :]
        main = _log_main(self.power, self.logarithm, self.shift, self.rate, sizes)
        cost = np.logaddexp(main, self.overhead[:, None])
        if np.isfinite(self.lower).any():
            cost = np.logaddexp(cost, self.lower[:, None] + self.lower_power[:, None] * np.log(sizes))
        return cost

    def take(self, chosen: NDArray[np.intp]) -> Curves:
        """Return the curves at the positions `chosen`, with repetition where asked for."""
        return Curves(*(getattr(self, name)[chosen] for name in self.__dataclass_fields__))

    @classmethod
    def join(cls, parts: Sequence[Curves]) -> Curves:
        """Return the curves of several tables as one."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__dataclass_fields__))


def _log_main(power: Floats, logarithm: Floats, shift: Floats, rate: Floats, sizes: Floats) -> Floats:
    """Logarithm of the leading term; each step of a logarithm counts at least once where a power multiplies it."""
    least = np.where(power > 0, 1.0, 0.03)[:, None]
    steps = np.maximum(np.log2(sizes) + shift[:, None], least)
    return power[:, None] * np.log(sizes) + logarithm[:, None] * np.log(steps) + rate[:, None] * sizes


def curves_of(law: str, n: Floats, y: Floats) -> Curves:
    """
    Lay out the curves of a law for a series.

    Parameters
    ----------
    law : str
        One of `LAWS` or `OTHERS`.
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
    if law == "falling":
        return _with_overheads([(-fall, 0.0, 0.0, 1 / len(_FALLS)) for fall in _FALLS], (), n)
    if law == "n^k":
        weights = np.array([2.0 if k.is_integer() else 1.0 for k in _FREE])
        terms = [(k, 0.0, 0.0, w) for k, w in zip(_FREE, weights / weights.sum(), strict=True)]
        return _with_overheads(terms, (), n, step=1.0)
    if law == "1":
        return _table([(0.0, 0.0, 0.0, 0.0, -np.inf, -np.inf, 0.0, 1.0)])
    shifts = _SHIFTS if law in ("n log n", "n^2 log n") else ((0.0, 1.0),)
    terms = [(_POWERS[law], _LOGARITHMS.get(law, 0.0), shift, weight) for shift, weight in shifts]
    return _with_overheads(terms, _LOWER.get(law, ()), n)


def _with_overheads(
    terms: Sequence[tuple[float, float, float, float]], lower: Sequence[float], n: Floats, step: float = 0.5
) -> Curves:
    """
    Add to each leading term (power, logarithm, shift, weight) overheads and lower-order terms.

    An overhead is placed by the size at which it equals the leading term: from below the range to beyond its end, less
    likely in its upper half, and much less where the measurement would be of little but overhead. A lower-order term
    is placed likewise, within the range.
    """
    first, last = float(np.log2(n[0])), float(np.log2(n[-1]))
    rows = []
    for power, logarithm, shift, weight in terms:
        head = (power, logarithm, shift, 0.0)
        alone = 0.6 if lower and last - first > 0.4 else 1.0
        for overhead, part in zip(*_overheads(head, first, last, step), strict=True):
            rows.append((*head, overhead, -np.inf, 0.0, weight * part * alone))
        if alone == 1.0:
            continue
        places = _spaced(first, last - 0.41, 1.5, _MOST_LOWER)
        factors = _at(head, places)
        share = 0.4 * weight / len(lower) / len(places)
        for overhead, part in zip(*_overheads(head, first, last, 1.5), strict=True):
            for r in lower:
                for place, factor in zip(places, factors, strict=True):
                    rows.append((*head, overhead, factor - r * place * np.log(2.0), r, share * part))
    return _table(rows)


def _overheads(head: Head, first: float, last: float, step: float) -> tuple[Floats, Floats]:
    """Return overheads for a leading term over sizes 2**first to 2**last, none at all included, and their weights."""
    places = _spaced(first - 1.5, last + _BEYOND, step, _MOST_OVERHEADS)
    weights = np.where(places > last, 0.1, np.where(places > (first + last) / 2, 0.5, 1.0))
    return np.concatenate([[-np.inf], _at(head, places)]), np.concatenate([[0.15], 0.85 * weights / weights.sum()])


def _spaced(start: float, end: float, step: float, most: int) -> Floats:
    """Space points from `start` to `end` by `step`, or by more where there would be too many."""
    return np.arange(start, end + 0.01, max(step, (end - start) / most))


def _at(head: Head, places: Floats) -> Floats:
    """Evaluate one leading term at the sizes 2**places."""
    power, logarithm, shift, rate = np.array(head)[:, None]
    return np.asarray(_log_main(power, logarithm, shift, rate, np.exp2(places)[None, :])[0], float)


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
            overheads = np.concatenate([[-np.inf], _at((power, 0.0, 0.0, rate), np.log2(places))])
            share = density / 3 / len(overheads)
            rows.extend((power, 0.0, 0.0, rate, overhead, -np.inf, 0.0, share) for overhead in overheads)
    return _table(rows)


def _table(rows: Sequence[tuple[float, ...]]) -> Curves:
    table = np.array(rows, float).reshape(-1, 8)
    table[:, 7] = np.log(table[:, 7])
    return Curves(*table.T.copy())
