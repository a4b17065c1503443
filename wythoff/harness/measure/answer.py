"""What measuring comes to: samples by both clocks, the verdict on their growth, and what they have cost."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wythoff.harness.csv_output import csv_line
from wythoff.harness.growth.laws import TERMS
from wythoff.harness.rows import Clock
from wythoff.harness.units import human_seconds

if TYPE_CHECKING:
    from wythoff.harness.growth import Analysis


@dataclass(frozen=True)
class Measured:
    """
    How something grows, as measured.

    Attributes
    ----------
    name : str
        What was measured.
    n : tuple of int
        The sizes, ascending.
    cpu, wall : tuple of tuple of float
        Seconds a call of each sample, by size: of the thread's processor time, and on the wall.
    calls : tuple of int
        How many calls a sample of each size consists of.
    clock : {"wall", "cpu"}
        The clock that the analysis is of.
    clock_cause : str
        Why it is the wall's, such as "it waits"; empty for the thread's processor time.
    analysis : Analysis
        The verdict; see `wythoff.harness.growth.analyse`.
    stopped : str
        Why no more was measured, in words.
    survived : bool
        Whether it stopped because the law was decided, stayed so for a further octave, for two of n or n log n
        where no counts agree, and a call takes 4 ms or more.
    fresh : bool
        Whether every call had arguments of its own, because it changes them.
    seconds, sampled_s, made_s : float
        Seconds on the wall: of everything, of the calls timed, and of making their arguments.
    notes : tuple of str
        What else is to be known, a sentence each.
    operations : Analysis or None
        The verdict on the operations of single calls, counted; None where they weren't counted, or some are not seen.
    """

    name: str
    n: tuple[int, ...]
    cpu: tuple[tuple[float, ...], ...]
    wall: tuple[tuple[float, ...], ...]
    calls: tuple[int, ...]
    clock: Clock
    clock_cause: str
    analysis: Analysis
    stopped: str
    survived: bool
    fresh: bool
    seconds: float
    sampled_s: float
    made_s: float
    notes: tuple[str, ...] = ()
    operations: Analysis | None = None

    @property
    def law(self) -> str:
        """The best guess at the law."""
        return self.analysis.law

    @property
    def decided(self) -> bool:
        """Whether the guess is earned."""
        return self.analysis.decided

    @property
    def samples(self) -> tuple[tuple[float, ...], ...]:
        """Seconds a call of each sample by the clock that the analysis is of."""
        return self.cpu if self.clock == "cpu" else self.wall

    @property
    def largest(self) -> float:
        """The least seconds that a call took at the largest size."""
        return min(self.samples[-1])

    @property
    def coefficient(self) -> float:
        """Seconds a call at the largest size over the law's value there, log being log2; NaN for what is no law."""
        return unit_cost(self.law, self.n[-1], self.largest)

    @property
    def coefficient_text(self) -> str:
        """
        The same in words, as in "1.37 ns * n log n".

        Of n log n, log is the binary one.
        """
        if math.isnan(self.coefficient):
            return ""
        cost = human_seconds(self.coefficient)
        return cost if self.law == "1" else f"{cost} * {self.law}"

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON values; numbers that are none become null."""
        found = self.analysis
        return {
            "name": self.name,
            "law": found.law,
            "decided": found.decided,
            "candidates": list(found.candidates),
            "probability": _finite(found.probabilities.get(found.law, math.nan)),
            "exponent": [_finite(one) for one in (found.exponent, found.exponent_low, found.exponent_high)],
            "coefficient_s": _finite(self.coefficient),
            "coefficient": self.coefficient_text,
            "why": found.why,
            "next_n": found.next_n,
            "clock": self.clock,
            "clock_cause": self.clock_cause,
            "n": list(self.n),
            "cpu_s": [list(row) for row in self.cpu],
            "wall_s": [list(row) for row in self.wall],
            "calls": list(self.calls),
            "stopped": self.stopped,
            "fresh_arguments": self.fresh,
            "seconds": self.seconds,
            "sampled_s": self.sampled_s,
            "made_s": self.made_s,
            "notes": list(self.notes),
            "operations": None if self.operations is None else counts_dict(self.operations),
        }

    def to_csv(self) -> str:
        """Return a table that ``wythoff fit`` reads: a line for each sample, with both clocks."""
        return csv_of([self])

    def plot(self) -> Any:
        """Draw samples and law as a matplotlib figure, which needs the extra ``plot``."""
        from wythoff.harness.measure.figure import figure_of

        return figure_of([self])

    def __str__(self) -> str:
        """Return what ``wythoff time`` prints of it: the law and the costs in words, and a picture of characters."""
        from wythoff.harness.measure.picture import picture
        from wythoff.harness.measure.words import lines_of

        return "\n".join([*lines_of(self), *(["", picture([self])] if len(self.n) > 1 else [])])

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show it in IPython's terminal, where the samples would fill the screen."""
        printer.text(str(self))

    def _repr_html_(self) -> str:
        from wythoff.harness.measure.html import html_of

        return html_of([self])


def unit_cost(law: str, n: float, cost: float) -> float:
    """
    Return a cost over the value of a law at `n`, log being log2; NaN for what is no law, or where the law is 0.

    Examples
    --------
    >>> unit_cost("n log n", 1024, 10240.0), unit_cost("1", 7, 2.0)
    (1.0, 2.0)
    """
    if law not in TERMS:
        return math.nan
    power, logarithms = TERMS[law]
    value = n**power * math.log2(n) ** logarithms
    return cost / value if value > 0 else math.nan


def csv_of(measured: list[Measured]) -> str:
    """Return the samples of several as one table that ``wythoff fit`` reads."""
    lines = [csv_line(["benchmark", "n", "wall_time", "cpu_time"])]
    for one in measured:
        for n, walls, cpus in zip(one.n, one.wall, one.cpu, strict=True):
            times = zip(walls, cpus, strict=True)
            lines += [csv_line([one.name, n, f"{wall:.9g}", f"{cpu:.9g}"]) for wall, cpu in times]
    return "".join(lines)


def counts_dict(found: Analysis) -> dict[str, Any]:
    """Return the verdict on counted operations as JSON values."""
    return {
        "law": found.law,
        "decided": found.decided,
        "why": found.why,
        "n": list(found.n),
        "operations": list(found.values),
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
