"""
Losing positions of generalised Wythoff's game, exact for integers of any size.

Two heaps; a move takes any k > 0 from one heap, or k > 0 from one and l > 0 from the other with abs(k - l) < a; whoever
can't move has lost. For an integer a >= 1 the losing positions (P-positions: the player to move loses) are the rows

    A_n = floor(n * alpha),  B_n = A_n + a * n = floor(n * beta),  n = 0, 1, 2, ...,

and their mirror images [1]_, where D = a**2 + 4, alpha = (2 - a + sqrt(D)) / 2 and beta = alpha + a. By Beatty's
theorem each integer x >= 1 occurs exactly once in the two columns A and B.

Instead of computing alpha, everything here works with integer square roots or with the norm form

    f(m, n) = m**2 - (2 - a) * m * n - a * n**2 = (m - n * alpha) * (m - n * alpha'),

in which alpha' < 0 is the conjugate of alpha. As alpha is irrational, f(m, n) = 0 only for m = n = 0, and for
m, n >= 0 the sign says on which side of n * alpha the integer m lies.

References
----------
.. [1] A. S. Fraenkel, "How to beat your Wythoff games' opponent on three fronts", American Mathematical Monthly 89
   (1982), 353-361.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple, Protocol

from wythoff.errors import InputError, integer, shorten, shorten_int, whole_number


class Place(NamedTuple):
    """
    Where an integer stands in the table of losing positions.

    Attributes
    ----------
    row : int
        The n of the pair (A_n, B_n).
    column : str
        ``"A"`` or ``"B"``.
    """

    row: int
    column: str


class RationalNumber(Protocol):
    """Any number that knows its exact value as a fraction: float, NumPy floating, Decimal, Fraction, int."""

    def as_integer_ratio(self) -> tuple[int, int]:
        """Return numerator and denominator, the denominator positive."""


def pair(n: int, a: int = 1) -> tuple[int, int]:
    """
    Return the n-th losing position (A_n, B_n).

    Parameters
    ----------
    n : int
        Row, at least 0.
    a : int
        Parameter of the game, at least 1; 1 is Wythoff's own game.

    Returns
    -------
    tuple of int
        (A_n, B_n), A_n <= B_n.

    Raises
    ------
    InputError
        If `n` or `a` is no integer or is too small.

    Notes
    -----
    A_n = floor(((2 - a) * n + isqrt(D * n**2)) / 2) is Fraenkel's closed form [1]_ without rounding: (2 - a) * n is an
    integer, so only the floor of the root matters. Exact for every n. Time is that of one integer square root of
    twice the length of n, memory is linear in the length of n.

    References
    ----------
    .. [1] A. S. Fraenkel, American Mathematical Monthly 89 (1982), 353-361.

    Examples
    --------
    >>> [pair(n) for n in range(6)]
    [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13)]
    >>> pair(10**31, a=2)
    (14142135623730950488016887242096, 34142135623730950488016887242096)
    """
    n = whole_number("n", n)
    a = whole_number("a", a, 1)
    lower = ((2 - a) * n + math.isqrt((a * a + 4) * n * n)) // 2
    return lower, lower + a * n


def index(x: int, a: int = 1) -> Place:
    """
    Find the row and the column of the table that hold the integer x.

    Parameters
    ----------
    x : int
        The integer to find, at least 0.
    a : int
        Parameter of the game, at least 1.

    Returns
    -------
    Place
        Row and column. Each x >= 1 is in exactly one place; 0, which is both A_0 and B_0, is reported as row 0,
        column A.

    Raises
    ------
    InputError
        If `x` or `a` is no integer or is too small.

    Notes
    -----
    The number of n >= 1 with A_n <= x is k = floor((x + 1) / alpha), and 1 / alpha = (a - 2 + sqrt(D)) / (2 * a).
    Either A_k = x, or x is in the other column; as the columns share out 1..x (Beatty's theorem), it is B_(x - k) then.
    Which of the two holds is read off the sign of the norm form f(x, k). Exact for every x; one integer square root.

    Examples
    --------
    >>> index(17, a=2)
    Place(row=5, column='B')
    >>> pair(5, a=2)
    (7, 17)
    """
    return _index(whole_number("x", x), whole_number("a", a, 1))


def partner(x: int, a: int = 1) -> int:
    """
    Return the other entry of the row that holds x: the one heap that makes x a losing position.

    Parameters
    ----------
    x : int
        Size of one heap, at least 0.
    a : int
        Parameter of the game, at least 1.

    Returns
    -------
    int
        B_n if x = A_n, and A_n if x = B_n. It is its own inverse.

    Raises
    ------
    InputError
        If `x` or `a` is no integer or is too small.

    Notes
    -----
    The row n comes from `index`, the rest from B_n - A_n = a * n. Exact for every x; one integer square root.

    Examples
    --------
    >>> [partner(x) for x in range(11)]
    [0, 2, 1, 5, 7, 3, 10, 4, 13, 15, 6]
    """
    x = whole_number("x", x)
    a = whole_number("a", a, 1)
    row, column = _index(x, a)
    return x + a * row if column == "A" else x - a * row


def is_losing(x: int, y: int, a: int = 1) -> bool:
    """
    Tell whether the player to move loses with heaps of x and y.

    Parameters
    ----------
    x, y : int
        Sizes of the heaps in either order, at least 0.
    a : int
        Parameter of the game, at least 1.

    Returns
    -------
    bool
        True exactly for the losing positions of normal play.

    Raises
    ------
    InputError
        If `x`, `y` or `a` is no integer or is too small.

    Notes
    -----
    The difference of the heaps must be a multiple of a, say a * n, and the smaller heap must be A_n, which the norm
    form decides (see `certificate`). Exact for every x and y; a division and a few multiplications, no square root.

    Examples
    --------
    >>> is_losing(6, 10), is_losing(10, 6), is_losing(6, 11)
    (True, True, False)
    """
    x = whole_number("x", x)
    y = whole_number("y", y)
    a = whole_number("a", a, 1)
    n, remainder = divmod(abs(y - x), a)
    return remainder == 0 and _is_a(min(x, y), n, a)


def certificate(n: int, A: int, B: int, a: int = 1) -> bool:
    """
    Check by multiplications alone that (A, B) is row n of the table.

    Parameters
    ----------
    n : int
        Row, at least 0.
    A, B : int
        The claimed entries; any integers.
    a : int
        Parameter of the game, at least 1.

    Returns
    -------
    bool
        True exactly if A = A_n and B = B_n.

    Raises
    ------
    InputError
        If an argument is no integer, or `n` or `a` is too small.

    Notes
    -----
    For n >= 1 the norm form f(m, n) = m**2 - (2 - a) * m * n - a * n**2 = (m - n * alpha) * (m - n * alpha') is
    negative exactly from n * alpha' to n * alpha. One step up from A can leave that range only at its upper end, so
    f(A, n) < 0 < f(A + 1, n) says A < n * alpha < A + 1, that is, A = A_n. Row 0 is (0, 0). The check has no step in
    common with the closed form in `pair`, so each is evidence for the other. Exact for every size; time is that of a
    few multiplications.

    Examples
    --------
    >>> certificate(5, 7, 17, a=2), certificate(5, 8, 18, a=2)
    (True, False)
    """
    n = whole_number("n", n)
    A = integer("A", A)
    B = integer("B", B)
    a = whole_number("a", a, 1)
    return A + a * n == B and _is_a(A, n, a)


def last_row_with_b_up_to(x: int, a: int = 1) -> int:
    """
    Return the largest n with B_n <= x.

    Parameters
    ----------
    x : int
        The limit, at least 0; for example the largest value of an integer type.
    a : int
        Parameter of the game, at least 1.

    Returns
    -------
    int
        The last row whose two entries are at most x. It is also the number of rows n >= 1 with B_n <= x.

    Raises
    ------
    InputError
        If `x` or `a` is no integer or is too small.

    Notes
    -----
    n = floor((x + 1) / beta), and 1 / beta = (a + 2 - sqrt(D)) / (2 * a). The root is irrational, so its negative is
    rounded down by ``-isqrt(...) - 1``. Exact for every x; one integer square root.

    Examples
    --------
    >>> last_row_with_b_up_to(2**31 - 1, a=2)
    628983398
    >>> pair(628983398, a=2), pair(628983399, a=2)
    ((889516851, 2147483647), (889516853, 2147483651))
    """
    x = whole_number("x", x)
    a = whole_number("a", a, 1)
    return ((a + 2) * (x + 1) - math.isqrt((a * a + 4) * (x + 1) ** 2) - 1) // (2 * a)


def first_failure(a: int = 1, alpha: RationalNumber | None = None) -> int:
    """
    Return the first n >= 1 at which floor(alpha * n) is not A_n, for a rational stand-in for alpha.

    Parameters
    ----------
    a : int
        Parameter of the game, at least 1.
    alpha : float, numpy.floating, decimal.Decimal, fractions.Fraction or int, optional
        The number used in place of the irrational alpha; its exact binary or decimal value counts. By default
        ``(2 - a + math.sqrt(a * a + 4)) / 2`` in double precision, as a program would write it.

    Returns
    -------
    int
        The first wrong row. There always is one, because no rational number equals alpha.

    Raises
    ------
    InputError
        If `a` is no integer or is too small, if `alpha` is infinite, NaN or no number, or if `alpha` is left out and
        `a` is too large for double precision.

    Notes
    -----
    The product alpha * n is taken exactly. A program that rounds the product as well may fail sooner or later: with
    a = 3 in double precision later, because rounding happens to repair the first failure.

    Let r be the stand-in. As a function of r, floor(r * n) is continuous from the right, so r may be replaced by
    r + e with an e > 0 as small as we like. The two floors differ exactly if some m / n lies between alpha and r + e.
    So the answer is the smallest denominator of all fractions between them, which is that of the simplest one in
    the sense of the Stern-Brocot tree [1]_: its partial quotients are those that alpha and r + e share, closed by 1 +
    the smaller of the first two that differ. Alpha is [1; a, a, a, ...]; r + e is that expansion of r whose last index
    is even, followed by one arbitrarily large quotient.

    Exact for every a and r, and never longer than Euclid's algorithm for numerator and denominator of r.

    References
    ----------
    .. [1] R. L. Graham, D. E. Knuth, O. Patashnik, "Concrete Mathematics", 2nd edition, section 4.5.

    Examples
    --------
    >>> first_failure(a=2)
    93222358
    >>> from fractions import Fraction
    >>> first_failure(a=2, alpha=Fraction(7, 5))
    17
    >>> 17 * 7 // 5, pair(17, a=2)
    (23, (24, 58))
    """
    a = whole_number("a", a, 1)
    numerator, denominator = _exact_ratio(_double_alpha(a) if alpha is None else alpha)
    quotient_of_alpha = 1
    # Denominators of the convergents with index -2 and -1, from which the recurrence starts.
    q_before, q = 1, 0
    for quotient in _quotients_from_above(numerator, denominator):
        if quotient != quotient_of_alpha:
            return (min(quotient, quotient_of_alpha) + 1) * q + q_before
        q_before, q = q, quotient * q + q_before
        quotient_of_alpha = a
    return (a + 1) * q + q_before


def _index(x: int, a: int) -> Place:
    count = ((a - 2) * (x + 1) + math.isqrt((a * a + 4) * (x + 1) ** 2)) // (2 * a)
    # A_count <= x is certain, so only the other half of "x = A_count" is left to check.
    return Place(count, "A") if _norm_form(x, count, a) <= 0 else Place(x - count, "B")


def _norm_form(m: int, n: int, a: int) -> int:
    return m * (m + (a - 2) * n) - a * n * n


def _is_a(m: int, n: int, a: int) -> bool:
    """Tell whether m = A_n. Zero, which the form takes only at m = n = 0, is let through for the sake of row 0."""
    return _norm_form(m, n, a) <= 0 < _norm_form(m + 1, n, a)


def _double_alpha(a: int) -> float:
    try:
        return (2 - a + math.sqrt(a * a + 4)) / 2
    except OverflowError:
        raise InputError(
            f"a = {shorten_int(a)} is too large for double precision; give the alpha to be examined"
        ) from None


def _exact_ratio(alpha: RationalNumber) -> tuple[int, int]:
    """Return the exact value of `alpha` as numerator and denominator, or of another number with the same answer."""
    if isinstance(alpha, Decimal) and alpha.is_finite() and not 1 <= alpha < 2:
        # Row 1 is wrong for all of these, and the integers of a Decimal like 1E+999999999 would not fit in memory.
        return 0, 1
    try:
        if isinstance(alpha, bool):
            raise TypeError
        return alpha.as_integer_ratio()
    except (AttributeError, TypeError, ValueError, OverflowError):
        raise InputError(
            "alpha must be a finite float, NumPy floating, Decimal, Fraction or int, "
            f"got {shorten(repr(alpha))} ({type(alpha).__name__})"
        ) from None


def _quotients_from_above(numerator: int, denominator: int) -> Iterator[int]:
    """
    Yield the partial quotients that numerator / denominator shares with all slightly larger numbers.

    Of the two finite expansions [.., c] = [.., c - 1, 1] it is the one whose last index is even: what follows there
    makes the value larger.
    """
    last_index_even = True
    while denominator:
        quotient, remainder = divmod(numerator, denominator)
        if remainder == 0 and not last_index_even:
            yield quotient - 1
            yield 1
        else:
            yield quotient
        numerator, denominator = denominator, remainder
        last_index_even = not last_index_even
