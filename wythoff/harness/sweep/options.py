"""What a sweep can be asked for."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from wythoff.errors import InputError, shorten
from wythoff.harness.patterns import pattern


@dataclass(frozen=True)
class SweepOptions:
    """
    What to sweep.

    Attributes
    ----------
    config : Path
        asv.conf.json, or the folder that holds it.
    bench : tuple of str
        Regular expressions, searched in ``name(param, param)`` as asv does with ``--bench``; empty for all.
    commits : tuple of str
        One, by any name that git understands; several, or ranges, as `wythoff.harness.commits.to_measure` takes them.
    machine : str or None
        Machine name; None for asv's default.
    time_limit_s : float
        A series stops before the point whose call is predicted to take longer.
    min_n, max_n : float or None
        Only sizes within these.
    batch_s : float
        How long a batch of points may take, asv's start included.
    rounds : int or None
        Overrides the benchmarks' rounds.
    retry_failed : bool
        Try points again that failed before at this commit.
    remeasure : str or None
        Measure saved points again whose ``name(param, param)`` a regular expression is found in.
    until_decided : bool
        End a series where its law is decided, and stays so over two further octaves, though time and memory allow more;
        long calls are sampled for a second.
    environments : tuple of str
        asv's environment specifications (``-E``); empty for those of the configuration.
    plan_only : bool
        Print what would be measured and why not, and measure nothing.
    """

    config: Path = Path("asv.conf.json")
    bench: tuple[str, ...] = ()
    commits: tuple[str, ...] = ("HEAD",)
    machine: str | None = None
    time_limit_s: float = 60.0
    min_n: float | None = None
    max_n: float | None = None
    batch_s: float = 50.0
    rounds: int | None = None
    retry_failed: bool = False
    remeasure: str | None = None
    until_decided: bool = False
    environments: tuple[str, ...] = ()
    plan_only: bool = False

    def check(self) -> None:
        """Raise `InputError` for values that no sweep can have."""
        for name, value in (("time limit", self.time_limit_s), ("batch length", self.batch_s)):
            if not (math.isfinite(value) and value > 0):
                raise InputError(f"the {name} must be a positive number of seconds, got {value:g}")
        if self.rounds is not None and self.rounds < 1:
            raise InputError(f"rounds must be at least 1, got {self.rounds}")
        for text in (*self.bench, *([] if self.remeasure is None else [self.remeasure])):
            pattern(f"the pattern {shorten(text)}", text)
