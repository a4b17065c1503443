"""What the measurement of a pair of commits can be asked for."""

from __future__ import annotations

import math
from dataclasses import dataclass

from wythoff.errors import InputError
from wythoff.harness.compare.options import CompareOptions
from wythoff.harness.sweep.options import SweepOptions


@dataclass(frozen=True)
class PairOptions:
    """
    Which commits to measure, and how long.

    Attributes
    ----------
    first, second : str
        Commits, as git knows them.
    sweep : SweepOptions
        The project, and which of its benchmarks, sizes and environments; its commits play no part.
    budget_s : float
        How long measuring may take; builds come on top.
    format : {"table", "json", "csv", "markdown"}
    check : bool
        Exit with 1 if a class got worse, a constant beyond the tolerance, or a benchmark fails at the second only.
    tolerance : float
        By how much of itself a constant may grow; a series ends where so much would have been seen.
    verbose : bool
        List what did not change, and in full what was not compared.
    """

    first: str
    second: str
    sweep: SweepOptions
    budget_s: float = 300.0
    format: str = "table"
    check: bool = False
    tolerance: float = 0.1
    verbose: bool = False

    def check_values(self) -> None:
        """Raise `InputError` for values that no measurement can have."""
        if not (math.isfinite(self.budget_s) and self.budget_s > 0):
            raise InputError(f"--budget must be a positive number of seconds, got {self.budget_s:g}")
        self.sweep.check()
        self.comparison().check_values()

    def comparison(self, first: str = "", second: str = "", benchmark: tuple[str, ...] = ()) -> CompareOptions:
        """Return what to ask `compare` for, once the commits are known."""
        return CompareOptions(
            first=first or self.first,
            second=second or self.second,
            config=self.sweep.config,
            benchmark=benchmark,
            machine=self.sweep.machine,
            format=self.format,
            check=self.check,
            tolerance=self.tolerance,
            verbose=self.verbose,
        )
