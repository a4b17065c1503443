"""The figures of the theses drawn again: time plots with printed and measured times, and boards."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from wythoff.boards import board
from wythoff.reproduce import printed
from wythoff.reproduce.charts import Line, chart
from wythoff.reproduce.outcome import Outcome, check
from wythoff.reproduce.timings import Column, Timings

_N = "n, size of the table"
_TIME = "time (ms)"


@dataclass(frozen=True)
class Figure:
    """
    One figure.

    Attributes
    ----------
    key : str
        Short name, as in ``"draft-figure-2"``; that of its files.
    name, caption : str
        Its number in the document, and what it shows.
    pictures : tuple of (str, str)
        Ending of the file's name, and the SVG.
    """

    key: str
    name: str
    caption: str
    pictures: tuple[tuple[str, str], ...]


# Number, families, caption.
_PLOTS = {
    "draft thesis": (
        (2, ("recursive",), "Building the table by the recursive strategy"),
        (3, ("algebraic",), "Building the table by the algebraic strategy"),
        (4, ("arithmetic",), "Building the table by the arithmetic strategy"),
        (5, ("recursive", "algebraic", "arithmetic"), "Building the table by all strategies"),
        (6, ("algebraic", "arithmetic"), "Building the table by the algebraic and the arithmetic strategy"),
    ),
    "final thesis": (
        (5, ("recursive",), "Building the table by the recursive strategy"),
        (6, ("algebraic",), "Building the table by the algebraic strategy"),
        (7, ("arithmetic",), "Building the table by the arithmetic strategy"),
        (8, ("recursive", "algebraic", "arithmetic"), "Building the table by all strategies"),
        (9, ("recursive", "algebraic"), "Building the table by the recursive and the algebraic strategy"),
    ),
}
_BOARDS = ((2, 30, 1, None, "final-table-1"), (3, 31, 2, None, "final-table-2"), (4, 10, 1, (8, 9), "final-table-1"))


def plots(found: Timings) -> list[Figure]:
    """Draw every time plot of the theses, with linear and with logarithmic axes, and the times over a."""
    return [*_over_n(found), *_over_a(found)]


def _over_n(found: Timings) -> Iterable[Figure]:
    for document, entries in _PLOTS.items():
        for number, families, caption in entries:
            columns = [column for column in found.of(document) if column.family in families]
            lines = [line for column in columns for line in _lines(column)]
            key = f"{document.partition(' ')[0]}-figure-{number}"
            name = f"{document.capitalize()}, figure {number}"
            yield Figure(key, name, f"{caption}, a = 2.", _both(f"{name}: {caption.lower()}", lines, _N))


def _lines(column: Column) -> tuple[Line, Line]:
    return (
        Line(f"{column.family}, printed", column.family, column.printed, True),
        Line(f"{column.family}, measured", column.family, column.measured, False),
    )


def _over_a(found: Timings) -> Iterable[Figure]:
    lines = [
        Line(f"{family}, measured", family, found.over_a.get(strategy, {}), False)
        for family, strategy in (("algebraic", "algebraic-float64"), ("arithmetic", "arithmetic-digits"))
    ]
    if any(line.points for line in lines):
        caption = (
            "Filling 100,000 rows over a. The final thesis's program makes this plot for its algebraic and "
            "arithmetic strategies; the thesis does not show it, so there is nothing printed."
        )
        yield Figure("extra-over-a", "Not in the theses: times over a", caption, _both("Times over a", lines, "a"))


def _both(title: str, lines: list[Line], x: str) -> tuple[tuple[str, str], ...]:
    """Draw with linear axes, as far as something is printed, and with logarithmic ones."""
    end = max((n for line in lines if line.is_printed for n in line.points), default=math.inf)
    within = [replace(line, points={n: ms for n, ms in line.points.items() if n <= end}) for line in lines]
    return (
        ("linear", chart(f"{title}, linear axes", within, x=x, y=_TIME, is_log=False)),
        ("log", chart(f"{title}, logarithmic axes", lines, x=x, y=_TIME, is_log=True)),
    )


def boards() -> list[Figure]:
    """Draw the boards of the final thesis."""
    captions = {
        2: "Losing positions for a = 1, 30 by 30.",
        3: "Losing positions for a = 2, 31 by 31.",
        4: "Losing positions on a board of 10 by 10 for a = 1, the flag at (0, 0), and the moves from one square.",
    }
    return [
        Figure(
            f"final-figure-{number}",
            f"Final thesis, figure {number}",
            captions[number],
            (("board", board(size, a=a, square=square).to_svg()),),
        )
        for number, size, a, square, _ in _BOARDS
    ]


def board_outcomes() -> list[Outcome]:
    """Hold the boards against the printed tables: the rows that fit on the board, and their mirror images."""
    found = []
    for number, size, a, _, table in _BOARDS:
        rows = [(x, y) for _, x, y in printed.integers(table) if y < size]
        squares = sorted({*rows, *((y, x) for x, y in rows)})
        losing = sorted(board(size, a=a).losing)
        found.append(
            check(
                f"final-figure-{number}",
                f"final thesis, figure {number}",
                f"a = {a}: losing squares of a board of {size} by {size}: the rows of the printed table, and their "
                "mirror images",
                squares,
                losing,
            )
        )
    return found
