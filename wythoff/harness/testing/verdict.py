"""What an assertion of growth came to, and how that is told."""

from __future__ import annotations

import math
from dataclasses import dataclass

from wythoff.harness.testing.bets import Outcome
from wythoff.harness.testing.sizes import law_ratio
from wythoff.harness.testing.trial import Trial
from wythoff.harness.units import human_seconds, size_text, three_digits

_CLOCKS = {"cpu": "of the thread's processor time", "wall": "on the wall"}


@dataclass(frozen=True)
class GrowthVerdict:
    """
    Whether something grows at most as claimed.

    Attributes
    ----------
    name : str
        What was tested.
    law : str
        The claim.
    outcome : {"agrees", "exceeds", "undecided"}
        ``"exceeds"`` only if a second trial, at larger sizes and in another process, agrees.
    first, second : Trial
        The trials; the second only if the first one was an alarm.
    where : str
        Where the second one ran.
    counted : str
        What counting says about one logarithm more; empty where that was no question.
    by_counts : bool
        Whether it is counting that says it grows too fast.
    alpha : float
        Bound on the probability of a false alarm by time.
    """

    name: str
    law: str
    outcome: Outcome
    first: Trial
    second: Trial | None
    where: str
    counted: str
    by_counts: bool
    alpha: float

    @property
    def seconds(self) -> float:
        """Seconds on the wall that the trials took."""
        return self.first.seconds + (self.second.seconds if self.second else 0.0)

    @property
    def text(self) -> str:
        """The verdict with the numbers of its picture, a line for each."""
        head = {
            "agrees": f"{self.name} grows at most by {self.law}, as far as can be seen",
            "exceeds": f"{self.name} grows faster than {self.law}",
            "undecided": f"whether {self.name} grows at most by {self.law} is undecided",
        }[self.outcome]
        lines = [head]
        if self.by_counts:
            lines.append(self.counted)
        lines += [_sizes_line(self.first, self.law), _exponent_line(self.first), _rounds_line(self.first)]
        if self.second is not None:
            lines += [f"again {self.where}: {_sizes_line(self.second, self.law)}", _rounds_line(self.second)]
        if self.outcome == "exceeds" and not self.by_counts:
            lines.append(f"a false alarm has a probability of at most {self.alpha:g}")
        if self.first.clock == "wall":
            lines.append(f"timed on the wall: {self.first.clock_cause}; others on the machine add to that")
        if self.counted and not self.by_counts:
            lines.append(self.counted)
        return "\n  ".join(lines)


def _sizes_line(trial: Trial, law: str) -> str:
    small, large = human_seconds(trial.small_s), human_seconds(trial.large_s)
    ratio = trial.large_s / trial.small_s if trial.small_s > 0 else math.nan
    risen = f", its memory takes {three_digits(trial.rise)} times as long" if trial.rise > 1.05 else ""
    return (
        f"n = {size_text(trial.small)}: {small}, n = {size_text(trial.large)}: {large} a call "
        f"{_CLOCKS[trial.clock]}, {three_digits(ratio)} times as long; {law} makes it "
        f"{three_digits(law_ratio(law, trial.small, trial.large))} times, and {three_digits(trial.allowed)} times "
        f"is allowed{risen}"
    )


def _exponent_line(trial: Trial) -> str:
    return f"exponent {trial.exponent:.2f} [{trial.exponent_low:.2f}, {trial.exponent_high:.2f}] between these sizes"


def _rounds_line(trial: Trial) -> str:
    return f"too long in {trial.longer} of {trial.rounds} rounds, {human_seconds(trial.seconds)} in all"
