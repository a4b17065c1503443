"""
Whether a ratio's course shows laws of other powers, against dearer work, another overhead, and busy machines.

Both costs are taken for an overhead and work that grows with a power of n and comes up from below the overhead at some
size. So the ratio's logarithm is ``a + log(1 + (n/v)^q) - log(1 + (n/u)^p)``, with u and v the sizes at which work
overtakes the overhead before and after. Where p = q the work costs ``(u/v)^p`` times as much beside the overhead, which
is the less likely the larger it is; a whole power more needs no such factor. How steep a ratio is where work shows, and
which of its sizes lie off, is therefore weighed together, and a bend is not taken for scatter.

What lies off is of two kinds, and nothing is known beforehand of how much there is of it. Sizes may be disturbed in
stretches: from one to the next little changes, or the disturbance becomes another one. Or one lasts all the time, and
is stronger at one size than at the next. Neither adds up: others on a machine take so much and no more, so that a ratio
which moves away by another power of n is soon where no disturbance takes it, while a sum of steps could be anywhere.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.compare.ratios import Ratios

Floats = NDArray[np.float64]

_POWERS: Final = np.array([0.2, 0.5, 1.0, 1.5, 2.0, 3.0])
WHOLE: Final = 0.4  # powers that differ by less are told by nothing but a logarithm
_FEWEST: Final = 4
# Of the ratio: standard deviation of small steps, no less than what a logarithm adds to a power from one octave to the
# next, and the chance that a size is disturbed otherwise than the last.
_SMALL: Final = np.array([0.05, 0.12, 0.3])
_OTHERWISE: Final = (0.05, 0.4)
# How far a disturbance moves it, however it was moved before, in logarithm.
_DISTURBED: Final = 1.5
# Standard deviation of what lasts, and what it has in common from one size to the next.
_LASTING: Final = (0.25, 0.5, 1.0)
_IN_COMMON: Final = 0.5
# Of one cost alone, which caches and logarithms make rise otherwise than a power.
_LARGE: Final = 1.2  # mean of large steps
_OWN_STEPS: Final = tuple((small, chance) for small in (0.12, 0.4) for chance in (0.05, 0.3))
_FACTOR: Final = 0.7  # mean of the logarithm of how many times as dearly work is done, beside the overhead
_DRIFT_OF_MACHINES: Final = 0.25
_REFINED: Final = 60  # of the likeliest pairs of sizes, whose neighbourhood is looked at more closely
_CLOSER: Final = np.arange(-3, 4) / 6  # of the way to the next size
_REACH: Final = 12.0  # of the table of densities
_FINENESS: Final = 100
_LEAST: Final = 1e-14
_AT_ONCE: Final = 16  # so many densities multiplied are far from the least number that there is
_PLACES: Final = 16  # at which work may begin to be seen, of however many sizes
_EQUAL: Final = 0.01
_MOST_LOG: Final = 700.0
# How often a law changes from one measurement of the same benchmark to another, before any is looked at; what work or a
# call costs changes as often.
CHANGED: Final = 0.02


@dataclass(frozen=True)
class Powers:
    """
    What a ratio says of the powers of two laws.

    Attributes
    ----------
    probability : float
        That they differ by `WHOLE` or more.
    worse : bool
        Whether the second is rather the higher one.
    favour : dict of float to float
        For differences of powers, the second's less the first's, the logarithm of how many times likelier each makes
        the ratio than one power for both does.
    """

    probability: float
    worse: bool
    favour: Mapping[float, float]


_STEPS: Final = np.arange(-_REACH * _FINENESS, _REACH * _FINENESS + 1) / _FINENESS


def _normal(off: Floats, width: Floats | float) -> Floats:
    return np.asarray(np.exp(-((off / width) ** 2) / 2) / (width * math.sqrt(2 * math.pi)), float)


def _of_cost() -> NDArray[np.float32]:
    """Return a table of the logarithm of a step's density, (steps, kinds)."""
    small, chance = np.array(_OWN_STEPS).T
    far = np.exp(-np.abs(_STEPS) / _LARGE) / (2 * _LARGE)
    density = (1 - chance) * _normal(_STEPS[:, None], small) + chance * far[:, None]
    return np.asarray(np.log(density), np.float32)


_OF_COST: Final = _of_cost()
_OF_DISTURBANCE: Final = np.maximum(_normal(_STEPS, _DISTURBED), _LEAST)
_OF_SMALL: Final = {
    same: _normal(_STEPS[:, None], np.hypot(_SMALL, 0.0 if same else _DRIFT_OF_MACHINES)) for same in (True, False)
}


