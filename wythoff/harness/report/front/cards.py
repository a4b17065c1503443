"""The first view as HTML: a headline, the largest comparison wide on top, and a card for each picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wythoff.errors import printable
from wythoff.harness.config import unquoted
from wythoff.harness.fit import cells as cell
from wythoff.harness.fit.fitting import Fit, Fitted
from wythoff.harness.report.comparison import Comparison
from wythoff.harness.report.embed import in_html
from wythoff.harness.report.front import words
from wythoff.harness.report.front.groups import Changes, Group, groups, hero
from wythoff.harness.report.front.picture import picture
from wythoff.harness.units import human_value

_WIDTH, _HEIGHT = 404, 196
_HERO = (828, 440)
# So many pictures, some windows full, stand in the page from the start; others wait as what only a browser without
# scripts reads at once.
_READY = 24


def first_view(fit: Fit, compared: Sequence[Comparison], changes: Changes | None = None) -> str:
    """
    Write the first view of a fit.

    Parameters
    ----------
    fit : Fit
        Of series drawn by `wythoff.harness.report.detail.draw`.
    compared : sequence of Comparison
        Of its series.
    changes : mapping, optional
        What changed over the commits.

    Returns
    -------
    str
        A ``section``. Each card names its series by their positions, so that the page can filter and link them; nothing
        in it needs a script. Where scripts run, pictures far below wait in ``noscript`` elements, which are text then,
        until they are scrolled to.
    """
    changes = changes or {}
    found = groups(fit.fitted, compared, changes)
    largest = hero(fit.fitted, found)
    others = [group for group in found if largest is None or group != replace(largest, divisor=None)]
    several = len({(entry.series.machine, entry.series.environment) for entry in fit.fitted}) > 1
    cards = [] if largest is None else [_card(fit.fitted, largest, changes, several, wide=True)]
    cards += [_card(fit.fitted, group, changes, several, waits=place >= _READY) for place, group in enumerate(others)]
    why = "" if fit.fitted else f"<p>{in_html(words.why_empty(fit))}</p>"
    return (
        '<section class="view" id="overview" aria-labelledby="view-title">'
        f'<h2 id="view-title" class="headline" tabindex="-1">{in_html(words.headline(fit, changes))}</h2>'
        + (f'<ul class="pictures">\n{chr(10).join(cards)}\n</ul>' if cards else why)
        + "</section>"
    )


def _card(
    fitted: Sequence[Fitted], group: Group, changes: Changes, several: bool, wide: bool = False, waits: bool = False
) -> str:
    first = fitted[group.members[0]]
    kinds = f"card {group.kind}" + (" wide" if wide else "")
    drawn = picture(fitted, replace(group, divisor=None), _WIDTH, _HEIGHT)
    if wide:
        drawn = f'<div class="large">{picture(fitted, group, *_HERO)}</div><div class="small">{drawn}</div>'
    if waits:
        drawn = f"<noscript>{drawn}</noscript>"
    members = " ".join(map(str, group.members))
    lines = "".join(f"<p>{line}</p>" for line in _under(fitted, group)) + _changed(fitted, group, changes)
    where = f'<p class="where">{in_html(cell.where_text(first))}</p>' if several else ""
    return (
        f'<li class="{kinds}" data-series="{members}"><h3>{_name(first.series.benchmark)}</h3>'
        f'<p class="about">{_about(fitted, group)}</p>{drawn}{lines}{where}</li>'
    )


def _changed(fitted: Sequence[Fitted], group: Group, changes: Changes) -> str:
    said = words.changed(fitted, group, changes)
    if said is None:
        return ""
    worse, mark, rest = said
    return f'<p><span class="change {"worse" if worse else "better"}">{in_html(mark)}</span>{in_html(rest)}</p>'


def _name(text: str) -> str:
    """Write a foreign name that may be broken after its dots and underscores."""
    return in_html(text).replace(".", ".<wbr>").replace("_", "_<wbr>")


def _about(fitted: Sequence[Fitted], group: Group) -> str:
    first = fitted[group.members[0]]
    if group.kind == "contradicted" and first.verdict:
        named = ", ".join(f"{name}={unquoted(text)}" for name, text in first.series.fixed)
        return f"<strong>{in_html(words.grows(first, first.verdict))}</strong>{in_html(f'; {named}' if named else '')}"
    fixed = [f"{name}={unquoted(text)}" for name, text in first.series.fixed if name not in group.varying]
    said = [f"by {', '.join(map(printable, group.varying))}"] if group.varying else []
    return in_html("; ".join([*said, *fixed, *([_answer(first)] if len(group.members) == 1 else [])]))


def _answer(entry: Fitted) -> str:
    verdict = f", {entry.verdict.outcome} with the claim" if entry.verdict else ""
    law = words.law_of(entry)
    if entry.analysis.decided:
        return f"{words.manner(law)}{verdict}"
    return law if law == words.UNDECIDED else f"undecided: {law}"


def _under(fitted: Sequence[Fitted], group: Group) -> list[str]:
    first = fitted[group.members[0]]
    if group.kind != "comparison":
        return [in_html(f"{human_value(first.largest, first.unit)} at the largest of {cell.sizes_of(first)}")]
    lines = [words.cheapest(fitted, group), "; ".join(words.crossings(fitted, group))]
    return [in_html(line) for line in lines if line]
