"""
The reader of hyperfine's JSON (``--export-json FILE``), with ``--parameter-scan`` and ``--parameter-list``.

hyperfine stores each command with its parameters already filled in. What the commands of a scan have in common is found
by putting the parameters' names back.

Of the processor's time, ``user`` and ``system`` together, it stores only the mean of all runs, failed ones included.
That serves as a second clock without samples: others hardly disturb this time, so its mean lies close to each of its
values, as the mean of the wall's times doesn't. It is not taken where a run failed, as that run is in the mean.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from wythoff.errors import shorten
from wythoff.harness.formats._common import as_float, as_text, positive, time_row
from wythoff.harness.rows import Origin, Reading

# A scan's template shows in its first commands; trying those of thousands takes time with the square of their number.
_MOST_PROPOSALS = 100

Params = tuple[tuple[str, str], ...]


def recognises(data: Any) -> bool:
    """Tell whether parsed JSON has the shape of this format."""
    return isinstance(data, dict) and isinstance(data.get("results"), list)


def read(file: Path, data: Mapping[str, Any], environment: str, reading: Reading) -> None:
    """Add the rows of one parsed file to `reading`; `environment` keeps this file's series apart from others'."""
    origin = Origin(file, "", "", environment)
    commands: list[tuple[str, Params]] = []
    entries: list[Mapping[str, Any]] = []
    for position, entry in enumerate(data["results"], 1):
        reading.cells += 1
        if not isinstance(entry, dict) or not isinstance(entry.get("command"), str):
            reading.leave_out(file, f"entry {position}", 1, f"it has no command: {shorten(repr(entry))}")
            continue
        entries.append(entry)
        commands.append((entry["command"], _parameters(entry)))
    for entry, (command, params), benchmark in zip(entries, commands, _templates(commands), strict=True):
        seconds, failed = _successful(entry)
        value = median(seconds) if seconds else None
        if value is None and not failed:
            value = positive(entry.get("median")) or positive(entry.get("mean"))
        if value is None:
            reason = f"every run failed ({failed[0]})" if failed else "it has neither times nor a median nor a mean"
            reading.leave_out(file, shorten(command, 100), 1, reason)
            continue
        if failed:
            reading.problems.append(
                f"{file}: {shorten(command, 100)}: {len(failed)} runs failed ({failed[0]}) and are not counted"
            )
        reading.rows.append(
            replace(
                time_row(origin, benchmark, params, seconds, value, calls=1),
                cpu=None if failed else _processor_time(entry),
            )
        )


def _parameters(entry: Mapping[str, Any]) -> Params:
    found = entry.get("parameters")
    if isinstance(found, dict):
        return tuple((str(name), as_text(value)) for name, value in found.items())
    # Before version 1.11 a scan had one parameter, whose name was not stored.
    single = entry.get("parameter")
    return (("param1", as_text(single)),) if as_text(single) else ()


def _successful(entry: Mapping[str, Any]) -> tuple[list[float], list[str]]:
    """Return the times of the runs that ended well, and how the others ended."""
    times, codes = entry.get("times"), entry.get("exit_codes")
    times = times if isinstance(times, list) else []
    codes = codes if isinstance(codes, list) and len(codes) == len(times) else [0] * len(times)
    seconds, failed = [], []
    for time, code in zip(times, codes, strict=True):
        second = as_float(time)
        if code != 0:
            failed.append("ended by a signal" if code is None else f"exit code {shorten(repr(code))}")
        elif second is not None and math.isfinite(second):
            seconds.append(second)
    return seconds, failed


def _processor_time(entry: Mapping[str, Any]) -> float | None:
    """Return the mean seconds that the processor worked for a command, and the system for it; None if unknown or 0."""
    user, system = as_float(entry.get("user")), as_float(entry.get("system"))
    return None if user is None or system is None or min(user, system) < 0 else positive(user + system)


def _templates(commands: Sequence[tuple[str, Params]]) -> list[str]:
    """
    Find for each command the template that it was made from.

    A value may stand in a command by chance too (the 1 of ``python1 1``), so every command proposes a template, and the
    one that gives the most commands back is taken.
    """
    by_names: dict[tuple[str, ...], list[int]] = {}
    for place, (_, params) in enumerate(commands):
        by_names.setdefault(tuple(name for name, _ in params), []).append(place)
    found = [command for command, _ in commands]
    for names, places in by_names.items():
        if not names:
            continue
        proposed = dict.fromkeys(_with_names(*commands[place]) for place in places[:_MOST_PROPOSALS])
        fitting = {
            template: [place for place in places if _filled(template, commands[place][1]) == commands[place][0]]
            for template in proposed
        }
        for template, fits in sorted(fitting.items(), key=lambda item: len(item[1])):
            for place in fits:
                found[place] = template
    return found


def _with_names(command: str, params: Params) -> str:
    """Replace the values by their names: where they stand alone, or else wherever they stand."""
    for name, value in sorted(params, key=lambda param: -len(param[1])):
        if not value:
            continue
        alone = rf"(?<![\w.]){re.escape(value)}(?![\w.])"
        pattern = alone if re.search(alone, command) else re.escape(value)
        # A name that was put in before must not be taken apart by a value that occurs in it.
        parts = re.split(r"(\{[^{}]*\})", command)
        command = "".join(
            part if part.startswith("{") else f"{{{name}}}".join(re.split(pattern, part)) for part in parts
        )
    return command


def _filled(template: str, params: Params) -> str:
    for name, value in params:
        template = template.replace(f"{{{name}}}", value)
    return template
