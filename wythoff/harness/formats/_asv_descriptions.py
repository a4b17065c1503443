"""What asv says about machines and benchmarks beside the results, and how far a result row may believe it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wythoff.errors import InputError
from wythoff.harness.formats._json import read_json

MACHINE_FILE = "machine.json"
BENCHMARKS_FILE = "benchmarks.json"
DESCRIPTIONS = {MACHINE_FILE, BENCHMARKS_FILE}
# What a benchmark measures follows from its name, for directories that lack the benchmark's description.
_KINDS = (
    ("time", "seconds", re.compile(r"(?:^|\.)(?:time|timeraw)_|(?:^|\.)Time(?:raw)?[A-Z_]")),
    ("peakmemory", "bytes", re.compile(r"(?:^|\.)peakmem_|(?:^|\.)PeakMem[A-Z_]")),
    ("memory", "bytes", re.compile(r"(?:^|\.)mem_|(?:^|\.)Mem[A-Z_]")),
    ("track", "unit", re.compile(r"(?:^|\.)track_|(?:^|\.)Track[A-Z_]")),
)


def first_object(candidates: Sequence[Path], problems: list[str]) -> dict[str, Any]:
    """Load the first of the files that is there and holds an object; a broken one is a problem and no more."""
    for candidate in candidates:
        if candidate.is_file():
            try:
                data = read_json(candidate)
            except InputError as error:
                problems.append(str(error))
                continue
            if isinstance(data, dict):
                return data
    return {}


def names_for(described: Mapping[str, Any], lists: Sequence[Sequence[str]]) -> list[str]:
    """
    Lend a row the parameter names of its benchmark's description, where they fit.

    The description may be of another state of the suite, with a parameter more or less or in another order. So a name
    goes to the parameter at its place if there are as many, unless the values there are those of another parameter; and
    else to the one with the same values. What then has no name is called ``param1``, ``param2``, ...
    """
    names, values = described.get("param_names"), described.get("params")
    names = [str(name) for name in names] if isinstance(names, list) else []
    values = values if isinstance(values, list) else []
    known = [set(map(str, entry)) if isinstance(entry, list) else set() for entry in values[: len(names)]]
    known += [set()] * (len(names) - len(known))
    lent: list[str] = []
    for place, texts in enumerate(lists):
        name = fallback = f"param{place + 1}"
        elsewhere = [other for other, entry in enumerate(known) if other != place and entry & set(texts)]
        if len(names) == len(lists) and (not elsewhere or known[place] & set(texts)):
            name = names[place]
        elif set(texts) in known:
            name = names[known.index(set(texts))]
        name = fallback if name in lent else name
        while name in lent:
            name += "_"
        lent.append(name)
    return lent


def kind_and_unit(benchmark: str, described: Mapping[str, Any]) -> tuple[str, str]:
    """Return what a benchmark measures, in what unit: as described, or else as its name says."""
    kind, unit = described.get("type"), described.get("unit")
    for guessed_kind, guessed_unit, pattern in _KINDS:
        if pattern.search(benchmark):
            return str(kind or guessed_kind), str(unit or guessed_unit)
    return str(kind or "track"), str(unit or "unit")
