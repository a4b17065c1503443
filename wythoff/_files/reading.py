"""Files that may be anybody's, read without waiting and no further than a bound."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from wythoff._process.memory import human_bytes
from wythoff.errors import InputError, shorten

_UNTOLD = 2**20


def read_bytes(path: Path, most: int) -> bytes:
    """
    Read a regular file of at most so many bytes.

    Parameters
    ----------
    path : Path
        The file. A pipe would keep its reader waiting, and a device may have no end.
    most : int
        How many bytes it may have.

    Raises
    ------
    InputError
        If it is no regular file, or longer.
    OSError
        If it can't be read.
    """
    with open(path, "rb", opener=_without_waiting) as stream:
        there = os.fstat(stream.fileno())
        if not stat.S_ISREG(there.st_mode):
            raise InputError(f"{shorten(str(path), 200)} is no ordinary file")
        # As much memory is taken as is asked for, and some files of the system's tell no size.
        data = b"" if there.st_size > most else stream.read(max(there.st_size, min(most, _UNTOLD)) + 1)
        beyond = there.st_size > most or len(data) > most
    if beyond:
        raise InputError(f"{shorten(str(path), 200)} has more than {human_bytes(most)}, which is more than can be read")
    return data


def check_ordinary(path: Path) -> None:
    """
    Raise `InputError` for what is no regular file, before a library opens it, which would wait for a pipe's writer.

    Raises
    ------
    OSError
        If there is nothing at the path, or it can't be looked at.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise InputError(f"{shorten(str(path), 200)} is no ordinary file")


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
