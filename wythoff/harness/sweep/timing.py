"""How asv runs one benchmark, and so how long a process of it takes for a given time per call."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

_DEFAULT_WARMUP_S = 0.1
# Long calls tell as much by one sample as by several: with one second a point the laws of this project's reference
# results are decided as with all of it, in less than a third of the time.
_ENOUGH_S: Final = 1.0
# A benchmark may take fewer samples than asv would by itself, but of three numbers asv's list of benchmarks tells none.
_ENOUGH_SAMPLES: Final = 5


@dataclass(frozen=True)
class Timing:
    """
    The attributes of a benchmark that decide how often it is called; times in seconds. The defaults are asv's.

    Attributes
    ----------
    timed : bool
        Whether the result is a time per call. Other benchmarks run their function once.
    rounds : int
        How many processes measure each point.
    timeout_s : float
        When asv kills a process.
    number : int
        Calls in one sample; 0 lets asv choose as many as fill `sample_time_s`.
    sample_time_s, warmup_s, sampling_s : float
        Least length of a sample, of the warm-up, and the time after which no more samples are begun.
    least_samples, most_samples : int
        How many samples a process takes.
    enough_s : float
        Seconds of samples after which a point has enough: its process begins no other one, and no round follows.
    """

    timed: bool = True
    rounds: int = 2
    timeout_s: float = 60.0
    number: int = 0
    sample_time_s: float = 0.01
    warmup_s: float = _DEFAULT_WARMUP_S
    least_samples: int = 1
    most_samples: int = 5
    sampling_s: float = 10.0
    enough_s: float = math.inf

    @classmethod
    def from_asv(cls, described: Mapping[str, Any], default_timeout_s: float, rounds: int | None = None) -> Timing:
        """
        Read the attributes from the benchmark's entry in ``benchmarks.json``.

        Parameters
        ----------
        described : mapping
            The entry.
        default_timeout_s : float
            What asv uses where the benchmark sets no timeout.
        rounds : int or None
            Overrides the benchmark's own rounds, as ``asv run -a rounds=...`` does.
        """
        timeout_s = _number(described.get("timeout"), default_timeout_s)
        if rounds is None:
            rounds = max(1, int(_number(described.get("rounds"), 1)))
        if described.get("type") != "time":
            return cls(timed=False, rounds=rounds, timeout_s=timeout_s)
        repeat = described.get("repeat")
        if isinstance(repeat, list) and len(repeat) == 3:
            least, most, sampling_s = int(repeat[0]), int(repeat[1]), float(repeat[2])
        elif isinstance(repeat, int) and repeat > 0:
            least, most, sampling_s = repeat, repeat, timeout_s
        else:
            least, most, sampling_s = (1, 5, 10.0) if rounds > 1 else (1, 10, 20.0)
        warmup_s = _number(described.get("warmup_time"), -1)
        return cls(
            rounds=rounds,
            timeout_s=timeout_s,
            number=int(_number(described.get("number"), 0)),
            sample_time_s=_number(described.get("sample_time"), 0.01),
            warmup_s=warmup_s if warmup_s >= 0 else _DEFAULT_WARMUP_S,
            least_samples=least,
            most_samples=most,
            sampling_s=sampling_s,
        )

    def process_s(self, call_s: float) -> float:
        """Predict what one process spends calling a function that takes `call_s`, going about it as asv_runner does."""
        if not self.timed:
            return call_s
        sample = call_s * self.number if self.number > 0 else max(call_s, self.sample_time_s)
        warm = max(self.warmup_s, sample)
        # Samples are begun until the time is over, so the last one may end after it.
        wanted = math.ceil((self.warmup_s + self.sampling_s - warm) / sample) if sample > 0 else self.most_samples
        return warm + sample * min(self.most_samples, max(self.least_samples, 1, wanted))

    def thrifty(self) -> Timing:
        """Return what a sweep does that measures no more than a law needs; a fixed number of samples stays."""
        is_fixed = self.least_samples == self.most_samples
        if is_fixed or not self.timed:
            return self
        most, sampling_s = min(self.most_samples, _ENOUGH_SAMPLES), min(self.sampling_s, _ENOUGH_S)
        return replace(self, most_samples=most, sampling_s=sampling_s, enough_s=_ENOUGH_S)

    @property
    def is_thrifty(self) -> bool:
        """Whether `enough_s` ends anything."""
        return math.isfinite(self.enough_s)

    def is_enough(self, call_s: float) -> bool:
        """Tell whether one round of calls of `call_s` is all that a point gets."""
        return self.most_samples * call_s >= self.enough_s

    def repeat(self) -> tuple[int, int, float] | None:
        """Return the value of asv's attribute ``repeat`` where it isn't to be the benchmark's own."""
        return (self.least_samples, self.most_samples, self.sampling_s) if self.is_thrifty else None


def _number(value: object, otherwise: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return otherwise
    return float(value)
