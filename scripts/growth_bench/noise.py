"""
What a machine did to timings, as recorded by scripts/record_noise.py, and series of factors drawn from it.

The recording holds the logarithm of each sample's time over the undisturbed time of the same work, for two clocks, for
work of several durations, under several conditions. `replay` puts stretches of it together for the sizes of a series.
`description` tells what is to be known about the recording; its "caveat" concerns short interleaved work.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np

RECORDING = Path(__file__).resolve().parents[2] / "tests" / "data" / "recorded_noise.npz"
SCALE = 3000.0  # an int16 then reaches from a factor of 1 / 55,000 to 55,000, in steps of 0.033 %

CLOCKS = ("wall", "cpu")
CONDITIONS = ("idle", "quota", "one busy", "two busy", "eight busy", "memory", "sixteen busy")
WORKS = ("compute", "memory")
ORDERS = ("consecutive", "interleaved")
DURATIONS_S = (3e-6, 3e-5, 3e-4, 3e-3, 3e-2, 0.15)

Array = np.ndarray[Any, Any]


def key(work: str, order: str, duration: int) -> str:
    """Return the name of an array of the recording: (conditions, clocks, repetitions, positions, samples)."""
    return f"{work}_{order}_{duration}"


def encode(factors: Array) -> Array:
    """Return factors as the recording stores them; those beyond its range become the ends of the range."""
    limit = np.iinfo(np.int16).max
    return np.clip(np.rint(SCALE * np.log(factors)), -limit, limit).astype(np.int16)


def decode(stored: Array) -> Array:
    """Return the factors that are stored."""
    return np.exp(stored / SCALE)


_used = RECORDING


def use(file: Path) -> None:
    """Take another recording of scripts/record_noise.py for everything that follows in this process."""
    global _used
    _used = file


def recording() -> dict[str, Array]:
    """Return the arrays of the recording by name."""
    return _read(_used)


@cache
def _read(file: Path) -> dict[str, Array]:
    with np.load(file, allow_pickle=False) as stored:
        return {name: stored[name] for name in stored.files}


def description() -> dict[str, Any]:
    """Return how, where and when the noise was recorded."""
    return cast("dict[str, Any]", json.loads(str(recording()["meta"])))


def replay(
    clock: str,
    condition: str,
    seconds: Sequence[float] | Array,
    rng: np.random.Generator,
    samples: int,
    *,
    work: str = "compute",
    order: str = "consecutive",
) -> Array:
    """
    Draw what a machine would have done to the timings of a series.

    Neighbouring sizes whose recordings are of the same duration get a stretch that is contiguous in time, so that a
    slow spell strikes them together; from one duration to the next the stretch is another one.

    Parameters
    ----------
    clock : str
        "wall", or "cpu" for the processor time of the thread.
    condition : str
        One of `CONDITIONS`.
    seconds : sequence of float
        Undisturbed seconds of one sample, all its calls together, at each size, the sizes ascending. Work of the
        nearest recorded duration, from 3 us to 0.15 s, stands for it.
    rng : numpy.random.Generator
        Chooses the stretches.
    samples : int
        Samples of each size, at least 1.
    work : str
        "compute", or "memory" for passes over a buffer larger than the second-level cache.
    order : str
        "consecutive": all samples of a size follow one another. "interleaved": all sizes are visited in turn, once
        for each sample.

    Returns
    -------
    numpy.ndarray of float64, shape (sizes, samples)
        Factors by which the times of the samples exceed the undisturbed ones.

    Raises
    ------
    ValueError
        If a name is none of those above, a duration is not above 0, or there are no samples.
    """
    for name, known in ((clock, CLOCKS), (condition, CONDITIONS), (work, WORKS), (order, ORDERS)):
        if name not in known:
            raise ValueError(f"{name!r} was not recorded: one of {', '.join(known)}")
    costs = np.asarray(seconds, float)
    if samples < 1 or not (costs > 0.0).all():
        raise ValueError(f"{samples} samples of {seconds} s: at least 1 sample, and durations above 0")
    nearest = np.abs(np.log(costs)[:, None] - np.log(DURATIONS_S)).argmin(axis=1)
    parts = []
    for duration, run in itertools.groupby(nearest.tolist()):
        every = recording()[key(work, order, duration)]
        if CONDITIONS.index(condition) >= len(every):
            raise ValueError(f"{condition!r} is not in this recording: add it by scripts/record_noise.py --add")
        stored = every[CONDITIONS.index(condition), CLOCKS.index(clock)]
        parts.append(_stretch(stored, len(list(run)), samples, rng))
    return decode(np.concatenate(parts)) if parts else np.empty((0, samples))


def _stretch(stored: Array, sizes: int, samples: int, rng: np.random.Generator) -> Array:
    """Return samples at neighbouring positions of one repetition, or of several where one is too short."""
    places = -(-samples // stored.shape[2])  # positions that make up a size
    fitting = stored.shape[1] // places
    if fitting == 0:
        raise ValueError(f"{samples} samples are more than were recorded: at most {stored.shape[1] * stored.shape[2]}")
    parts = []
    for done in range(0, sizes, fitting):
        count = min(fitting, sizes - done)
        start = rng.integers(stored.shape[1] - count * places + 1)
        part = stored[rng.integers(stored.shape[0]), start : start + count * places]
        parts.append(part.reshape(count, -1)[:, :samples])
    return np.concatenate(parts)
