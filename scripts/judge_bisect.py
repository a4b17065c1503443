#!/usr/bin/env python3
"""
Judge the bisection: planted changes at random places of histories, measured under recorded noise.

    scripts/judge_bisect.py [--histories N] [--seed S] [--commits K ...] [--condition NAME ...] [--change NAME ...]

A table for each condition has a line for each change: in how many per cent of N histories GOOD and BAD were told apart;
of those, how many were found at the right commit, narrowed down to commits with the right one among them, narrowed down
to others, and found at a wrong commit; and how many commits were measured, as parts of log2 N, on the mean and at most.
GOOD and BAD don't count. One line more has histories in which one commit in ten can't be measured.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from growth_bench.noise import replay
from growth_bench.pairs import ASIDE_SEEDS, SAMPLES
from growth_bench.truth import WORK, Floats, doublings, log_uniform, unit_s

from wythoff.harness.bisect.position import Scale
from wythoff.harness.bisect.search import Search, most_measured
from wythoff.harness.compare import Pair, compare_all
from wythoff.harness.pool import map_all

_SAMPLE_S: Final = 0.01
_RUN_SD: Final = 0.015
_LAWS: Final = ("log n", "sqrt n", "n", "n log n", "n^1.5", "n^2")
# The noise of each commit's run, by which clock, and the share of runs that two neighbours disturb besides.
CONDITIONS: Final = {
    "idle": ("idle", "wall", 0.0),
    "quota": ("quota", "wall", 0.0),
    "one busy": ("one busy", "wall", 0.0),
    "two busy": ("two busy", "wall", 0.0),
    "eight busy": ("eight busy", "wall", 0.0),
    "memory, processor": ("memory", "cpu", 0.0),
    "idle, one run in four two busy": ("idle", "wall", 0.25),
}
_Plant = Callable[[Floats, Floats, float], Floats]


def _square(n: Floats, work: Floats, overhead: float) -> Floats:
    middle = len(n) // 3
    return work[middle] * (n / n[middle]) ** 2 + overhead


CHANGES: Final[dict[str, tuple[tuple[str, ...], _Plant]]] = {
    "n to n^2": (("n",), _square),
    "constant x 1.2": (_LAWS, lambda n, work, overhead: 1.2 * work + overhead),
    "constant x 1.5": (_LAWS, lambda n, work, overhead: 1.5 * work + overhead),
    "constant x 2": (_LAWS, lambda n, work, overhead: 2.0 * work + overhead),
    "overhead x 3": (("n", "n log n", "n^2"), lambda n, work, overhead: work + 3 * overhead),
}


@dataclass(frozen=True)
class Task:
    """One history: its seed, what is planted, its noise, how many commits, and how many of them can't be measured."""

    seed: int
    change: str
    condition: str
    commits: int
    broken: float = 0.0


@dataclass(frozen=True)
class Verdict:
    """What came of a history: a word, and how many commits were measured."""

    word: str
    measured: int
    commits: int


class History:
    """Commits of a made project, whose first changed one is drawn, and measurements of them."""

    def __init__(self, task: Task) -> None:
        # Text has no stable hash.
        words = sum(map(ord, task.change + task.condition))
        self._random = np.random.default_rng((task.seed, words, task.commits))
        self._noise = CONDITIONS[task.condition]
        self.first = int(self._random.integers(1, task.commits + 1))
        self.broken = {place for place in range(1, task.commits) if task.broken and self._random.random() < task.broken}
        laws, plant = CHANGES[task.change]
        law = str(self._random.choice(laws))
        unit = unit_s(self._random, law)
        self.n = doublings(self._random, law, unit, int(self._random.integers(9, 15)))
        work = unit * WORK[law](self.n)
        overhead = float(work[-1]) / log_uniform(self._random, 4.0, 3000.0)
        self._costs = (work + overhead, plant(self.n, work, overhead))
        self._kind = "memory" if self._random.random() < 0.3 else "compute"

    def measure(self, place: int) -> tuple[Floats, bool]:
        """Return samples of a commit at all sizes, and whether the machine was known to be busy."""
        how, clock, disturbed = self._noise
        busy = bool(self._random.random() < disturbed)
        cost = self._costs[place >= self.first]
        scattered = 0.005 * self._random.standard_normal(len(self.n))
        own = cost * np.exp(_RUN_SD * self._random.standard_normal() + scattered)
        factors = replay(
            clock, "two busy" if busy else how, np.maximum(own, _SAMPLE_S), self._random, SAMPLES, work=self._kind
        )
        return own[:, None] * factors, busy


