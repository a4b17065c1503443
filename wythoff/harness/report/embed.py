"""Data and foreign text inside an HTML file: strict JSON that can't end its element, and cleaned, shortened texts."""

from __future__ import annotations

import html
import json
import math
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

from wythoff.errors import shorten

# A name longer than this is somebody's mistake; it is cut, so that one name can't make up the page.
LONGEST_TEXT = 300
_DIGITS = 4
_ESCAPES = {ord(char): f"\\u{ord(char):04x}" for char in "<>&"}


def data_block(name: str, value: Any) -> str:
    r"""
    Write a value as a JSON data block of an HTML page.

    Parameters
    ----------
    name : str
        The id of the element; letters, digits and hyphens.
    value : object
        Of JSON's types; NaN and infinities become null.

    Returns
    -------
    str
        A ``script`` element that browsers don't run. It holds ASCII only, and none of the characters that HTML gives a
        meaning to, so that nothing in `value` can end the element.

    Examples
    --------
    >>> data_block("a", ["</script>", float("nan")])
    '<script type="application/json" id="a">["\\u003c/script\\u003e",null]</script>'
    """
    text = "".join(_json(value))
    return f'<script type="application/json" id="{name}">{text.translate(_ESCAPES)}</script>'


def _json(value: Any) -> Iterator[str]:
    """Write strict JSON as `json.dumps` does, but numbers in their shortest form, of which a page holds very many."""
    if isinstance(value, dict):
        yield "{"
        for place, (key, item) in enumerate(value.items()):
            yield f"{',' if place else ''}{json.dumps(str(key))}:"
            yield from _json(item)
        yield "}"
    elif isinstance(value, list | tuple):
        yield "["
        for place, item in enumerate(value):
            if place:
                yield ","
            yield from _json(item)
        yield "]"
    elif isinstance(value, float):
        yield short_number(value)
    else:
        yield json.dumps(value)


def short_number(value: float) -> str:
    """
    Write a float in as few characters as JSON allows, without loss; null for what is no finite number.

    Examples
    --------
    >>> short_number(0.0001602), short_number(1.5e-07), short_number(0.25), short_number(3.0), short_number(1e300)
    ('1602e-7', '15e-8', '0.25', '3', '1e300')
    >>> short_number(float("nan"))
    'null'
    """
    if not math.isfinite(value):
        return "null"
    plain = repr(value).removesuffix(".0")
    sign, digits, exponent = Decimal(plain).as_tuple()
    mantissa = "".join(map(str, digits)).rstrip("0")
    power = int(exponent) + len(digits) - len(mantissa)
    short = f"{'-' if sign else ''}{mantissa}e{power}"
    return short if mantissa and len(short) < len(plain) else plain


def shown(text: str) -> str:
    r"""
    Bring a foreign text to what a page may show: printable characters only, and not too many.

    Examples
    --------
    >>> shown("a\u202eb\x00"), len(shown("x" * 1000))
    ('a\\u202eb\\x00', 300)
    """
    return shorten(text, LONGEST_TEXT)


def in_html(text: str) -> str:
    """
    Write a foreign text so that HTML shows it and does nothing else with it.

    Examples
    --------
    >>> in_html('<b title="a&b">')
    '&lt;b title=&quot;a&amp;b&quot;&gt;'
    """
    return html.escape(shown(text))


def drawn(value: float | None) -> float | None:
    """
    Round a number to the four digits that a picture shows; None for what is no finite number.

    Examples
    --------
    >>> drawn(0.123456), drawn(float("inf")), drawn(None)
    (0.1235, None, None)
    """
    return None if value is None or not math.isfinite(value) else float(f"{value:.{_DIGITS}g}")


def exact(value: float) -> float | None:
    """
    Round a number so little that rounding it again to the three digits of a text gives what rounding once does.

    Examples
    --------
    >>> exact(1 / 3), exact(float("nan"))
    (0.3333333333, None)
    """
    return float(f"{value:.10g}") if math.isfinite(value) else None


def all_drawn(values: Iterable[float | None]) -> list[float | None]:
    """Round each of several numbers; see `drawn`."""
    return [drawn(value) for value in values]


def whole(n: float) -> int | float:
    """
    Write a size without a decimal point where it is whole, and exactly in any case.

    Examples
    --------
    >>> whole(671088640.0), whole(0.5)
    (671088640, 0.5)
    """
    return int(n) if math.isfinite(n) and float(n).is_integer() else n


def present(record: dict[str, Any], always: Iterable[str] = ()) -> dict[str, Any]:
    """
    Leave out what is empty or unknown, which is much of a record, and goes without saying.

    Examples
    --------
    >>> present({"a": None, "b": [], "c": 0, "d": ""}, always=("b",))
    {'b': [], 'c': 0}
    """
    kept = set(always)
    return {
        key: value for key, value in record.items() if key in kept or (value is not None and value not in ([], {}, ""))
    }
