"""
The two number systems of the arithmetic strategy: p-system and q-system.

The continued fraction of alpha = (2 - a + sqrt(a**2 + 4)) / 2 is [1; a, a, a, ...]. The numerators p_0 = 1,
p_1 = a + 1 and the denominators q_0 = 1, q_1 = a of its convergents obey one rule, w_k = a * w_(k-1) + w_(k-2), and are
the weights of two number systems [1]_ [2]_.

A representation R = (d_m, ..., d_0) is a tuple of digits, most significant first, without leading zeros; zero is the
empty tuple. In both systems 0 <= d_i <= a, and a digit equal to a has a zero to its right; in the q-system d_0 < a as
well. With these rules each integer has exactly one representation, and the greedy algorithm finds it.

For a = 1 the p-system is Zeckendorf's. There q_0 = q_1 = 1, and as d_0 < 1 the greedy algorithm must take q_1 and never
q_0: R_q is the Zeckendorf representation with a zero appended.

References
----------
.. [1] A. S. Fraenkel, "How to beat your Wythoff games' opponent on three fronts", American Mathematical Monthly 89
   (1982), 353-361.
.. [2] A. Ostrowski, "Bemerkungen zur Theorie der diophantischen Approximationen", Abhandlungen aus dem Mathematischen
   Seminar der Universitaet Hamburg 1 (1922), 77-98.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from itertools import chain, repeat, takewhile

from wythoff.errors import InputError, shorten, whole_number

# The weight with index -1, from which the common rule makes the rest: w_1 = a * w_0 + w_(-1).
_P_BEFORE = 1
_Q_BEFORE = 0


def continued_fraction(a: int = 1) -> Iterator[int]:
    """
    Iterate over the partial quotients 1, a, a, a, ... of alpha, without end.

    Parameters
    ----------
    a : int
        Parameter of the game, at least 1.

    Returns
    -------
    iterator of int
        The partial quotients.

    Raises
    ------
    InputError
        If `a` is no integer or is too small.

    Notes
    -----
    alpha = 1 + 1 / (a - 1 + alpha), because alpha is the positive root of x**2 - (2 - a) * x - a; hence a - 1 + alpha
    is a + 1 / (a - 1 + alpha), and so on. Constant time and memory per quotient.

    Examples
    --------
    >>> from itertools import islice
    >>> list(islice(continued_fraction(a=3), 5))
    [1, 3, 3, 3, 3]
    """
    return chain((1,), repeat(whole_number("a", a, 1)))


def convergents(a: int = 1) -> Iterator[tuple[int, int]]:
    """
    Iterate over the convergents (p_k, q_k) of alpha, k = 0, 1, 2, ..., without end.

    Parameters
    ----------
    a : int
        Parameter of the game, at least 1.

    Returns
    -------
    iterator of tuple of int
        Numerator and denominator of each convergent.

    Raises
    ------
    InputError
        If `a` is no integer or is too small.

    Notes
    -----
    Those with even k increase to alpha from below, those with odd k decrease to it from above. Exact; two
    multiplications by a for each convergent.

    Examples
    --------
    >>> from itertools import islice
    >>> list(islice(convergents(a=2), 5))
    [(1, 1), (3, 2), (7, 5), (17, 12), (41, 29)]
    """
    a = whole_number("a", a, 1)
    return zip(_weights(_P_BEFORE, a), _weights(_Q_BEFORE, a), strict=False)


def represent_p(x: int, a: int = 1) -> tuple[int, ...]:
    """
    Return R_p(x), the digits of x in the p-system.

    Parameters
    ----------
    x : int
        The number, at least 0.
    a : int
        Parameter of the game, at least 1.

    Returns
    -------
    tuple of int
        The digits, most significant first, without leading zeros; empty for 0.

    Raises
    ------
    InputError
        If `x` or `a` is no integer or is too small.

    Notes
    -----
    Greedy, from the largest weight p_k <= x down. Exact for every x. A number of d bits has O(d / log(a + 1)) digits;
    time is O(d**2 / log(a + 1)), memory O(d).

    Examples
    --------
    >>> represent_p(10, a=2)
    (1, 1, 0)
    >>> represent_p(0)
    ()
    """
    return _represent(whole_number("x", x), _P_BEFORE, whole_number("a", a, 1))


def represent_q(n: int, a: int = 1) -> tuple[int, ...]:
    """
    Return R_q(n), the digits of n in the q-system.

    Parameters
    ----------
    n : int
        The number, at least 0.
    a : int
        Parameter of the game, at least 1.

    Returns
    -------
    tuple of int
        The digits, most significant first, without leading zeros; empty for 0. For a = 1 the last one is always 0.

    Raises
    ------
    InputError
        If `n` or `a` is no integer or is too small.

    Notes
    -----
    Greedy, from the largest weight q_k <= n down; of two equal weights, the one with the higher index. Exactness, time
    and memory are as in `represent_p`.

    Examples
    --------
    >>> represent_q(12, a=2)
    (1, 0, 0, 0)
    >>> represent_q(1, a=1)
    (1, 0)
    """
    return _represent(whole_number("n", n), _Q_BEFORE, whole_number("a", a, 1))


def interpret_p(digits: Sequence[int], a: int = 1) -> int:
    """
    Return I_p(digits), the sum of d_i * p_i.

    Parameters
    ----------
    digits : sequence of int
        Digits of at least 0, most significant first. They need not keep the rules of the p-system: the arithmetic
        strategy reads digits of the q-system here.
    a : int
        Parameter of the game, at least 1.

    Returns
    -------
    int
        The value of the digits; 0 if there are none.

    Raises
    ------
    InputError
        If `digits` is no sequence of whole numbers, or `a` is no integer or is too small.

    Notes
    -----
    Exact for all digits; time as in `represent_p`, memory linear in the length of the result.

    Examples
    --------
    >>> interpret_p((1, 0, 0, 0), a=2)
    17
    >>> interpret_p(represent_q(12, a=2), a=2)
    17
    """
    return _interpret(_checked(digits), _P_BEFORE, whole_number("a", a, 1))


def interpret_q(digits: Sequence[int], a: int = 1) -> int:
    """
    Return I_q(digits), the sum of d_i * q_i.

    Parameters
    ----------
    digits : sequence of int
        Digits of at least 0, most significant first. They need not keep the rules of the q-system.
    a : int
        Parameter of the game, at least 1.

    Returns
    -------
    int
        The value of the digits; 0 if there are none.

    Raises
    ------
    InputError
        If `digits` is no sequence of whole numbers, or `a` is no integer or is too small.

    Notes
    -----
    Exactness, time and memory are as in `interpret_p`.

    Examples
    --------
    >>> interpret_q((1, 0, 1), a=2)
    6
    """
    return _interpret(_checked(digits), _Q_BEFORE, whole_number("a", a, 1))


def shift_left(digits: Sequence[int]) -> tuple[int, ...]:
    """
    Return R', the digits with a zero appended.

    Parameters
    ----------
    digits : sequence of int
        Digits of at least 0, most significant first.

    Returns
    -------
    tuple of int
        The digits, each moved up by one place. No digits stay no digits: zero shifted is zero.

    Raises
    ------
    InputError
        If `digits` is no sequence of whole numbers.

    Notes
    -----
    R_p(B_n) is R_p(A_n) shifted left, for every row n of the table.

    Examples
    --------
    >>> shift_left((1, 2))
    (1, 2, 0)
    """
    return _shift_left(_checked(digits))


def shift_right(digits: Sequence[int]) -> tuple[int, ...]:
    """
    Return R'', the digits without the last one.

    Parameters
    ----------
    digits : sequence of int
        Digits of at least 0, most significant first.

    Returns
    -------
    tuple of int
        The digits, each moved down by one place; empty if there were none.

    Raises
    ------
    InputError
        If `digits` is no sequence of whole numbers.

    Notes
    -----
    R_p(A_n) is R_p(B_n) shifted right, for every row n of the table.

    Examples
    --------
    >>> shift_right((1, 1, 0))
    (1, 1)
    """
    return _checked(digits)[:-1]


def trailing_zeros(digits: Sequence[int]) -> int:
    """
    Count the zeros at the end of the digits.

    Parameters
    ----------
    digits : sequence of int
        Digits of at least 0, most significant first.

    Returns
    -------
    int
        The number of zeros after the last other digit; 0 if there are no digits.

    Raises
    ------
    InputError
        If `digits` is no sequence of whole numbers.

    Notes
    -----
    Time is linear in the number of digits.

    Examples
    --------
    >>> trailing_zeros((1, 0, 2, 0, 0))
    2
    """
    return _trailing_zeros(_checked(digits))


def pair_by_digits(n: int, a: int = 1) -> tuple[int, int]:
    """
    Return the n-th losing position (A_n, B_n) by the rules of the arithmetic strategy.

    Parameters
    ----------
    n : int
        Row, at least 0.
    a : int
        Parameter of the game, at least 1.

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
    A_n is I_p(R_q(n)), less 1 if R_q(n) ends in an odd number of zeros; B_n is I_p of R_p(A_n) shifted left [1]_.
    Neither a root nor a mex nor B_n = A_n + a * n is involved, so agreement with the other strategies is evidence for
    both. Exact for every n; time and memory are as in `represent_p`.

    References
    ----------
    .. [1] A. S. Fraenkel, American Mathematical Monthly 89 (1982), 353-361.

    Examples
    --------
    >>> pair_by_digits(7, a=2)
    (9, 23)
    """
    n = whole_number("n", n)
    a = whole_number("a", a, 1)
    q_digits = _represent(n, _Q_BEFORE, a)
    lower = _interpret(q_digits, _P_BEFORE, a) - _trailing_zeros(q_digits) % 2
    return lower, _interpret(_shift_left(_represent(lower, _P_BEFORE, a)), _P_BEFORE, a)


def column_by_digits(x: int, a: int = 1) -> str:
    """
    Tell by its digits which column of the table holds x.

    Parameters
    ----------
    x : int
        The number, at least 0.
    a : int
        Parameter of the game, at least 1.

    Returns
    -------
    str
        ``"A"`` if R_p(x) ends in an even number of zeros, ``"B"`` if in an odd number. 0, which is in both, gives
        ``"A"``.

    Raises
    ------
    InputError
        If `x` or `a` is no integer or is too small.

    Notes
    -----
    Exact for every x; time and memory are as in `represent_p`.

    Examples
    --------
    >>> column_by_digits(9, a=2), column_by_digits(10, a=2)
    ('A', 'B')
    """
    zeros = _trailing_zeros(_represent(whole_number("x", x), _P_BEFORE, whole_number("a", a, 1)))
    return "B" if zeros % 2 else "A"


def _weights(before: int, a: int) -> Iterator[int]:
    weight = 1
    while True:
        yield weight
        before, weight = weight, a * weight + before


def _represent(number: int, before: int, a: int) -> tuple[int, ...]:
    weight, places = 1, 0
    while weight <= number:
        before, weight, places = weight, a * weight + before, places + 1
    digits = []
    for _ in range(places):  # back down by the same rule, as a list of the weights could fill the memory
        before, weight = weight - a * before, before
        digit, number = divmod(number, weight)
        digits.append(digit)
    return tuple(digits)


def _interpret(digits: tuple[int, ...], before: int, a: int) -> int:
    return sum(map(operator.mul, reversed(digits), _weights(before, a)))


def _shift_left(digits: tuple[int, ...]) -> tuple[int, ...]:
    return (*digits, 0) if digits else ()


def _trailing_zeros(digits: tuple[int, ...]) -> int:
    return sum(1 for _ in takewhile(lambda digit: digit == 0, reversed(digits)))


def _checked(digits: Sequence[int]) -> tuple[int, ...]:
    # Sets would lose the order and text would be read as characters, so the kind of container matters.
    if not isinstance(digits, Sequence) or isinstance(digits, (str, bytes)):
        raise InputError(
            "digits must be a tuple or list of whole numbers, most significant first, "
            f"got {shorten(repr(digits))} ({type(digits).__name__})"
        )
    return tuple(whole_number("each of the digits", digit) for digit in digits)
