"""How one series, comparison or published series is written down for the page; `build` describes the fields."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from wythoff.harness.fit import cells as cell
from wythoff.harness.fit.fitting import Fitted
from wythoff.harness.growth import Analysis, analyse
from wythoff.harness.growth.texts import law_text
from wythoff.harness.report.comparison import MEASURED, Comparison
from wythoff.harness.report.embed import all_drawn, drawn, exact, present, shown, whole
from wythoff.harness.report.published import Published

# Which multiple of a series' largest size is predicted.
NEXT_TIMES = 2.0
_KIND, _UNIT = "time", "seconds"


def series_record(entry: Fitted, place: int, claim: int | None) -> dict[str, Any]:
    """
    Write down a series for the overview.

    Parameters
    ----------
    entry : Fitted
        Drawn by `wythoff.harness.report.detail.draw`; the last of its predictions is for `NEXT_TIMES` its largest size.
    place, claim : int
        Positions in the lists of places and claims; no claim is None.
    """
    series, analysis = entry.series, entry.analysis
    record: dict[str, Any] = {
        "benchmark": shown(series.benchmark),
        "fixed": [[shown(name), shown(text)] for name, text in series.fixed],
        "axis": shown(series.axis or ""),
        "place": place,
        "kind": _unless(_KIND, shown(entry.kind)),
        "unit": _unless(_UNIT, shown(entry.unit)),
        **_growth(analysis),
        "candidates": _unless([analysis.law], list(analysis.candidates)),
        "probability": _probability(analysis),
        "claim": _verdict(entry, claim),
        "work": _work(entry),
        "sizes": len(analysis.n),
        "used": _unless(len(analysis.n), entry.used),
        "left_out": [
            [shown(reason), count] for reason, count in Counter(reason for _, reason in entry.gaps).most_common()
        ],
    }
    if len(analysis.n):
        record |= {
            "n_min": whole(analysis.n[0]),
            "n_max": whole(analysis.n[-1]),
            "value_max": exact(entry.largest),
            "next": _next(entry),
            "measure_next": None if analysis.next_n is None else whole(analysis.next_n),
        }
    return present(record, always=("place",))


def _growth(analysis: Analysis) -> dict[str, Any]:
    exponent = (analysis.exponent, analysis.exponent_low, analysis.exponent_high)
    return {
        "law": analysis.law,
        "decided": bool(analysis.decided),
        "law_text": _unless(analysis.law, law_text(analysis)),
        # To the digits that are shown: what is rounded twice may differ from what is rounded once.
        "exponent": [float(f"{value:.2f}") if math.isfinite(value) else None for value in exponent]
        if math.isfinite(exponent[0])
        else None,
    }


def _unless(usual: Any, value: Any) -> Any:
    """Leave out what the page takes for granted where nothing else is said."""
    return None if value == usual else value


def _probability(analysis: Analysis) -> float | None:
    return exact(analysis.probabilities[analysis.law]) if len(analysis.n) > 1 else None


def _verdict(entry: Fitted, claim: int | None) -> dict[str, Any] | None:
    if entry.verdict is None or claim is None:
        return None
    return {"claim": claim, "verdict": entry.verdict.outcome, "evidence": shown(entry.verdict.evidence)}


def _work(entry: Fitted) -> dict[str, Any] | None:
    """Write down how the work grows that was timed."""
    if entry.work is None:
        return None
    work, analysis = entry.work, entry.work.analysis
    return present(
        {
            **_growth(analysis),
            "candidates": _unless([analysis.law], list(analysis.candidates)),
            "probability": _probability(analysis),
            "sizes": len(analysis.n),
            "n_min": whole(analysis.n[0]),
            "n_max": whole(analysis.n[-1]),
            "both": cell.both_text(entry),
            "commit": _unless(entry.series.commit, shown(work.counted.series.commit)),
            "verdict": work.verdict.outcome if work.verdict else None,
            "claimed": work.verdict.claimed if work.verdict else None,
            "difference": shown(work.difference),
        }
    )


def _next(entry: Fitted) -> list[Any] | None:
    """Return the prediction for twice the largest size, the last that was asked for."""
    found = entry.analysis.predictions[-1] if entry.analysis.predictions else None
    if found is None or drawn(found.median) is None:
        return None
    return [whole(found.n), *map(exact, (found.median, found.low, found.high))]


def gap_record(gaps: Sequence[tuple[float, str]]) -> list[list[Any]]:
    """List sizes without a usable value, each once for each reason."""
    return [[whole(n), shown(reason)] for n, reason in dict.fromkeys(gaps)]


def comparison_record(comparison: Comparison, series: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Write down a comparison; `series` are the records of all series."""
    first = series[comparison.series[0]]
    crossovers = [
        [one.below, one.above, *all_drawn((one.n, one.low, one.high)), *([] if one.kind == MEASURED else [one.kind])]
        for one in comparison.crossovers or ()
    ]
    return present(
        {
            **{name: first.get(name) for name in ("benchmark", "axis", "place", "unit")},
            "vary": shown(comparison.vary),
            "fixed": [[shown(name), shown(text)] for name, text in comparison.fixed],
            "series": list(comparison.series),
            "crossovers": crossovers,
            "uncrossed": True if comparison.crossovers is None else None,
        },
        always=("place",),
    )


def published_record(entry: Published, fitted: Sequence[Fitted], compared: Sequence[Comparison]) -> dict[str, Any]:
    """Write down a published series, analysed like a measured one, with what it belongs beside."""
    beside = [place for place, measured in enumerate(fitted) if entry.fits(measured.series, measured.unit)]
    return present(
        {
            "name": shown(entry.name),
            "source": shown(entry.source),
            "n": [whole(n) for n in entry.n],
            "values": list(entry.values),
            "unit": shown(entry.unit),
            **_growth(analyse(entry.n, entry.values, unit=entry.unit)),
            "series": beside,
            "comparisons": [place for place, found in enumerate(compared) if set(beside) & set(found.series)],
        }
    )
