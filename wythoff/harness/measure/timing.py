"""One sample: some calls in a row, timed by the clock on the wall, the thread's and the process's processor time."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import get_clock_info, perf_counter_ns, process_time_ns, thread_time_ns
from typing import Any, Final

from wythoff.harness.garbage import without_collections

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

_THREAD: Final = getattr(resource, "RUSAGE_THREAD", None)
# A sample shorter than so many ticks of the processor's clock tells the tick.
_TICKS: Final = 50
TICK_S: Final = get_clock_info("thread_time").resolution


@dataclass(frozen=True, slots=True)
class Sample:
    """
    Some calls in a row.

    Attributes
    ----------
    n, calls : int
        Size, and how many calls.
    wall_s, cpu_s, process_s : float
        Seconds of all calls together: on the wall, of the thread's processor time, and of the whole process's.
    waits : int or None
        How often the thread gave the processor away by itself, as on reading a device or sleeping; None where the
        system doesn't tell.
    made_s : float
        Seconds on the wall that its arguments took to make, which is not in the other times.
    peak_bytes : int
        The most memory that the process has held so far; 0 where the system doesn't tell.
    making_s : float
        What making the arguments again would take at least, as far as this sample tells; 0 where they were kept.
    """

    n: int
    calls: int
    wall_s: float
    cpu_s: float
    process_s: float
    waits: int | None
    made_s: float = 0.0
    peak_bytes: int = 0
    making_s: float = 0.0


def shortest_sample_s(aim_s: float) -> float:
    """Return how long a sample must be at least: as long as is aimed at, and many ticks of the processor's clock."""
    return max(aim_s, _TICKS * TICK_S)


def take(
    call: Callable[..., object], inputs: Sequence[tuple[Any, ...]], n: int, calls: int, made_s: float = 0.0
) -> Sample:
    """
    Time calls on inputs in turn.

    Parameters
    ----------
    call : callable
        What is timed.
    inputs : sequence of tuple
        Arguments, made before; used again from the first one if there are fewer than calls.
    n, calls : int
        Size, and number of calls, at least 1.
    made_s : float
        What the inputs have cost.

    Returns
    -------
    Sample
        The garbage collector doesn't run meanwhile: it would at some sizes and not at others.
    """
    turns = itertools.islice(itertools.cycle(inputs), calls)
    with without_collections():
        waits, _ = _usage()
        process = process_time_ns()
        # Reading the thread's clock calls the system, which may make a process wait that has had its turn: outside.
        cpu, wall = thread_time_ns(), perf_counter_ns()
        for arguments in turns:
            call(*arguments)
        wall = perf_counter_ns() - wall
        cpu = thread_time_ns() - cpu
        process = process_time_ns() - process
        after, peak = _usage()
    own = None if waits is None or after is None else after - waits
    return Sample(n, calls, wall / 1e9, cpu / 1e9, process / 1e9, own, made_s, peak)


def _usage() -> tuple[int | None, int]:
    """Return how often this thread has given the processor away by itself, and the most bytes held so far."""
    if _THREAD is None:
        return None, 0
    used = resource.getrusage(_THREAD)
    return used.ru_nvcsw, used.ru_maxrss * 1024
