"""
The positions of one Grundy value of Wythoff's game (a = 1), in order, without a table of all values.

For each g the pairs (p_n, q_n), p_n <= q_n, with G(p_n, q_n) = g hold every number once, and every difference q_n - p_n
at most once. So they can be listed one by one [1]_ [2]_: p_n is the least number in no earlier pair, and q_n >= p_n the
least number such that

* q_n is in no earlier pair either,
* the difference q_n - p_n is that of no earlier pair,
* (p_n, q_n) has no smaller value.

A value is the mex of its options, so a square has the value g exactly if it has no smaller value and no option of the
value g; the three rules say that, of options with less in the first heap, in the second, and in both.

The g-values lie within a bounded distance of the 0-values, so that all differences but finitely many are used in order
[2]_; the search begins at the least that is free. So n pairs of all values up to g take time O(n g c), where c, the
number of differences looked at, is bounded for each g.

References
----------
.. [1] U. Blass, A. S. Fraenkel, "The Sprague-Grundy function for Wythoff's game", Theoretical Computer Science 75
   (1990), 311-333.
.. [2] G. Nivasch, "More on the Sprague-Grundy function for Wythoff's game", Games of No Chance 3, MSRI Publications 56
   (2009), 377-410.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wythoff._jit import kernel
from wythoff._process.memory import check_room
from wythoff.errors import InputError, whole_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NONE = -1


def value_positions(most: int, pairs: int) -> NDArray[np.int32]:
    """
    List the first positions of each Grundy value up to `most`.

    Parameters
    ----------
    most : int
        The largest value, at least 0.
    pairs : int
        How many positions of each, at least 1.

    Returns
    -------
    array with shape (most + 1, pairs, 2), dtype int32
        Element [g, n] is (p_n, q_n), the n-th position of the value g by ascending p, with p <= q.

    Raises
    ------
    InputError
        If an argument is out of range, or memory does not suffice.

    Notes
    -----
    Exact, and no conjecture: the rules of the module decide each position. Memory is about 16 * (most + 1) * pairs
    bytes, besides the result.

    Examples
    --------
    >>> value_positions(2, 4)[:, :, 0].tolist()
    [[0, 1, 3, 4], [0, 2, 3, 4], [0, 1, 3, 5]]
    >>> value_positions(2, 4)[2].tolist()
    [[0, 2], [1, 1], [3, 4], [5, 8]]
    """
    most = whole_number("most", most)
    pairs = whole_number("pairs", pairs, 1, 2**28)
    # Some more, as the pairs of a value can't be told beyond the numbers that are in pairs of all smaller values.
    total = pairs + 8 * most + 16
    size = 3 * total + 64
    needed = (most + 1) * (8 * pairs + 4 * size)
    check_room(needed, f"the first {pairs} positions of the values 0 to {most}", "take fewer")
    found = np.empty((most + 1, pairs, 2), np.int32)
    one = np.empty((total, 2), np.int32)
    partner = np.full((most + 1, size), _NONE, np.int32)
    used = np.empty(size, np.bool_)
    smaller = np.empty(size, np.int32)
    limit = size
    for g in range(most + 1):
        used[:] = False
        smaller[:] = -1
        count, limit = _place(one, partner, used, smaller, g, limit)
        if count < pairs:
            raise InputError(f"the positions of the value {g} lie wider apart than was allowed for; ask for more pairs")
        found[g] = one[:pairs]
    return found


@kernel
def _place(pairs, partner, used, smaller, g, limit):  # type: ignore[no-untyped-def]
    """
    Fill `pairs` with positions of the value g, and ``partner[g, x]`` with the other number of the pair of x.

    `used` tells of each difference whether a pair has it, and `smaller` for which p the pair (p, q) was last seen to
    have a smaller value; all of it False and -1. All numbers below `limit` must be in pairs of all smaller values.
    Returns how many pairs there are, and the limit for the next value.
    """
    size = used.size
    p = 0
    low = 0
    for n in range(pairs.shape[0]):
        while p < size and partner[g, p] >= 0:
            p += 1
        while low < size and used[low]:
            low += 1
        if p >= limit or p >= size:
            return n, min(p, limit)
        for h in range(g):
            smaller[partner[h, p]] = p
        q = p + low
        while q < size and (partner[g, q] >= 0 or used[q - p] or smaller[q] == p):
            q += 1
        if q >= size:
            return n, p
        pairs[n, 0] = p
        pairs[n, 1] = q
        partner[g, p] = q
        partner[g, q] = p
        used[q - p] = True
    while p < size and partner[g, p] >= 0:
        p += 1
    return pairs.shape[0], min(p, limit)
