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
from pathlib import Path

from wythoff.harness.config import load_config
from wythoff.harness.results import read_results
from wythoff.harness.summary import SeriesSummary, summarize
from wythoff.harness.units import human_n, human_seconds
from wythoff.memory import human_bytes

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "results" / "reference"
MARKS = re.compile(r"(<!-- reference: begin -->\n).*?(<!-- reference: end -->)", re.DOTALL)
HEADERS = ("strategy", "largest n", "fill", "per row", "growth", "allocate and fill", "peak memory")


def table() -> str:
    """Return the table and the line about the machine, in Markdown."""
    config = load_config(ROOT / "asv.conf.json")
    rows = read_results(RESULTS).rows
    summaries = {(entry.series.benchmark, _strategy(entry)): entry for entry in summarize(rows, config.claims)}
    peaks = {(row.params[0][1], row.params[1][1]): row for row in rows if row.benchmark == "tables.Build.peakmem_build"}
    lines = [_cells(HEADERS), _cells(("---", *["---:"] * (len(HEADERS) - 1)))]
    for (benchmark, strategy), fill in summaries.items():
        if benchmark != "tables.Fill.time_fill":
            continue
        build = summaries["tables.Build.time_build", strategy]
        peak = peaks[f"'{strategy}'", str(int(fill.n))]
        lines.append(
            _cells(
                (
                    f"`{strategy}`",
                    human_n(int(fill.n)),
                    human_seconds(fill.seconds),
                    human_seconds(fill.seconds / fill.n),
                    fill.growth,
                    human_seconds(build.seconds) if build.n == fill.n else f"{_at(build)}",
                    human_bytes(int(peak.value)) if peak.measured and peak.value else "",
                )
            )
        )
    facts = json.loads((RESULTS / "machine.json").read_text(encoding="utf-8"))
    machine = (
        f"{facts['cpu']}, {facts['num_cpu']} cores, L1d {facts['l1d']}, L2 {facts['l2']}, L3 {facts['l3']}, "
        f"{facts['ram']}, {facts['os']}, "
        f"Numba {facts['numba']} (LLVM {facts['llvm']}), virtualised: {facts['virtualised']}"
    )
    commit = rows[0].commit[:8]
    return "\n".join([*lines, "", f"Rows 0..n at a = 2, of `results/reference` (commit {commit}): {machine}.", ""])


def _strategy(entry: SeriesSummary) -> str:
    return dict(entry.series.fixed).get("strategy", "").strip("'")


def _at(entry: SeriesSummary) -> str:
    return f"{human_seconds(entry.seconds)} at {human_n(int(entry.n))}"


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
