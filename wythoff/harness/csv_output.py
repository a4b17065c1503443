"""CSV as this project writes it: foreign texts in it are harmless for terminals and spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from wythoff.errors import printable

_FORMULA = ("=", "+", "-", "@")


def csv_line(cells: Sequence[Any]) -> str:
    r"""
    Write one line with its end.

    What is not printable in a text is written as an escape. A text that a spreadsheet would take for a formula gets an
    apostrophe in front, which shows it as it is [1]_.

    References
    ----------
    .. [1] OWASP, CSV Injection, https://owasp.org/www-community/attacks/CSV_Injection

    Examples
    --------
    >>> csv_line(["=1+1", -1, "a\x1b[31m", 'x["a"]'])
    '\'=1+1,-1,a\\x1b[31m,"x[""a""]"\n'
    """
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerow(map(_harmless, cells))
    return stream.getvalue()


def _harmless(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    text = printable(value)  # a lone surrogate in a name could not be written in UTF-8 either
    return f"'{text}" if text.startswith(_FORMULA) else text
