"""What a round measures: equally long legs at both sizes, in an order that a coin decides, and a control."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Final

from wythoff.harness.measure.book import a_call_s
from wythoff.harness.measure.subject import Subject
from wythoff.harness.rows import Clock
from wythoff.harness.testing.control import Control

LEG_S: Final = 1e-3  # of one leg, of which a round has four
_MOST_CALLS: Final = 10**6


@dataclass(frozen=True)
class Round:
    """
    One round.

    Attributes
    ----------
    small_s, large_s : float
        Seconds a call at each size.
    allowed : float
        How many times as long the large one may take.
    rise : float
        How many times longer the control took with the large footprint.
    """

    small_s: float
    large_s: float
    allowed: float
    rise: float

    @property
    def is_longer(self) -> bool:
        """Whether the large leg was the longer one, beyond what the control rose by."""
        return self.large_s > self.small_s * self.allowed * self.rise


class Legs:
    """
    Measures rounds.

    Parameters
    ----------
    subject : Subject
        What is called.
    small, large : int
        The sizes.
    allowed : float
        How many times longer a call at the large size may take.
    large_call_s : float
        About how long it takes.
    clock : {"wall", "cpu"}
        By which it is timed.
    control : Control
        Run beside it.
    seed : int
        Of the coin.
    """

    def __init__(
        self,
        subject: Subject,
        small: int,
        large: int,
        *,
        allowed: float,
        large_call_s: float,
        clock: Clock,
        control: Control,
        seed: int,
    ) -> None:
        self._subject, self._clock, self._control = subject, clock, control
        self._sizes = (small, large)
        # At least one call at the small size; then the large leg has as many as keep both equally long.
        large_calls = max(1, math.ceil(LEG_S / max(large_call_s, 1e-9)), math.ceil(1 / allowed))
        large_calls = min(large_calls, max(1, round(_MOST_CALLS / allowed)))
        self._calls = (max(1, math.ceil(large_calls * allowed)), large_calls)
        self._allowed = allowed
        self._coin = random.Random(seed)

    def round(self) -> Round:
        """Measure small, large, large, small, or the other way round, with the control between them."""
        order = (0, 1, 1, 0) if self._coin.random() < 0.5 else (1, 0, 0, 1)
        seconds = [0.0, 0.0]
        for place in order[:2]:
            seconds[place] += self._leg(place)
        rise = self._control.rise()
        for place in order[2:]:
            seconds[place] += self._leg(place)
        return Round(seconds[0] / 2, seconds[1] / 2, self._allowed, rise)

    def _leg(self, place: int) -> float:
        return a_call_s(self._subject.sample(self._sizes[place], self._calls[place]), self._clock)
