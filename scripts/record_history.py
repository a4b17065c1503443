#!/usr/bin/env python3
"""
Record a history: 30 commits of a small project measured one after the other, with three changes at known commits.

    scripts/record_history.py FILE.npz [--commits 30] [--samples 10]

Each commit is measured in a process of its own, as asv does it: eight functions of plain Python at eleven sizes.
`dedupe` goes from n to n^2 at commit 9, `total` costs 1.5 times as much from commit 16 on, and a call of `parse` 3
times as much from commit 22 on, counted from 0; the others stay as they are. FILE gets the seconds of a call, every
sample, as float32 of shape (commits, functions, sizes, samples).
tests/data/recorded_history.npz was made by it on a machine of two virtual cores that others used meanwhile.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

SIZES = [2**k for k in range(3, 14)]
PLANTED = {"dedupe": 9, "total": 16, "parse": 22}
_SAMPLE_S = 0.002


def functions(commit: int) -> dict[str, Callable[[list[int]], object]]:
    """Return the benchmarks as they are at a commit."""

    def dedupe(values: list[int]) -> int:
        seen: list[int] | set[int] = [] if commit >= PLANTED["dedupe"] else set()
        kept = 0
        for value in values:
            if value not in seen:
                seen.append(value) if isinstance(seen, list) else seen.add(value)
                kept += 1
        return kept

    def total(values: list[int]) -> int:
        found = 0
        for value in values:
            found += value & 3
        if commit >= PLANTED["total"]:
            for value in values[: len(values) // 2]:
                found += value & 3
        return found

    def parse(values: list[int]) -> int:
        found = 0
        for _ in range(450 if commit >= PLANTED["parse"] else 150):
            found += 1
        for value in values:
            found ^= value
        return found

    return {
        "dedupe": dedupe,
        "total": total,
        "parse": parse,
        "order": sorted,
        "reverse": lambda values: values[::-1],
        "text": lambda values: ",".join(map(str, values)),
        "pairs": lambda values: dict(zip(values, values, strict=True)),
        "find": lambda values: -1 in values,
    }


def measure(commit: int, samples: int) -> list[list[list[float]]]:
    """Measure every function at every size, all of them in turn, once for each sample; seconds of a call."""
    made = [[value * 7919 % 10_007 + 10_007 * (value // 10_007) for value in range(n)] for n in SIZES]
    points = [(function, values) for function in functions(commit).values() for values in made]
    numbers = [_calls(*point) for point in points]
    rounds = [
        [_repeated(*point, number) / number for point, number in zip(points, numbers, strict=True)]
        for _ in range(samples)
    ]
    found: list[list[list[float]]] = np.array(rounds).T.reshape(-1, len(SIZES), samples).tolist()
    return found


def _calls(function: Callable[[list[int]], object], values: list[int]) -> int:
    """Count the calls that make up a sample."""
    number, seconds = 1, 0.0
    while seconds < _SAMPLE_S / 2:
        number *= 1 if not seconds else max(2, int(_SAMPLE_S / max(seconds, 1e-7)))
        seconds = _repeated(function, values, number)
    return number


def _repeated(function: Callable[[list[int]], object], values: list[int], number: int) -> float:
    start = time.perf_counter()
    for _ in range(number):
        function(values)
    return time.perf_counter() - start


def main() -> None:
    """Record, or measure the one commit that a process of its own is started for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, metavar="FILE.npz")
    parser.add_argument("--commits", type=int, default=30, metavar="N")
    parser.add_argument("--samples", type=int, default=10, metavar="N")
    parser.add_argument("--only", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.only is not None:
        json.dump(measure(arguments.only, arguments.samples), sys.stdout)
        return
    if min(arguments.commits, arguments.samples) < 1:
        sys.exit("record_history: --commits and --samples must be at least 1")
    words = [sys.executable, __file__, str(arguments.file), "--samples", str(arguments.samples), "--only"]
    found = []
    for commit in range(arguments.commits):
        found.append(json.loads(subprocess.check_output([*words, str(commit)], text=True)))
        print(f"commit {commit + 1} of {arguments.commits}", file=sys.stderr)
    with arguments.file.open("wb") as stream:
        np.savez_compressed(
            stream, seconds=np.array(found, np.float32), sizes=np.array(SIZES), names=np.array(list(functions(0)))
        )


if __name__ == "__main__":
    main()
