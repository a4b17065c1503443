"""
Losing positions of misère Wythoff, exact for integers of any size.

Heaps and moves are those of `wythoff.positions`, but whoever can't move has won. So (0, 0) is no losing position, and
the table of losing positions begins differently [1]_. With A_n, alpha and D as there:

* a >= 2: A'_n = mex{A'_i, B'_i : i < n} and B'_n = A'_n + a * n + 1 for n = 0, 1, 2, ..., that is (0, 1),
  (2, a + 3), ... In closed form A'_n = floor(n * alpha + 1 / alpha).
* a = 1: (0, 1), (2, 2), and from row 2 on the pairs (A_n, B_n) of normal play.

Each integer x >= 0 stands in exactly one place of the table for a >= 2. For a = 1 the same holds but for 2, which is
both entries of row 1.

**Reduction to normal play.** For a >= 2, both columns are columns of the normal table with N = a * n + 1:

    A'_n = (A_N + a - 2) // a,    B'_n = (B_N + a - 2) // a.

Proof: 1 / alpha = (alpha + a - 2) / a, because alpha**2 = (2 - a) * alpha + a. Hence n * alpha + 1 / alpha
= (N * alpha + a - 2) / a, and a floor may be taken inside before the floor of the division by a. Further
B_N = A_N + a * N, so (B_N + a - 2) // a = A'_n + N = B'_n. Whatever computes the normal table, by whatever strategy,
computes this one as well.

References
----------
.. [1] A. S. Fraenkel, "Wythoff games, continued fractions, cedar trees and Fibonacci searches", Theoretical Computer
   Science 29 (1984), 49-73.
"""

from __future__ import annotations

from wythoff import positions
from wythoff.errors import integer, whole_number
from wythoff.positions import Place

# Rows 0 and 1 for a = 1, the only two that differ from normal play.
FIRST_ROWS_A1 = ((0, 1), (2, 2))


def pair(n: int, a: int = 1) -> tuple[int, int]:
    """
    Return the n-th losing position (A'_n, B'_n) of misère play.

    Parameters
    ----------
    n : int
        Row, at least 0.
    a : int
        Parameter of the game, at least 1; 1 is Wythoff's own game.

    Returns
    -------
    tuple of int
        (A'_n, B'_n), A'_n <= B'_n.

    Raises
    ------
    InputError
        If `n` or `a` is no integer or is too small.

    Notes
    -----
    The reduction of the module's introduction. Exact for every n; one integer square root.

    Examples
    --------
    >>> [pair(n) for n in range(5)]
    [(0, 1), (2, 2), (3, 5), (4, 7), (6, 10)]
    >>> [pair(n, a=2) for n in range(5)]
    [(0, 1), (2, 5), (3, 8), (4, 11), (6, 15)]
    """
    n = whole_number("n", n)
    a = whole_number("a", a, 1)
    if a == 1:
        return positions.pair(n) if n > 1 else FIRST_ROWS_A1[n]
    lower = (positions.pair(a * n + 1, a)[0] + a - 2) // a
    return lower, lower + a * n + 1


def index(x: int, a: int = 1) -> Place:
    """
    Find the row and the column of the misère table that hold the integer x.

    Parameters
    ----------
    x : int
        The integer to find, at least 0.
    a : int
        Parameter of the game, at least 1.

    Returns
    -------
    Place
        Row and column, unique but for a = 1 and x = 2: both entries of row 1 are 2, and it is reported as column A.

    Raises
    ------
    InputError
        If `x` or `a` is no integer or is too small.

    Notes
    -----
    For a >= 2, let K be the number of n >= 1 with A_n <= a * x + 1, which the normal table's index of a * x + 1 tells:
    the row, if that number is in column A, else the number less the row. By the reduction, A'_n <= x says
    A_(a * n + 1) <= a * x + 1, that is a * n + 1 <= K; so the last row with A'_n <= x is k = (K - 1) // a. Either
    A'_k = x, which the certificate decides, or x is in column B. Of the x + 1 integers up to x, k + 1 are in column A
    then, and x is the last of the others: its row is x - k - 1.

    Exact for every x; one integer square root.

    Examples
    --------
    >>> index(11, a=2), pair(3, a=2)
    (Place(row=3, column='B'), (4, 11))
    """
    x = whole_number("x", x)
    a = whole_number("a", a, 1)
    if a == 1:
        return positions.index(x) if x > 2 else (Place(0, "A"), Place(0, "B"), Place(1, "A"))[x]
    last = _last_row_with_a_up_to(x, a)
    return Place(last, "A") if _is_a(x, last, a) else Place(x - last - 1, "B")


def partner(x: int, a: int = 1) -> int:
    """
    Return the one heap that makes x a losing position of misère play.

    Parameters
    ----------
    x : int
        Size of one heap, at least 0.
    a : int
        Parameter of the game, at least 1.

    Returns
    -------
    int
        The other entry of the row that holds x. It is its own inverse.

    Raises
    ------
    InputError
        If `x` or `a` is no integer or is too small.

    Notes
    -----
    Exact for every x; one integer square root.

    Examples
    --------
    >>> [partner(x) for x in range(8)], [partner(x, a=2) for x in range(8)]
    ([1, 0, 2, 5, 7, 3, 10, 4], [1, 0, 5, 8, 11, 2, 15, 18])
    """
    x = whole_number("x", x)
    a = whole_number("a", a, 1)
    row, column = index(x, a)
    if a == 1:
        return pair(row)[0 if column == "B" else 1]
    return x + a * row + 1 if column == "A" else x - a * row - 1


