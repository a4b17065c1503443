"""Small results folders for tests: asv's version 2, made of a few laws."""

import json
import math
from pathlib import Path

COLUMNS = ["result", "params", "version", "samples"]
SIZES = [2**k for k in range(6, 16)]
LAWS = {
    "n": lambda n: 3e-9 * n + 2e-7,
    "n log n": lambda n: 4e-9 * n * math.log2(n) + 1e-7,
    "n^2": lambda n: 2e-9 * n * n + 1e-7,
}


def series(law, sizes=SIZES, first=None):
    """Return one benchmark's entry; `law` is a name of `LAWS`, a function, or a list of values."""
    values = list(law) if isinstance(law, list) else [(LAWS.get(law, law))(n) for n in sizes]
    # Repeated measurements scatter upwards by fixed amounts, so that every test sees the same noise.
    samples = [[value * f for f in (1.0, 1.003, 1.01)] if usable(value) else None for value in values]
    params = [[str(n) for n in sizes]] if first is None else [[repr(first)], [str(n) for n in sizes]]
    return [values, params, "1", samples]


def usable(value):
    return isinstance(value, float) and math.isfinite(value)


def result_file(folder, benchmarks, commit="0123abcd", machine="box", date=0, environment="env", facts=None):
    """Write one result file below the results folder and return its path."""
    place = Path(folder) / machine
    place.mkdir(parents=True, exist_ok=True)
    (place / "machine.json").write_text(json.dumps({"machine": machine, "version": 1}))
    file = place / f"{commit[:8]}-{environment}.json"
    file.write_text(
        json.dumps(
            {
                "commit_hash": commit,
                "env_name": environment,
                "date": date,
                "params": {"machine": machine, **(facts or {})},
                "python": "3.11",
                "requirements": {},
                "env_vars": {},
                "result_columns": COLUMNS,
                "results": benchmarks,
                "durations": {},
                "version": 2,
            }
        )
    )
    return file


def describe(folder, **names):
    """Write benchmarks.json with the parameter names of each benchmark."""
    described = {name.replace("__", "."): {"param_names": list(params)} for name, params in names.items()}
    (Path(folder) / "benchmarks.json").write_text(json.dumps({**described, "version": 2}))


def project(folder, *claims):
    """Write an asv.conf.json with claims beside ``results``."""
    (Path(folder) / "asv.conf.json").write_text(json.dumps({"version": 1, "complexity": list(claims)}))
