"""
Curves of cost over size, many evaluated at once.

Every curve is ``m^p (log2 m + shift)^q exp(rate m) + overhead + lower n^r (log2 n)^s``, so that one function evaluates
them all, but for two things. m is n, or what n is rounded down to where work is done in stairs. And the first term may
grow dearer as the data outgrow a cache: of random accesses to a working set of n, a cache that holds C serves C/n [1]_,
so that a unit of work costs ``1 + dearer (1 - (C/n)^fade)`` from n = C on; or, where several working sets outgrow it
one after the other, ``1 + dearer / (1 + (C/n)^turn)``, or by a course of `wythoff.harness.growth.memory`.

References
----------
.. [1] J. L. Hennessy and D. A. Patterson, Computer Architecture: A Quantitative Approach, 6th edition, appendix B:
   average memory access time = hit time + miss rate x miss penalty.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from wythoff.harness.growth import memory

Floats = NDArray[np.float64]

_AT_ONCE: Final = 1024  # curves; what is computed on the way stays in the cache
_NO_TERMS: Final[dict[str, float]] = {
    "power": 0.0,
    "logarithm": 0.0,
    "shift": 0.0,
    "rate": 0.0,
    "overhead": -np.inf,
    "lower": -np.inf,
    "lower_power": 0.0,
    "lower_logarithm": 0.0,
    "stair": 0.0,
    "phase": 0.0,
    "cache": 1.0,
    "dearer": 0.0,
    "fade": 1.0,
    "turn": 0.0,
    "course": 0.0,
    "reach": 1.0,
    "down": 0.0,
    "fitted": 0.0,
    "log_prior": 0.0,
}
_ROWS: Final = {name: row for row, name in enumerate(_NO_TERMS)}
_NONE: Final = np.array(list(_NO_TERMS.values()))[:, None]


class _Row:
    """What each curve has of one kind: a row of the table."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._row = _ROWS[name]

    def __get__(self, curves: Curves, owner: type) -> Floats:
        return np.asarray(curves.table[self._row])


class Curves:
    """
    Curves of one law, and their prior weights.

    Attributes
    ----------
    table : numpy.ndarray of float64, shape (19, curves)
        All that follows, one row each.
    power, logarithm, shift, rate, overhead, lower, lower_power, lower_logarithm : numpy.ndarray of float64, (curves,)
        The terms; `overhead` and `lower` are natural logarithms of the factors (minus infinity: no such term).
    stair, phase : numpy.ndarray of float64, shape (curves,)
        log2 m is the last whole multiple of `stair`, counted from `phase`; 0 for no stairs.
    cache, dearer, fade, turn : numpy.ndarray of float64, shape (curves,)
        The cache's size in n; how much dearer the work becomes, relatively, 0 for no cache; how fast, by `turn` where
        that is not 0, else by `fade`.
    course, reach, down : numpy.ndarray of float64, shape (curves,)
        One more than the number of a course from the caches to main memory that is followed instead, 0 for none, where
        `cache` is the second one's size; the power of n that the data grow by; 1 where they are trees, else 0.
    fitted : numpy.ndarray of float64, shape (curves,)
        How many of the factors were fitted to the data rather than laid out beforehand.
    log_prior : numpy.ndarray of float64, shape (curves,)
        Logarithm of the weights, which add up to at most 1.
    """

    power, logarithm, shift, rate = _Row(), _Row(), _Row(), _Row()
    overhead, lower, lower_power, lower_logarithm = _Row(), _Row(), _Row(), _Row()
    stair, phase, cache, dearer, fade, turn = _Row(), _Row(), _Row(), _Row(), _Row(), _Row()
    course, reach, down = _Row(), _Row(), _Row()
    fitted, log_prior = _Row(), _Row()

    def __init__(self, table: Floats) -> None:
        self.table = table

    def __len__(self) -> int:
        """Count the curves."""
        return int(self.table.shape[1])

    def log_cost(self, n: ArrayLike, dtype: DTypeLike = np.float64) -> NDArray[Any]:
        """
        Evaluate the curves at sizes n > 0, shape (sizes,): natural logarithms, shape (curves, sizes).

        In single precision they are right to about 4e-6, and take half the time.
        """
        sizes = np.asarray(n, float)
        found = np.empty((len(self), len(sizes)), dtype)
        for start in range(0, len(self), _AT_ONCE):
            part = slice(start, start + _AT_ONCE)
            self.take(part)._evaluate(sizes, found[part])
        return found

    def _evaluate(self, sizes: Floats, found: NDArray[Any]) -> None:
        """Write the logarithms of all curves to `found`."""
        found[:] = self.leading(sizes)
        seen = np.isfinite(self.lower)
        if seen.any():
            power, logarithm = self.lower_power[seen], self.lower_logarithm[seen]
            lower = log_main(power, logarithm, np.zeros(len(power)), None, sizes[None, :])
            found[seen] = log_of_sum(found[seen], (self.lower[seen, None] + lower).astype(found.dtype))
        found[:] = log_of_sum(found, self.overhead[:, None].astype(found.dtype))

    def leading(self, n: ArrayLike) -> Floats:
        """Evaluate the leading terms alone, likewise."""
        sizes = np.asarray(n, float)[None, :]
        main = log_main(self.power, self.logarithm, self.shift, self.rate, self._rounded_down(sizes))
        if self.dearer.any():
            main += self.dearer_by(sizes[0])
        return main

    def dearer_by(self, sizes: Floats) -> Floats:
        """Return by how much, in natural logarithm, a unit of work has grown dearer, shape (curves, sizes)."""
        found = np.zeros((len(self), len(sizes)))
        dearer = np.flatnonzero(self.dearer > 0)
        found[dearer] = np.log1p(self.dearer[dearer, None] * self.take(dearer).missed(sizes))
        return found

    def missed(self, sizes: Floats) -> Floats:
        """Return the share of the accesses that the cache doesn't serve, shape (curves, sizes)."""
        held = self.cache[:, None] / sizes
        smooth = self.turn > 0
        missed = 1 - np.minimum(held, 1.0) ** self.fade[:, None]
        missed[smooth] = 1 / (1 + held[smooth] ** self.turn[smooth, None])
        followed = np.flatnonzero(self.course)
        if len(followed):
            course, octaves = self.course[followed].astype(np.intp) - 1, -np.log2(held[followed])
            octaves *= self.reach[followed, None]
            missed[followed] = memory.dearer_part(course, octaves)
            tree = np.flatnonzero(self.down[followed])
            levels = np.maximum(np.log2(sizes), 1.0)
            missed[followed[tree]] = memory.dearer_levels(course[tree], octaves[tree]) / levels
        return np.asarray(missed, float)

    def _rounded_down(self, sizes: Floats) -> Floats:
        """Return the sizes that the work is done for, (1 or curves, sizes)."""
        if not self.stair.any():
            return sizes
        stair, phase = np.where(self.stair > 0, self.stair, 1.0)[:, None], self.phase[:, None]
        # A size on the edge of a stair is on it, however its logarithm is rounded.
        places = np.floor((np.log2(sizes) - phase) / stair + 1e-9) * stair + phase
        return np.where(self.stair[:, None] > 0, np.exp2(places), sizes)

    @classmethod
    def of(cls, weights: Floats, **terms: float | Floats) -> Curves:
        """Return curves of given weights, shape (curves,), and terms; those that are not named are none."""
        table = np.empty((len(_NONE), len(weights)))
        table[:] = _NONE
        return cls(table)._set({**terms, "log_prior": np.log(weights)})

    def having(self, **terms: float | Floats) -> Curves:
        """Return the curves with other values of some terms."""
        return Curves(self.table.copy())._set(terms)

    def _set(self, terms: Mapping[str, float | Floats]) -> Curves:
        for name, value in terms.items():
            self.table[_ROWS[name]] = value
        return self

    def weighted(self, share: float) -> Curves:
        """Return the curves with their weights times a share."""
        return self.having(log_prior=self.log_prior + np.log(share))

    def take(self, chosen: NDArray[np.intp] | slice) -> Curves:
        """Return the curves at the positions `chosen`, with repetition where asked for."""
        return Curves(self.table[:, chosen])

    @classmethod
    def join(cls, parts: Sequence[Curves]) -> Curves:
        """Return the curves of several tables as one."""
        return cls(np.concatenate([part.table for part in parts], axis=1))


