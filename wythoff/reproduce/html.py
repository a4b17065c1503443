"""The few pieces of HTML that the page is made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape as _escape
from typing import Final

MINUS: Final = "\u2212"
THIN: Final = "\u202f"

# A subscript of a single letter, or a superscript: a number, one letter, or what stands in parentheses.
_SCRIPT = re.compile(
    r"(?<=\b[A-Za-z])_(-?\d+|[A-Za-z](?![A-Za-z_])|\([^()]*\))|\^(-?\d+(?:\.\d+)?|[A-Za-z]|\([^()]*\))"
)


class Markup(str):
    """Text that is HTML already; any other text is escaped."""

    __slots__ = ()


def tag(name: str, *content: object, **attributes: str | None) -> Markup:
    """
    Write an element; underscores of attribute names stand for hyphens, a trailing one for nothing.

    Examples
    --------
    >>> tag("p", "1 < 2", tag("b", "so"), class_="note")
    '<p class="note">1 &lt; 2<b>so</b></p>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_escape(value)}"' for key, value in attributes.items() if value
    )
    return Markup(f"<{name}{written}>{join(content)}</{name}>")


def join(parts: Iterable[object]) -> Markup:
    """Put pieces together, escaping what is no markup."""
    return Markup("".join(part if isinstance(part, Markup) else _escape(str(part)) for part in parts))


def table(caption: object, head: Sequence[object], body: Iterable[Sequence[object]], kind: str = "") -> Markup:
    """
    Write a table; each cell of the body carries its heading, for narrow screens.

    A cell may be a pair of content and class. Text is written as `math` does.
    """
    labels = [str(entry) for entry in head]
    lines = []
    for row in body:
        cells = []
        for label, cell in zip(labels, row, strict=True):
            content, style = cell if isinstance(cell, tuple) else (cell, "")
            cells.append(tag("td", tag("div", math(content)), class_=style, data_label=label))
        lines.append(tag("tr", *cells))
    return tag(
        "div",
        tag(
            "table",
            tag("caption", caption),
            tag("thead", tag("tr", *(tag("th", entry, scope="col") for entry in head))),
            tag("tbody", *lines),
            class_=kind,
        ),
        class_="wide",
        tabindex="0",
    )


def sign(is_right: bool, right: str = "right", wrong: str = "wrong") -> Markup:
    """Write a verdict: a sign, a colour, and a word for those who see neither."""
    shown, word, style = ("✓", right, "good") if is_right else ("✗", wrong, "bad")
    return tag("span", tag("span", shown, aria_hidden="true"), " ", word, class_=f"sign {style}")


def math(text: object) -> Markup:
    """
    Write subscripts, superscripts and inequalities as such: ``A_n``, ``p_(n-1)``, ``2^52``, ``<=``.

    Names such as ``dp_lookup`` stay as they are: a subscript belongs to a single letter.

    Examples
    --------
    >>> math("q_(i+1) <= n^2, a * a in dp_lookup, p_-1")
    'q<sub>i+1</sub> ≤ n<sup>2</sup>, a * a in dp_lookup, p<sub>−1</sub>'
    """
    if isinstance(text, Markup):
        return text
    content = str(text).replace("<=", "≤").replace(">=", "≥")
    parts: list[object] = []
    end = 0
    for found in _SCRIPT.finditer(content):
        below, above = found.groups()
        script = (below or above).removeprefix("(").removesuffix(")").replace("-", MINUS)
        parts += [content[end : found.start()], tag("sub" if below else "sup", script)]
        end = found.end()
    return join([*parts, content[end:]])


def spaced(number: int) -> str:
    r"""
    Write a number in groups of three, with narrow spaces that don't break.

    Examples
    --------
    >>> spaced(-87960930222080)
    '\u221287\u202f960\u202f930\u202f222\u202f080'
    """
    return f"{number:,}".replace(",", THIN).replace("-", MINUS)
