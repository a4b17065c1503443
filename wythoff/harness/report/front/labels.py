"""Names at line ends: what room they take, which find it, and where each stands so that none lies on another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wythoff.errors import shorten

_NARROW: Final = frozenset("fijlrtI.,:;'|!()[]/- ")
_WIDE: Final = frozenset("mwMWGOQ@%")


def letters_of(text: str) -> float:
    """
    Return how long a text is in the fonts that browsers have, in letters of ordinary text.

    Examples
    --------
    >>> letters_of("arithmetic"), letters_of("commodore")
    (9.15, 10.25)
    """
    return round(sum(0.65 if one in _NARROW else 1.5 if one in _WIDE else 1.1 for one in text), 2)


def shortened(text: str, letters: float) -> str:
    """Cut a text to the room of so many letters, but never below four."""
    taken = letters_of(text)
    return text if taken <= letters else shorten(text, max(4, int(len(text) * letters / taken)))


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """
    Move places apart as little as is needed.

    Parameters
    ----------
    wanted : sequence of float
        Where each would stand, in ascending order.
    gap : float
        Least distance between two.
    low, high : float
        Between these, if there is room for all.

    Returns
    -------
    list of float
        In the same order. Neighbours that would overlap become a block around the mean of what they want.

    Examples
    --------
    >>> spread([10, 11, 50], 10, 0, 100), spread([98, 99], 10, 0, 100)
    ([5.5, 15.5, 50.0], [90.0, 100.0])
    """
    blocks: list[list[float]] = []  # of each: how many stand in it, and the sum of what their first would want
    for place in wanted:
        blocks.append([1, place])
        while len(blocks) > 1 and _start(blocks[-1], gap, low, high) < _end(blocks[-2], gap, low, high) + gap:
            count, total = blocks.pop()
            before = blocks[-1]
            before[1] += total - count * before[0] * gap
            before[0] += count
    return [_start(block, gap, low, high) + gap * step for block in blocks for step in range(int(block[0]))]


def _start(block: Sequence[float], gap: float, low: float, high: float) -> float:
    count, total = block
    return float(max(low, min(total / count, high - (count - 1) * gap)))


def _end(block: Sequence[float], gap: float, low: float, high: float) -> float:
    return _start(block, gap, low, high) + (block[0] - 1) * gap


def chosen(places: Sequence[float], first: Sequence[bool], most: int) -> list[int]:
    """
    Choose which names are written where there is no room for all: those that come first, and others evenly spread.

    Parameters
    ----------
    places : sequence of float
        Where each line ends.
    first : sequence of bool
        Which have to be there.
    most : int
        How many there is room for.

    Returns
    -------
    list of int
        Positions, by ascending place.

    Examples
    --------
    >>> chosen([30, 10, 20, 40, 50], [False, False, True, False, False], 3)
    [1, 2, 4]
    """
    order = sorted(range(len(places)), key=lambda one: places[one])
    if len(order) <= most:
        return order
    kept = [one for one in order if first[one]][:most]
    others = [one for one in order if one not in kept]
    room = most - len(kept)
    if room == 1:
        kept.append(others[0])
    elif room > 1:
        kept += [others[round(step * (len(others) - 1) / (room - 1))] for step in range(room)]
    return [one for one in order if one in kept]
