"""The folder that a reproduction is written to: the page, tables as CSV, figures as SVG, all outcomes as JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from wythoff._files.writing import whole_file
from wythoff.errors import InputError, shorten
from wythoff.reproduce.page import page
from wythoff.reproduce.run import Reproduction
from wythoff.reproduce.timings import Column, Growth

PAGE = "index.html"


def write(found: Reproduction, folder: Path) -> list[Path]:
    """
    Write a reproduction, each file whole or not at all; other files in the folder are left alone.

    Parameters
    ----------
    found : Reproduction
        What to write.
    folder : Path
        Made if it isn't there.

    Returns
    -------
    list of Path
        The files, the page first.

    Raises
    ------
    InputError
        If a file can't be written.
    """
    written = []
    for name, content in _files(found):
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            where = shorten(str(path.parent), 200)
            raise InputError(f"the folder {where} can't be made: {error.strerror or error}") from None
        with whole_file(path, inside=folder) as stream:
            stream.write(content.encode())
        written.append(path)
    return written


def _files(found: Reproduction) -> Iterator[tuple[str, str]]:
    yield PAGE, page(found)
    yield "outcomes.json", to_json(found)
    yield "tables/final-table-5.csv", _large(found)
    for number, head in ((1, ("n", "A", "B")), (2, ("n", "A", "B")), (3, ("n", "R_q", "R_p"))):
        names = [*(f"printed {name}" for name in head), *(f"exact {name}" for name in head), "right"]
        lines = ((*row.printed, *row.exact, row.right) for row in found.small[number])
        yield f"tables/final-table-{number}.csv", _csv(names, lines)
    for name, document in (("draft-table-2", "draft thesis"), ("final-table-4", "final thesis")):
        yield f"tables/{name}.csv", _times(found.timings.of(document))
    sizes = sorted({a for times in found.timings.over_a.values() for a in times})
    if sizes:
        names = list(found.timings.over_a)
        lines = ((a, *(found.timings.over_a[name].get(a, "") for name in names)) for a in sizes)
        yield "tables/over-a.csv", _csv(["a", *(f"{name} ms" for name in names)], lines)
    yield (
        "tables/outcomes.csv",
        _csv(
            ["key", "place", "claim", "printed", "found", "holds", "known wrong", "right"],
            (
                (one.key, one.place, one.claim, one.printed, one.found, one.holds, one.known_wrong, one.right)
                for one in found.outcomes
            ),
        ),
    )
    yield (
        "tables/errata.csv",
        _csv(
            ["number", "title", "case", "literal", "right", "confirmed"],
            (
                (result.erratum.number, result.erratum.title, case.input, case.literal, case.right, case.confirmed)
                for result in found.errata
                for case in result.cases
            ),
        ),
    )
    for figure in (*found.plots, *found.boards):
        for ending, svg in figure.pictures:
            yield f"figures/{figure.key}{'' if ending == 'board' else f'-{ending}'}.svg", svg


def _csv(head: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([str(cell).lower() if isinstance(cell, bool) else cell for cell in line] for line in lines)
    return stream.getvalue()


def _large(found: Reproduction) -> str:
    head = [
        "k",
        "n",
        "printed A",
        "printed B",
        "exact A",
        "exact B",
        "difference",
        "alpha rounded to double, product exact to 64 bits",
        "right",
    ]
    return _csv(
        head,
        (
            (
                row.k,
                row.n,
                row.printed_a,
                row.printed_b,
                row.exact_a,
                row.exact_b,
                row.difference,
                row.as_long_double,
                row.right,
            )
            for row in found.large
        ),
    )


def _times(columns: Sequence[Column]) -> str:
    head = ["n"]
    for column in columns:
        head += [f"{column.family} printed ms", f"{column.family} measured ms", f"{column.family} printed / measured"]
    sizes = sorted({n for column in columns for n in column.printed})
    return _csv(head, ((n, *(cell for column in columns for cell in _time_cells(column, n))) for n in sizes))


def _time_cells(column: Column, n: int) -> tuple[object, object, object]:
    printed, measured = column.printed.get(n), column.measured.get(n)
    ratio = f"{printed / measured:.6g}" if printed is not None and measured else ""
    return ("" if printed is None else printed, "" if measured is None else f"{measured:.6g}", ratio)


def to_json(found: Reproduction) -> str:
    """Write all outcomes as strict JSON; integers of more than 53 bits are texts."""
    times = found.timings
    content: dict[str, Any] = {
        "as_known": not found.surprises(),
        "surprises": found.surprises(),
        "measured_on": {"machine": times.machine, "environment": times.environment, "commit": times.commit},
        "large_rows": [
            {name: str(value) if name != "k" else value for name, value in asdict(row).items()} | {"right": row.right}
            for row in found.large
        ],
        "growth": [
            {
                "column": column.key,
                "claimed": column.law,
                "printed": _growth(column.printed_growth),
                "measured": _growth(column.measured_growth),
            }
            for column in times.columns
        ],
        "outcomes": [asdict(one) | {"as_known": one.as_known} for one in found.outcomes],
        "errata": [
            {
                "number": result.erratum.number,
                "title": result.erratum.title,
                "kind": result.erratum.kind,
                "places": result.erratum.places,
                "printed": result.erratum.printed,
                "right": result.erratum.right,
                "checked": result.erratum.checked,
                "remarks": result.erratum.remarks,
                "cases": [asdict(case) for case in result.cases],
            }
            for result in found.errata
        ],
    }
    return json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _growth(growth: Growth | None) -> dict[str, Any] | None:
    if growth is None:
        return None
    analysis = growth.analysis
    values = (analysis.exponent, analysis.exponent_low, analysis.exponent_high)
    return {
        "law": analysis.law,
        "decided": analysis.decided,
        "candidates": list(analysis.candidates),
        "exponent": [round(value, 4) if value == value else None for value in values],
        "verdict": growth.verdict.outcome,
        "evidence": growth.verdict.evidence,
    }
