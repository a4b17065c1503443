"""Which series of two sides belong together, and which can't be compared, each with the reason."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from wythoff.errors import InputError, shorten
from wythoff.harness.clocks import CLOCKS, NAMES, Wanted, choose, samples_by, value_by
from wythoff.harness.compare.neighbours import busy_apart, slowdown_of
from wythoff.harness.compare.options import CompareOptions
from wythoff.harness.compare.ratios import Pair
from wythoff.harness.compare.sides import Sides
from wythoff.harness.config import Claim
from wythoff.harness.extras import with_extras
from wythoff.harness.patterns import matches
from wythoff.harness.rows import MEMORY_KINDS, Clock, Row
from wythoff.harness.series import Points, Series, sort_rows
from wythoff.harness.units import SECONDS

_SIDES = ("first", "second")
_NO_CLOCK = f"times of one side are by {NAMES['wall']} only, and of the other by {NAMES['cpu']}"


@dataclass(frozen=True)
class Matched:
    """
    Two series that belong together.

    Attributes
    ----------
    series : Series
        What both have in common; what the sides differ in is empty.
    run : (str, str)
        Machine and environment: pairs with the same ones were measured in the same two runs.
    pair : Pair
        Their sizes and samples.
    kind, unit : str
        What is measured.
    notes : tuple of str
        What is to be known about it.
    """

    series: Series
    run: tuple[str, str]
    pair: Pair
    kind: str
    unit: str
    notes: tuple[str, ...] = ()


@dataclass
class Matching:
    """Pairs, and for each reason the series that are in none."""

    pairs: list[Matched] = field(default_factory=list)
    left_out: dict[str, list[str]] = field(default_factory=dict)

    def leave_out(self, reason: str, label: str) -> None:
        """Note why something is not compared."""
        labels = self.left_out.setdefault(reason, [])
        if label not in labels:
            labels.append(label)


def match(sides: Sides, options: CompareOptions) -> Matching:
    """
    Bring together what was measured of the same on both sides.

    Raises
    ------
    InputError
        If nothing is left of what was asked for.
    """
    found = Matching()
    claims: Sequence[Claim] = sides.config.claims if sides.config else ()
    if options.axis is not None:
        claims = [Claim(re.compile(""), axis=options.axis), *claims]
    # Both sides together, so that a size is the same parameter in both.
    rows = [replace(row, environment=f"{side}{row.environment}") for side in (0, 1) for row in sides.rows[side]]
    kept = [row for row in rows if options.machine in (None, row.machine)]
    if rows and not kept:
        names = ", ".join(sorted({row.machine for row in rows if row.machine}))
        raise InputError(f"neither side has results of the machine {shorten(repr(options.machine))}; there are {names}")
    if options.axis is not None:
        kept = with_extras(kept, {options.axis})
    sorted_rows = sort_rows(kept, claims)
    groups: dict[Series, tuple[dict[str, Points], dict[str, Points]]] = {}
    for series, points in sorted_rows.series.items():
        if not options.benchmark or any(matches(text, series.label) for text in options.benchmark):
            side = int(series.environment[0])
            key = _key(replace(series, environment=series.environment[1:]), sides)
            commits = groups.setdefault(key, ({}, {}))[side]
            commits.setdefault(series.commit, []).extend(points)
    if not groups:
        asked = "no benchmark that was asked for" if options.benchmark else "no benchmark"
        raise InputError(f"nothing can be compared: {asked} was measured at two sizes on either side")
    for lost in Counter(one.reason for one in sorted_rows.left_out).most_common():
        found.leave_out(f"no series: {lost[0]}", f"{lost[1]:,} values")
    for series, (first, second) in sorted(groups.items(), key=lambda item: (item[0].machine, item[0].label)):
        if options.axis not in (None, series.axis):
            found.leave_out("the benchmark lacks the parameter asked for (--axis)", series.label)
        elif first and second:
            _match(series, first, second, sides, options, found)
        else:
            found.leave_out(_why_alone(series, bool(first), groups, sides), series.label)
    return found


def _key(series: Series, sides: Sides) -> Series:
    """Blank what the two sides differ in, and the commit, which is chosen."""
    series = replace(series, commit="")
    if sides.kind == "file":
        return replace(series, machine="", environment="")
    if sides.kind == "parameter":
        return replace(series, fixed=tuple(pair for pair in series.fixed if pair[0] != sides.parameter))
    if sides.kind == "machine":
        return replace(series, machine="")
    return replace(series, environment="") if sides.kind == "environment" else series


def _why_alone(series: Series, is_first: bool, groups: Mapping[Series, object], sides: Sides) -> str:
    """Say why a series has no counterpart."""
    here, there = _SIDES if is_first else reversed(_SIDES)
    name = sides.names[0] if is_first else sides.names[1]
    other = "second" if is_first else "first"
    of_other = [key for key in groups if key.benchmark == series.benchmark and groups[key][int(is_first)]]  # type: ignore[index]
    if not of_other:
        return f"the benchmark is in {name} only"
    names = tuple(name for name, _ in series.fixed)
    if all(tuple(name for name, _ in key.fixed) != names or key.axis != series.axis for key in of_other):
        return (
            f"its parameters are others in the {other}: they were added, removed or renamed ({here} only, not {there})"
        )
    if all(key.machine != series.machine or key.environment != series.environment for key in of_other):
        return f"its machine or environment measured {name} only"
    return f"with these parameters it was measured in {name} only"


def _match(
    series: Series,
    first: Mapping[str, Points],
    second: Mapping[str, Points],
    sides: Sides,
    options: CompareOptions,
    found: Matching,
) -> None:
    """Add a pair, or say why it can't be compared."""
    notes = []
    commits = _commits(first, second)
    if sides.kind != "commit" and commits[0] != commits[1]:
        notes.append(f"measured at different commits, {commits[0][:8] or 'unknown'} and {commits[1][:8] or 'unknown'}")
    points = (first[commits[0]], second[commits[1]])
    rows = [[row for _, row in one] for one in points]
    units = [{row.unit for row in one} for one in rows]
    if not alike(points):
        other = f"other units: {' and '.join(', '.join(sorted(unit)) for unit in units)}"
        found.leave_out(_NO_CLOCK if _of_one_scale(points) else other, series.label)
        return
    if other_version(points) and sides.kind != "parameter":
        if not options.any_version:
            found.leave_out(
                "the benchmark itself changed, its version is another (--any-version compares all the same)",
                series.label,
            )
            return
        notes.append("the benchmark itself changed")
    machines = [{row.machine for row in one} for one in rows]
    same_machine = sides.kind not in ("machine", "file") or machines[0] == machines[1]
    pair = pair_of(points, options.clock, same_machine)
    if pair.busy:
        notes.append("the machine was busy in one of both runs")
    if pair.clock == "cpu" and options.clock == "auto" and len(_clocks_of_both(points)) > 1:
        notes.append(f"both are read by {NAMES['cpu']}, which was disturbed less")
    run = (series.machine, series.environment)
    found.pairs.append(Matched(series, run, pair, rows[0][0].kind, pair.unit, tuple(notes)))


