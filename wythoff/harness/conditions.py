"""
Under what conditions the points of a sweep were measured: ``results/<machine>/conditions.jsonl``, beside asv's results.

asv records a time by the wall's clock. This file adds, for every point that a sweep measured, the processor time of the
very same calls and what else the machine did meanwhile. It holds one JSON object per line; asv reads only ``.json``
files and ignores it. A point that was measured again has a later line, which counts where it fits.

Every line has

``time``
    when it was written, UTC, ISO 8601
``commit``, ``environment``, ``benchmark``, ``params``
    the point, as asv's result file names it; ``params`` is parameter name -> asv's text
``samples``
    a fingerprint of the wall samples (`fingerprint`); a line counts only for results that still hold these
``rounds``, ``rounds_left``
    how many rounds the samples come from, and how many the sweep still meant to add
``busy``, ``reasons``
    whether the machine was busy by the rule of `Figures.reasons`, and why, in words

and, as far as they are known,

``cpu_s``
    seconds of processor time per call, in order and number those of the wall samples; of all threads of the process
``untold``
    why there are none, in words
``wall_per_cpu``
    wall seconds of the samples over their processor seconds, in the worst round
``tells``
    why the processor's time is not what a call takes, in words: the calls wait, or work in other threads or processes
``voluntary``, ``involuntary``
    how often the process gave the processor away and had it taken away; of a benchmark that is timed, in its samples
``load``
    the load average of the last minute
``stolen``
    which part of the time that was wanted of all processors another virtual machine had, in the worst round
``loop``
    how many times as long as at its best a calibration loop took just before and after, in the worst round
"""

from __future__ import annotations

import datetime
import hashlib
import statistics
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wythoff._files import json_lines
from wythoff._files.writing import whole_file

FILE_NAME = "conditions.jsonl"

# From these on a machine is called busy: below them, what is left of a disturbance is no more than an idle machine's
# own noise between two processes.
BUSY_LOOP = 1.5
BUSY_STOLEN = 0.1
BUSY_WALL_PER_CPU = 1.25
# Work beside the calling thread from this part of all on; less is the interpreter's own.
ELSEWHERE = 0.05
# A file that has grown beyond this is halved; it is some 35,000 points.
MOST_BYTES = 16 * 2**20


