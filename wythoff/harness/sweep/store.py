"""
How a sweep's results get into the results folder: one sweep at a time, whole files only, nothing overwritten unread.

asv rewrites its result file in place, so a kill at that moment would leave half a file. A sweep therefore lets asv
write into a scratch folder, which starts with a copy of the machine's result file, and puts the finished file in
place in one step. The scratch folder lies in the system's temporary folder, where neither ``asv publish`` nor git can
take it for results.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import filelock
import psutil

from wythoff._files.reading import read_bytes
from wythoff._files.writing import UNFINISHED, path_inside, whole_file
from wythoff._process.memory import available_bytes
from wythoff.errors import InputError
from wythoff.harness.results import read_json

_SCRATCH_PREFIX = "wythoff-sweep-"
_ABANDONED_S = 600  # no file takes so long to write
# A process that a sweep was just starting when it was killed holds the lock until it has started.
_STARTING_S = 5.0
_MOST_BYTES = 10_000  # of what the holder says


@contextlib.contextmanager
def claimed(folder: Path) -> Iterator[Path]:
    """
    Hold a machine's results folder for one sweep, and yield a scratch folder for it.

    Parameters
    ----------
    folder : Path
        ``results/<machine>``; made if it isn't there.

    Raises
    ------
    InputError
        If another sweep holds the folder, or it can't be written.

    Notes
    -----
    What an earlier sweep left behind when it was killed is removed.
    """
    holder_file = folder / ".sweep.holder"
    lock = filelock.FileLock(folder / ".sweep.lock")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for place in (folder, folder / ".sweep.lock"):  # they may have come with somebody's repository
            path_inside(place, folder.parent)
        holder = _holder(holder_file)
        lock.acquire(timeout=_STARTING_S if holder and not psutil.pid_exists(holder) else 0)
    except filelock.Timeout:
        holder = _holder(holder_file)  # it may have come meanwhile
        named = f" (process {holder})" if holder else ""
        raise InputError(f"another sweep{named} is writing to {folder}: wait until it ends, or end it") from None
    except OSError as error:
        raise _unwritable(folder, error) from None
    try:
        with contextlib.ExitStack() as stack:
            try:
                _remove_leftovers(folder, holder_file)
                scratch = Path(stack.enter_context(_temporary_folder()))
                with whole_file(holder_file, inside=folder) as stream:
                    stack.callback(holder_file.unlink, missing_ok=True)
                    stream.write(json.dumps({"pid": os.getpid(), "scratch": str(scratch)}).encode())
            except OSError as error:
                raise _unwritable(folder, error) from None
            yield scratch
    finally:
        lock.release()  # the lock's file stays: taking it away could let two sweeps in at once


@contextlib.contextmanager
def unclaimed() -> Iterator[Path]:
    """Yield a scratch folder for something that writes no results."""
    with _temporary_folder() as scratch:
        yield Path(scratch)


def _temporary_folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix=_SCRATCH_PREFIX, ignore_cleanup_errors=True)


def _unwritable(folder: Path, error: OSError) -> InputError:
    return InputError(f"results can't be written to {folder}: {error.strerror or error}")


def _holder(holder_file: Path) -> int:
    """Return the number of the process that holds or last held the folder; 0 where none is known."""
    try:
        pid = int(_told(holder_file)["pid"])
        return pid if 0 < pid < 2**31 else 0
    except (OSError, ValueError, KeyError, TypeError, OverflowError):
        return 0


def _told(holder_file: Path) -> Any:
    return json.loads(read_bytes(holder_file, _MOST_BYTES))


def _remove_leftovers(folder: Path, holder_file: Path) -> None:
    for part in folder.iterdir():
        if UNFINISHED.fullmatch(part.name):
            part.unlink(missing_ok=True)
    for part in folder.parent.iterdir():  # where sweeps of other machines write too
        if UNFINISHED.fullmatch(part.name) and time.time() - part.lstat().st_mtime > _ABANDONED_S:
            part.unlink(missing_ok=True)
    try:
        scratch = Path(_told(holder_file)["scratch"])
    except (OSError, ValueError, KeyError, TypeError):
        return
    # The file may have come with somebody's repository: only what can be one of our folders is removed.
    inside = scratch.parent == Path(tempfile.gettempdir()) and scratch.name.startswith(_SCRATCH_PREFIX)
    if inside and scratch.is_dir() and not scratch.is_symlink():
        shutil.rmtree(scratch, ignore_errors=True)
    holder_file.unlink(missing_ok=True)


def check_result_file(file: Path) -> None:
    """
    Make sure that asv can merge into a result file, so that it is never replaced unread.

    Raises
    ------
    InputError
        If the file is there and is broken or in a format that asv doesn't merge into.
    """
    if not file.exists():
        return
    try:
        data = read_json(file)
    except InputError as error:
        raise InputError(f"{error}; it was left as it is: repair it or move it away") from None
    if not isinstance(data, dict) or data.get("version") != 2 or not isinstance(data.get("results"), dict):
        raise InputError(f"{file} is not in asv 0.6's format; it was left as it is: run `asv update` or move it away")


def digest(file: Path) -> str | None:
    """Fingerprint a file's content; None if there is nothing, and `InputError` for what is no ordinary file."""
    try:
        return hashlib.sha256(read_bytes(file, available_bytes())).hexdigest()
    except FileNotFoundError:
        return None


def folder_digest(folder: Path) -> str:
    """Fingerprint the Python files below a folder, names and content."""
    total = hashlib.sha256()
    for file in sorted(file for file in folder.rglob("*.py") if not file.is_dir()):
        total.update(f"{file.relative_to(folder)}\0{digest(file)}\0".encode())
    return total.hexdigest()


def seed(source: Path, target: Path) -> str | None:
    """Copy `source` to `target` for asv to merge into, and return its fingerprint; None if there is nothing yet."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    if not source.exists():
        return None
    content = source.read_bytes()
    target.write_bytes(content)
    return hashlib.sha256(content).hexdigest()


def put_in_place(source: Path, target: Path) -> None:
    """
    Replace `target` by a copy of `source` in one step; whoever reads it sees the old file or the new one.

    Raises
    ------
    InputError
        If the folder of `target` can't be written.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        content = source.read_bytes()
    except OSError as error:
        raise _unwritable(target.parent, error) from None
    with whole_file(target, inside=target.parent) as stream:
        stream.write(content)
