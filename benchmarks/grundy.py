"""Grundy values of n x n positions: from the definition, and by bit sets, over n and over a."""

from __future__ import annotations

import sys

from wythoff.games.grundy_values import grundy_table, naive_grundy_table
from wythoff.harness.counts.benchmarks import counted

TABLES = {"bitset": grundy_table, "naive": naive_grundy_table}
SIZES = [10 * 2**k for k in range(11)]  # 10 .. 10,240, half a gigabyte
NAIVE_LIMIT = 1280  # seconds a call, and eight times that at each doubling
OVER_A_SIZE = 2000


@counted()
class Tables:
    """Allocate and fill a table for Wythoff's own game, a = 1."""

    params = (list(TABLES), SIZES)
    param_names = ("method", "n")
    skip_params = [("naive", n) for n in SIZES if n > NAIVE_LIMIT]
    version = "1"
    timeout = 900
    rounds = 3
    repeat = (2, 5, 5.0)

    def time_grundy_table(self, method: str, n: int) -> None:
        TABLES[method](n)


class TablesOverA:
    """Allocate and fill a table of 2000 x 2000 by bit sets for a = 1, 2, 4, ..., 2048, from where on all are alike."""

    params = [2**k for k in range(12)]
    param_names = ("a",)
    version = "1"
    timeout = 900
    rounds = 3
    repeat = (2, 5, 5.0)

    def time_grundy_table(self, a: int) -> None:
        grundy_table(OVER_A_SIZE, a=a)


def warm_up() -> None:
    """Compile the kernels for both element types in use; see `shared.warm_up`."""
    for n in (10, 200):
        naive_grundy_table(n)
        for a in (1, n):
            grundy_table(n, a=a)


if sys.argv[1:2] != ["discover"]:  # asv only lists the benchmarks then
    warm_up()
