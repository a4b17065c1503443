#!/usr/bin/env python3
"""
Ask other programs how functions grow, beside this one: same functions, same machine, in turn.

    scripts/compare_peers.py [--rounds N] [--budget SECONDS]

big_O and bigocheck must be installed (pip install big_O bigocheck, in an environment of their own). In each round every
function is given to `wythoff.harness.measure`, to both of them at sizes as their own documentation has them, and to a
doubling ratio, best of three, whose logarithm is rounded. Prints how many answers are right, how many are decided and
wrong (all programs but this one decide always), and the seconds.
"""

from __future__ import annotations

import argparse
import bisect
import heapq
import math
import random
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

from wythoff.harness.measure import measure

Answer = tuple[str, bool]
_SIZES = (100, 200, 400, 800, 1600)
_BIG_O = {
    "Constant": "1", "Logarithmic": "log n", "Linear": "n", "Linearithmic": "n log n", "Quadratic": "n^2",
    "Cubic": "n^3", "Exponential": "exponential",
}  # fmt: skip


def total(values: list[float]) -> float:
    """Add up in a loop."""
    result = 0.0
    for value in values:
        result += value
    return result


def pairs(values: list[float]) -> int:
    """Compare all pairs."""
    return sum(1 for one in values for other in values if one < other)


def lookups(values: list[float]) -> int:
    """Look for each value in the list."""
    return sum(value in values for value in values)


def inserted(values: list[float]) -> list[float]:
    """Insert each value at the front."""
    result: list[float] = []
    for value in values:
        result.insert(0, value)
    return result


def halved(values: list[float]) -> int:
    """Halve the length until nothing is left."""
    rest, steps = len(values), 0
    while rest:
        rest, steps = rest // 2, steps + 1
    return steps


def first(values: list[float]) -> float:
    """Look at the first value."""
    return values[0]


def last(values: list[float]) -> float:
    """Look at the last value."""
    return values[-1]


def doubled(values: list[float]) -> int:
    """Double an index until it is beyond the end."""
    place, steps = 1, 0
    while place < len(values):
        place, steps = 2 * place, steps + 1
    return steps


def written(values: list[float]) -> str:
    """Write all values in one line."""
    return ",".join(map(str, values))


def distinct(values: list[float]) -> int:
    """Count the distinct values."""
    return len(set(values))


def heaped(values: list[float]) -> list[float]:
    """Sort by a heap."""
    heap: list[float] = []
    for value in values:
        heapq.heappush(heap, value)
    return [heapq.heappop(heap) for _ in values]


def merged(values: list[float]) -> list[float]:
    """Sort by merging halves."""
    if len(values) < 2:
        return values
    middle = len(values) // 2
    return list(heapq.merge(merged(values[:middle]), merged(values[middle:])))


def located(values: list[float]) -> int:
    """Look for each value among the sorted ones."""
    ordered = sorted(values)
    return sum(bisect.bisect(ordered, value) for value in values)


def bubbled(values: list[float]) -> list[float]:
    """Sort by swapping neighbours."""
    ordered = list(values)
    for end in range(len(ordered) - 1, 0, -1):
        for place in range(end):
            if ordered[place] > ordered[place + 1]:
                ordered[place], ordered[place + 1] = ordered[place + 1], ordered[place]
    return ordered


FUNCTIONS: tuple[tuple[Callable[[list[float]], object], str], ...] = (
    (first, "1"), (last, "1"), (halved, "log n"), (doubled, "log n"), (total, "n"), (sum, "n"), (written, "n"),
    (distinct, "n"), (sorted, "n log n"), (heaped, "n log n"), (merged, "n log n"), (located, "n log n"),
    (pairs, "n^2"), (lookups, "n^2"), (inserted, "n^2"), (bubbled, "n^2"),
)  # fmt: skip


def numbers(n: int) -> list[float]:
    """Return random input."""
    return [random.random() for _ in range(n)]


def by_this(function: Callable[..., object], budget_s: float) -> Answer:
    """Ask `measure`."""
    found = measure(function, numbers, budget_s=budget_s)
    return found.law, found.decided


def by_big_o(function: Callable[..., object], budget_s: float) -> Answer:
    """Ask big_O, at its own numbers of measures and up to its usual sizes."""
    import big_o

    best, _ = big_o.big_o(function, numbers, min_n=100, max_n=1600, n_measures=10, n_repeats=3)
    return _BIG_O.get(type(best).__name__, "n^k"), True


def by_bigocheck(function: Callable[..., object], budget_s: float) -> Answer:
    """Ask bigocheck."""
    import bigocheck

    found = bigocheck.benchmark_function(function, _SIZES, trials=3, arg_factory=lambda n: ((numbers(n),), {}))
    return found.best_label.removeprefix("O(").removesuffix(")"), True


def by_doubling(function: Callable[..., object], budget_s: float) -> Answer:
    """Take one doubling ratio, best of three."""
    best = []
    for n in _SIZES[-2:]:
        values, times = numbers(n), []
        for _ in range(3):
            start = perf_counter()
            function(values)
            times.append(perf_counter() - start)
        best.append(min(times))
    power = round(math.log2(best[1] / best[0]))
    return {0: "1", 1: "n", 2: "n^2", 3: "n^3"}.get(power, "n^k"), True


PROGRAMS: dict[str, Callable[[Callable[..., object], float], Answer]] = {
    "measure": by_this,
    "big_O": by_big_o,
    "bigocheck": by_bigocheck,
    "doubling": by_doubling,
}


def main() -> None:
    """Ask all, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[1])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--budget", type=float, default=10.0)
    options = parser.parse_args()
    sums: dict[str, list[Any]] = {name: [0, 0, 0.0] for name in PROGRAMS}
    for _ in range(options.rounds):
        for function, law in FUNCTIONS:
            for name, ask in PROGRAMS.items():
                start = perf_counter()
                found, decided = ask(function, options.budget)
                row = sums[name]
                row[0] += found == law
                row[1] += decided and found != law
                row[2] += perf_counter() - start
                print(f"{function.__name__:10} {law:8} {name:10} {found}{'' if decided else '?'}", file=sys.stderr)
    asked = options.rounds * len(FUNCTIONS)
    print("| program | right | decided and wrong | seconds |\n|---|---|---|---|")
    for name, (right, wrong, seconds) in sums.items():
        print(f"| {name} | {right} of {asked} | {wrong} | {seconds:.0f} |")


if __name__ == "__main__":
    main()
