"""What a fit can be asked for."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from pathlib import Path

from wythoff.errors import InputError, shorten
from wythoff.harness.clocks import WANTED, Wanted
from wythoff.harness.config import AsvConfig
from wythoff.harness.patterns import pattern

FORMATS = ("table", "json", "csv", "markdown")


@dataclass(frozen=True)
class FitOptions:
    """
    What to fit and how to show it.

    Attributes
    ----------
    results : tuple of Path
        Result files, folders or glob patterns; empty for the current project's results.
    config : Path, AsvConfig or None
        The asv.conf.json with the claims, or what was read from it; None looks beside the results.
    benchmark : tuple of str
        Regular expressions, searched in ``name(param=value, ...)``; empty for all.
    machine : str or None
        Only this machine.
    environment : str or None
        Only environments whose name contains this; one that is it to the letter excludes the others.
    commits : tuple of str
        Only these: the beginning of a hash, what git knows the commit by, a range ``A..B``, or EXISTING for all; empty
        for the newest of each series.
    axis : str or None
        Take this parameter as the size, and leave out benchmarks without it.
    clock : {"auto", "wall", "cpu"}
        Read times by this clock where the results have it; by default by the less disturbed one of each series, see
        `wythoff.harness.clocks`.
    format : str
        One of `FORMATS`.
    plot : Path or None
        Folder for the pictures.
    check : bool
        Exit with 1 if a claim is contradicted, or was not judged.
    predict : tuple of float
        Sizes to predict.
    predict_times : tuple of float
        Multiples of each series' own largest size to predict.
    series : Path or None
        Answer a request in the JSON contract from this file, or from standard input for ``-``, instead.
    verbose : bool
        List in full what was left out and why, and why series are undecided.
    """

    results: tuple[Path, ...] = ()
    config: Path | AsvConfig | None = None
    benchmark: tuple[str, ...] = ()
    machine: str | None = None
    environment: str | None = None
    commits: tuple[str, ...] = ()
    axis: str | None = None
    clock: Wanted = "auto"
    format: str = "table"
    plot: Path | None = None
    check: bool = False
    predict: tuple[float, ...] = ()
    predict_times: tuple[float, ...] = ()
    series: Path | None = None
    verbose: bool = False

    def check_values(self) -> None:
        """Raise `InputError` for values that no fit can have."""
        if self.format not in FORMATS:
            raise InputError(f"the format must be one of {', '.join(FORMATS)}, got {shorten(repr(self.format))}")
        wanted(self.clock)
        for text in self.benchmark:
            pattern(f"the pattern {shorten(text)}", text)
        for n in (*self.predict, *self.predict_times):
            if not (math.isfinite(n) and n > 0):
                raise InputError(f"a size to predict must be a positive number, got {n:g}")
        # Unlike `Path.exists` this finds links that lead nowhere, or round in a circle.
        if self.plot is not None and os.path.lexists(self.plot) and not self.plot.is_dir():
            raise InputError(f"{shorten(str(self.plot), 200)} is no folder: name a folder for the pictures")
        others = (self.results, self.plot, self.check, self.predict, self.filters, self.clock != "auto")
        if self.series is not None and any(others):
            raise InputError(
                "--series answers a request of its own: it goes with no results, filter, clock, plot or check"
            )

    @property
    def filters(self) -> bool:
        """Whether anything narrows down the results."""
        return bool(self.benchmark or self.machine or self.environment or self.commits or self.axis)


def wanted(text: str) -> Wanted:
    """
    Turn the name of a clock into itself, if it is one that can be asked for.

    Raises
    ------
    InputError
        If it is none.
    """
    found = next((clock for clock in WANTED if clock == text), None)
    if found is None:
        raise InputError(f"the clock must be one of {', '.join(WANTED)}, got {shorten(repr(text))}")
    return found


def size(text: str) -> float:
    """
    Turn a size as people type it into a number.

    Raises
    ------
    InputError
        If it is none, or not positive and finite.

    Examples
    --------
    >>> size("1e9"), size("671_088_640")
    (1000000000.0, 671088640.0)
    """
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value > 0):
        raise InputError(f"a size to predict must be a positive number such as 1e9, got {shorten(repr(text))}")
    return value
