"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import BinaryIO

from wythoff.errors import InputError, shorten

_ENDING_SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """
    Open a file that takes the place of `path` in one step when the block ends well, and leaves no trace otherwise.

    Parameters
    ----------
    path : Path
        Where the file is to be. A symbolic link is followed, the mode of a file that is replaced is kept, and
        what is no regular file (a pipe, ``/dev/stdout``) is written to as it is.

    Yields
    ------
    binary file
        Open for writing.

    Raises
    ------
    InputError
        If the file can't be written; whatever was at `path` is still there then.

    Notes
    -----
    The bytes go to a hidden file in the same folder, which is synchronised with the disk before it is renamed. It is
    removed after an error, Ctrl-C, a hang-up and a request to terminate; nothing can be done after ``kill -9``.
    """
    try:
        target = path.resolve()
        if target.exists() and not target.is_file() and not target.is_dir():
            with target.open("wb") as stream:
                yield stream
            return
        if target.is_dir():
            raise InputError(f"{_name(path)} is a folder: name a file in it")
        part = target.with_name(f".{target.name[:100]}.{os.getpid()}.part")
        with _ending_as_exceptions():
            try:
                with part.open("wb") as stream:
                    yield stream
                    stream.flush()
                    os.fsync(stream.fileno())
                if target.exists():
                    shutil.copymode(target, part)
                part.replace(target)
            except BaseException:
                with contextlib.suppress(OSError):
                    part.unlink(missing_ok=True)
                raise
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError(f"{_name(path)} can't be written: {error.strerror or error}") from None


@contextlib.contextmanager
def _ending_as_exceptions() -> Iterator[None]:
    """Let a request to terminate end the block like an exception, so that what it was doing is undone."""
    if threading.current_thread() is not threading.main_thread():  # only the main one may set handlers
        yield
        return
    before = {number: signal.getsignal(number) for number in _ENDING_SIGNALS}
    ours = [number for number, handler in before.items() if handler is signal.SIG_DFL]
    try:
        for number in ours:
            signal.signal(number, _exit)
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def _exit(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def _name(path: Path) -> str:
    return shorten(str(path), 200)
