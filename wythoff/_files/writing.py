"""The one writer of files: they are written whole or not at all, and nothing that was there is harmed."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import signal
import stat
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import BinaryIO

from wythoff._process import interrupts
from wythoff._process.unraisable import set_ending
from wythoff.errors import InputError, shorten

# What a writer that was killed leaves behind.
UNFINISHED = re.compile(r"\..*\.[0-9a-f]{16}\.part", re.DOTALL)
_ENDING_SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
_DESCRIPTOR = re.compile(r"/(?:dev|proc/(?P<process>self|\d+))/fd/(?P<number>\d{1,9})")
_MOST_LINKS = 40  # the system's own bound
_STANDARD = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_NAME_BYTES = 100  # of the file's own name in that of the unfinished one, which may not be longer than 255


@contextlib.contextmanager
def whole_file(path: Path, *, inside: Path | None = None) -> Iterator[BinaryIO]:
    """
    Open a file that takes the place of `path` in one step when the block ends well, and leaves no trace otherwise.

    Parameters
    ----------
    path : Path
        Where the file is to be. A symbolic link is followed. A file that is replaced keeps its mode, and its owner
        where the system allows that; one that the user may not write is not replaced. What is no regular file (a
        pipe, a device) is written to as it is, and so is what this process has open already (``/dev/stdout``,
        ``/dev/fd/3``).
    inside : Path, optional
        A folder that may have come from somebody else: a link in it that leads out of it is not followed.

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
    The bytes go to a hidden file of a random name in the same folder, which is synchronised with the disk before it is
    renamed, and the folder after that. It is removed after an error, Ctrl-C, a hang-up and a request to terminate;
    nothing can be done after ``kill -9``.
    """
    try:
        with _opened(path, inside) as stream:
            yield stream
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError(f"{_name(path)} can't be written: {error.strerror or error}") from None


@contextlib.contextmanager
def _opened(path: Path, inside: Path | None) -> Iterator[BinaryIO]:
    number = _descriptor(path) if inside is None else None
    if number is not None:
        sys.stdout.flush()  # it may be the same
        with os.fdopen(os.dup(number), "wb") as stream:
            yield stream
        return
    target = real_path(path) if inside is None else path_inside(path, inside)
    try:
        there = target.stat()
    except FileNotFoundError:
        there = None
    if there is not None and stat.S_ISDIR(there.st_mode):
        raise InputError(f"{_name(path)} is a folder: name a file in it")
    if there is not None and not stat.S_ISREG(there.st_mode):
        if inside is not None:
            raise InputError(f"{_name(path)} is no ordinary file: remove it")
        with target.open("wb") as stream:
            yield stream
        return
    if there is not None:  # whoever may not write a file may not replace it, though the folder lets them
        os.close(os.open(target, os.O_WRONLY | _NO_LINK | _BINARY))
    with ending_as_exceptions(), _replacing(target, there) as stream:
        yield stream


@contextlib.contextmanager
def _replacing(target: Path, there: os.stat_result | None) -> Iterator[BinaryIO]:
    part = target.with_name(_part_name(target.name))

    def remove() -> None:
        part.unlink(missing_ok=True)

    with interrupts.undoing(remove):
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _BINARY
            with os.fdopen(os.open(part, flags, 0o666 if there is None else 0o600), "wb") as stream:
                yield stream
                stream.flush()
                if there is not None:
                    _keep_owner_and_mode(stream.fileno(), part, there)
                os.fsync(stream.fileno())
            part.replace(target)
        except BaseException:
            with contextlib.suppress(OSError):
                remove()
            raise
    sync_folder(target.parent)


def _part_name(name: str) -> str:
    kept = os.fsencode(name)[:_NAME_BYTES].decode("utf-8", "ignore")
    return f".{kept}.{secrets.token_hex(8)}.part"


def _keep_owner_and_mode(number: int, part: Path, there: os.stat_result) -> None:
    mode, mine = stat.S_IMODE(there.st_mode), part.stat()
    if hasattr(os, "fchown") and (there.st_uid, there.st_gid) != (mine.st_uid, mine.st_gid):
        try:
            os.fchown(number, there.st_uid, there.st_gid)
        except OSError:
            mode &= 0o777  # what runs as its owner must not run as another
            with contextlib.suppress(OSError):
                os.fchown(number, -1, there.st_gid)
    with contextlib.suppress(OSError):  # file systems without modes
        part.chmod(mode)


def real_path(path: Path) -> Path:
    """
    Follow the links of a path, whether there is something at its end or not.

    Raises
    ------
    OSError
        If the links go round in a circle. (`Path.resolve` raises another error for that in each version of Python.)
    """
    found = Path(os.path.realpath(path))
    if found.is_symlink():  # the end of the links is a link only where they go round
        found.stat()
    return found


def path_to_read(path: Path) -> Path:
    """
    Follow the links of a path that was given to be read.

    Raises
    ------
    InputError
        If the links go round in a circle.
    """
    try:
        return real_path(path)
    except OSError as error:
        raise InputError(f"{_name(path)} can't be read: {error.strerror or error}") from None


def path_inside(path: Path, folder: Path) -> Path:
    """
    Follow the links of a path in a folder that may have come from somebody else.

    Raises
    ------
    InputError
        If a link leads out of the folder.
    OSError
        If links go round in a circle.
    """
    found, home = real_path(path), real_path(folder)
    if not found.is_relative_to(home):
        raise InputError(f"{_name(path)} is a link that leads out of {_name(folder)}: remove it")
    return found


def open_to_append(path: Path, inside: Path) -> BinaryIO:
    """
    Open a regular file for reading and for writing at its end, and make it if it isn't there.

    Raises
    ------
    InputError
        If it is no regular file, or a link in it leads out of the folder `inside`.
    OSError
        If it can't be opened.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | _NO_LINK | _BINARY | getattr(os, "O_NONBLOCK", 0)
    number = os.open(path_inside(path, inside), flags, 0o666)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise InputError(f"{_name(path)} is no ordinary file: remove it")
    return os.fdopen(number, "a+b")


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on the disk, where the system can do that."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _descriptor(path: Path) -> int | None:
    """Return the number of the open file that a path of the system's, or a link to one, stands for."""
    if os.name != "posix":
        return None
    text = os.path.abspath(path)  # noqa: PTH100 (a Path's own keeps the dots)
    for _ in range(_MOST_LINKS):
        if text in _STANDARD:
            return _STANDARD[text]
        found = _DESCRIPTOR.fullmatch(text)
        if found is not None and (found["process"] in (None, "self", str(os.getpid()))):
            return int(found["number"])
        try:
            text = os.path.normpath(Path(text).parent / Path(text).readlink())
        except (OSError, ValueError):  # no link, or no path at all
            return None
    return None


@contextlib.contextmanager
def ending_as_exceptions() -> Iterator[None]:
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
    set_ending()
    raise SystemExit(128 + number)


def _name(path: Path) -> str:
    return shorten(str(path), 200)
