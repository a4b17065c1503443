"""What a bisection can be asked for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wythoff.errors import InputError, shorten
from wythoff.harness.sweep.options import SweepOptions

PICTURES: Final = (".svg", ".png", ".pdf")


@dataclass(frozen=True)
class BisectOptions:
    """
    What to bisect.

    Attributes
    ----------
    good, bad : str
        Any names that git understands; GOOD is the ancestor.
    config : Path
        asv.conf.json, or the folder that holds it.
    bench : tuple of str
        As for a sweep; empty for all benchmarks.
    most : int or None
        How many commits between may be measured; None for one and a half times the binary logarithm of their number.
    machine : str or None
        Machine name; None for asv's default.
    environments : tuple of str
        asv's environment specifications; empty for those of the configuration.
    time_limit_s, max_n, rounds
        As for a sweep.
    retry_failed : bool
        Try commits and points again that failed before.
    json : bool
        Print JSON.
    plot : Path or None
        File for a picture of GOOD, BAD, and the commits on both sides of the change.
    """

    good: str
    bad: str
    config: Path = Path("asv.conf.json")
    bench: tuple[str, ...] = ()
    most: int | None = None
    machine: str | None = None
    environments: tuple[str, ...] = ()
    time_limit_s: float = 60.0
    max_n: float | None = None
    rounds: int | None = None
    retry_failed: bool = False
    json: bool = False
    plot: Path | None = None

    def check(self) -> None:
        """Raise `InputError` for values that no bisection can have."""
        if self.most is not None and self.most < 0:
            raise InputError(f"--max-commits must be a number of commits of at least 0, got {self.most}")
        if self.plot is not None and self.plot.suffix.lower() not in PICTURES:
            raise InputError(f"{shorten(str(self.plot), 200)} must end in {', '.join(PICTURES)}: name a picture's file")
        self.sweep("HEAD").check()

    def sweep(
        self,
        commit: str,
        bench: tuple[str, ...] | None = None,
        sizes: tuple[float, float] | None = None,
        rounds: int | None = None,
    ) -> SweepOptions:
        """Return the options of the sweep that measures a commit, all that was asked for or a part of it."""
        low, high = (None, self.max_n) if sizes is None else sizes
        return SweepOptions(
            config=self.config,
            bench=self.bench if bench is None else bench,
            commits=(commit,),
            machine=self.machine,
            time_limit_s=self.time_limit_s,
            min_n=low,
            max_n=high,
            rounds=rounds or self.rounds,
            retry_failed=self.retry_failed,
            environments=self.environments,
        )
