"""
The diary of a machine's sweeps: ``results/<machine>/sweep.jsonl``, one JSON object per line.

asv stores a point that failed, timed out or was never selected as the same null, and a point that it skipped as NaN,
so what was tried and why it stopped is written here. asv reads only ``.json`` files and ignores this one.

Every line has

``time``
    when it was written, UTC, ISO 8601
``event``
    ``measured``, ``continued`` (one more round was added to a measured point), ``remeasured`` (it was measured again),
    ``failed``, ``skipped`` (the benchmark declined the point itself), ``stopped`` (the series ends before this point),
    ``busy`` (the machine was busy, noticed first at this point), ``dirty`` (files differ from the commit),
    ``interrupted`` (the sweep was stopped by hand), and ``begun`` and ``finished`` around what a sweep of several
    commits did at this one
``commit``, ``machine``, ``environment``
    what was measured, where

and, except for ``dirty``, ``interrupted``, ``begun`` and ``finished``,

``benchmark``, ``version``, ``params``, ``n``
    the point: asv's name and fingerprint of the benchmark, parameter name -> asv's text, the size or null
``wall_s``
    seconds that asv's processes for the point took, in all of its rounds (``measured``, ``continued``, ``remeasured``,
    ``failed``)
``differences``
    a fingerprint of how the measured code differs from the commit, missing where it doesn't (``measured``,
    ``continued``, ``remeasured``); with " to " between two if it was changed meanwhile
``beside``
    the commit that was measured in turn with this one (``measured``, ``continued``, ``remeasured``); samples of which
    some were not have none
``reason``
    why, in words (``remeasured``, with what is kept; ``failed``, ``stopped``, ``busy``, ``dirty``, ``interrupted``)
``rule``
    the kind of reason of a ``stopped``: ``time limit``, ``timeout``, ``memory``, ``failed`` or ``decided``
``limit_s``
    the time limit per call that held, in seconds (``stopped``)
``points_left``
    how many points of the series are not measured for it (``stopped``)
"""

from __future__ import annotations

import datetime
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wythoff._files import json_lines

FILE_NAME = "sweep.jsonl"


@dataclass(frozen=True)
class Event:
    """One line; the fields are described in the module's text."""

    event: str
    commit: str
    machine: str
    environment: str = ""
    benchmark: str = ""
    version: str = ""
    params: Mapping[str, str] = field(default_factory=dict)
    n: int | float | None = None
    wall_s: float | None = None
    differences: str | None = None
    beside: str | None = None
    reason: str | None = None
    rule: str | None = None
    limit_s: float | None = None
    points_left: int | None = None
    time: str = ""

    @property
    def point(self) -> tuple[str, str, str, tuple[str, ...]]:
        """Environment, benchmark, version and parameter texts: what the line is about, within commit and machine."""
        return (self.environment, self.benchmark, self.version, tuple(self.params.values()))


def append(file: Path, events: Iterable[Event]) -> None:
    """
    Write events to the end of a journal and return once they are on the disk.

    Parameters
    ----------
    file : Path
        The journal; made if it isn't there.
    events : iterable of Event
        What happened. An empty `time` is replaced by now.

    Notes
    -----
    A line that a killed sweep left unfinished is ended first, so that it can't spoil the next one.
    """
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    json_lines.append(file, (_entry(event, now) for event in events))


def _entry(event: Event, now: str) -> dict[str, Any]:
    entry: dict[str, Any] = {"time": event.time or now}
    for name in Event.__dataclass_fields__:
        value = getattr(event, name)
        if name != "time" and value is not None and value != "":
            entry[name] = dict(value) if isinstance(value, Mapping) else value
    if event.benchmark:
        entry.setdefault("n", None)
    else:
        del entry["params"]
    return entry


def read(file: Path) -> list[Event]:
    """
    Read a journal.

    Parameters
    ----------
    file : Path
        The journal; a missing one is an empty one.

    Returns
    -------
    list of Event
        In the order of the file. Lines that are cut off or not understood are passed over: the worst
        that follows is that a point is measured once more.

    Raises
    ------
    InputError
        If the file is there and can't be read.
    """
    events = []
    for entry in json_lines.read(file):
        try:
            event = Event(**{name: entry[name] for name in Event.__dataclass_fields__ if name in entry})
            if _is_sound(event):
                events.append(event)
        except TypeError:
            continue
    return events


def _is_sound(event: Event) -> bool:
    """Tell whether every field of an event that was read is what it should be."""
    numbers = event.n, event.wall_s, event.limit_s, event.points_left
    words = event.event, event.commit, event.machine, event.environment, event.benchmark, event.version, event.time
    return (
        all(isinstance(word, str) for word in words)
        and all(isinstance(word, str | None) for word in (event.reason, event.rule, event.differences, event.beside))
        and all(number is None or _is_number(number) for number in numbers)
        and isinstance(event.params, dict)
        and all(isinstance(text, str) for text in event.params.values())
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= sys.float_info.max
