"""What was measured of the commits of a line, read from asv's result files, and sweeps of what is missing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from rich.console import Console

from wythoff.errors import InputError, shorten
from wythoff.harness.bisect.diary import Diary
from wythoff.harness.bisect.options import BisectOptions
from wythoff.harness.compare.change import Change
from wythoff.harness.compare.options import CompareOptions
from wythoff.harness.compare.pairs import Matched, Matching, match
from wythoff.harness.compare.run import compare_sides
from wythoff.harness.compare.sides import Sides
from wythoff.harness.config import AsvConfig
from wythoff.harness.formats._asv_descriptions import BENCHMARKS_FILE
from wythoff.harness.patterns import matches
from wythoff.harness.results import read_files, read_json
from wythoff.harness.rows import Row
from wythoff.harness.series import Series
from wythoff.harness.sweep import journal
from wythoff.harness.sweep import run as sweeps
from wythoff.harness.sweep.options import SweepOptions
from wythoff.harness.sweep.project import UnusableError

_HASH: Final = 8  # letters of a commit in the names of asv's files
_NEAR: Final = 1e-9
_ROUNDS: Final = 2  # asv's own
_EXISTING: Final = ("existing", "same")


class SkippedError(Exception):
    """A commit can't be measured; the text says why, and ends with what asv said."""

    @property
    def reason(self) -> str:
        """Why, in a line: the last that asv says beside that it can't go on."""
        first, *said = [line.strip("· ") for line in str(self).splitlines()]
        return next((line for line in reversed(said[1:]) if line and line not in first), first)


class StoppedError(Exception):
    """A sweep was interrupted, and has said so."""


@dataclass(frozen=True)
class Compared:
    """Two commits side by side: the series that both have, what was found of each, and what has no counterpart."""

    entries: list[tuple[Matched, Change]]
    matching: Matching

    def of(self, series: Series) -> tuple[Matched, Change] | None:
        """Return what was found of one series."""
        return next((entry for entry in self.entries if entry[0].series == series), None)


