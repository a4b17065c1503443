#!/usr/bin/env python3
"""
How often assertions of growth raise a false alarm and what they catch, on noise that was recorded.

    scripts/judge_assertions.py [--runs N] [--power]

The sequential test of `wythoff.harness.testing` is run on legs whose lengths are what their law says times factors that
scripts/record_noise.py has recorded, in contiguous stretches, of the thread's processor time. A run is a whole
assertion: a trial, and a second one if the first is an alarm. For each condition and law prints the outcomes of --runs
assertions (10,000) against a function's own law and against one power less. --power prints how often growth by a power
more than the claim, from 0 to 1, is caught; a quarter is what is allowed.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

import numpy as np
from growth_bench import noise

from wythoff.harness.testing.bets import Bets
from wythoff.harness.testing.sizes import allowed_ratio, law_ratio

ALPHA = 1e-3  # of each of the two trials of an assertion, whose bound is the product
SMALL, LARGE = 1000, 16_000
LEGS, MOST_ROUNDS = 4, 400
DURATION = 3  # the place of 3 ms among the recorded ones
LAWS = ("n", "n log n", "n^2")


def factors(condition: str, work: str, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """Yield the disturbances of the legs of each round, in the order of time; another stretch when one is used up."""
    name = noise.key(work, "consecutive", DURATION)
    stored = noise.recording()[name][noise.CONDITIONS.index(condition), noise.CLOCKS.index("cpu")]
    spells = noise.decode(stored.reshape(stored.shape[0], -1))
    while True:
        spell = spells[rng.integers(len(spells))]
        start = rng.integers(len(spell) - LEGS + 1)
        for place in range(start, len(spell) - LEGS + 1, LEGS):
            yield spell[place : place + LEGS]


def trial(ratio: float, allowed: float, legs: Iterator[np.ndarray], rng: np.random.Generator) -> tuple[str, int]:
    """Carry out a trial of a function that takes `ratio` times longer at the large size; outcome and rounds."""
    bets = Bets(ALPHA)
    while bets.rounds < MOST_ROUNDS:
        first, second, third, fourth = next(legs)
        outer, inner = first + fourth, second + third
        small, large = (outer, inner) if rng.random() < 0.5 else (inner, outer)
        if (outcome := bets.add(bool(large * ratio > small * allowed))) is not None:
            return outcome, bets.rounds
    return "undecided", bets.rounds


def assertion(ratio: float, allowed: float, legs: Iterator[np.ndarray], rng: np.random.Generator) -> tuple[str, int]:
    """Carry out a whole assertion; outcome and rounds of the first trial."""
    outcome, rounds = trial(ratio, allowed, legs, rng)
    if outcome == "exceeds" and trial(ratio, allowed, legs, rng)[0] != "exceeds":
        return "undecided", rounds
    return outcome, rounds


def many(runs: int, condition: str, ratio: Callable[[str], float], law: str, seed: int) -> tuple[dict[str, int], float]:
    """Count the outcomes of many assertions, half of them on work in registers and half on work in memory."""
    counts = {"exceeds": 0, "agrees": 0, "undecided": 0}
    rounds = []
    allowed = allowed_ratio(law, SMALL, LARGE)
    for work in noise.WORKS:
        rng = np.random.default_rng([seed, noise.WORKS.index(work)])
        legs = factors(condition, work, rng)
        for _ in range(runs // 2):
            outcome, used = assertion(ratio(law), allowed, legs, rng)
            counts[outcome] += 1
            rounds.append(used)
    return counts, float(np.quantile(rounds, 0.99))


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[1])
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--power", action="store_true")
    options = parser.parse_args()
    if options.power:
        print(f"{'power more':12}" + "".join(f"{condition:>14}" for condition in noise.CONDITIONS))
        for more in (0.0, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.75, 1.0):
            cells = []
            for condition in noise.CONDITIONS:
                steeper = lambda law, more=more: law_ratio(law, SMALL, LARGE) * (LARGE / SMALL) ** more  # noqa: E731
                counts, _ = many(options.runs, condition, steeper, "n", 1)
                cells.append(f"{100 * counts['exceeds'] / (options.runs // 2 * 2):>14.2f}")
            print(f"{more:<12g}" + "".join(cells), flush=True)
        return
    head = f"{'condition':12} {'law':8} {'false alarms':>13} {'undecided':>10}"
    print(f"{head} {'rounds, 99 %':>13} {'power more caught':>18}")
    for condition in noise.CONDITIONS:
        for law in LAWS:
            own, rounds = many(options.runs, condition, lambda law: law_ratio(law, SMALL, LARGE), law, 2)
            more, _ = many(
                options.runs // 10, condition, lambda law: law_ratio(law, SMALL, LARGE) * LARGE / SMALL, law, 3
            )
            caught = 100 * more["exceeds"] / (options.runs // 20 * 2)
            print(
                f"{condition:12} {law:8} {own['exceeds']:>13} {own['undecided']:>10} {rounds:>13.0f} {caught:>17.2f}%",
                flush=True,
            )


if __name__ == "__main__":
    main()
