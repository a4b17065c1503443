"""
Which clock a series of times is read by: the one on the wall, or the processor's.

A file may hold both for the same work. Their ratio, wall to processor, says who made the wall's time what it is:

* About 1 at every size: both tell the same, and the wall's is taken, as it is what people wait for.
* Below 1: several threads work at once, and what they cost is how long one waits for them. Wall.
* Above 1 and steady, or only rising or only falling with n: the work itself waits, for a device, a server, a timer or
  a GPU, and does so every time. The waiting is part of its cost. Wall.
* Above 1 and uneven, here near 1 and there far from it: somebody else had the processor. Work that waits can't come
  out near 1 at large sizes; a scheduler that shares a processor gives some measurements all of it. Processor.

So the processor's clock is taken only if all of this holds:

1. Both clocks are known at `FEWEST` sizes or more, and the processor's time is nowhere clearly the longer one.
2. The ratio is uneven: by `UNEVEN` off the nearest course that only rises or only falls; or else the wall's samples of
   a single size scatter by so much, and clearly more than the processor's.
3. It is the wall's times that scatter about their neighbours, and not the processor's, whose clock may be coarse.
4. Waiting is ruled out: in the smaller half of the sizes and in the larger half there is one at which the wall's
   lowest time is `NEAR` the processor's; or the machine is known to have been busy, enough to explain the ratio.

Where a benchmark says how it is to be timed, as Google Benchmark's ``/real_time``, ``/manual_time`` and ``/threads:4``
do, it is believed. A series is read by one clock, and a size without it is left out: two clocks in one curve bend it
where they meet.

What this can't tell apart is work that waits half of its time and work that had half of a processor throughout. That
stays with the wall; as long as the half is a half at every size, both clocks grow by the same law. Nor can threads be
seen on a machine so busy that they get less than one processor together; there the processor's clock tells their work.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, pstdev
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from wythoff.errors import InputError
from wythoff.harness.rows import Clock, Row
from wythoff.harness.series import Points
from wythoff.harness.units import three_digits

Wanted = Literal["auto", "wall", "cpu"]
WANTED: tuple[Wanted, ...] = ("auto", "wall", "cpu")
CLOCKS: tuple[Clock, Clock] = ("wall", "cpu")
NAMES: dict[Clock, str] = {"wall": "the wall's clock", "cpu": "the processor's clock"}

# Smoothness can't be seen in fewer sizes, and no law is decided by them.
FEWEST = 4
# Clocks that differ by less at every size tell the same; a processor's time that is longer by more means threads.
APART = 1.1
# The wall's lowest time comes as near as this where the work had a processor to itself for once.
NEAR = 1.25
# Standard deviation of a logarithm.
UNEVEN = 0.05
# One scatter counts as clearly larger than another from this factor on.
CLEARLY = 2.0
# A load of so many processes for each processor makes some wait. One that has others in it as often as the work itself
# makes the wall's time 1 + load times as long, single measurements more; a mark without a load explains up to `MOST`:
# beside eight neighbours on two processors medians of up to 24 were recorded.
BUSY_LOAD, SPARE, MOST = 1.0, 2.0, 30.0

_NO_OTHER = "the results have no other clock"
_BUSY = "the machine was busy"
_WAITS = "the work waits itself, it seems, or never had a processor alone"
_THREADS = "several threads work at once, it seems"
_COARSE = "the processor's scatters itself"
_FEW = f"fewer than {FEWEST} sizes with both clocks don't show who made it longer"


@dataclass(frozen=True)
class Choice:
    """
    The clock that a series is read by.

    Attributes
    ----------
    clock : {"wall", "cpu"}
        Which.
    cause : str
        Why, in a few words that many series share; empty where it is plainly the wall.
    why : str
        The same with the figures of this series.
    """

    clock: Clock
    cause: str = ""
    why: str = ""


_PLAIN = Choice("wall")


@dataclass(frozen=True)
class _Size:
    """What both clocks say about one size, in the same unit."""

    n: float
    wall: tuple[float, ...]
    cpu: tuple[float, ...]

    @property
    def ratio(self) -> float:
        return median(self.wall) / median(self.cpu)


def value_by(row: Row, clock: Clock) -> float | None:
    """Return a row's value by one clock; None where it has none."""
    return row.value if row.clock == clock else row.cpu if clock == "cpu" else None


