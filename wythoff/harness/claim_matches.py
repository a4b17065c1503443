"""Claims that can't be judged whatever is measured, because nothing in the results is what they speak about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wythoff.errors import shorten
from wythoff.harness.config import Claim, have
from wythoff.harness.patterns import matches
from wythoff.harness.rows import Row

_Params = tuple[tuple[str, str], ...]


def mismatches(claims: Sequence[Claim], rows: Iterable[Row]) -> dict[int, str]:
    """
    Say of each claim with a law that matches nothing why it doesn't.

    Parameters
    ----------
    claims : sequence of Claim
        From the configuration.
    rows : iterable of Row
        All rows of the results, measured or not.

    Returns
    -------
    dict of int to str
        By the claim's position, in words that complete "claim 1 was not judged: ...".
    """
    distinct: dict[str, dict[_Params, None]] = {}
    for row in rows:
        distinct.setdefault(row.benchmark, {})[(*row.params, *row.extras)] = None
    points = {name: [dict(point) for point in found] for name, found in distinct.items()}
    names = {name: {key for point in found for key in point} for name, found in points.items()}
    found = {}
    for claim in claims:
        why = None if claim.law is None else _mismatch(claim, points, names)
        if why is not None:
            found[claim.position] = why
    return found


def _mismatch(claim: Claim, points: dict[str, list[dict[str, str]]], names: dict[str, set[str]]) -> str | None:
    matching = [name for name in points if matches(claim.benchmark, name)]
    if not matching:
        return f"no benchmark in the results matches it; there are {shorten(', '.join(points), 200)}"
    # Most claims fit the first point that they are held against.
    if any(have(point, claim.where) and claim.axis in (None, *point) for name in matching for point in points[name]):
        return None
    there = set[str]().union(*(names[name] for name in matching))
    keys = [name for name, _ in claim.where] + ([] if claim.axis is None else [claim.axis])
    for key in keys:
        if key not in there:
            others = f"there are {shorten(', '.join(sorted(there)), 200)}" if there else "they have none"
            return f"no benchmark that it matches has the parameter {shorten(repr(key))}; {others}"
    said = ", ".join(f"{name}={text}" for name, text in claim.where)
    return f"no benchmark that it matches has {shorten(said, 100)}"
