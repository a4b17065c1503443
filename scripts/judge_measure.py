#!/usr/bin/env python3
"""
Measure functions of known growth adaptively, and by a full ladder of doublings, and compare verdicts and seconds.

    scripts/judge_measure.py [--recorded FILE | --clocks] [--count N] [--budget SECONDS] [--seed S]

With --recorded FILE, which scripts/measure_growth.py has written (tests/data/growth_functions.json is one), nothing is
timed: calls cost what was recorded at neighbouring sizes, and the clock is theirs, so that no load changes the answer.
An analysis counts for 0.1 s. The ladder is what was recorded. Else:

Of the functions in growth_functions --count (40) are drawn by --seed, all laws alike. Each is measured with
`wythoff.harness.measure` at a budget of --budget (10) seconds, and then by the ladder of scripts/measure_growth.py:
every doubling up to calls of 0.3 s, two rounds of three samples, for at most twice that. Prints a line for each, and
sums: right when forced to guess, decided, decided and wrong, and seconds, those of the analysis included in the
adaptive ones; and how long asv would take for the ladder's sizes with its own defaults.

With --clocks there is no ladder, and what was measured is judged by each clock, with the operations that were counted
and by times only: beside busy neighbours the clocks differ.
"""

from __future__ import annotations

import argparse
import itertools
import json
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

import measure_growth
import numpy as np
from growth_functions import CLASSES, FUNCTIONS, Function

from wythoff.harness.counts.choice import count_beside
from wythoff.harness.growth import analyse
from wythoff.harness.measure import run as loop
from wythoff.harness.measure.answer import Measured
from wythoff.harness.measure.run import Run
from wythoff.harness.measure.subject import AIM_S
from wythoff.harness.measure.timing import Sample, take
from wythoff.harness.sweep.timing import Timing

loop_largest = loop.largest_n
ASV = Timing()


