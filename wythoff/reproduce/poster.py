"""
The three methods of the Czech poster for Wythoff's own game, a = 1: recurrence, Fibonacci numbers, golden ratio.

Its columns are a_n and b_n, A_n and B_n elsewhere in this package, and tau = (1 + sqrt(5)) / 2. Each method tells the
column and the row n of a number x, and gives the pair (a_n, b_n):

* "recurrence": a_n is the least number not used before, b_n = a_n + n.
* "fibonacci": write x as a sum of Fibonacci numbers f_0 = 1, f_1 = 2, f_2 = 3, ..., no two of them neighbours. x is
  some a_n if the digits end in an even number of zeros, else some b_n, and (b_n) is (a_n) with a zero appended.
* "golden-ratio": with {v} for the fractional part of v, x = a_n if {x / tau} > 1 / tau^2, n = floor((x + 1) / tau);
  x = b_n if {x / tau} < 1 / tau^2, n = floor((x + 1) / tau^2). Computed exactly, by integer square roots.
* "golden-ratio-float64": the same as a program would write it, in double precision; first wrong at 165,580,140.

The poster states the second condition of the golden ratio for {x / tau^2}. That is wrong: {2 / tau^2} = 0.76... is more
than 1 / tau^2 = 0.38... though 2 = b_1, and {3 / tau^2} = 0.14... is less though 3 = a_2. As 1 / tau^2 = 1 - 1 / tau,
{x / tau^2} = 1 - {x / tau}, so that the condition above is the same as {x / tau^2} > 1 / tau. The poster's cases of the
winning move are for x < y; here x = y belongs to them.
"""

from __future__ import annotations

import math
from typing import Protocol

from wythoff import numeration
from wythoff.errors import InputError, shorten, whole_number
from wythoff.moves.recursive import Recursive
from wythoff.positions import Place

METHODS = ("recurrence", "fibonacci", "golden-ratio", "golden-ratio-float64")

# The first x for which the test in double precision names the wrong column, by how x / tau is written. Found by
# comparison with the exact test for every x up to 1.2e9; both are next to a Fibonacci number.
FLOAT64_FIRST_WRONG = {"x / tau": 165_580_140, "x * (tau - 1)": 102_334_155}

_TAU = (1 + math.sqrt(5)) / 2
_FLOAT64_MOST = 2**53  # from here on x itself may be rounded


def place(x: int, method: str = "golden-ratio") -> Place:
    """
    Find row and column of x by one of the poster's methods.

    Parameters
    ----------
    x : int
        The number, at least 0.
    method : str
        One of `METHODS`.

    Returns
    -------
    Place
        The row n, and column "A" if x = a_n or "B" if x = b_n. 0, which is both a_0 and b_0, is in column A.

    Raises
    ------
    InputError
        If `x` is no integer or is negative, there is no such method, `x` exceeds 2^53 with "golden-ratio-float64", or
        the table of "recurrence" would not fit in memory.

    Notes
    -----
    Exact for every x, but for "golden-ratio-float64". "recurrence" takes O(x) time and memory, "fibonacci" time that
    is quadratic in the length of x, "golden-ratio" that of two or three integer square roots.

    Examples
    --------
    >>> [place(18, method) for method in METHODS[:3]]
    [Place(row=7, column='B'), Place(row=7, column='B'), Place(row=7, column='B')]
    >>> place(165_580_140).column, place(165_580_140, "golden-ratio-float64").column
    ('A', 'B')
    """
    x = whole_number("x", x)
    return _method(method, x).place(x)


def pair(n: int, method: str = "golden-ratio") -> tuple[int, int]:
    """
    Return (a_n, b_n) by one of the poster's methods.

    Parameters
    ----------
    n : int
        Row, at least 0.
    method : str
        One of `METHODS`.

    Returns
    -------
    tuple of int
        (a_n, b_n). With "golden-ratio-float64", floor(n * tau) in double precision, first wrong at n = 102,334,155,
        and n more.

    Raises
    ------
    InputError
        As for `place`, with `n` in place of x.

    Examples
    --------
    >>> [pair(7, method) for method in METHODS]
    [(11, 18), (11, 18), (11, 18), (11, 18)]
    """
    n = whole_number("n", n)
    return _method(method, 2 * n).pair(n)


def move(x: int, y: int, method: str = "golden-ratio") -> tuple[int, int] | None:
    """
    Return the winning move of the poster's algorithm.

    Parameters
    ----------
    x, y : int
        Sizes of the heaps in either order, at least 0.
    method : str
        One of `METHODS`.

    Returns
    -------
    tuple of int or None
        What the move leaves of x and of y, in this order. None in a losing position.

    Raises
    ------
    InputError
        As for `place`, for the smaller heap.

    Notes
    -----
    For x <= y: if x = b_n, leave (b_n, a_n); if x = a_n and b_n < y, leave (a_n, b_n); if x = a_n and y < b_n, leave
    (a_k, b_k) with k = y - x. With "golden-ratio-float64" the move is wrong where `place` or `pair` is.

    Examples
    --------
    >>> move(10, 13), move(11, 30), move(30, 11), move(11, 13), move(11, 18)
    ((10, 6), (11, 18), (18, 11), (3, 5), None)
    """
    x = whole_number("x", x)
    y = whole_number("y", y)
    if x > y:
        reversed_target = move(y, x, method)
        return reversed_target and reversed_target[::-1]
    chosen = _method(method, x)
    row, column = chosen.place(x)
    a, b = chosen.pair(row)
    if column == "B":
        return x, a
    if y == b:
        return None
    return (x, b) if y > b else chosen.pair(y - x)


