#!/usr/bin/env python3
"""
Judge the analysis of counts by functions whose work is known: how many laws are right, and how many are decided.

Prints one line for each function that is wrong or undecided, and a summary. ``--only NAME`` for some of them, ``--of
second`` to ``sixth`` for those that the method had not seen when it was made.
"""

from __future__ import annotations

import argparse
import sys
import time

from counted_functions import FIFTH, FIRST, FOURTH, KERNELS, PURE, SECOND, SIXTH, THIRD, Known

from wythoff.harness.counts import count_growth


def main() -> int:
    """Count all functions, and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--only", metavar="TEXT", default="", help="functions whose name contains TEXT")
    parser.add_argument("--kind", choices=("kernels", "pure", "both"), default="both")
    parser.add_argument("--of", choices=("first", "second", "third", "fourth", "fifth", "sixth", "all"), default="all")
    options = parser.parse_args()
    groups = {
        "first": FIRST,
        "second": SECOND,
        "third": THIRD,
        "fourth": FOURTH,
        "fifth": FIFTH,
        "sixth": SIXTH,
        "all": (*FIRST, *SECOND, *THIRD, *FOURTH, *FIFTH, *SIXTH),
    }
    modules = {module.__name__ for module in groups[options.of]}
    failed = False
    for kind, functions in (("kernels", KERNELS), ("pure", PURE)):
        if options.kind in (kind, "both"):
            chosen = [one for name, one in functions.items() if options.only in name and one.module in modules]
            failed |= judge(kind, chosen)
    return int(failed)


def judge(kind: str, functions: list[Known]) -> bool:
    """Print the verdicts on functions of one kind; say whether one was decided and wrong."""
    begin, right, decided, wrong = time.perf_counter(), 0, 0, 0
    for one in functions:
        found = count_growth(one.function, one.arguments, one.sizes)
        right += found.law == one.law
        decided += found.decided
        wrong += found.decided and found.law != one.law
        if found.law != one.law or not found.decided:
            print(
                f"{kind} {one.name}: {one.law}, found {found.law}{'' if found.decided else ' undecided'}: {found.why}"
            )
    seconds = time.perf_counter() - begin
    print(f"{kind}: {len(functions)}, right {right}, decided {decided}, decided and wrong {wrong}, {seconds:.0f} s")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