class Results:
    """
    The results of commits on one machine.

    Parameters
    ----------
    config : AsvConfig
        The project.
    machine : str
        Name of the machine.
    options : BisectOptions
        What was asked for.
    diary : Diary
        What earlier bisections tried.
    """

    def __init__(self, config: AsvConfig, machine: str, options: BisectOptions, diary: Diary) -> None:
        self._config = config
        self._options = options
        self._diary = diary
        self._folder = config.results_dir / machine
        self._machine = machine
        self._rows: dict[str, list[Row]] = {}

    def measured_before(self, commits: Sequence[str]) -> list[str]:
        """List the commits that have result files."""
        there = {file.name.partition("-")[0] for file in self._files("*-*.json")}
        return [commit for commit in commits if commit[:_HASH] in there]

    def rows(self, commit: str) -> list[Row]:
        """Read what was measured of a commit, of the benchmarks that were asked for."""
        if commit not in self._rows:
            files = self._files(f"{commit[:_HASH]}-*.json")
            rows = read_files(files).rows if files else []
            self._rows[commit] = [row for row in rows if row.commit == commit and self._is_asked(row)]
        return self._rows[commit]

    def _files(self, pattern: str) -> list[Path]:
        return sorted(file for file in self._folder.glob(pattern) if file.name != "machine.json" and file.is_file())

    def _is_asked(self, row: Row) -> bool:
        label = f"{row.benchmark}({', '.join(text for _, text in row.params)})" if row.params else row.benchmark
        return not self._options.bench or any(matches(text, label) for text in self._options.bench)

    def match(self, first: str, second: str, series: Series | None = None) -> Matching:
        """Bring two commits' series together, or one of their series only; none where there are none."""
        try:
            return match(self._sides(first, second, series), CompareOptions(first, second))
        except InputError:  # neither has two sizes of anything
            return Matching()

    def _sides(self, first: str, second: str, series: Series | None = None) -> Sides:
        before, after = (self._of(commit, series) for commit in (first, second))
        return Sides("commit", (first[:_HASH], second[:_HASH]), (before, after), None, self._config, [])

    def _of(self, commit: str, series: Series | None) -> list[Row]:
        rows = self.rows(commit)
        if series is None:
            return rows
        return [row for row in rows if row.benchmark == series.benchmark and row.environment == series.environment]

    def matched(self, first: str, second: str, series: Series) -> Matched | None:
        """Return the two commits' series of this name, if both have one."""
        return next((one for one in self.match(first, second, series).pairs if one.series == series), None)

    def compare(self, first: str, second: str) -> Compared:
        """Tell what changed between two commits, series by series."""
        try:
            found = compare_sides(self._sides(first, second), CompareOptions(first, second))
        except InputError:
            return Compared([], Matching())
        return Compared(found.entries, found.matching)

    def pattern(self, series: Series, commit: str) -> str:
        """Return the regular expression that a sweep knows the points of a series by."""
        params = next(row.params for row in self._of(commit, series) if set(series.fixed) <= set(row.params))
        texts = (".+" if name == series.axis else re.escape(text) for name, text in params)
        return rf"^{re.escape(series.benchmark)}\({', '.join(texts)}\)$"

    def sweep(
        self,
        commit: str,
        console: Console,
        bench: tuple[str, ...] | None = None,
        sizes: tuple[float, float] | None = None,
        times: int = 0,
    ) -> None:
        """
        Measure what is missing of a commit.

        Parameters
        ----------
        commit : str
            Full hash.
        console : rich.console.Console
            Where the sweep shows how far it is.
        bench, sizes
            A part of what was asked for: patterns, and the first and last size.
        times : int
            How often this was measured before: each time adds as many rounds as the benchmark has by itself.

        Raises
        ------
        SkippedError
            If the commit can't be built.
        StoppedError
            After Ctrl-C.
        InputError
            If nothing can be measured, whatever the commit.
        """
        rounds = None if not times else (times + 1) * (self._options.rounds or self._own_rounds(bench))
        within = None if sizes is None else (sizes[0] * (1 - _NEAR), sizes[1] * (1 + _NEAR))
        options = self._options.sweep(commit, bench, within, rounds)
        refuse_existing(self._config, options, commit)
        try:
            code = sweeps.run(replace(options, machine=self._machine), console)
        except UnusableError as error:
            raise SkippedError(str(error)) from None
        finally:
            self._rows.pop(commit, None)
        if code not in (0, sweeps.FAILED):
            raise StoppedError
        self._diary.note_measured(options)

    def times(self, commit: str, bench: tuple[str, ...] | None, sizes: tuple[float, float] | None) -> int:
        """Return how often this part of what was asked for was measured of a commit."""
        within = None if sizes is None else (sizes[0] * (1 - _NEAR), sizes[1] * (1 + _NEAR))
        return self._diary.times(self._options.sweep(commit, bench, within))

    def _own_rounds(self, bench: tuple[str, ...] | None) -> int:
        """Return how many rounds the benchmarks ask for that a sweep would measure, the most of them."""
        try:
            described = read_json(self._config.results_dir / BENCHMARKS_FILE)
        except (InputError, OSError):
            return _ROUNDS
        entries = [entry for entry in described.values() if isinstance(entry, dict)] if described else []
        named = [entry for entry in entries if any(matches(text, f"{entry.get('name')}(") for text in _names(bench))]
        rounds = [entry.get("rounds") for entry in named or entries]
        return max([number for number in rounds if isinstance(number, int) and number > 0], default=_ROUNDS)

    def why_nothing(self, commit: str, series: Series) -> str:
        """Say why a commit that was swept has no results that can be compared."""
        for event in reversed(journal.read(self._folder / journal.FILE_NAME)):
            if event.commit == commit and event.benchmark == series.benchmark and event.event in ("failed", "stopped"):
                return f"{event.event} at n = {event.n:g}: {event.reason}" if event.n else f"{event.reason}"
        return "nothing of it can be compared: its parameters, units or code are others"


def _names(bench: tuple[str, ...] | None) -> list[str]:
    return [text.partition(r"\(")[0] for text in bench or ()]


def refuse_existing(config: AsvConfig, options: SweepOptions, commit: str) -> None:
    """
    Make sure that commits can be measured.

    Raises
    ------
    InputError
        If the environment is what is installed, which no commit changes.
    """
    for spec in options.environments or (config.environment_type,):
        kind = spec.partition(":")[0]
        if kind in _EXISTING:
            raise InputError(
                f"the environment {shorten(spec)} is what is installed there, whatever the commit, and "
                f"{commit[:_HASH]} has to be measured: let asv make environments, with -E virtualenv or the "
                f"environment_type of {config.path.name}"
            )
