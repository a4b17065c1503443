"""
The script that stands in for asv's own ``benchmark.py`` in every process that measures, and runs it.

It notes what asv doesn't: the processor time of the very calls that are timed, and how often the process gave the
processor away or had it taken away meanwhile. It reads these in the hook that asv calls before each timed stretch, and
after it. asv's clock, what it times and what it writes are untouched. The notes go to a file beside asv's result.

The processor time is that of the whole process. That of the calling thread alone would make code that works in other
threads seem to wait; it is noted as well, so that such code can be told.

It runs in the environments of the project that is measured: it knows the standard library only, in any version that
asv_runner runs on, and lets asv measure as ever where asv_runner is not what it expects.
"""

from __future__ import annotations

import sys

if __name__ == "__main__" and not getattr(sys.flags, "safe_path", False):
    sys.path.pop(0)  # this folder: what is in it must not stand in for what the project imports

import contextlib
import json
import os
import runpy
import time
from pathlib import Path
from typing import Any, Callable  # noqa: UP035  collections.abc has it only where Python is newer

with contextlib.suppress(ImportError):  # Windows has none
    import resource

# In the environment of this script only; no benchmark sees it.
SCRIPT_VARIABLE = "WYTHOFF_SWEEP_ASV_SCRIPT"
SUFFIX = ".conditions"
# A stretch must be this many times as long as the reading of the clocks: straight after other code, with caches that
# hold nothing of it, reading takes up to twenty times as long as at its best, which alone can be taken off.
LEAST_STRETCH = 500
COUNTED = ("voluntary", "involuntary", "children", "thread", "process")


def read_counts() -> tuple[float, ...]:
    """Return the context switches given and taken, and the processor seconds of children that have ended."""
    if "resource" not in globals():
        return 0, 0, 0.0
    own, ended = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_nvcsw, own.ru_nivcsw, ended.ru_utime + ended.ru_stime


class Clocks:
    """
    Stands in for the timer object of one benchmark, and reads the clocks around each stretch that it times.

    `timeit.Timer`, and asv's own timer for batches of calls with a setup, call ``setup`` right before they read the
    time and start the calls. What lies between the end of that hook and its next call, or the end of the sample, is a
    timed stretch.
    """

    def __init__(self, redo_setup: Callable[[], object]) -> None:
        self.timer: Any = None
        self.samples: list[dict[str, float]] = []
        self._redo_setup = redo_setup
        self._begun: tuple[float, ...] | None = None

    def setup(self) -> None:
        """Prepare a stretch as asv does, and begin to count."""
        self._end()
        self._redo_setup()
        counts = read_counts()
        self._begun = (*counts, time.thread_time(), time.process_time())

    def _end(self) -> None:
        process, thread = time.process_time(), time.thread_time()
        if self._begun is not None:
            now = (*read_counts(), thread, process)
            for name, before, after in zip(COUNTED, self._begun, now):  # noqa: B905  strict= is newer
                self.samples[-1][name] += after - before
            self.samples[-1]["stretches"] += 1
        self._begun = None

    def timeit(self, number: int) -> float:
        """Time `number` calls as asv does."""
        self._begun = None
        self.samples.append(dict.fromkeys((*COUNTED, "stretches"), 0.0))
        wall: float = self.timer.timeit(number)
        self._end()
        self.samples[-1].update(wall=wall, number=number)
        return wall


class Nothing:
    """A timer that times no call."""

    def __init__(self, setup: Callable[[], object]) -> None:
        self._setup = setup

    def timeit(self, number: int) -> float:
        """Prepare, and be done."""
        self._setup()
        return 0.0


def cost_of_reading() -> float:
    """Return the least processor seconds that are counted for a stretch without any calls."""
    clocks = Clocks(lambda: None)
    clocks.timer = Nothing(clocks.setup)
    for _ in range(50):
        clocks.timeit(1)
    return min(sample["process"] for sample in clocks.samples)


def notes_of(clocks: Clocks, result: dict[str, Any]) -> dict[str, Any]:
    """Sum up what was counted for the samples of asv's result; nothing if they are not those that were counted."""
    taken = clocks.samples[-len(result["samples"]) :]
    if [sample["wall"] / sample["number"] for sample in taken] != result["samples"]:
        return {}
    notes: dict[str, Any] = {name: sum(sample[name] for sample in taken) for name in (*COUNTED, "wall", "stretches")}
    cost = cost_of_reading()
    if sys.platform == "win32":
        notes["untold"] = "the processor's clock of this system is too coarse"
    elif notes["wall"] < LEAST_STRETCH * cost * notes["stretches"]:
        notes["untold"] = "its samples are too short to read the processor's clock beside them"
    else:
        spent = [max(0.0, sample["process"] - cost * sample["stretches"]) for sample in taken]
        notes["cpu"] = [seconds / sample["number"] for seconds, sample in zip(spent, taken)]  # noqa: B905
        notes["process"] = sum(spent)
        notes["thread"] = max(0.0, notes["thread"] - cost * notes["stretches"])
    return notes


class Watch:
    """Puts the clocks into asv_runner, and writes down what they show of the one benchmark that a process runs."""

    def __init__(self) -> None:
        self._notes: dict[str, Any] = {}
        self._clocks: Clocks | None = None

    def install(self) -> None:
        """Wrap what runs a benchmark, and what times one."""
        import asv_runner.benchmarks.time as timing
        import asv_runner.run as running

        running._run = self._watched(running._run)  # before asv_runner.server takes it over
        self._wall_timer = timing.wall_timer
        timed = timing.TimeBenchmark
        for name in ("_get_timer", "_get_interleaved_timer"):
            if name in vars(timed):
                setattr(timed, name, self._clocked(getattr(timed, name)))
        timed.run = self._noted(timed.run)

    def _watched(self, run: Callable[[Any], None]) -> Callable[[Any], None]:
        def run_watched(arguments: Any) -> None:
            before = read_counts()
            run(arguments)
            for name, start, end in zip(COUNTED, before, read_counts()):  # noqa: B905
                self._notes.setdefault(name, end - start)
            Path(arguments[-1] + SUFFIX).write_text(json.dumps(self._notes), encoding="utf-8")

        return run_watched

    def _clocked(self, make: Callable[..., Any]) -> Callable[..., Any]:
        def make_clocked(benchmark: Any, *param: Any) -> Any:
            if benchmark.timer is not self._wall_timer:
                self._notes["untold"] = "the benchmark has a timer of its own"
                return make(benchmark, *param)
            clocks = self._clocks = Clocks(benchmark.redo_setup)
            benchmark.redo_setup = clocks.setup
            try:
                clocks.timer = make(benchmark, *param)
            finally:
                del benchmark.redo_setup
            return clocks

        return make_clocked

    def _noted(self, run: Callable[..., Any]) -> Callable[..., Any]:
        def run_noted(benchmark: Any, *param: Any) -> Any:
            result = run(benchmark, *param)
            if self._clocks is not None:
                self._notes.update(notes_of(self._clocks, result))
            if "cpu" not in self._notes:
                self._notes.setdefault("untold", "asv_runner times it elsewhere than in the process that is watched")
            return result

        return run_noted


def main() -> None:
    """Run asv's script, watched where that is possible."""
    script = os.environ.pop(SCRIPT_VARIABLE)
    with contextlib.suppress(Exception):  # with another asv_runner the conditions stay unknown
        Watch().install()
    sys.argv[0] = script
    runpy.run_path(script, run_name="__main__")


if __name__ == "__main__":
    main()