def alike(points: Sequence[Points]) -> bool:
    """
    Tell whether two series can be compared.

    What was measured is of one kind, each in one unit and the two units of one scale, and a time is by one clock.
    """
    return _of_one_scale(points) and (points[0][0][1].kind != "time" or bool(_clocks_of_both(points)))


def _of_one_scale(points: Sequence[Points]) -> bool:
    kinds, units = ([{getattr(row, name) for _, row in one} for one in points] for name in ("kind", "unit"))
    if kinds[0] != kinds[1] or max(map(len, units)) > 1:
        return False
    return units[0] == units[1] or all(unit in SECONDS for one in units for unit in one)


def _clocks_of_both(points: Sequence[Points]) -> list[Clock]:
    return [c for c in CLOCKS if all(any(value_by(row, c) is not None for _, row in one) for one in points)]


def other_version(points: Sequence[Points]) -> bool:
    """Tell whether the benchmark's own code is known to have changed from one series to the other."""
    versions = [{row.version for _, row in one if row.version} for one in points]
    return bool(versions[0] and versions[1] and versions[0] != versions[1])


def pair_of(points: Sequence[Points], wanted: Wanted, same_machine: bool) -> Pair:
    """
    Make a pair of what was measured of two series that are `alike`.

    Parameters
    ----------
    points : sequence of Points, two
        Rows, and not their outlines.
    wanted : {"auto", "wall", "cpu"}
        The clock: one for both.
    same_machine : bool
        See `Pair`.
    """
    clock = _clock(points, wanted)
    rows = [one[0][1] for one in points]
    same = rows[0].unit == rows[1].unit
    factors = [1.0 if same else SECONDS[row.unit] for row in rows]
    samples = [_samples(one, clock, factor) for one, factor in zip(points, factors, strict=True)]
    return pair_of_samples(samples, points, rows[0].unit if same else "seconds", clock, same_machine)


