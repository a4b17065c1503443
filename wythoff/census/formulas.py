"""The rounded formulas floor(alpha * n) and floor(beta * n): which numbers they multiply, and how they round."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction

from wythoff import positions
from wythoff.census.rounded_alpha import FLOAT_BITS
from wythoff.errors import InputError, shorten, whole_number

NAMES = "float32, float64, float80, binary:P with P bits from 2 to 64 or decimal:P with P digits from 1 to 1000"
_LIMITS = {"binary": (2, 64), "decimal": (1, 1000)}


@dataclass(frozen=True)
class Formula:
    """
    The product of a row number and a constant, rounded, then rounded down to an integer.

    Attributes
    ----------
    name : str
        What the user calls it.
    factor : fractions.Fraction
        What stands in for alpha or beta, exactly.
    base : int
        2 or 10.
    precision : int
        Significant digits of the product in that base; it is rounded to the nearest, ties to even. In base 2 the row
        number is rounded so before, as by a conversion to floating point; in base 10 it is not.
    """

    name: str
    factor: Fraction
    base: int
    precision: int


def formula(name: str, a: int, column: str) -> Formula:
    """
    Find a formula by name.

    Parameters
    ----------
    name : str
        ``float64`` computes (2 - a + sqrt(a * a + 4)) / 2 and adds a for beta, all in double precision, as the theses'
        program does. ``float80`` has the same constants and multiplies in the extended precision of the x87, which
        gives every A of the theses' tables of rows. In ``float32``, ``binary:P`` and ``decimal:P`` the constants are
        the numbers of 24 bits, P bits or P digits that are nearest to alpha and beta.
    a : int
        The game's parameter, at least 1.
    column : str
        ``A`` or ``B``.

    Returns
    -------
    Formula
        With the constant for that column.

    Raises
    ------
    InputError
        If there is no such formula or column.

    Examples
    --------
    >>> formula("decimal:6", 2, "A").factor, formula("decimal:6", 2, "B").factor
    (Fraction(141421, 100000), Fraction(341421, 100000))
    """
    a = whole_number("a", a, 1)
    if column not in ("A", "B"):
        raise InputError(f"column must be A or B, got {column!r}")
    if name in ("float64", "float80"):
        alpha = (2 - a + math.sqrt(a * a + 4)) / 2
        return Formula(name, Fraction(alpha if column == "A" else alpha + a), 2, FLOAT_BITS[name])
    if name == "float32":
        kind, precision = "binary", FLOAT_BITS[name]
    else:
        match = re.fullmatch(r"(binary|decimal):([0-9]{1,4})", name)
        if not match:
            raise InputError(f"formula must be {NAMES}, got {shorten(repr(name))}")
        kind = match[1]
        precision = whole_number(f"the P of {kind}:P", int(match[2]), *_LIMITS[kind])
    base = 2 if kind == "binary" else 10
    return Formula(name, nearest(base, precision, a, column), base, precision)


def nearest(base: int, precision: int, a: int, column: str) -> Fraction:
    """Return the number of so many digits nearest to alpha or beta; being irrational they are no ties."""
    which = "AB".index(column)
    whole = positions.pair(1, a)[which]
    n_digits = 0
    while base**n_digits <= whole:
        n_digits += 1
    if precision >= n_digits:
        scale = base ** (precision - n_digits)
        return Fraction((positions.pair(2 * scale, a)[which] + 1) // 2, scale)
    unit = base ** (n_digits - precision)
    return Fraction((positions.pair(2, a)[which] + unit) // (2 * unit) * unit)
