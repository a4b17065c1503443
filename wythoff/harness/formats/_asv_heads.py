"""Which machine, commit and environment an asv result file is of, read from what stands before its results."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

_HEAD_BYTES = 2**16
_RESULTS = re.compile(rb'(?<!\\)"results"\s*:\s*\{')


class Measured(NamedTuple):
    """Where and on what all results of a file were measured."""

    machine: str
    commit: str
    environment: str


def measured_of(file: Path, data: Mapping[str, Any]) -> Measured:
    """Tell what a file is of by its contents, or else by its name."""
    recorded = data.get("params")
    machine = recorded.get("machine") if isinstance(recorded, dict) else None
    return Measured(
        machine if isinstance(machine, str) and machine else file.parent.name,
        str(data.get("commit_hash") or file.stem.partition("-")[0]),
        str(data.get("env_name") or file.stem.partition("-")[2]),
    )


def measured_by_head(file: Path) -> Measured | None:
    """
    Tell what a file is of without reading its results.

    Returns
    -------
    Measured or None
        None if the file does not begin as asv writes it, with all three names before its results.
    """
    try:
        with file.open("rb") as stream:
            head = stream.read(_HEAD_BYTES)
        found = _RESULTS.search(head)
        data = json.loads(head[: found.start()] + b'"results": {}}') if found else {}
    except (OSError, ValueError, RecursionError):
        return None
    if not all(isinstance(data.get(name), str) and data[name] for name in ("commit_hash", "env_name")):
        return None
    return measured_of(file, data) if isinstance(data.get("params"), dict) else None
