"""What `wythoff compare` says of two sides that the page can hold side by side."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from wythoff.harness.clocks import Wanted
from wythoff.harness.compare import Pair, compare_all
from wythoff.harness.compare.pairs import alike, other_version, pair_of
from wythoff.harness.fit.fitting import Watcher
from wythoff.harness.results import Details
from wythoff.harness.series import Points


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
    if not all(points) or not alike(points) or other_version(points):
        return None
    return pair_of(points, wanted, sides[0].machine == sides[1].machine)
