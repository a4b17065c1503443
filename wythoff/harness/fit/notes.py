"""What is said below the table of a fit: the count, the verdicts and their evidence, and what was left out."""

from __future__ import annotations

from collections.abc import Sequence

from wythoff.harness.claims import AGREES, CONTRADICTED, OPEN, Verdict
from wythoff.harness.clocks import NAMES
from wythoff.harness.fit.cells import both_text, clock_text, exponent_clause
from wythoff.harness.fit.fitting import Account, Fit, Fitted
from wythoff.harness.rows import Clock
from wythoff.harness.series import Series
from wythoff.harness.units import human_value, size_text

_PLURAL = {AGREES: "agree", CONTRADICTED: "contradicted", OPEN: "open"}
_PROBLEMS_SHOWN = 3


def summary_line(fit: Fit) -> str:
    """Count the series and the verdicts."""
    if not fit.fitted:
        return "no series: nothing here was measured at two sizes or more"
    decided = sum(entry.analysis.decided for entry in fit.fitted)
    line = f"{len(fit.fitted):,} series: {decided:,} decided, {len(fit.fitted) - decided:,} undecided"
    outcomes = [entry.verdict.outcome for entry in fit.fitted if entry.verdict]
    counts = [f"{outcomes.count(outcome):,} {word}" for outcome, word in _PLURAL.items() if outcome in outcomes]
    return f"{line}; claims: {', '.join(counts)}" if counts else line


def verdict_line(entry: Fitted, verdict: Verdict, fit: Fit) -> str:
    """Say in one line what is claimed about a series, the verdict and the evidence."""
    return _verdict_line(place_label(entry.series, fit), verdict)


def place_label(series: Series, fit: Fit) -> str:
    """Name a series, with its machine, environment and commit where the answer has several of them."""
    places = {
        name: {getattr(entry.series, name) for entry in fit.fitted if entry.series.benchmark == series.benchmark}
        for name in ("machine", "environment", "commit")
    }
    texts = {"machine": series.machine, "environment": series.environment, "commit": series.commit[:8]}
    several = [texts[name] for name, found in places.items() if len(found) > 1]
    return f"{series.label} [{', '.join(filter(None, several))}]" if any(several) else series.label


def _verdict_line(label: str, verdict: Verdict) -> str:
    source = f" ({verdict.claim.source})" if verdict.claim.source else ""
    return f"{verdict.outcome}: {label} is claimed {verdict.claimed}{source}; {verdict.evidence}"


def work_lines(fit: Fit, verbose: bool) -> list[str]:
    """
    Say of each series whose work was counted what both clocks say, where time differs or is undecided.

    Parameters
    ----------
    fit : Fit
        From `wythoff.harness.fit.fitting.fit_results`.
    verbose : bool
        Whether to say it of the others too, and where the counts are from.
    """
    shown = {entry.series for entry in fit.fitted}
    lines = []
    for entry in fit.fitted:
        work = entry.work
        if work and (verbose or work.difference or not entry.analysis.decided):
            why = f" ({work.difference})" if work.difference else ""
            lines.append(f"{entry.series.label}: {both_text(entry)}{why}{counted_at(entry) if verbose else ''}")
        # Where the counts are no series of this answer, what is claimed about them is not among its verdicts.
        if work and work.verdict and work.counted.series not in shown and (verbose or work.verdict.outcome != AGREES):
            lines.append(_verdict_line(place_label(work.counted.series, fit), work.verdict))
    return lines


def counted_at(entry: Fitted) -> str:
    """Say at which sizes and commit the work of a series was counted, where it is another commit than the times'."""
    if entry.work is None:
        return ""
    n, commit = entry.work.counted.n, entry.work.counted.series.commit
    elsewhere = f" at commit {commit[:8]}" if commit != entry.series.commit else ""
    return f"; counted{elsewhere} at {_count(len(n), 'size')}, {size_text(n[0])} to {size_text(n[-1])}"


def floor_line(fit: Fit) -> str | None:
    """Say what was subtracted from memory, if anything."""
    floors = [entry.analysis.floor for entry in fit.fitted if entry.analysis.floor]
    if not floors:
        return None
    low, high = human_value(min(floors), "bytes"), human_value(max(floors), "bytes")
    amount = low if low == high else f"{low} to {high}"
    return f"memory is fitted above what the process needs anyway, {amount}; the largest values include it"


