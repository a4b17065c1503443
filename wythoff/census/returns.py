"""The rows whose multiple of alpha falls near an integer, by the return times of a rotation; see `census`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wythoff._jit import kernel

UInt = np.uint64
CIRCLE = 2**64
_NEVER = 2**62  # longer than any step inside the rows that fit


class Steps(NamedTuple):
    """
    How a rotation comes back to an arc.

    Attributes
    ----------
    forward, forward_by : int
        The smallest time that moves a point forward by less than the arc's length, and by how much.
    backward, backward_by : int
        The same backwards.
    """

    forward: int
    forward_by: int
    backward: int
    backward_by: int


def steps(rotation: int, length: int) -> Steps:
    """
    Find the two return times of which all others are sums.

    Parameters
    ----------
    rotation : int
        An odd number of units of a circle of 2^64 units.
    length : int
        Length of the arc, from 2 to 2^64 - 1.

    Returns
    -------
    Steps
        By Euclid's algorithm on the one-sided best approximations, several subtractions at a time: O(log) steps.

    Examples
    --------
    >>> steps(11400714819323198485, 2**60)
    Steps(forward=13, forward_by=635340061525167377, backward=8, backward_by=1028001813962170200)
    """
    forward, forward_by = 1, rotation
    backward, backward_by = 1, CIRCLE - rotation
    while forward_by >= length or backward_by >= length:
        if forward_by > backward_by:
            times = min((forward_by - 1) // backward_by, (forward_by - length) // backward_by + 1)
            forward += times * backward
            forward_by -= times * backward_by
        else:
            times = min((backward_by - 1) // forward_by, (backward_by - length) // forward_by + 1)
            backward += times * forward
            backward_by -= times * forward_by
    return Steps(forward, forward_by, backward, backward_by)


def first_time(rotation: int, circle: int, least: int, most: int) -> int | None:
    """
    Return the smallest t >= 0 with least <= t * rotation mod circle <= most, ``None`` if there is none.

    Notes
    -----
    If no multiple of the rotation lies in the range itself, some t * rotation - y * circle does; modulo the rotation
    this is the same question for y, with smaller numbers. O(log) steps, as in Euclid's algorithm.

    Examples
    --------
    >>> first_time(7, 10, 2, 3), 6 * 7 % 10
    (6, 2)
    """
    if least == 0:
        return 0
    if rotation == 0:
        return None
    time = -(-least // rotation)
    if time * rotation <= most:
        return time
    turns = first_time(circle % rotation, rotation, -most % rotation, -least % rotation)
    return None if turns is None else -(-(least + turns * circle) // rotation)


@kernel
def _list_returns(out, n, place, last, length, forward, forward_by, backward, backward_by):  # type: ignore[no-untyped-def]
    """
    Write the rows n, ... up to `last` that are in the arc, as many as fit; `place` is where in the arc n stands.

    Returns how many there are, and n and place of the next one, which may be beyond `last`.
    No checks: n and `last` are below 2^63, either time is at most 2^62, and the moves are shorter than the arc.
    """
    both = forward + backward
    both_by = forward_by - backward_by
    room = length - forward_by
    count = UInt(0)
    size = UInt(out.size)
    while n <= last and count < size:
        out[count] = n
        count += UInt(1)
        if place < room:
            n += forward
            place += forward_by
        elif place >= backward_by:
            n += backward
            place -= backward_by
        else:
            n += both
            place += both_by
    return count, n, place


class Walk:
    """
    The rows of a range at which a rotation is inside an arc.

    Parameters
    ----------
    rotation : int
        Odd, in units of a circle of 2^64 units.
    begin, length : int
        The arc: `length` units from `begin` on.
    first, last : int
        The range, both included, below 2^63.
    """

    def __init__(self, rotation: int, begin: int, length: int, first: int, last: int) -> None:
        self._last = UInt(last)
        place = (first * rotation - begin) % CIRCLE
        time = 0 if place < length else first_time(rotation, CIRCLE, CIRCLE - place, CIRCLE - place + length - 1)
        self.n = last + 1 if time is None else min(first + time, last + 1)
        self._place = UInt((place + (self.n - first) * rotation) % CIRCLE)
        found = steps(rotation, length)
        times = min(found.forward, _NEVER), found.forward_by, min(found.backward, _NEVER), found.backward_by
        self._constants = tuple(map(UInt, (length, *times)))

    def fill(self, out: np.ndarray[tuple[int], np.dtype[np.uint64]]) -> int:
        """Write the next rows into `out`; return how many there were, 0 at the end."""
        count, self.n, place = _list_returns(out, UInt(self.n), self._place, self._last, *self._constants)
        self._place = UInt(place)
        return int(count)
