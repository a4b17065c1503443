"""
Which series share a picture, and their order.

Contradicted claims, then what got worse over the commits, the weightiest change first, then comparisons, decided laws,
the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from wythoff.harness.claims import CONTRADICTED
from wythoff.harness.compare.change import WEIGHT, Kind
from wythoff.harness.fit.fitting import Fitted
from wythoff.harness.fit.line import LINEAR_SIZES
from wythoff.harness.growth.laws import TERMS
from wythoff.harness.report.comparison import Comparison
from wythoff.harness.report.machines import machine_key

# By the position of a series what changed over its commits, the newest last: the kind of change, whether for the worse,
# and the commit.
Changes: TypeAlias = Mapping[int, Sequence[tuple[Kind, bool, str]]]

_KINDS = ("contradicted", "comparison", "decided", "open")


@dataclass(frozen=True)
class Group:
    """
    What one picture shows.

    Attributes
    ----------
    kind : str
        ``"contradicted"``, ``"comparison"``, ``"decided"`` or ``"open"``.
    members : tuple of int
        Positions of the series among the fitted ones.
    varying : tuple of str
        The parameters that tell them apart.
    compared : tuple of Comparison
        Comparisons of series that are all among them.
    divisor : str or None
        The law that the values are divided by.
    """

    kind: str
    members: tuple[int, ...]
    varying: tuple[str, ...] = ()
    compared: tuple[Comparison, ...] = field(default=(), compare=False)
    divisor: str | None = None


def groups(fitted: Sequence[Fitted], compared: Sequence[Comparison], changes: Changes | None = None) -> list[Group]:
    """
    Put series into pictures.

    Parameters
    ----------
    fitted : sequence of Fitted
        Drawn by `wythoff.harness.report.detail.draw`.
    compared : sequence of Comparison
        Of these series.
    changes : mapping, optional
        What changed over the commits.

    Returns
    -------
    list of Group
        One for each contradicted claim, then one for each benchmark, size parameter, unit, machine, environment and
        commit. Series without a usable size have no picture, and a series whose claim is contradicted has no second one
        unless others stand beside it. First come the contradicted claims, then pictures of a series that got worse by
        its last change, classes before constants, then comparisons, those with the most decided laws first, then other
        decided series, then the rest.
    """
    together: dict[Any, list[int]] = {}
    for position, entry in enumerate(fitted):
        if entry.analysis.n:
            together.setdefault(_place(entry), []).append(position)
    contradicted = [
        position for members in together.values() for position in members if _is_contradicted(fitted[position])
    ]
    found = [Group("contradicted", (position,)) for position in contradicted]
    for members in together.values():
        if len(members) > 1:
            found.append(_comparison(fitted, members, compared))
        elif members[0] not in contradicted:
            decided = fitted[members[0]].analysis.decided
            found.append(Group("decided" if decided else "open", tuple(members)))

    def order(group: Group) -> tuple[bool, int, int, int]:
        worst = max(how_much_worse(changes or {}, position) for position in group.members)
        return group.kind != "contradicted", -worst, _KINDS.index(group.kind), -_decided(fitted, group)

    return sorted(found, key=order)


def got_worse(changes: Changes, position: int) -> bool:
    """Tell whether the last change of a series was for the worse."""
    return bool(changes.get(position)) and changes[position][-1][1]


def how_much_worse(changes: Changes, position: int) -> int:
    """Return how weighty the last change of a series is, if it was for the worse; else 0."""
    return WEIGHT[changes[position][-1][0]] if got_worse(changes, position) else 0


def _decided(fitted: Sequence[Fitted], group: Group) -> int:
    return sum(fitted[position].analysis.decided for position in group.members)


def hero(fitted: Sequence[Fitted], found: Sequence[Group]) -> Group | None:
    """
    Choose the comparison that stands wide on top: of time if there is any, and with the most sizes of decided series.

    Returns
    -------
    Group or None
        Divided by the commonest law of its series; None where nothing is compared.
    """
    compared = [group for group in found if group.kind == "comparison"]
    if not compared:
        return None

    def weight(group: Group) -> tuple[bool, int, int]:
        entries = [fitted[position] for position in group.members]
        decided = sum(len(entry.analysis.n) for entry in entries if entry.analysis.decided)
        return any(entry.kind == "time" for entry in entries), decided, sum(len(entry.analysis.n) for entry in entries)

    best = max(compared, key=weight)
    return replace(best, divisor=commonest_law(fitted, best.members))


def commonest_law(fitted: Sequence[Fitted], members: Sequence[int]) -> str | None:
    """Return the law that most series grow by, if values can be divided by it: one with an exponent above 0."""
    analyses = [fitted[position].analysis for position in members]
    laws = Counter(one.law for one in analyses if one.decided) or Counter(one.law for one in analyses)
    law = laws.most_common(1)[0][0]
    return law if law in TERMS and law != "1" else None


def has_linear_sizes(fitted: Sequence[Fitted], members: Sequence[int]) -> bool:
    """Tell whether most series of a picture are drawn over the size itself."""
    linear = sum(fitted[position].analysis.law in LINEAR_SIZES for position in members)
    return 2 * linear > len(members)


def _is_contradicted(entry: Fitted) -> bool:
    return entry.verdict is not None and entry.verdict.outcome == CONTRADICTED


def _place(entry: Fitted) -> tuple[Any, ...]:
    series = entry.series
    return series.benchmark, series.axis, entry.unit, machine_key(entry), series.environment, series.commit


def _comparison(fitted: Sequence[Fitted], members: Sequence[int], compared: Sequence[Comparison]) -> Group:
    values: dict[str, set[str | None]] = {}
    for position in members:
        for name, _ in fitted[position].series.fixed:
            values.setdefault(name, set())
    for name, found in values.items():
        found.update(dict(fitted[position].series.fixed).get(name) for position in members)
    inside = set(members)
    return Group(
        "comparison",
        tuple(members),
        tuple(name for name, found in values.items() if len(found) > 1),
        tuple(one for one in compared if inside.issuperset(one.series)),
    )