def clock_lines(fit: Fit, verbose: bool) -> list[str]:
    """
    Say which series are not plainly read by the wall's clock, and why: a line for each reason, or for each series.

    Parameters
    ----------
    fit : Fit
        From `wythoff.harness.fit.fitting.fit_results`.
    verbose : bool
        Whether to list each series.
    """
    causes: dict[tuple[Clock, str], list[str]] = {}
    for entry in fit.fitted:
        if entry.clock and entry.clock.cause:
            line = f"{entry.series.label} is read by {clock_text(entry.clock)}"
            causes.setdefault((entry.clock.clock, entry.clock.cause), []).append(line)
    lines = []
    for (clock, cause), found in causes.items():
        short = [f"{len(found):,} series are read by {NAMES[clock]}: {cause}; -v lists them"]
        lines += found if verbose or len(found) == 1 else short
    return lines


def busy_lines(fit: Fit, verbose: bool) -> list[str]:
    """
    Say at how many sizes of each series of times the machine was busy, where results record that.

    Parameters
    ----------
    fit : Fit
        From `wythoff.harness.fit.fitting.fit_results`.
    verbose : bool
        Whether to list each series, if there are several.
    """
    entries = [entry for entry in fit.fitted if entry.task.busy and entry.kind == "time"]
    if verbose or len(entries) == 1:
        told = ((entry.series.label, len(entry.task.busy), _count(len(entry.task.n), "size")) for entry in entries)
        return [f"{label}: the machine was busy at {busy} of {sizes}" for label, busy, sizes in told]
    sizes, busy = (sum(len(getattr(entry.task, name)) for entry in entries) for name in ("n", "busy"))
    return [f"the machine was busy at {busy:,} of {sizes:,} sizes of {len(entries):,} series; -v lists them"] * bool(
        busy
    )


def open_lines(fit: Fit) -> list[str]:
    """Say why series are undecided and what to measure next, where costs jump, and why an exponent is odd."""
    lines = []
    for entry in fit.fitted:
        label, analysis = place_label(entry.series, fit), entry.analysis
        if not analysis.decided:
            size = analysis.next_n
            advice = "" if size is None else f"; the next size worth measuring is {size_text(size)}"
            lines.append(f"{label} is undecided: {analysis.why}{advice}")
        beside = exponent_clause(analysis)
        if beside:
            lines.append(f"{label}: {beside}")
        for jump in analysis.jumps:
            level = f", where {jump.level} ends" if jump.level else ""
            span = f"{size_text(jump.n_before)} and {size_text(jump.n_after)}"
            lines.append(f"{label} jumps by a factor of {jump.factor:.2f} between {span}{level}")
    return lines


def unmatched_lines(fit: Account, verbose: bool) -> list[str]:
    """Say which claims no series was judged by: one line, or one for each."""
    if verbose or len(fit.unmatched) < 2:
        return list(fit.unmatched)
    return [f"{len(fit.unmatched):,} claims were not judged, because no series matches them; -v lists them"]


def left_out_lines(fit: Account, verbose: bool) -> list[str]:
    """
    Say what was left out and why: a line for each reason, and in full a line for each thing.

    Parameters
    ----------
    fit : Account
        Such as the `Fit` from `wythoff.harness.fit.fitting.fit_results`.
    verbose : bool
        Whether to list each thing.
    """
    total = sum(lost.count for lost in fit.left_out)
    lines = [f"left out: {total:,} of {_count(fit.read, 'value')}" + (", because" if total else "")]
    reasons: dict[str, list[tuple[str, int]]] = {}
    for lost in fit.left_out:
        reasons.setdefault(lost.reason, []).append((lost.what, lost.count))
    width = max((len(_total(found)) for found in reasons.values()), default=0)
    for reason, found in sorted(reasons.items(), key=lambda item: -sum(count for _, count in item[1])):
        lines.append(f"  {_total(found):>{width}}  {reason}")
        if verbose:
            lines += [f"        {what}" + (f" ({count:,})" if count > 1 else "") for what, count in found]
    if fit.problems:
        shown = fit.problems if verbose else fit.problems[:_PROBLEMS_SHOWN]
        lines.append(f"{_count(len(fit.problems), 'problem')} with the files:")
        lines += [f"  {problem}" for problem in shown]
        if len(shown) < len(fit.problems):
            lines.append(f"  and {len(fit.problems) - len(shown):,} more; -v lists all")
    return lines


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _total(found: Sequence[tuple[str, int]]) -> str:
    """Write how many values a reason took; nothing where it took single samples only."""
    total = sum(count for _, count in found)
    return f"{total:,}" if total else ""
