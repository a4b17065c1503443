"""
Speed against a yardstick timed in the same process, so that the machine cancels out.

The yardstick for filling is NumPy's ``fill`` of the same two arrays, which no table can beat by much.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import sqrt
from statistics import median

import numpy as np

from wythoff.harness.counts.numba_backend import kernels_counted
from wythoff.strategies import STRATEGIES
from wythoff.tables import allocate, table

from .shared import NAMES, A, buffers

TURNS = 5
SECONDS = 0.02  # one turn repeats a call until it has taken this long


def ratio(subject: Callable[[], object], yardstick: Callable[[], object]) -> float:
    """Return the median time of `subject` over that of `yardstick`, taken in turns."""
    repeats = []
    for call in (subject, yardstick):
        call()
        begin = time.perf_counter()
        call()
        repeats.append(max(1, round(SECONDS / (time.perf_counter() - begin))))
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(TURNS):
        for side, call in enumerate((subject, yardstick)):
            begin = time.perf_counter()
            for _ in range(repeats[side]):
                call()
            times[side].append((time.perf_counter() - begin) / repeats[side])
    return median(times[0]) / median(times[1])


class FillRatio:
    """Time of a strategy's fill over that of ``A.fill(1); B.fill(1)``."""

    params = (
        ["algebraic", "arithmetic", "recursive-merge"],
        ["uint32", "int64"],
        [10**4, 10**5, 10**6, 10**7, 10**8],
    )
    param_names = ("strategy", "dtype", "n")
    unit = "times numpy.fill"
    version = "1"
    timeout = 300

    def track_fill_ratio(self, strategy: str, dtype: str, n: int) -> float:
        columns = allocate(n + 1, dtype)
        for column in columns:
            column.fill(0)
        return ratio(
            lambda: STRATEGIES[strategy].fill(*columns, A, 0),
            lambda: (columns[0].fill(1), columns[1].fill(1)),
        )


class CountingRatio:
    """Time of a strategy's counting build over that of its ordinary one, compiled before, rows 0..n."""

    params = (NAMES, [10**5, 10**6])
    skip_params = [("recursive-rescan", 10**6)]
    param_names = ("strategy", "n")
    unit = "times the ordinary build"
    version = "1"
    timeout = 300

    def track_counting_ratio(self, strategy: str, n: int) -> float:
        arguments = buffers(strategy, n, A)

        def counting() -> None:
            with kernels_counted():
                STRATEGIES[strategy].fill(*arguments)

        return ratio(counting, lambda: STRATEGIES[strategy].fill(*arguments))


class Ratios:
    """Speed-ups that are claimed elsewhere, each measured."""

    unit = "times faster"
    version = "1"
    timeout = 300

    def track_odometer_over_digits(self) -> float:
        """Compare counting the digits up with copying a digit vector for each number, n = 1,000,000."""
        n = 10**6
        columns = allocate(n + 1, "uint32")
        digits = STRATEGIES["arithmetic-digits"]
        scratch = digits.allocate_scratch(n, A)
        return ratio(
            lambda: digits.fill(*columns, A, 0, *scratch),
            lambda: STRATEGIES["arithmetic-odometer"].fill(*columns, A, 0),
        )

    def track_two_threads_over_one(self) -> float:
        """Compare one thread with two that share the rows, n = 10,000,000, into arrays that are there."""
        n = 10**7
        columns = allocate(n + 1, "uint32")
        return ratio(lambda: table(n, A, out=columns), lambda: table(n, A, out=columns, threads=2))

    def track_algebraic_over_one_liner(self) -> float:
        """Compare the exact table with NumPy's one-liner in doubles, allocation included, n = 10,000,000."""
        n = 10**7
        alpha = (2 - A + sqrt(A * A + 4)) / 2
        return ratio(
            lambda: (np.floor(np.arange(n + 1) * alpha), np.floor(np.arange(n + 1) * (alpha + A))),
            lambda: table(n, A),
        )
