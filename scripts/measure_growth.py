#!/usr/bin/env python3
"""
Time functions whose growth is known, as a test for an analysis that has to find it out.

    scripts/measure_growth.py --output FILE [--only REGEX] [--seconds TOTAL]

FILE is JSON, {"meta": ..., "series": [...]}; a series holds the name and true class of a function, the sizes n and the
samples of each size in seconds a call: "samples" of processor time, "wall" of the clock on the wall, of the same calls.
It is replaced in one step after each function, and a function that is in it already is not measured again, so that the
same command goes on after an interruption. --only picks the functions whose name a regular expression is found in;
--seconds (480 by default) is shared out evenly among those that are left.

Every call has random input of its own, made outside the timed region, or a branch predictor would learn small inputs
by heart. Sizes grow until a call takes 0.3 s or the function's share of the time is used up. All sizes are visited
twice, so that a disturbance of some seconds does not hit every sample of a size. What counts is the processor time of
the one thread, which on an idle machine is the time of the clock: waiting for a core that others use tells nothing
about the function. Caches and memory are shared all the same, so pin the process to a core and leave the machine alone.
"""

from __future__ import annotations

import argparse
import datetime
import gc
import json
import math
import os
import re
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

# The libraries read these when NumPy is imported. Threads would start at some size and bend every curve there.
os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["MKL_NUM_THREADS"] = "1"
os.environ["OMP_NUM_THREADS"] = "1"

import numpy as np
from growth_functions import CLASSES, FUNCTIONS, Function

from wythoff.errors import InputError, shorten
from wythoff.harness import machine

SAMPLE_S = 2.5e-3  # aimed at, so that a sample takes its 2 ms also where the calls got faster since they were counted
LONGEST_CALL_S = 0.3
ROUNDS = 2
SAMPLES_A_ROUND = 3
FEWEST_SIZES = 7  # fewer can't be judged; the share of the time is exceeded for them
# As many different inputs as no predictor remembers; functions that change their input get one for every call.
MOST_INPUTS = 2000


def time_calls(
    function: Function, call: Callable[..., object], fresh: Callable[[], Any], calls: int
) -> tuple[float, float]:
    """Return the seconds, of the processor and of the wall, that `calls` calls take together, on inputs made before."""
    inputs = [fresh() for _ in range(calls if function.mutates else min(calls, MOST_INPUTS))]
    turns = (inputs * math.ceil(calls / len(inputs)))[:calls]
    wall, start = perf_counter(), process_time()
    for arguments in turns:
        call(*arguments)
    return process_time() - start, perf_counter() - wall


def count_calls(function: Function, call: Callable[..., object], fresh: Callable[[], Any]) -> int:
    """Return how many calls make a sample; the tries warm up code and memory."""
    calls = 1
    while (elapsed := time_calls(function, call, fresh, calls)[0]) < SAMPLE_S:
        calls = min(10 * calls, math.ceil(1.2 * calls * SAMPLE_S / max(elapsed, 1e-9)))
    return calls


def measure(function: Function, share_s: float) -> dict[str, Any]:
    """
    Measure one function at all sizes that fit.

    Parameters
    ----------
    function : Function
        What to measure.
    share_s : float
        Seconds of the clock that it may take, compilation not counted; `FEWEST_SIZES` sizes are measured in any case.

    Returns
    -------
    dict
        The series, ready for JSON.
    """
    call, fresh = function.prepare(function.first, _generator(function, function.first, 0))
    call(*fresh())  # compiles
    sizes: list[int] = []
    calls: list[int] = []
    samples: list[list[float]] = []
    wall: list[list[float]] = []
    spent: list[float] = []
    for n in function.sizes:
        if sizes and not _fits(function, samples, spent, share_s):
            break
        start = perf_counter()
        call, fresh = function.prepare(n, _generator(function, n, 1))
        sizes.append(n)
        calls.append(count_calls(function, call, fresh))
        for clock, row in zip((samples, wall), round_of(function, call, fresh, calls[-1]), strict=True):
            clock.append(row)
        spent.append(perf_counter() - start)
    for turn in range(2, ROUNDS + 1):
        for n, number, *rows in zip(sizes, calls, samples, wall, strict=True):
            call, fresh = function.prepare(n, _generator(function, n, turn))
            for row, more in zip(rows, round_of(function, call, fresh, number), strict=True):
                row += more
    return {
        "name": function.name,
        "true_class": function.law,
        "unit": "s",
        "kind": "real",
        "subtle": function.subtle,
        "note": function.source,
        "rounds": ROUNDS,
        "n": sizes,
        "samples": _rounded(samples),
        "wall": _rounded(wall),
    }


