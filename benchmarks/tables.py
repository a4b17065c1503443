"""The standing experiment: tables of P-positions by every strategy, over n and over a."""

from __future__ import annotations

from wythoff.harness.counts.benchmarks import counted
from wythoff.strategies import STRATEGIES
from wythoff.tables import table

from .shared import NAMES, SIZES, A, buffers, out_of_reach


@counted()
class Fill:
    """Write rows 0..n into arrays that exist and have been touched: the strategy's own work."""

    params = (NAMES, SIZES)
    param_names = ("strategy", "n")
    skip_params = out_of_reach(NAMES, SIZES)
    version = "1"
    timeout = 900
    rounds = 3
    repeat = (2, 5, 5.0)

    def time_fill(self, strategy: str, n: int) -> None:
        STRATEGIES[strategy].fill(*buffers(strategy, n, A))


@counted()
class Build:
    """Allocate and fill a table, as `wythoff.table` does: page faults included."""

    params = (NAMES, SIZES)
    param_names = ("strategy", "n")
    skip_params = out_of_reach(NAMES, SIZES)
    version = "1"
    timeout = 900
    rounds = 3
    repeat = (2, 5, 5.0)

    def time_build(self, strategy: str, n: int) -> None:
        table(n, A, strategy=strategy)

    def peakmem_build(self, strategy: str, n: int) -> None:
        table(n, A, strategy=strategy)


@counted()
class FillOverA:
    """Write rows 0..100,000 for a = 1, 2, 4, ..., 2^25: the final thesis's second sweep."""

    params = (NAMES, [2**k for k in range(26)])
    param_names = ("strategy", "a")
    version = "1"
    timeout = 900
    rounds = 3
    repeat = (1, 3, 2.0)

    def time_fill(self, strategy: str, a: int) -> None:
        STRATEGIES[strategy].fill(*buffers(strategy, 100_000, a))
