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

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from wythoff.errors import InputError, shorten
from wythoff.harness.growth import Analysis, analyse
from wythoff.harness.pool import map_all

_KEYS: Final = frozenset({"name", "unit", "n", "samples", "predict_n", "bytes_per_n", "caches", "memory"})
_NEEDED: Final = ("n", "samples")
_PLAIN: Final = frozenset({"exponential", "falling", "none"})


def class_name(law: str) -> str:
    """
    Write a law as the JSON contract does.

    Examples
    --------
    >>> class_name("n log n"), class_name("n^k"), class_name("falling")
    ('O(n log n)', 'O(n^k)', 'falling')
    """
    return law if law in _PLAIN else f"O({law})"


def answer(request: Mapping[str, Any], *, processes: int = 1) -> dict[str, Any]:
    """
    Analyse every series of a request.

    Parameters
    ----------
    request : mapping
        As decoded from JSON; see the module's description.
    processes : int
        How many processes may share the work, if there is much; see `wythoff.harness.pool.map_each`. The answer
        does not depend on it.

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
    # Side by side, series of the same sizes share what is laid out for them.
    order = sorted(range(len(series)), key=lambda i: str(series[i]["n"]))
    answers = map_all(answer_one, [series[i] for i in order], processes=processes)
    return {"results": [one for _, one in sorted(zip(order, answers, strict=True), key=lambda pair: pair[0])]}


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