def _places(values: Floats) -> NDArray[np.intp]:
    """Return where values stand in the tables."""
    return ((np.clip(values, -_REACH, _REACH) + (_REACH + 0.5 / _FINENESS)) * _FINENESS).astype(np.intp)


def _along(table: NDArray[np.float32], steps: Floats) -> NDArray[np.float32]:
    """Return the logarithm of the likelihood of steps, (..., gaps), for each kind, (..., kinds)."""
    at = _places(steps)
    total = table[at[..., 0]]
    for gap in range(1, at.shape[-1]):
        total += table[at[..., gap]]
    return total


def _log_mean(values: Floats | NDArray[np.float32]) -> Floats:
    """Return the logarithm of the mean, over the last axis, of what these are logarithms of."""
    top = values.max(axis=-1, keepdims=True)
    mean = np.exp(values - top) @ np.full(values.shape[-1], 1 / values.shape[-1], values.dtype)
    return np.asarray(top[..., 0] + np.log(mean), float)


def _likelihood(rest: Floats, same_machine: bool) -> Floats:
    """Return the logarithm of the likelihood of what a course leaves of a ratio, (..., sizes)."""
    return np.asarray(np.logaddexp(_of_steps(rest, same_machine), _of_lasting(rest)) - math.log(2), float)


def _of_steps(rest: Floats, same_machine: bool) -> Floats:
    """Weigh stretches of sizes that are disturbed alike, over widths of small steps and chances of large ones."""
    places = _places(np.diff(rest))
    disturbed = _OF_DISTURBANCE[_places(rest)]
    found = []
    for chance in _OTHERWISE:
        total = np.log(disturbed[..., :1])
        for first in range(0, places.shape[-1], _AT_ONCE):
            density: Floats | float = 1.0
            for gap in range(first, min(first + _AT_ONCE, places.shape[-1])):
                other = disturbed[..., gap + 1 : gap + 2]
                density = density * ((1 - chance) * _OF_SMALL[same_machine][places[..., gap]] + chance * other)
            total = total + np.log(density)
        found.append(total)
    return _log_mean(np.concatenate(found, axis=-1))


def _of_lasting(rest: Floats) -> Floats:
    """Weigh an autoregressive process of first order about a level, in closed form, for each of its widths."""
    sizes = rest.shape[-1]
    news = rest[..., 1:] - _IN_COMMON * rest[..., :-1]
    squares = rest[..., 0] ** 2 + (news**2).sum(axis=-1) / (1 - _IN_COMMON**2)
    level = rest[..., 0] + news.sum(axis=-1) / (1 + _IN_COMMON)
    known = 1 + (sizes - 1) * (1 - _IN_COMMON) / (1 + _IN_COMMON)
    found = []
    for width in _LASTING:
        beyond = (_DISTURBED / width) ** 2
        off = (squares - level**2 / (known + 1 / beyond)) / width**2
        area = 2 * sizes * math.log(width) + (sizes - 1) * math.log(1 - _IN_COMMON**2) + math.log1p(beyond * known)
        found.append(-(off + area + sizes * math.log(2 * math.pi)) / 2)
    return _log_mean(np.stack(found, axis=-1))


@dataclass(frozen=True)
class _Courses:
    """
    Pairs of courses of two costs, one entry each.

    Attributes
    ----------
    p, q : numpy.ndarray of int
        Which powers the works have before and after.
    u, v : numpy.ndarray of int
        From where on each is seen.
    same : numpy.ndarray of bool
        Whether it is one power.
    apart : numpy.ndarray of float64
        By how much the second is higher, as far as it is seen.
    prior : numpy.ndarray of float64
        Logarithm; those of one power add up to 1, and the others too.
    """

    p: NDArray[np.intp]
    q: NDArray[np.intp]
    u: NDArray[np.intp]
    v: NDArray[np.intp]
    same: NDArray[np.bool_]
    apart: Floats
    prior: Floats

    @classmethod
    def of(cls, begins: Floats, last: float) -> _Courses:
        """
        Return all of one power, and those of powers that differ, in what is seen of them, by `WHOLE` or more.

        Work that begins to be seen after the size `last` shows no power.
        """
        powers, places = len(_POWERS), len(begins)
        p, q, u, v = np.indices((powers, powers, places, places))
        same = p == q
        seen = begins < last
        apart = _POWERS[q] * seen[v] - _POWERS[p] * seen[u]
        whole = (np.abs(apart) >= WHOLE) & (np.abs(_POWERS[q] - _POWERS[p]) >= WHOLE)
        factor = -np.abs(_POWERS[:, None, None] * (begins[:, None] - begins)) / _FACTOR
        factor -= np.logaddexp.reduce(factor, axis=2, keepdims=True)
        prior = np.where(same, factor[:, None] + math.log(1 / places / powers), 0.0)
        prior[whole & ~same] -= math.log(np.count_nonzero(whole & ~same))
        kept = same | whole
        return cls(p[kept], q[kept], u[kept], v[kept], same[kept], apart[kept], prior[kept])


