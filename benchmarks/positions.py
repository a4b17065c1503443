"""Single positions of any size: row n = 10^digits, by big-integer square root."""

from __future__ import annotations

from wythoff.harness.counts.benchmarks import counted
from wythoff.positions import is_losing, pair

from .shared import A

DIGITS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
ROWS = {digits: 10**digits for digits in DIGITS}
PAIRS = {digits: pair(n, A) for digits, n in ROWS.items()}


@counted()
class Positions:
    """One row, and one question about a position that is losing (the longest way to the answer)."""

    params = DIGITS
    param_names = ("digits",)
    version = "1"
    rounds = 3

    def time_pair(self, digits: int) -> None:
        pair(ROWS[digits], A)

    def time_is_losing(self, digits: int) -> None:
        is_losing(*PAIRS[digits], A)
