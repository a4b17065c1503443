"""
The reader of pytest-benchmark's JSON (``--benchmark-json=FILE`` or ``--benchmark-autosave``).

A test has the times of one clock: that on the wall, unless it asked for one of the processor's (``--benchmark-timer``).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Any

from wythoff.errors import shorten
from wythoff.harness.formats._common import as_count, as_date_ms, as_text, finite_floats, positive
from wythoff.harness.machine_facts import machine_facts
from wythoff.harness.parameters import number
from wythoff.harness.rows import Origin, Reading, Row

# Python's clocks of the processor; a timer is written down by its name.
_PROCESSOR_TIMERS = ("process_time", "thread_time", "process_time_ns", "thread_time_ns")
_UNSERIALIZABLE = "UNSERIALIZABLE["


def recognises(data: Any) -> bool:
    """Tell whether parsed JSON has the shape of this format."""
    if not isinstance(data, dict) or not isinstance(data.get("benchmarks"), list):
        return False
    return "machine_info" in data or any(isinstance(test, dict) and "stats" in test for test in data["benchmarks"])


def read(file: Path, data: Mapping[str, Any], environment: str, reading: Reading) -> None:
    """Add the rows of one parsed file to `reading`; `environment` keeps this file's series apart from others'."""
    origin = _origin(file, data, environment)
    for position, test in enumerate(data["benchmarks"], 1):
        reading.cells += 1
        label = f"entry {position}"
        if not isinstance(test, dict) or not isinstance(test.get("stats"), dict):
            reading.leave_out(file, label, 1, f"it is no test with stats: {shorten(repr(test))}")
            continue
        full = as_text(test.get("fullname")) or as_text(test.get("name")) or label
        stats = test["stats"]
        samples = finite_floats(stats.get("data"))
        value = positive(stats.get("median")) or (median(samples) if samples else None) or positive(stats.get("mean"))
        if value is None:
            reading.leave_out(file, full, 1, "it has neither samples nor a median nor a mean")
            continue
        by_processor = _timer(test) in _PROCESSOR_TIMERS
        reading.rows.append(
            Row(
                benchmark=full.partition("[")[0],
                params=_parameters(test),
                value=value,
                samples=samples,
                unit="seconds",
                kind="time",
                version=None,
                machine=origin.machine,
                commit=origin.commit,
                date=origin.date,
                environment=origin.environment,
                file=file,
                q25=positive(stats.get("q1")),
                q75=positive(stats.get("q3")),
                number=as_count(stats.get("iterations")),
                repeat=as_count(stats.get("rounds")),
                facts=origin.facts,
                cpu=value if by_processor else None,
                cpu_samples=samples if by_processor else None,
                clock="cpu" if by_processor else "wall",
                extras=_extras(test),
            )
        )


def _origin(file: Path, data: Mapping[str, Any], environment: str) -> Origin:
    machine, commit = (
        found if isinstance(found, dict) else {} for found in (data.get("machine_info"), data.get("commit_info"))
    )
    cpu = machine.get("cpu")
    cpu = cpu if isinstance(cpu, dict) else {"brand_raw": cpu}
    facts = {
        "arch": machine.get("machine"),
        "cpu": cpu.get("brand_raw") or cpu.get("brand") or machine.get("processor"),
        "num_cpu": cpu.get("count"),
        "os": f"{as_text(machine.get('system'))} {as_text(machine.get('release'))}",
        "python": machine.get("python_version"),
    }
    identity = as_text(commit.get("id"))
    return Origin(
        file=file,
        machine=as_text(machine.get("node")),
        commit="" if identity == "unversioned" else identity,
        environment=environment,
        date=as_date_ms(commit.get("time")) or as_date_ms(data.get("datetime")),
        facts=machine_facts(facts),
    )


def _timer(test: Mapping[str, Any]) -> str:
    options = test.get("options")
    return as_text(options.get("timer")).rpartition(".")[2] if isinstance(options, dict) else ""


def _parameters(test: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    params, identity = test.get("params"), test.get("param")
    parts = identity.split("-") if isinstance(identity, str) else []
    if isinstance(params, dict) and params:
        # What can't be stored as a value stands in the test's id by a name or a number: test_sort[list-1000].
        told = parts if len(parts) == len(params) else [None] * len(params)
        return tuple((str(name), _value(value, part)) for (name, value), part in zip(params.items(), told, strict=True))
    # Without the values, the test's id is all that is known.
    if len(parts) > 1:
        return tuple((f"param{place}", part) for place, part in enumerate(parts, 1))
    return (("param", _text(identity)),) if isinstance(identity, str | int | float) else ()


def _value(value: Any, told: str | None) -> str:
    stored = not (isinstance(value, str) and value.startswith(_UNSERIALIZABLE))
    return _text(value) if stored or told is None or number(told) is None else told


def _extras(test: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return the single values of what the test noted about itself (``extra_info``)."""
    found = test.get("extra_info")
    pairs = found.items() if isinstance(found, dict) else ()
    return tuple((str(name), _text(value)) for name, value in pairs if isinstance(value, str | int | float))


def _text(value: Any) -> str:
    """Write a parameter value as asv would, so that where a claim fits doesn't depend on the format."""
    if isinstance(value, str) and value.startswith(_UNSERIALIZABLE):
        return value[len(_UNSERIALIZABLE) :].removesuffix("]")
    return repr(value)