@dataclass(frozen=True)
class Figures:
    """
    What was noted while a point was measured, in one process or several.

    Attributes
    ----------
    cpu_s : tuple of float or None
        Processor seconds per call of each sample.
    untold : str
        Why there are none.
    wall_per_cpu : float or None
        Wall over processor seconds of the samples.
    tells : str
        Why the processor's time is not what a call takes; empty where it is.
    voluntary, involuntary : int
        Context switches.
    load, stolen, loop : float or None
        As in the file.
    """

    cpu_s: tuple[float, ...] | None = None
    untold: str = ""
    wall_per_cpu: float | None = None
    tells: str = ""
    voluntary: int = 0
    involuntary: int = 0
    load: float | None = None
    stolen: float | None = None
    loop: float | None = None

    @property
    def reasons(self) -> tuple[str, ...]:
        """
        Say why the machine is called busy; nothing if it isn't.

        Notes
        -----
        It is where the calibration loop took `BUSY_LOOP` times its best, where `BUSY_STOLEN` of the time was stolen, or
        where the calls took `BUSY_WALL_PER_CPU` times their processor time although they neither wait by themselves nor
        work elsewhere.
        """
        found = []
        if self.loop is not None and self.loop >= BUSY_LOOP:
            found.append(f"the calibration loop took {self.loop:.1f} times its best")
        if self.stolen is not None and self.stolen >= BUSY_STOLEN:
            found.append(f"{self.stolen:.0%} of the time was stolen".replace("%", " %"))
        if self._waited >= BUSY_WALL_PER_CPU:
            found.append(f"wall {self._waited:.1f} times CPU")
        return tuple(found)

    @property
    def tell_slowdown(self) -> bool:
        """Whether anything was noted that shows neighbours on the machine, which stolen time does not."""
        return self.loop is not None or (self.wall_per_cpu is not None and not self.tells)

    @property
    def slowdown(self) -> float:
        """How many times slower the worst of the figures makes the calls seem; 1 where nothing disturbed."""
        return max(1.0, self.loop or 1.0, 1 / max(1e-3, 1 - (self.stolen or 0.0)), self._waited)

    @property
    def _waited(self) -> float:
        return self.wall_per_cpu if self.wall_per_cpu is not None and not self.tells else 1.0

    def __add__(self, other: Figures) -> Figures:
        """Join the figures of two rounds: their samples one after the other, of everything else the worse."""
        both = self.cpu_s is not None and other.cpu_s is not None
        return Figures(
            cpu_s=(*(self.cpu_s or ()), *(other.cpu_s or ())) if both else None,
            untold="" if both else self.untold or other.untold,
            wall_per_cpu=_worse(self.wall_per_cpu, other.wall_per_cpu),
            tells=self.tells or other.tells,
            voluntary=self.voluntary + other.voluntary,
            involuntary=self.involuntary + other.involuntary,
            load=_worse(self.load, other.load),
            stolen=_worse(self.stolen, other.stolen),
            loop=_worse(self.loop, other.loop),
        )

    @classmethod
    def from_notes(cls, notes: Mapping[str, Any], best_loop_s: float) -> Figures:
        """
        Read what was noted about one process.

        Parameters
        ----------
        notes : mapping
            ``loops_s`` (seconds of each calibration loop around the process), ``stolen``, ``load``, and what the
            process itself noted about its samples: ``cpu`` (seconds per call), ``wall``, ``process``, ``thread``
            and ``children`` (seconds in all), ``voluntary``, ``involuntary``, ``stretches``, ``untold``.
        best_loop_s : float
            The fastest calibration loop seen.
        """
        loops = notes.get("loops_s") or []
        wall, process = notes.get("wall", 0.0), notes.get("process", 0.0)
        return cls(
            cpu_s=tuple(float(f"{seconds:.6g}") for seconds in notes["cpu"]) if "cpu" in notes else None,
            untold=notes.get("untold", "" if "voluntary" in notes else "its processes could not be watched"),
            wall_per_cpu=round(wall / process, 4) if "cpu" in notes and process > 0 else None,
            tells=_tells(notes),
            voluntary=int(notes.get("voluntary", 0)),
            involuntary=int(notes.get("involuntary", 0)),
            load=notes.get("load"),
            stolen=notes.get("stolen"),
            # The middle one: a single loop is easily hit by something that is over in a moment.
            loop=round(statistics.median(loops) / best_loop_s, 3) if loops else None,
        )


def _tells(notes: Mapping[str, Any]) -> str:
    process, children = notes.get("process", 0.0), notes.get("children", 0.0)
    if "cpu" not in notes:
        return ""
    if children > ELSEWHERE * (process + children):
        return "it works in other processes"
    if process - notes["thread"] > ELSEWHERE * process:
        return "it works in other threads"
    if notes["voluntary"] >= notes["stretches"] and notes["voluntary"] > notes["involuntary"]:
        return "it waits by itself"
    return ""


def _worse(one: float | None, other: float | None) -> float | None:
    return max((value for value in (one, other) if value is not None), default=None)


@dataclass(frozen=True)
class Conditions:
    """
    The conditions of one measured point: one line of the file.

    Attributes
    ----------
    commit, environment, benchmark : str
        The point, as asv's result file names it.
    params : mapping of str to str
        Parameter name -> asv's text, in asv's order.
    samples : str
        The `fingerprint` of the wall samples.
    figures : Figures
        What was noted.
    busy : bool
        Whether the machine was busy.
    reasons : tuple of str
        Why.
    rounds, rounds_left : int
        How many rounds the samples come from, and how many are still to come.
    """

    commit: str
    environment: str
    benchmark: str
    params: Mapping[str, str]
    samples: str
    figures: Figures = field(default_factory=Figures)
    busy: bool = False
    reasons: tuple[str, ...] = ()
    rounds: int = 1
    rounds_left: int = 0

    @property
    def key(self) -> tuple[str, ...]:
        """What names the point: commit, environment, benchmark and the texts of the parameters."""
        return (self.commit, self.environment, self.benchmark, *self.params.values())


def fingerprint(samples: Iterable[float]) -> str:
    """Name samples by their exact values, so that a line is never taken for that of other samples."""
    return hashlib.sha256(" ".join(map(repr, samples)).encode()).hexdigest()[:12]


