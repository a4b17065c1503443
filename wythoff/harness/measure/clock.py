"""
Which clock is believed of what is measured here: the thread's processor time, unless the work waits or uses threads.

A file of results leaves only the ratio of two clocks to go by (`wythoff.harness.clocks`). Who measures can ask more:
the process's processor time exceeds the thread's where other threads work, and the system counts how often the thread
gave the processor away by itself, which a thread that others have pushed aside doesn't do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from wythoff.harness.clocks import APART, NEAR
from wythoff.harness.measure.timing import Sample
from wythoff.harness.rows import Clock

_LONG_S: Final = 2e-4  # shorter samples are mostly of the clocks' own making
_OFTEN: Final = 0.5
_FEWEST: Final = 3  # fewer samples don't tell a habit


@dataclass(frozen=True)
class Believed:
    """A clock, and why; `cause` is empty for the thread's processor time, which is the rule."""

    clock: Clock
    cause: str = ""


def believed(samples: Sequence[Sample]) -> Believed:
    """
    Choose the clock for all samples of a series.

    Parameters
    ----------
    samples : sequence of Sample
        Those of the longest calls tell, the upper half of all.

    Returns
    -------
    Believed
        ``"wall"`` where in most of them other threads were at work, or the thread waited by itself and that made the
        wall's time longer; where the system doesn't count that, where the wall's time is never near the processor's.
    """
    longest = sorted(samples, key=lambda sample: sample.n)[len(samples) // 2 :]
    told = [sample for sample in longest if sample.wall_s >= _LONG_S]
    if len(told) < _FEWEST:
        return Believed("cpu")
    if _share(sample.process_s > APART * max(sample.cpu_s, _LONG_S / 2) for sample in told) > _OFTEN:
        return Believed("wall", "it uses several threads")
    if any(sample.waits is None for sample in told):
        waits = all(sample.wall_s > NEAR * sample.cpu_s for sample in told)
    else:
        waits = _share(bool(sample.waits) and sample.wall_s > APART * sample.cpu_s for sample in told) > _OFTEN
    return Believed("wall", "it waits") if waits else Believed("cpu")


def _share(flags: Iterable[bool]) -> float:
    found = list(flags)
    return sum(found) / len(found)
