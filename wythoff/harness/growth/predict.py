"""Costs at other sizes: every curve carried on from its level at the last size, mixed, with 90 % intervals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wythoff.harness.growth.curves import Curves
from wythoff.harness.growth.extrapolation import events, mixture_quantiles
from wythoff.harness.growth.filter import EXACT_DRIFT

Floats = NDArray[np.float64]

_NEXT_FACTORS: Final = (2.0, 4.0, 8.0, 16.0)
_LEAST_SHARE: Final = 1e-3
_MEDIANS_SHARE: Final = 2 / 3  # it is medians that are predicted
MORE_DRIFT: Final = 0.05  # per octave, and
MORE_NOISE: Final = 0.03  # of a size: what goes on beyond the data is less well known than what went on within
_MOST_LOG: Final = 700.0  # the largest logarithm of a double, nearly
_INFINITE: Final = 2000.0  # stands for any larger one
_SEPARATED: Final = 2.0  # standard deviations between two laws' predictions that tell them apart
_GROUPS: Final = 8  # normal distributions that stand for the curves of a law
_APART: Final = 16.0  # curves are grouped by what they come to at so many times the last size


@dataclass(frozen=True)
class LawFit:
    """
    The curves of a law that matter after the data, heaviest first; arrays of shape (curves,).

    Attributes
    ----------
    curves : Curves
        As laid out beforehand.
    weight : numpy.ndarray of float64
        After the data; they add up to 1.
    level, variance, rising : numpy.ndarray of float64
        Level at the last size, its variance, and the probability that it was rising.
    drift, noise, outlying : numpy.ndarray of float64
        Drift of the level per octave, what the samples of one size share, and the chance that a size lies off.
    """

    curves: Curves
    weight: Floats
    level: Floats
    variance: Floats
    rising: Floats
    drift: Floats
    noise: Floats
    outlying: Floats

    def beside(self, other: LawFit, shift: float) -> LawFit:
        """Mix the lowest samples' fit, its level moved by `shift`, with the medians'; heaviest first again."""
        weight = np.concatenate([self.weight * (1 - _MEDIANS_SHARE), other.weight * _MEDIANS_SHARE])
        order = np.argsort(-weight, kind="stable")
        mixed = {
            name: np.concatenate([getattr(self, name), getattr(other, name)])[order]
            for name in ("variance", "rising", "drift", "noise", "outlying")
        }
        level = np.concatenate([self.level + shift, other.level])[order]
        return LawFit(Curves.join([self.curves, other.curves]).take(order), weight[order], level, **mixed)

    def heaviest(self, most: int | None = None) -> LawFit:
        """Return the curves that are not far lighter than the first, or the first `most`."""
        count = int(np.sum(self.weight > _LEAST_SHARE * self.weight[0])) if most is None else most
        first = slice(count)
        names = ("weight", "level", "variance", "rising", "drift", "noise", "outlying")
        curves = self.curves.take(np.arange(len(self.weight))[first])
        return LawFit(curves, **{name: getattr(self, name)[first] for name in names})

    def octaves_seen(self, n: Floats) -> float:
        """Return over how many of the octaves that the sizes n span the leading term shows, by its part of the cost."""
        part = self.weight @ np.exp(self.curves.leading(n) - self.curves.log_cost(n)) / self.weight.sum()
        return float(np.diff(np.log2(n)) @ (part[1:] + part[:-1])) / 2

    def path(self, n: ArrayLike) -> Floats:
        """Return the cost at sizes n > 0, shape (sizes,), if the level stays as it was at the last size."""
        log_cost = np.clip(self.curves.log_cost(n) + self.level[:, None], -_MOST_LOG, _MOST_LOG)
        return np.asarray(np.exp(self.weight @ log_cost), float)

    def normals(self, n: ArrayLike, last_n: float) -> tuple[Floats, Floats]:
        """
        Return the normal distributions that log cost is a mixture of, but for jumps.

        Parameters
        ----------
        n : array_like of float, shape (sizes,)
            Sizes above 0.
        last_n : float
            Where the levels were.

        Returns
        -------
        tuple of two numpy.ndarray of float64, shape (curves, sizes)
            Means and variances.
        """
        octaves = np.abs(np.log2(np.asarray(n, float) / last_n))
        mean = np.clip(self.curves.log_cost(n) + self.level[:, None], -_MOST_LOG, _INFINITE)
        more = np.where(self.drift < EXACT_DRIFT, 0.0, MORE_NOISE)
        steady = self.variance + self.noise**2 + more**2
        more = np.where(self.drift < EXACT_DRIFT, EXACT_DRIFT, MORE_DRIFT)
        return mean, steady[:, None] + (self.drift**2 + more**2)[:, None] * octaves


@dataclass(frozen=True)
class Extrapolation:
    """The last size, and the probability per octave that a ramp of the level began near it."""

    last_n: float
    ramp: float


def quantiles(
    n: ArrayLike, fits: Mapping[str, LawFit], weights: Mapping[str, float], extrapolation: Extrapolation
) -> Floats:
    """
    Predict the median cost under a mixture of laws.

    Parameters
    ----------
    n : array_like of float, shape (sizes,)
        Sizes above 0; what is found at one doesn't depend on the others.
    fits : mapping of str to LawFit
        The laws after the data.
    weights : mapping of str to float
        Their probabilities; what has next to none is left out.
    extrapolation : Extrapolation
        What may happen beyond the last size.

    Returns
    -------
    numpy.ndarray of float64, shape (sizes, 3)
        The 5 %, 50 % and 95 % points; infinite where they exceed a double.

    Notes
    -----
    Time is proportional to sizes. The curves of a law are put into `_GROUPS` groups of about equal weight that agree
    beyond the data, each of which is replaced by a normal distribution of the same two moments.
    """
    sizes = np.asarray(n, float)
    parts, rising, outlying, exact, total = [], 0.0, 0.0, 0.0, 0.0
    for law, share in weights.items():
        if share > _LEAST_SHARE:
            fit = fits[law]
            parts.append((share, *_grouped(fit.heaviest(), sizes, extrapolation.last_n)))
            rising += share * float(fit.weight @ fit.rising)
            outlying += share * float(fit.weight @ fit.outlying)
            exact += share * float(fit.weight @ (fit.drift < EXACT_DRIFT))
            total += share
    weight = np.concatenate([share * own for share, own, _, _ in parts])
    mean, variance = (np.concatenate([part[kind] for part in parts]).T for kind in (2, 3))
    octaves = np.log2(sizes / extrapolation.last_n)
    begin = extrapolation.ramp * (1 - exact / total)
    chances, means, variances = events(octaves, begin, rising / total, outlying / total, 1 - exact / total)
    shape = (len(sizes), weight.size * chances.shape[1])
    found = mixture_quantiles(
        (mean[:, :, None] + means[:, None]).reshape(shape),
        np.sqrt(variance[:, :, None] + variances[:, None]).reshape(shape),
        ((weight / weight.sum())[:, None] * chances[:, None]).reshape(shape),
    )
    return np.where(found > _MOST_LOG, np.inf, np.exp(np.clip(found, -_MOST_LOG, _MOST_LOG)))


def _grouped(fit: LawFit, n: Floats, last_n: float) -> tuple[Floats, Floats, Floats]:
    """Replace curves by few normal distributions: weights, shape (groups,), means and variances (groups, sizes)."""
    far = fit.curves.log_cost([_APART * last_n])[:, 0] + fit.level
    order = np.argsort(far, kind="stable")
    weight = fit.weight[order]
    group = (_GROUPS * (np.cumsum(weight) - weight / 2) / weight.sum()).astype(int)
    starts = np.flatnonzero(np.diff(group, prepend=-1))
    mean, variance = (moment[order] for moment in fit.normals(n, last_n))
    shares = np.add.reduceat(weight, starts)
    members = np.diff(starts, append=len(weight))
    part = (weight / np.repeat(shares, members))[:, None]
    centre = np.add.reduceat(part * mean, starts)
    off = mean - np.repeat(centre, members, axis=0)
    return shares / shares.sum(), centre, np.add.reduceat(part * (variance + off**2), starts)


def next_size(first: LawFit, second: LawFit, extrapolation: Extrapolation) -> float:
    """Choose the least of 2, 4, 8 and 16 times the last size at which two laws predict clearly different costs."""
    sizes = extrapolation.last_n * np.array(_NEXT_FACTORS)
    moments = []
    for fit in (first, second):
        mean, variance = fit.normals(sizes, extrapolation.last_n)
        centre = fit.weight @ mean
        moments.append((centre, fit.weight @ (variance + (mean - centre) ** 2)))
    gap = np.abs(moments[0][0] - moments[1][0])
    apart = gap > _SEPARATED * np.sqrt((moments[0][1] + moments[1][1]) / 2)
    return float(sizes[np.argmax(apart)] if apart.any() else sizes[-1])
