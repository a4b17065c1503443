"""
Brute force on small boards: what the game's own rules say, with no theory at all.

Slow on purpose. The module uses nothing from the rest of the package and checks no arguments, so that an error
elsewhere can't hide behind the same error here.
"""

from __future__ import annotations


def options(x: int, y: int, a: int = 1) -> list[tuple[int, int]]:
    """
    List every position that one legal move reaches from heaps of x and y.

    Parameters
    ----------
    x, y : int
        Sizes of the heaps, at least 0.
    a : int
        Parameter of the game, at least 1.

    Returns
    -------
    list of tuple of int
        The targets in increasing order, each once; empty for (0, 0), where no move exists.

    Notes
    -----
    A move takes any k > 0 from one heap, or k > 0 from the first and j > 0 from the second with abs(k - j) < a. All
    x * y pairs k, j are tried.

    Examples
    --------
    >>> options(1, 2)
    [(0, 1), (0, 2), (1, 0), (1, 1)]
    """
    targets = [(x - k, y) for k in range(1, x + 1)]
    targets += [(x, y - k) for k in range(1, y + 1)]
    targets += [(x - k, y - j) for k in range(1, x + 1) for j in range(1, y + 1) if abs(k - j) < a]
    return sorted(targets)


def losing_positions(size: int, a: int = 1, misere: bool = False) -> list[tuple[int, int]]:
    """
    List all losing positions of a square board, by marking backwards from the end of the game.

    Parameters
    ----------
    size : int
        The board holds the positions with 0 <= x, y < size.
    a : int
        Parameter of the game, at least 1.
    misere : bool
        False: whoever can't move has lost. True: whoever can't move has won.

    Returns
    -------
    list of tuple of int
        The positions (x, y) whose player to move loses, in increasing order, both (x, y) and (y, x).

    Notes
    -----
    In increasing order each position comes after all its options. One that isn't marked as winning by then has no
    losing option, so it is losing, and every position with a move to it is marked as winning. The end (0, 0) is losing
    in normal play and winning in misere play, by definition. Time and memory are O(size**2 * a), because the losing
    positions number O(size).

    Examples
    --------
    >>> losing_positions(4)
    [(0, 0), (1, 2), (2, 1)]
    >>> losing_positions(4, misere=True)
    [(0, 1), (1, 0), (2, 2)]
    """
    winning = {(0, 0)} if misere else set()
    losing = []
    for x in range(size):
        for y in range(size):
            if (x, y) in winning:
                continue
            losing.append((x, y))
            for k in range(1, size):
                winning.add((x + k, y))
                winning.add((x, y + k))
                for j in range(max(1, k - a + 1), k + a):
                    winning.add((x + k, y + j))
    return losing


def mex_table(rows: int, a: int = 1) -> list[tuple[int, int]]:
    """
    Build the table of losing positions of normal play by its recursive definition.

    Parameters
    ----------
    rows : int
        Number of rows, n = 0, 1, ..., rows - 1.
    a : int
        Parameter of the game, at least 1.

    Returns
    -------
    list of tuple of int
        The pairs (A_n, B_n): A_n is the smallest non-negative integer that is in no earlier row (mex), and
        B_n = A_n + a * n.

    Notes
    -----
    Time and memory O(rows): what is used only grows, and so the mex of a row is sought from that of the row before.

    Examples
    --------
    >>> mex_table(5, a=2)
    [(0, 0), (1, 3), (2, 6), (4, 10), (5, 13)]
    """
    table: list[tuple[int, int]] = []
    used: set[int] = set()
    lower = 0
    for n in range(rows):
        while lower in used:
            lower += 1
        table.append((lower, lower + a * n))
        used.update(table[-1])
    return table
