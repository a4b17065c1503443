#!/usr/bin/env python3
"""
Ask how twenty kernels grow by counts of several programs: how many verdicts are right, and what one costs in seconds.

    scripts/compare_counting.py [--only TEXT] [--codspeed PYTHON] [--keep FILE]

Counted are statements by `wythoff.harness.counts`, and instructions by Callgrind and by pytest-codspeed in simulation,
which runs on it. The latter two name no law. Their counts are judged twice: by this project's analysis, and by the
power between the last two sizes, rounded, as counts are read by eye. Four kernels share one process each, whose start
is divided among them.

Peers take minutes for each process. What one has counted is kept in FILE, and not asked for again: a run that ended
early is resumed by the same command. Interrupted, it prints the table of what was counted so far.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from counted_functions import KERNELS, Known

from wythoff.errors import InputError
from wythoff.harness.counts import callgrind, count_growth
from wythoff.harness.growth.counted import analyse_counts

# Worst and average cases of every law that both laws of a pair have, chosen before anything was counted.
NAMES = (
    "hundred_samples", "search_missing", "digits", "bits_by_bits", "divisors_in_pairs", "counting_sort", "collatz",
    "linear_sieve", "prime_factors", "totients", "digit_sums", "coprime_to", "pratt_sort", "bits_of_multiples",
    "divisors_of_all", "selection_sort", "edit_distance", "coprime_pairs", "matrix_chain", "subset_sums",
)  # fmt: skip
SCRIPTS = Path(__file__).resolve().parent
_AT_ONCE = 4  # kernels in one process
_POWERS = {0: "1", 1: "n", 2: "n^2", 3: "n^3"}
Answer = tuple[str, bool]
Counted = dict[str, list[int]]


class Row(NamedTuple):
    """What came out for one way of asking."""

    way: str
    answers: dict[str, Answer]
    seconds: float


def by_analysis(n: Sequence[int], counts: Sequence[int]) -> Answer:
    """Ask this project's analysis."""
    found = analyse_counts(n, counts)
    return found.law, found.decided


def by_doubling(n: Sequence[int], counts: Sequence[int]) -> Answer:
    """Round the power between the last two sizes, which is never in doubt."""
    power = math.log(counts[-1] / max(counts[-2], 1)) / math.log(n[-1] / n[-2])
    return _POWERS.get(round(power), "n^k"), True


def by_build(kernels: Sequence[Known]) -> Row:
    """Ask `count_growth`, which compiles counting builds."""
    begin = time.perf_counter()
    found = {one.name: count_growth(one.function, one.arguments, one.sizes) for one in kernels}
    answers = {name: (analysis.law, analysis.decided) for name, analysis in found.items()}
    return Row("counting build, its analysis", answers, time.perf_counter() - begin)


def by_callgrind(kernels: Sequence[Known]) -> Counted:
    """Count instructions by this project's use of Callgrind."""
    calls = [(one.function, one.arguments(n)) for one in kernels for n in one.sizes]
    counts = iter(callgrind.count_instructions(calls))
    return {one.name: [next(counts) for _ in one.sizes] for one in kernels}


def by_codspeed(kernels: Sequence[Known], python: str) -> Counted:
    """Have pytest-codspeed count in simulation, as its runner starts it; Callgrind writes each count with its test."""
    with tempfile.TemporaryDirectory(prefix="compare-counting-") as folder:
        test = Path(folder, "test_kernels.py")
        test.write_text(_TEST.format(folders=[str(SCRIPTS), str(SCRIPTS.parent)], names=[one.name for one in kernels]))
        valgrind = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={folder}/out"]
        pytest = ["-m", "pytest", "--codspeed", "-q", "-p", "no:cacheprovider", "-c", os.devnull, str(test)]
        environment = {**os.environ, "CODSPEED_ENV": "1", "NUMBA_CPU_NAME": "x86-64-v3", "NUMBA_CPU_FEATURES": ""}
        done = subprocess.run(
            [*valgrind, python, *pytest], check=False, env=environment, capture_output=True, text=True
        )
        if done.returncode:
            last = (done.stdout + done.stderr).strip().splitlines()[-1:]
            raise InputError(f"pytest-codspeed failed under Valgrind: {''.join(last)}")
        return counts_of([file.read_text(errors="replace") for file in Path(folder).glob("out.*")], kernels)


def counts_of(texts: Sequence[str], kernels: Sequence[Known]) -> Counted:
    """Read from what Callgrind wrote the instructions of each test, which its name's kernel and size stand for."""
    found = {(name, int(n)): int(total) for text in texts for name, n, total in _WRITTEN.findall(text)}
    missing = [f"{one.name}-{n}" for one in kernels for n in one.sizes if (one.name, n) not in found]
    if missing:
        raise InputError(f"pytest-codspeed wrote no count for {missing[0]}, and {len(missing) - 1} others")
    return {one.name: [found[one.name, n] for n in one.sizes] for one in kernels}


_WRITTEN = re.compile(r"Client Request: \S*\[(\w+)-(\d+)\].*?^totals: (\d+)", re.DOTALL | re.MULTILINE)
_TEST = """
import sys

sys.path[:0] = {folders}
import pytest
from counted_functions import KERNELS


@pytest.mark.parametrize(("name", "n"), [(name, n) for name in {names} for n in KERNELS[name].sizes])
def test_kernel(benchmark, name, n):
    kernel = KERNELS[name]
    kernel.function(*kernel.arguments(n))
    benchmark(kernel.function, *kernel.arguments(n))
"""


