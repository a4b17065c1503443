"""The one error that callers of this project need to know, and the checks that raise it most."""

from __future__ import annotations

import operator


class InputError(ValueError):
    """Something that the caller gave can't be used; the message says what, why, and what to do."""

    def _render_traceback_(self) -> list[str]:
        """Return what IPython shows in place of a traceback."""
        return [f"{type(self).__name__}: {self}"]


def whole_number(name: str, value: object, least: int = 0, most: int | None = None) -> int:
    """
    Return `value` as a Python int, or say in one sentence why it is not acceptable.

    Parameters
    ----------
    name : str
        What the value is called where the caller wrote it.
    value : object
        Any integer type (Python, NumPy, ...); bools, floats and text are refused even where
        they look whole, because a silent conversion is how exact tables go wrong.
    least, most : int
        Smallest and largest value allowed; ``most=None`` means no upper limit.

    Raises
    ------
    InputError
        If `value` is no integer or lies outside the limits.
    """
    if type(value) is int and value >= least and (most is None or value <= most):
        return value  # at once, as small tables are checked for longer than they are computed
    rule = f"a whole number of at least {shorten_int(least)}"
    if most is not None:
        rule = f"a whole number from {shorten_int(least)} to {shorten_int(most)}"
    number = _integer(name, value, rule)
    if number < least or (most is not None and number > most):
        raise InputError(f"{name} must be {rule}, got {shorten_int(number)}")
    return number


def integer(name: str, value: object) -> int:
    """
    Return `value`, an integer of either sign, as a Python int, with the refusals of `whole_number`.

    Raises
    ------
    InputError
        If `value` is no integer.
    """
    return _integer(name, value, "a whole number of either sign")


def _integer(name: str, value: object, rule: str) -> int:
    try:
        if isinstance(value, bool):
            raise TypeError
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise InputError(f"{name} must be {rule}, got {shorten(repr(value))} ({type(value).__name__})") from None


def flag(name: str, value: object) -> bool:
    """
    Return `value` if it is True or False, or say in one sentence that it is neither.

    Numbers and text are refused: any text is true, "no" as well.

    Raises
    ------
    InputError
        If `value` is no bool.
    """
    if not isinstance(value, bool):
        raise InputError(f"{name} must be True or False, got {shorten(repr(value))} ({type(value).__name__})")
    return value


def shorten(text: str, width: int = 60) -> str:
    """Cut `text` to `width` printable characters, so that a message stays one readable sentence."""
    shown = printable(text[: width + 1])
    return shown if len(shown) <= width else shown[: width - 3] + "..."


def printable(text: str) -> str:
    r"""
    Make foreign text safe to show: what is not printable, such as a terminal's codes, is written as an escape.

    Examples
    --------
    >>> printable("a\nb\x1b[31m")
    'a\\nb\\x1b[31m'
    """
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape", "backslashreplace").decode("ascii")
        for char in text
    )


def shorten_int(number: int) -> str:
    """Write an int for a message; a very long one is given by its size (and never trips Python's digit limit)."""
    if number.bit_length() <= 200:
        return str(number)
    return f"a {'negative ' if number < 0 else ''}number of about {int(number.bit_length() * 0.30103) + 1} digits"
