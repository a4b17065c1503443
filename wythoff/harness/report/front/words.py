"""What the first view says: the headline, the law and verdict of a series, and who is cheapest and from where on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wythoff.errors import shorten
from wythoff.harness.claims import AGREES, CONTRADICTED, OPEN, Verdict
from wythoff.harness.config import unquoted
from wythoff.harness.fit.fitting import Fit, Fitted
from wythoff.harness.growth.texts import law_text
from wythoff.harness.report.comparison import MEASURED, Crossover
from wythoff.harness.report.front.groups import Changes, Group, got_worse, how_much_worse
from wythoff.harness.units import human_value, size_text

_RAISED = str.maketrans("-.0123456789k", "⁻·⁰¹²³⁴⁵⁶⁷⁸⁹ᵏ")
_WORDS = {"1": "constant", "none": "no law", "sqrt n": "√n"}
_MOST_LAWS = 2
_MOST_CROSSINGS = 2
# What to do where nothing can be fitted, by what the reason says.
_ADVICE = {
    "no parameters": "A benchmark needs a parameter that is its size, with two numbers or more, better six.",
    "no parameter is a size": "Name the size with --axis, or as the axis of a claim in asv.conf.json.",
    "asked for": "Loosen the filters of the command.",
    "": "The view \u201cLeft out\u201d lists all reasons.",
}
# "Undecided" is said of laws; a claim that nothing speaks for or against is open.
UNDECIDED = "undecided"
_MANNERS = {
    "exponential": "grows exponentially",
    "falling": "falls",
    "constant": "is constant",
    "no law": "follows no law",
}
_PLURAL = {AGREES: "agree", CONTRADICTED: "are contradicted", OPEN: "are open"}
_SINGULAR = {AGREES: "agrees", CONTRADICTED: "is contradicted", OPEN: "is open"}


def raised(text: object) -> str:
    """Write digits as an exponent."""
    return str(text).translate(_RAISED)


def law_words(law: str) -> str:
    """
    Write a law for people.

    Examples
    --------
    >>> law_words("n^2 log n"), law_words("at most n^1.5"), law_words("1"), law_words("sqrt n")
    ('n² log n', 'at most n¹·⁵', 'constant', '√n')
    """
    words = re.sub(r"n\^(\d+(?:\.\d+)?|k)", lambda found: f"n{raised(found[1])}", law.replace("sqrt n", "√n"))
    start, most, rest = words.rpartition("at most ")
    return start + most + _WORDS.get(rest, rest)


def headline(fit: Fit, changes: Changes | None = None) -> str:
    """
    Say in one to three sentences how many laws are decided, what became of the claims, and what the commits changed.

    Examples
    --------
    >>> headline(Fit())
    'No series: nothing here was measured at two sizes or more.'
    """
    if not fit.fitted:
        return "No series: nothing here was measured at two sizes or more."
    decided, total = sum(entry.analysis.decided for entry in fit.fitted), len(fit.fitted)
    series = "series has" if total == 1 else "series have"
    first = f"{decided:,} of {total:,} {series} a decided law."
    outcomes = [entry.verdict.outcome for entry in fit.fitted if entry.verdict]
    counts = {outcome: outcomes.count(outcome) for outcome in _PLURAL if outcome in outcomes}
    said = [f"{count:,} {(_SINGULAR if count == 1 else _PLURAL)[outcome]}" for outcome, count in counts.items()]
    if said:
        listed = said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"
        first += f" Of {len(outcomes):,} {'claim' if len(outcomes) == 1 else 'claims'} {listed}."
    return first + _over_the_commits(changes or {})


def _over_the_commits(changes: Changes) -> str:
    """Count the series whose last change was for the worse, and those where it was for the better."""
    changed = [position for position in changes if changes[position]]
    worse = sum(got_worse(changes, position) for position in changed)
    counts = [(worse, "worse"), (len(changed) - worse, "better")]
    said = [f"{count:,} got {how}" for count, how in counts if count]
    return f" Over the commits {' and '.join(said)}." if said else ""


def changed(fitted: Sequence[Fitted], group: Group, changes: Changes) -> tuple[bool, str, str] | None:
    """
    Say what changed over the commits of a picture's series: of the one that got worst, if any did.

    Returns
    -------
    (bool, str, str) or None
        Whether for the worse; the change; and where, of which series, and how many there are besides. None where
        nothing changed.
    """
    among = [position for position in group.members if changes.get(position)]
    if not among:
        return None
    chosen = max(among, key=lambda position: how_much_worse(changes, position))
    kind, worse, commit = changes[chosen][-1]
    name = variant(fitted[chosen], group.varying)
    more = len(changes[chosen]) - 1, len(among) - 1
    besides = [f"{more[0]:,} before"] * bool(more[0]) + [f"{more[1]:,} more series changed"] * bool(more[1])
    rest = f" at {commit}{f': {name}' if name else ''}{''.join(f', {one}' for one in besides)}"
    return worse, f"▲ worse {kind}" if worse else f"▼ better {kind}", rest


def why_empty(fit: Fit) -> str:
    """Say why there is no series, and what to do about it."""
    counts: dict[str, int] = {}
    for lost in fit.left_out:
        counts[lost.reason] = counts.get(lost.reason, 0) + lost.count
    if not fit.read or not counts:
        return "The files hold no values: name others, or measure something first."
    reason = max(counts, key=lambda one: counts[one])
    advice = next((said for key, said in _ADVICE.items() if key in reason), _ADVICE[""])
    return f"Left out: {counts[reason]:,} of {fit.read:,} values, for this reason: {reason}. {advice}"


def law_of(entry: Fitted) -> str:
    """Write what a series grows by: a law, two that are possible, or that it is undecided."""
    analysis = entry.analysis
    if analysis.decided:
        return law_words(law_text(analysis))
    candidates = [analysis.law, *(law for law in analysis.candidates if law != analysis.law)]
    if len(analysis.n) > 1 and len(candidates) <= _MOST_LAWS:
        return f"{' or '.join(map(law_words, candidates))}?"
    return UNDECIDED


def grows(entry: Fitted, verdict: Verdict) -> str:
    """Say what a series grows as, and what was claimed by whom; "otherwise" where only the claim is ruled out."""
    source = f" ({verdict.claim.source})" if verdict.claim.source else ""
    law = law_of(entry).removesuffix("?")
    said = "grows otherwise" if law == UNDECIDED else manner(law)
    return f"{said}, claimed {law_words(verdict.claimed)}{source}"


def manner(law: str) -> str:
    """
    Say how costs grow by a law, in the words of `law_of`.

    Examples
    --------
    >>> manner("n log n"), manner("exponential"), manner("falling"), manner("constant")
    ('grows as n log n', 'grows exponentially', 'falls', 'is constant')
    """
    return _MANNERS.get(law, f"grows as {law}")


def variant(entry: Fitted, varying: Sequence[str]) -> str:
    """Name a series among those of its picture by the parameters that tell them apart."""
    fixed = dict(entry.series.fixed)
    return ", ".join(unquoted(fixed[name]) for name in varying if name in fixed)


def by_what(group: Group) -> str:
    """Say by which parameters the series of a picture differ, as what follows the benchmark's name."""
    return f", by {', '.join(group.varying)}" if group.varying else ""


