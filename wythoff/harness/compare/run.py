"""What the command does with a comparison: print, draw, check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.console import Console

from wythoff.harness.compare.change import Change, compare_all, rank
from wythoff.harness.compare.formats import print_comparison
from wythoff.harness.compare.options import CompareOptions
from wythoff.harness.compare.pairs import Matched, Matching, match
from wythoff.harness.compare.runs import Runs
from wythoff.harness.compare.sides import Sides, sides_of
from wythoff.harness.fit.answering import ended
from wythoff.harness.fit.run import watched
from wythoff.harness.fit.table import say
from wythoff.harness.pool import usable_cores


@dataclass
class Comparison:
    """
    Two sides compared.

    Attributes
    ----------
    sides : Sides
        What they are.
    entries : list of (Matched, Change)
        Worst first: what got worse before what got better, a class before a constant, large ratios before small ones.
    runs : list of ((str, str, str), Runs)
        For each machine, environment and clock what struck the second run as a whole.
    matching : Matching
        With what was not compared.
    failures : list of str
        What a check does not let pass, a sentence each.
    notes : list of str
        What else is to be said, a sentence each.
    """

    sides: Sides
    entries: list[tuple[Matched, Change]] = field(default_factory=list)
    runs: list[tuple[tuple[str, str, str], Runs]] = field(default_factory=list)
    matching: Matching = field(default_factory=Matching)
    failures: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def run_compare(options: CompareOptions, console: Console) -> int:
    """
    Compare, print, draw, and check, as asked for.

    Parameters
    ----------
    options : CompareOptions
        What to compare and how to show it.
    console : rich.console.Console
        Where the answer goes; progress and notes go to standard error.

    Returns
    -------
    int
        Exit code: 0; 1 if `options.check` is set and something got worse; 130 after Ctrl-C.

    Raises
    ------
    InputError
        If an option or a file can't be used.
    """
    return ended(lambda: _run(options, console), console)


def _run(options: CompareOptions, console: Console) -> int:
    notes = Console(stderr=True)
    found = compare(options, notes)
    print_comparison(found, options, console, notes)
    if options.plot is not None:
        from wythoff.harness.compare.pictures import draw

        files = draw(found, options.plot)
        say(notes, f"{len(files)} pictures in {options.plot}")
    return 1 if options.check and found.failures else 0


def compare(options: CompareOptions, notes: Console | None = None) -> Comparison:
    """
    Read both sides and tell what changed.

    Raises
    ------
    InputError
        If an option or a file can't be used, or nothing can be compared.
    """
    options.check_values()
    if options.plot is not None:
        from wythoff.harness.drawing import require_matplotlib

        require_matplotlib()
    return compare_sides(sides_of(options), options, notes)


def compare_sides(sides: Sides, options: CompareOptions, notes: Console | None = None) -> Comparison:
    """
    Tell what changed between two sides that have been read; `compare` reads them.

    Raises
    ------
    InputError
        If nothing can be compared.
    """
    found = Comparison(sides, matching=match(sides, options))
    by_run: dict[tuple[str, str, str], list[Matched]] = {}
    for matched in found.matching.pairs:
        by_run.setdefault((*matched.run, matched.kind), []).append(matched)
    with watched(notes or Console(stderr=True), "comparing", len(found.matching.pairs)) as advance:
        for (machine, environment, _), members in by_run.items():
            changes, by_clock = compare_all(
                [one.pair for one in members],
                together=sides.kind != "parameter",
                advance=advance,
                processes=usable_cores(),
            )
            found.entries += zip(members, changes, strict=True)
            found.runs += [((machine, environment, clock), runs) for clock, runs in by_clock.items()]
    found.entries.sort(key=lambda entry: rank(entry[1]))
    found.failures = failures(found.entries, options.tolerance)
    return found


def failures(entries: Sequence[tuple[Matched, Change]], tolerance: float) -> list[str]:
    """Say what got worse beyond what is tolerated: classes, and constants by more than `tolerance` of themselves."""
    found = []
    for matched, change in entries:
        if not change.worse:
            continue
        grown = change.ratio is not None and change.ratio_changed and change.ratio.value > 1 + tolerance
        if change.kind == "class" or grown:
            found.append(f"{matched.series.label}: {change.text}")
    return found
