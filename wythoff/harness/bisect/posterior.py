"""The probability of each commit to be the first changed one, out of the positions of those that were measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.bisect.position import Position

Floats = NDArray[np.float64]

# A measurement tells nothing with this probability, whatever its error: a neighbour came, a cache was cold.
_ASTRAY: Final = 0.01
# Nothing finer than this part of the change is told apart: commits drift, and so do machines.
_LEAST_ERROR: Final = 0.04
_STEP: Final = 0.02
_GOOD_LEVELS: Final = np.arange(-1.0, 0.5, _STEP)
_BAD_LEVELS: Final = np.arange(0.5, 2.0, _STEP)


@dataclass(frozen=True)
class Posterior:
    """
    What is known of a line of commits after some were measured.

    Attributes
    ----------
    probability : numpy.ndarray of float64, shape (commits + 1,)
        That a commit is the first changed one; place 0 is GOOD, which never is, and the last is BAD.
    changed : numpy.ndarray of float64, shape (commits + 1,)
        That a commit has the change: the sums of `probability`.
    """

    probability: Floats
    changed: Floats

    @property
    def likeliest(self) -> int:
        """The place of the commit that is most probably the first changed one."""
        return int(np.argmax(self.probability))

    def information(self) -> Floats:
        """Return for each commit the bits that are expected of knowing whether it has the change."""
        p = np.clip(self.changed, 1e-12, 1 - 1e-12)
        return np.asarray(-(p * np.log2(p) + (1 - p) * np.log2(1 - p)), float)

    def credible(self, share: float) -> list[int]:
        """List the places of the fewest commits that together have at least this probability, in their order."""
        order = np.argsort(-self.probability, kind="stable")
        count = int(np.searchsorted(np.cumsum(self.probability[order]), share - 1e-9)) + 1
        return sorted(order[:count].tolist())


def posterior(commits: int, positions: Mapping[int, Position], scale_error: float) -> Posterior:
    """
    Weigh each commit as the first changed one.

    Parameters
    ----------
    commits : int
        How many commits come after GOOD, BAD included; at least 1.
    positions : mapping of int to Position
        What was measured, by the commit's place from 1 to `commits` - 1; GOOD, at place 0, and BAD are known.
    scale_error : float
        Standard error of the positions of GOOD, which is 0, and of BAD, which is 1.

    Returns
    -------
    Posterior
        Before anything is measured each commit is as probable as any other.

    Notes
    -----
    If commit j is the first changed one, all before it have one level and all from it on another. Both levels are
    unknown, as GOOD and BAD were measured with an error, too: each is integrated over, from -1 to 1/2 and from 1/2 to
    2, before anything evenly. About its level a position has Student's distribution with four degrees of freedom, and
    one in a hundred has Cauchy's about the middle, which says nothing: so no single measurement ever decides by more
    than that. Time and memory grow with the measured commits times 150, and with the commits.
    """
    known = {0: Position(0.0, scale_error, 1), **positions, commits: Position(1.0, scale_error, 1)}
    places = np.array(sorted(known))
    good, bad = (_likelihoods([known[k] for k in places], levels) for levels in (_GOOD_LEVELS, _BAD_LEVELS))
    # Evidence that the first k measured ones have GOOD's level, and that those from the k-th on have BAD's.
    before = _log_means(np.cumsum(good, axis=0))
    after = _log_means(np.cumsum(bad[::-1], axis=0))[::-1]
    splits = before[:-1] + after[1:]
    log = np.full(commits + 1, -np.inf)
    log[1:] = splits[np.searchsorted(places, np.arange(1, commits + 1)) - 1]
    weights = np.exp(log - log.max())
    probability = weights / weights.sum()
    return Posterior(probability, np.minimum(np.cumsum(probability), 1.0))


def alike(position: Position) -> float:
    """Return the probability that a position is one of BAD's side rather than of GOOD's, from itself alone."""
    levels = np.array([0.0, 1.0])
    good, bad = _likelihoods([position], levels)[0]
    return float(1 / (1 + np.exp(np.clip(good - bad, -700, 700))))


def _likelihoods(positions: list[Position], levels: Floats) -> Floats:
    """Return the logarithm of each position's density under each level, shape (positions, levels)."""
    value = np.array([one.value for one in positions])[:, None]
    error = np.maximum([one.error for one in positions], _LEAST_ERROR)[:, None]
    z = (value - levels[None, :]) / error
    student = 0.375 / (error * (1 + z * z / 4) ** 2.5)
    cauchy = 1 / (np.pi * (1 + (value - 0.5) ** 2))
    return np.asarray(np.log((1 - _ASTRAY) * student + _ASTRAY * cauchy), float)


def _log_means(log: Floats) -> Floats:
    most = log.max(axis=1)
    return np.asarray(most + np.log(np.mean(np.exp(log - most[:, None]), axis=1)), float)