def samples_by(row: Row, clock: Clock) -> tuple[float, ...] | None:
    """Return a row's single measurements by one clock; None where they were not recorded."""
    return row.samples if row.clock == clock else row.cpu_samples if clock == "cpu" else None


def without_clock(rows: Iterable[Row], wanted: Wanted) -> list[str]:
    """
    Say of each file that has times, but none by the clock that is asked for, that it is read by the other one.

    Raises
    ------
    InputError
        If no file has any.
    """
    if wanted == "auto":
        return []
    files: dict[Path, bool] = {}
    for row in rows:
        if row.kind == "time" and row.measured and not files.get(row.file):
            files[row.file] = value_by(row, wanted) is not None
    if files and not any(files.values()):
        raise InputError(f"none of the results has times by {NAMES[wanted]}: leave --clock {wanted} out")
    return [
        f"{file} has no times by {NAMES[wanted]} (--clock {wanted}), and is read by the other"
        for file, has in files.items()
        if not has
    ]


def choose(points: Points, wanted: Wanted = "auto") -> Choice | None:
    """
    Choose the clock for all of a series.

    Parameters
    ----------
    points : list of (float, Row)
        The measured points of one series with their sizes; whole rows, no outlines.
    wanted : {"auto", "wall", "cpu"}
        The clock to take if there is any time by it; ``"auto"`` for the less disturbed one.

    Returns
    -------
    Choice or None
        None for what is no time.
    """
    rows = [row for _, row in points]
    if any(row.kind != "time" for row in rows):
        return None
    sizes = {clock: len({n for n, row in points if value_by(row, clock) is not None}) for clock in CLOCKS}
    if not sizes["cpu"]:
        return Choice("wall", *_twice("the results have no processor time" if wanted == "cpu" else ""))
    if not sizes["wall"]:
        return Choice("cpu", *_twice(_NO_OTHER))
    if wanted != "auto":
        return Choice(wanted, *_twice("asked for (--clock cpu)" if wanted == "cpu" else ""))
    judged = _judge(_both(points), rows)
    if judged.cause in ("", _FEW) and sizes["cpu"] > sizes["wall"]:
        return Choice("cpu", "more sizes have it", f"{sizes['cpu']} sizes have it, and {sizes['wall']} the wall's")
    return judged


def _twice(text: str) -> tuple[str, str]:
    return text, text


def _both(points: Points) -> list[_Size]:
    """Gather the sizes that have a time above 0 by both clocks."""
    found: dict[float, tuple[list[float], list[float]]] = {}
    for n, row in points:
        for seconds, clock in zip(found.setdefault(n, ([], [])), CLOCKS, strict=True):
            times = samples_by(row, clock) or (value_by(row, clock),)
            seconds += [time for time in times if time is not None and 0 < time < math.inf]
    return [_Size(n, tuple(wall), tuple(cpu)) for n, (wall, cpu) in sorted(found.items()) if n > 0 and wall and cpu]


def _judge(sizes: Sequence[_Size], rows: Sequence[Row]) -> Choice:
    """Apply the rule of this module."""
    ratios = [size.ratio for size in sizes]
    if not ratios or 1 / APART < min(ratios) <= max(ratios) < APART:
        return _PLAIN
    told = next((row.wall_because for row in rows if row.wall_because), "")
    if told:
        return Choice("wall", told, f"{told}; {_compared(ratios)}")
    if 4 * sum(ratio < 1 / APART for ratio in ratios) >= len(ratios):
        longest = three_digits(1 / min(ratios))
        return Choice("wall", _THREADS, f"the processor's time is up to {longest} times the wall's: {_THREADS}")
    if len(sizes) < FEWEST:
        return Choice("wall", _FEW, f"{_compared(ratios)}, and {_FEW}")
    across, within = _unevenness(ratios), _scatters_within(sizes)
    if not across and not within:
        return Choice("wall", _WAITS, f"{_compared(ratios)} and even: {_WAITS}") if median(ratios) >= APART else _PLAIN
    if min(ratios) < 1 / APART or not (within or _wall_scatters(sizes)):
        return Choice("wall", _COARSE, f"{_compared(ratios)}, but {_COARSE}")
    if not (_was_alone(sizes) or _load_explains(ratios, rows)):
        return Choice("wall", _WAITS, f"{_compared(ratios)} and stays away from them: {_WAITS}")
    how = "uneven from size to size" if across else "uneven from sample to sample"
    loads = [row.load for row in rows if row.load is not None and row.load >= BUSY_LOAD]
    load = f" (load {three_digits(max(loads))} a processor)" if loads else ""
    return Choice("cpu", _BUSY, f"{_compared(ratios)} and {how}: {_BUSY}{load}")


