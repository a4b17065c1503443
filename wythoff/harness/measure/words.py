"""What was measured, in lines for people."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from wythoff.errors import printable, shorten
from wythoff.harness.growth.texts import verdict_text
from wythoff.harness.units import human_seconds, size_text

if TYPE_CHECKING:
    from wythoff.harness.measure.answer import Measured

_CLOCKS = {"cpu": "the thread's processor time", "wall": "time on the wall"}
NAME_LENGTH = 60
_COURSE_SIZES = 4


def lines_of(one: Measured, mark: str = "") -> list[str]:
    """Say what was found: law, coefficient, cost, and why no more was measured."""
    found = one.analysis
    lines = [f"{f'{mark} ' if mark else ''}{shorten(printable(one.name), NAME_LENGTH)}: {verdict_text(found)}"]
    cost = f"{human_seconds(one.largest)} a call at n = {size_text(one.n[-1])}"
    lines.append(f"  {one.coefficient_text}; {cost}" if one.decided and one.coefficient_text else f"  {cost}")
    clock = _CLOCKS[one.clock] + (f" ({one.clock_cause})" if one.clock_cause else "")
    lines.append(
        f"  {len(one.n)} sizes from {size_text(one.n[0])}, {clock}; {human_seconds(one.seconds)}: {one.stopped}"
    )
    if one.operations is not None and one.operations.decided:
        law, same = one.operations.law, one.operations.law == found.law
        upto = size_text(one.operations.n[-1])
        lines.append(f"  operations, counted up to n = {upto}, grow by {law}{' as well' if same else ''}")
    if not one.decided:
        lines.append(f"  {found.why}")
    if one.fresh:
        lines.append(
            f"  each call had arguments of its own, as it may change them: {human_seconds(one.made_s)} to make"
        )
    elif one.made_s > one.sampled_s and one.made_s > 1.0:
        lines.append(
            f"  making the arguments took {human_seconds(one.made_s)}, the calls {human_seconds(one.sampled_s)}"
        )
    return lines + [f"  {note}" for note in one.notes]


def course(n: Sequence[int], samples: Sequence[Sequence[float]]) -> str:
    """Say by which power times grow over the last sizes, before anything is analysed."""
    text = f"n = {size_text(n[-1])}"
    if len(n) < _COURSE_SIZES:
        return text
    small, large = min(samples[-_COURSE_SIZES]), min(samples[-1])
    if min(small, large) <= 0.0:
        return text
    return f"about n^{math.log(large / small) / math.log(n[-1] / n[-_COURSE_SIZES]):.1f} up to {text}"


def estimate(one_law: str, probability: float, n: float) -> str:
    """Say in a few words what it looks like so far."""
    share = "" if math.isnan(probability) else f" ({probability:.2f})"
    return f"{one_law}{share} up to n = {size_text(n)}"