def _clock(points: Sequence[Points], wanted: Wanted) -> Clock | None:
    """
    Choose one clock for both sides.

    A sweep may have measured one of them, and plain asv the other, which has the wall's clock only. Where each has two,
    it is the processor's if that is the less disturbed one on either side and on neither hides what a call takes.
    """
    choices = [choice for one in points if (choice := choose(one, wanted)) is not None]
    if not choices:
        return None
    both = _clocks_of_both(points)
    if len(both) == 1:
        return both[0]
    for_a_reason = {choice.clock for choice in choices if choice.cause}
    return "cpu" if for_a_reason == {"cpu"} else "wall"


def pair_of_samples(
    samples: Sequence[Mapping[float, list[float]]],
    points: Sequence[Points],
    unit: str,
    clock: str | None,
    same_machine: bool = True,
) -> Pair:
    """
    Make a pair of samples, and of what was recorded of the machine while they were taken.

    Parameters
    ----------
    samples : sequence of dict of float to list of float, two
        Of each size the single measurements, in `unit`.
    points : sequence of Points, two
        The rows that they are from.
    unit, same_machine
        See `Pair`.
    clock : {"wall", "cpu"} or None
        Which the samples are by; None for what is no time.
    """
    first, second = samples
    return Pair(
        list(first),
        list(first.values()),
        list(second),
        list(second.values()),
        unit=unit,
        memory=points[0][0][1].kind in MEMORY_KINDS,
        same_machine=same_machine,
        busy=busy_apart(points),
        clock=clock or "wall",
        slowdown=slowdown_of(points),
    )


def _commits(first: Mapping[str, Points], second: Mapping[str, Points]) -> tuple[str, str]:
    """Choose the newest commit that both have, or else the newest of each."""

    def newest(commits: Mapping[str, Points], among: Sequence[str]) -> str:
        return max(among, key=lambda commit: (max((row.date or 0 for _, row in commits[commit]), default=0), commit))

    both = [commit for commit in first if commit in second]
    if both:
        chosen = newest(first, both)
        return chosen, chosen
    return newest(first, list(first)), newest(second, list(second))


def _samples(points: Points, clock: str | None, factor: float) -> dict[float, list[float]]:
    """Return the single measurements at each size, in the common unit."""
    samples: dict[float, list[float]] = {}
    for n, row in points:
        values = _by(row, clock)
        if n > 0 and values:
            samples.setdefault(n, []).extend(factor * value for value in values)
    return samples


def _by(row: Row, clock: str | None) -> Sequence[float]:
    value = row.value if clock is None else value_by(row, clock)  # type: ignore[arg-type]
    samples = row.samples if clock is None else samples_by(row, clock)  # type: ignore[arg-type]
    return samples or ([] if value is None else [value])
