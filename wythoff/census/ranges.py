"""Where a rounded formula may fail: ranges of rows, each with the arc that a row's fraction must be in."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from wythoff import positions
from wythoff.census.formulas import Formula
from wythoff.census.returns import CIRCLE

_ALPHA_BITS = 256


class Range(NamedTuple):
    """
    Consecutive rows.

    Attributes
    ----------
    first, last : int
        Both included.
    begin, length : int
        The arc of a circle of 2^64 units in which n * rotation must be if row n is wrong; a length of 2^64 means that
        any row may be.
    """

    first: int
    last: int
    begin: int
    length: int

    @property
    def candidates(self) -> float:
        """How many rows are in the arc, roughly."""
        return (self.last - self.first + 1) * (self.length / CIRCLE)


def rotation(a: int) -> int:
    """Return the odd one of the two integers next to (alpha - 1) * 2^64."""
    return (positions.pair(CIRCLE, a)[0] - CIRCLE) | 1


def ranges(formula: Formula, a: int, column: str, first: int, last: int) -> Iterator[Range]:
    """
    Cut rows `first` to `last` where n or the product gains a digit, and bound what each piece may have wrong.

    Parameters
    ----------
    formula : Formula
        For parameter `a` and `column`.
    a : int
        The game's parameter.
    column : str
        ``A`` or ``B``.
    first, last : int
        The rows, both included, at least 1.

    Yields
    ------
    Range
        In ascending order; their number is that of the digits of the last product.
    """
    # alpha lies in (low, low + 2^-256).
    low = Fraction(positions.pair(2**_ALPHA_BITS, a)[0], 2**_ALPHA_BITS) + (a if column == "B" else 0)
    too_large, too_small = formula.factor - low, formula.factor - low - Fraction(1, 2**_ALPHA_BITS)
    cuts = sorted({first, *_cuts(formula, first, last)})
    for begin, end in zip(cuts, [*(cut - 1 for cut in cuts[1:]), last], strict=True):
        rounding = _rounding(formula, end)
        above = max(begin * too_large, end * too_large, Fraction(0)) + rounding
        below = max(-begin * too_small, -end * too_small, Fraction(0)) + rounding
        # The rotation differs from alpha by less than a unit, so that end units make up for it on either side.
        before, after = ceil(above * CIRCLE) + end, ceil(below * CIRCLE) + end
        yield Range(begin, end, -before % CIRCLE, min(before + after, CIRCLE))


def _cuts(formula: Formula, first: int, last: int) -> Iterator[int]:
    """Yield the rows from `first` + 1 to `last` at which n, or the product, reaches a power of its base."""
    for base, factor in ((2, Fraction(1)), (formula.base, formula.factor)):
        power = 1
        while factor and (cut := ceil(power / factor)) <= last:
            if cut > first:
                yield cut
            power *= base


def _rounding(formula: Formula, n: int) -> Fraction:
    """Return the most by which rounding n, or a smaller one, and the product can change the product."""
    of_row = Fraction(0)
    if formula.base == 2:
        of_row = _half_unit(Fraction(n), 2, formula.precision) * formula.factor
        if n < 2**formula.precision:
            of_row = Fraction(0)
    return of_row + _half_unit(n * formula.factor + of_row, formula.base, formula.precision)


def _half_unit(x: Fraction, base: int, precision: int) -> Fraction:
    """Return half a unit in the last of so many digits, of x or any smaller number."""
    n_digits, power = 0, 1
    while power <= x:
        power *= base
        n_digits += 1
    return Fraction(base) ** (n_digits - precision) / 2
