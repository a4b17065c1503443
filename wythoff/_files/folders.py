"""Folders that are written whole or not at all, in the place of what was there."""

from __future__ import annotations

import contextlib
import secrets
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from wythoff._files.writing import UNFINISHED, ending_as_exceptions, real_path, sync_folder
from wythoff._process import interrupts
from wythoff.errors import InputError, shorten

_ABANDONED_S: Final = 86_400  # no folder takes so long to make
_CAN_HOLD_BACK = hasattr(signal, "pthread_sigmask")


@contextlib.contextmanager
def whole_folder(path: Path, is_ours: Callable[[Path], bool]) -> Iterator[Path]:
    """
    Give a new folder that takes the place of `path` when the block ends well, and leaves no trace otherwise.

    Parameters
    ----------
    path : Path
        Where the folder is to be. A symbolic link is followed.
    is_ours : callable
        Tells of a folder that is there whether it may be replaced; an empty one may.

    Yields
    ------
    Path
        Where to make it; there is nothing there yet. It lies beside `path`, under a hidden name.

    Raises
    ------
    InputError
        If `path` is no folder, or one that holds something else, or can't be replaced.
    """
    try:
        target = real_path(path)
        if target.exists() and not target.is_dir():
            raise InputError(f"{shorten(str(path), 200)} is a file: name a folder")
        if target.is_dir() and any(target.iterdir()) and not is_ours(target):
            raise InputError(
                f"{shorten(str(path), 200)} holds other things, which would be removed: name an empty or a new folder"
            )
        target.parent.mkdir(parents=True, exist_ok=True)
        with _beside(target) as part:
            yield part
            _put_in_place(part, target)
        _remove_abandoned(target)
    except BlockingIOError:  # no process for what was to fill it
        raise
    except OSError as error:
        raise InputError(f"{shorten(str(path), 200)} can't be written: {error.strerror or error}") from None


@contextlib.contextmanager
def _beside(target: Path) -> Iterator[Path]:
    part = _hidden_beside(target)

    def remove() -> None:
        shutil.rmtree(part, ignore_errors=True)

    with ending_as_exceptions(), interrupts.undoing(remove):
        try:
            yield part
        finally:
            remove()


def _hidden_beside(target: Path) -> Path:
    return target.with_name(f"{_hidden_start(target)}{secrets.token_hex(8)}.part")


def _hidden_start(target: Path) -> str:
    return f".{target.name[:100]}."


def _remove_abandoned(target: Path) -> None:
    """Remove what writers of this folder that were killed have left beside it, when none can be at work any more."""
    for part in target.parent.iterdir():
        if not (part.name.startswith(_hidden_start(target)) and UNFINISHED.fullmatch(part.name)):
            continue
        if part.is_dir() and not part.is_symlink() and time.time() - part.stat().st_mtime > _ABANDONED_S:
            shutil.rmtree(part, ignore_errors=True)


def _put_in_place(part: Path, target: Path) -> None:
    """Rename, and have what was there where `_beside` removes it: in the new folder's former place."""
    aside = _hidden_beside(target)
    with _signals_wait():
        is_there = target.is_dir()
        if is_there:
            target.rename(aside)
        try:
            part.rename(target)
        except OSError:
            if is_there:
                aside.rename(target)
            raise
        if is_there:
            aside.rename(part)
    sync_folder(target.parent)


@contextlib.contextmanager
def _signals_wait() -> Iterator[None]:
    """Let no signal come between two renames."""
    if not _CAN_HOLD_BACK:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
