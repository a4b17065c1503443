#!/usr/bin/env python3
"""
Measure how much slower counting builds are than the kernels that they count, and how long they take to compile.

    scripts/measure_counting.py [--only TEXT] [--of strategies|kernels]

For every strategy, and for the kernels of `counted_functions` whose call takes long enough to be timed. Both builds are
timed in turns in one process, by the processor time that it uses, so that what else the machine does strikes both and
little; compilation is timed once each.
"""

from __future__ import annotations

import argparse
import copy
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from counted_functions import KERNELS  # noqa: E402

from benchmarks.ratios import ratio  # noqa: E402
from benchmarks.shared import NAMES, A, buffers  # noqa: E402
from wythoff.harness.counts.numba_backend import build_of, kernels_counted  # noqa: E402
from wythoff.strategies import STRATEGIES  # noqa: E402

ROWS = 10**5
LEAST_S = 5e-5  # a call, below which what leads to it is timed and not the kernel
LEAST_TURNS, MOST_TURNS, TURNS_S = 5, 101, 0.4


class Slowdown(NamedTuple):
    """What was measured of one kernel: times slower, and seconds of both compilations."""

    name: str
    times: float
    plain_s: float
    counting_s: float


def of_strategies(text: str) -> Iterator[Slowdown]:
    """Measure the strategies at rows 0..100,000."""
    for name in NAMES:
        if text in name:
            arguments = buffers(name, ROWS, A)

            def fill(name: str = name, arguments: tuple[Any, ...] = tuple(arguments)) -> None:
                STRATEGIES[name].fill(*arguments)

            def counting(fill: Callable[[], None] = fill) -> None:
                with kernels_counted():
                    fill()

            yield measured(name, fill, counting)


def of_kernels(text: str) -> Iterator[Slowdown]:
    """Measure kernels of known work, at the largest size that they are counted at."""
    for kernel in KERNELS.values():
        if text in kernel.name:
            arguments = kernel.arguments(kernel.sizes[-1])
            calls = kernel.function, build_of(kernel.function).run
            compiling = [seconds(call, *copy.deepcopy(arguments)) for call in calls]
            if seconds(kernel.function, *copy.deepcopy(arguments)) >= LEAST_S:
                yield Slowdown(kernel.name, slowdown_of(*calls, arguments), *compiling)


def slowdown_of(plain: Callable[..., object], counting: Callable[..., object], arguments: tuple[Any, ...]) -> float:
    """Time both in turns, each call with a copy of the arguments, as it may change them; compare the medians."""
    times: tuple[list[float], list[float]] = ([], [])
    while len(times[0]) < LEAST_TURNS or (sum(map(sum, times)) < TURNS_S and len(times[0]) < MOST_TURNS):
        for side, call in enumerate((plain, counting)):
            times[side].append(seconds(call, *copy.deepcopy(arguments)))
    return median(times[1]) / median(times[0])


def measured(name: str, plain: Callable[[], object], counting: Callable[[], object]) -> Slowdown:
    """Time the first call of each build, which compiles, and then both in turns."""
    first = seconds(plain), seconds(counting)
    return Slowdown(name, ratio(counting, plain), *first)


def seconds(call: Callable[..., object], *arguments: Any) -> float:
    """Time one call, in seconds of processors that this process has used."""
    begin = time.process_time()
    call(*arguments)
    return time.process_time() - begin


def summary(found: list[Slowdown]) -> str:
    """Write medians and worst cases."""
    times, compiled = sorted(one.times for one in found), [one.counting_s for one in found]
    return (
        f"{len(found)} kernels: {median(times):.2f} times slower, at most {times[-1]:.2f}; compiled in "
        f"{median(one.plain_s for one in found):.1f} s, the counting build in {median(compiled):.1f} s, at most "
        f"{max(compiled):.1f} s"
    )


def main() -> None:
    """Measure, and print a line for each kernel and one for all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[1])
    parser.add_argument("--only", metavar="TEXT", default="", help="kernels whose name contains TEXT")
    parser.add_argument("--of", choices=("strategies", "kernels", "both"), default="both")
    options = parser.parse_args()
    for kind, measure in (("strategies", of_strategies), ("kernels", of_kernels)):
        found = []
        for one in measure(options.only) if options.of in (kind, "both") else ():
            found.append(one)
            compiled = f"compiled in {one.plain_s:.2f} s, counting in {one.counting_s:.2f} s"
            print(f"{one.name:28} {one.times:5.2f} times slower, {compiled}", flush=True)
        if found:
            print(f"{kind}: {summary(found)}", flush=True)


if __name__ == "__main__":
    main()
