"""A position and a move: arguments checked, legality, and the outcome in both kinds of play."""

from __future__ import annotations

from collections.abc import Sequence

from wythoff import misere as misere_play
from wythoff import positions
from wythoff.errors import InputError, flag, shorten, whole_number


def is_legal(start: tuple[int, int], target: tuple[int, int], a: int = 1) -> bool:
    """
    Tell whether one move leads from `start` to `target`.

    Parameters
    ----------
    start, target : tuple of two int
        The heaps before and after the move, each at least 0, in one order: the first heap of `target` is what is left
        of the first heap of `start`.
    a : int
        Parameter of the game, at least 1.

    Returns
    -------
    bool
        True if the move takes k > 0 tokens from one heap, or k > 0 from one and l > 0 from the other with
        abs(k - l) < a. To take nothing is no move.

    Raises
    ------
    InputError
        If `start` or `target` is no pair of heaps, or `a` is no integer or is too small.

    Examples
    --------
    >>> is_legal((11, 25), (9, 22), a=2), is_legal((11, 25), (9, 21), a=2), is_legal((11, 25), (9, 22))
    (True, False, False)
    >>> is_legal((3, 5), (3, 5)), is_legal((3, 5), (5, 1))
    (False, False)
    """
    x, y = _heaps("start", start)
    left, right = _heaps("target", target)
    a = whole_number("a", a, 1)
    k, j = x - left, y - right
    if min(k, j) < 0 or k == j == 0:
        return False
    return k == 0 or j == 0 or abs(k - j) < a


def is_losing(x: int, y: int, a: int = 1, misere: bool = False) -> bool:
    """
    Tell whether the player to move loses with heaps of x and y.

    Parameters
    ----------
    x, y : int
        Sizes of the heaps in either order, at least 0.
    a : int
        Parameter of the game, at least 1.
    misere : bool
        False: whoever can't move has lost. True: whoever can't move has won.

    Returns
    -------
    bool
        True exactly for the losing positions (P-positions). The end, (0, 0), is one in normal play and none in misère
        play: there the player to move has won already, without a move.

    Raises
    ------
    InputError
        If `x`, `y` or `a` is no integer or is too small, or `misere` is no bool.

    Notes
    -----
    Exact for every x and y; a division and a few multiplications, no square root.

    Examples
    --------
    >>> is_losing(6, 10), is_losing(2, 2), is_losing(2, 2, misere=True)
    (True, False, True)
    """
    return misere_play.is_losing(x, y, a) if flag("misere", misere) else positions.is_losing(x, y, a)


def check_position(x: int, y: int, a: int, misere: bool) -> tuple[int, int, int]:
    """Return x, y and a as Python integers, or raise `InputError` if one of the four is not acceptable."""
    heaps_and_a = whole_number("x", x), whole_number("y", y), whole_number("a", a, 1)
    flag("misere", misere)
    return heaps_and_a


def difference(n: int, a: int, misere: bool) -> int:
    """Return the larger less the smaller entry of row n."""
    if not misere:
        return a * n
    if a == 1:
        return n if n > 1 else 1 - n
    return a * n + 1


def row_towards(d: int, a: int, misere: bool) -> int:
    """Return the last row whose difference is at most d (row 0 if there is none); for a = 1 its difference is d."""
    if not misere:
        return d // a
    if a == 1:
        return d if d > 1 else 1 - d
    return max(d - 1, 0) // a


def _heaps(name: str, value: object) -> tuple[int, int]:
    if not isinstance(value, Sequence) or isinstance(value, (str, bytes)) or len(value) != 2:
        raise InputError(
            f"{name} must be a pair of heaps such as (3, 5), got {shorten(repr(value))} ({type(value).__name__})"
        )
    return whole_number(f"the first heap of {name}", value[0]), whole_number(f"the second heap of {name}", value[1])
