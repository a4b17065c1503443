"""
The sequential test: two bets against a fair coin, one that work grows too fast and one that it doesn't.

A round compares two legs, so many calls at a small size and so many at a large one that both take equally long if cost
grows exactly as much as is allowed. The large one may come first or second, which a coin decides.

**The null hypothesis.** At every moment of a round, and whatever the rest of the machine does then, the leg at the
large size would take no longer than the leg at the small size in its place. Then the large leg is the longer one with a
probability of at most 1/2 given everything before, since the coin alone decides which of the two meets the worse
moments. Nothing is assumed about noise: it may be of any size, drift, come in bursts and depend on the past.

**The bound.** Whoever stakes a share s of a fortune on "longer" in each round has, by the null hypothesis, a fortune
that is not expected to rise: a non-negative supermartingale, and so is the mean over all shares from 0 to 1. By
Ville's inequality [1]_ it ever reaches 1/alpha times its beginning with a probability of at most alpha, however long
the test goes on and whenever it stops. After w longer and l shorter rounds the mean is, with N = w + l + 1,

    W = 2 * integral from 1/2 to 1 of (2 p)^w (2 - 2 p)^l dp = w! l! / N! * (C(N, 0) + ... + C(N, w)),

which grows like 2^w while every round is won, and still grows exponentially if only most of them are [2]_.

References
----------
.. [1] J. Ville, Etude critique de la notion de collectif, Gauthier-Villars 1939.
.. [2] G. Shafer, Testing by betting: a strategy for statistical and scientific communication, Journal of the Royal
   Statistical Society A 184, 2021.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

Outcome = Literal["agrees", "exceeds", "undecided"]
# A test that passes wrongly ("it agrees") is bounded by this, against growth beyond what is allowed.
BETA: Final = 0.01


@cache
def fortune(won: int, lost: int) -> float:
    """
    Return what a fortune of 1 has become, the mean over all stakes.

    Examples
    --------
    >>> fortune(0, 0), fortune(1, 0), round(fortune(13, 0))
    (1.0, 1.5, 1170)
    """
    rounds = won + lost + 1
    return sum(math.comb(rounds, k) for k in range(won + 1)) / (rounds * math.comb(rounds - 1, won))


@dataclass
class Bets:
    """
    Both bets on the same rounds.

    Attributes
    ----------
    alpha : float
        Bound on the probability of ending with ``"exceeds"`` if the null hypothesis holds.
    beta : float
        Bound on that of ending with ``"agrees"`` if, the other way round, the large leg is no shorter.
    longer, shorter : int
        Rounds in which the large leg was the longer one, or was not.
    """

    alpha: float
    beta: float = BETA
    longer: int = 0
    shorter: int = 0

    def add(self, is_longer: bool) -> Outcome | None:
        """Enter a round; the outcome once there is one."""
        if is_longer:
            self.longer += 1
        else:
            self.shorter += 1
        if fortune(self.longer, self.shorter) >= 1 / self.alpha:
            return "exceeds"
        if fortune(self.shorter, self.longer) >= 1 / self.beta:
            return "agrees"
        return None

    @property
    def rounds(self) -> int:
        """How many rounds there were."""
        return self.longer + self.shorter
