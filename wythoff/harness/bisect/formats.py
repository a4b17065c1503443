"""The answer of a bisection as text and as JSON."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from wythoff.errors import shorten
from wythoff.harness.bisect import words
from wythoff.harness.bisect.answer import Answer, shown
from wythoff.harness.bisect.line import Described, describe
from wythoff.harness.bisect.posterior import alike
from wythoff.harness.compare.change import Change, Factor
from wythoff.harness.compare.formats import change_record
from wythoff.harness.compare.words import factor_text
from wythoff.harness.fit.table import say
from wythoff.harness.units import share_text

_LEAST = 1e-3  # of a probability that is written down


def print_answer(answer: Answer, console: Console) -> None:
    """Print which commit it is or among which, what changed there, and what it rests on."""
    lines = _found_lines(answer) if answer.found is not None else _narrowed_lines(answer)
    say(console, lines[0], "bold")
    for line in (*lines[1:], *_account_lines(answer)):
        say(console, line)


def _found_lines(answer: Answer) -> list[str]:
    place = answer.found or 0
    commit = describe(answer.line.commits[place], answer.line.folder)
    lines = [
        f"first changed commit: {commit.hash} (probability {share_text(float(answer.known.probability[place]))})",
        *_commit_lines(commit),
    ]
    here = answer.here()
    if here is not None:
        lines.append(f"{here[0].series.label}, beside the commit before: {here[1].text}")
        lines += _part_of_whole(here[1], answer.whole)
    if len(commit.parents) > 1:
        lines.append(_merge_line(commit))
    return lines + _others_lines(answer)


def _commit_lines(commit: Described) -> list[str]:
    return [f"    {shorten(commit.subject, 100)}", f"    {shorten(commit.author)}, {commit.date}"]


def _part_of_whole(here: Change, whole: Change) -> list[str]:
    """Say how much of the change came elsewhere, where that is surely some."""
    if here.ratio is None or whole.ratio is None or here.kind == "overhead":
        return []
    if _apart(here.ratio, whole.ratio):
        return [
            f"from GOOD to BAD it is {factor_text(whole.ratio)} times at large sizes: other commits changed it as well"
        ]
    return []


def _apart(one: Factor, other: Factor) -> bool:
    return one.high < other.low or other.high < one.low


def _merge_line(commit: Described) -> str:
    first, second = commit.parents[0][:8], commit.parents[1][:8]
    return (
        f"it is a merge: to look among what it merged, bisect from where the branches part "
        f"(git merge-base {first} {second}) to {second}"
    )


def _others_lines(answer: Answer) -> list[str]:
    """Say which of the other changed series changed at the same commit."""
    if answer.neighbours is None or not answer.others:
        return []
    lines = []
    same, elsewhere, unknown = [], [], []
    for matched, whole in answer.others:
        label = matched.series.label
        entry = answer.neighbours.of(matched.series)
        if entry is None or entry[1].kind == "unknown":
            unknown.append(label)
        elif entry[1].kind == "none" or entry[1].worse != whole.worse:
            elsewhere.append(label)
        else:
            same.append(f"{label} ({entry[1].text})")
    for what, labels in (
        ("changed at the same commit", same),
        ("changed between GOOD and BAD, and not at this commit", elsewhere),
        ("changed between GOOD and BAD; whether at this commit can't be told", unknown),
    ):
        lines += [f"{what}: {shown(labels)}"] if labels else []
    return lines


def _narrowed_lines(answer: Answer) -> list[str]:
    places = answer.candidates
    commits = answer.line.commits
    before, last = commits[places[0] - 1], commits[places[-1]]
    lines = [
        f"between {before[:8]} and {last[:8]}: the first changed commit is one of {len(places):,} with probability 0.95"
    ]
    for place in sorted(places, key=lambda place: -answer.known.probability[place])[:10]:
        known = describe(commits[place], answer.line.folder)
        share = share_text(float(answer.known.probability[place]))
        why = ", which was skipped" if place in answer.reasons else ""
        lines.append(f"    {share:>5}  {known.hash[:8]}  {shorten(known.subject, 60)}{why}")
    if len(places) > 10:
        lines.append(f"    and {len(places) - 10:,} more")
    search = answer.search
    if search.measured >= search.most:
        lines.append("all that were allowed are measured: the same command measures more, also with --max-commits N")
    return lines


def _account_lines(answer: Answer) -> list[str]:
    search = answer.search
    had = f"; {len(answer.reused):,} had results before" if answer.reused else ""
    lines = [
        f"measured, GOOD and BAD aside: {search.measured:,} of {answer.line.steps:,} commits, at most {search.most:,} "
        f"were allowed{had}"
    ]
    if answer.reasons:
        skipped = [f"{answer.line.commits[place][:8]} ({why})" for place, why in sorted(answer.reasons.items())]
        lines.append(f"skipped: {shown(skipped)}")
    neither = [place for place, position in sorted(search.positions.items()) if words.fits_neither(position)]
    if neither:
        names = [answer.line.commits[place][:8] for place in neither]
        lines.append(f"neither what GOOD nor what BAD costs: {shown(names)}; more than one commit changed it")
    return lines


def record(answer: Answer) -> dict[str, Any]:
    """Return all of an answer as what JSON can hold."""
    line, search = answer.line, answer.search
    here = answer.here()
    return {
        "good": {"name": line.names[0], "commit": line.commits[0]},
        "bad": {"name": line.names[1], "commit": line.commits[-1]},
        "commits": line.steps,
        "benchmark": answer.series.benchmark,
        "fixed": dict(answer.series.fixed),
        "axis": answer.series.axis,
        "environment": answer.series.environment,
        "good_to_bad": change_record(answer.whole),
        "found": None if answer.found is None else _described(answer, answer.found),
        "at_commit": None if here is None else change_record(here[1]),
        "others": [
            {
                "benchmark": matched.series.benchmark,
                "fixed": dict(matched.series.fixed),
                "good_to_bad": change_record(whole),
                "at_commit": change_record(entry[1])
                if answer.neighbours and (entry := answer.neighbours.of(matched.series))
                else None,
            }
            for matched, whole in answer.others
        ],
        "candidates": [_described(answer, place) for place in answer.candidates],
        "posterior": [
            {"commit": line.commits[place], "probability": float(probability)}
            for place, probability in enumerate(answer.known.probability)
            if probability > _LEAST
        ],
        "measured": search.measured,
        "at_most": search.most,
        "measured_commits": [
            {
                "commit": line.commits[place],
                "position": position.value,
                "error": position.error,
                "like_bad": alike(position),
                "had_results": place in answer.reused,
            }
            for place, position in sorted(search.positions.items())
        ],
        "skipped": [{"commit": line.commits[place], "reason": why} for place, why in sorted(answer.reasons.items())],
    }


def _described(answer: Answer, place: int) -> dict[str, Any]:
    known = describe(answer.line.commits[place], answer.line.folder)
    return {
        "commit": known.hash,
        "subject": known.subject,
        "author": known.author,
        "date": known.date,
        "parents": known.parents,
        "probability": float(answer.known.probability[place]),
    }
