"""What a comparison can be asked for."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from pathlib import Path

from wythoff.errors import InputError, shorten
from wythoff.harness.clocks import Wanted
from wythoff.harness.fit.options import wanted
from wythoff.harness.patterns import pattern


@dataclass(frozen=True)
class CompareOptions:
    """
    What to compare and how to show it.

    Attributes
    ----------
    first, second : str
        Commits, machines, environments, values of a parameter (``name=value``), or files.
    results : tuple of Path
        Where the results of both are, unless they are files themselves; empty for the current project's.
    config : Path or None
        The asv.conf.json; None looks beside the results.
    benchmark : tuple of str
        Regular expressions, searched in ``name(param=value, ...)``; empty for all.
    machine : str or None
        Only this machine.
    axis : str or None
        Take this parameter as the size.
    clock : {"auto", "wall", "cpu"}
        Both series of a pair are always read by one clock.
    format : {"table", "json", "csv", "markdown"}
    plot : Path or None
        Folder for pictures of what changed.
    check : bool
        Exit with 1 if a class got worse, or a constant beyond the tolerance.
    tolerance : float
        By how much of itself a constant may grow.
    any_version : bool
        Compare benchmarks whose code changed, too.
    verbose : bool
        List what did not change, and in full what was not compared.
    """

    first: str
    second: str
    results: tuple[Path, ...] = ()
    config: Path | None = None
    benchmark: tuple[str, ...] = ()
    machine: str | None = None
    axis: str | None = None
    clock: Wanted = "auto"
    format: str = "table"
    plot: Path | None = None
    check: bool = False
    tolerance: float = 0.1
    any_version: bool = False
    verbose: bool = False

    def check_values(self) -> None:
        """Raise `InputError` for values that no comparison can have."""
        wanted(self.clock)
        for text in self.benchmark:
            pattern(f"the pattern {shorten(text)}", text)
        if not (math.isfinite(self.tolerance) and self.tolerance >= 0):
            raise InputError(f"--tolerance must be a number of at least 0 such as 0.1, got {self.tolerance:g}")
        if self.plot is not None and os.path.lexists(self.plot) and not self.plot.is_dir():
            raise InputError(f"{shorten(str(self.plot), 200)} is no folder: name a folder for the pictures")


def two_sides(first: str, rest: list[str], command: str = "compare") -> tuple[str, str, tuple[Path, ...]]:
    """
    Tell the two sides, and where their results are, from what stands on the command line.

    Raises
    ------
    InputError
        If there is only one side.

    Examples
    --------
    >>> two_sides("v1..v2", ["results"])
    ('v1', 'v2', (PosixPath('results'),))
    """
    before, dots, after = first.partition("..")
    # A path such as ../results begins with dots, and three of them are another range of git's.
    if dots and before and not after.startswith((".", "/")) and not exists(first):
        return before, after or "HEAD", tuple(map(Path, rest))
    if not rest:
        raise InputError(
            f"{command} needs two sides: name another one beside {shorten(first)}, or a range such as A..B"
        )
    return first, rest[0], tuple(map(Path, rest[1:]))


def exists(text: str) -> bool:
    """Tell whether there is a file or folder of this name; whatever can be no name is none."""
    try:
        return Path(text).exists()
    except (OSError, ValueError):
        return False
