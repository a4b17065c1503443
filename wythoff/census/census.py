"""
Every row at which a rounded formula floor(alpha * n) or floor(beta * n) is wrong, found without looking at all rows.

Which rows are candidates
-------------------------
Let r be the constant that a formula has in place of alpha (or beta), d = r - alpha, and let v be the number that it
rounds down. Three things set v apart from n * alpha: n * d, the rounding of n where n has more bits than the format,
and the rounding of the product, by at most half a unit in its last place. So v - n * alpha lies in [-E, F], with
bounds E and F that are constant where neither n nor the product gains a digit and n * d is taken at its largest. The
formula is wrong exactly if an integer k has n * alpha < k <= v or v < k <= n * alpha. This needs

    frac(n * alpha) >= 1 - F   or   frac(n * alpha) < E,

that is, that n * alpha is in an arc about 0 on the circle of the numbers modulo 1. beta = alpha + a has the same
fractions. Where E + F >= 1 every row is a candidate.

How they are listed
-------------------
alpha is replaced by an odd multiple M of 2^-64 that is off by less than 2^-64. Then n * M stands on a circle of 2^64
places, and an arc longer by n places at both ends holds it whenever n * alpha is in the arc: the list has a few
more candidates and misses none. M is odd, so the places of 2^64 successive rows are all different.

Let an arc have L places. Let s be the smallest positive time that moves a point forwards by fewer than L places, say
by s', and t the same backwards, by t'. Then s' + t' >= L: if s = t the two make a full circle, and if s < t, say, then
t - s moves a point backwards by t' + s', which must not be less than L in less time than t. So a point at place y of
the arc is in exactly one of three cases, and returns to the arc [1]_ [2]_

    after s        if y + s' < L,
    after t        if y >= t',
    after s + t    if neither.

Nothing is sooner. A return after u that moves forwards by w < L - y has w = s' and u = s, or w > s' and so the first
case, or w < s'; in the last u > s, and u - s moves backwards by s' - w < L, so that u - s >= t. In the same way a
return backwards is that after t, or is in the second case, or is not before s + t. And s + t itself leads from a place
y of the third case to y + s' - t', which is at least L - t' > 0 and less than s' < L.

s and t are among the one-sided best approximations, which Euclid's algorithm lists; the first candidate of a range is
found in a similar way. So each range costs O(log n) steps and O(1) for each candidate.

How they are decided
--------------------
For each candidate the formula is carried out in integers, rounding half to even, and compared with the exact floor.
See `wythoff.census.deciding`.

References
----------
.. [1] V. T. Sós, "On the distribution mod 1 of the sequence n alpha", Ann. Univ. Sci. Budapest. Eötvös Sect. Math. 1
   (1958), 127-134.
.. [2] N. B. Slater, "Gaps and steps for the sequence n theta mod 1", Proc. Cambridge Philos. Soc. 63 (1967),
   1115-1123.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wythoff import positions
from wythoff.census.deciding import wrong_among
from wythoff.census.formulas import Formula, formula
from wythoff.census.ranges import Range, ranges, rotation
from wythoff.census.returns import CIRCLE, Walk
from wythoff.errors import InputError, shorten_int, whole_number
from wythoff.tables.arguments import A_MAX

_CHUNK = 2**16
# About an hour of work, in base 2 and in base 10.
_MOST = {2: 10**11, 10: 5 * 10**9}


class WrongValue(NamedTuple):
    """
    A row at which a formula is wrong.

    Attributes
    ----------
    n : int
        The row.
    computed, right : int
        What the formula gives, and A_n or B_n.
    """

    n: int
    computed: int
    right: int


class Piece(NamedTuple):
    """
    A part of a census.

    Attributes
    ----------
    last : int
        Every row up to this one has been dealt with.
    candidates : int
        How many rows had to be looked at for this part.
    wrong : array with shape (3, M), dtype uint64
        The wrong rows of this part, what the formula gives for them, and what is right.
    """

    last: int
    candidates: int
    wrong: NDArray[np.uint64]


class Census:
    """
    The census of one formula, made as it is iterated over.

    Parameters
    ----------
    last : int
        The last row; B of it must be below 2^63.
    a : int
        The game's parameter, 1 <= a <= 2^31 - 1.
    formula : str
        As for `wythoff.census.formulas.formula`.
    column : str
        ``A`` or ``B``.
    first : int
        The first row, at least 1.

    Attributes
    ----------
    formula : Formula
        With its constant.
    first, last : int
        The rows.
    n_candidates : float
        How many rows will be looked at, roughly.

    Raises
    ------
    InputError
        If an argument is outside its range, or more rows would have to be looked at than in about an hour.
    """

    def __init__(self, last: int, a: int = 1, *, formula: str = "float64", column: str = "A", first: int = 1) -> None:
        self._a = whole_number("a", a, 1, A_MAX)
        self.first = whole_number("the first row", first, 1)
        self.last = whole_number("the last row", last, self.first)
        most = positions.last_row_with_b_up_to(2**63 - 1, self._a)
        if self.last > most:
            raise InputError(
                f"the last row must have B below 2^63, at a = {self._a} at most {most}; got {shorten_int(self.last)}"
            )
        self.formula: Formula = _formula(formula, self._a, column)
        self._column = column
        self._ranges = list(ranges(self.formula, self._a, column, self.first, self.last))
        self.n_candidates = sum(piece.candidates for piece in self._ranges)
        if self.n_candidates > _MOST[self.formula.base]:
            raise InputError(
                f"about {self.n_candidates:.0e} rows would have to be looked at for {formula}, and more than "
                f"{_MOST[self.formula.base]:.0e} take too long: end at a smaller row, or begin at a larger one"
            )

    def __iter__(self) -> Iterator[Piece]:
        turn = rotation(self._a)
        for piece in self._ranges:
            for rows, last in _every(piece) if piece.length == CIRCLE else _in_arc(piece, turn):
                yield Piece(last, len(rows), wrong_among(rows, self.formula, self._a, self._column))


def wrong_rows(
    last: int, a: int = 1, *, formula: str = "float64", column: str = "A", first: int = 1
) -> Iterator[WrongValue]:
    """
    Yield every row at which a rounded formula is wrong.

    Parameters
    ----------
    last, a, formula, column, first
        As for `Census`.

    Yields
    ------
    WrongValue
        In ascending order.

    Raises
    ------
    InputError
        As for `Census`, on the call itself.

    Notes
    -----
    Time is proportional to the number of candidates, about sum of the bounds E + F over all rows; in double precision
    that is near 10^-16 * last**2, and half of the candidates are wrong. Memory is constant.

    Examples
    --------
    >>> for wrong in wrong_rows(150_000_000, 2):
    ...     print(wrong)
    WrongValue(n=93222358, computed=131836323, right=131836322)
    WrongValue(n=147830751, computed=209064253, right=209064252)
    """
    census = Census(last, a, formula=formula, column=column, first=first)
    return (WrongValue(*row) for piece in census for row in piece.wrong.T.tolist())


_formula = formula  # the parameters of that name hide it


def _every(piece: Range) -> Iterator[tuple[NDArray[np.uint64], int]]:
    for first in range(piece.first, piece.last + 1, _CHUNK):
        last = min(first + _CHUNK - 1, piece.last)
        yield np.arange(first, last + 1, dtype=np.uint64), last


def _in_arc(piece: Range, turn: int) -> Iterator[tuple[NDArray[np.uint64], int]]:
    walk = Walk(turn, piece.begin, piece.length, piece.first, piece.last)
    rows = np.empty(_CHUNK, np.uint64)
    while count := walk.fill(rows):
        yield rows[:count], min(walk.n - 1, piece.last)
