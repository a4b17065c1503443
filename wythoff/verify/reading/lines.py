"""One line of a text as a row: where its columns end, which of them count, and what a whole number looks like."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from wythoff.errors import InputError, shorten

LONGEST = 2**20  # bytes of a line: three numbers of 300,000 digits
_SAMPLE = 1000  # lines from which the layout is told

_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.0*)?")  # 5.0 is what programs write that hold whole numbers as floats
_GROUPED = re.compile(r"[+-]?[0-9]{1,3}(?:,[0-9]{3})+")
# No part of these can end in two ways, so that a line of any length is told in one pass.
_RULE = re.compile(
    r"[\s|+]*:?[-=]{2,}:?(?:[\s|+]+:?[-=]{2,}:?)*[\s|+]*"  # ---- ==== +----+ |:---:|
    r"|\s*\|(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?\s*"  # | - | :-: |
)
_NAMES = {"n": "n", "a": "A", "a_n": "A", "b": "B", "b_n": "B", "\u0430": "A", "\u0432": "B"}  # Cyrillic ones, too
_COLUMNS = {2: ("n", "value"), 3: ("n", "A", "B")}
_NO_NAME = re.compile(r"[\s$*{}\\\"']")


class NoRowError(ValueError):
    """A line is no row; the message says why."""


@dataclass(frozen=True)
class Layout:
    """
    How the rows of a text are written.

    Attributes
    ----------
    delimiter : str
        A comma, semicolon, tab or vertical bar, or a space for any run of blanks.
    n_fields : int
        How many fields a line has.
    fields : tuple of int
        Which of them, counted from 0, hold the columns.
    columns : tuple of str
        What they are: ``n`` and ``A`` or ``B`` or both, or ``value`` for either; ``A`` and ``B`` alone if rows are not
        numbered.
    title : tuple of str
        The lines before the first row, as `content` returns them: titles and names of columns.
    is_unordered : bool
        Whether nothing says which of two numbers is A.
    """

    delimiter: str
    n_fields: int
    fields: tuple[int, ...]
    columns: tuple[str, ...]
    title: tuple[str, ...] = ()
    is_unordered: bool = False


def content(line: bytes) -> str:
    """Return what a line says: without a comment, which begins with ``#``, and empty for a ruled line."""
    text = line.decode("utf-8", "backslashreplace").partition("#")[0].strip(" \r\n")  # a tab may be an empty column
    return "" if not text.strip() or _RULE.fullmatch(text) else text


def read_row(text: str, layout: Layout) -> tuple[int, ...]:
    """
    Read the columns of a line.

    Parameters
    ----------
    text : str
        A line that is not empty, as `content` returns it.
    layout : Layout
        How its file is written.

    Returns
    -------
    tuple of int
        One value for each of the layout's columns.

    Raises
    ------
    NoRowError
        If the line has another number of fields, or a column holds no whole number.

    Examples
    --------
    >>> read_row("5; 1,234; 2,345", Layout(";", 3, (0, 1, 2), ("n", "A", "B")))
    (5, 1234, 2345)
    """
    fields = _split(text, layout.delimiter)
    if len(fields) == layout.n_fields + 1 and not fields[-1]:  # a delimiter at the end of the line
        del fields[-1]
    if len(fields) != layout.n_fields:
        count = "1 column" if len(fields) == 1 else f"{len(fields)} columns"
        raise NoRowError(f"{count} where the table has {layout.n_fields}: {shorten(repr(text))}")
    return tuple(_number(fields[i]) for i in layout.fields)


