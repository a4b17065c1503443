"""Where one of two measured things becomes the cheaper one."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

import numpy as np

from wythoff.harness.measure.answer import Measured
from wythoff.harness.units import human_n

_POINTS: Final = 400


def crossings(first: Measured, second: Measured) -> list[float]:
    """
    Return the sizes, ascending, between those measured of both, at which the cheaper of two changes.

    Costs between measured sizes are interpolated in their logarithms.
    """
    low, high = max(first.n[0], second.n[0]), min(first.n[-1], second.n[-1])
    if low >= high:
        return []
    at = np.geomspace(low, high, _POINTS)
    costs = [np.interp(np.log(at), np.log(one.n), np.log([min(row) for row in one.samples])) for one in (first, second)]
    sign = np.sign(costs[0] - costs[1])
    turns = np.flatnonzero(sign[1:] * sign[:-1] < 0)
    return [float(np.sqrt(at[turn] * at[turn + 1])) for turn in turns]


def crossing_lines(measured: Sequence[Measured]) -> list[str]:
    """Say of each pair which is the cheaper one, and where that changes."""
    lines = []
    for first, second in itertools.combinations(measured, 2):
        common = min(first.n[-1], second.n[-1])
        start = max(first.n[0], second.n[0])
        if start > common:
            lines.append(f"{first.name} and {second.name} have no sizes in common")
            continue
        found = crossings(first, second)
        at_end = _cost(first, common) < _cost(second, common)
        cheaper, other = (first, second) if at_end else (second, first)
        if not found:
            factor = _cost(other, common) / _cost(cheaper, common)
            lines.append(f"{cheaper.name} is the cheaper one at all sizes, {factor:.3g} times at n = {human_n(common)}")
        else:
            lines.append(f"{cheaper.name} is cheaper than {other.name} from n = {human_n(round(found[-1]))} on")
    return lines


def _cost(one: Measured, n: float) -> float:
    return float(np.exp(np.interp(np.log(n), np.log(one.n), np.log([min(row) for row in one.samples]))))
