"""
One run of asv as a process of its own, watched from here.

The process gets a session of its own, so that Ctrl-C reaches the sweep alone, which then ends it. It also ends by
itself when the sweep is killed: the sweep holds the other end of its standard input.
"""

from __future__ import annotations

import json
import math
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from wythoff._process.memory import available_bytes, human_bytes, total_bytes
from wythoff._process.threads import environment_as_it_was

# Asking for the free memory takes about 1 ms: often enough to catch what grows, too seldom to disturb a timing.
POLL_S = 0.2
# After a kill the system needs a moment to give the memory back; until then nothing else is blamed.
SETTLE_S = 2.0
_SCRIPT = Path(__file__).with_name("_asv_run.py")
_LINES_SHOWN = 15
_LEAST_ROOM = 2**16  # bytes; with less on the disk a log that is empty could not be written
_LONGEST_SOCKET = 103  # bytes, on macOS; Linux takes 107
# So long after its timeout a benchmark that asv still waits for is held up by what it has left behind.
STUCK_S = 30.0
# What a run of asv reports last, if it did what it was asked for.
_ENDINGS = ("saved", "discovered", "repository")
# In the environment of all processes of one run of asv, by which they are found.
_MARK = "WYTHOFF_SWEEP_RUN"


def memory_floor() -> int:
    """Return how many bytes must stay free while something is measured: 2 % of the memory, at least 256 MiB."""
    return max(256 * 2**20, total_bytes() // 50)


@dataclass
class Outcome:
    """What a run of asv came to: its exit code, its length, what it reported, and which points were killed here."""

    returncode: int
    wall_s: float
    events: list[dict[str, Any]]
    log_tail: str
    starved: dict[tuple[str, int], str] = field(default_factory=dict)

    @property
    def saved(self) -> bool:
        """Whether all that was asked for was done and saved."""
        return self.returncode == 0 and bool(self.events) and self.events[-1]["event"] in _ENDINGS


def run_asv(request: dict[str, Any], cwd: Path, scratch: Path, on_event: Callable[[dict[str, Any]], None]) -> Outcome:
    """
    Carry out a request to ``_asv_run.py`` and wait for its end.

    Parameters
    ----------
    request : dict
        What to do; the file for its reports is added here.
    cwd : Path
        The folder of asv.conf.json.
    scratch : Path
        Where request, reports and log are put.
    on_event : callable
        Gets each report as it comes.

    Notes
    -----
    While a benchmark runs, the memory is watched. Where less than `memory_floor` is left, and the
    benchmark holds at least that much, it is killed and the run goes on.
    """
    events_file, log_file, request_file = (scratch / name for name in ("events.jsonl", "asv.log", "request.json"))
    events_file.write_bytes(b"")
    request_file.write_text(json.dumps({**request, "events": str(events_file)}), encoding="utf-8")
    mark = secrets.token_hex(8)
    environment = {**environment_as_it_was(), **_temporary_folder(scratch), _MARK: mark}
    watch = _Watch(events_file, on_event, mark)
    started = time.monotonic()
    with log_file.open("wb") as log:
        # -P: neither the script's folder nor the project's may stand in for what asv imports.
        process = subprocess.Popen(
            [sys.executable, "-P", str(_SCRIPT), str(request_file)],
            cwd=cwd,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            while True:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(POLL_S)
                ended = process.returncode is not None
                watch.read()
                if ended:
                    break
                watch.guard(process.pid)
                if watch.release(process.pid):
                    break
        finally:
            _kill_all(process, mark)
    tail = log_file.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-_LINES_SHOWN:]
    if not tail and shutil.disk_usage(scratch).free < _LEAST_ROOM:
        tail = [f"No space left in {scratch}, where its log is written"]
    return Outcome(process.returncode, time.monotonic() - started, watch.events, "\n".join(tail), watch.starved)


def _temporary_folder(scratch: Path) -> dict[str, str]:
    """
    Let what asv and the benchmarks put into the temporary folder go with the scratch folder, also after a kill.

    Where that has a long name asv keeps to the system's folder, as its fork server's socket must have a short one.
    """
    folder = scratch / "t"
    if len(os.fsencode(folder / "asv-forkserver-12345678" / "socket")) > _LONGEST_SOCKET:
        return {}
    folder.mkdir(exist_ok=True)
    return {"TMPDIR": str(folder)}


class _Watch:
    """Reads asv's reports along, and knows which point is running."""

    def __init__(self, file: Path, on_event: Callable[[dict[str, Any]], None], mark: str) -> None:
        self._mark = mark
        self._deadline = math.inf
        self._released = False
        self.events: list[dict[str, Any]] = []
        self.starved: dict[tuple[str, int], str] = {}
        self._file = file
        self._on_event = on_event
        self._offset = 0
        self._running: tuple[str, int] | None = None
        self._floor = memory_floor()
        self._blind_until = 0.0

    def read(self) -> None:
        with self._file.open("rb") as stream:
            stream.seek(self._offset)
            complete, newline, _ = stream.read().rpartition(b"\n")
        self._offset += len(complete) + len(newline)
        for line in complete.splitlines():
            event = json.loads(line)
            self._running = (event["benchmark"], event["index"]) if event["event"] == "start" else None
            self._released = False
            timeout_s = event.get("timeout_s") if self._running else None
            self._deadline = math.inf if timeout_s is None else time.monotonic() + timeout_s + STUCK_S
            self.events.append(event)
            self._on_event(event)

    def guard(self, pid: int) -> None:
        if self._running is None or time.monotonic() < self._blind_until or available_bytes() >= self._floor:
            return
        victims = benchmark_processes(pid)
        held = sum(_resident_bytes(victim) for victim in victims)
        if held < self._floor:  # something else fills the memory, and killing this would not help
            return
        self.starved[self._running] = (
            f"killed, because it held {human_bytes(held)} and less than {human_bytes(self._floor)} of memory was left"
        )
        for victim in victims:
            with suppress(psutil.Error):
                victim.kill()
        self._blind_until = time.monotonic() + SETTLE_S

    def release(self, pid: int) -> bool:
        """
        End what a benchmark has left behind if asv waits for it long after the timeout; True if asv waits on.

        asv reads what a benchmark prints until nobody can print any more, and a process that the benchmark has detached
        from itself still could.
        """
        if time.monotonic() < self._deadline or self._running is None:
            return False
        if self._released:
            return True
        self.starved[self._running] = "killed long after its timeout, because a process that it left behind went on"
        for victim in left_behind(pid, self._mark):
            with suppress(psutil.Error):
                victim.kill()
        self._released, self._deadline = True, time.monotonic() + STUCK_S
        return False


def left_behind(pid: int, mark: str) -> list[psutil.Process]:
    """List what the asv with this `pid` has started, however detached, but for itself and its fork server."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if process.pid == pid or process.environ().get(_MARK) != mark:
                continue
            if process.ppid() != pid or "run_server" not in process.cmdline():
                found.append(process)
    return found


def benchmark_processes(pid: int) -> list[psutil.Process]:
    """List the processes of the benchmark that the asv with this `pid` is running, without asv's fork server."""
    found: list[psutil.Process] = []
    with suppress(psutil.Error):
        for child in psutil.Process(pid).children():
            below = child.children(recursive=True)
            found += below if "run_server" in child.cmdline() else [child, *below]
    return found


def _resident_bytes(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0


def _kill_all(process: subprocess.Popen[bytes], mark: str) -> None:
    """Kill asv and everything that it started, however detached, unless it has ended by itself."""
    if process.poll() is None:
        below: list[psutil.Process] = []
        with suppress(psutil.Error):
            below = psutil.Process(process.pid).children(recursive=True)
        # It isn't stopped first: it would stay so for ever if this process were killed meanwhile. What it starts
        # between these lines has the mark.
        process.kill()
        for child in below:
            with suppress(psutil.Error, OSError):
                _kill_group(child)
        process.wait()
        for detached in left_behind(process.pid, mark):
            with suppress(psutil.Error):
                detached.kill()
    if process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()


def _kill_group(child: psutil.Process) -> None:
    """Kill a process, and its whole group where it leads one: asv gives each benchmark a group of its own."""
    if hasattr(os, "killpg") and os.getpgid(child.pid) == child.pid and child.is_running():
        os.killpg(child.pid, signal.SIGKILL)
    else:
        child.kill()
