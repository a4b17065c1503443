"""What results say about points beside their parameters, as parameters where somebody asks for it as the size."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from wythoff.harness.rows import Row

Params = tuple[tuple[str, str], ...]


def with_extras(rows: Sequence[Row], wanted: Collection[str]) -> list[Row]:
    """
    Make parameters of the extras that are wanted.

    Parameters
    ----------
    rows : sequence of Row
        All rows of the results.
    wanted : collection of str
        Names of parameters that somebody takes for the size.

    Returns
    -------
    list of Row
        In the same order. A row that has one of the names among its extras, and not among its parameters, has it as its
        last parameter; a parameter that follows from it, such as the case that a test is given, is left out.
    """
    chosen = [_wanted(row, wanted) for row in rows]
    by_benchmark: dict[tuple[str, str], list[tuple[Params, str]]] = {}
    for row, extra in zip(rows, chosen, strict=True):
        if extra is not None:
            by_benchmark.setdefault((row.benchmark, extra[0]), []).append((row.params, extra[1]))
    following = {key: _following(points) for key, points in by_benchmark.items()}
    return [
        row if extra is None else _joined(row, extra, following[row.benchmark, extra[0]])
        for row, extra in zip(rows, chosen, strict=True)
    ]


def _wanted(row: Row, wanted: Collection[str]) -> tuple[str, str] | None:
    names = {name for name, _ in row.params}
    return next((extra for extra in row.extras if extra[0] in wanted and extra[0] not in names), None)


def _joined(row: Row, extra: tuple[str, str], following: Collection[str]) -> Row:
    return replace(row, params=(*(pair for pair in row.params if pair[0] not in following), extra))


def _following(points: Sequence[tuple[Params, str]]) -> set[str]:
    """Name the parameters that vary, and have one value only at each value of the extra."""
    values: dict[str, dict[str, set[str]]] = {}
    for params, size in points:
        for name, text in params:
            values.setdefault(name, {}).setdefault(size, set()).add(text)
    return {
        name
        for name, at in values.items()
        if all(len(texts) == 1 for texts in at.values()) and len(set().union(*at.values())) > 1
    }
