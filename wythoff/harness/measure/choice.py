"""
What to measure next: the size, or the round of repetitions, with the most expected evidence a second.

Evidence is about the two leading laws. At a new size where they predict log costs that differ by g, each to within a
standard deviation s, the expected logarithm of the Bayes factor between them is g^2 / (2 s^2): the divergence of two
normal distributions [1]_. Within the data, where both laws are fitted, g is what is left of the difference between
their curves once the levels agree. Repeating sizes narrows their errors, and the gain is the difference of the same
sum after and before.

References
----------
.. [1] S. Kullback and R. A. Leibler, On information and sufficiency, Annals of Mathematical Statistics 22, 1951.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.growth import Analysis
from wythoff.harness.measure.book import Book
from wythoff.harness.measure.reach import expected_call_s, expected_making_s
from wythoff.harness.rows import Clock

Floats = NDArray[np.float64]

# A new size gets so many samples at once.
NEW_SAMPLES: Final = 3
_FACTORS: Final = (math.sqrt(2), 2.0, 4.0, 8.0)
_HALF_WIDTH: Final = 1.645  # standard deviations from the median to the end of a 90 % interval
_SHARED: Final = 0.01  # noise of a size that its repetitions share, in logarithm
_DRIFT: Final = 0.03  # of the cost per unit of work, an octave
_LEAST_SPREAD: Final = 0.003
_TOP_OCTAVES: Final = 4  # sizes between measured ones are considered among the largest only


@dataclass(frozen=True)
class Action:
    """What may be done next: measure a new size, or all sizes once more (`n` None); its evidence and cost."""

    n: int | None
    evidence: float
    seconds: float

    @property
    def rate(self) -> float:
        """Evidence a second."""
        return self.evidence / self.seconds


def actions(analysis: Analysis, book: Book, clock: Clock, largest: float, round_s: float) -> list[Action]:
    """
    List what may be done next, the best first.

    Parameters
    ----------
    analysis : Analysis
        Of what is in the book.
    book : Book
        What was measured.
    clock : {"wall", "cpu"}
        By which times are read.
    largest : float
        The largest size that can be afforded.
    round_s : float
        What measuring every size once more takes.

    Returns
    -------
    list of Action
        Never empty: a further round can always be done.
    """
    laws = _leading(analysis)
    found = [Action(None, _of_repeats(analysis, laws, book, clock), max(round_s, 1e-6))]
    for n in _new_sizes(book, largest):
        if n > book.sizes[-1]:
            evidence = _beyond(analysis, laws, n)
        else:
            evidence = _between(analysis, laws, n)
        found.append(Action(n, evidence, _seconds(book, clock, n) + round_s / 2))
    return sorted(found, key=lambda action: -action.rate)


def _leading(analysis: Analysis) -> tuple[str, str]:
    """Return the two likeliest laws that can be drawn."""
    order = sorted(analysis.probabilities, key=lambda law: -analysis.probabilities[law])
    drawn = [law for law in order if law != "none" and np.isfinite(analysis.line(law, [analysis.n[-1]])[0])]
    return (drawn[0], drawn[1]) if len(drawn) > 1 else (order[0], order[0])


def _new_sizes(book: Book, largest: float) -> list[int]:
    sizes = book.sizes
    beyond = [round(sizes[-1] * factor) for factor in _FACTORS]
    middle = [
        round(math.sqrt(small * large))
        for small, large in itertools.pairwise(sizes)
        if large > 1.7 * small and small * 2**_TOP_OCTAVES >= sizes[-1]
    ]
    return [n for n in dict.fromkeys(middle + beyond) if n <= largest and n not in book.samples]


def _beyond(analysis: Analysis, laws: tuple[str, str], n: int) -> float:
    medians, variances = [], []
    for law in laws:
        median, low, high = (float(values[0]) for values in analysis.curve(law, [n]))
        if not (median > 0.0 and 0.0 < low < math.inf and math.isfinite(high)):
            return 0.0
        medians.append(math.log(median))
        variances.append((math.log(high / low) / 2 / _HALF_WIDTH) ** 2)
    gap = medians[0] - medians[1]
    return gap * gap / (2 * max(sum(variances) / 2, _SHARED**2))


def _between(analysis: Analysis, laws: tuple[str, str], n: int) -> float:
    gap = _gaps(analysis, laws, [*analysis.n, n])[-1]
    return gap * gap / (2 * (_SHARED**2 + _DRIFT**2))


def _of_repeats(analysis: Analysis, laws: tuple[str, str], book: Book, clock: Clock) -> float:
    gaps = dict(zip(analysis.n, _gaps(analysis, laws, list(analysis.n)), strict=True))
    gain = 0.0
    for n, seconds in zip(book.sizes, book.seconds(clock), strict=True):
        gap, count = gaps.get(float(n), 0.0), len(seconds)
        spread = max(_spread(seconds), _LEAST_SPREAD) ** 2
        before, after = (_SHARED**2 + _DRIFT**2 + spread / many for many in (count, count + 1))
        gain += gap * gap / 2 * (1 / after - 1 / before)
    return gain


def _gaps(analysis: Analysis, laws: tuple[str, str], sizes: list[float]) -> list[float]:
    """Return by how much the logarithms of two laws' curves differ at sizes, where their levels agree on the whole."""
    first, second = (np.log(np.maximum(analysis.line(law, sizes), 1e-300)) for law in laws)
    difference = first - second
    return [float(gap) for gap in difference - difference.mean()]


def _spread(seconds: tuple[float, ...]) -> float:
    """Return the spread of the lower half of samples, in logarithm; of few samples a moderate one is taken."""
    if len(seconds) < 3 or min(seconds) <= 0.0:
        return 0.05
    ordered = sorted(seconds)
    return math.log(ordered[len(ordered) // 2] / ordered[0])


def _seconds(book: Book, clock: Clock, n: int) -> float:
    if n > book.sizes[-1]:
        sample_s = max(expected_call_s(book, clock, n), 1e-3) + expected_making_s(book, n)
    else:
        sample_s = book.sample_s(next(size for size in book.sizes if size > n))
    return NEW_SAMPLES * sample_s