def judge(task: Task) -> Verdict:
    """Bisect one history."""
    history = History(task)
    n, random_clock = history.n, CONDITIONS[task.condition][1]
    good, bad = history.measure(0), history.measure(task.commits)
    sides = _pair(n, good, n, bad, random_clock)
    [change], _ = compare_all([sides])
    if change.kind in ("none", "unknown"):
        return Verdict("same", 0, task.commits)
    scale = Scale.of(sides)
    low, high = scale.window()
    chosen = (n >= low) & (n <= high)
    search = Search(task.commits, scale.error, most_measured(task.commits))
    had: dict[int, tuple[Floats, bool]] = {}
    known = search.known
    while (step := search.next(known)) is not None:
        place, _ = step
        if place in history.broken:
            search.note(place, None)
            continue
        samples, busy = history.measure(place)
        if place in had:
            samples, busy = np.concatenate([had[place][0], samples], axis=1), busy and had[place][1]
        had[place] = samples, busy
        other = samples[chosen], busy
        clock = random_clock
        pairs = (_pair(n, good, n[chosen], other, clock), _pair(n, bad, n[chosen], other, clock))
        search.note(place, scale.place(*pairs))
        known = search.known
    found = search.found(known)
    if found is not None:
        word = "right" if found == history.first else "wrong"
    else:
        word = "narrowed" if history.first in known.credible(0.95) else "astray"
    return Verdict(word, search.measured, task.commits)


def _pair(n: Floats, one: tuple[Floats, bool], m: Floats, two: tuple[Floats, bool], clock: str) -> Pair:
    busy = one[1] != two[1]
    return Pair(n.tolist(), one[0].tolist(), m.tolist(), two[0].tolist(), busy=busy, clock=clock)


def main() -> None:
    """Parse the arguments, judge, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--histories", type=int, default=60, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--commits", type=int, nargs="+", default=[10, 30, 100, 300, 1000], metavar="K")
    parser.add_argument("--condition", nargs="+", choices=list(CONDITIONS), default=list(CONDITIONS), metavar="NAME")
    parser.add_argument("--change", nargs="+", choices=list(CHANGES), default=list(CHANGES), metavar="NAME")
    parser.add_argument("--aside", action="store_true", help="seeds that nothing was set by")
    arguments = parser.parse_args()
    if min(arguments.histories, *arguments.commits) < 1:
        sys.exit("judge_bisect: --histories and --commits must be at least 1")
    for condition in arguments.condition:
        _print(condition, arguments)


def _print(condition: str, arguments: argparse.Namespace) -> None:
    titles = ("apart", "right", "narrowed", "astray", "wrong", "mean/log2", "most/log2")
    print(f"{condition:30}" + "".join(f"{title:>10}" for title in titles))
    for change in arguments.change:
        _line(change, [_task(k, change, condition, arguments) for k in range(arguments.histories)])
    change = arguments.change[-1]
    tasks = [_task(k, change, condition, arguments, 0.1) for k in range(arguments.histories)]
    _line(f"{change}, one in ten broken", tasks)
    print(flush=True)


def _task(k: int, change: str, condition: str, arguments: argparse.Namespace, broken: float = 0.0) -> Task:
    seed = arguments.seed + k + (ASIDE_SEEDS if arguments.aside else 0)
    return Task(seed, change, condition, arguments.commits[k % len(arguments.commits)], broken)


def _line(label: str, tasks: list[Task]) -> None:
    verdicts = map_all(judge, tasks, processes=len(os.sched_getaffinity(0)))
    apart = [one for one in verdicts if one.word != "same"]
    shares: list[Any] = [len(apart) / len(verdicts)]
    shares += [sum(one.word == word for one in apart) / max(1, len(apart)) for word in _WORDS]
    parts = [one.measured / math.log2(one.commits) for one in apart if one.commits > 1] or [math.nan]
    text = "".join(f"{100 * share:10.1f}" for share in shares)
    print(f"  {label:28}{text}{np.mean(parts):10.2f}{max(parts):10.2f}", flush=True)


_WORDS: Final = ("right", "narrowed", "astray", "wrong")

if __name__ == "__main__":
    main()
