"""What the timed strategies computed, checked: wrong rows are counted, not assumed absent."""

from __future__ import annotations

from wythoff.strategies import STRATEGIES
from wythoff.tables import Table, stream, table

from .shared import NAMES, SIZES, A, out_of_reach

EXACT = [name for name in NAMES if STRATEGIES[name].exact]
BLOCK = 2**20


class FailingRows:
    """Rows of an exact strategy's table 0..n that fail the integer certificate: 0, or a defect."""

    params = (EXACT, SIZES)
    param_names = ("strategy", "n")
    skip_params = out_of_reach(EXACT, SIZES)
    unit = "rows"
    version = "1"
    timeout = 900

    def track_failing_rows(self, strategy: str, n: int) -> int:
        whole = table(n, A, strategy=strategy)
        parts = (slice(first, first + BLOCK) for first in range(0, n + 1, BLOCK))
        return sum(int(Table(whole.A[part], whole.B[part], part.start, A).failures().sum()) for part in parts)


class Float64WrongRows:
    """Rows 1..n at which the theses' floor(alpha*n) or floor(beta*n) in doubles is wrong."""

    params = (["A", "B"], SIZES)
    param_names = ("column", "n")
    unit = "rows"
    version = "1"
    timeout = 900

    def track_wrong_rows(self, column: str, n: int) -> int:
        rounded = stream(n, A, strategy="algebraic-float64", block=BLOCK)
        exact = stream(n, A, block=BLOCK)
        return sum(int((getattr(x, column) != getattr(y, column)).sum()) for x, y in zip(rounded, exact, strict=True))
