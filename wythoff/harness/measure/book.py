"""What was measured so far: the samples of each size, and what they and their arguments have cost."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from wythoff.harness.measure.timing import Sample
from wythoff.harness.rows import Clock


@dataclass
class Book:
    """
    Samples of one series.

    Attributes
    ----------
    samples : dict of int to list of Sample
        By size, ascending; those that only found out how many calls make a sample are not kept.
    calls : dict of int to int
        Calls that a sample of each size consists of.
    making : dict of int to float
        Seconds that the arguments of a sample of each size take to make at least.
    sampled_s, made_s : float
        Seconds on the wall of all samples ever taken, and of making their arguments.
    """

    samples: dict[int, list[Sample]] = field(default_factory=dict)
    calls: dict[int, int] = field(default_factory=dict)
    making: dict[int, float] = field(default_factory=dict)
    sampled_s: float = 0.0
    made_s: float = 0.0

    def pay(self, sample: Sample) -> None:
        """Enter what a sample has cost, whether it is kept or not."""
        self.sampled_s += sample.wall_s
        self.made_s += sample.made_s
        if sample.making_s or sample.n not in self.making:
            self.making[sample.n] = min(self.making.get(sample.n) or math.inf, sample.making_s)

    def add(self, sample: Sample) -> None:
        """Enter a sample."""
        if sample.n in self.samples:
            self.samples[sample.n].append(sample)
        else:
            self.samples[sample.n] = [sample]
            self.samples = dict(sorted(self.samples.items()))

    @property
    def sizes(self) -> tuple[int, ...]:
        """All sizes, ascending."""
        return tuple(self.samples)

    @property
    def every(self) -> list[Sample]:
        """All samples."""
        return [sample for several in self.samples.values() for sample in several]

    def seconds(self, clock: Clock) -> tuple[tuple[float, ...], ...]:
        """Return the seconds a call of each sample, by size, by the thread's or the wall's clock."""
        return tuple(tuple(a_call_s(sample, clock) for sample in several) for several in self.samples.values())

    def call_s(self, n: int, clock: Clock) -> float:
        """Return the least seconds that a call of this size took."""
        return min(a_call_s(sample, clock) for sample in self.samples[n])

    def sample_s(self, n: int) -> float:
        """Return how long another sample of this size is going to take on the wall, with making its arguments."""
        last = self.samples[n][-1]
        return last.wall_s + last.made_s


def a_call_s(sample: Sample, clock: Clock) -> float:
    """Return the seconds a call of one sample."""
    return (sample.cpu_s if clock == "cpu" else sample.wall_s) / sample.calls
