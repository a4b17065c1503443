"""
Curves laid out for sizes: each law's terms with overheads and terms of lower order, on grids, whatever was measured.

The grids must be fine: between their points the curves have to differ by less than costs are known, or the law is
judged by the grid. What is known better still is fitted, see `through`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.growth.curves import Curves, log_term
from wythoff.harness.growth.laws import FAINT_SHIFTS, FREE, LOWER, RIVALS, Head, Lower, heads

Floats = NDArray[np.float64]

# Of a law's curves so many are laid out here; the others are fitted to the data, see `through`.
LAID_OUT: Final = 0.81
_FALLS: Final = (0.25, 0.5, 1.0, 2.0)
_NO_LAW_POWERS: Final = (0.0, 1.0, 2.0, 3.0)

# Ratios of an overhead to the leading term are in log2, places of lower-order terms in octaves of n.
_NO_OVERHEAD: Final = 0.15
_UNSEEN: Final = 1.5  # the least overhead is that much less than the least leading term,
_BEYOND: Final = 2.5  # and the largest that much more than the largest,
_BURIED: Final = 10.0  # or that much, where there is nothing else but the leading term
_STEP_ALONE: Final = 0.5
_STEP_FREE: Final = 1.0
_STEP_BESIDE: Final = 1.0  # beside a lower-order term, which can do some of its work
_STEP_BURIED: Final = 1.0
_STEP_LOWER: Final = 0.75
_RARE_LOWER: Final = 0.1  # a lower-order term that is less likely than this is tried at every other place
_RISING: Final = 4.0  # the leading term may overtake the other so many octaves after the last size,
_RISING_WEIGHT: Final = 0.1  # which is so likely beside that it does within the sizes
_HIDDEN: Final = 3.0  # an overhead less than an eighth of the least lower-order term is none
_LEAST_ROOM: Final = 0.4
_MOST_OVERHEADS: Final = 120
_MOST_LOWER: Final = 30
_LOG_2: Final = float(np.log(2.0))


def curves_of(law: str, n: Floats) -> Curves:
    """
    Lay out the curves of a law for sizes.

    Parameters
    ----------
    law : str
        One of `wythoff.harness.growth.laws.NAMES`.
    n : numpy.ndarray of float64, shape (sizes,)
        The measured sizes, ascending and above 0.

    Returns
    -------
    Curves
        Their weights add up to 1, or to `LAID_OUT` for the laws that have fitted curves as well. Empty for the
        exponential, which has no others.
    """
    if law == "exponential":
        return Curves.of(np.empty(0))
    if law == "none":
        return Curves.of(np.full(4, 0.25), power=np.array(_NO_LAW_POWERS))
    grid = _Grid(n)
    if law == "falling":
        return grid.alone([((-fall, 0.0, 0.0), 1 / len(_FALLS)) for fall in _FALLS], _STEP_ALONE, _BEYOND)
    if law == "n^k":
        weights = np.array([2.0 if k.is_integer() else 1.0 for k in FREE])
        free = [((k, 0.0, 0.0), share) for k, share in zip(FREE, weights / weights.sum(), strict=True)]
        return grid.alone(free, _STEP_FREE, _BEYOND)
    if law in (RIVALS["n"][0], RIVALS["n^2"][0]):
        power = 1.0 if law == RIVALS["n"][0] else 2.0
        faint = [((power, 1.0, shift), 1 / len(FAINT_SHIFTS)) for shift in FAINT_SHIFTS]
        return grid.alone(faint, _STEP_ALONE, _BEYOND)
    if law == RIVALS["n^3"][0]:
        return grid.of([((3.0, 1.0, shift), share) for (_, _, shift), share in heads("n log n")], [(2.0, 0.0, 0.7)])
    curves = Curves.of(np.ones(1)) if law == "1" else grid.of(heads(law), LOWER.get(law, ()))
    return curves.weighted(LAID_OUT)


class _Grid:
    """Lays out curves of leading terms over the sizes of a series; weights add up to 1."""

    def __init__(self, n: Floats) -> None:
        self.first, self.last = float(np.log2(n[0])), float(np.log2(n[-1]))
        self.room = self.last - self.first > _LEAST_ROOM

    def of(self, terms: Sequence[tuple[Head, float]], lower: Sequence[Lower]) -> Curves:
        """
        Add overheads and lower-order terms (power, power of the logarithm, how likely) to leading terms (head, share).

        A lower-order term is placed by the size at which it equals the leading term, anywhere within the range alike,
        and somewhat beyond: what rises there may take over. Of several leading terms only the likeliest is combined
        with them, for all.
        """
        if not (lower and self.room):
            return self.alone(terms, _STEP_ALONE, _BURIED)
        no_lower = 1 - sum(share for _, _, share in lower)
        parts = [self.alone([(head, no_lower * share) for head, share in terms], _STEP_ALONE, _BURIED)]
        head, _ = max(terms, key=lambda term: term[1])
        overheads, weights = self._overheads(head, _STEP_BESIDE, _BEYOND)
        for power, logarithm, share in lower:
            rare = 2.0 if share < _RARE_LOWER else 1.0
            places = _spaced(self.first, self.last + _RISING, rare * _STEP_LOWER, _MOST_LOWER)
            likely = np.where(places > self.last - _LEAST_ROOM, _RISING_WEIGHT, 1.0)
            likely *= share / likely.sum()
            other = (power, logarithm, 0.0)
            factors = _at(head, places) - _at(other, places)
            hidden = overheads < (factors + _at(other, np.array([self.first])) - _HIDDEN * _LOG_2)[:, None]
            place, overhead = np.nonzero(~hidden)
            seen = np.append(overheads[overhead], np.full(len(places), -np.inf))
            weight = np.append(likely[place] * weights[overhead], likely * (hidden @ weights))
            part = Curves.of(weight, power=head[0], logarithm=head[1], shift=head[2], overhead=seen)
            beside = np.append(factors[place], factors)
            parts.append(part.having(lower=beside, lower_power=power, lower_logarithm=logarithm))
        return Curves.join(parts)

    def alone(self, terms: Sequence[tuple[Head, float]], step: float, beyond: float) -> Curves:
        """Add overheads to leading terms."""
        laid_out = [self._overheads(head, step, beyond) for head, _ in terms]
        overheads = np.concatenate([own for own, _ in laid_out])
        weights = np.concatenate([share * own for (_, share), (_, own) in zip(terms, laid_out, strict=True)])
        power, logarithm, shift = np.repeat([head for head, _ in terms], [len(own) for own, _ in laid_out], axis=0).T
        return Curves.of(weights, power=power, logarithm=logarithm, shift=shift, overhead=overheads)

    def _overheads(self, head: Head, step: float, beyond: float) -> tuple[Floats, Floats]:
        """
        Return overheads for a leading term, none at all included, and their weights.

        They are spaced evenly by the logarithm of their ratio to the leading term, whatever its power, from what is
        hardly seen at any size to what exceeds the term at every size by `beyond` octaves. Less likely are those in the
        upper half of its range, and much less those beyond it, where the measurement would be of little but overhead.
        """
        ends = _at(head, np.array([self.first, self.last])) / _LOG_2
        low, high = float(ends.min()), float(ends.max())
        top = min(beyond, _BEYOND)
        ratios = _spaced(low - _UNSEEN, high + top, step, _MOST_OVERHEADS)
        weights = np.where(ratios > high, 0.1, np.where(ratios > (low + high) / 2, 0.5, 1.0))
        if beyond > top:
            buried = np.arange(ratios[-1] + _STEP_BURIED, high + beyond, _STEP_BURIED)
            ratios = np.append(ratios, buried)
            weights = np.append(weights, np.full(len(buried), 0.1 * _STEP_BURIED / step))
        weights = np.concatenate([[_NO_OVERHEAD], (1 - _NO_OVERHEAD) * weights / weights.sum()])
        return np.concatenate([[-np.inf], ratios * _LOG_2]), weights


def _spaced(start: float, end: float, step: float, most: int) -> Floats:
    """Space points from `start` to `end` by `step`, or by more where there would be too many."""
    return np.arange(start, end + 0.01, max(step, (end - start) / most))


def _at(head: Head, places: Floats) -> Floats:
    """Evaluate one leading term at the sizes 2**places."""
    return log_term(head, np.exp2(places))
