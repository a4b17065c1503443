"""
Numbers in the cells of a table: decimal commas, thousands separators, units behind them, and spreads behind those.

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
# 1,234,567 and, as in India, 12,34,567
_GROUPED = re.compile(r"[+-]?(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})(\.\d+)?")
_DECIMAL_POINT = re.compile(r"[+-]?(?:\d*\.(?:\d{1,2}|\d{4,})|0?\.\d+)(?:[eE][+-]?\d+)?")
_GROUPED_BY_DOTS = re.compile(r"[+-]?[1-9]\d{0,2}(?:\.\d{3})+(,\d+)?")
_GROUPED_OTHERWISE = re.compile(r"[+-]?\d{1,3}(?:[ \u00a0\u2009\u202f'\u2019_]\d{3})+(?:[.,]\d+)?")
# 1.92 ms, 3000 ns/op, 3.00 ± 0.12 ms, 3.2 µs ± 50 ns per loop (mean ± std. dev. of 7 runs)
_MEASURED = re.compile(
    r"(?P<number>[+-]?[\d.,]+(?:[eE][+-]?\d+)?|[+-]?\d{1,3}(?:[ \u00a0\u2009\u202f'\u2019]\d{3})+(?:[.,]\d+)?)"
    r"\s*(?P<unit>[a-zA-Zµμ]*)(?:\s*(?:±|\+/-|\+-)\s*[\d.,]+(?:[eE][+-]?\d+)?\s*(?P<behind>[a-zA-Zµμ%]*))?"
    r"(?:\s*(?:/|per)\s*(?:op|call|iter|iteration|loop|run)\b.*)?"
)
_CELL_UNITS = UNITS | {"min": 60.0, "mins": 60.0, "h": 3600.0, "d": 86400.0, "day": 86400.0}
# 0:00:01.5, 12:03.25, 1h2m3.5s, 0m3.21s, PT1M3.5S
_DURATIONS = (
    re.compile(r"(?P<h>\d{1,9}):(?P<m>[0-5]?\d):(?P<s>[0-5]?\d(?:[.,]\d+)?)"),
    re.compile(r"(?P<h>)(?P<m>\d{1,9}):(?P<s>[0-5]\d[.,]\d+)"),
    re.compile(
        r"(?=.*[hm])(?:(?P<h>\d{1,9})\s*h)?\s*(?:(?P<m>\d{1,9})\s*m(?:in)?)?\s*(?P<s>\d+(?:[.,]\d+)?)\s*s(?:ec)?", re.I
    ),
    re.compile(r"PT(?:(?P<h>\d{1,9})H)?(?:(?P<m>\d{1,9})M)?(?P<s>\d+(?:[.,]\d+)?)S"),
)


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
    dots_unclear : bool
        Whether it may, and may as well be the decimal one.
    """

    commas: Marks = "decimal"
    dots_group: bool = False
    dots_unclear: bool = False

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
        """Return the number in a cell, perhaps with how far it scatters behind it; None if it holds none."""
        try:
            return float(self.plain(cell))
        except ValueError:
            found = _MEASURED.fullmatch(cell) if "±" in cell or "+" in cell[1:] else None
            if found is None or found["unit"] or found["behind"] not in ("", "%"):
                return None
            return self.number(found["number"])

    def is_unclear(self, cell: str) -> bool:
        """Tell whether a cell holds a number with a mark of which nothing tells what it stands for."""
        if "," in cell:
            return self.commas == "unclear" and self.number(cell) is None and bool(re.fullmatch(r"[+-]?[\d.,]+", cell))
        return self.dots_unclear and bool(_GROUPED_BY_DOTS.fullmatch(cell))


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
    columns = [[_number_in(cell) for cell in cells] for cells in columns]
    found = [_commas(cells) for cells in columns]
    known = {marks for marks in found if marks not in (None, "unclear")}
    elsewhere: Marks = next(iter(known)) if len(known) == 1 else "unclear"
    if (
        elsewhere == "unclear"
        and not known
        and any(_DECIMAL_POINT.fullmatch(cell) for cells in columns for cell in cells)
    ):
        elsewhere = "thousands"
    if delimiter == "," and elsewhere == "unclear":
        elsewhere = "thousands"
    return [
        Notation(
            elsewhere if marks == "unclear" else marks or "decimal",
            _dots_group(cells, "decimal" in known),
            delimiter == ";" and not known and _dots_may_group(cells),
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


def _dots_may_group(cells: Iterable[str]) -> bool:
    """Tell whether each cell of a column is one to three digits, or has three of them behind every dot."""
    filled = [cell for cell in cells if cell]
    dotted = [cell for cell in filled if _GROUPED_BY_DOTS.fullmatch(cell)]
    small = [cell for cell in filled if cell.isdigit() and len(cell) <= 3]
    return bool(dotted) and len(dotted) + len(small) == len(filled)


def _number_in(cell: str) -> str:
    """Return the number of a cell that has a unit behind it or how far it scatters, and any other cell as it is."""
    found = _MEASURED.fullmatch(cell)
    return found["number"] if found else cell


def with_unit(cell: str, notation: Notation) -> tuple[float, float] | None:
    """
    Return the number and the unit in seconds of a cell such as ``1.92 ms``; None if it holds no such thing.

    Examples
    --------
    >>> with_unit("1.92 ms", Notation()), with_unit("30ns", Notation()), with_unit("30", Notation())
    ((1.92, 0.001), (30.0, 1e-09), None)
    >>> with_unit("3.0 ± 0.1 ms", Notation()), with_unit("1m30.5s", Notation()), with_unit("0:00:02.5", Notation())
    ((3.0, 0.001), (90.5, 1.0), (2.5, 1.0))
    """
    found = _MEASURED.fullmatch(cell)
    unit = (found["unit"] or found["behind"] or "") if found else ""
    factor = _CELL_UNITS.get(unit.lower().replace("µ", "u").replace("μ", "u"))
    if found and factor:
        number = notation.number(found["number"])
        return None if number is None else (number, factor)
    clock = next((match for pattern in _DURATIONS if (match := pattern.fullmatch(cell))), None)
    if clock is None:
        return None
    return 3600.0 * int(clock["h"] or 0) + 60.0 * int(clock["m"] or 0) + float(clock["s"].replace(",", ".")), 1.0


def is_number(cell: str) -> bool:
    """Tell whether a cell holds a number in any notation, with or without a unit."""
    return any(
        notation.number(cell) is not None or with_unit(cell, notation) is not None
        for notation in (Notation("thousands", dots_group=True), Notation("decimal"))
    )