def missing_peers(codspeed: str | None) -> dict[str, str]:
    """Say in one sentence each which peers can't be asked."""
    found = {}
    if shutil.which("valgrind") is None:
        sentence = "left out: there is no command valgrind; install it (apt install valgrind)"
        return {"callgrind": sentence, "pytest-codspeed": sentence}
    command = [codspeed or sys.executable, "-c", "import numba, pytest_codspeed"]
    try:
        has_it = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        has_it = False
    if not has_it:
        found["pytest-codspeed"] = (
            f"left out: {command[0]} has no pytest-codspeed beside Numba; name an interpreter that has by --codspeed"
        )
    return found


class Kept:
    """
    What peers have counted, a line of JSON for each kernel, in a file or in memory only.

    Parameters
    ----------
    file : path, optional
        Made where it is missing. A last line that was cut off is taken off.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._known: dict[tuple[str, str], tuple[list[int], float]] = {}
        if file is not None and file.exists():
            whole, _, cut = file.read_text().rpartition("\n")
            if cut:
                file.write_text(whole + "\n" * bool(whole))
            for one in map(json.loads, whole.splitlines()):
                self._known[one["way"], one["kernel"]] = one["counts"], one["seconds"]

    def missing(self, way: str, kernels: Sequence[Known]) -> list[Known]:
        """Return the kernels that a peer has not counted, or not at the sizes that they have now."""
        return [one for one in kernels if len(self._known.get((way, one.name), ([], 0.0))[0]) != len(one.sizes)]

    def add(self, way: str, counts: Counted, seconds: float) -> None:
        """Keep what a peer has counted of some kernels, in so many seconds together."""
        for name, found in counts.items():
            self._known[way, name] = found, seconds / len(counts)
            if self._file is not None:
                line = {"way": way, "kernel": name, "counts": found, "seconds": seconds / len(counts)}
                with self._file.open("a") as journal:
                    journal.write(json.dumps(line) + "\n")

    def rows(self, way: str, kernels: Sequence[Known]) -> list[Row]:
        """Judge by both rules what a peer has counted so far."""
        missing = self.missing(way, kernels)
        there = [one for one in kernels if one not in missing]
        seconds = sum(self._known[way, one.name][1] for one in there)
        rules = {"this analysis": by_analysis, "power of the last two sizes": by_doubling}
        return [
            Row(f"{way}, {name}", {one.name: rule(one.sizes, self._known[way, one.name][0]) for one in there}, seconds)
            for name, rule in (rules if there else {}).items()
        ]


def ask_peer(way: str, ask: Callable[[Sequence[Known]], Counted], kernels: Sequence[Known], kept: Kept) -> None:
    """Have a peer count what it has not counted yet, some kernels at once; what it can't is said, and left out."""
    missing = kept.missing(way, kernels)
    for start in range(0, len(missing), _AT_ONCE):
        some = missing[start : start + _AT_ONCE]
        begin = time.perf_counter()
        try:
            counts = ask(some)
        except InputError as error:
            print(f"{way}: {', '.join(one.name for one in some)}: {error}", file=sys.stderr, flush=True)
            continue
        seconds = time.perf_counter() - begin
        kept.add(way, counts, seconds)
        print(f"{way}: {', '.join(counts)} in {seconds:.0f} s", file=sys.stderr, flush=True)


def table(rows: Sequence[Row], kernels: Sequence[Known]) -> str:
    """Write the sums in Markdown."""
    titles = ("counted by, judged by", "right", "decided", "decided wrongly", "seconds a verdict")
    lines = [f"| {' | '.join(titles)} |", "|---" * len(titles) + "|"]
    laws = {one.name: one.law for one in kernels}
    for way, answers, seconds in rows:
        right = sum(law == laws[name] for name, (law, _) in answers.items())
        wrong = sum(decided and law != laws[name] for name, (law, decided) in answers.items())
        decided = sum(decided for _, decided in answers.values())
        lines.append(f"| {way} | {right} of {len(answers)} | {decided} | {wrong} | {seconds / len(answers):.1f} |")
    return "\n".join(lines)


def main() -> int:
    """Ask all that is there, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[1])
    parser.add_argument("--only", metavar="TEXT", default="", help="kernels whose name contains TEXT")
    parser.add_argument("--codspeed", metavar="PYTHON", help="an interpreter that has pytest-codspeed, and Numba")
    parser.add_argument("--keep", metavar="FILE", type=Path, help="keep what was counted, and go on from there")
    options = parser.parse_args()
    kernels = [KERNELS[name] for name in NAMES if options.only in name]
    if not kernels:
        parser.error(f"no kernel's name contains {options.only!r}; they are {', '.join(NAMES)}")
    missing = missing_peers(options.codspeed)
    for peer, sentence in missing.items():
        print(f"{peer}: {sentence}", file=sys.stderr)
    peers: dict[str, Callable[[Sequence[Known]], Counted]] = {
        "callgrind": by_callgrind,
        "pytest-codspeed": lambda asked: by_codspeed(asked, options.codspeed or sys.executable),
    }
    rows, kept = [by_build(kernels)], Kept(options.keep)
    asked = {peer: ask for peer, ask in peers.items() if peer not in missing}
    try:
        for peer, ask in asked.items():
            ask_peer(peer, ask, kernels, kept)
    except KeyboardInterrupt:
        print("interrupted; of the peers only what they have counted so far", file=sys.stderr)
    rows += [row for peer in asked for row in kept.rows(peer, kernels)]
    for way, answers, _ in rows:
        for name, (law, decided) in answers.items():
            if law != KERNELS[name].law:
                print(f"{way}: {name} is {KERNELS[name].law}, found {law}{'' if decided else '?'}", file=sys.stderr)
    print(table(rows, kernels))
    return 0


if __name__ == "__main__":
    sys.exit(main())