def weigh(ratios: Ratios, same_machine: bool = True) -> Powers | None:
    """
    Weigh laws of other powers against what else may have moved a ratio.

    Parameters
    ----------
    ratios : Ratios
        Of two series.
    same_machine : bool
        See `wythoff.harness.compare.Pair`.

    Returns
    -------
    Powers or None
        None for fewer than four sizes.

    Notes
    -----
    Some 30 ms for twelve sizes; for many, time is proportional to their number.
    """
    if len(ratios.n) < _FEWEST:
        return None
    x = np.log(ratios.n)
    begins = _begins(x)
    courses = _Courses.of(begins, float(x[-2]))
    p, q, u, v, same = courses.p, courses.q, courses.u, courses.v, courses.same
    rising = np.logaddexp(0.0, _POWERS[:, None, None] * (x - begins[:, None]))
    rising -= rising[..., :1]
    before, after = (_alone(cost, rising) for cost in (ratios.before, ratios.after))
    # The ratio has both costs in it: what each tells alone of its own work is taken in turn.
    prior = courses.prior + np.logaddexp(before[p, u], after[q, v]) - math.log(2)
    weight = prior + _likelihood(ratios.log - rising[q, v] + rising[p, u], same_machine)
    for group in (same, ~same):
        own = np.flatnonzero(group)
        best = own[np.argsort(-weight[own])[:_REFINED]]
        pairs = (p[best], u[best]), (q[best], v[best])
        weight[best] = prior[best] + _closer(ratios.log, x, begins, *pairs, same_machine)
    nothing = float(_likelihood(ratios.log, same_machine))
    dearer = float(np.logaddexp.reduce(weight[same]))
    one = np.logaddexp(math.log(1 - CHANGED) + nothing, math.log(CHANGED) + dearer)
    two = math.log(CHANGED) + float(np.logaddexp.reduce(weight[~same]))
    favour = {}
    for power in np.unique(np.round(courses.apart[~same], 2)).tolist():
        own = ~same & (np.abs(courses.apart - power) < _EQUAL)
        likelihood = np.logaddexp.reduce(weight[own]) - np.logaddexp.reduce(courses.prior[own])
        favour[power] = float(likelihood - one)
    up, down = (np.logaddexp.reduce(weight[~same & (sign * courses.apart > 0)]) for sign in (1, -1))
    return Powers(1 / (1 + math.exp(min(one - two, _MOST_LOG))), bool(up > down), favour)


def _begins(x: Floats) -> Floats:
    """Return the sizes at which work may overtake the overhead: below all of them, among them, beyond, in logarithm."""
    at = np.linspace(0, len(x) - 1, min(len(x), _PLACES))
    inner = np.interp(at, np.arange(len(x)), x)
    first, last = inner[1] - inner[0], inner[-1] - inner[-2]
    return np.concatenate([[x[0] - 3 * first, x[0] - first], inner, [x[-1] + last, x[-1] + 2 * last]])


def _alone(cost: Floats, rising: Floats) -> Floats:
    """Return how much likelier than the mean a cost alone makes each course of it, in logarithm."""
    found = _log_mean(_along(_OF_COST, np.diff(cost - rising)))
    return np.asarray(found - np.logaddexp.reduce(found, axis=None) + math.log(found.size))


def _closer(
    log: Floats,
    x: Floats,
    begins: Floats,
    before: tuple[NDArray[np.intp], NDArray[np.intp]],
    after: tuple[NDArray[np.intp], NDArray[np.intp]],
    same_machine: bool,
) -> Floats:
    """Return the mean likelihood, in logarithm, over the neighbourhood of pairs of sizes from where on work is seen."""
    gaps = np.gradient(begins)
    first, second = (
        np.logaddexp(
            0.0,
            _POWERS[power][:, None, None] * (x - (begins[at][:, None] + gaps[at][:, None] * _CLOSER)[..., None]),
        )
        for power, at in (before, after)
    )
    courses = second[:, None, :, :] - first[:, :, None, :]
    found = _likelihood(log - courses + courses[..., :1], same_machine)
    return _log_mean(found.reshape(len(found), -1))
