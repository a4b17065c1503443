"""
Many series in, many verdicts out, as JSON values: what ``wythoff fit --series -`` speaks on stdin and stdout.

Request: ``{"series": [{"name": "s1", "unit": "s", "n": [16, 32], "samples": [[1e-6, 1.1e-6], [2e-6]], "predict_n":
[64]}, ...]}``; ``unit`` (default seconds), ``predict_n``, ``bytes_per_n``, ``caches`` and ``memory`` may be missing.

Response, in the order asked: ``{"results": [{"name", "class", "decided", "candidates", "confidence", "probs",
"predictions": [{"n", "t", "lo", "hi"}], "exponent": [value, low, high], "next_n", "why",
"left_out": [{"n", "reason"}]}, ...]}``.
Laws are written ``"O(n log n)"``; ``"O(n^k)"``, ``"exponential"``, ``"falling"`` and ``"none"`` lie beyond the nine.
Where there is no number it is null: the response is strict JSON.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from wythoff.errors import InputError, shorten
from wythoff.harness.growth import Analysis, analyse

_KEYS: Final = frozenset({"name", "unit", "n", "samples", "predict_n", "bytes_per_n", "caches", "memory"})
_NEEDED: Final = ("n", "samples")
_PLAIN: Final = frozenset({"exponential", "falling", "none"})
_FEW: Final = 40  # starting processes costs as much as this many series
_MOST_PROCESSES: Final = 8  # each holds some 150 MB, most of it the libraries'


def class_name(law: str) -> str:
    """
    Write a law as the JSON contract does.

    Examples
    --------
    >>> class_name("n log n"), class_name("n^k"), class_name("falling")
    ('O(n log n)', 'O(n^k)', 'falling')
    """
    return law if law in _PLAIN else f"O({law})"


def answer(request: Mapping[str, Any], *, processes: int | None = None) -> dict[str, Any]:
    """
    Analyse every series of a request.

    Parameters
    ----------
    request : mapping
        As decoded from JSON; see the module's description.
    processes : int, optional
        How many processes share the work; by default one per usable core from some 40 series on, else none
        but this one. The answer does not depend on it.

    Returns
    -------
    dict
        The response, of JSON values only.

    Raises
    ------
    InputError
        If the request does not have that form; the message names the series.

    Examples
    --------
    >>> sizes = [8, 64, 512, 4096, 32768]
    >>> one = {"name": "sum", "n": sizes, "samples": [[n * 1e-9, n * 1.01e-9] for n in sizes]}
    >>> answer({"series": [one]})["results"][0]["class"]
    'O(n)'
    """
    series = _checked(request)
    if processes is None:
        processes = min(_usable_cores(), _MOST_PROCESSES) if len(series) > _FEW else 1
    if processes > 1:
        return {"results": _share_out(series, processes)}
    return {"results": [answer_one(one) for one in series]}


def _share_out(series: Sequence[Mapping[str, Any]], processes: int) -> list[dict[str, Any]]:
    """
    Deal the series out to processes of this module, like cards.

    They talk JSON like everybody else. A pool of `multiprocessing` would import the caller's main module again, which
    fails in a script without a guard, or fork a process that may have threads.
    """
    with ThreadPoolExecutor(processes) as threads:
        parts = list(threads.map(_ask_process, [series[start::processes] for start in range(processes)]))
    results: list[dict[str, Any]] = [{}] * len(series)
    for start, part in enumerate(parts):
        results[start::processes] = part
    return results


def _ask_process(series: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "-m", __spec__.name],
        input=json.dumps({"series": list(series)}),
        capture_output=True,
        encoding="utf-8",
        env=environment,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"a process that analyses series ended with {done.returncode}: {done.stderr[-2000:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    if "error" in found:
        raise InputError(found["error"])
    return list(found["results"])


def answer_one(series: Mapping[str, Any]) -> dict[str, Any]:
    """Analyse one series that has the form of the contract; an `InputError` names it."""
    try:
        found = analyse(
            series["n"],
            series["samples"],
            unit=series.get("unit", "s"),
            predict_n=series.get("predict_n") or (),
            bytes_per_n=series.get("bytes_per_n"),
            caches=series.get("caches"),
            memory=bool(series.get("memory", False)),
        )
    except InputError as error:
        raise InputError(f"series {shorten(repr(series.get('name')))}: {error}") from None
    return _written(series.get("name"), found)


def _written(name: Any, found: Analysis) -> dict[str, Any]:
    return {
        "name": name,
        "class": class_name(found.law),
        "decided": found.decided,
        "candidates": [class_name(law) for law in found.candidates],
        "confidence": found.probabilities[found.law],
        "probs": {class_name(law): share for law, share in found.probabilities.items()},
        "predictions": [
            {"n": one.n, "t": _finite(one.median), "lo": _finite(one.low), "hi": _finite(one.high)}
            for one in found.predictions
        ],
        "exponent": [_finite(value) for value in (found.exponent, found.exponent_low, found.exponent_high)],
        "next_n": found.next_n,
        "why": found.why,
        "left_out": [{"n": _finite(one.n), "reason": one.reason} for one in found.left_out],
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _checked(request: Any) -> list[Mapping[str, Any]]:
    """Return the series of a request, or say what is wrong with its form."""
    if not isinstance(request, Mapping) or not isinstance(request.get("series"), list):
        raise InputError(f'the request must be an object with a list "series", got {shorten(repr(request))}')
    for position, one in enumerate(request["series"]):
        where = f"series[{position}]"
        if not isinstance(one, Mapping):
            raise InputError(f"{where} must be an object, got {shorten(repr(one))}")
        missing = [key for key in _NEEDED if key not in one]
        if missing:
            raise InputError(f'{where} has no "{missing[0]}"')
        unknown = sorted(set(one) - _KEYS)
        if unknown:
            raise InputError(
                f'{where} has an unknown key "{shorten(str(unknown[0]))}"; known: {", ".join(sorted(_KEYS))}'
            )
        for key in ("n", "samples", "predict_n"):
            if not isinstance(one.get(key, []), Sequence) or isinstance(one.get(key, []), str):
                raise InputError(f"{where}: {key} must be a list, got {shorten(repr(one[key]))}")
        if not isinstance(one.get("unit", "s"), str):
            raise InputError(f"{where}: unit must be text, got {shorten(repr(one['unit']))}")
    return list(request["series"])


def _usable_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


if __name__ == "__main__":
    try:
        response = answer(json.load(sys.stdin), processes=1)
    except InputError as error:
        response = {"error": str(error)}
    json.dump(response, sys.stdout, allow_nan=False)