def is_losing(x: int, y: int, a: int = 1) -> bool:
    """
    Tell whether the player to move loses misère play with heaps of x and y.

    Parameters
    ----------
    x, y : int
        Sizes of the heaps in either order, at least 0.
    a : int
        Parameter of the game, at least 1.

    Returns
    -------
    bool
        True exactly for the losing positions of misère play. (0, 0) is none: whoever is to move there has won.

    Raises
    ------
    InputError
        If `x`, `y` or `a` is no integer or is too small.

    Notes
    -----
    For a >= 2 the difference of the heaps must be a * n + 1, and the smaller heap must be A'_n, which the certificate
    decides. Exact for every x and y; a division and a few multiplications, no square root.

    Examples
    --------
    >>> is_losing(0, 0), is_losing(1, 0), is_losing(2, 2), is_losing(1, 2)
    (False, True, True, False)
    >>> is_losing(4, 11, a=2)
    True
    """
    x = whole_number("x", x)
    y = whole_number("y", y)
    a = whole_number("a", a, 1)
    if a == 1:
        if min(x, y) < 3:
            return (min(x, y), max(x, y)) in FIRST_ROWS_A1
        return positions.is_losing(x, y)
    n, remainder = divmod(abs(y - x), a)
    return remainder == 1 and _is_a(min(x, y), n, a)


def certificate(n: int, A: int, B: int, a: int = 1) -> bool:
    """
    Check by multiplications alone that (A, B) is row n of the misère table.

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
        True exactly if A = A'_n and B = B'_n.

    Raises
    ------
    InputError
        If an argument is no integer, or `n` or `a` is too small.

    Notes
    -----
    For a >= 2, put N = a * n + 1 and let f be the norm form of `wythoff.positions`, f(m, N) = (m - N * alpha)
    * (m - N * alpha') with alpha' < 0 < alpha. By the reduction, A = A'_n says

        a * A <= A_N + a - 2 < a * (A + 1), that is a * (A - 1) + 2 <= A_N < a * A + 2,

    and as A_N = floor(N * alpha) with alpha irrational, that a * (A - 1) + 2 < N * alpha < a * A + 2. For A >= 0
    neither bound lies below N * alpha': the lower one is at least 2 - a, and alpha' = 2 - a - alpha < 1 - a. So the two
    inequalities are f(a * (A - 1) + 2, N) < 0 < f(a * A + 2, N). Written out, with d = A - n,

        f(a * A + 2, N) = a * g(d),  g(d) = a * (d * (d + a * n) - n**2) + (a - 2) * n + (a + 2) * d + 1,

    and g(d - 1) belongs to the lower bound, so the certificate is g(d - 1) < 0 < g(d). For a = 1 rows 0 and 1 are given
    and the others have the certificate of normal play. Exact for every size; time is that of a few multiplications.

    Examples
    --------
    >>> certificate(3, 4, 11, a=2), certificate(3, 5, 12, a=2)
    (True, False)
    """
    n = whole_number("n", n)
    A = integer("A", A)
    B = integer("B", B)
    a = whole_number("a", a, 1)
    if a == 1:
        return positions.certificate(n, A, B) if n > 1 else (A, B) == FIRST_ROWS_A1[n]
    return A + a * n + 1 == B and A >= 0 and _is_a(A, n, a)


def last_row_with_b_up_to(x: int, a: int = 1) -> int:
    """
    Return the largest n with B'_n <= x.

    Parameters
    ----------
    x : int
        The limit, at least 1; for example the largest value of an integer type.
    a : int
        Parameter of the game, at least 1.

    Returns
    -------
    int
        The last row whose two entries are at most x.

    Raises
    ------
    InputError
        If `x` or `a` is no integer or is too small.

    Notes
    -----
    For a >= 2, the integers 0..x that are not in column A are in column B; the former are counted as in `index`. For
    a = 1 the rows 0 and 1 need no other limit than in normal play. Exact for every x; one integer square root.

    Examples
    --------
    >>> last_row_with_b_up_to(2**31 - 1, a=2)
    628983397
    >>> pair(628983397, a=2), pair(628983398, a=2)
    ((889516851, 2147483646), (889516852, 2147483649))
    """
    x = whole_number("x", x, 1)
    a = whole_number("a", a, 1)
    return positions.last_row_with_b_up_to(x) if a == 1 else x - _last_row_with_a_up_to(x, a) - 1


def _last_row_with_a_up_to(x: int, a: int) -> int:
    """Return the largest n with A'_n <= x, for a >= 2; `index` says why."""
    row, column = positions.index(a * x + 1, a)
    count = row if column == "A" else a * x + 1 - row
    return (count - 1) // a


def _is_a(m: int, n: int, a: int) -> bool:
    """Tell whether m = A'_n, for a >= 2 and m >= 0: the inequalities of `certificate`."""
    d = m - n
    return _g(d - 1, n, a) < 0 < _g(d, n, a)


def _g(d: int, n: int, a: int) -> int:
    return a * (d * (d + a * n) - n * n) + (a - 2) * n + (a + 2) * d + 1
