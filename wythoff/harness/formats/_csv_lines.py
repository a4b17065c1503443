"""
A text taken apart into the lines of a table: what separates its cells, its header and units, and what is beside it.

The header is the last line of words before the first line of numbers, also behind a comment's mark, as NumPy and
gnuplot write it. What stands above it is named. A line of units below it belongs to it, and a table whose sizes lie
side by side in its first line is turned.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from wythoff.harness.formats._csv_cells import is_number
from wythoff.harness.formats._csv_names import UNITS, ColumnName

Line = tuple[int, list[str]]

_DELIMITERS = (";", "\t", "|", ",")
_COMMENT = re.compile(r"\s*(?:#|//|%)")
_RULE = re.compile(r"[\s|+:=-]*(?:--|==|\|\s*:?-)[\s|+:=-]*")  # |---|---:|, +====+, -----
_UNIT_SAID = re.compile(
    r"(?:\bin|\bunits?\s*(?:is|are|of time)?\s*[:=]?|\btimes?\s*[(\[]|\bseries\s*[(\[])\s*[(\[]?\s*([a-zµμ]{2,})\b",
    re.I,
)
# What stands in a line of units where there is none.
_NO_UNIT = ("", "-", "--", "1", "[-]", "[]", "[1]", "(-)")
# Lines by which the form of a table is told.
_SAMPLE = 200


@dataclass
class Lines:
    """
    The lines of a table.

    Attributes
    ----------
    header : list of str or None
        The names of the columns.
    body : list of (int, list of str)
        The cells of each further line, with its number in the file.
    width : int
        How many cells a line has.
    delimiter : str
        What separates them; a blank for any run of blanks.
    above : list of int
        Numbers of the lines above the table that are neither comments nor its header.
    blocks : dict of int to str
        Where the text may have several tables one below the other: for each line the name of its own.
    between : set of int
        Numbers of lines in the body that are titles, or the header again.
    first_block : str
        The title of the first table, if it has one.
    said_unit : (str, float) or None
        The unit of times that a comment or a title says, and how many seconds it is.
    unended : int or None
        Number of the last line, if the file ends without ending it.
    """

    header: list[str] | None
    body: list[Line]
    width: int
    delimiter: str
    above: list[int] = field(default_factory=list)
    blocks: dict[int, str] = field(default_factory=dict)
    between: set[int] = field(default_factory=set)
    first_block: str = ""
    said_unit: tuple[str, float] | None = None
    unended: int | None = None


def take_apart(text: str) -> Lines:
    """Take a text apart; without any line the width is 0."""
    kept: list[tuple[int, str]] = []
    comments: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if _COMMENT.match(line):
            comments.append((number, re.sub(r"^\s*(?:[#%]+|//+)", "", line).strip()))
        elif line.strip() and not (len(line) < 1000 and _RULE.fullmatch(line)):
            kept.append((number, line))
    delimiter = _delimiter([line for _, line in kept[:_SAMPLE]])
    lines = [(number, split_line(line, delimiter)) for number, line in kept]
    width = _width(lines)
    if not width:
        return Lines(None, lines, 0, delimiter)
    first = next(place for place, (_, cells) in enumerate(lines) if len(cells) == width and any(map(is_number, cells)))
    titles, body = lines[:first], lines[first:]
    units = titles.pop()[1] if len(titles) > 1 and _are_units(titles[-1][1], width) else None
    header, width = _header(titles, body, width, delimiter)
    if header is not None:
        titles.pop()
    elif not titles:
        header = _from_comments(comments, body[0][0], width, delimiter)
    if header is None and not titles and len(body) > 1 and _is_turned(body):
        header, body, width = _turned(body)
    if header is not None and units is not None:
        header = [
            f"{name} ({unit.strip('()[] ')})" if _is_unit(unit) else name
            for name, unit in zip(header, units, strict=False)
        ]
    found = Lines(header, body, width, delimiter, [number for number, _ in titles])
    found.first_block = next((cells[0] for _, cells in reversed(titles) if len(cells) == 1), "")
    found.said_unit = _said_unit([text for _, text in comments] + [" ".join(cells) for _, cells in titles])
    _part(found, comments)
    found.unended = None if text.endswith(("\n", "\r")) else kept[-1][0]
    return found


def split_line(line: str, delimiter: str) -> list[str]:
    """Split a line into its cells."""
    if delimiter == " ":
        return re.sub(r"([±≈])\s+", r"\1", line).split()
    if delimiter == "|":
        line = line.strip().removeprefix("|").removesuffix("|")
    try:
        cells = next(csv.reader([line], delimiter=delimiter, skipinitialspace=True))
    except csv.Error:  # such as a cell beyond csv's own limit
        cells = [line]
    return [cell.strip() for cell in cells]


def _delimiter(sample: Sequence[str]) -> str:
    """Tell what separates the cells: what is in every line, or else in most; a comma may also be a decimal one."""
    for least in (len(sample), max(1, len(sample) // 2), 1):
        mark = next((mark for mark in _DELIMITERS if sample and sum(mark in line for line in sample) >= least), None)
        if mark == "," and _is_decimal(sample):
            return " "
        if mark is not None:
            return mark
    return " "


def _is_decimal(sample: Sequence[str]) -> bool:
    """Tell whether the only commas are those of numbers between blanks, such as ``1000 3,5``."""
    with_commas = [line for line in sample if "," in line]
    if any(re.search(r"(?<!\d),|,(?!\d)", line) or '"' in line for line in with_commas):
        return False
    counts = {len(split_line(line, " ")) for line in with_commas}
    return len(counts) == 1 and min(counts) > 1


def _width(lines: Sequence[Line]) -> int:
    """Return how many cells most lines with numbers have, 0 if there are none."""
    counts = Counter(len(cells) for _, cells in lines if len(cells) > 1 and any(map(is_number, cells)))
    return max(counts, key=lambda width: (counts[width], width), default=0)


def _header(titles: Sequence[Line], body: list[Line], width: int, delimiter: str) -> tuple[list[str] | None, int]:
    """Return the header, if the last line above the numbers is one, and the width that holds with it."""
    if not titles:
        return None, width
    names = titles[-1][1]
    if delimiter == " " and len(names) > width:
        names = _joined(names)
    if len(names) == width - 1 and all(not cells[-1] for _, cells in body if len(cells) == width):
        for _, cells in body:  # a delimiter at the end of each line
            del cells[width - 1 :]
        return names, width - 1
    if len(names) == width - 1 and delimiter != "|":
        return ["", *names], width  # names of rows, as R and pandas write them
    if len(names) > width > 1 and delimiter != " ":
        for _, cells in body:
            if len(cells) == width:  # empty cells at the end were left out
                cells += [""] * (len(names) - width)
        return names, len(names)
    return (names, width) if len(names) == width else (None, width)


def _joined(names: Sequence[str]) -> list[str]:
    """Join what stands in brackets with the name before it: time (ms) is one name."""
    joined: list[str] = []
    for name in names:
        if joined and (
            name[0] in "([" or joined[-1].count("(") + joined[-1].count("[") > len(re.findall(r"[)\]]", joined[-1]))
        ):
            joined[-1] += f" {name}"
        else:
            joined.append(name)
    return joined


def _from_comments(comments: Sequence[tuple[int, str]], first: int, width: int, delimiter: str) -> list[str] | None:
    """Return the last comment above the numbers if it names as many columns, and one of them is a time."""
    above = [text for number, text in comments if number < first]
    for text in reversed(above[-3:]):
        if re.search(r":|\b(?:in|units?)\b", text):
            continue
        for mark in dict.fromkeys((delimiter, ",", ";", "\t", " ")):
            names = split_line(text, mark)
            names = _joined(names) if mark == " " and len(names) > width else names
            if len(names) == width and not any(map(is_number, names)):
                if any(ColumnName(name).role in ("time", "cpu", "cycles", "logarithm") for name in names):
                    return names
    return None


def _is_turned(body: Sequence[Line]) -> bool:
    """Tell whether each line begins with a name of its own, and all else is numbers."""
    if len({cells[0] for _, cells in body}) < len(body):
        return False
    return (
        all(
            len(cells) == len(body[0][1]) and not is_number(cells[0]) and all(map(is_number, filter(None, cells[1:])))
            for _, cells in body
        )
        and len(body[0][1]) > 2
    )


def _turned(body: Sequence[Line]) -> tuple[list[str], list[Line], int]:
    """Make columns of lines; each new line has the number of the first old one."""
    names = [cells[0] for _, cells in body]
    columns = zip(*(cells[1:] for _, cells in body), strict=True)
    return names, [(body[0][0], list(cells)) for cells in columns], len(names)


def _is_unit(cell: str) -> bool:
    return cell.strip("()[] ").lower().replace("µ", "u").replace("μ", "u") in UNITS


def _are_units(cells: Sequence[str], width: int) -> bool:
    """Tell whether a line holds nothing but units, or nothing."""
    return (
        len(cells) == width and any(map(_is_unit, cells)) and all(cell in _NO_UNIT or _is_unit(cell) for cell in cells)
    )


def _said_unit(texts: Sequence[str]) -> tuple[str, float] | None:
    """Return the one unit that texts say times to be in; None if they say none, or several."""
    found = {}
    for text in texts:
        for word in _UNIT_SAID.findall(text[:1000]):
            unit = word.lower().replace("µ", "u").replace("μ", "u")
            if unit in UNITS:
                found[UNITS[unit]] = text
    return next(((text, factor) for factor, text in found.items()), None) if len(found) == 1 else None


def _part(lines: Lines, comments: Sequence[tuple[int, str]]) -> None:
    """Find tables below one another: parted by empty lines or comments, by titles, or by the header again."""
    said = dict(comments)
    before, name, count = 0, "", 0
    for number, cells in lines.body:
        is_title = len(cells) == 1 < lines.width and not is_number(cells[0])
        is_again = lines.header is not None and [cell for cell in cells if cell] == [
            name for name in lines.header if name
        ]
        if is_title or is_again or number > before + 1:
            between = [text for place in range(max(before, number - 20) + 1, number) if (text := said.get(place))]
            begins_here = before not in lines.between
            count += begins_here
            told = cells[0] if is_title else between[-1] if between else ""
            told = told or (lines.first_block if count == 1 else "")
            name = told or (f"{count}" if begins_here else name)
        if is_title or is_again:
            lines.between.add(number)
        else:
            lines.blocks[number] = name
        before = number
    if count < 2:
        lines.blocks = {}
