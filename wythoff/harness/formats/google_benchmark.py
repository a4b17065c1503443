"""
The reader of Google Benchmark's JSON (``--benchmark_out=FILE --benchmark_out_format=json``).

A run's name holds its parameters: ``BM_sort/1024``, ``BM_sort/n:1024/threads:2``. Repetitions of one run are its
samples. The value is the wall-clock time (``real_time``), as in all other formats, and the processor time
(``cpu_time``) is the second clock; it is the value where a run has no other. What is not above 0 is not read.
``cpu_time`` is that of the threads that the library started, or with ``/process_time`` of the whole process. The user's
counters are kept as the extras of a row.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from wythoff.errors import shorten
from wythoff.harness.formats._common import as_count, as_date_ms, as_float, as_text, positive, time_row
from wythoff.harness.machine_facts import machine_facts
from wythoff.harness.rows import Origin, Reading

_SECONDS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0}
_AGGREGATE = re.compile(r"_(mean|median|stddev|cv|min|max|BigO|RMS)$")
_FITS = ("BigO", "RMS")
# How a run was made; no parameters of what was run.
_SETTINGS = re.compile(
    r"(?:iterations|repeats|min_time|min_warmup_time|warmup_time):.*|real_time|manual_time|process_time"
)
_ARGUMENT = re.compile(r"(?:(?P<name>[^:/]*):)?(?P<value>[+-]?\d+)")


# What the library writes itself about a run; other numbers are the user's counters.
_OWN = {
    "family_index", "per_family_instance_index", "repetitions", "repetition_index", "threads", "iterations",
    "real_time", "cpu_time", "error_occurred", "skipped", "bytes_per_second", "items_per_second",
}  # fmt: skip
# Settings of a run that say which of its times wall_because the cost.
_TOLD = {
    "manual_time": "the benchmark tells its times itself (manual_time)",
    "real_time": "the benchmark asks for it (real_time)",
}


def recognises(data: Any) -> bool:
    """Tell whether parsed JSON has the shape of this format."""
    if not isinstance(data, dict) or not isinstance(data.get("benchmarks"), list):
        return False
    context = data.get("context")
    if isinstance(context, dict) and "machine_info" not in data:
        return True
    return any(isinstance(run, dict) and ("real_time" in run or "run_name" in run) for run in data["benchmarks"])


def read(file: Path, data: Mapping[str, Any], environment: str, reading: Reading) -> None:
    """Add the rows of one parsed file to `reading`; `environment` keeps this file's series apart from others'."""
    origin = _origin(file, data.get("context"), environment)
    runs: dict[str, list[Mapping[str, Any]]] = {}
    aggregates: dict[str, dict[str, Mapping[str, Any]]] = {}
    left_out: dict[tuple[str, str, bool], int] = {}
    for position, run in enumerate(data["benchmarks"], 1):
        name = run.get("run_name") or run.get("name") if isinstance(run, dict) else None
        if not isinstance(name, str):
            left_out[f"entry {position}", f"it is no run with a name: {shorten(repr(run))}", True] = 1
            continue
        kind = _aggregate(run)
        if kind is None:
            runs.setdefault(name, []).append(run)
            continue
        name = _AGGREGATE.sub("", name)
        if kind in _FITS:
            key = (_parameters(name)[0], f"{kind} is the library's own fit, not a measurement", False)
            left_out[key] = left_out.get(key, 0) + 1
        else:
            aggregates.setdefault(name, {})[kind] = run
    only: dict[str, int] = {}
    without: dict[str, None] = {}
    for name, kinds in aggregates.items():
        if name not in runs:
            best = next((kind for kind in ("median", "mean", "min") if kind in kinds), None)
            if best is not None:
                runs[name] = [kinds.pop(best)]
                only[best] = only.get(best, 0) + 1
            else:
                without.update(dict.fromkeys(kinds))
        for kind in kinds:
            key = (_parameters(name)[0], f"{kind} only sums up the repetitions of a run", False)
            left_out[key] = left_out.get(key, 0) + 1
    if only:
        said = ", ".join(f"the {kind} of {count:,}" for kind, count in only.items())
        reading.problems.append(f"{file} holds only aggregates of repeated runs: taken is {said}")
    if without:
        names = shorten(", ".join(without), 100)
        reading.problems.append(
            f"{file} holds runs of which there are only the aggregates {names}, and none of these is a median, mean or "
            "minimum: write the repetitions too (without --benchmark_report_aggregates_only)"
        )
    if not runs and not without:
        reading.problems.append(
            f"{file} holds no results: {'only fits of the library' if left_out else 'its list of benchmarks is empty'}"
        )
    for name, repetitions in runs.items():
        _read_run(name, repetitions, origin, reading)
    for (benchmark, reason, is_problem), count in left_out.items():
        reading.cells += count
        reading.leave_out(file, benchmark, count, reason, is_problem)


def _origin(file: Path, context: Any, environment: str) -> Origin:
    about: Mapping[str, Any] = context if isinstance(context, dict) else {}
    facts: dict[str, Any] = {"num_cpu": about.get("num_cpus"), "mhz": about.get("mhz_per_cpu")}
    caches = about.get("caches")
    for cache in caches if isinstance(caches, list) else ():
        if isinstance(cache, dict) and cache.get("type") in ("Data", "Unified"):
            level = cache.get("level")
            facts["l1d" if level == 1 else f"l{level}"] = cache.get("size")
    return Origin(
        file,
        as_text(about.get("host_name")),
        "",
        environment,
        as_date_ms(about.get("date")),
        machine_facts(facts),
        load=_load(about),
    )


def _load(context: Mapping[str, Any]) -> float | None:
    """
    Return the load of each processor before the runs; old versions don't say.

    It is the lower one of the averages over a minute and over five: that of a build just before the runs is over.
    """
    averages, processors = context.get("load_avg"), positive(context.get("num_cpus"))
    loads = [as_float(average) for average in averages[:2]] if isinstance(averages, list) else []
    known = [load for load in loads if load is not None and 0 <= load < math.inf]
    return min(known) / processors if processors and known and len(known) == len(loads) else None


def _aggregate(run: Mapping[str, Any]) -> str | None:
    """Return the kind of an aggregate; None if the entry is a run. Old versions tell only by the name's end."""
    if run.get("run_type") == "iteration":
        return None
    if isinstance(run.get("aggregate_name"), str):
        return str(run["aggregate_name"])
    if "big_o" in run or "cpu_coefficient" in run:
        return "BigO"
    if "rms" in run:
        return "RMS"
    match = _AGGREGATE.search(str(run.get("name", "")))
    return match.group(1) if match else None


