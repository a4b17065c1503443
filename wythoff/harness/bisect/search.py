"""Which commit to measure next, and when enough is known."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from wythoff.harness.bisect.position import Position
from wythoff.harness.bisect.posterior import Posterior, posterior

SURE: Final = 0.95
_MOST_AGAIN: Final = 2  # times that one commit is measured again
_WORTH: Final = 0.5  # of what another commit would tell: the same one again tells in part what is known
_LEAST_BITS: Final = 1e-3


def most_measured(commits: int) -> int:
    """
    Return how many commits between GOOD and BAD may be measured: one and a half times the binary logarithm.

    Examples
    --------
    >>> [most_measured(commits) for commits in (1, 2, 10, 100, 1000)]
    [0, 1, 4, 9, 14]
    """
    return math.floor(1.5 * math.log2(commits))


@dataclass
class Search:
    """
    The state of a bisection, and what follows from it.

    Attributes
    ----------
    commits : int
        How many commits come after GOOD, BAD included.
    error : float
        Standard error of GOOD's and BAD's positions.
    most : int
        How many measurements may be made.
    positions : dict of int to Position
        Of the commits that were measured, by their place from 1 to `commits` - 1.
    times : Counter of int
        How often the commits were measured whose results are all there, so that only measuring again would tell more.
    skipped : set of int
        The places of commits that can't be measured.
    measured, failed : int
        How many measurements were made, and how many were tried in vain.
    """

    commits: int
    error: float
    most: int
    positions: dict[int, Position] = field(default_factory=dict)
    times: Counter[int] = field(default_factory=Counter)
    skipped: set[int] = field(default_factory=set)
    measured: int = 0
    failed: int = 0

    @property
    def known(self) -> Posterior:
        """What the measurements say."""
        return posterior(self.commits, self.positions, self.error)

    def found(self, known: Posterior) -> int | None:
        """Return the place of the first changed commit if that is sure, and it and the one before were measured."""
        place = known.likeliest
        sure = known.probability[place] >= SURE
        return place if sure and self._is_known(place) and self._is_known(place - 1) else None

    def next(self, known: Posterior) -> tuple[int, int] | None:
        """
        Choose what to measure.

        Returns
        -------
        (int, int) or None
            The place of the commit of which most information is expected, and how often it was measured before; None
            if enough is known, nothing is left that may be measured, or nothing that would tell anything.

        Notes
        -----
        Knowing whether a commit has the change is worth most at the posterior's median. Measuring again what is
        measured is worth half as much, and a commit near one that can't be measured is the less likely to be measured
        itself the more were tried in vain, as commits that can't be built come in rows.
        """
        if self.found(known) is not None or self.measured >= self.most or self.failed > self.most:
            return None
        worth = known.information() * self._odds()
        for place, times in self.times.items():
            worth[place] *= _WORTH**times if times <= _MOST_AGAIN else 0.0
        worth[[0, self.commits, *self.skipped]] = 0.0
        place = int(np.argmax(worth))
        return (place, self.times[place]) if worth[place] > _LEAST_BITS else None

    def note(self, place: int, position: Position | None) -> None:
        """Take over what became of measuring a commit: its position, or None if it can't be measured."""
        if position is None:
            self.skipped.add(place)
            self.failed += 1
            return
        self.positions[place] = position
        self.measured += 1
        self.times[place] += 1

    def _is_known(self, place: int) -> bool:
        return place in (0, self.commits) or place in self.positions

    def _odds(self) -> np.ndarray:
        """Return for each commit how likely it is that it can be measured."""
        places = np.arange(self.commits + 1)
        if not self.skipped:
            return np.ones(len(places))
        nearest = np.min(np.abs(places[:, None] - np.array(sorted(self.skipped))[None, :]), axis=1)
        return np.asarray(nearest / (nearest + len(self.skipped)))
