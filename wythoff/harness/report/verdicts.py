"""What `wythoff compare` says of two sides that the page can hold side by side."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from wythoff.harness.clocks import Wanted, choose
from wythoff.harness.compare import Pair, compare_all
from wythoff.harness.compare.pairs import samples_at
from wythoff.harness.fit.fitting import Watcher
from wythoff.harness.history.courses import scale
from wythoff.harness.results import Details
from wythoff.harness.series import Points

_MEMORY_KINDS = ("memory", "peakmemory")


@dataclass(frozen=True)
class Side:
    """A series by its position, the position of one of its commits (None for the fitted one), and what is there."""

    series: int
    commit: int | None
    machine: str
    hash: str
    points: Points


def verdicts(
    wanted: Sequence[tuple[Side, Side]],
    watch: Watcher = lambda count: nullcontext(lambda: None),
    processes: int = 1,
    clock: Wanted = "auto",
) -> list[str]:
    """
    Say what changed from one side to the other, for each of many pairs.

    Returns
    -------
    list of str
        Sentences; empty where the two can't be compared, as their units or the benchmark's versions differ.
    """
    pairs = _pairs(wanted, clock)
    groups: dict[Any, list[int]] = {}
    for place, (one, pair) in enumerate(zip(wanted, pairs, strict=True)):
        if pair is not None:
            row = one[0].points[0][1]
            places = [(side.machine, side.points[0][1].environment, side.hash) for side in one]
            groups.setdefault((*places, row.kind), []).append(place)
    found = [""] * len(wanted)
    with watch(sum(map(len, groups.values()))) as advance:
        for members in groups.values():
            chosen = [pair for place in members if (pair := pairs[place]) is not None]
            changes, _ = compare_all(chosen, advance=advance, processes=processes)
            for place, change in zip(members, changes, strict=True):
                found[place] = change.text
    return found


def _pairs(wanted: Sequence[tuple[Side, Side]], clock: Wanted) -> list[Pair | None]:
    """Read all that is wanted, a file at a time, and put it together."""
    details = Details()
    sides = {(side.series, side.commit): side for pair in wanted for side in pair if side.points}
    whole: dict[Any, Points] = {}
    for key, side in sorted(sides.items(), key=lambda item: str(item[1].points[0][1].file)):
        whole[key] = [(n, details.of(row)) for n, row in side.points]
    return [_pair([whole.get((side.series, side.commit), []) for side in pair], pair, clock) for pair in wanted]


def _pair(points: Sequence[Points], sides: tuple[Side, Side], wanted: Wanted) -> Pair | None:
    first, second = points
    if not first or not second:
        return None
    rows = [[row for _, row in one] for one in points]
    versions = [{row.version for row in one if row.version} for one in rows]
    units = [{row.unit for row in one} for one in rows]
    plain = units[0] == units[1] or all(scale(unit) != 1.0 or unit == "seconds" for one in units for unit in one)
    if (versions[0] and versions[1] and versions[0] != versions[1]) or not plain or max(map(len, units)) > 1:
        return None
    choice = choose([*first, *second], wanted)
    clock = None if choice is None else choice.clock
    samples = [samples_at(one, clock, scale(one[0][1].unit)) for one in points]
    busy = [any(row.busy for row in one) for one in rows]
    row = rows[0][0]
    return Pair(
        list(samples[0]),
        list(samples[0].values()),
        list(samples[1]),
        list(samples[1].values()),
        unit="seconds" if scale(row.unit) != 1.0 else row.unit,
        memory=row.kind in _MEMORY_KINDS,
        same_machine=sides[0].machine == sides[1].machine,
        busy=busy[0] != busy[1],
        clock=clock or "wall",
    )
