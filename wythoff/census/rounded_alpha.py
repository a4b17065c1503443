"""Rational stand-ins for alpha: the nearest number of a floating-point format, or what somebody typed."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from fractions import Fraction

from wythoff import positions
from wythoff.errors import InputError, shorten, whole_number

# Bits of the significand, the leading one included.
FLOAT_BITS = {"float16": 11, "float32": 24, "float64": 53, "float80": 64, "float128": 113}

_LARGEST_EXPONENT = 10_000


def nearest(bits: int, a: int = 1) -> Fraction:
    """
    Return the binary floating-point number nearest to alpha = (2 - a + sqrt(a**2 + 4)) / 2.

    Parameters
    ----------
    bits : int
        Bits of the significand, at least 1; 53 for double precision.
    a : int
        Parameter of the game, at least 1.

    Returns
    -------
    fractions.Fraction
        Its exact value, from 1 to 2.

    Raises
    ------
    InputError
        If an argument is no integer or is too small.

    Notes
    -----
    As 1 < alpha < 2, one unit in the last place is 2**(1 - bits). With N = 2**bits, floor(alpha * N) is A_N, so
    alpha * 2**(bits - 1) rounds to (A_N + 1) // 2; alpha is irrational, so there are no ties. Exact for every a.

    Examples
    --------
    >>> float(nearest(53, a=2)) == 2**0.5
    True
    >>> nearest(3)
    Fraction(3, 2)
    """
    bits = whole_number("bits", bits, 1)
    return Fraction((positions.pair(2**bits, a)[0] + 1) // 2, 2 ** (bits - 1))


def parse(text: str, a: int = 1) -> Fraction:
    """
    Turn a decimal, a fraction or the name of a format in `FLOAT_BITS` into an exact number.

    Parameters
    ----------
    text : str
        Such as ``1.41421356``, ``17/12`` or ``float32``, which is the number of that format nearest to alpha.
    a : int
        Parameter of the game, at least 1; it matters for the names only.

    Returns
    -------
    fractions.Fraction
        The exact value.

    Raises
    ------
    InputError
        If the text is none of these.

    Examples
    --------
    >>> parse("1.5"), parse("17/12"), parse("float16", a=2)
    (Fraction(3, 2), Fraction(17, 12), Fraction(181, 128))
    """
    if text in FLOAT_BITS:
        return nearest(FLOAT_BITS[text], a)
    try:
        if "/" in text:
            return Fraction(text)
        number = Decimal(text)
        # An exponent of millions is an integer of as many digits.
        if number.is_finite() and abs(number.adjusted()) <= _LARGEST_EXPONENT:
            return Fraction(number)
    except (ValueError, ZeroDivisionError, InvalidOperation):
        pass
    raise InputError(
        f"alpha must be a decimal such as 1.41421356, a fraction such as 17/12 or one of {', '.join(FLOAT_BITS)}, "
        f"got {shorten(repr(text))}"
    )