def round_of(
    function: Function, call: Callable[..., object], fresh: Callable[[], Any], calls: int
) -> tuple[list[float], list[float]]:
    """Return a round's samples in seconds a call: those of the processor, and those of the wall."""
    both = [time_calls(function, call, fresh, calls) for _ in range(SAMPLES_A_ROUND)]
    return [cpu / calls for cpu, _ in both], [wall / calls for _, wall in both]


def _rounded(samples: list[list[float]]) -> list[list[float]]:
    return [[float(f"{value:.4g}") for value in row] for row in samples]


def _generator(function: Function, n: int, turn: int) -> np.random.Generator:
    return np.random.default_rng([zlib.crc32(function.name.encode()), n, turn])


def _fits(function: Function, samples: list[list[float]], spent: list[float], share_s: float) -> bool:
    """Say whether the next size is expected to stay within the longest call and the share of the time."""
    shortest = [min(row) for row in samples]
    steepest = function.ratio**3  # no law here grows faster, so more is a disturbance
    growth = shortest[-1] / shortest[-2] if len(shortest) > 1 else steepest
    if shortest[-1] * min(max(growth, 1.0), steepest) > LONGEST_CALL_S:
        return False
    slowdown = spent[-1] / spent[-2] if len(spent) > 1 else 1.0
    expected = spent[-1] * min(max(slowdown, 1.0), steepest)
    return len(samples) < FEWEST_SIZES or ROUNDS * (sum(spent) + expected) <= share_s


def describe() -> dict[str, str]:
    """Return the facts about machine and libraries that the figures depend on."""
    versions = {"numpy": np.__version__}
    try:
        import scipy

        versions["scipy"] = scipy.__version__
    except ImportError:
        pass
    facts = machine.facts()
    del facts["num_cpu"]  # a pinned process sees one core: that tells how it was started, not where
    return {**facts, **versions}


def read(file: Path, facts: dict[str, str]) -> dict[str, Any]:
    """
    Return what is in the output file so far; a new start if there is no file.

    Raises
    ------
    InputError
        If the file can't be read, is something else, or comes from another machine or other libraries.
    """
    try:
        stored = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        what = "processor and wall times of functions of known growth, measured by scripts/measure_growth.py"
        return {"meta": {"what": what, "date": today, "machine": facts}, "series": []}
    except OSError as error:
        raise InputError(f"{file} can't be read ({error.strerror}): give another --output") from None
    except (ValueError, RecursionError) as error:
        reason = shorten(str(error), 100)
        raise InputError(f"{file} is not valid JSON ({reason}): move it away or give another --output") from None
    if not (
        isinstance(stored, dict)
        and isinstance(stored.get("meta"), dict)
        and isinstance(stored.get("series"), list)
        and all(isinstance(series, dict) and isinstance(series.get("name"), str) for series in stored["series"])
    ):
        raise InputError(f"{file} holds something else than series measured here: give another --output")
    measured = stored["meta"].get("machine")
    if measured != facts:
        old = measured if isinstance(measured, dict) else {}
        key = next(key for key in [*facts, *old, "machine"] if old.get(key) != facts.get(key) or key == "machine")
        raise InputError(
            f"{file} was measured elsewhere: its {key} is {shorten(str(old.get(key)))}, here it is "
            f"{facts.get(key)}; give another --output"
        )
    return stored