def _compared(ratios: Sequence[float]) -> str:
    low, high = three_digits(min(ratios)), three_digits(max(ratios))
    return f"the wall's time is {low if low == high else f'{low} to {high}'} times the processor's"


def _unevenness(ratios: Sequence[float]) -> bool:
    """Tell whether a ratio goes up and down from size to size, more than any clock does."""
    from scipy.optimize import isotonic_regression  # takes as long to load as the rest of the analysis

    logs = np.log(ratios)
    courses = (isotonic_regression(logs, increasing=rising).x for rising in (True, False))
    return min(_root_mean_square(logs - course) for course in courses) >= UNEVEN


def _scatters_within(sizes: Sequence[_Size]) -> bool:
    """Tell whether samples of one size differ by the wall's clock, and by the processor's clearly less."""
    scatters = [
        (pstdev(map(math.log, size.wall)), pstdev(map(math.log, size.cpu)))
        for size in sizes
        if min(len(size.wall), len(size.cpu)) >= 3
    ]
    if 2 * len(scatters) < len(sizes):
        return False
    wall, cpu = map(median, zip(*scatters, strict=True))
    return bool(wall >= max(UNEVEN, CLEARLY * cpu))


def _wall_scatters(sizes: Sequence[_Size]) -> bool:
    """
    Tell whether the wall's times scatter about their neighbours by themselves, and the processor's clearly less.

    Both have in common what the work itself does, such as a step where the data leave a cache. With independent parts
    w and c besides, the wall scatters by s^2 + w^2, the processor by s^2 + c^2 and the ratio by w^2 + c^2.
    """
    n = np.log([size.n for size in sizes])
    wall, cpu = (np.log([median(getattr(size, clock)) for size in sizes]) for clock in ("wall", "cpu"))
    by_wall, by_cpu, by_ratio = (_scatter(n, values) ** 2 for values in (wall, cpu, wall - cpu))
    own = by_ratio + by_wall - by_cpu
    return own >= CLEARLY**2 * (by_ratio - by_wall + by_cpu)


def _scatter(n: NDArray[np.float64], values: NDArray[np.float64]) -> float:
    """Return the standard deviation of values about the line between their neighbours, if they are independent."""
    share = (n[1:-1] - n[:-2]) / (n[2:] - n[:-2])
    off = values[1:-1] - (1 - share) * values[:-2] - share * values[2:]
    return _root_mean_square(off / np.sqrt(1 + share**2 + (1 - share) ** 2))


def _root_mean_square(values: NDArray[np.float64]) -> float:
    return math.sqrt(float(np.mean(values**2)))


def _was_alone(sizes: Sequence[_Size]) -> bool:
    """Tell whether among the small sizes and among the large ones some had a processor to themselves."""
    middle = len(sizes) // 2
    return all(
        any(min(size.wall) <= NEAR * min(size.cpu) for size in part) for part in (sizes[:middle], sizes[middle:])
    )


def _load_explains(ratios: Sequence[float], rows: Sequence[Row]) -> bool:
    """Tell whether the machine is known to have been busy enough for such ratios."""
    if any(row.busy for row in rows) and max(ratios) <= MOST:
        return True
    load = max((row.load for row in rows if row.load is not None), default=0.0)
    return load >= BUSY_LOAD and median(ratios) <= 1 + load and max(ratios) <= SPARE * (1 + load)
