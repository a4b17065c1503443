"""All winning moves, without trying the moves one by one."""

from __future__ import annotations

from wythoff import misere as misere_play
from wythoff import positions
from wythoff.moves.position import check_position, difference, row_towards


def winning_moves(x: int, y: int, a: int = 1, misere: bool = False) -> list[tuple[int, int]]:
    """
    List every losing position that one move reaches: the targets of all winning moves.

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
    list of tuple of int
        The targets with the smaller heap first, in increasing order, each once: at most 3 for a = 1 and 4 for
        a >= 2. Empty in a losing position, where no move wins, and in (0, 0), where there is no move.

    Raises
    ------
    InputError
        If `x`, `y` or `a` is no integer or is too small, or `misere` is no bool.

    Notes
    -----
    A move keeps one heap or none. If it keeps x, the target is x and its partner, provided that this is smaller than
    y; likewise for y. If it takes k and l from the two heaps, it changes their difference d by l - k, which is less
    than a in size. So the row m aimed at has a difference B_m - A_m nearer to d than a; rows differ by a, so it is the
    last row with a difference up to d or the next one, and the move is legal if A_m < x and B_m < y for x <= y. A
    move that crosses over, from x to B_m and from y to A_m, changes the difference by d + B_m - A_m, which only row 0
    allows. In normal play row 0 is (0, 0) and its own mirror image; in misère play, (0, 1) is reached that way if
    d + 1 < a and x >= 2.

    Exact for every x and y; at most three integer square roots.

    Examples
    --------
    >>> winning_moves(10, 13)
    [(4, 7), (6, 10), (8, 13)]
    >>> winning_moves(10, 13, a=2)
    [(1, 3), (2, 6), (4, 10), (5, 13)]
    >>> winning_moves(6, 10), winning_moves(3, 3, misere=True)
    ([], [(2, 2)])
    """
    x, y, a = check_position(x, y, a, misere)
    play = misere_play if misere else positions
    small, large = min(x, y), max(x, y)
    if large == 0:
        return []
    partner = play.partner(small, a)
    if partner == large:
        return []
    targets = set()
    if partner < large:
        targets.add((min(small, partner), max(small, partner)))
    partner = play.partner(large, a)
    if partner < small:
        targets.add((partner, large))
    d = large - small
    row = row_towards(d, a, misere)
    lower = play.pair(row, a)[0]
    # For a = 1 one row has the right difference; for a >= 2 the next one may be near enough as well.
    for n in (row,) if a == 1 else (row, row + 1):
        if n > row:
            lower += 1 if play.is_losing(lower + 1, lower + 1 + difference(n, a, misere), a) else 2
        upper = lower + difference(n, a, misere)
        if lower < small and upper < large and abs(d - (upper - lower)) < a:
            targets.add((lower, upper))
    if misere and d + 1 < a and small >= 2:
        targets.add((0, 1))
    return sorted(targets)
