"""Winning moves by each strategy's rule, and all of them, in normal and misère play."""

from __future__ import annotations

from wythoff import misere, positions
from wythoff.harness.counts.benchmarks import counted
from wythoff.moves import winning_move, winning_moves

from .shared import A

DIGITS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
RECURSION_SIZES = [10 * 2**k for k in range(24)]  # 10 .. 83,886,080: a table of as many numbers is made


def between(pair: tuple[int, int]) -> tuple[int, int]:
    """Return (A_n, y) with y halfway to B_n: from there the move takes from both heaps, the longest way to one."""
    lower, upper = pair
    return lower, (lower + upper) // 2


NORMAL = {digits: between(positions.pair(10**digits, A)) for digits in DIGITS}
MISERE = {digits: between(misere.pair(10**digits, A)) for digits in DIGITS}

winning_move(10, 15, A, rule="recursive")  # loads NumPy


@counted(skip=[("arithmetic", 1000)])
class Move:
    """One winning move from heaps of about 10^digits, by square roots or by digits."""

    params = (["algebraic", "arithmetic"], DIGITS)
    param_names = ("rule", "digits")
    version = "1"
    rounds = 3

    def time_winning_move(self, rule: str, digits: int) -> None:
        winning_move(*NORMAL[digits], A, rule=rule)

    def time_winning_move_misere(self, rule: str, digits: int) -> None:
        winning_move(*MISERE[digits], A, True, rule)


@counted()
class RecursiveMove:
    """One winning move from a smaller heap of n by the recursive rule, whose table goes up to n."""

    params = RECURSION_SIZES
    param_names = ("n",)
    version = "1"
    rounds = 3
    timeout = 300

    def time_winning_move(self, n: int) -> None:
        winning_move(n, n + n // 4, A, rule="recursive")

    def time_winning_move_misere(self, n: int) -> None:
        winning_move(n, n + n // 4, A, True, "recursive")


@counted()
class AllMoves:
    """All winning moves from heaps of about 10^digits."""

    params = DIGITS
    param_names = ("digits",)
    version = "1"
    rounds = 3

    def time_winning_moves(self, digits: int) -> None:
        winning_moves(*NORMAL[digits], A)

    def time_winning_moves_misere(self, digits: int) -> None:
        winning_moves(*MISERE[digits], A, True)
