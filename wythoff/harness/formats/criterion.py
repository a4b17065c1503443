"""
The reader of the folders that criterion.rs writes (``target/criterion``).

Each benchmark has a folder with one for each baseline: ``new`` is the last run. There ``benchmark.json`` names it and
``sample.json`` holds the samples, times in nanoseconds of so many iterations together. The other files say the same
again or sum it up. The size is the value of a `BenchmarkId`, else a function's name that is a number, else the
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

SAMPLES, DESCRIPTION = "sample.json", "benchmark.json"
# What lies beside the samples, and holds no more than they do.
_BESIDE = ("benchmark.json", "estimates.json", "tukey.json", "raw.csv")
_LAST, _CHANGE = "new", "change"
_NS = 1e-9


def recognises(data: Any) -> bool:
    """Tell whether parsed JSON has the shape of criterion's samples."""
    return isinstance(data, dict) and isinstance(data.get("iters"), list) and isinstance(data.get("times"), list)


def is_beside(file: Path) -> bool:
    """Tell whether a file only says again what the samples in its folder say."""
    if file.name not in _BESIDE:
        return False
    return (file.parent / SAMPLES).is_file() or file.parent.name == _CHANGE


def is_older(file: Path, files: Collection[Path]) -> bool:
    """Tell whether a file holds an earlier run of a benchmark whose last one is among the files too."""
    return (
        file.name == SAMPLES
        and file.parent.name != _LAST
        and file.parent.parent / _LAST / SAMPLES in files
        and (file.parent / DESCRIPTION).is_file()
    )


def root(file: Path) -> Path | None:
    """Return the folder of all benchmarks that samples belong to; None if the file holds none, or nobody says."""
    if file.name != SAMPLES:
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
    """Add the row of one ``sample.json`` to `reading`."""
    described = _description(file)
    reading.cells += 1
    pairs = zip(map(positive, data["times"]), map(positive, data["iters"]), strict=False)
    seconds = [time * _NS / iterations for time, iterations in pairs if time and iterations]
    benchmark, params = _point(described, file)
    if len(data["times"]) != len(data["iters"]) or not seconds:
        reading.leave_out(file, benchmark, 1, "its times and iterations don't belong together")
        return
    reading.rows.append(time_row(Origin(file, "", "", environment), benchmark, params, seconds))


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
    amounts = through.items() if isinstance(through, dict) else ()
    return benchmark, tuple((str(kind).lower(), f"{amount}") for kind, amount in amounts if positive(amount))
