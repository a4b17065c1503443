"""
The reader of the folders that criterion.rs writes (``target/criterion``).

Each benchmark has a folder with one for each baseline: ``new`` is the last run. There ``benchmark.json`` names it and
``sample.json`` holds the samples, times in nanoseconds of so many iterations together. The other files say the same
again or sum it up. The size is the value of a ``BenchmarkId``, else a function's name that is a number, else the
throughput.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from wythoff.errors import InputError
from wythoff.harness.formats._common import as_text, positive, time_row
from wythoff.harness.formats._json import read_json
from wythoff.harness.parameters import number
from wythoff.harness.rows import Origin, Reading

SAMPLES, ESTIMATES, DESCRIPTION = "sample.json", "estimates.json", "benchmark.json"
# What lies beside the samples, and holds no more than they do.
_BESIDE = ("benchmark.json", "estimates.json", "tukey.json", "raw.csv")
_LAST, _CHANGE = "new", "change"
_NS = 1e-9


def recognises(data: Any) -> bool:
    """Tell whether parsed JSON has the shape of criterion's samples."""
    if not isinstance(data, dict):
        return False
    if isinstance(data.get("iters"), list) and isinstance(data.get("times"), list):
        return True
    return _estimate(data, "median") is not None and _estimate(data, "mean") is not None


def _estimate(data: Mapping[str, Any], name: str) -> float | None:
    """Return one of the sums over the samples, in nanoseconds of one iteration."""
    found = data.get(name)
    return positive(found.get("point_estimate")) if isinstance(found, dict) else None


def is_beside(file: Path) -> bool:
    """Tell whether a file only says again what the samples in its folder say."""
    if file.name not in _BESIDE:
        return False
    if file.parent.name == _CHANGE or (file.parent / SAMPLES).is_file():
        return True
    # Without samples what sums them up is read.
    return file.name != ESTIMATES and (file.parent / ESTIMATES).is_file()


def is_older(file: Path, files: Collection[Path]) -> bool:
    """Tell whether a file holds an earlier run of a benchmark whose last one is among the files too."""
    return (
        file.name in (SAMPLES, ESTIMATES)
        and file.parent.name != _LAST
        and any(file.parent.parent / _LAST / name in files for name in (SAMPLES, ESTIMATES))
        and (file.parent / DESCRIPTION).is_file()
    )


def root(file: Path) -> Path | None:
    """Return the folder of all benchmarks that samples belong to; None if the file holds none, or nobody says."""
    if file.name not in (SAMPLES, ESTIMATES):
        return None
    depth = len(_folders(_description(file)))
    above = file.parent.parent.parents
    return above[depth - 1] if 0 < depth <= len(above) else file.parent


def _folders(described: Mapping[str, Any]) -> list[str]:
    return [part for part in as_text(described.get("directory_name")).split("/") if part]


def _description(file: Path) -> Mapping[str, Any]:
    try:
        data = read_json(file.parent / DESCRIPTION)
    except InputError:
        return {}
    return data if isinstance(data, dict) else {}


def read(file: Path, data: Mapping[str, Any], environment: str, reading: Reading) -> None:
    """Add the row of one ``sample.json``, or ``estimates.json`` where there is none, to `reading`."""
    described = _description(file)
    reading.cells += 1
    origin = Origin(file, "", "", environment)
    median = _estimate(data, "median")
    if "times" not in data and median is not None:
        reading.rows.append(time_row(origin, *_point(described, file), [median * _NS]))
        return
    pairs = zip(map(positive, data["times"]), map(positive, data["iters"]), strict=False)
    seconds = [time * _NS / iterations for time, iterations in pairs if time and iterations]
    benchmark, params = _point(described, file)
    if len(data["times"]) != len(data["iters"]) or not seconds:
        reading.leave_out(file, benchmark, 1, "its times and iterations don't belong together")
        return
    reading.rows.append(time_row(origin, benchmark, params, seconds))


def _point(described: Mapping[str, Any], file: Path) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return benchmark and parameters."""
    group, function = as_text(described.get("group_id")), as_text(described.get("function_id"))
    value = as_text(described.get("value_str"))
    if not value and number(function) is not None:
        function, value = "", function
    benchmark = (
        "/".join(filter(None, (group, function))) or as_text(described.get("full_id")) or file.parent.parent.name
    )
    if value:
        return benchmark, (("value", value),)
    through = described.get("throughput")
    through = through[0] if isinstance(through, list) and through else through
    amounts = dict(through) if isinstance(through, dict) else {}
    for inner in [inner for inner in amounts.values() if isinstance(inner, dict)]:  # elements and bytes together
        amounts |= {name: inner[name] for name in list(inner)[:1]}
    return benchmark, tuple((str(kind).lower(), f"{amount}") for kind, amount in amounts.items() if positive(amount))