def write(file: Path, content: dict[str, Any]) -> None:
    """Replace the output file in one step, one series a line."""
    lines = ",\n".join(json.dumps(series) for series in content["series"])
    fresh = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        try:
            with fresh.open("w", encoding="utf-8") as stream:
                stream.write(f'{{"meta": {json.dumps(content["meta"])},\n"series": [\n{lines}\n]}}\n')
                stream.flush()
                os.fsync(stream.fileno())
            fresh.replace(file)
        finally:
            fresh.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"{file} can't be written ({error.strerror}): give another --output") from None


def choose(only: str) -> list[Function]:
    """
    Return the functions whose name matches, class by class.

    Raises
    ------
    InputError
        If `only` is no regular expression, or matches none that can run here.
    """
    try:
        pattern = re.compile(only)
    except re.error as error:
        raise InputError(f"--only {shorten(repr(only))} is not a regular expression: {error}") from None
    ordered = sorted(FUNCTIONS.values(), key=lambda function: CLASSES.index(function.law))
    chosen = [function for function in ordered if pattern.search(function.name)]
    missing = [function.name for function in chosen if not function.available]
    if missing:
        print(f"left out, SciPy is not installed: {', '.join(missing)}", file=sys.stderr)
    chosen = [function for function in chosen if function.available]
    if not chosen:
        raise InputError(
            f"no function that can run here has {shorten(repr(only))} in its name; two that are known: "
            f"{', '.join(list(FUNCTIONS)[:2])}"
        )
    return chosen


def seconds(text: str) -> float:
    """Return the total time, or say in one sentence why it can't be one."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0.0 < value < math.inf:
        raise InputError(f"--seconds must be a positive number, got {shorten(repr(text))}")
    return value


def run(functions: list[Function], total_s: float, file: Path) -> None:
    """Measure what is not in the file yet, and save after each function."""
    content = read(file, describe())
    done = {series["name"] for series in content["series"]}
    left = [function for function in functions if function.name not in done]
    if len(left) < len(functions):
        print(f"{len(functions) - len(left)} of {len(functions)} functions are in {file} already", file=sys.stderr)
    write(file, content)  # a file that can't be written is found out now, not after minutes
    started = perf_counter()
    gc.disable()  # it would run by the number of containers made, that is, at some sizes
    try:
        for position, function in enumerate(left):
            start = perf_counter()
            share_s = (total_s - (start - started)) / (len(left) - position)
            series = measure(function, share_s)
            content["series"].append(series)
            write(file, content)
            gc.collect()
            n = series["n"]
            print(
                f"[{position + 1}/{len(left)}] {function.name}, {function.law}: {len(n)} sizes, n = {n[0]} to "
                f"{n[-1]:,}, the last {min(series['samples'][-1]):.3g} s a call; {perf_counter() - start:.1f} s",
                file=sys.stderr,
                flush=True,
            )
    finally:
        gc.enable()


def summary(content: dict[str, Any]) -> str:
    """Return how many series of each class there are."""
    counts = {law: sum(series.get("true_class") == law for series in content["series"]) for law in CLASSES}
    return ", ".join(f"{law} {count}" for law, count in counts.items() if count)


def main() -> None:
    """Parse the arguments and measure; bad input ends in one sentence and exit code 1."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, required=True, metavar="FILE")
    parser.add_argument("--only", default="", metavar="REGEX")
    parser.add_argument("--seconds", default="480", metavar="TOTAL")
    arguments = parser.parse_args()
    try:
        functions = choose(arguments.only)
        run(functions, seconds(arguments.seconds), arguments.output)
        content = read(arguments.output, describe())
    except InputError as error:
        sys.exit(f"measure_growth: {error}")
    except KeyboardInterrupt:
        print(f"stopped; the same command goes on from what is in {arguments.output}", file=sys.stderr)
        sys.exit(130)
    print(f"{len(content['series'])} series in {arguments.output}: {summary(content)}")


if __name__ == "__main__":
    main()