def _read_run(name: str, repetitions: list[Mapping[str, Any]], origin: Origin, reading: Reading) -> None:
    reading.cells += 1
    benchmark, params = _parameters(name)
    wall: list[float] = []
    cpu: list[float] = []
    reason = "it has no time"
    for run in repetitions:
        if run.get("error_occurred") or run.get("skipped"):
            message = run.get("error_message") or run.get("skip_message") or "no reason given"
            reason = f"{'failed' if run.get('error_occurred') else 'skipped'}: {shorten(str(message), 100)}"
            continue
        unit = _SECONDS.get(str(run.get("time_unit", "ns")))
        if unit is None:
            reason = f"its time_unit is unknown: {shorten(repr(run.get('time_unit')))}"
            continue
        for clock, time in ((wall, positive(run.get("real_time"))), (cpu, positive(run.get("cpu_time")))):
            clock += [] if time is None else [time * unit]
    seconds = wall or cpu
    if not seconds:
        reading.leave_out(origin.file, name, 1, reason)
        return
    calls = as_count(repetitions[0].get("iterations"))
    reading.rows.append(
        replace(
            time_row(origin, benchmark, params, seconds, calls=calls),
            cpu=median(cpu) if cpu else None,
            cpu_samples=tuple(cpu) if len(cpu) > 1 else None,
            clock="wall" if wall else "cpu",
            wall_because=_wall_because(name, repetitions[0]),
            load=origin.load,
            extras=tuple(
                (str(name), f"{number:.15g}")
                for name, value in repetitions[0].items()
                if name not in _OWN and not isinstance(value, bool) and (number := as_float(value)) is not None
            ),
        )
    )


def _wall_because(name: str, run: Mapping[str, Any]) -> str:
    """Say why the clock on the wall wall_because the cost of a run, if its name or its threads say so."""
    settings = name.split("/")[1:]
    told = next((why for setting, why in _TOLD.items() if setting in settings), "")
    named = next((part.removeprefix("threads:") for part in settings if re.fullmatch(r"threads:\d{1,9}", part)), None)
    threads = as_count(run.get("threads")) if named is None else int(named)
    return told or (f"it runs in {threads} threads" if threads is not None and threads > 1 else "")


def _parameters(name: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Split a run's name into the benchmark and its parameters: what is a whole number, and what is ``name:number``."""
    first, *parts = name.split("/")
    benchmark = [first]
    params: list[tuple[str, str]] = []
    for part in parts:
        argument = _ARGUMENT.fullmatch(part)
        if _SETTINGS.fullmatch(part):
            continue
        if argument:
            params.append((argument["name"] or f"param{len(params) + 1}", argument["value"]))
        else:
            benchmark.append(part)
    return "/".join(benchmark), tuple(params)