class Book:
    """
    The lines of a file, by point.

    Parameters
    ----------
    lines : iterable of Conditions
        In the order in which they were written.
    """

    def __init__(self, lines: Iterable[Conditions] = ()) -> None:
        self._by_key: dict[tuple[str, ...], dict[str, Conditions]] = {}
        for line in lines:
            self.add(line)

    def __bool__(self) -> bool:
        """Tell whether there is any line."""
        return bool(self._by_key)

    def add(self, line: Conditions) -> None:
        """Add a line; of two about the same samples the later one counts."""
        self._by_key.setdefault(line.key, {})[line.samples] = line

    def find(
        self, commit: str, environment: str, benchmark: str, params: Iterable[str], samples: Sequence[float]
    ) -> Conditions | None:
        """
        Return what is known about a point with these wall samples.

        Parameters
        ----------
        commit, environment, benchmark : str
            The point.
        params : iterable of str
            The texts of its parameters, in asv's order.
        samples : sequence of float
            Its wall samples in seconds, in asv's order; of a benchmark without samples its value alone.

        Returns
        -------
        Conditions or None
            None if no line is about these very samples, say because plain asv measured them.
        """
        found = self._by_key.get((commit, environment, benchmark, *params))
        return None if found is None else found.get(fingerprint(samples))


def read(file: Path) -> Book:
    """
    Read a file of conditions.

    Parameters
    ----------
    file : Path
        The file; a missing one is an empty one.

    Returns
    -------
    Book
        Lines that are cut off or not understood are passed over.

    Raises
    ------
    InputError
        If the file is there and can't be read.
    """
    return Book(line for entry in json_lines.read(file) if (line := _line(entry)) is not None)


def append(file: Path, lines: Iterable[Conditions]) -> None:
    """Write lines to the end of a file, and return once they are on the disk."""
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    json_lines.append(file, ({"time": now, **_entry(line)} for line in lines))


def keep_small(file: Path, most_bytes: int = MOST_BYTES) -> None:
    """
    Make a file that has grown beyond a bound smaller: it keeps the last lines, as many as are half of the bound.

    Parameters
    ----------
    file : Path
        The file; nothing happens if it is small or missing. It is replaced in one step.
    most_bytes : int
        The bound.

    Raises
    ------
    InputError
        If the file can't be written.
    """
    if not file.is_file() or file.stat().st_size <= most_bytes:
        return
    with file.open("rb") as stream:
        stream.seek(-(most_bytes // 2), 2)
        _, _, whole = stream.read().partition(b"\n")
    with whole_file(file, inside=file.parent) as target:
        target.write(whole)


def _entry(line: Conditions) -> dict[str, Any]:
    figures = {name: getattr(line.figures, name) for name in Figures.__dataclass_fields__}
    figures = {name: value for name, value in figures.items() if value is not None and value != ""}
    about = {name: getattr(line, name) for name in Conditions.__dataclass_fields__ if name != "figures"}
    return {**about, "params": dict(line.params), **figures}


def _line(entry: Mapping[str, Any]) -> Conditions | None:
    """Make a line of what was read; None unless every field is what it should be."""
    about = {name: entry[name] for name in Conditions.__dataclass_fields__ if name in entry and name != "figures"}
    figures = {name: entry[name] for name in Figures.__dataclass_fields__ if name in entry}
    words = [about.get(name) for name in ("commit", "environment", "benchmark", "samples")]
    words += [figures.get(name, "") for name in ("untold", "tells")]
    params, reasons, cpu_s = about.get("params"), about.get("reasons", []), figures.get("cpu_s")
    if not isinstance(params, dict) or not isinstance(reasons, list) or not isinstance(cpu_s, list | None):
        return None
    counts = [about.get(name, 0) for name in ("rounds", "rounds_left")]
    counts += [figures.get(name, 0) for name in ("voluntary", "involuntary")]
    numbers = [figures[name] for name in ("wall_per_cpu", "load", "stolen", "loop") if name in figures]
    if (
        not all(isinstance(word, str) for word in [*words, *params.values(), *reasons])
        or not all(_is_number(number) for number in [*numbers, *counts, *(cpu_s or [])])
        or not all(isinstance(count, int) for count in counts)
        or not isinstance(about.get("busy", False), bool)
    ):
        return None
    about["reasons"] = tuple(reasons)
    if cpu_s is not None:
        figures["cpu_s"] = tuple(map(float, cpu_s))
    return Conditions(**about, figures=Figures(**figures))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= sys.float_info.max
