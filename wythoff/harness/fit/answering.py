"""What commands that print an answer have in common: one output at a time, any terminal, and how they end."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable
from io import TextIOWrapper

from rich.console import Console

from wythoff._process import interrupts
from wythoff.errors import InputError


def chosen_format(json: bool, csv: bool, markdown: bool) -> str:
    """
    Name the one output that was asked for, "table" without any.

    Raises
    ------
    InputError
        If there are several.
    """
    chosen = [name for name, asked in (("json", json), ("csv", csv), ("markdown", markdown)) if asked]
    if len(chosen) > 1:
        raise InputError(f"--{' and --'.join(chosen)} exclude each other: choose one output")
    return chosen[0] if chosen else "table"


def standard_output() -> Console:
    """Return where answers go; a terminal that knows no µ still gets its answer."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    return Console()


# What the system says of a disk that takes no more; an answer of many series is kept there until it is whole.
_FULL = {errno.ENOSPC, errno.EFBIG, errno.EIO, getattr(errno, "EDQUOT", None)}


def ended(work: Callable[[], int], console: Console) -> int:
    """
    Do work that prints to a console, and return its exit code: that of the work, or 130 after Ctrl-C.

    Raises
    ------
    InputError
        If the answer can't be written.
    """
    try:
        code = work()
        console.file.flush()
        return code
    except KeyboardInterrupt:
        interrupts.tell()
        return interrupts.CODE
    except OSError as error:
        if error.errno not in _FULL:
            raise
        raise InputError(f"the answer can't be written: {error.strerror or error}") from None
