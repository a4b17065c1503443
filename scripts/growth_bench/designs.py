"""
The designs: how people measure, and how costs bend, one function each.

A design's function draws one series whose law it is given. Everything random comes from the generator that it is
handed, so that a seed names a series.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from growth_bench import disturbances, memory
from growth_bench.disturbances import sampled
from growth_bench.noise import replay
from growth_bench.truth import (
    GROWING,
    LAWS,
    WORK,
    Floats,
    Random,
    Series,
    costs,
    doublings,
    largest_n,
    log_uniform,
    unit_s,
)

Make = Callable[[Random, str], Series]


@dataclass(frozen=True)
class Design:
    """A way of measuring: its name, what it is like, the laws that it makes sense for, and the function that draws."""

    name: str
    text: str
    laws: tuple[str, ...]
    make: Make
    plain: bool  # twelve doublings or more that show at least a factor of four above the overhead


DESIGNS: Final[dict[str, Design]] = {}


def design(laws: tuple[str, ...] = LAWS, *, plain: bool = False) -> Callable[[Make], Make]:
    """Register the function under its own name; its docstring says what the design is like."""

    def register(make: Make) -> Make:
        name = make.__name__
        text = " ".join((make.__doc__ or "").split()).rstrip(".")
        DESIGNS[name] = Design(name, text, laws, make, plain)
        return make

    return register


def _doubled(random: Random, law: str, above: tuple[float, float] = (4.0, 3000.0)) -> tuple[Floats, Floats]:
    """Return thirteen or more sizes by doubling, and true costs."""
    unit = unit_s(random, law)
    n = doublings(random, law, unit, int(random.integers(13, 16)))
    return n, costs(random, law, n, unit, above)


@design(plain=True)
def quiet(random: Random, law: str) -> Series:
    """Doublings on a quiet machine, noise 0.5 to 2 %."""
    n, cost = _doubled(random, law)
    return Series(n, sampled(random, cost, log_uniform(random, 0.005, 0.02)), law)


@design(plain=True)
def noisy(random: Random, law: str) -> Series:
    """Doublings, noise 3 to 10 %."""
    n, cost = _doubled(random, law)
    return Series(n, sampled(random, cost, log_uniform(random, 0.03, 0.1)), law)


@design(plain=True)
def medians_only(random: Random, law: str) -> Series:
    """Doublings of which only one number a size is known, off by 0.5 to 5 %."""
    n, cost = _doubled(random, law)
    return Series(
        n, cost[:, None] * np.exp(log_uniform(random, 0.005, 0.05) * random.standard_normal((len(n), 1))), law
    )


@design(plain=True)
def heavy_tails(random: Random, law: str) -> Series:
    """Doublings, three to seven samples of which one in six is delayed by a multiple of itself."""
    n, cost = _doubled(random, law)
    return Series(n, disturbances.heavy_tailed(random, cost, 0.02, int(random.integers(3, 8))), law)


@design(plain=True)
def wandering(random: Random, law: str) -> Series:
    """Doublings whose cost a unit wanders by 2 to 5 % per octave."""
    n, cost = _doubled(random, law)
    factors = disturbances.wandering(random, n, log_uniform(random, 0.02, 0.05))
    return Series(n, sampled(random, cost * factors, 0.01), law)


@design()
def by_four(random: Random, law: str) -> Series:
    """Six to eight sizes by a factor of 4, noise 0.5 to 3 %."""
    unit = unit_s(random, law)
    n = doublings(random, law, unit, int(random.integers(6, 9)), 4.0)
    return Series(n, sampled(random, costs(random, law, n, unit), log_uniform(random, 0.005, 0.03)), law)


@design()
def by_ten(random: Random, law: str) -> Series:
    """Four to six sizes by a factor of 10, noise 0.5 to 3 %."""
    n, cost = _by_ten(random, law)
    return Series(n, sampled(random, cost, log_uniform(random, 0.005, 0.03)), law)


def _by_ten(random: Random, law: str, above: tuple[float, float] = (4.0, 3000.0)) -> tuple[Floats, Floats]:
    unit = unit_s(random, law)
    count = int(random.integers(4, 7))
    last = np.floor(np.log10(largest_n(law, unit)))
    first = max(0.0, min(float(random.integers(0, 3)), last - count + 1))
    n = 10.0 ** np.arange(first, max(first + 3, min(first + count - 1, last)) + 1)
    return n, costs(random, law, n, unit, above)


@design()
def one_two_five(random: Random, law: str) -> Series:
    """Seven to ten sizes 1, 2, 5, 10, 20, 50 …, noise 0.5 to 3 %."""
    unit = unit_s(random, law)
    every = np.outer(10.0 ** np.arange(8), [1.0, 2.0, 5.0]).ravel()
    last = int(np.sum(every <= max(largest_n(law, unit), 1000.0)))
    n = every[max(0, last - int(random.integers(7, 11))) : last]
    return Series(n, sampled(random, costs(random, law, n, unit), log_uniform(random, 0.005, 0.03)), law)


@design()
def linear_steps(random: Random, law: str) -> Series:
    """Sizes 100, 200 … 1000, ten samples, noise 0.5 to 2 %."""
    n = np.arange(1.0, 11.0) * 10.0 ** random.integers(1, 4)
    return Series(
        n, sampled(random, costs(random, law, n, unit_s(random, law)), log_uniform(random, 0.005, 0.02), 10), law
    )


@design()
def linear_steps_noisy(random: Random, law: str) -> Series:
    """Sizes 100, 200 … 1000, ten samples, noise 4 to 8 %."""
    n = np.arange(1.0, 11.0) * 10.0 ** random.integers(1, 4)
    return Series(
        n, sampled(random, costs(random, law, n, unit_s(random, law)), log_uniform(random, 0.04, 0.08), 10), law
    )


@design()
def linear_steps_single(random: Random, law: str) -> Series:
    """Sizes in equal steps, one number each, off by 0.5 to 5 %."""
    n = np.arange(1.0, random.integers(7, 13)) * 100.0
    cost = costs(random, law, n, unit_s(random, law))
    return Series(
        n, cost[:, None] * np.exp(log_uniform(random, 0.005, 0.05) * random.standard_normal((len(n), 1))), law
    )


@design()
def many_sizes(random: Random, law: str) -> Series:
    """Forty sizes in equal steps, three samples, noise 1 to 5 %."""
    n = np.arange(1.0, 41.0) * float(random.choice([10, 25, 250]))
    return Series(
        n, sampled(random, costs(random, law, n, unit_s(random, law)), log_uniform(random, 0.01, 0.05), 3), law
    )


@design()
def odd_sizes(random: Random, law: str) -> Series:
    """Ten to eighteen sizes anywhere over eight octaves or more, noise 0.5 to 3 %."""
    unit = unit_s(random, law)
    last = max(largest_n(law, unit), 512.0)
    octaves = min(random.uniform(8.0, 16.0), np.log2(last))
    n = np.unique(np.round(last / 2.0 ** random.uniform(0.0, octaves, int(random.integers(10, 19)))))
    return Series(n, sampled(random, costs(random, law, n, unit), log_uniform(random, 0.005, 0.03)), law)


@design()
def few_doublings(random: Random, law: str) -> Series:
    """Five to seven doublings, noise 0.5 to 3 %."""
    unit = unit_s(random, law)
    n = doublings(random, law, unit, int(random.integers(5, 8))) * 2.0 ** random.integers(0, 4)
    return Series(n, sampled(random, costs(random, law, n, unit), log_uniform(random, 0.005, 0.03)), law)


@design()
def few_doublings_single(random: Random, law: str) -> Series:
    """Five to eight doublings, one number each, off by 0.5 to 5 %."""
    unit = unit_s(random, law)
    n = doublings(random, law, unit, int(random.integers(5, 9))) * 2.0 ** random.integers(0, 4)
    cost = costs(random, law, n, unit)
    return Series(
        n, cost[:, None] * np.exp(log_uniform(random, 0.005, 0.05) * random.standard_normal((len(n), 1))), law
    )


@design(GROWING)
def mostly_overhead(random: Random, law: str) -> Series:
    """Doublings whose work is a quarter of the overhead to four times it at the last size."""
    n, cost = _doubled(random, law, (0.25, 4.0))
    return Series(n, sampled(random, cost, log_uniform(random, 0.005, 0.02)), law)


@design(GROWING)
def hidden_by_overhead(random: Random, law: str) -> Series:
    """Doublings whose work is at the last size a tenth of the overhead or less."""
    n, cost = _doubled(random, law, (0.01, 0.1))
    return Series(n, sampled(random, cost, log_uniform(random, 0.005, 0.02)), law)


@design(GROWING)
def hidden_by_overhead_by_ten(random: Random, law: str) -> Series:
    """Sizes by a factor of 10 whose work is at the last size a tenth of the overhead or less."""
    n, cost = _by_ten(random, law, (0.01, 0.1))
    return Series(n, sampled(random, cost, log_uniform(random, 0.005, 0.03)), law)


@design(GROWING)
def overhead_by_ten(random: Random, law: str) -> Series:
    """Sizes by a factor of 10 whose work is a quarter of the overhead to four times it at the last size."""
    n, cost = _by_ten(random, law, (0.25, 4.0))
    return Series(n, sampled(random, cost, log_uniform(random, 0.005, 0.03)), law)


@design()
def special_first(random: Random, law: str) -> Series:
    """Sizes by a factor of 10 from 1 on, where size 1 is a special case that costs a tenth to a half."""
    unit = unit_s(random, law)
    count = int(np.clip(np.floor(np.log10(largest_n(law, unit))), 4, 7))
    n = 10.0 ** np.arange(count)
    cost = costs(random, law, n, unit, (1.0, 1000.0))
    cost[0] *= log_uniform(random, 0.02, 0.5)
    return Series(n, sampled(random, cost, log_uniform(random, 0.005, 0.03)), law)


@design()
def special_small(random: Random, law: str) -> Series:
    """Doublings whose first one to three sizes take another path, a tenth to three times as dear."""
    n, cost = _doubled(random, law)
    first = slice(0, int(random.integers(1, 4)))
    cost[first] *= log_uniform(random, 0.1, 3.0)
    return Series(n, sampled(random, cost, log_uniform(random, 0.005, 0.03)), law)


@design()
def cache_rises(random: Random, law: str) -> Series:
    """Doublings with rises at caches by 1.5 to 6 in all, noise 0.5 to 3 %."""
    n, cost = _doubled(random, law)
    factors = disturbances.cache_rises(random, n)
    return Series(n, sampled(random, cost * factors, log_uniform(random, 0.005, 0.03)), law)


@design()
def cache_rises_by_four(random: Random, law: str) -> Series:
    """Sizes by a factor of 4 with rises at caches by 1.5 to 6 in all."""
    unit = unit_s(random, law)
    n = doublings(random, law, unit, int(random.integers(6, 9)), 4.0)
    cost = costs(random, law, n, unit) * disturbances.cache_rises(random, n)
    return Series(n, sampled(random, cost, log_uniform(random, 0.005, 0.03)), law)


_ELEMENT_BYTES: Final = (4.0, 256.0)  # from a number to an object of Python with what it refers to
_WORK_NS: Final = (1.0, 60.0)  # beside each access: from a sum to a line of Python


def _called(random: Random, law: str, n: Floats, cost: Floats) -> Series:
    """Return samples of calls: some of costs that hardly grow do the work many times; all have a cost of their own."""
    if law in ("1", "log n"):
        cost = cost * log_uniform(random, 1.0, 1e4)
    return Series(n, sampled(random, cost + log_uniform(random, 2e-8, 3e-6), log_uniform(random, 0.005, 0.03)), law)


def _long_doublings(random: Random, law: str, unit: float) -> Floats:
    return doublings(random, law, unit, int(random.integers(13, 20)))


@design(("1", "n", "n log n", "n^1.5", "n^2"))
def random_access(random: Random, law: str) -> Series:
    """Doublings of work that reads and writes anywhere in all its data: hash tables, gathers, linked lists, graphs."""
    machine, work_ns = memory.drawn(random), log_uniform(random, *_WORK_NS)
    at_once = log_uniform(random, 1.0, 6.0)  # what does not depend on the access before doesn't wait for it
    n = _long_doublings(random, law, 1e-9 * (work_ns + machine.access_ns(np.full(1, 1e8))[0] / at_once))
    unit_ns = work_ns + machine.access_ns(n * log_uniform(random, *_ELEMENT_BYTES)) / at_once
    return _called(random, law, n, 1e-9 * unit_ns * WORK[law](n))


@design(("log n", "n log n", "n^2 log n"))
def tree_nodes(random: Random, law: str) -> Series:
    """Doublings of work that goes down trees, heaps or sorted arrays, whose upper levels stay in the caches."""
    machine, work_ns = memory.drawn(random), log_uniform(random, *_WORK_NS)
    node = log_uniform(random, *_ELEMENT_BYTES)
    n = _long_doublings(random, law, 1e-9 * (work_ns + machine.access_ns(np.full(1, 1e8))[0]))
    levels = np.arange(np.log2(n[-1]) + 1)
    # Of a tree of n the nodes down to each level are passed equally often level by level: 2^level at that one.
    level_ns = work_ns + machine.access_ns(2 * node * np.exp2(levels))
    path_ns = np.interp(np.log2(n), levels, np.cumsum(level_ns))
    return _called(random, law, n, 1e-9 * path_ns * n ** {"log n": 0, "n log n": 1, "n^2 log n": 2}[law])


@design(("n^2", "n^2 log n", "n^3"))
def matrix_columns(random: Random, law: str) -> Series:
    """Doublings of work on an n x n matrix against the order in which it lies in memory."""
    machine, work_ns = memory.drawn(random), log_uniform(random, 1.0, 20.0)
    at_once = log_uniform(random, 2.0, 6.0)
    n = doublings(random, law, 1e-9 * (work_ns + machine.access_ns(np.full(1, 1e8))[0] / at_once), 12)
    unit_ns = work_ns + machine.access_ns(n**2 * log_uniform(random, 1.0, 16.0)) / at_once
    return _called(random, law, n, 1e-9 * unit_ns * WORK[law](n))


@design()
def leap(random: Random, law: str) -> Series:
    """Doublings with one step by 1.3 to 4 between two sizes: page faults, another allocator."""
    n, cost = _doubled(random, law)
    cost[int(random.integers(2, len(n))) :] *= log_uniform(random, 1.3, 4.0)
    return Series(n, sampled(random, cost, log_uniform(random, 0.005, 0.03)), law)


@design()
def faster_method(random: Random, law: str) -> Series:
    """Doublings with one step down by 1.3 to 3: a faster path from some size on."""
    n, cost = _doubled(random, law)
    cost[int(random.integers(2, len(n) - 2)) :] /= log_uniform(random, 1.3, 3.0)
    return Series(n, sampled(random, cost, log_uniform(random, 0.005, 0.03)), law)


@design()
def slow_sizes(random: Random, law: str) -> Series:
    """Doublings of which a fifth is slower as a whole: a neighbour on a CI machine."""
    n, cost = _doubled(random, law)
    cost = cost * disturbances.slow_sizes(random, len(n))
    return Series(n, sampled(random, cost, log_uniform(random, 0.005, 0.03)), law)


@design()
def slow_sizes_few(random: Random, law: str) -> Series:
    """Six to nine sizes, of which a fifth is slower as a whole."""
    unit = unit_s(random, law)
    n = doublings(random, law, unit, int(random.integers(6, 10)), float(random.choice([2.0, 4.0])))
    cost = costs(random, law, n, unit) * disturbances.slow_sizes(random, len(n))
    return Series(n, sampled(random, cost, log_uniform(random, 0.005, 0.03)), law)


@design()
def slow_spell(random: Random, law: str) -> Series:
    """Doublings of which two to four neighbours are slower by as much."""
    n, cost = _doubled(random, law)
    cost = cost * disturbances.slow_spell(random, len(n))
    return Series(n, sampled(random, cost, log_uniform(random, 0.005, 0.03)), law)


@design()
def padded(random: Random, law: str) -> Series:
    """Sizes that are no powers of two, whose work is that of the next power."""
    unit = unit_s(random, law)
    last = max(largest_n(law, unit), 600.0)
    if random.random() < 0.5:
        n = np.unique(np.round(last / 2.0 ** random.uniform(0.0, min(10.0, np.log2(last) - 1), 12)))
    else:
        every = np.outer(10.0 ** np.arange(8), [1.0, 2.0, 5.0]).ravel()
        n = every[every <= last][-10:]
    cost = costs(random, law, 2.0 ** np.ceil(np.log2(n)), unit)
    return Series(n, sampled(random, cost, log_uniform(random, 0.005, 0.03)), law)


@design()
def stairs(random: Random, law: str) -> Series:
    """Doublings whose work grows at every third or fourth size only, by as much."""
    unit = unit_s(random, law)
    n = doublings(random, law, unit, int(random.integers(12, 16)))
    step, phase = int(random.integers(3, 5)), int(random.integers(0, 4))
    places = np.log2(n) + phase
    cost = costs(random, law, 2.0 ** (np.floor(places / step) * step), unit)
    return Series(n, sampled(random, cost, log_uniform(random, 0.005, 0.03)), law)


_BELOW: Final = {
    "n": ("sqrt n", "log n"),
    "n log n": ("n", "sqrt n"),
    "n^1.5": ("n",),
    "n^2": ("n", "n log n", "n^1.5"),
    "n^2 log n": ("n^2", "n"),
    "n^3": ("n^2", "n", "n^2 log n"),
}


@design(("n", "n^1.5", "n^2", "n^3", "n log n", "n^2 log n"))
def two_terms(random: Random, law: str) -> Series:
    """Doublings of work of two orders, the higher one a tenth to nine tenths at the last size."""
    n, cost = _two_terms(random, law, int(random.integers(10, 16)))
    return Series(n, sampled(random, cost, log_uniform(random, 0.003, 0.02)), law)


@design(("n^1.5", "n^2", "n^3"))
def two_terms_linear_steps(random: Random, law: str) -> Series:
    """Sizes in equal steps of work of two orders, the higher one a tenth to nine tenths at the last size."""
    n = np.unique(np.round(np.linspace(float(random.integers(2, 100)), float(random.integers(200, 2000)), 12)))
    _, cost = _two_terms(random, law, 0, n)
    return Series(n, sampled(random, cost, log_uniform(random, 0.003, 0.02)), law)


def _two_terms(random: Random, law: str, count: int, n: Floats | None = None) -> tuple[Floats, Floats]:
    unit = unit_s(random, law)
    n = doublings(random, law, unit, count) if n is None else n
    work = unit * WORK[law](n)
    lower = WORK[str(random.choice(_BELOW[law]))](n)
    share = random.uniform(0.1, 0.9)
    return n, work + lower * work[-1] / lower[-1] * (1 - share) / share


@design(("n", "n log n", "n^2", "n^2 log n"), plain=True)
def logarithms(random: Random, law: str) -> Series:
    """Doublings of logarithms that begin earlier or later, by blocks of 16 or with work of six levels besides."""
    unit = unit_s(random, law)
    n = doublings(random, law, unit, int(random.integers(13, 16)))
    work = WORK[law](n)
    if law.endswith("log n"):
        work = work / WORK["n log n"](n) * n * np.maximum(np.log2(n) + random.uniform(-4.0, 6.0), 1.0)
    overhead = work[-1] / log_uniform(random, 10.0, 1e5)
    return Series(n, sampled(random, unit * (work + overhead), log_uniform(random, 0.005, 0.02)), law)


@design()
def exact(random: Random, law: str) -> Series:
    """Doublings or tens without any noise, with an overhead a call."""
    if random.random() < 0.5:
        n, cost = _doubled(random, law, (4.0, 3000.0))
    else:
        n, cost = _by_ten(random, law, (4.0, 3000.0))
    return Series(n, cost[:, None], law)


@design()
def rounded(random: Random, law: str) -> Series:
    """Doublings whose times are written with two or three digits, or in steps of a clock."""
    n, cost = _doubled(random, law)
    samples = sampled(random, cost, 0.01, 3)
    if random.random() < 0.5:
        digits = int(random.integers(1, 3))
        place = 10.0 ** (np.floor(np.log10(samples)) - digits)
        return Series(n, np.round(samples / place) * place, law)
    return Series(n, disturbances.ticked(samples, float(cost[0]) / log_uniform(random, 0.5, 50.0)), law)


@design(("n", "n log n", "n^2", "n^3"))
def bank_conflicts(random: Random, law: str) -> Series:
    """Doublings at which strides fall into the same sets of a cache: dearer by 1.5 to 8 from some size."""
    n, cost = _doubled(random, law)
    start = float(np.log2(n[int(random.integers(len(n) // 2, len(n)))]))
    cost = cost * disturbances.rise(random, n, log_uniform(random, 1.5, 8.0), random.uniform(1.0, 5.0), start)
    return Series(n, sampled(random, cost, log_uniform(random, 0.005, 0.03)), law)


@design(("n", "n^2", "n^3", "n log n"))
def gains_speed(random: Random, law: str) -> Series:
    """Doublings whose inner loops reach half their speed at a size within the lower half of the range."""
    unit = unit_s(random, law)
    n = doublings(random, law, unit, int(random.integers(10, 15)))
    half = n[int(random.integers(0, len(n) // 2 + 1))]
    cost = unit * WORK[law](n) * (1 + half / n)
    return Series(n, sampled(random, cost + cost[-1] / 1e4, log_uniform(random, 0.005, 0.02)), law)


_SAMPLE_S: Final = 0.01  # asv repeats short calls until a sample takes as long


def _recorded(random: Random, law: str, condition: str, clock: str) -> Series:
    """Return doublings with ten samples, disturbed as was recorded; what takes long works on a large buffer."""
    n, cost = _doubled(random, law)
    taken = np.maximum(cost, _SAMPLE_S)
    work = "memory" if random.random() < 0.3 else "compute"
    return Series(n, cost[:, None] * replay(clock, condition, taken, random, 10, work=work), law)


@design()
def recorded_idle(random: Random, law: str) -> Series:
    """Doublings with the noise recorded on an idle machine, wall time."""
    return _recorded(random, law, "idle", "wall")


@design()
def recorded_busy(random: Random, law: str) -> Series:
    """Doublings with the noise recorded beside two busy neighbours on two cores, wall time."""
    return _recorded(random, law, str(random.choice(["one busy", "two busy"])), "wall")


@design()
def recorded_busy_processor(random: Random, law: str) -> Series:
    """Doublings with the noise recorded beside busy neighbours, processor time."""
    return _recorded(random, law, str(random.choice(["one busy", "two busy", "eight busy", "memory"])), "cpu")


@design()
def recorded_quota(random: Random, law: str) -> Series:
    """Doublings with the noise recorded under a quota of the processor, wall time."""
    return _recorded(random, law, "quota", "wall")


@design()
def recorded_crowd(random: Random, law: str) -> Series:
    """Doublings with the noise recorded beside eight busy neighbours or one that streams memory, wall time."""
    return _recorded(random, law, str(random.choice(["eight busy", "memory"])), "wall")