class Prepared:
    """A function of known growth as `wythoff.harness.measure` samples it; scratch memory is kept for each size."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.fresh = function.mutates
        self._works: dict[int, Any] = {}
        self._making_s: dict[int, float] = {}
        self._random = np.random.default_rng(1)

    def begin(self, n: int) -> float:
        """Compile."""
        call, fresh = self._prepared(n)
        start = perf_counter()
        call(*fresh())
        return perf_counter() - start

    def sample(self, n: int, calls: int) -> Sample:
        """Make inputs and time calls."""
        start = perf_counter()
        call, fresh = self._prepared(n)
        inputs = [fresh()]
        most = calls if self.fresh else min(calls, measure_growth.MOST_INPUTS)
        while len(inputs) < most and perf_counter() - start < (30 if self.fresh else 1) * AIM_S:
            inputs.append(fresh())
        made_s = perf_counter() - start
        taken = take(call, inputs, n, len(inputs) if self.fresh else calls, made_s)
        # What a size's first sample has cost, as if nothing had been kept of it.
        making_s = self._making_s.setdefault(n, made_s)
        return replace(taken, made_s=made_s, making_s=making_s)

    def count(self, n: int) -> Any:
        """Count the operations of a call."""
        call, fresh = self._prepared(n)
        return count_beside(call, *fresh())

    def _prepared(self, n: int) -> Any:
        if n not in self._works:
            self._works[n] = self.function.prepare(n, self._random)
        return self._works[n]


class Recorded:
    """A function of which a ladder was recorded: costs between its sizes are interpolated, in logarithms."""

    fresh = False

    def __init__(self, series: dict[str, Any], seed: int) -> None:
        self.n, self.samples = series["n"], series["samples"]
        self.seconds = 0.0
        self._random = np.random.default_rng(seed)

    def begin(self, n: int) -> float:
        """Cost nothing."""
        return 0.0

    def sample(self, n: int, calls: int) -> Sample:
        """Draw from the samples of both neighbouring sizes at the same quantile."""
        share = self._random.random()
        costs = [float(np.quantile(row, share)) for row in self.samples]
        call_s = float(np.exp(np.interp(np.log(n), np.log(self.n), np.log(costs))))
        seconds = call_s * calls
        self.seconds += seconds
        return Sample(n, calls, seconds, seconds, seconds, 0)

    def count(self, n: int) -> None:
        """Count nothing, as nothing runs."""


def replayed(file: Path, count: int, budget_s: float, seed: int) -> None:
    """Replay a recorded file."""
    stored = [one for one in json.loads(file.read_text())["series"] if one.get("kind") == "real"]
    rng = np.random.default_rng(seed)
    stored = [stored[place] for place in rng.permutation(len(stored))[:count]]
    sums = np.zeros((2, 5))
    for place, series in enumerate(stored):
        subject, law = Recorded(series, place), series["true_class"][2:-1]
        analyses = itertools.count()
        loop.perf_counter = lambda s=subject, a=analyses: s.seconds + 0.1 * int(repr(a)[6:-1])
        loop.growth.analyse = lambda *values, a=analyses, **more: (next(a), analyse(*values, **more))[1]
        end_at(series["n"][-1])
        run = Run(subject, series["name"], budget_s=budget_s, first_n=series["n"][0])
        while run.step():
            pass
        found, other = run.answer(), analyse(series["n"], series["samples"])
        ladder_s = sum(len(row) * max(2.5e-3, min(row)) for row in series["samples"])
        for row, analysis, spent, sampled in (
            (0, found.analysis, found.seconds, subject.seconds),
            (1, other, ladder_s, ladder_s),
        ):
            sums[row] += analysis.law == law, analysis.decided, analysis.decided and analysis.law != law, spent, sampled
        print(
            f"{series['name']:34} {law:10} {found.law:>10}{'' if found.decided else '?'} {subject.seconds:6.2f} s   "
            f"ladder {other.law:>10}{'' if other.decided else '?'} {ladder_s:6.2f} s   {found.stopped}",
            flush=True,
        )
    tell(sums, len(stored))


def measured(function: Function, budget_s: float) -> Measured:
    """Measure one function until its law is decided, or the budget is gone."""
    end_at(function.largest)
    run = Run(Prepared(function), function.name, budget_s=budget_s, first_n=function.first)
    while run.step():
        pass
    return run.answer()


def by_clock(count: int, budget_s: float, seed: int) -> None:
    """Measure, and judge by each clock."""
    sums = {name: np.zeros(3, int) for name in ("cpu", "wall", "cpu, times only", "wall, times only")}
    for function in drawn(count, seed):
        law, found, verdicts = function.law[2:-1], measured(function, budget_s), []
        for name, row in sums.items():
            times = found.cpu if name.startswith("cpu") else found.wall
            beside = None if name.endswith("only") else found.analysis.counted
            analysis = analyse(found.n, times, least_probability=loop.LEAST_PROBABILITY, counted=beside)
            row += analysis.law == law, analysis.decided, analysis.decided and analysis.law != law
            verdicts.append(f"{name} {analysis.law}{'' if analysis.decided else '?'}")
        print(f"{function.name:34} {law:10} {'; '.join(verdicts)}", flush=True)
    for name, (right, decided, wrong) in sums.items():
        print(f"{name:16} right {right}, decided {decided}, decided and wrong {wrong} of {count}")


def end_at(largest: int) -> None:
    """Let no size above this one be measured: there is none that was recorded, or that the function takes."""
    loop.largest_n = lambda *values: min(loop_largest(*values), (float(largest), "a call"))


def tell(sums: Any, count: int) -> None:
    """Print the sums."""
    for name, row in zip(("adaptive", "ladder"), sums, strict=True):
        print(
            f"{name:9} right {row[0]:.0f}, decided {row[1]:.0f}, decided and wrong {row[2]:.0f} of {count}; "
            f"{row[3]:.0f} s, {row[4]:.1f} s of it measuring",
            flush=True,
        )


def drawn(count: int, seed: int) -> list[Function]:
    """Draw functions of which any size can be asked for, the laws in turn."""
    rng = np.random.default_rng(seed)
    usable = [one for one in FUNCTIONS.values() if one.available and not one.of_powers_of_two]
    by_law = {law: rng.permutation(sorted(one.name for one in usable if one.law == law)) for law in CLASSES}
    rows = itertools.chain.from_iterable(itertools.zip_longest(*by_law.values()))
    return [FUNCTIONS[str(name)] for name in rows if name is not None][:count]


def main() -> None:
    """Measure all, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[1])
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--budget", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--recorded", type=Path, metavar="FILE")
    source.add_argument("--clocks", action="store_true")
    options = parser.parse_args()
    if options.clocks:
        by_clock(options.count, options.budget, options.seed)
        return
    if options.recorded is not None:
        replayed(options.recorded, options.count, options.budget, options.seed)
        return
    sums, asv_s = np.zeros((2, 5)), 0.0
    for function in drawn(options.count, options.seed):
        law, found = function.law[2:-1], measured(function, options.budget)
        start = perf_counter()
        ladder = measure_growth.measure(function, 2 * options.budget)
        ladder_s = perf_counter() - start
        other = analyse(ladder["n"], ladder["samples"])
        asv_s += sum(ASV.rounds * ASV.process_s(min(row)) for row in ladder["samples"])
        sampled = sum(sum(row) * calls for row, calls in zip(found.wall, found.calls, strict=True))
        for place, (analysis, seconds, sampled_s) in enumerate(
            ((found.analysis, found.seconds, sampled), (other, ladder_s, ladder_s))
        ):
            right = analysis.law == law
            sums[place] += right, analysis.decided, analysis.decided and not right, seconds, sampled_s
        print(
            f"{function.name:34} {law:10} {found.law:>10}{'' if found.decided else '?'} {found.seconds:6.1f} s   "
            f"ladder {other.law:>10}{'' if other.decided else '?'} {ladder_s:6.1f} s   {found.stopped}",
            flush=True,
        )
    tell(sums, options.count)
    print(f"asv's defaults would take {asv_s:.0f} s for the ladder's sizes")


if __name__ == "__main__":
    main()