def tell_layout(lines: Iterable[bytes]) -> Layout:
    """
    Tell from the first lines of a text how its rows are written.

    Parameters
    ----------
    lines : iterable of bytes
        Lines from the beginning of the text.

    Returns
    -------
    Layout
        Each line votes for a delimiter; of the lines that hold nothing but whole numbers the most frequent length is
        that of the table, unless a line before the first row names the columns n, A and B, or A and B alone. All lines
        before the first row are titles.

    Raises
    ------
    InputError
        If there is no line of numbers, or one has neither two nor three and nothing names them.
    """
    sample: list[str] = []
    for line in lines:
        if text := content(line[: LONGEST + 1]):
            sample.append(text)
        if len(sample) == _SAMPLE:
            break
    # What isn't part of the table, such as a title, has few digits or none.
    votes = Counter(_delimiter(text) for text in sample if re.search(r"[0-9]\D+[0-9]", text))
    delimiter = votes.most_common(1)[0][0] if votes else " "
    split = [_without_end(_fields(text, delimiter)) for text in sample]
    lengths = Counter(len(fields) for fields in split if fields and all(map(_is_number, fields)))
    first = next((i for i, fields in enumerate(split) if _begins_table(fields, lengths)), len(split))
    for i in reversed(range(first)):
        names = _names(split[i])
        wanted = [name for name in ("n", "A", "B") if names.count(name) == 1]
        if len(wanted) > 1:
            # R writes a column of row names that has no name itself.
            width = Counter(map(len, split[first:])).most_common(1)
            shift = int(bool(width) and width[0][0] == len(names) + 1)
            places = tuple(names.index(name) + shift for name in wanted)
            title = sample[: first if first < len(split) else i + 1]
            return Layout(delimiter, len(names) + shift, places, tuple(wanted), tuple(title))
    if not lengths:
        raise InputError("there is no line of whole numbers n, A, B")
    n_fields = lengths.most_common(1)[0][0]
    if n_fields not in _COLUMNS:
        count = "one number" if n_fields == 1 else f"{n_fields} numbers"
        raise InputError(
            f"a line has {count}, and a table has n, A, B, or n and one of them; name more columns in a first line"
        )
    return Layout(delimiter, n_fields, tuple(range(n_fields)), _COLUMNS[n_fields], tuple(sample[:first]))


def _names(fields: list[str]) -> list[str]:
    """Return which of the columns n, A and B each field names, if any."""
    return [_NAMES.get(_NO_NAME.sub("", field).lower(), "") for field in fields]


def _begins_table(fields: list[str], lengths: Counter[int]) -> bool:
    """Tell a row, or a spoilt one, from a title: it begins with a number and has more of them, or a row's length."""
    numbers = sum(map(_is_number, fields))
    return numbers > 1 or (numbers == 1 and _is_number(fields[0]) and (len(fields) in lengths or not lengths))


def _without_end(fields: list[str]) -> list[str]:
    """Leave out the empty field that a delimiter at the end of a line makes."""
    return fields[:-1] if len(fields) > 1 and not fields[-1] else fields


def _delimiter(text: str) -> str:
    for sign in "|\t;":
        if sign in text:
            return sign
    # 1,234 2,345 is two numbers in groups, and 1,234 alone is two columns.
    words = text.split()
    return "," if "," in text and not (len(words) > 1 and all(map(_is_number, words))) else " "


def _split(text: str, delimiter: str) -> list[str]:
    if delimiter == " ":
        return [word[1:-1] if len(word) > 2 and word[0] == word[-1] == '"' else word for word in text.split()]
    if delimiter == "|":
        text = text.strip().removeprefix("|").removesuffix("|")
    elif '"' in text:
        return _split_quoted(text, delimiter)
    return [field.strip() for field in text.split(delimiter)]


def _split_quoted(text: str, delimiter: str) -> list[str]:
    blank = rf"[^\S{delimiter}]*+"
    field = re.compile(rf'{blank}(?:"([^"]*+)"|([^"{delimiter}]*+)){blank}({delimiter}|$)')
    fields, more, at = [], True, 0
    while more:
        match = field.match(text, at)
        if not match:
            raise NoRowError(f"quotation marks that don't fit: {shorten(repr(text))}")
        fields.append((match[1] or match[2] or "").strip())
        more, at = bool(match[3]), match.end()
    return fields


def _fields(text: str, delimiter: str) -> list[str]:
    """Return no field at all where a line can't be split."""
    try:
        return _split(text, delimiter)
    except NoRowError:
        return []


def _is_number(field: str) -> bool:
    return bool(_NUMBER.fullmatch(field) or _GROUPED.fullmatch(field))


def _number(field: str) -> int:
    if _GROUPED.fullmatch(field):  # in a file of commas only a quoted field has one
        field = field.replace(",", "")
    elif not _NUMBER.fullmatch(field):
        raise NoRowError(f"{shorten(repr(field))} is no whole number" if field else "an empty column")
    try:
        return int(field.partition(".")[0])
    except ValueError:
        raise NoRowError(
            f"a number of {len(field)} digits, more than Python reads unless sys.set_int_max_str_digits(0) is called"
        ) from None
