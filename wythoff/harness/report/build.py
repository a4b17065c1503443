"""
From a fit to the data of the Complexity page: an overview, and a block of details for each series.

Both are JSON objects of version 2, read by ``assets/data.js``. Sizes are exact; what is drawn has four significant
digits, what is written enough of them to be rounded as `wythoff fit` rounds it. Times are in seconds, memory is in
bytes, anything else in ``unit``. All texts are foreign: they hold printable characters only, 300 at most, and have to
be shown as text. Where something is named by a number, that is its position in the list of its kind. As thousands of
series have to fit into one file, **what is empty, unknown or usual is left out**; the usual stands in brackets below.

Overview, ``wythoff-overview``
    ``version``, ``title``, ``project``, ``generated`` (ISO, UTC), ``asv_site`` (whether asv's own site is around),
    ``laws`` (slowest growth first).

    ``read``, ``used``, ``left_out`` [{reason, count, what, more}], ``problems``, ``problems_more``,
    ``claims_not_judged``, ``empty``: the account. ``read`` is ``used`` plus all counts; ``what`` lists the first few,
    ``more`` counts the others; ``empty`` says why there is no series.

    ``machines`` [{name, facts [[label, text]], levels {level: bytes}}] and ``places`` [{machine, environment, commit,
    date, text}]: where and on what series were measured; dates are milliseconds since 1970.

    ``claims`` [{law, claimed, bound, source}]

    ``commits`` [[hash, date]], by date, and ``commit_lists``: lists of positions among these that series share;
    ``commit_url`` is what a hash is put behind. A series' ``changes`` [[kind, worse, commit]] are those of its history.

    ``series`` [{benchmark, fixed [[name, text]], axis, place, kind (time), unit (seconds), law, decided, law_text
    (law), candidates ([law]), probability, exponent [value, low, high], claim {claim, verdict, evidence}, sizes, used
    (sizes), left_out [[reason, count]], n_min, n_max, value_max, next [n, median, low, high], measure_next, graph,
    work {law, decided, law_text (law), candidates ([law]), probability, exponent, sizes, n_min, n_max, both, commit
    (that of the series), claimed, verdict, difference}}]:
    texts of parameters are asv's, so that a string has quotes. ``sizes`` counts sizes, ``used`` values. ``value_max``
    is the recorded value at ``n_max``; ``next`` predicts twice the largest size, with a 90 % interval; ``graph`` leads
    to asv's graph. ``work`` is what was counted of the same; ``both`` are the answers of both clocks in one line,
    ``difference`` is why they differ.

    ``grids``: lists of sizes that several series share.

    ``comparisons`` [{benchmark, axis, place, unit (seconds), vary, fixed, series, crossovers [[below, above, n, low,
    high, kind (measured)]], uncrossed}]: see `wythoff.harness.report.comparison`; ``uncrossed`` says that there are
    too many series to look for crossovers.

    ``published`` [{name, source, n, values, unit, law, decided, law_text (law), exponent, series, comparisons}]: see
    `wythoff.harness.report.published`; with the series and comparisons that it belongs beside.

Details, ``wythoff-series-<position>``
    ``id``, ``n`` (a list, or a position among ``grids``), ``best``, ``over``, ``down``, ``up``: at each size used the
    lowest sample; by how much the median lies above it, and the quartiles below and above the median, in ten-
    thousandths.

    ``gaps`` [[n, reason]], ``notes`` [[n, reason]]: sizes without a value that could be used, and sizes some of whose
    samples could not.

    ``curves`` [{law, path, ahead {n, median, low, high}}, {law, n0, n1, median}]: the likeliest law through the data,
    and with its 90 % band beyond; and the runner-up, at equal distances in log n from n0 to n1. ``path`` tells at
    each size, and at as many points between each two as there are numbers for, evenly in log n, by how much the line
    lies above straight lines through ``best`` in the logarithms of both, in hundred-thousandths.

    ``jumps`` [{before, after, factor, probability, level}], ``limits`` [[level, n]]: where the cost per unit of work
    jumps, and the sizes from which the data no longer fit a level of the memory.

    ``slopes``: between neighbouring sizes, where they don't follow from ``best``; ``floor``: what a process needs
    anyway, contained in all values; ``probabilities`` {law: share}; ``why``; ``clock``: by which clock the times are
    read, and why, where that isn't plainly the wall's.

History, ``wythoff-history-<position>``, of series with several commits, or that were measured in several places
    ``id``, ``commits`` (a position among ``commit_lists``; commits are named below by their positions in that list).

    ``n``, ``values``: the lowest sample at one size at each commit, in ``unit``, times in seconds. ``exponents``.

    ``stretches`` [{from, law, decided, below, above}]: from which commit on which law holds, as the analysis writes it,
    and how far the exponents of its commits may be off, at 95 %; without a law where none was looked for.

    ``marks`` [{at, kind, worse, text, unconfirmed (false)}]: the changes; ``remade`` [[at, reason]].

    ``sides`` [{at, n, best}]: what was measured at some commits. ``verdicts`` [[[series, at], [series, at], text]]:
    what `wythoff compare` says of the second beside the first; without a commit it is that of the series.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

from wythoff.errors import InputError, shorten
from wythoff.harness.claims import ORDER
from wythoff.harness.fit import cells as cell
from wythoff.harness.fit.fitting import Fit, Fitted
from wythoff.harness.fit.notes import summary_line
from wythoff.harness.fit.select import LeftOutValues
from wythoff.harness.growth import OTHERS
from wythoff.harness.report.comparison import Comparison, comparisons
from wythoff.harness.report.embed import present, shown
from wythoff.harness.report.front.cards import first_view
from wythoff.harness.report.histories import Inference, all_commits, changes_record, history_record
from wythoff.harness.report.machines import machine_key, machine_record
from wythoff.harness.report.published import Published
from wythoff.harness.report.records import comparison_record, gap_record, published_record, series_record
from wythoff.harness.series import Series

VERSION = 2
_NAMED, _PROBLEMS, _LONGEST_ADDRESS = 5, 50, 2000

Key = TypeVar("Key")


@dataclass(frozen=True)
class PageData:
    """The overview, the details of each series in the order of their ids, the first view as HTML, the comparisons."""

    overview: dict[str, Any]
    details: list[dict[str, Any]]
    front: str = ""
    compared: Sequence[Comparison] = ()
    histories: Sequence[dict[str, Any]] = ()


class Positions(dict[Key, int]):
    """Numbers things in the order in which they are first asked for."""

    def __missing__(self, key: Key) -> int:
        """Give the next number."""
        self[key] = len(self)
        return self[key]


def page_data(
    fit: Fit,
    *,
    title: str,
    project: str | None = None,
    published: Sequence[Published] = (),
    asv_site: Callable[[Series], str | None] | None = None,
    inferred: Inference | None = None,
    commit_url: str = "",
) -> PageData:
    """
    Lay a fit out as the data of the page.

    Parameters
    ----------
    fit : Fit
        Of series drawn by `wythoff.harness.report.detail.draw`; the last predictions are for `records.NEXT_TIMES` times
        the largest sizes.
    title, project : str
        As the page shows them.
    published : sequence of Published
        What was published about the same benchmarks.
    asv_site : callable, optional
        Gives the address of asv's graph of a series, or None; without it there is no site of asv around the page.
    inferred : Inference, optional
        The histories.
    commit_url : str
        What a commit's hash is put behind to get its address.

    Returns
    -------
    PageData
        As the module describes it.
    """
    fitted = fit.fitted
    machines: Positions[Any] = Positions()
    places: Positions[Any] = Positions()
    claims: Positions[Any] = Positions()
    series: list[dict[str, Any]] = []
    place_records: list[dict[str, Any]] = []
    inferred = inferred or Inference()
    changes = changes_record(inferred.histories)
    for position, entry in enumerate(fitted):
        machine = machines[machine_key(entry)]
        place = places[machine, entry.series.environment, entry.series.commit, entry.date]
        if place == len(place_records):
            place_records.append(_place(entry, machine))
        said = entry.verdict and (
            entry.verdict.law,
            entry.verdict.claimed,
            entry.verdict.claim.bound,
            entry.verdict.claim.source,
        )
        record = series_record(entry, place, claims[said] if said else None)
        more = {
            "graph": _address(asv_site(entry.series)) if asv_site else None,
            "changes": changes.get(position),
        }
        series.append(record | present(more))
    compared = comparisons(fitted)
    commits = all_commits(list(inferred.histories.values()))
    positions = {commit: place for place, (commit, _) in enumerate(commits)}
    lists: dict[tuple[int, ...], int] = {}
    written = [history_record(place, entry, inferred, positions, lists) for place, entry in enumerate(fitted)]
    histories = [one for one in written if one is not None]
    overview = {
        "version": VERSION,
        "title": shown(title),
        "project": shown(project or ""),
        "generated": build_time(os.environ).isoformat().replace("+00:00", "Z"),
        "asv_site": asv_site is not None,
        "laws": [*ORDER, *(law for law in OTHERS if law not in ORDER)],
        "read": fit.read,
        "used": fit.used,
        "left_out": _left_out(fit.left_out),
        "problems": [shown(problem) for problem in fit.problems[:_PROBLEMS]],
        "problems_more": max(0, len(fit.problems) - _PROBLEMS) or None,
        "claims_not_judged": [shown(sentence) for sentence in fit.unmatched],
        "empty": None if fitted else summary_line(fit),
        "machines": [machine_record(name, dict(facts)) for name, facts in machines],
        "places": place_records,
        "claims": [
            present({"law": law, "claimed": claimed, "bound": bound, "source": shown(source or "")})
            for law, claimed, bound, source in claims
        ],
        "commits": [[shown(commit), date] for commit, date in commits],
        "commit_lists": [list(one) for one in lists],
        "commit_url": commit_url or None,
        "series": series,
        "comparisons": [comparison_record(entry, series) for entry in compared],
        "published": [published_record(entry, fitted, compared) for entry in published],
    }
    details = [
        present({"id": number, **entry.drawn.detail, "gaps": gap_record(entry.gaps)}, always=("n", "best"))
        for number, entry in enumerate(fitted)
    ]
    overview["grids"] = _share_sizes(details)
    front = first_view(fit, compared, changes)
    return PageData(present(overview, always=("series",)), details, front, compared, histories)


def build_time(environment: Mapping[str, str]) -> datetime:
    """
    Return the time that a page says it was made at, in whole seconds UTC.

    Parameters
    ----------
    environment : mapping
        Its ``SOURCE_DATE_EPOCH``, in seconds since 1970, is taken if it is set, so that a build can be repeated to the
        byte [1]_.

    Raises
    ------
    InputError
        If that is no time.

    References
    ----------
    .. [1] https://reproducible-builds.org/specs/source-date-epoch/

    Examples
    --------
    >>> build_time({"SOURCE_DATE_EPOCH": "1600000000"}).isoformat()
    '2020-09-13T12:26:40+00:00'
    """
    text = environment.get("SOURCE_DATE_EPOCH") or str(int(time.time()))
    try:
        return datetime.fromtimestamp(int(text), UTC)
    except (ValueError, OverflowError, OSError):
        raise InputError(f"SOURCE_DATE_EPOCH must be a time in seconds since 1970, got {shorten(repr(text))}") from None


def _place(entry: Fitted, machine: int) -> dict[str, Any]:
    """Say where and on what a series was measured."""
    return present(
        {
            "machine": machine,
            "environment": shown(entry.series.environment),
            "commit": shown(entry.series.commit),
            "date": entry.date,
            "text": shown(cell.where_text(entry)),
        }
    )


def _share_sizes(details: Sequence[dict[str, Any]]) -> list[list[float]]:
    """Replace the sizes that several series have by their position in the list that is returned."""
    grids = Counter(tuple(detail["n"]) for detail in details)
    shared = {grid: place for place, grid in enumerate(grid for grid, count in grids.items() if count > 1)}
    for detail in details:
        detail["n"] = shared.get(tuple(detail["n"]), detail["n"])
    return [list(grid) for grid in shared]


def _address(text: str | None) -> str | None:
    """Pass on a link's address, if it is one: whole, and of nothing but printable ASCII."""
    return text if text and text.isascii() and text.isprintable() and len(text) <= _LONGEST_ADDRESS else None


def _left_out(entries: Sequence[LeftOutValues]) -> list[dict[str, Any]]:
    """Gather what was left out by reason, the most frequent first."""
    reasons: dict[str, list[LeftOutValues]] = {}
    for entry in entries:
        reasons.setdefault(entry.reason, []).append(entry)
    totals = {reason: sum(entry.count for entry in members) for reason, members in reasons.items()}
    return [
        present(
            {
                "reason": shown(reason),
                "count": totals[reason],
                "what": [shown(entry.what) for entry in members[:_NAMED]],
                "more": max(0, len(members) - _NAMED) or None,
            }
        )
        for reason, members in sorted(reasons.items(), key=lambda item: -totals[item[0]])
    ]
