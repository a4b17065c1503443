"""
Pairs of series: the same code measured twice, and planted changes, under noise that was recorded.

A pair belongs to a project of several whose two runs are each disturbed as a whole; all but one of them, at most, are
unchanged. Beside the samples stands what a sweep would have noted of the machine. Everything random comes from the
seed's generator. `ASIDE` names the conditions that nothing was set by.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, NamedTuple, cast

import numpy as np

from growth_bench import disturbances
from growth_bench.noise import replay
from growth_bench.truth import WORK, Floats, Random, doublings, log_uniform, unit_s
from wythoff.harness.conditions import Figures
from wythoff.harness.rows import Row
from wythoff.harness.series import Points

SAMPLES: Final = 10
_SAMPLE_S: Final = 0.01  # asv repeats short calls until a sample takes as long
_ROUNDS: Final = 2
_LOOPS: Final = 2  # of calibration, before each process and after it
_LOOP_S: Final = 3e-3
_BOTH_CLOCKS: Final = 0.5  # of the runs that are read by the wall's clock have the processor's too
_RUN_SD: Final = 0.015  # where code and memory lie, another place in each process
_LAWS: Final = ("1", "log n", "sqrt n", "n", "n log n", "n^1.5", "n^2", "n^2 log n", "n^3")
# How both runs are disturbed: before, after, clock.
CONDITIONS: Final[dict[str, tuple[str, str, str]]] = {
    "idle": ("idle", "idle", "wall"),
    "quota": ("quota", "quota", "wall"),
    "one busy": ("one busy", "one busy", "wall"),
    "two busy": ("two busy", "two busy", "wall"),
    "eight busy": ("eight busy", "eight busy", "wall"),
    "idle, then two busy": ("idle", "two busy", "wall"),
    "idle, then eight busy": ("idle", "eight busy", "wall"),
    "idle, then eight busy, processor": ("idle", "eight busy", "cpu"),
    "memory": ("memory", "memory", "cpu"),
}
# These, and seeds from here on, are looked at only to judge what has been set.
ASIDE: Final = ("one busy", "memory")
ASIDE_SEEDS: Final = 1000


@dataclass(frozen=True)
class MadePair:
    """
    Sizes, samples and conditions of both runs, by which clock, and whether they are of one machine.

    `processor` has the samples by the processor's clock of a run that was read by the wall's and has both, else None.
    """

    n: Floats
    before: Floats
    after: Floats
    same_machine: bool
    clock: str
    figures: tuple[list[Figures], list[Figures]]
    processor: tuple[Floats | None, Floats | None] = (None, None)

    def points(self) -> tuple[Points, Points]:
        """Return what a sweep would have left of both runs."""
        first, second = (
            [
                _point(float(self.n[k]), samples[k], figures[k], self.clock, None if twin is None else twin[k])
                for k in range(len(self.n))
            ]
            for samples, figures, twin in zip((self.before, self.after), self.figures, self.processor, strict=True)
        )
        return first, second


def _point(n: float, samples: Floats, figures: Figures, clock: str, twin: Floats | None) -> tuple[float, Row]:
    row = Row(
        "made",
        (("n", f"{n:g}"),),
        float(np.median(samples)),
        tuple(samples.tolist()),
        "seconds",
        "time",
        None,
        "box",
        "",
        None,
        "env",
        Path("made"),
        busy=bool(figures.reasons),
        slowdown=figures.slowdown,
        clock=cast("Literal['wall', 'cpu']", clock),
        cpu=None if twin is None else float(np.median(twin)),
        cpu_samples=None if twin is None else tuple(twin.tolist()),
    )
    return n, row


def _noted(random: Random, how: str, sizes: int, wall_per_cpu: Floats | None) -> list[Figures]:
    """Draw what a sweep notes at each size: the middle calibration loop of the worse round, and maybe both clocks."""
    best = float(replay("wall", "idle", [_LOOP_S] * 12, random, 10).min())
    found = []
    for k in range(sizes):
        turns = [replay("wall", how, [_LOOP_S], random, _LOOPS) for _ in range(2 * _ROUNDS)]
        loop = max(float(np.median(turns[2 * turn : 2 * turn + 2])) for turn in range(_ROUNDS)) / best
        found.append(Figures(loop=loop, wall_per_cpu=None if wall_per_cpu is None else float(wall_per_cpu[k])))
    return found


def _scaled(law: str, n: Floats, at: float, cost: float) -> Floats:
    """Return work of a law that costs so much at one size."""
    return np.asarray(cost * WORK[law](n) / WORK[law](np.array([at]))[0], float)


def _times(factor: float) -> Callable[[str, Floats, Floats, float], Floats]:
    return lambda law, n, work, overhead: factor * work + overhead


def _becomes(law: str, factor: float = 1.0) -> Callable[[str, Floats, Floats, float], Floats]:
    def plant(own: str, n: Floats, work: Floats, overhead: float) -> Floats:
        middle = len(n) // 3
        return _scaled(law, n, float(n[middle]), factor * float(work[middle])) + overhead

    return plant


# The laws before, what is done to sizes, work and overhead, and what should be found.
Planted = tuple[tuple[str, ...], Callable[[str, Floats, Floats, float], Floats], str]
# Other laws that change, and a constant that is as large as a power: judged with --aside, or by name.
MORE_CHANGES: Final[dict[str, Planted]] = {
    "1 to n": (("1",), _becomes("n"), "class"),
    "log n to n": (("log n",), _becomes("n"), "class"),
    "sqrt n to n^1.5": (("sqrt n",), _becomes("n^1.5"), "class"),
    "n log n to n^2": (("n log n",), _becomes("n^2"), "class"),
    "n^2 log n to n^3": (("n^2 log n",), _becomes("n^3"), "class"),
    "n^2 to n": (("n^2",), _becomes("n"), "class"),
    "constant x 30": (_LAWS, _times(30.0), "constant"),
}
CHANGES: Final[dict[str, Planted]] = {
    "none": (_LAWS, _times(1.0), "none"),
    "constant x 1.2": (_LAWS, _times(1.2), "constant"),
    "constant x 2": (_LAWS, _times(2.0), "constant"),
    "overhead x 3": (("n", "n log n", "n^2"), lambda law, n, work, overhead: work + 3 * overhead, "overhead"),
    "n to n log n, x 2": (("n",), _becomes("n log n", 2.0), "class"),
    "n to n^2": (("n",), _becomes("n^2"), "class"),
    "n^2 to n^3": (("n^2",), _becomes("n^3"), "class"),
    **MORE_CHANGES,
}


# Changes of any size, named with the factor at the largest size: what is seen of them is drawn against that.
FACTORS: Final = (1.02, 1.05, 1.1, 1.2, 1.35, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0, 100.0, 1000.0)
CONSTANT, SQUARE = "constant x ", "n^2 beside n, x "


def _and_square(factor: float) -> Callable[[str, Floats, Floats, float], Floats]:
    def plant(law: str, n: Floats, work: Floats, overhead: float) -> Floats:
        return np.asarray(work * (1 + (factor - 1) * n / n[-1]) + overhead, float)

    return plant


def planted(change: str) -> Planted:
    """Return one of `CHANGES`, or one that is named `CONSTANT` or `SQUARE` with any factor."""
    if change.startswith(CONSTANT):
        return _LAWS, _times(float(change.removeprefix(CONSTANT))), "constant"
    if change.startswith(SQUARE):
        return ("n",), _and_square(float(change.removeprefix(SQUARE))), "class"
    return CHANGES[change]


class Sizes(NamedTuple):
    """How many sizes a series has, at least and at most, fewer where none may take so long; each to the one before."""

    least: int = 12
    most: int = 15
    ratio: float = 2.0


SIZES: Final = Sizes()


def made_pair(
    random: Random,
    change: str,
    condition: str,
    both_clocks: tuple[bool, bool],
    machines: bool = False,
    sizes: Sizes = SIZES,
) -> MadePair:
    """
    Draw a pair.

    Parameters
    ----------
    random : numpy.random.Generator
        For everything.
    change : str
        As `planted` knows it.
    condition : str
        One of `CONDITIONS`.
    both_clocks : (bool, bool)
        Which of the runs have the processor's time if they are read by the wall's clock.
    machines : bool
        Whether the second run is of another machine: other speed, and caches that end elsewhere.
    sizes : Sizes
        How many, and how far apart.
    """
    laws, plant, _ = planted(change)
    law = str(random.choice(laws))
    unit = unit_s(random, law)
    n = doublings(random, law, unit, int(random.integers(sizes.least, sizes.most + 1)), sizes.ratio)
    work = unit * WORK[law](n)
    overhead = 0.0 if law == "1" else float(work[-1]) / log_uniform(random, 4.0, 3000.0)
    cost, other = work + overhead, plant(law, n, work, overhead)
    if machines:
        cost = cost * disturbances.cache_rises(random, n)
        other = other * disturbances.cache_rises(random, n) * log_uniform(random, 0.4, 2.5)
    before, after, clock = CONDITIONS[condition]
    runs, figures, processors = [], [], []
    kind = "memory" if random.random() < 0.3 else "compute"
    for costs, how, has_both in ((cost, before, both_clocks[0]), (other, after, both_clocks[1])):
        own = costs * np.exp(_RUN_SD * random.standard_normal() + 0.005 * random.standard_normal(len(n)))
        twin, [aside] = copy.deepcopy(random), random.spawn(1)
        factors = replay(clock, how, np.maximum(own, _SAMPLE_S), random, SAMPLES, work=kind)
        other = replay("wall" if clock == "cpu" else "cpu", how, np.maximum(own, _SAMPLE_S), twin, SAMPLES, work=kind)
        wall, processor = (other, factors) if clock == "cpu" else (factors, other)
        both = clock == "cpu" or has_both
        figures.append(_noted(aside, how, len(n), wall.sum(axis=1) / processor.sum(axis=1) if both else None))
        runs.append(own[:, None] * factors)
        processors.append(own[:, None] * processor if has_both and clock == "wall" else None)
    return MadePair(n, runs[0], runs[1], not machines, clock, (figures[0], figures[1]), (processors[0], processors[1]))


def project(
    seed: int, change: str, condition: str, together: int, machines: bool = False, sizes: Sizes = SIZES
) -> list[MadePair]:
    """Draw so many pairs of the same two runs: the first has the change, the others have none."""
    random = np.random.default_rng((seed, sum(map(ord, change + condition)), together))
    first, second = random.random(2) < _BOTH_CLOCKS
    both = bool(first), bool(second)
    changed = made_pair(random, change, condition, both, machines, sizes)
    return [changed, *(made_pair(random, "none", condition, both, machines, sizes) for _ in range(together - 1))]
