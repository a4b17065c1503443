"""Rounds until the bets are decided or the time is up, and what they say about the exponent."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, median, stdev
from time import perf_counter, thread_time
from typing import Any, Final

from wythoff.harness.measure.subject import Called
from wythoff.harness.rows import Clock
from wythoff.harness.testing.bets import Bets, Outcome
from wythoff.harness.testing.control import Control, footprint
from wythoff.harness.testing.legs import Legs, Round
from wythoff.harness.testing.sizes import allowed_ratio, pilot

_MOST_ROUNDS: Final = 400
_PATIENCE: Final = 12.0  # on the wall, for each second of processor time


@dataclass(frozen=True)
class Trial:
    """
    What rounds at two sizes have come to.

    Attributes
    ----------
    outcome : {"agrees", "exceeds", "undecided"}
        Of the bets.
    small, large : int
        The sizes.
    small_s, large_s : float
        Median seconds a call at each.
    allowed : float
        How many times longer a call might take at the large one.
    rise : float
        By how much the control rose, in the middle.
    longer, rounds : int
        Rounds in which the large leg was too long, and all.
    exponent, exponent_low, exponent_high : float
        Of the cost between the sizes, with its 95 % interval.
    clock : {"wall", "cpu"}
        By which it was timed.
    clock_cause : str
        Why that is the wall's; else empty.
    seconds : float
        What it took on the wall.
    """

    outcome: Outcome
    small: int
    large: int
    small_s: float
    large_s: float
    allowed: float
    rise: float
    longer: int
    rounds: int
    exponent: float
    exponent_low: float
    exponent_high: float
    clock: Clock
    clock_cause: str
    seconds: float


def run_trial(
    function: Callable[..., object],
    make_args: Callable[[int], Any],
    law: str,
    *,
    sizes: tuple[int, int] | None,
    alpha: float,
    budget_s: float,
    seed: int | None = None,
) -> Trial:
    """
    Choose sizes where none are given, and carry out rounds until the test ends.

    Parameters and answer are in the words of `wythoff.harness.testing.assert_growth`.
    """
    start = perf_counter()
    subject = Called(function, make_args)
    small, large, book, clock = pilot(subject, sizes)
    allowed = allowed_ratio(law, small, large)
    chosen = random.SystemRandom().getrandbits(32) if seed is None else seed
    small_bytes, large_bytes = (footprint(_tuple(make_args(n))) for n in (small, large))
    legs = Legs(
        subject,
        small,
        large,
        allowed=allowed,
        large_call_s=book.call_s(large, clock.clock),
        clock=clock.clock,
        control=Control(small_bytes, large_bytes, chosen),
        seed=chosen,
    )
    bets = Bets(alpha)
    rounds: list[Round] = []
    outcome: Outcome | None = None
    begin = thread_time()
    while outcome is None and len(rounds) < _MOST_ROUNDS:
        # A busy machine may take many seconds for one of the processor's, and is given them.
        on_the_wall = perf_counter() - start
        patience_s = budget_s if clock.clock == "wall" else _PATIENCE * budget_s
        if rounds and (thread_time() - begin >= budget_s or on_the_wall >= patience_s):
            break
        rounds.append(legs.round())
        outcome = bets.add(rounds[-1].is_longer)
    exponent, low, high = exponent_of(rounds, small, large)
    return Trial(
        outcome=outcome or "undecided",
        small=small,
        large=large,
        small_s=median(one.small_s for one in rounds),
        large_s=median(one.large_s for one in rounds),
        allowed=allowed,
        rise=median(one.rise for one in rounds),
        longer=bets.longer,
        rounds=bets.rounds,
        exponent=exponent,
        exponent_low=low,
        exponent_high=high,
        clock=clock.clock,
        clock_cause=clock.cause,
        seconds=perf_counter() - start,
    )


def exponent_of(rounds: Sequence[Round], small: int, large: int) -> tuple[float, float, float]:
    """Return the exponent between two sizes with its 95 % interval, by Student's t over the rounds."""
    from scipy.special import stdtrit

    octaves = math.log(large / small)
    found = [math.log(one.large_s / one.small_s) / octaves for one in rounds if one.large_s > 0.0 and one.small_s > 0.0]
    if len(found) < 2:
        value = found[0] if found else math.nan
        return value, math.nan, math.nan
    middle = fmean(found)
    half = float(stdtrit(len(found) - 1, 0.975)) * stdev(found) / math.sqrt(len(found))
    return middle, middle - half, middle + half


def _tuple(arguments: Any) -> tuple[Any, ...]:
    return arguments if isinstance(arguments, tuple) else (arguments,)
