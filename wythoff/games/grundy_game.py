"""
Grundy's game: a move splits a heap into two heaps of different sizes; heaps of one or two tokens can't be split.

A heap of n has the Grundy value g(n) = mex {g(i) XOR g(n - i) : 0 < i < n - i}, and several heaps have the XOR of
theirs. No formula is known, and whether g is periodic is an open question: all that can be said of a heap is what the
recursion gives. Two ways of building the table:

* ``definition``: all the splits of each n, O(n**2) in total;
* ``sparse``: call a value rare if it has an even number of ones in binary, the last place not counted, and common
  otherwise. XOR respects that: a common value can come only from a rare one and a common one. As values of heaps the
  rare ones deserve their name (1273 among the first 2**20, all of them among the first 10**5) [1]_ [2]_, so that few
  splits, those with a rare part, show which common value is the least that is missing. It is g(n), unless a rare value
  below it is missing as well, and that is looked at in full: the result is the same, whatever is rare.

References
----------
.. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways for your Mathematical Plays", chapter 4.
.. [2] A. Flammenkamp, "Sprague-Grundy Values of Octal-Games", https://wwwhomes.uni-bielefeld.de/achim/octal.html
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from wythoff.errors import InputError, shorten, shorten_int, whole_number
from wythoff.games.base import Certainty
from wythoff.games.heaps import HeapGame, Heaps
from wythoff.games.mex import known_first, mex
from wythoff.games.nim import nim_sum

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGEST_HEAP = 2**20
_SMALL = 512  # Up to here plain Python is faster than loading the compiler.


@dataclass(frozen=True)
class GrundysGame(HeapGame):
    """
    Grundy's game on any number of heaps of up to 2**20 = 1,048,576 tokens each.

    A split heap is replaced, in its place, by its two parts, the smaller one first.

    Examples
    --------
    >>> grundy = GrundysGame()
    >>> list(grundy.moves((7,)))
    [(1, 6), (2, 5), (3, 4)]
    >>> [n for n in range(60) if grundy.is_losing((n,))]
    [0, 1, 2, 4, 7, 10, 20, 23, 26, 50, 53]
    >>> list(grundy.winning_moves((8,)))
    [(1, 7)]
    """

    @property
    def move_rule(self) -> str:
        """What a move is, in one sentence."""
        return "A move splits one heap into two of different sizes, of which the smaller one is written first."

    @property
    def rule(self) -> str:
        """How the winner is told, in one sentence."""
        return (
            "The player to move loses exactly if the XOR of the Grundy values of the heaps is 0; these are computed "
            "from their definition."
        )

    @property
    def validity(self) -> str:
        """Where `rule` holds and why, in one sentence."""
        return (
            f"Computed for heaps of up to {LARGEST_HEAP:,} tokens; no formula is known, and nothing is proved about "
            "larger ones but that two of one size cancel each other."
        )

    def _moves(self, position: Heaps) -> Iterator[Heaps]:
        for heap, size in enumerate(position):
            for smaller in range(1, (size + 1) // 2):
                yield _split(position, heap, smaller)

    def _is_legal(self, position: Heaps, target: Heaps) -> bool:
        return self._split_heap(position, target) is not None

    def _is_losing(self, position: Heaps) -> bool:
        try:
            return self._grundy(position) == 0
        except InputError:
            if next(self._moves_to(position, 0), None) is None:  # which raises, as it is unknown whether there is one
                raise
            return False

    def _grundy(self, position: Heaps) -> int:
        odd = [size for size, count in Counter(position).items() if count % 2]  # heaps of one size cancel in pairs
        g = _known(max(odd, default=0))
        return nim_sum(g[size] for size in odd)

    def _moves_to(self, position: Heaps, value: int) -> Iterator[Heaps]:
        return known_first([partial(self._splits_to, position, heap, value) for heap in range(len(position))])

    def _splits_to(self, position: Heaps, heap: int, value: int) -> Iterator[Heaps]:
        """Yield the splits of one heap to a value; of a heap that is too large, those into heaps that are not."""
        size = position[heap]
        wanted = self._grundy((*position[:heap], *position[heap + 1 :])) ^ value
        first = max(1, size - LARGEST_HEAP)
        if 2 * first < size:
            g = _known(min(size, LARGEST_HEAP))
            for smaller in range(first, (size + 1) // 2):
                if g[smaller] ^ g[size - smaller] == wanted:
                    yield _split(position, heap, smaller)
        _check_size(size)

    def _certainty(self, position: Heaps) -> Certainty:
        return Certainty.COMPUTED

    def _describe(self, position: Heaps, target: Heaps) -> str:
        heap = self._split_heap(position, target) or 0
        smaller, larger = target[heap : heap + 2]
        return f"split heap {heap + 1} into {shorten_int(smaller)} and {shorten_int(larger)}"

    def _split_heap(self, position: Heaps, target: Heaps) -> int | None:
        """Return the index of the heap that the move splits, None if it is no legal move."""
        if len(target) != len(position) + 1:
            return None
        heap = next((i for i, size in enumerate(position) if size != target[i]), 0)
        smaller = target[heap]
        if 0 < smaller < position[heap] - smaller and target == _split(position, heap, smaller):
            return heap
        return None


def grundy_numbers(n: int, method: str = "sparse") -> NDArray[np.uint16]:
    """
    Return the Grundy values of the heaps 0, 1, ..., n of Grundy's game.

    Parameters
    ----------
    n : int
        The largest heap, at most `LARGEST_HEAP`.
    method : str
        ``"sparse"`` or ``"definition"``; the values are the same.

    Returns
    -------
    numpy.ndarray of uint16, shape (n + 1,)
        g(0), ..., g(n); a new array.

    Raises
    ------
    InputError
        If `n` or `method` is not acceptable.

    Notes
    -----
    Exact: no step depends on the sparse space being sparse, which only makes it fast. No value up to `LARGEST_HEAP` is
    above 231, so that 16 bits hold all XORs with room to spare. ``definition`` takes n**2 / 4 steps, ``sparse`` some
    thousand steps a heap. Besides the table both take 256 KiB, ``sparse`` 4 bytes a heap more.

    Examples
    --------
    >>> grundy_numbers(20).tolist()
    [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]
    """
    import numpy as np

    from wythoff.games import _grundy_game_kernels as kernels

    n = whole_number("n", n, 0, LARGEST_HEAP)
    g = np.zeros(n + 1, np.uint16)
    seen = np.zeros(2**16, np.uint32)
    if method == "definition":
        kernels.by_definition(g, seen)
    elif method == "sparse":
        kernels.sparse(g, seen, _rare(len(seen)), np.empty(n + 1, np.uint32))
    else:
        raise InputError(f'method must be "sparse" or "definition", got {shorten(repr(method))}')
    return g


def losing_heaps(n: int) -> list[int]:
    """
    List the heaps up to n that lose for the player to move, those with Grundy value 0.

    Parameters
    ----------
    n : int
        The largest heap to look at, at most `LARGEST_HEAP`.

    Notes
    -----
    OEIS A036685 has 42 of them, the last one 1222, and conjectures that there are no more.

    Examples
    --------
    >>> losing_heaps(300)
    [0, 1, 2, 4, 7, 10, 20, 23, 26, 50, 53, 270, 273, 276, 282, 285, 288]
    """
    n = whole_number("n", n, 0, LARGEST_HEAP)
    return [heap for heap, value in enumerate(_known(n)[: n + 1]) if value == 0]


def _rare(size: int) -> NDArray[np.bool_]:
    """Tell for 0, 1, ..., size - 1 whether the number of ones in binary, the last place not counted, is even."""
    import numpy as np

    rare: NDArray[np.bool_] = np.bitwise_count(np.arange(size) >> 1) % 2 == 0
    return rare


def _known(largest: int) -> list[int]:
    """Return Grundy values of heaps up to `largest` at least."""
    _check_size(largest)
    return _table(max(_SMALL, 1 << (largest - 1).bit_length() if largest else 0))


def _check_size(heap: int) -> None:
    if heap > LARGEST_HEAP:
        raise InputError(
            "Grundy's game has no known formula, and its values are computed for heaps of up to "
            f"{LARGEST_HEAP:,} tokens only, got a heap of {shorten_int(heap)}"
        )


@cache
def _table(size: int) -> list[int]:
    g: list[int] = grundy_numbers(size).tolist() if size > _SMALL else []
    for n in range(len(g), size + 1):
        g.append(mex(g[i] ^ g[n - i] for i in range(1, (n + 1) // 2)))
    return g


def _split(position: Heaps, heap: int, smaller: int) -> Heaps:
    return (*position[:heap], smaller, position[heap] - smaller, *position[heap + 1 :])
