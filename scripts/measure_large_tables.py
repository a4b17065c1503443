#!/usr/bin/env python3
"""
Measure what large tables cost, and write the figures into docs/large-tables.md, between its two marks.

    scripts/measure_large_tables.py [--to N ...] [--scratch FOLDER] [--print]

Tables at a = 2, up to row 10^8, 10^9 and 10^10 unless --to says otherwise, are written and verified, on all cores and
on one. The scratch FOLDER needs half a gigabyte for the largest; leave the machine alone meanwhile.
With --print the figures are printed and the page stays as it is.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import psutil

from wythoff import index, pair
from wythoff._process.memory import human_bytes
from wythoff.errors import InputError
from wythoff.harness import machine
from wythoff.harness.pool import usable_cores
from wythoff.out_of_core import open_table

PAGE = Path(__file__).resolve().parents[1] / "docs" / "large-tables.md"
MARKS = re.compile(r"(<!-- measured: begin -->\n).*?(<!-- measured: end -->)", re.DOTALL)
SIZES = (10**8, 10**9, 10**10)
A = 2
LOOKUPS = 300
LOOK_EVERY_S = 0.5


class Run:
    """One command with its seconds by the clock and the most memory that it and its processes shared out at once."""

    def __init__(self, *arguments: object) -> None:
        self.peak_bytes = 0
        begun = time.perf_counter()
        words = [sys.executable, "-m", "wythoff", *map(str, arguments)]
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        ended = threading.Event()
        watcher = threading.Thread(target=self._watch, args=(process.pid, ended))
        watcher.start()
        _, said = process.communicate()
        self.seconds = time.perf_counter() - begun
        ended.set()
        watcher.join()
        if process.returncode:
            raise InputError(f"wythoff {' '.join(words[3:])} ended with {process.returncode}: {said.strip()}")
        print(f"{self.seconds:7.1f} s  {human_bytes(self.peak_bytes):>7}  {' '.join(words[3:])}", file=sys.stderr)

    def _watch(self, pid: int, ended: threading.Event) -> None:
        while not ended.wait(LOOK_EVERY_S):
            try:
                first = psutil.Process(pid)
                self.peak_bytes = max(self.peak_bytes, sum(map(_bytes, [first, *first.children(recursive=True)])))
            except psutil.Error:  # it has just ended
                continue


def _bytes(process: psutil.Process) -> int:
    """Return what a process holds, with its part of what it shares where the system tells that."""
    try:
        found = process.memory_full_info()
    except psutil.Error:
        return 0
    return int(getattr(found, "pss", found.rss))


def measure(n: int, workers: int, folder: Path) -> tuple[Run, Run]:
    """Write a table and verify it."""
    wrote = Run("table", "--to", n, "-a", A, "--folder", folder, "--workers", workers)
    return wrote, Run("verify", folder, "--workers", workers)


def look_up(folder: Path, seed: int = 1) -> tuple[list[float], list[float]]:
    """Return the seconds of random rows and of random numbers, each of them compared with exact arithmetic."""
    t, random_ = open_table(folder), random.Random(seed)
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(LOOKUPS):
        n = random_.randrange(len(t))
        _timed(lambda n=n: t[n], pair(n, A), times[0])  # type: ignore[misc]
        x = random_.randrange(pair(t.n, A)[0])  # elsewhere, since what has just been read is at hand
        _timed(lambda x=x: t.find(x), index(x, A), times[1])  # type: ignore[misc]
    return times


def _timed(call: Callable[[], object], right: object, times: list[float]) -> None:
    begun = time.perf_counter()
    found = call()
    times.append(time.perf_counter() - begun)
    if found != right:
        raise InputError(f"the table says {found}, and right is {right}")


def figures(sizes: Sequence[int], scratch: Path) -> str:
    """Measure everything, and return the text between the page's marks."""
    cores = usable_cores()
    heads = (
        "rows",
        "write",
        "verify",
        "write, 1 core",
        "verify, 1 core",
        "gain, write",
        "gain, verify",
        "on disk",
        "bits a row",
    )
    lines = [f"| {' | '.join(heads)} |", "|" + "---:|" * len(heads)]
    peak, rows, numbers = 0, [0.0], [0.0]
    for n in sorted(sizes):
        alone = measure(n, 1, scratch / "alone")
        shutil.rmtree(scratch / "alone")
        together = measure(n, cores, scratch / "together")
        size = sum(file.stat().st_size for file in (scratch / "together").glob("*.parquet"))
        if n == max(sizes):
            rows, numbers = look_up(scratch / "together")
        shutil.rmtree(scratch / "together")
        peak = max(peak, *(run.peak_bytes for run in (*alone, *together)))
        cells = [f"{n:,}", *(f"{run.seconds:.1f} s" for run in (*together, *alone))]
        cells += [f"{one.seconds / all_.seconds:.2f}" for one, all_ in zip(alone, together, strict=True)]
        lines.append(f"| {' | '.join([*cells, human_bytes(size), f'{8 * size / (n + 1):.3f}'])} |")
    facts = machine.facts()
    lines += [
        "",
        f"Whole commands at a = {A}, on {cores} cores unless the column says one: {facts['cpu']}, {facts['ram']}, "
        f"{facts['os']}. All processes together held {human_bytes(peak)} at most.",
        f"Of the largest table {LOOKUPS} random rows were read in {_span(rows)} each, and {LOOKUPS} random numbers "
        f"found in {_span(numbers)}.",
        "",
    ]
    return "\n".join(lines)


def _span(seconds: Sequence[float]) -> str:
    return f"{1e3 * statistics.median(seconds):.1f} ms (median; at most {1e3 * max(seconds):.1f} ms)"


def main() -> None:
    """Measure, and write or print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=int, nargs="+", default=SIZES, metavar="N", help="the last rows of the tables")
    parser.add_argument("--scratch", type=Path, help="where the tables are put; by default where temporary files are")
    parser.add_argument("--print", action="store_true", help="print the figures and leave the page alone")
    options = parser.parse_args()
    page = PAGE.read_text(encoding="utf-8")
    if not (options.print or MARKS.search(page)):
        sys.exit(
            f"measure_large_tables: {PAGE} has lost the marks between which the figures stand; --print prints them"
        )
    try:
        with tempfile.TemporaryDirectory(prefix="wythoff-", dir=options.scratch) as scratch:
            text = figures(options.to, Path(scratch))
    except (InputError, OSError) as error:
        sys.exit(f"measure_large_tables: {error}")
    if options.print:
        print(text, end="")
    else:
        PAGE.write_text(MARKS.sub(lambda marks: f"{marks[1]}{text}{marks[2]}", page), encoding="utf-8")


if __name__ == "__main__":
    main()
