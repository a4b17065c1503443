"""A lock for a file that is replaced when it is written, which leaves nothing beside it."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from wythoff.errors import InputError

WAIT_S = 30
_LOOK_S = 0.02


@contextlib.contextmanager
def locked(file: Path) -> Iterator[None]:
    """
    Keep other processes that ask for it from changing a file between reading and writing it.

    Parameters
    ----------
    file : Path
        The lock is one of the operating system's on a file beside it, ``<name>.lock``, and ends with its holder.

    Raises
    ------
    InputError
        If somebody else has it for `WAIT_S` seconds.

    Notes
    -----
    The lock's file is removed by its holder. Whoever has waited for a file that was removed meanwhile holds nothing,
    sees that another one or none is in its place, and tries again. Where no lock can be had (a file system without
    them, a folder that takes no file, a system other than POSIX) the block goes on without.
    """
    try:
        number = _acquired(file.with_name(f"{file.name}.lock"), file)
    except (OSError, ImportError):
        yield
        return
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            file.with_name(f"{file.name}.lock").unlink(missing_ok=True)
        os.close(number)


def _acquired(lock: Path, file: Path) -> int:
    import fcntl

    until = time.monotonic() + WAIT_S
    while True:
        number = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_in_place(number, lock):
                return number
        except BlockingIOError:
            if time.monotonic() > until:
                os.close(number)
                raise InputError(f"{file} is being changed by another process for {WAIT_S} s: end that one") from None
        except BaseException:
            os.close(number)
            raise
        os.close(number)
        time.sleep(_LOOK_S)


def _is_in_place(number: int, lock: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(number), lock.lstat())
    except FileNotFoundError:
        return False
