"""A position explained in the words of one strategy."""

from __future__ import annotations

from dataclasses import dataclass

from wythoff.errors import shorten_int
from wythoff.moves.choice import Choice, choose, lookup
from wythoff.moves.lookup import Lookup
from wythoff.moves.position import check_position
from wythoff.moves.winning import winning_moves
from wythoff.moves.words import counted


@dataclass(frozen=True)
class Explanation:
    """
    What there is to say about a position.

    Attributes
    ----------
    position : tuple of int
        The heaps, in the caller's order.
    a : int
        Parameter of the game.
    misere : bool
        Whether the player who can't move has won.
    rule : str
        The strategy whose words these are.
    losing : bool
        Whether the player to move loses.
    target : tuple of int or None
        What the rule's winning move leaves, in the caller's order; None if no move wins.
    winning_targets : tuple of tuple of int
        What `wythoff.moves.winning_moves` gives.
    offer : tuple of int or None
        What a legal move leaves that is worth making: the target if there is one; in a losing position, one token taken
        from the larger heap, so that the game goes on. None only if no token is left.
    lines : tuple of str
        The explanation, sentence by sentence. In it, x is the smaller heap and y the larger one.
    """

    position: tuple[int, int]
    a: int
    misere: bool
    rule: str
    losing: bool
    target: tuple[int, int] | None
    winning_targets: tuple[tuple[int, int], ...]
    offer: tuple[int, int] | None
    lines: tuple[str, ...]


def explain(x: int, y: int, a: int = 1, misere: bool = False, rule: str = "algebraic") -> Explanation:
    """
    Explain a position in the words of one strategy.

    Parameters
    ----------
    x, y, a, misere, rule
        As for `wythoff.moves.winning_move`.

    Returns
    -------
    Explanation
        Outcome, moves, and the steps of the strategy in sentences. Long numbers are given by their length.

    Raises
    ------
    InputError
        As for `wythoff.moves.winning_move`.

    Notes
    -----
    Time is a small multiple of that of `wythoff.moves.winning_move` by the same rule.

    Examples
    --------
    >>> for line in explain(11, 25, a=2, rule="arithmetic").lines:
    ...     print(line)
    x = 11 and y = 25 are the heaps, in increasing order, and a = 2.
    R_p(x) = 111 ends in 0 zeros, an even number, so x is in column A.
    Its partner B_n has these digits shifted left: I_p(1110) = 27. The row is n = (B_n - A_n) / a = 8.
    y is less than that partner, so both heaps are reduced: the move is to row m = (y - x) // a = 7.
    R_q(m) = 110 ends in 1 zero, an odd number, so A_m = I_p(110) - 1 = 9.
    R_p(A_m) = 102, so B_m = I_p(1020) = 23.
    Take 2 tokens from the first heap and 2 tokens from the second heap, which leaves (9, 23).
    """
    x, y, a = check_position(x, y, a, misere)
    small, large = min(x, y), max(x, y)
    look = lookup(rule, a, misere, small)
    if large == 0:
        lines = [f"The game is over: no token is left, and whoever is to move has {'won' if misere else 'lost'}."]
        return Explanation((x, y), a, misere, rule, not misere, None, (), None, tuple(lines))

    choice = choose(small, large, a, misere, look)
    heaps = f"x = {shorten_int(small)} and y = {shorten_int(large)}"
    lines = [f"{heaps} are the heaps, in increasing order, and a = {shorten_int(a)}."]
    lines += look.tell_partner(small, "x") if small or misere else ["x = 0 is in row 0, (0, 0): its partner is 0."]
    if choice.target is None:
        left = (small, large - 1)
        lines.append("y is that partner, so the position is row n of the table: the player to move loses.")
    else:
        left = choice.target
        lines += _tell_case(choice, small, large, a, misere, look)
    offer = left if x <= y else left[::-1]
    lines.append(_tell_move((x, y), offer, losing=choice.target is None))
    targets = winning_moves(x, y, a, misere)
    if len(targets) > 1:
        lines.append(f"The winning moves lead to {', '.join(map(_written, targets))}.")
    target = None if choice.target is None else offer
    return Explanation((x, y), a, misere, rule, target is None, target, tuple(targets), offer, tuple(lines))


def _tell_case(choice: Choice, small: int, large: int, a: int, misere: bool, look: Lookup) -> list[str]:
    """Say which case of the theorem applies and, where the move takes from both heaps, to which row it leads."""
    if choice.row is None:
        return ["y is more than that partner, so it is reduced to it."]
    d = large - small
    if misere and a == 1:
        row = f"the row whose entries differ by y - x = {shorten_int(d)} is m = {shorten_int(choice.row)}"
    elif misere and d == 0:
        row = "as y = x, the move is to row m = 0"
    else:
        formula = "(y - x - 1) // a" if misere else "(y - x) // a"
        row = f"the move is to row m = {formula} = {shorten_int(choice.row)}"
    return [f"y is less than that partner, so both heaps are reduced: {row}.", *look.tell_pair(choice.row, "m")]


def _tell_move(position: tuple[int, int], target: tuple[int, int], *, losing: bool) -> str:
    taken = [
        f"{counted(before - after, 'token')} from the {which} heap"
        for before, after, which in zip(position, target, ("first", "second"), strict=True)
        if before > after
    ]
    advice = "No move wins; to make the game last, take" if losing else "Take"
    return f"{advice} {' and '.join(taken)}, which leaves {_written(target)}."


def _written(heaps: tuple[int, int]) -> str:
    return f"({shorten_int(heaps[0])}, {shorten_int(heaps[1])})"
