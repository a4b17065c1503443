"""One winning move by the rule of a strategy; the strategies differ in how they look a position up."""

from __future__ import annotations

from dataclasses import dataclass

from wythoff.errors import InputError, shorten
from wythoff.moves.algebraic import Algebraic
from wythoff.moves.arithmetic import Arithmetic
from wythoff.moves.lookup import Lookup
from wythoff.moves.position import check_position, row_towards
from wythoff.moves.recursive import Recursive
from wythoff.moves.reduction import FirstRowsChanged, Reduced

RULES = ("recursive", "algebraic", "arithmetic")


@dataclass(frozen=True)
class Choice:
    """
    What a rule decided about a position other than (0, 0), heaps in increasing order.

    Attributes
    ----------
    row : int or None
        The row m that the move aims at, where it takes from both heaps.
    target : tuple of int or None
        What is to be left of the smaller and of the larger heap; None in a losing position.
    """

    row: int | None
    target: tuple[int, int] | None


def winning_move(x: int, y: int, a: int = 1, misere: bool = False, rule: str = "algebraic") -> tuple[int, int] | None:
    """
    Return a winning move, chosen and computed by the rule of one strategy.

    Parameters
    ----------
    x, y : int
        Sizes of the heaps in either order, at least 0.
    a : int
        Parameter of the game, at least 1.
    misere : bool
        False: whoever can't move has lost. True: whoever can't move has won.
    rule : str
        "recursive", "algebraic" or "arithmetic"; see Notes.

    Returns
    -------
    tuple of int or None
        What the move leaves of x and of y, in this order. None in a losing position and in (0, 0).

    Raises
    ------
    InputError
        If `x`, `y` or `a` is no integer or is too small, `misere` is no bool, there is no such rule, or rule
        "recursive" would need more memory than there is.

    Notes
    -----
    With x <= y, the strategies agree on the move [1]_. Let p be the partner of x, the other entry of its row. If y = p
    the position is losing. If y > p, which is so whenever x is in column B, reduce y to p. Else x = A_n and y < B_n;
    then take from both heaps, to row m = (y - x) // a. In misère play m = (y - x - 1) // a for a >= 2 (0 for y = x),
    and for a = 1 the row whose entries differ by y - x.

    * "recursive" makes the table by the mex recursion up to x and searches it by bisection: O(x) time and memory.
    * "algebraic" finds row and column by integer square roots: two of twice the length of x, at most.
    * "arithmetic" uses digits only. R_p(x) ends in an even number of zeros if x is in column A, and the partner is
      I_p of R_p(x) shifted left; else it is I_p of R_p(x) shifted right. Row m is found from R_q(m). Time is quadratic
      in the length of x, memory linear.

    For a >= 2 the misère table is the normal one at the rows a * n + 1 (see `wythoff.misere.positions`); so the digits
    serve it as well. The recursion serves it directly.

    References
    ----------
    .. [1] A. S. Fraenkel, American Mathematical Monthly 89 (1982), 353-361.

    Examples
    --------
    >>> [winning_move(11, 25, a=2, rule=rule) for rule in RULES]
    [(9, 23), (9, 23), (9, 23)]
    >>> winning_move(29, 17, a=2), winning_move(7, 17, a=2)
    ((7, 17), None)
    """
    x, y, a = check_position(x, y, a, misere)
    look = lookup(rule, a, misere, min(x, y))
    if x == y == 0:
        return None
    target = choose(min(x, y), max(x, y), a, misere, look).target
    return target if target is None or x <= y else target[::-1]


def lookup(rule: str, a: int, misere: bool, most: int) -> Lookup:
    """Return the look-up of the strategy called `rule`, for partners of numbers up to `most`."""
    if rule == "recursive":
        return Recursive(a, misere, most)
    normal: Lookup
    if rule == "algebraic":
        normal = Algebraic(a)
    elif rule == "arithmetic":
        normal = Arithmetic(a)
    else:
        raise InputError(f"there is no rule {shorten(repr(rule))}; choose one of {', '.join(RULES)}")
    if not misere:
        return normal
    return FirstRowsChanged(normal) if a == 1 else Reduced(normal, a)


def choose(small: int, large: int, a: int, misere: bool, look: Lookup) -> Choice:
    """Decide on a move by the three cases that `winning_move` states; (small, large) is not (0, 0)."""
    partner = look.partner(small)
    if partner == large:
        return Choice(None, None)
    if partner < large:
        return Choice(None, (small, partner))
    row = row_towards(large - small, a, misere)
    return Choice(row, look.pair(row))