def label(entry: Fitted, varying: Sequence[str]) -> tuple[str, str]:
    """Return what stands at the end of a line: the law, and what follows: the verdict on a claim, and the variant."""
    verdict = f", {entry.verdict.outcome}" if entry.verdict else ""
    name = variant(entry, varying)
    return law_of(entry), f"{verdict}: {name}" if name else verdict


def cheapest(fitted: Sequence[Fitted], group: Group) -> str | None:
    """Say which series is the cheapest at the largest size that several have; None where nothing can be said."""
    common: dict[float, list[Fitted]] = {}
    for position in group.members:
        for n in fitted[position].analysis.n:
            common.setdefault(n, []).append(fitted[position])
    shared = [n for n, entries in common.items() if len(entries) > 1]
    if not shared or not any(fitted[position].unit in ("seconds", "bytes") for position in group.members):
        return None
    largest = max(shared)
    values = {_value(entry, largest): entry for entry in common[largest]}
    best = min(values)
    winner = values[best]
    word = "least memory" if winner.unit == "bytes" else "cheapest"
    return f"{word} at {size_text(largest)}: {variant(winner, group.varying)} ({human_value(best, winner.unit)})"


def _value(entry: Fitted, n: float) -> float:
    return float(entry.drawn.best[entry.analysis.n.index(n)])


def crossings(fitted: Sequence[Fitted], group: Group) -> list[str]:
    """Say where one series overtakes another: those first that the largest sizes are cheapest by."""
    found = {(one.below, one.above): one for comparison in group.compared for one in comparison.crossovers or ()}
    ends = {position: fitted[position].largest for position in group.members}
    ordered = sorted(found.values(), key=lambda one: (one.kind != MEASURED, ends.get(one.above, 0.0), one.n))
    said = [_crossing(fitted, group, one) for one in ordered[:_MOST_CROSSINGS]]
    more = len(ordered) - len(said)
    return [*said, f"{more:,} more {'crossover' if more == 1 else 'crossovers'}"] if more > 0 else said


def _crossing(fitted: Sequence[Fitted], group: Group, one: Crossover) -> str:
    above, below = (variant(fitted[position], group.varying) for position in (one.above, one.below))
    expected = "" if one.kind == MEASURED else " (predicted)"
    return f"from {size_text(float(f'{one.n:.2g}'))} on {shorten(above, 40)} beats {shorten(below, 40)}{expected}"
