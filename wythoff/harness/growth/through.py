"""
Curves through the data: a law's terms with the overhead that fits best, smooth, in stairs, or dearer beyond a cache.

They serve two ends. What is exact is fitted exactly, where the grids of `grids` would be too coarse. And work of other
shapes, of which there are too many to lay out with all overheads, is tried with the one overhead that suits each.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.growth.curves import Curves, log_of_sum, log_term
from wythoff.harness.growth.laws import LAWS, LOWER, TERMS, Head, heads
from wythoff.harness.growth.pool import Pool
from wythoff.harness.growth.through_memory import DEAREST, shapes_through_memory

Floats = NDArray[np.float64]

# Shares of a law's curves; with `grids.LAID_OUT` they add up to 1.
_SMOOTH: Final = 0.06
_IN_STAIRS: Final = 0.02
_OUT_OF_CACHE: Final = 0.09
# Work in stairs, of what is padded to a power of two, or of a container that grows by factors: heights in octaves for
# sizes that double, which don't see a lower stair; else heights, phases and how likely they are.
_HEIGHTS: Final = (2, 3, 4)
_STAIRS: Final = (
    (1.0, 0.0, 0.4),
    (1.0, 0.25, 0.2),
    (1.0, 0.5, 0.2),
    (1.0, 0.75, 0.2),
    (2.0, 0.0, 0.5),
    (2.0, 1.0, 0.5),
)
# Work that grows dearer as its data outgrow a cache: how gradually (fade, turn), and how likely.
_WAYS_OUT: Final = (
    (2.0, 0.0, 0.1),
    (1.0, 0.0, 0.2),
    (0.5, 0.0, 0.15),
    (0.25, 0.0, 0.1),
    (0.0, 6.0, 0.15),
    (0.0, 3.0, 0.15),
    (0.0, 1.5, 0.1),
    (0.0, 1.0, 0.05),
)
_MOST_CACHES: Final = 24
_LEAST_SIZES: Final = 5
_LITTLE: Final = 1e-9
_LEAST_DETERMINANT: Final = 1e-12
_LEAST_SHARE: Final = 1e-9  # of the cost, wherever it is most; less is rounding
_RATES: Final = np.geomspace(0.8, 1.25, 9)
# Rates of growth per step of n from a thousandth to e^5 are taken to be equally likely on a logarithmic scale.
_RATE_RANGE: Final = float(np.log(5.0 / 1e-3))
_LEAST_EXPONENTIAL: Final = 2.0  # total growth in logarithm below which an exponential can't be told from a power


def curves_through(laws: Sequence[str], n: Floats, y: Floats) -> Pool:
    """
    Fit curves of some laws to data by least squares of relative errors; of the exponential, by the rate at the end.

    Parameters
    ----------
    laws : sequence of str
        Of `wythoff.harness.growth.laws.NAMES`. A law that can't be meant gets none, as the exponential for a series
        that hardly grows.
    n : numpy.ndarray of float64, shape (sizes,)
        The measured sizes, ascending and above 0.
    y : numpy.ndarray of float64, shape (sizes,)
        Natural logarithm of the cost at each.
    """
    sizes = tuple(n.tolist())
    laid_out = tuple(law if law in LAWS else "" for law in laws)
    constant = laid_out.index("1") if "1" in laid_out else -1
    dearer = laid_out if len(n) >= _LEAST_SIZES else ("",) * len(laid_out)
    parts = [
        _with_overhead(_shapes(laid_out, sizes), y),
        _with_misses(*_out_of_cache(dearer, sizes), y, constant, DEAREST),
        _with_misses(*shapes_through_memory(dearer, n, y), y, constant, np.inf),
        _with_lower(laid_out, n, y),
        *(_several(i, _exponentials(n, y), n) for i, law in enumerate(laws) if law == "exponential"),
    ]
    return Pool.join(parts)


def _several(law: int, curves: Curves, n: Floats) -> Pool:
    return Pool(np.full(len(curves), law), curves, curves.log_cost(n))


@lru_cache(maxsize=8)
def _shapes(laws: tuple[str, ...], sizes: tuple[float, ...]) -> Pool:
    """Return leading terms of all shapes, without overheads."""
    n = np.array(sizes)
    return Pool.of([Curves.join([_smooth(law), _in_stairs(law, n)]) for law in laws], n)


def _smooth(law: str) -> Curves:
    """Return the leading terms as they are; of the constant law there is nothing to fit."""
    if law in ("", "1"):
        return Curves.of(np.empty(0))
    no_lower = 1 - sum(likely for _, _, likely in LOWER.get(law, ()))
    return _leading([head for head, _ in heads(law)], np.array([_SMOOTH * no_lower * share for _, share in heads(law)]))


def _in_stairs(law: str, n: Floats) -> Curves:
    """Return leading terms in stairs."""
    if law in ("", "1"):
        return Curves.of(np.empty(0))
    steps = np.diff(np.log2(n))
    kinds: tuple[tuple[float, float, float], ...] = _STAIRS
    if len(steps) and np.allclose(steps, 1.0, atol=0.02):
        kinds = tuple((float(height), float(i), 1 / height) for height in _HEIGHTS for i in range(height))
    (power, logarithm, _), _ = heads(law)[0]
    total = sum(share for _, _, share in kinds)
    # Sizes may be rounded up as well, which only a logarithm feels.
    ups = (0.0, 0.5, 1.0) if logarithm else (0.0,)
    shift, height, phase, share = np.array([(up * kind[0], *kind) for kind in kinds for up in ups]).T
    return Curves.of(
        _IN_STAIRS * share / total / len(ups),
        power=power,
        logarithm=logarithm,
        shift=shift,
        stair=height,
        phase=phase,
    )


@lru_cache(maxsize=8)
def _out_of_cache(laws: tuple[str, ...], sizes: tuple[float, ...]) -> tuple[Pool, Floats]:
    """Return leading terms that outgrow caches, at their costs in them, and the share of misses, (curves, sizes)."""
    n = np.array(sizes)
    nothing, one = Curves.of(np.empty(0)), _one_cache(n)
    parts = [one.having(**_term(law)) if law else nothing for law in laws]
    shapes = Pool.of(parts, n)
    return shapes, shapes.curves.missed(n)


def _term(law: str) -> dict[str, float]:
    power, logarithm = TERMS[law]
    return {"power": power, "logarithm": logarithm}


def _one_cache(n: Floats) -> Curves:
    """Return work that outgrows one cache, whatever its leading term."""
    first, last = np.log2(n[0]), np.log2(n[-1])
    places = np.exp2(np.arange(np.ceil(first), last + 0.5, max(1.0, (last - first) / _MOST_CACHES)))
    fade, turn, share = np.tile(np.array(_WAYS_OUT), (len(places), 1)).T
    cache = np.repeat(places, len(_WAYS_OUT))
    return Curves.of(_OUT_OF_CACHE * share / len(places), cache=cache, fade=fade, turn=turn)


def _with_misses(shapes: Pool, missed: Floats, y: Floats, constant: int, dearest: float) -> Pool:
    """
    Make each shape as much dearer out of the cache as fits best, beside an overhead; leave out what fits none.

    It becomes `dearest` times dearer at most. The work of the law at position `constant` can't be told from an
    overhead, and gets none.
    """
    main = shapes.log_cost
    top, rest = (main - y).max(1), float((-y).max())
    work, overhead = np.exp(main - y - top[:, None]), np.broadcast_to(np.exp(-y - rest), main.shape)
    terms = np.stack([work, work * missed, overhead], axis=1)
    found = _least_squares(terms)
    alone = (found[:, 2] <= 0) | (shapes.law == constant)
    found[alone] = np.append(_least_squares(terms[alone][:, :2]), np.zeros((int(alone.sum()), 1)), axis=1)
    good = np.flatnonzero((found[:, 0] > 0) & (found[:, 1] > 0) & (found[:, 1] < dearest * found[:, 0]))
    unit, more, cost = found[good].T
    with np.errstate(divide="ignore"):
        ratio = np.log(cost / unit) + top[good] - rest
    kept = shapes.take(good)
    curves = kept.curves.having(dearer=more / unit, overhead=ratio, fitted=1.0 + (cost > 0))
    leading = kept.log_cost + np.log1p((more / unit)[:, None] * missed[good])
    return Pool(kept.law, curves, log_of_sum(leading, ratio[:, None]))


def _least_squares(terms: Floats) -> Floats:
    """Return the factors, (curves, terms), with which the terms, (curves, terms, sizes), add up closest to 1."""
    products = terms @ terms.transpose(0, 2, 1)
    count = terms.shape[1]
    products += _LITTLE * np.trace(products, axis1=1, axis2=2)[:, None, None] * np.eye(count)
    return np.asarray(np.linalg.solve(products, terms.sum(2)[..., None])[..., 0], float)


def _leading(terms: list[Head], weights: Floats) -> Curves:
    power, logarithm, shift = np.array(terms).reshape(-1, 3).T
    return Curves.of(weights, power=power, logarithm=logarithm, shift=shift)


def _with_overhead(shapes: Pool, y: Floats) -> Pool:
    """Give each shape the overhead, at least 0, that fits best; leave out what fits best with no part at all."""
    main = shapes.log_cost
    top, rest = (main - y).max(1), float((-y).max())
    work, overhead = np.exp(main - y - top[:, None]), np.exp(-y - rest)
    # The normal equations of two factors.
    squares, product, square = (work * work).sum(1), work @ overhead, float(overhead @ overhead)
    determinant = squares * square - product**2
    unit = work.sum(1) * square - overhead.sum() * product
    share = overhead.sum() * squares - work.sum(1) * product
    good = (determinant > _LEAST_DETERMINANT * squares * square) & (unit > 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(share > 0, np.log(share / unit) + top - rest, -np.inf)
    chosen = np.flatnonzero(good)
    kept, seen = shapes.take(chosen), ratio[chosen]
    curves = kept.curves.having(overhead=seen, fitted=np.isfinite(seen).astype(float))
    return Pool(kept.law, curves, log_of_sum(kept.log_cost, seen[:, None]))


def _with_lower(laws: Sequence[str], n: Floats, y: Floats) -> Pool:
    """Fit to the leading term of each law each of its terms of lower order and an overhead."""
    tried = [
        (i, max(heads(law), key=lambda term: term[1])[0], lower)
        for i, law in enumerate(laws)
        for lower in LOWER.get(law, ())
    ]
    if len(n) < 4 or not tried:
        return Pool.of([Curves.of(np.empty(0))], n)
    logarithms = [[log_term(head, n), log_term((*lower[:2], 0.0), n), np.zeros(len(n))] for _, head, lower in tried]
    terms = np.array(logarithms).swapaxes(1, 2) - y[:, None]
    top = terms.max(1)
    with np.errstate(divide="ignore"):
        fitted = np.log(_shares(np.exp(terms - top[:, None]))) - top
    chosen = np.flatnonzero(np.isfinite(fitted[:, 0]))
    unit, factor, overhead = fitted[chosen].T
    power, logarithm, likely = np.array([tried[i][2] for i in chosen]).reshape(-1, 3).T
    curves = _leading([tried[i][1] for i in chosen], _SMOOTH * likely).having(
        overhead=overhead - unit,
        lower=factor - unit,
        lower_power=power,
        lower_logarithm=logarithm,
        fitted=np.isfinite(factor).astype(float) + np.isfinite(overhead),
    )
    return Pool(np.array([tried[i][0] for i in chosen], int), curves, curves.log_cost(n))


def _shares(terms: Floats) -> Floats:
    """
    Return the weights, each above `_LEAST_SHARE` or 0, with which terms add up to 1 best, by least squares.

    The best weights are those of some of the terms alone, so that all choices are tried. SciPy's ``nnls`` takes
    longer to load than some analyses take.

    Parameters
    ----------
    terms : numpy.ndarray of float64, shape (sets, sizes, terms)
        Of a few terms each; the largest of each is 1.

    Returns
    -------
    numpy.ndarray of float64, shape (sets, terms)
    """
    chosen = np.array(list(itertools.product((False, True), repeat=terms.shape[2]))[1:])
    products = (np.swapaxes(terms, 1, 2) @ terms)[:, None] * (chosen[:, :, None] & chosen[:, None, :])
    weights = np.linalg.pinv(products, hermitian=True) @ (terms.sum(1)[:, None] * chosen)[..., None]
    left = np.sum((terms[:, None] @ weights - 1.0) ** 2, axis=(2, 3))
    weights = weights[..., 0]
    possible = np.all((weights > _LEAST_SHARE) | ~chosen, axis=2)
    best = np.argmin(np.where(possible, left, np.inf), axis=1)
    own = np.arange(len(terms))
    return np.where(chosen[best] & possible[own, best, None], weights[own, best], 0.0)


def _exponentials(n: Floats, y: Floats) -> Curves:
    """Lay out exponentials times n^-1, 1 or n, with rates about the steepest seen near the end."""
    steepest = float(np.max(np.diff(y)[-3:] / np.diff(n)[-3:])) if len(n) > 1 else 0.0
    if not steepest * (n[-1] - n[0]) >= _LEAST_EXPONENTIAL:
        return Curves.of(np.empty(0))
    places = np.unique(n[np.linspace(0, len(n) - 1, min(len(n), 8)).astype(int)])
    density = float(np.log(_RATES[1] / _RATES[0])) / _RATE_RANGE
    parts = []
    for power in (-1.0, 0.0, 1.0):
        for rate in (steepest * _RATES).tolist():
            overheads = np.append(-np.inf, power * np.log(places) + rate * places)
            weights = np.full(len(overheads), density / 3 / len(overheads))
            parts.append(Curves.of(weights, power=power, rate=rate, overhead=overheads))
    return Curves.join(parts)
