"""
Numbers in the cells of a table: decimal commas, thousands separators, and units behind them.

What ``1,920`` means shows in the other cells of its column, or in how the table is written. Where it doesn't, the cell
is no number: 1.92 and 1920 are both wrong too often.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from wythoff.harness.formats._csv_names import UNITS

Marks = Literal["decimal", "thousands", "unclear"]

_DECIMAL = re.compile(r"[+-]?\d*,\d+(?:[eE][+-]?\d+)?")
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(?:,\d{3})+(\.\d+)?")
_GROUPED_BY_DOTS = re.compile(r"[+-]?[1-9]\d{0,2}(?:\.\d{3})+(,\d+)?")
_GROUPED_OTHERWISE = re.compile(r"[+-]?\d{1,3}(?:[ \u00a0\u2009\u202f'\u2019_]\d{3})+(?:[.,]\d+)?")
_UNIT_BEHIND = re.compile(r"([+-]?[\d.,]+(?:[eE][+-]?\d+)?)\s*([a-zA-Zµμ]+)")


@dataclass(frozen=True)
class Notation:
    """
    How the numbers of a column are written.

    Attributes
    ----------
    commas : {"decimal", "thousands", "unclear"}
        What a comma stands for.
    dots_group : bool
        Whether a dot separates thousands.
    """

    commas: Marks = "decimal"
    dots_group: bool = False

    def plain(self, cell: str) -> str:
        """Write a number as Python does; any other text stays as it is."""
        if _GROUPED_OTHERWISE.fullmatch(cell):
            cell = re.sub(r"[ \u00a0\u2009\u202f'\u2019_]", "", cell)
        if self.dots_group and _GROUPED_BY_DOTS.fullmatch(cell):
            return cell.replace(".", "").replace(",", ".")
        if "," not in cell:
            return cell
        if self.commas == "thousands" and _GROUPED.fullmatch(cell):
            return cell.replace(",", "")
        return cell.replace(",", ".") if self.commas == "decimal" and _DECIMAL.fullmatch(cell) else cell

    def number(self, cell: str) -> float | None:
        """Return the number in a cell, None if it holds none."""
        try:
            return float(self.plain(cell))
        except ValueError:
            return None


def notations(columns: Sequence[Sequence[str]], delimiter: str) -> list[Notation]:
    """
    Tell how the numbers of each column are written.

    Parameters
    ----------
    columns : sequence of sequences of str
        The cells of each.
    delimiter : str
        What stands between them; between commas, a comma inside a cell was written on purpose.
    """
    found = [_commas(cells) for cells in columns]
    known = {marks for marks in found if marks not in (None, "unclear")}
    elsewhere: Marks = next(iter(known)) if len(known) == 1 else "unclear"
    if delimiter == "," and elsewhere == "unclear":
        elsewhere = "thousands"
    return [
        Notation(
            elsewhere if marks == "unclear" else marks or "decimal",
            _dots_group(cells, "decimal" in known),
        )
        for marks, cells in zip(found, columns, strict=True)
    ]


def _commas(cells: Iterable[str]) -> Marks | None:
    """Tell what commas stand for in a column; None if there are none."""
    numbers = [cell for cell in cells if re.fullmatch(r"[+-]?[\d.,]+(?:[eE][+-]?\d+)?", cell)]
    marked = [cell for cell in numbers if "," in cell]
    if not marked:
        return None
    grouped = [match for match in map(_GROUPED.fullmatch, marked) if match]
    sure = any(match[0].count(",") > 1 or match[1] for match in grouped)
    if len(grouped) < len(marked):
        return "unclear" if sure else "decimal"
    others = [cell for cell in numbers if "," not in cell]
    # Beside 30 and 960, 1,920 goes on; a fraction would rarely have three digits each time.
    small = [cell for cell in others if cell.isdigit() and len(cell) <= 3]
    return "thousands" if sure or (others and len(small) == len(others)) else "unclear"


def _dots_group(cells: Iterable[str], comma_is_decimal: bool) -> bool:
    """Tell whether all dots of a column separate thousands."""
    dotted = [cell for cell in cells if "." in cell]
    matches = [_GROUPED_BY_DOTS.fullmatch(cell) for cell in dotted]
    if not dotted or not all(matches):
        return False
    return comma_is_decimal or any(match is not None and match[0].count(".") > 1 for match in matches)


def with_unit(cell: str, notation: Notation) -> tuple[float, float] | None:
    """
    Return the number and the unit in seconds of a cell such as ``1.92 ms``; None if it holds no such thing.

    Examples
    --------
    >>> with_unit("1.92 ms", Notation()), with_unit("30ns", Notation()), with_unit("30", Notation())
    ((1.92, 0.001), (30.0, 1e-09), None)
    """
    match = _UNIT_BEHIND.fullmatch(cell)
    factor = UNITS.get(match[2].lower().replace("µ", "u").replace("μ", "u")) if match else None
    number = notation.number(match[1]) if match and factor else None
    return None if number is None or factor is None else (number, factor)


def is_number(cell: str) -> bool:
    """Tell whether a cell holds a number in any notation, with or without a unit."""
    return any(
        notation.number(cell) is not None or with_unit(cell, notation) is not None
        for notation in (Notation("thousands", dots_group=True), Notation("decimal"))
    )
