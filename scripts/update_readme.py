#!/usr/bin/env python3
"""
Write the table of the reference results into README.md, between its two marks.

    scripts/update_readme.py [--check]

With --check nothing is written, and the exit code is 1 if README.md would change.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from wythoff.harness.fit.cells import claim_text
from wythoff.harness.fit.fitting import Fitted, fit_results
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.growth.texts import law_text, probability_text
from wythoff.harness.results import read_results
from wythoff.harness.units import human_n, human_seconds, human_value

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "results" / "reference"
MARKS = re.compile(r"(<!-- reference: begin -->\n).*?(<!-- reference: end -->)", re.DOTALL)
HEADERS = (
    "strategy",
    "n up to",
    "fill",
    "per row",
    "grows by",
    "probability",
    "claim",
    "work",
    "allocate and fill",
    "peak memory",
)


def table() -> str:
    """Return the table and the line about the machine, in Markdown."""
    rows = read_results(RESULTS).rows
    options = FitOptions(results=(RESULTS,), config=ROOT / "asv.conf.json", benchmark=(r"tables\.(Fill|Build)\.time",))
    fits = {(entry.series.benchmark, _strategy(entry)): entry for entry in fit_results(options).fitted}
    peaks = {
        (row.params[0][1].strip("'"), int(row.params[1][1])): human_value(row.value, row.unit)
        for row in rows
        if row.benchmark == "tables.Build.peakmem_build" and row.measured and row.value is not None
    }
    rules = ("---", *["---:"] * 3, *["---"] * 4, *["---:"] * 2)
    lines = [HEADERS, rules]
    lines += [
        _row(strategy, fill, fits["tables.Build.time_build", strategy], peaks)
        for (benchmark, strategy), fill in fits.items()
        if benchmark == "tables.Fill.time_fill"
    ]
    if not any(entry.work for entry in fits.values()):
        place = HEADERS.index("work")
        lines = [(*line[:place], *line[place + 1 :]) for line in lines]
    facts = json.loads((RESULTS / "machine.json").read_text(encoding="utf-8"))
    machine = (
        f"{facts['cpu']}, {facts['num_cpu']} cores, L1d {facts['l1d']}, L2 {facts['l2']}, L3 {facts['l3']}, "
        f"{facts['ram']}, {facts['os']}, Numba {facts['numba']} (LLVM {facts['llvm']}), "
        f"virtualised: {facts['virtualised']}"
    )
    timed = next(iter(fits.values())).series.commit[:8]
    note = f"Rows 0..n at a = 2, commit {timed}, on `reference`: {machine}.{_counted_text(fits.values())}"
    return "\n".join([*map(_cells, lines), "", note, ""])


def _row(strategy: str, fill: Fitted, build: Fitted, peaks: dict[tuple[str, int], str]) -> tuple[str, ...]:
    n = int(fill.analysis.n[-1])
    return (
        f"`{strategy}`",
        human_n(n),
        human_seconds(fill.largest),
        human_seconds(fill.largest / n),
        law_text(fill.analysis),
        probability_text(fill.analysis),
        claim_text(fill),
        _work(fill),
        human_seconds(build.largest) if int(build.analysis.n[-1]) == n else "",
        peaks.get((strategy, n), ""),
    )


def _strategy(entry: Fitted) -> str:
    return dict(entry.series.fixed).get("strategy", "").strip("'")


def _counted_text(entries: Iterable[Fitted]) -> str:
    """Say at which commit and up to which size the work was counted; nothing where it wasn't."""
    counts = [entry.work.counted for entry in entries if entry.work]
    commits = sorted({counted.series.commit[:8] for counted in counts})
    largest = human_n(int(max((counted.n[-1] for counted in counts), default=0)))
    return f" Work is what was counted, up to n = {largest}, at commit {', '.join(commits)}." if counts else ""


def _work(entry: Fitted) -> str:
    if entry.work is None:
        return ""
    outcome = f": {entry.work.verdict.outcome}" if entry.work.verdict else ""
    return f"{law_text(entry.work.analysis)}{outcome}"


def _cells(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Write the table, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if README.md would change")
    check = parser.parse_args().check
    readme = ROOT / "README.md"
    before = readme.read_text(encoding="utf-8")
    after = MARKS.sub(lambda marks: f"{marks[1]}{table()}{marks[2]}", before)
    if check:
        sys.exit("README.md is not up to date: run scripts/update_readme.py" if after != before else 0)
    readme.write_text(after, encoding="utf-8")


if __name__ == "__main__":
    main()
