"""A fit as JSON, CSV and Markdown."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import indent
from typing import Any

from wythoff.errors import printable
from wythoff.harness.claims import Verdict
from wythoff.harness.csv_output import csv_line
from wythoff.harness.fit import cells as cell
from wythoff.harness.fit.fitting import Account, Fit, Fitted
from wythoff.harness.fit.notes import (
    busy_lines,
    clock_lines,
    floor_line,
    left_out_lines,
    open_lines,
    summary_line,
    verdict_line,
    work_lines,
)
from wythoff.harness.fit.table import table_of
from wythoff.harness.work import Work


def strict(value: Any) -> Any:
    """
    Bring a value to what strict JSON can hold: NaN and infinities become null, NumPy's types Python's.

    Examples
    --------
    >>> strict({"a": (1.0, float("nan"))})
    {'a': [1.0, None]}
    """
    if isinstance(value, Mapping):
        return {str(key): strict(item) for key, item in value.items()}
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [strict(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def strict_json(value: Any) -> str:
    """Write a value as strict JSON, which every parser reads."""
    return json.dumps(strict(value), indent=1, allow_nan=False)


def json_pieces(entries: Iterable[Fitted], account: Account) -> Iterator[str]:
    """
    Write a fit as one JSON object, with all that was left out, holding one series at a time.

    Parameters
    ----------
    entries : iterable of Fitted
        The series.
    account : Account
        Looked at when the last of them has been written.

    Yields
    ------
    str
        Text to be put together.
    """
    opening = "["
    yield '{\n "series": '
    for entry in entries:
        yield f"{opening}\n{indent(strict_json(_record(entry)), '  ')}"
        opening = ","
    yield "[]" if opening == "[" else "\n ]"
    rest = {
        "values_read": account.read,
        "values_used": account.used,
        "left_out": [{"reason": lost.reason, "what": lost.what, "count": lost.count} for lost in account.left_out],
        "claims_not_judged": account.unmatched,
        "problems": account.problems,
    }
    yield f",{strict_json(rest)[1:]}\n"


def _record(entry: Fitted) -> dict[str, Any]:
    series, analysis, verdict = entry.series, entry.analysis, entry.verdict
    return {
        "benchmark": series.benchmark,
        "fixed": dict(series.fixed),
        "axis": series.axis,
        "machine": series.machine,
        "environment": series.environment,
        "commit": series.commit,
        "date": entry.date,
        "kind": entry.kind,
        "unit": entry.unit,
        "largest": entry.largest,
        "n": [_whole(n) for n in analysis.n],
        "values": analysis.values,
        "law": analysis.law,
        "decided": bool(analysis.decided),
        "candidates": list(analysis.candidates),
        "probabilities": dict(analysis.probabilities),
        "exponent": analysis.exponent,
        "exponent_low": analysis.exponent_low,
        "exponent_high": analysis.exponent_high,
        "slopes": analysis.slopes,
        "jumps": [
            {
                "n_before": jump.n_before,
                "n_after": jump.n_after,
                "factor": jump.factor,
                "probability": jump.probability,
                "level": jump.level,
            }
            for jump in analysis.jumps
        ],
        "predictions": [
            {"n": found.n, "median": found.median, "low": found.low, "high": found.high}
            for found in analysis.predictions
        ],
        "next_n": analysis.next_n,
        "why": analysis.why,
        "floor": analysis.floor,
        "left_out": [{"n": gap.n, "reason": gap.reason} for gap in analysis.left_out],
        "busy": list(entry.task.busy),
        "clock": entry.clock.clock if entry.clock else None,
        "clock_why": (entry.clock.why or None) if entry.clock else None,
        "claim": _claim(verdict),
        "work": _work(entry.work),
    }


def _claim(verdict: Verdict | None) -> dict[str, Any] | None:
    if verdict is None:
        return None
    return {
        "law": verdict.law,
        "bound": verdict.claim.bound,
        "source": verdict.claim.source,
        "verdict": verdict.outcome,
        "evidence": verdict.evidence,
    }


def _work(work: Work | None) -> dict[str, Any] | None:
    if work is None:
        return None
    analysis = work.analysis
    return {
        "benchmark": work.counted.series.benchmark,
        "commit": work.counted.series.commit,
        "n": [_whole(n) for n in analysis.n],
        "operations": [_whole(count) for count in analysis.values],
        "law": analysis.law,
        "decided": bool(analysis.decided),
        "candidates": list(analysis.candidates),
        "probability": analysis.probabilities.get(analysis.law),
        "why": analysis.why,
        "difference": work.difference or None,
        "claim": _claim(work.verdict),
    }


def _whole(n: float) -> int | float:
    return int(n) if float(n).is_integer() else n


def csv_lines(entries: Iterable[Fitted], predicted: Sequence[float]) -> Iterator[str]:
    """
    Write one line for each series; numbers are in the unit of the series, with all their digits.

    Parameters
    ----------
    entries : iterable of Fitted
        The series.
    predicted : sequence of float
        The sizes that were asked for.

    Yields
    ------
    str
        Lines with their ends, the header first.
    """
    plain = (
        "benchmark", "fixed", "axis", "machine", "environment", "commit", "unit", "sizes", "n_min", "n_max", "largest",
        "law", "decided", "candidates", "probability", "exponent", "exponent_low", "exponent_high",
        "claim", "bound", "verdict", "clock", "clock_why",
        "work", "work_decided", "work_candidates", "work_probability", "work_difference",
    )  # fmt: skip
    names = [*plain, *(name for n in dict.fromkeys(predicted) for name in _prediction_names(n))]
    yield csv_line(names)
    for entry in entries:
        record = strict(_record(entry))
        n, claim, work = record["n"], record["claim"] or {}, record["work"] or {}
        line = {name: record[name] for name in plain if name in record}
        line |= {
            "fixed": ", ".join(f"{name}={text}" for name, text in entry.series.fixed),
            "candidates": " | ".join(record["candidates"]),
            "probability": record["probabilities"].get(record["law"]),
            "sizes": len(n),
            "n_min": n[0] if n else None,
            "n_max": n[-1] if n else None,
            "claim": claim.get("law"),
            "bound": claim.get("bound"),
            "verdict": claim.get("verdict"),
            "work": work.get("law"),
            "work_candidates": " | ".join(work.get("candidates", ())),
            **{f"work_{name}": work.get(name) for name in ("decided", "probability", "difference")},
        }
        for found in record["predictions"]:
            line |= zip(_prediction_names(found["n"]), (found["median"], found["low"], found["high"]), strict=True)
        yield csv_line([line.get(name) for name in names])


def _prediction_names(n: float) -> tuple[str, str, str]:
    name = f"at_{n:.12g}"
    return name, f"{name}_low", f"{name}_high"


def to_markdown(fit: Fit, verbose: bool = False) -> str:
    """Write a table for each machine, environment and commit, the verdicts, and what was left out."""
    parts = []
    for place, members in groupby(fit.fitted, key=cell.where_text):
        headers, rows = table_of(list(members))
        lines = [headers, ["---"] * len(headers), *([escape(text) for text in row] for row in rows)]
        parts.append(
            (f"**{escape(place)}**\n\n" if place else "") + "\n".join(f"| {' | '.join(row)} |" for row in lines)
        )
    verdicts = [verdict_line(entry, entry.verdict, fit) for entry in fit.fitted if entry.verdict]
    notes = [*verdicts, *fit.unmatched, *work_lines(fit, verbose), *(open_lines(fit) if verbose else ())]
    notes += [*clock_lines(fit, verbose), *busy_lines(fit, verbose), *filter(None, [floor_line(fit)])]
    parts.append(escape(summary_line(fit)))
    if notes:
        parts.append("\n".join(f"- {escape(note)}" for note in notes))
    head, *rest = left_out_lines(fit, verbose)
    parts.append(
        "\n".join([escape(head[0].upper() + head[1:]), "", *(f"- {escape(line.strip())}" for line in rest)]).rstrip()
    )
    return "\n\n".join(parts)


def escape(text: str) -> str:
    """Write foreign text so that Markdown and HTML show it and do nothing else with it."""
    text = printable(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    # In a comment @ calls somebody, and ! shows a picture.
    return re.sub(r"([\\`*_\[\]|~#$@!])", r"\\\1", text)
