"""
Crossing out boxes: a row of boxes, some of them crossed; a move crosses any run of adjacent boxes that are all free.

The game of the slides, where the row is given with its middle box crossed. Crossing boxes i to j of a free run of n
leaves runs of i - 1 and n - j, so that g(n) = mex {g(i - 1) XOR g(n - j) : 1 <= i <= j <= n}. The solution, which the
slides don't give, is g(n) = n: the two runs that are left, of lengths a and b with a + b < n, have
a XOR b <= a + b < n, and a = 0 lets b be any number below n. So the game is Nim on the lengths of the free runs.

The slides compute g from the recursion and say that it takes O(n**2) for all of g(0), ..., g(n), because each value
takes O(n). But a run of x has x * (x + 1) / 2 options and the code goes through them all: n * (n + 1) * (n + 2) / 6 in
total, O(n**3). `grundy_numbers_by_recursion` does just that. Likewise the search for the best move, said to take
O(n**2), tries up to n * (n + 1) / 2 runs and goes through the whole board for each: `best_move_by_search`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from wythoff.errors import InputError, shorten, whole_number
from wythoff.games.base import Game, entries
from wythoff.games.nim import nim_sum

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Board = tuple[int, ...]


@dataclass(frozen=True)
class CrossedBoxes(Game[Board]):
    """
    Crossing out boxes on a row of any length.

    A position has a 1 for each free box and a 0 for each crossed one, as in the slides. Text is the digits, as in
    ``"1110111"``; spaces and commas between them don't matter.

    Examples
    --------
    >>> boxes = CrossedBoxes()
    >>> [boxes.is_losing(middle_crossed(n)) for n in range(1, 8)]
    [True, False, True, False, True, False, True]
    >>> board = middle_crossed(8)
    >>> boxes.show(board), boxes.show(boxes.winning_move(board))
    ('11101111', '11100111')
    >>> boxes.describe(board, boxes.winning_move(board))
    'cross box 5'
    """

    @property
    def move_rule(self) -> str:
        """What a move is, in one sentence."""
        return "A move crosses any number of adjacent free boxes, at least one."

    @property
    def rule(self) -> str:
        """How the winner is told, in one sentence."""
        return "The player to move loses exactly if the XOR of the lengths of the free runs is 0."

    def check(self, position: Board) -> Board:
        """Return the boxes as Python integers, or raise `InputError`."""
        marks = entries(position, "a tuple with 1 for each free box and 0 for each crossed one")
        boxes = tuple(whole_number(f"box {i}", mark, 0, 1) for i, mark in enumerate(marks, 1))
        if not boxes:
            raise InputError("a position needs at least one box")
        return boxes

    def _moves(self, position: Board) -> Iterator[Board]:
        for start in range(len(position)):
            for stop in range(start + 1, len(position) + 1):
                if not position[stop - 1]:
                    break
                yield _cross(position, start, stop)

    def _is_legal(self, position: Board, target: Board) -> bool:
        crossed = _crossed(position, target)
        return crossed is not None and target == _cross(position, *crossed) and all(position[slice(*crossed)])

    def _is_losing(self, position: Board) -> bool:
        return self._grundy(position) == 0

    def _grundy(self, position: Board) -> int:
        return nim_sum(length for _, length in _runs(position))

    def _moves_to(self, position: Board, value: int) -> Iterator[Board]:
        change = self._grundy(position) ^ value
        for start, length in _runs(position):
            wanted = length ^ change
            for left in range(length):
                right = left ^ wanted
                if left + right < length:
                    yield _cross(position, start + left, start + length - right)

    def _parse(self, text: str) -> Board:
        digits = "".join(text.replace(",", " ").split()).strip("()[]")
        if not set(digits) <= {"0", "1"}:
            raise InputError(
                f"a row of boxes is written with 1 for free and 0 for crossed, as in 1110111, got {shorten(repr(text))}"
            )
        return tuple(map(int, digits))

    def _show(self, position: Board) -> str:
        return "".join(map(str, position))

    def _describe(self, position: Board, target: Board) -> str:
        start, stop = _crossed(position, target) or (0, 0)
        return f"cross box {stop}" if stop - start == 1 else f"cross boxes {start + 1} to {stop}"


def middle_crossed(n: int) -> Board:
    """
    Return the slides' starting position: n free boxes, but the middle one crossed; for even n, the left middle one.

    Examples
    --------
    >>> middle_crossed(7)
    (1, 1, 1, 0, 1, 1, 1)
    """
    n = whole_number("n", n, 1)
    return tuple(int(box != (n - 1) // 2) for box in range(n))


def grundy_numbers_by_recursion(n: int) -> NDArray[np.uint32]:
    """
    Compute the Grundy values of free runs of 0, 1, ..., n boxes by the slides' recursion.

    Parameters
    ----------
    n : int
        The longest run, at most 10,000.

    Returns
    -------
    numpy.ndarray of uint32, shape (n + 1,)
        g(0), ..., g(n), which is 0, 1, ..., n.

    Raises
    ------
    InputError
        If `n` is no integer or out of range.

    Notes
    -----
    n * (n + 1) * (n + 2) / 6 options are looked at: O(n**3) time. Memory is 5 bytes for each of the n * (n + 1) / 2
    options of the longest run. The published code stores them on the stack and forgets to count them (``a[i+a[0]]``
    for ``a[++a[0]]``), so that as printed every value comes out as 0.

    Examples
    --------
    >>> grundy_numbers_by_recursion(12).tolist()
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    """
    import numpy as np

    from wythoff.games import _crossed_boxes_kernels as kernels

    n = whole_number("n", n, 0, 10_000)
    g = np.zeros(n + 1, np.uint32)
    options = n * (n + 1) // 2
    kernels.by_recursion(g, np.empty(options, np.uint32), np.empty(options, np.uint8))
    return g


def best_move_by_search(position: Board) -> Board:
    """
    Find a move on a board by the slides' search: the first run, from the left, after which the XOR is 0.

    Parameters
    ----------
    position : tuple of int
        The board, as for `CrossedBoxes`.

    Returns
    -------
    tuple of int
        The board after the move; if none wins, the first free box is crossed.

    Raises
    ------
    InputError
        If `position` is no board or has no free box, where the slides write outside of it.

    Notes
    -----
    O(n**3) for n boxes, if no move wins; `CrossedBoxes.winning_move` finds the same move in O(n). The values are taken
    from the rule g(n) = n, so that only the search is left.

    Examples
    --------
    >>> best_move_by_search((1, 1, 0, 1, 1, 1))
    (1, 1, 0, 0, 1, 1)
    """
    import numpy as np

    from wythoff.games import _crossed_boxes_kernels as kernels

    game = CrossedBoxes()
    if game.is_over(position):
        raise InputError("no box is free, so that there is no move to search for")
    board = np.array(game.check(position), np.uint8)
    kernels.search(board, np.arange(len(board) + 1, dtype=np.uint32))
    return tuple(board.tolist())


def _runs(position: Board) -> Iterator[tuple[int, int]]:
    """Yield start and length of each free run, from left to right."""
    start = 0
    for free, boxes in groupby(position):
        length = len(list(boxes))
        if free:
            yield start, length
        start += length


def _cross(position: Board, start: int, stop: int) -> Board:
    return (*position[:start], *(0,) * (stop - start), *position[stop:])


def _crossed(position: Board, target: Board) -> tuple[int, int] | None:
    """Return where the boards first differ and after which box they no longer do, None if that is nowhere."""
    if len(position) != len(target):
        return None
    changed = [box for box, free in enumerate(position) if free != target[box]]
    return (changed[0], changed[-1] + 1) if changed else None
