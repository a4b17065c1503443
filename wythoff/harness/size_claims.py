"""
Sizes inside texts, such as ``'wheel_graph(1000)'`` or ``(400, 400)``, where a claim says which number it is.

A claim's ``"size"`` is a regular expression, searched in the text of its axis. What its group finds is the size;
several groups are multiplied. What the text says beside is a parameter of its own, so that wheels and stars stay apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from wythoff.harness.config import Claim, unquoted
from wythoff.harness.parameters import number
from wythoff.harness.patterns import search
from wythoff.harness.rows import Row

Params = tuple[tuple[str, str], ...]
_R = TypeVar("_R", bound=Row)
_FORM = "form"


def with_sizes(rows: Iterable[_R], claims: Sequence[Claim]) -> list[_R]:
    """
    Put the sizes that claims find in texts in place of these.

    Parameters
    ----------
    rows : iterable of Row
        All rows of the results.
    claims : sequence of Claim
        From the configuration.

    Returns
    -------
    list of Row
        In the same order; rows that no such claim fits are as they were.
    """
    wanted = [claim for claim in claims if claim.size is not None]
    if not wanted:
        return list(rows)
    found: dict[tuple[str, Params], Params] = {}
    result = []
    for row in rows:
        point = (row.benchmark, row.params)
        if point not in found:
            found[point] = sized(row.benchmark, row.params, wanted)
        params = found[point]
        result.append(row if params is row.params else replace(row, params=params))
    return result


def sized(benchmark: str, params: Params, claims: Iterable[Claim]) -> Params:
    r"""
    Return a point's parameters with the size that the first fitting claim finds in the text of its axis.

    Examples
    --------
    >>> import re
    >>> claim = Claim(re.compile("wheel"), axis="graph", size=re.compile(r"wheel_graph\((\d+)\)"))
    >>> sized("m.time_wheel", (("graph", "'wheel_graph(1000)'"),), [claim])
    (('graph', '1000'), ('form', 'wheel_graph(n)'))
    """
    texts = dict(params)
    for claim in claims:
        if claim.size is None or claim.axis not in texts or not claim.fits(benchmark, texts):
            continue
        text = unquoted(texts[claim.axis])
        match = search(claim.size, text)
        if match is None:
            continue
        groups = range(1, claim.size.groups + 1) if claim.size.groups else range(1)
        sizes = [number(match[group]) for group in groups if match[group] is not None]
        if not sizes or None in sizes:
            continue
        size = math.prod(value for value in sizes if value is not None)
        form = text
        for start, end in sorted((match.span(group) for group in groups if match[group] is not None), reverse=True):
            form = f"{form[:start]}n{form[end:]}"
        told = tuple((name, f"{size}" if name == claim.axis else value) for name, value in params)
        says_more = any(letter.isalpha() for letter in form.replace("n", "", len(sizes)))
        return (*told, (_free(texts), form)) if says_more else told
    return params


def _free(names: Iterable[str]) -> str:
    """Return a name for the form that no parameter has."""
    taken, name = set(names), _FORM
    while name in taken:
        name += "_"
    return name