def column_by_golden_ratio(x: int) -> str:
    """
    Apply the golden-ratio test exactly.

    Parameters
    ----------
    x : int
        The number, at least 1.

    Returns
    -------
    str
        "A" if {x / tau} > 1 / tau^2, else "B".

    Raises
    ------
    InputError
        If `x` is no integer or is too small.

    Notes
    -----
    As 1 / tau^2 = 1 - 1 / tau, the condition says that the fractional part of x / tau and 1 / tau add up to more than
    1, that is, floor((x + 1) / tau) = floor(x / tau) + 1. As 1 / tau = (sqrt(5) - 1) / 2, the two floors are
    (isqrt(5 * v^2) - v) // 2 for v = x and x + 1. Exact for every x; two integer square roots.

    Examples
    --------
    >>> "".join(map(column_by_golden_ratio, range(1, 11)))
    'ABAABABAAB'
    """
    x = whole_number("x", x, 1)
    return "A" if _over_tau(x + 1) > _over_tau(x) else "B"


def column_by_golden_ratio_float64(x: int, form: str = "x / tau") -> str:
    """
    Apply the golden-ratio test in double precision.

    Parameters
    ----------
    x : int
        The number, from 1 to 2^53.
    form : str
        How x / tau is written: "x / tau" or "x * (tau - 1)".

    Returns
    -------
    str
        "A" if the computed {x / tau} exceeds the computed 1 / tau^2, else "B": right for every x below
        ``FLOAT64_FIRST_WRONG[form]``, and wrong there.

    Raises
    ------
    InputError
        If `x` is no integer in its range or there is no such form.

    Examples
    --------
    >>> [column_by_golden_ratio_float64(x) for x in (165_580_139, 165_580_140)]
    ['A', 'B']
    >>> [column_by_golden_ratio(x) for x in (165_580_139, 165_580_140)]
    ['A', 'A']
    """
    x = whole_number("x", x, 1, _FLOAT64_MOST)
    if form == "x / tau":
        quotient = x / _TAU
    elif form == "x * (tau - 1)":
        quotient = x * (_TAU - 1)
    else:
        raise InputError(f"there is no form {shorten(repr(form))}; choose one of {', '.join(FLOAT64_FIRST_WRONG)}")
    return "A" if quotient - math.floor(quotient) > 1 / _TAU**2 else "B"


class _Method(Protocol):
    def place(self, x: int) -> Place: ...

    def pair(self, n: int) -> tuple[int, int]: ...


class _Fibonacci:
    def place(self, x: int) -> Place:
        digits = numeration.represent_p(x)
        if numeration.trailing_zeros(digits) % 2:
            return Place(x - numeration.interpret_p(numeration.shift_right(digits)), "B")
        return Place(numeration.interpret_p(numeration.shift_left(digits)) - x, "A")

    def pair(self, n: int) -> tuple[int, int]:
        return numeration.pair_by_digits(n)


class _GoldenRatio:
    def place(self, x: int) -> Place:
        if x == 0:
            return Place(0, "A")
        row = _over_tau(x + 1)
        # floor(v / tau^2) = v - ceil(v / tau), for v = x + 1.
        return Place(row, "A") if column_by_golden_ratio(x) == "A" else Place(x - row, "B")

    def pair(self, n: int) -> tuple[int, int]:
        lower = n + _over_tau(n)
        return lower, lower + n


class _GoldenRatioFloat64:
    def place(self, x: int) -> Place:
        if x == 0:
            return Place(0, "A")
        column = column_by_golden_ratio_float64(x)
        return Place(math.floor((x + 1) / (_TAU if column == "A" else _TAU**2)), column)

    def pair(self, n: int) -> tuple[int, int]:
        lower = math.floor(whole_number("n", n, 0, _FLOAT64_MOST) * _TAU)
        return lower, lower + n


def _method(method: str, most: int) -> _Method:
    """Return a method that can place numbers up to `most` and make the rows up to theirs."""
    if method == "recurrence":
        return Recursive(1, False, most)
    if method == "fibonacci":
        return _Fibonacci()
    if method == "golden-ratio":
        return _GoldenRatio()
    if method == "golden-ratio-float64":
        return _GoldenRatioFloat64()
    raise InputError(f"there is no method {shorten(repr(method))}; choose one of {', '.join(METHODS)}")


def _over_tau(v: int) -> int:
    """Return floor(v / tau)."""
    return (math.isqrt(5 * v * v) - v) // 2
