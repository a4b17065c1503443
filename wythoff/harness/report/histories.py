"""What the page shows of a series' history: exponents and costs, its changes, and commits to hold side by side."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np

from wythoff.harness.compare.change import Kind
from wythoff.harness.compare.levels import NORMAL
from wythoff.harness.fit.fitting import Fit, Fitted, Watcher
from wythoff.harness.growth import Analysis
from wythoff.harness.growth.texts import law_text
from wythoff.harness.history.courses import scale
from wythoff.harness.history.find import History, Mark, find_histories
from wythoff.harness.report.embed import all_drawn, present, shown, whole
from wythoff.harness.report.verdicts import Side, verdicts
from wythoff.harness.rows import Outline
from wythoff.harness.series import Points

_SURELY: Final = 1.96
# Of a benchmark that was measured in more places than this each pair would be too many.
_MOST_PLACES: Final = 4


@dataclass(frozen=True)
class Inference:
    """
    What is inferred beside the fit of the newest commits.

    Attributes
    ----------
    histories : dict of int to History
        By the position of the fitted series.
    verdicts : dict of int to list of ((int, int or None), (int, int or None), str)
        By the position of the series that shows them: which two sides, each a series and a position among its commits
        (None for the one that is fitted), and what changed from the first to the second.
    """

    histories: dict[int, History] = field(default_factory=dict)
    verdicts: dict[int, list[tuple[tuple[int, int | None], tuple[int, int | None], str]]] = field(default_factory=dict)


def infer(fit: Fit, watch: Watcher, processes: int, clock: Any = "auto") -> Inference:
    """
    Find the histories of fitted series, and what is to be said of commits and machines side by side.

    Parameters
    ----------
    fit : Fit
        With the points of all commits.
    watch, processes
        As for `wythoff.harness.fit.fitting.fit_results`.
    clock : {"auto", "wall", "cpu"}
        As the series were read.

    Notes
    -----
    Where each benchmark was measured once, nothing is done. A history takes some 10 ms, and two sides 7 ms.
    """
    places = {replace(entry.series, commit=""): place for place, entry in enumerate(fit.fitted)}
    several = {series: commits for series, commits in fit.commits.items() if len(commits) > 1 and series in places}
    found, _ = find_histories(several, clock=clock, watch=watch, processes=processes) if several else ([], {})
    inferred = Inference({places[history.series]: history for history in found})
    wanted = [*_of_commits(inferred.histories, fit), *_of_places(fit)]
    for (first, second), text in zip(wanted, verdicts(wanted, watch, processes, clock), strict=True):
        if text:
            here = (first.series, first.commit), (second.series, second.commit)
            inferred.verdicts.setdefault(min(first.series, second.series), []).append((*here, text))
    return inferred


def _of_commits(histories: Mapping[int, History], fit: Fit) -> list[tuple[Side, Side]]:
    """Pair the commit before the newest, and the oldest, with the newest."""
    found = []
    for place, history in histories.items():
        newest = len(history.commits) - 1
        machine = fit.fitted[place].series.machine
        for older in sorted({0, newest - 1}):
            sides = [Side(place, at, machine, history.commits[at].hash, history.points[at]) for at in (older, newest)]
            found.append((sides[0], sides[1]))
    return found


def _of_places(fit: Fit) -> list[tuple[Side, Side]]:
    """Pair the same benchmark's newest commits on several machines or in several environments."""
    groups: dict[Any, list[int]] = {}
    for place, entry in enumerate(fit.fitted):
        key = (entry.series.benchmark, entry.series.fixed, entry.series.axis, entry.kind, entry.unit)
        groups.setdefault(key, []).append(place)
    found = []
    for members in groups.values():
        if not 2 <= len(members) <= _MOST_PLACES:
            continue
        sides = [_side(fit, place) for place in members]
        found += [(a, b) for i, a in enumerate(sides) for b in sides[i + 1 :]]
    return found


def _side(fit: Fit, place: int) -> Side:
    series = fit.fitted[place].series
    points = fit.commits.get(replace(series, commit=""), {}).get(series.commit, [])
    return Side(place, None, series.machine, series.commit, points)


def stretches(history: History, newest: Analysis) -> list[dict[str, Any]]:
    """
    Say for each stretch between changes which law it has, and how exponents of its commits are known.

    Returns
    -------
    list of dict
        ``from``; ``law`` and ``decided`` where the law was looked for; ``below`` and ``above``: how far the exponents
        of its commits may be off, at 95 %.
    """
    steps = np.abs(np.diff(history.slopes[np.isfinite(history.slopes)]))
    scatter = _SURELY * NORMAL * float(np.median(steps)) / math.sqrt(2) if len(steps) else 0.0
    starts = [0, *(mark.at for mark in history.marks)]
    analyses = [*(mark.change.before for mark in history.marks), newest]
    known = newest
    found: list[dict[str, Any]] = []
    for start, analysis in zip(reversed(starts), reversed(analyses), strict=True):
        known = analysis or known
        found.insert(0, _stretch(start, analysis, known, scatter))
    return found


