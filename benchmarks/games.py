"""The other games: rules against recursions, and two growth claims of the slides."""

from __future__ import annotations

import random
import sys
from functools import cache

from wythoff.games.crossed_boxes import (
    CrossedBoxes,
    best_move_by_search,
    grundy_numbers_by_recursion,
    middle_crossed,
)
from wythoff.games.grundy_game import grundy_numbers
from wythoff.games.nim import Nim
from wythoff.harness.counts.benchmarks import counted

POWERS_OF_TWO = [2**k for k in range(4, 18)]  # 16 .. 131,072
LONG_TO_COUNT = [(2**k,) for k in range(15, 18)]  # half a minute and more, an opcode at a time
DOUBLINGS = [10 * 2**k for k in range(9)]  # 10 .. 2,560


@cache
def heaps(n: int, bits: int) -> tuple[int, ...]:
    """Return n random heaps, the same ones on every further call."""
    source = random.Random(n)
    return tuple(source.getrandbits(bits) for _ in range(n))


@counted(skip=LONG_TO_COUNT)
class NimHeaps:
    """A winning move of Nim on n heaps of up to 64 bits, by their XOR."""

    params = POWERS_OF_TWO
    param_names = ("n",)
    version = "1"
    rounds = 3

    def time_winning_move(self, n: int) -> None:
        Nim().winning_move(heaps(n, 64))


@counted()
class NimDigits:
    """A winning move of Nim on three heaps of many bits."""

    params = [2**k for k in range(4, 21)]  # 16 .. 1,048,576
    param_names = ("bits",)
    version = "1"
    rounds = 3

    def time_winning_move(self, bits: int) -> None:
        Nim().winning_move(heaps(3, bits))


@counted()
class GrundysGameTable:
    """Grundy values of the heaps 0..n of Grundy's game."""

    params = (["definition", "sparse"], [2**k for k in range(10, 21)])  # 1,024 .. 1,048,576
    param_names = ("method", "n")
    skip_params = [("definition", 2**k) for k in range(18, 21)]
    version = "1"
    rounds = 3
    timeout = 300

    def time_table(self, method: str, n: int) -> None:
        grundy_numbers(n, method)


class GrundysGameWrongValues:
    """Values up to 50,000 in which the two methods differ: 0, or a defect."""

    unit = "values"
    version = "1"

    def track_wrong_values(self) -> int:
        return int((grundy_numbers(50_000) != grundy_numbers(50_000, "definition")).sum())


@counted()
class CrossedBoxesRecursion:
    """Grundy values of runs of 0..n boxes by the slides' recursion, which they take to be O(n^2)."""

    params = DOUBLINGS
    param_names = ("n",)
    version = "1"
    rounds = 3
    timeout = 300

    def time_recursion(self, n: int) -> None:
        grundy_numbers_by_recursion(n)


@counted()
class CrossedBoxesSearch:
    """The slides' search for the best of all moves where none wins, which they take to be O(n^2)."""

    params = [n + 1 for n in DOUBLINGS]
    param_names = ("n",)
    version = "1"
    rounds = 3
    timeout = 300

    def time_search(self, n: int) -> None:
        best_move_by_search(middle_crossed(n))


@counted(skip=LONG_TO_COUNT)
class CrossedBoxesRule:
    """A winning move on n boxes by the rule g(n) = n."""

    params = POWERS_OF_TWO
    param_names = ("n",)
    version = "1"
    rounds = 3

    def time_winning_move(self, n: int) -> None:
        CrossedBoxes().winning_move(middle_crossed(n))


def warm_up() -> None:
    """Compile the kernels, or the first call's compilation would be taken for its time."""
    for method in ("definition", "sparse"):
        grundy_numbers(10, method)
    grundy_numbers_by_recursion(5)
    best_move_by_search(middle_crossed(5))


if sys.argv[1:2] != ["discover"]:
    warm_up()
