"""What became of each point in a run of asv, put into words."""

from __future__ import annotations

import signal
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from wythoff.errors import shorten
from wythoff.harness.sweep.asv_process import Outcome
from wythoff.harness.sweep.predict import Point

# asv's own exit codes, beside those of the system
_TIMED_OUT = -256
_UNREADABLE = -257
_REASON_WIDTH = 200


@dataclass
class Attempt:
    """One point in one run of asv: its processes' seconds in all rounds, what they noted, and what came of it."""

    wall_s: float = 0.0
    failed: str | None = None
    skipped: bool = False
    returned: str = "nothing"
    notes: list[dict[str, Any]] = field(default_factory=list)


def collect_attempts(outcome: Outcome, by_index: Mapping[tuple[str, int], Point]) -> dict[Point, Attempt]:
    """
    Sort asv's reports by point.

    Parameters
    ----------
    outcome : Outcome
        How the run of asv went.
    by_index : mapping
        The points of the batch by benchmark name and index.

    Returns
    -------
    dict
        The points that were tried. One that was running when asv itself ended counts as failed.
    """
    attempts: dict[Point, Attempt] = {}
    running: tuple[str, int] | None = None
    untried = set()
    for event in outcome.events:
        if event["event"] not in ("start", "end", "untried"):
            continue
        key = (event["benchmark"], event["index"])
        running = key if event["event"] == "start" else None
        if event["event"] == "untried":
            untried.add(by_index[key])
        elif event["event"] == "end":
            attempt = attempts.setdefault(by_index[key], Attempt())
            attempt.wall_s += event["wall_s"]
            attempt.returned = event["returned"]
            attempt.skipped = event["skipped"]
            attempt.notes.append(event.get("conditions", {}))
            if event["errcode"] != 0 and attempt.failed is None:
                attempt.failed = outcome.starved.get(key) or describe_failure(event)
    if running is not None and not outcome.saved:
        attempts.setdefault(by_index[running], Attempt()).failed = outcome.starved.get(running) or (
            f"asv itself ended with exit code {outcome.returncode} while measuring it"
        )
    return {point: attempt for point, attempt in attempts.items() if point not in untried}


def describe_failure(event: Mapping[str, Any]) -> str:
    """Say in one line why a point failed, from asv's exit code and the benchmark's output."""
    code = event["errcode"]
    if code == _TIMED_OUT:
        return f"timed out after {event['timeout_s']:g} s"
    if code == _UNREADABLE:
        return "asv could not read what the benchmark returned"
    if code < 0:
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = "unknown"
        perhaps = ", perhaps out of memory" if name == "SIGKILL" else ""
        return f"killed by signal {-code} ({name}){perhaps}"
    lines = [line.rstrip() for line in event["output"].splitlines() if line.strip()]
    starts = [place for place, line in enumerate(lines) if line.startswith("Traceback (most recent call last)")]
    # The exception is the first line after the last traceback that is not indented; its message may go on below.
    raised = [line for line in lines[starts[-1] + 1 :] if not line[0].isspace()] if starts else []
    if raised:
        return shorten(raised[0], _REASON_WIDTH)
    return f"ended with exit code {code}" + (f": {shorten(lines[-1].strip(), _REASON_WIDTH)}" if lines else "")
