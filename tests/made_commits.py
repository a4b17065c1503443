"""A repository of many commits, and a sweep that files what a commit is made to cost, without asv."""

import json
import math
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from made_results import describe, result_file

from wythoff.harness.results import read_results
from wythoff.harness.sweep.project import UnusableError

SIZES = [2**k for k in range(4, 15)]
GIT = ["git", "-c", "user.name=Ada", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main"]


def linear(n):
    return 5e-9 * n + 1e-6


def dearer(n):
    return 1.5 * linear(n)


def quadratic(n):
    return 2e-10 * n * n + linear(n)


def git(folder, *words):
    done = subprocess.run([*GIT, *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def make_line(folder, count):
    """Make so many commits, whose messages are their numbers, fast: through git's own importer."""
    git(folder, "init", "-q")
    parts = []
    for k in range(count):
        who = f"Ada <a@b.c> {1_700_000_000 + 60 * k} +0000"
        message = f"number {k}"
        parts.append(f"commit refs/heads/main\nauthor {who}\ncommitter {who}\ndata {len(message)}\n{message}\n")
    subprocess.run(["git", "fast-import", "--quiet"], cwd=folder, input="".join(parts), text=True, check=True)
    return git(folder, "rev-list", "--reverse", "main").split()


@dataclass
class Costs:
    """
    What is measured of each commit.

    `laws` maps a benchmark to a function that takes a commit's place and returns its law; `broken` places can't be
    built, and at `failing` places the benchmarks fail. `swept` lists the places that were measured, and with which
    patterns.
    """

    folder: Path
    commits: list
    laws: dict
    broken: frozenset = frozenset()
    failing: frozenset = frozenset()
    noise: float = 0.004
    swept: list = field(default_factory=list)
    stop_after: float = math.inf

    def sweep(self, options, console):
        place = self.commits.index(options.commits[0])
        if place in self.broken:
            raise UnusableError("asv can't use the project: no\nasv's last lines:\n·· the compiler failed\n·· no")
        if len(self.swept) >= self.stop_after:
            return 130
        self.swept.append((place, options.bench, options.rounds))
        random = np.random.default_rng((place, len(self.swept)))
        run = 1 + self.noise * random.standard_normal()
        entries = self._there(options.commits[0])
        for name, law in self.laws.items():
            if self._is_asked(name, options):
                entries[name] = self._entry(entries.get(name), law(place), run, random, options, place)
        result_file(self.folder / "results", entries, commit=options.commits[0], date=place)
        describe(self.folder / "results", **{name: ["n"] for name in self.laws})
        return 2 if place in self.failing else 0

    def _there(self, commit):
        file = self.folder / "results" / "box" / f"{commit[:8]}-env.json"
        return json.loads(file.read_text())["results"] if file.exists() else {}

    @staticmethod
    def _is_asked(name, options):
        import re

        return not options.bench or any(re.search(text, f"{name}(16)") for text in options.bench)

    def _entry(self, there, law, run, random, options, place):
        values = list(there[0]) if there else [None] * len(SIZES)
        samples = list(there[3]) if there else [None] * len(SIZES)
        for k, n in enumerate(SIZES):
            inside = (options.min_n or 0) <= n <= (options.max_n or math.inf)
            if inside and place not in self.failing:
                values[k] = law(n) * run * (1 + self.noise * random.exponential())
                samples[k] = [values[k], values[k] * 1.01, values[k] * 1.02]
        return [values, [[str(n) for n in SIZES]], "1", samples]

    def places(self):
        """List the places that were measured, without repetitions, in the order they were."""
        return list(dict.fromkeys(place for place, _, _ in self.swept))

    def results(self):
        return read_results(self.folder / "results").rows