def _stretch(start: int, analysis: Analysis | None, known: Analysis, scatter: float) -> dict[str, Any]:
    sides = (known.exponent - known.exponent_low, known.exponent_high - known.exponent)
    below, above = (round(math.hypot(side, scatter), 2) if math.isfinite(side) else None for side in sides)
    law = {} if analysis is None else {"law": law_text(analysis), "decided": bool(analysis.decided)}
    return present({"from": start, **law, "below": below, "above": above}, always=("from",))


def exponents(history: History, newest: Analysis) -> list[float | None]:
    """
    Return the exponent of each commit.

    The newest commit of a stretch is analysed, or those before a change; the other commits have its exponent and the
    power of n by which they grow faster.
    """
    slopes = np.array(history.slopes)
    values = np.full(len(slopes), newest.exponent) + slopes - slopes[-1]
    ends = [*(mark.at for mark in history.marks), len(slopes)]
    for place, mark in enumerate(history.marks):
        if mark.change.before is not None and math.isfinite(mark.change.before.exponent):
            start = history.marks[place - 1].at if place else 0
            about = float(np.nanmedian(slopes[list(mark.before)]))
            values[start : ends[place]] = mark.change.before.exponent + slopes[start : ends[place]] - about
    return [round(value, 2) if math.isfinite(value) else None for value in values.tolist()]


def history_record(
    place: int, entry: Fitted, inferred: Inference, commits: Mapping[str, int], lists: dict[tuple[int, ...], int]
) -> dict[str, Any] | None:
    """
    Write down a history for the page, or None where there is nothing to say; `build` describes the fields.

    Parameters
    ----------
    place : int
        Position of the series.
    commits : mapping of str to int
        Positions of commits in the page's list.
    lists : dict
        Lists of commits that several series share; this one's is added.
    """
    history, said = inferred.histories.get(place), inferred.verdicts.get(place, [])
    if history is None:
        return {"id": place, "verdicts": [list(one) for one in said]} if said else None
    own = tuple(commits[one.hash] for one in history.commits)
    sides = {0, len(own) - 2, len(own) - 1, *(at for mark in history.marks for at in (mark.before[-1], mark.at))}
    record = {
        "id": place,
        "commits": lists.setdefault(own, len(lists)),
        "n": whole(history.n),
        "unit": None if history.unit == entry.unit else shown(history.unit),
        "values": all_drawn(history.values),
        "exponents": exponents(history, entry.analysis),
        "stretches": stretches(history, entry.analysis),
        "marks": [_mark(mark) for mark in history.marks],
        "remade": [list(one) for one in history.remade],
        "sides": [_curve(at, history.points[at]) for at in sorted(sides)],
        "verdicts": [list(one) for one in said]
        + [[(place, mark.before[-1]), (place, mark.at), shown_sentence(mark)] for mark in history.marks],
    }
    return present(record, always=("commits", "n"))


def shown_sentence(mark: Mark) -> str:
    """Say what changed, and of how many commits that was inferred."""
    count = len(mark.before)
    return mark.change.text if count == 1 else f"{mark.change.text} (told from {count} commits on either side)"


def _mark(mark: Mark) -> dict[str, Any]:
    return present(
        {
            "at": mark.at,
            "kind": mark.change.kind,
            "worse": bool(mark.change.worse),
            "text": shown(mark.change.text),
            "unconfirmed": True if not mark.confirmed else None,
        },
        always=("at", "worse"),
    )


def _curve(at: int, points: Points) -> dict[str, Any]:
    lowest: dict[float, float] = {}
    for n, row in points:
        value = row.lowest if isinstance(row, Outline) else row.value
        if n > 0 and value is not None and value > 0:
            lowest[n] = min(lowest.get(n, math.inf), value * scale(row.unit))
    return {"at": at, "n": [whole(n) for n in lowest], "best": all_drawn(list(lowest.values()))}


def changes_record(histories: Mapping[int, History]) -> dict[int, list[tuple[Kind, bool, str]]]:
    """Write down what changed of each series with a history: kind, whether for the worse, the commit's beginning."""
    return {
        place: [(mark.change.kind, bool(mark.change.worse), one.commits[mark.at].hash[:8]) for mark in one.marks]
        for place, one in histories.items()
    }


def all_commits(histories: Sequence[History]) -> list[tuple[str, int]]:
    """List all commits of some histories once, by date."""
    return sorted({(one.hash, one.date) for history in histories for one in history.commits}, key=lambda one: one[::-1])
