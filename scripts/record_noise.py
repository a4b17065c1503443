#!/usr/bin/env python3
"""
Record what this machine does to timings, for growth_bench.noise to replay.

    scripts/record_noise.py [--output FILE] [--add]

Work of fixed extent is timed again and again, by the clock on the wall and by the processor time of the thread: a chain
of multiplications, and reads of a buffer that exceeds the second-level cache. Its durations are 3 us to 0.15 s. As a
harness does, it is timed at 12 positions that stand for the sizes of a series, 10 times each (4 times for 0.15 s),
either one position after the other ("consecutive") or all positions in turn ("interleaved"). At each change of position
the set-up of a size is played by a few milliseconds of other work, and an untimed run of the work warms up. From 30 ms
on the set-up counts for nothing, and the two orders are two readings of one recording.

The conditions: "idle"; "one busy", "two busy", "eight busy", "sixteen busy": so many other processes that loop, on any
core; "memory": one that streams through 256 MB; "quota": a control group may use half a core in each period of 0.1 s.
That last one needs the right to make a control group (version 1 or 2). Other processes of the machine are not stopped;
where that is allowed, "idle" and "quota" run at raised priority, to keep them away. How many cores others kept busy is
recorded for each condition. Changes of the clock frequency are not among the conditions: they can't be brought about at
will.

A sample is stored as its logarithm over the undisturbed time of the same work: the shortest seen, nearly always an
idle one. This takes about a quarter of an hour on two cores. With --add only the conditions are recorded that FILE
lacks, and "idle" once more, which they are measured by; the others stay as they are.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import gc
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any

import numba
import numpy as np
import psutil
from growth_bench import noise

from wythoff.errors import InputError
from wythoff.harness import machine

POSITIONS = 12
SAMPLES = (10, 10, 10, 10, 10, 4)
REPETITIONS = (6, 6, 6, 4, 1, 1)
ONE_READING = 4  # durations from this one on are recorded once for both orders
SET_UP_S = {"consecutive": 5e-3, "interleaved": 2e-3}
BUFFER = 2**21  # int64: 16 MiB
LINE = 8  # int64 of one cache line, of which one is read
PERIOD_S, QUOTA = 0.1, 0.5
HIGHEST_PRIORITY = -19

BUSY = "import os\nwhile os.getppid() == {parent}:\n    for _ in range(10**6): pass"
STREAM = (
    "import os, numpy as np\na, b = np.ones(2**24), np.ones(2**24)\nwhile os.getppid() == {parent}: a[:] = b; b[:] = a"
)
NEIGHBOURS = {
    "one busy": [BUSY],
    "two busy": [BUSY] * 2,
    "eight busy": [BUSY] * 8,
    "memory": [STREAM],
    "sixteen busy": [BUSY] * 16,
}

Array = np.ndarray[Any, Any]
Work = Callable[[int], object]  # its argument is the extent


@numba.njit
def _multiply(steps: int) -> int:
    value = 1
    for _ in range(steps):
        value = value * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407
    return value


@numba.njit
def _read(buffer: Array, start: int, lines: int) -> int:
    total, place = 0, start
    for _ in range(lines):
        total += buffer[place]
        place += LINE
        if place >= buffer.size:
            place = 0
    return total


def works() -> dict[str, Work]:
    """Return the two kinds of work; the reading one goes on where its last call stopped."""
    buffer, place = np.ones(BUFFER, np.int64), 0

    def read(lines: int) -> int:
        nonlocal place
        start, place = place, (place + lines * LINE) % BUFFER
        return int(_read(buffer, start, lines))

    return {"compute": _multiply, "memory": read}


def extent(work: Work, duration_s: float) -> int:
    """Return how far the work has to go to take so long undisturbed."""
    many = 1
    while (shortest := min(sample(work, many)[0] for _ in range(20))) < 1e-3:
        many *= 2
    return max(1, round(many * duration_s / shortest))


def sample(work: Work, many: int) -> tuple[float, float]:
    """Return the seconds of one run of the work, by the wall and of the thread."""
    # Reading the thread's clock calls the system, which may make a process wait that has had its turn: it is outside.
    cpu, wall = thread_time(), perf_counter()
    work(many)
    wall = perf_counter() - wall
    return wall, thread_time() - cpu


def stretch(work: Work, many: int, duration: int, order: str) -> Array:
    """Return the samples of all positions, in the given order of time: shape (2 clocks, positions, samples)."""
    samples = SAMPLES[duration]
    times = np.empty((2, POSITIONS, samples))
    for turn in range(samples if order == "interleaved" else 1):
        for position in range(POSITIONS):
            _set_up(SET_UP_S[order])
            if duration < ONE_READING:
                work(many)
            for k in [turn] if order == "interleaved" else range(samples):
                times[:, position, k] = sample(work, many)
    return times


def _set_up(duration_s: float) -> None:
    # Of random length: in step with the system's tick, all samples would meet the scheduler at the same moment.
    end = perf_counter() + duration_s * random.uniform(0.5, 1.5)
    while perf_counter() < end:
        _multiply(1000)


def record(work: Work, many: int, duration: int) -> dict[str, Array]:
    """Return the recordings of one work and duration by order: shape (2 clocks, repetitions, positions, samples)."""
    repeats = range(REPETITIONS[duration])
    if duration < ONE_READING:
        found = {o: [stretch(work, many, duration, o) for _ in repeats] for o in noise.ORDERS}
        return {order: np.stack(times, axis=1) for order, times in found.items()}
    first = np.stack([stretch(work, many, duration, "consecutive") for _ in repeats], axis=1)
    stream = first.reshape(2, len(repeats), SAMPLES[duration], POSITIONS)
    return {"consecutive": first, "interleaved": np.swapaxes(stream, 2, 3)}


@contextlib.contextmanager
def neighbours(programs: list[str]) -> Iterator[None]:
    """Have other processes run; they end with the block, and with this process too."""
    commands = [[sys.executable, "-c", program.format(parent=os.getpid())] for program in programs]
    processes = [subprocess.Popen(command) for command in commands]
    try:
        time.sleep(1.0 if programs else 0.0)  # until they have started
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


@contextlib.contextmanager
def quota() -> Iterator[None]:
    """Let this process use half a core in each period, by a control group of its own."""
    first = Path("/sys/fs/cgroup/cpu")
    old = first.is_dir()
    group = (first if old else Path("/sys/fs/cgroup")) / f"record_noise_{os.getpid()}"
    period, allowed = round(1e6 * PERIOD_S), round(1e6 * PERIOD_S * QUOTA)
    try:
        home = next(line for line in Path("/proc/self/cgroup").read_text().splitlines() if ":cpu:" in line or not old)
        back = group.parent / home.rpartition(":")[2].strip("/")
        group.mkdir()
        try:
            if old:
                (group / "cpu.cfs_period_us").write_text(str(period))
                (group / "cpu.cfs_quota_us").write_text(str(allowed))
            else:
                (group / "cpu.max").write_text(f"{allowed} {period}")
            (group / "cgroup.procs").write_text(str(os.getpid()))
            yield
        finally:
            (back / "cgroup.procs").write_text(str(os.getpid()))
            group.rmdir()
    except (OSError, StopIteration) as error:
        raise InputError(f"no control group with a quota can be made here ({error}): record as root") from None


@contextlib.contextmanager
def priority() -> Iterator[None]:
    """Run before the other processes of the machine, where that is allowed."""
    before = os.getpriority(os.PRIO_PROCESS, 0)
    try:
        with contextlib.suppress(PermissionError):
            os.setpriority(os.PRIO_PROCESS, 0, HIGHEST_PRIORITY)
        yield
    finally:
        os.setpriority(os.PRIO_PROCESS, 0, before)


def others(before: Any, after: Any, own_s: float, elapsed_s: float) -> dict[str, float]:
    """Return how many cores other processes kept busy meanwhile, and how many the hypervisor gave to others."""
    spent = {name: getattr(after, name) - getattr(before, name) for name in ("user", "nice", "system", "steal")}
    stolen = spent.pop("steal")
    return {"cores": round((sum(spent.values()) - own_s) / elapsed_s, 2), "stolen": round(stolen / elapsed_s, 3)}


def _own_s() -> float:
    ended = os.times()
    return ended.user + ended.system + ended.children_user + ended.children_system


def under(condition: str, kinds: dict[str, Work], extents: dict[str, list[int]]) -> tuple[dict[str, Array], Any]:
    """Return the seconds of all samples under a condition, by name of the array, and what others did meanwhile."""
    found = {}
    before, own_s, start = psutil.cpu_times(), _own_s(), perf_counter()
    with contextlib.ExitStack() as stack:
        if condition in ("idle", "quota"):
            stack.enter_context(priority())
        if condition == "quota":
            stack.enter_context(quota())
        stack.enter_context(neighbours(NEIGHBOURS.get(condition, [])))
        for name, work in kinds.items():
            for duration, many in enumerate(extents[name]):
                for order, times in record(work, many, duration).items():
                    found[noise.key(name, order, duration)] = times
    elapsed_s = perf_counter() - start
    return found, others(before, psutil.cpu_times(), _own_s() - own_s, elapsed_s) | {"seconds": round(elapsed_s, 1)}


def undisturbed(times: dict[str, dict[str, Array]], work: str, duration: int) -> Array:
    """Return the shortest time of one work and duration, by both clocks."""
    names = [noise.key(work, order, duration) for order in noise.ORDERS]
    return np.min([found[name].reshape(2, -1).min(axis=1) for found in times.values() for name in names], axis=0)


def run(conditions: Sequence[str]) -> tuple[dict[str, Array], dict[str, Any], dict[str, list[float]]]:
    """
    Record conditions, "idle" among them.

    Returns
    -------
    tuple of three dicts
        Arrays to be stored by name, what others did by condition, and the undisturbed seconds.
    """
    kinds = works()
    with priority():
        extents = {name: [extent(work, duration) for duration in noise.DURATIONS_S] for name, work in kinds.items()}
    times, meanwhile = {}, {}
    for condition in conditions:
        times[condition], meanwhile[condition] = under(condition, kinds, extents)
        print(f"{condition}: {meanwhile[condition]}", flush=True)
    stored, shortest = {}, {}
    for work in noise.WORKS:
        for duration in range(len(noise.DURATIONS_S)):
            least = undisturbed(times, work, duration)
            shortest[f"{work}_{duration}"] = [float(f"{seconds:.4g}") for seconds in least]
            for order in noise.ORDERS:
                name = noise.key(work, order, duration)
                factors = np.stack([times[condition][name] for condition in conditions])
                stored[name] = noise.encode(factors / least[:, None, None, None])
    return stored, meanwhile, shortest


def whole() -> dict[str, Array]:
    """Record all conditions and return the arrays to be stored."""
    stored, meanwhile, shortest = run(noise.CONDITIONS)
    return {"meta": np.array(json.dumps(describe(meanwhile, shortest))), **stored}


def added(file: Path) -> dict[str, Array]:
    """Record the conditions that a file lacks, and return its arrays with them."""
    noise.use(file)
    try:
        about, arrays = noise.description(), noise.recording()
    except (OSError, ValueError, KeyError) as error:
        raise InputError(f"{file} is no recording to add to ({error}): record it whole, without --add") from None
    there = tuple(about["conditions"])
    lacking = noise.CONDITIONS[len(there) :]
    if there != noise.CONDITIONS[: len(there)] or not lacking:
        raise InputError(f"{file} holds {', '.join(there)}: there is nothing to add")
    stored, meanwhile, shortest = run(("idle", *lacking))
    fresh = describe(meanwhile, shortest)
    about["conditions"] = noise.CONDITIONS
    about["others"] |= {condition: meanwhile[condition] for condition in lacking}
    kept = {name: fresh[name] for name in ("date", "machine", "undisturbed_s")}
    about["added"] = [*about.get("added", []), {"conditions": lacking, **kept, "idle": meanwhile["idle"]}]
    joined = {name: np.concatenate([arrays[name], stored[name][1:]]) for name in stored}
    return {"meta": np.array(json.dumps(about)), **joined}


def describe(meanwhile: dict[str, Any], shortest: dict[str, list[float]]) -> dict[str, Any]:
    """Return what a reader of the recording has to know."""
    return {
        "what": "logarithms, times `scale`, of sample time over undisturbed time, recorded by scripts/record_noise.py",
        "how": " ".join((__doc__ or "").split()),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": {**machine.facts(), "kernel": os.uname().release.split("-")[0], "numpy": np.__version__},
        "scale": noise.SCALE,
        "axes": ["condition", "clock", "repetition", "position", "sample"],
        "conditions": noise.CONDITIONS,
        "clocks": noise.CLOCKS,
        "arrays": "WORK_ORDER_DURATION, DURATION being the place in `durations_s`",
        "works": noise.WORKS,
        "orders": noise.ORDERS,
        "durations_s": noise.DURATIONS_S,
        "undisturbed_s": shortest,
        "quota": {"period_s": PERIOD_S, "share": QUOTA},
        "others": meanwhile,
    }


def write(file: Path, arrays: dict[str, Array]) -> None:
    """Replace the output file in one step."""
    fresh = file.with_name(f".{file.stem}.{os.getpid()}.part.npz")
    try:
        try:
            np.savez_compressed(fresh, allow_pickle=False, **arrays)
            fresh.replace(file)
        finally:
            fresh.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"{file} can't be written ({error.strerror}): give another --output") from None


def main() -> None:
    """Parse the arguments and record; what can't be done ends in one sentence and exit code 1."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=noise.RECORDING, metavar="FILE")
    parser.add_argument("--add", action="store_true")
    arguments = parser.parse_args()
    gc.disable()
    try:
        if not arguments.output.parent.is_dir():
            raise InputError(f"{arguments.output.parent} is no folder: give an --output in one that exists")
        write(arguments.output, added(arguments.output) if arguments.add else whole())
    except InputError as error:
        sys.exit(f"record_noise: {error}")
    except KeyboardInterrupt:
        sys.exit("record_noise: stopped; nothing was written")
    print(f"{arguments.output}: {arguments.output.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