def log_main(power: Floats, logarithm: Floats, shift: Floats, rate: Floats | None, sizes: Floats) -> Floats:
    """
    Evaluate leading terms; the steps of a logarithm are at least one.

    Parameters
    ----------
    power, logarithm, shift, rate : numpy.ndarray of float64, shape (curves,)
        The terms; no `rate`: 0.
    sizes : numpy.ndarray of float64, shape (1, sizes) or (curves, sizes)
        Above 0.

    Returns
    -------
    numpy.ndarray of float64, shape (curves, sizes)
        Natural logarithms.
    """
    terms = np.stack([power, logarithm, shift])
    if len(sizes) == 1:
        # Neighbours mostly differ in what is added to the leading term, which is then evaluated once for all of them.
        starts = np.flatnonzero(np.diff(terms, prepend=np.nan).any(0))
        found = np.repeat(_log_terms(terms[:, starts], sizes), np.diff(starts, append=len(power)), axis=0)
    else:
        found = _log_terms(terms, sizes)
    if rate is not None and rate.any():
        found += rate[:, None] * sizes
    return found


def log_term(term: tuple[float, float, float], sizes: Floats) -> Floats:
    """Evaluate one leading term (power, power of the logarithm, shift) at sizes, shape (sizes,), as `log_main` does."""
    power, logarithm, shift = term
    found: Floats = power * np.log(sizes)
    return found + _log_of_steps(logarithm, shift, sizes) if logarithm else found


def _log_terms(terms: Floats, sizes: Floats) -> Floats:
    """Evaluate leading terms, (3, curves), at sizes, (1, sizes) or (curves, sizes)."""
    power, logarithm, shift = terms
    found: Floats = power[:, None] * np.log(sizes)
    with_one = np.flatnonzero(logarithm)
    if len(with_one):
        own = sizes if len(sizes) == 1 else sizes[with_one]
        found[with_one] += _log_of_steps(logarithm[with_one, None], shift[with_one, None], own)
    return found


def _log_of_steps(logarithm: float | Floats, shift: float | Floats, sizes: Floats) -> Floats:
    """Return the logarithm of a power of the logarithm."""
    return np.asarray(logarithm * np.log(np.maximum(np.log2(sizes) + shift, 1.0)), float)


def log_of_sum(one: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
    """Return ``log(exp(one) + exp(other))``; `one` is finite. Several times as fast as `numpy.logaddexp`."""
    less: NDArray[Any] = one - other
    np.abs(less, out=less)
    np.negative(less, out=less)
    np.exp(less, out=less)
    less += 1.0
    np.log(less, out=less)
    less += np.maximum(one, other)
    return less
