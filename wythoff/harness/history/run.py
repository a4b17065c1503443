"""What the command does with histories: read, find, print."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from rich.console import Console

from wythoff.harness.clocks import without_clock
from wythoff.harness.fit.answering import ended
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.fit.run import watched
from wythoff.harness.fit.select import select
from wythoff.harness.fit.sources import sources
from wythoff.harness.history.find import History, find_histories
from wythoff.harness.history.formats import print_histories
from wythoff.harness.pool import usable_cores
from wythoff.harness.results import read_results
from wythoff.harness.size_claims import with_sizes


@dataclass
class Histories:
    """
    All that was found.

    Attributes
    ----------
    entries : list of History
        In the order of machine, environment and benchmark.
    left_out : dict of str to list of str
        For each reason the series of which nothing can be told, though they have several commits.
    single : int
        How many series have one commit only.
    problems : list of str
        What could not be read.
    """

    entries: list[History] = field(default_factory=list)
    left_out: dict[str, list[str]] = field(default_factory=dict)
    single: int = 0
    problems: list[str] = field(default_factory=list)


def run_history(options: FitOptions, check: bool, console: Console) -> int:
    """
    Find the changes in a results folder and print them.

    Parameters
    ----------
    options : FitOptions
        Which results and series, and the format: "table" or "json".
    check : bool
        Whether a change for the worse that no later one took back is a failure.
    console : rich.console.Console
        Where the answer goes; progress goes to standard error.

    Returns
    -------
    int
        Exit code: 0; 1 if `check` is set and the newest stretch of a series is the worse one; 130 after Ctrl-C.

    Raises
    ------
    InputError
        If an option or a file can't be used.
    """
    return ended(lambda: _run(options, check, console), console)


def _run(options: FitOptions, check: bool, console: Console) -> int:
    options.check_values()
    found = histories(options, Console(stderr=True))
    print_histories(found, options, console)
    return int(check and any(entry.marks and entry.marks[-1].change.worse for entry in found.entries))


def histories(options: FitOptions, notes: Console | None = None) -> Histories:
    """
    Read results and find what changed over their commits.

    Raises
    ------
    InputError
        If an option or a file can't be used.
    """
    paths, config = sources(options)
    claims = config.claims if config else ()
    reading = read_results(paths, outlines=True)
    selection = select(with_sizes(reading.rows, claims), claims, options)

    def watch(count: int) -> AbstractContextManager[Callable[[], None]]:
        return watched(notes or Console(stderr=True), "comparing", count)

    entries, left_out = find_histories(selection.commits, clock=options.clock, watch=watch, processes=usable_cores())
    single = len(selection.commits) - len(entries) - sum(map(len, left_out.values()))
    problems = [*reading.problems, *without_clock(reading.rows, options.clock)]
    return Histories(entries, left_out, single, problems)
