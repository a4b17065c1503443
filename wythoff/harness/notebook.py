"""``%load_ext wythoff``: the magics ``%growth`` and ``%%growth``, which measure statements in the notebook's names."""

from __future__ import annotations

import io
import shlex
from collections.abc import Callable
from typing import Any, Protocol

from wythoff._extras import require
from wythoff.errors import InputError, shorten

USAGE = "%growth [-s SETUP] [-b SECONDS] STATEMENT, or %%growth [-b SECONDS] SETUP above a cell of statements"


class Shell(Protocol):
    """What is needed of IPython's shell."""

    user_ns: dict[str, Any]

    def register_magic_function(self, function: Callable[..., Any], magic_kind: str, magic_name: str) -> None:
        """Add a magic."""


def load(shell: Shell) -> None:
    """Register the magics."""

    def growth(line: str, cell: str | None = None) -> Any:
        """Tell how a statement grows with n: the law, its probability, and a picture."""
        require("harness", "%growth", "scipy")
        from wythoff.harness.measure import measure
        from wythoff.harness.measure.statement import Statement

        setup, budget_s, rest = parsed(line)
        text = rest
        if cell is not None:
            setup, text = "\n".join(filter(None, (setup, rest))), cell
        function, make_args = Statement(text, setup).compiled(shell.user_ns)
        try:
            return measure(function, make_args, budget_s=budget_s, name=text.strip())
        except InputError:
            raise
        except Exception as error:  # the statement's own
            notes = " ".join(getattr(error, "__notes__", ()))
            raise InputError(
                f"{shorten(text.strip(), 60)}: {type(error).__name__}: {error} {notes}".rstrip()
            ) from error

    shell.register_magic_function(growth, "line_cell", "growth")


def parsed(line: str) -> tuple[str, float, str]:
    """
    Take the options off the beginning of a line.

    Returns
    -------
    tuple of str, float and str
        Setup, seconds, and the rest of the line as it was typed.

    Raises
    ------
    InputError
        If an option is unknown or has no value.

    Examples
    --------
    >>> parsed("-s 'x = list(range(n))' -b 3 sum(x) + len('a b')")
    ('x = list(range(n))', 3.0, "sum(x) + len('a b')")
    """
    setup, budget_s, rest = "", 10.0, line.strip()
    while rest.startswith("-"):
        stream = io.StringIO(rest)
        reader = shlex.shlex(stream, posix=True)
        reader.whitespace_split, reader.commenters = True, ""
        try:
            option, value = reader.get_token(), reader.get_token()
        except ValueError:
            option, value = rest.split()[0], None
        if option not in ("-s", "-b") or value is None:
            raise InputError(f"{shorten(repr(option))} is no option with a value: {USAGE}")
        if option == "-s":
            setup = value
        else:
            budget_s = _seconds(value)
        rest = stream.read().strip()
    return setup, budget_s, rest


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(f"-b must be a number of seconds, got {shorten(repr(text))}") from None
