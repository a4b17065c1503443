"""Sizes, buffers and compiled kernels that several suites use."""

from __future__ import annotations

import gc
import sys
from typing import Any

from wythoff._process.memory import total_bytes
from wythoff.strategies import STRATEGIES
from wythoff.tables import allocate, smallest_dtype, table

A = 2  # the parameter of both theses' measurements
SIZES = [10 * 2**k for k in range(27)]  # 10 .. 671,088,640
NAMES = list(STRATEGIES)

# Minutes a call, and four times that at each doubling.
RESCAN_LIMIT = 5_242_880


def out_of_reach(names: list[str], sizes: list[int]) -> list[tuple[str, int]]:
    """
    List the points that a plain ``asv run`` must not try on this machine.

    `wythoff sweep` predicts time and memory itself and stops earlier, with the reason written down.
    """
    most = 0.8 * total_bytes()
    return [
        (name, n)
        for name in names
        for n in sizes
        if (name == "recursive-rescan" and n > RESCAN_LIMIT)
        or 2 * (n + 1) * smallest_dtype(n, A).itemsize + STRATEGIES[name].scratch_bytes(n, A) > most
    ]


def warm_up() -> None:
    """
    Compile every kernel for the element types that are timed.

    An unwarmed kernel's compilation would be taken for its time and would fix asv's number of
    calls a sample at 1.
    """
    for name in NAMES:
        for dtype in ("uint32", "int64"):
            table(1000, A, strategy=name, dtype=dtype)
    table(10**13, A, start=10**13 - 10)  # the integer kernel of the algebraic strategy


_held: dict[tuple[str, int, int], tuple[Any, ...]] = {}


def buffers(name: str, n: int, a: int) -> tuple[Any, ...]:
    """
    Return columns and scratch for rows 0..n, touched, the same ones on every further call.

    A ``setup`` method would be the usual place, but with one asv_runner times single calls only,
    which says nothing about microseconds. So the first call allocates, in asv's warm-up.
    """
    key = (name, n, a)
    if key not in _held:
        _held.clear()
        gc.collect()
        arrays = [*allocate(n + 1, smallest_dtype(n, a)), *STRATEGIES[name].allocate_scratch(n, a)]
        for array in arrays:
            array.fill(0)  # or the pages would be made on the kernel's first touch
        _held[key] = (arrays[0], arrays[1], a, 0, *arrays[2:])
    return _held[key]


if sys.argv[1:2] != ["discover"]:  # asv only lists the benchmarks then, and compiling is most of its start-up
    warm_up()
