"""What the text of a parameter stands for: a number, a name, a flag, an object."""

from __future__ import annotations

import ast
import math
import re
import sys
from functools import lru_cache
from typing import Any

from wythoff.harness.config import unquoted

_NUMPY_SCALAR = re.compile(r"(?:np|numpy)\.\w+\((.*)\)")
_NUMBER = re.compile(r"[+-]?(\d+)|[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")
_WITH_SUFFIX = re.compile(r"(\d+(?:\.\d+)?) ?(?:([kKMGT]|[KMGT]i)B?|([kmgt])b)")
_POWER = re.compile(r"(\d{1,6})\s?(?:\^|\*\*)\s?(\d{1,3})")
_UNDERSCORED = re.compile(r"\d{1,3}(?:_\d{3})+")
_FACTORS = {"k": 10**3, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
_BINARY_FACTORS = {"Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40}
_CONSTANTS: dict[str, Any] = {
    "None": None,
    "True": True,
    "False": False,
    "inf": math.inf,
    "-inf": -math.inf,
    "nan": math.nan,
}
# A text longer than this is the repr of some large object, not of a shape such as (100, 100).
_LONGEST_TUPLE = 200


@lru_cache(maxsize=65536)
def number(text: str) -> int | float | None:
    """
    Turn the text of a parameter value into a finite number, or None if it isn't one.

    Parameters
    ----------
    text : str
        As asv writes it: the value's ``repr``, so that a string has quotes.

    Notes
    -----
    A number followed by k, K, M, G or T (decimal) or Ki, Mi, Gi, Ti (binary), and perhaps by B, is a number:
    suites that name their sizes ``"'1M'"`` mean 1,000,000. So are powers of whole numbers (``2^20``, ``10**6``) and
    groups of three digits (``1_000``). Anything else around a number makes it a name.

    Examples
    --------
    >>> number("10"), number("1000.0"), number("'1e5'"), number("np.int64(7)"), number("'1M'"), number("'4Ki'")
    (10, 1000.0, 100000.0, 7, 1000000, 4096)
    >>> number("'2^20'"), number("10**6"), number("'64 kb'"), number("1_000")
    (1048576, 1000000, 64000, 1000)
    >>> number("'512x512'"), number("inf"), number("True"), number("10j"), number("'1m'")
    (None, None, None, None, None)
    """
    body = _bare(text)
    match = _NUMBER.fullmatch(body)
    try:
        if match is not None:
            value = int(body) if match.group(1) else float(body)
        else:
            if power := _POWER.fullmatch(body):
                value = int(power.group(1)) ** int(power.group(2))
                return value if value <= sys.float_info.max else None
            if _UNDERSCORED.fullmatch(body):
                return int(body.replace("_", ""))
            suffixed = _WITH_SUFFIX.fullmatch(body)
            if suffixed is None:
                return None
            factor = (_FACTORS | _BINARY_FACTORS)[suffixed.group(2) or suffixed.group(3).upper()]
            value = float(suffixed.group(1)) * factor if "." in suffixed.group(1) else int(suffixed.group(1)) * factor
        return value if math.isfinite(value) else None
    except (ValueError, OverflowError):  # more digits than Python converts, or beyond any float
        return None


def has_suffix(text: str) -> bool:
    """Tell whether a text is a number only thanks to a suffix such as the M of ``'1M'``."""
    return number(text) is not None and _NUMBER.fullmatch(_bare(text)) is None


@lru_cache(maxsize=65536)
def typed_value(text: str) -> Any:
    """
    Turn the text of a parameter value into the value that it stands for.

    Parameters
    ----------
    text : str
        As asv writes it.

    Returns
    -------
    int, float, complex, bool, None, tuple or str
        What is no number, constant or tuple stays a text, without the quotes of a string.

    Examples
    --------
    >>> typed_value("10000"), typed_value("'slow'"), typed_value("None"), typed_value("(100, 100)")
    (10000, 'slow', None, (100, 100))
    >>> typed_value("10j"), typed_value("inf"), typed_value("'512x512'"), typed_value("<class 'int'>")
    (10j, inf, '512x512', "<class 'int'>")
    """
    value = number(text)
    if value is not None:
        return value
    body = text.strip()
    wrapped = _NUMPY_SCALAR.fullmatch(body)
    if wrapped:
        body = wrapped.group(1)
    if unquoted(body) != body:
        return unquoted(body)
    if body in _CONSTANTS:
        return _CONSTANTS[body]
    if body.endswith(("j", "j)")):
        try:
            return complex(body)
        except ValueError:
            return body
    if body[:1] in ("(", "[") and len(body) <= _LONGEST_TUPLE:
        try:
            found = ast.literal_eval(body)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            return body
        return tuple(found) if isinstance(found, tuple | list) else body
    return body


def _bare(text: str) -> str:
    """Take off blanks, quotes and the name of a NumPy scalar type."""
    body = unquoted(text.strip()).strip()
    wrapped = _NUMPY_SCALAR.fullmatch(body)
    return wrapped.group(1) if wrapped else body
