"""One writer at a time for each folder."""

from __future__ import annotations

import contextlib
import json
import os
import platform
import secrets
from collections.abc import Iterator
from pathlib import Path

from wythoff._files.reading import read_bytes
from wythoff._files.writing import path_inside, whole_file
from wythoff.errors import InputError, shorten
from wythoff.out_of_core.manifest import now

_LOCK = ".wythoff-table.lock"
_HOLDER = ".wythoff-table.holder.json"
_MOST_BYTES = 10_000


@contextlib.contextmanager
def writing(folder: Path) -> Iterator[str]:
    """
    Hold the right to write into `folder` for the length of the block.

    Parameters
    ----------
    folder : Path
        It must exist.

    Yields
    ------
    str
        A mark of this holder, for `still_held`.

    Raises
    ------
    InputError
        If another process holds it, which the message names, or nothing can be written there.

    Notes
    -----
    The lock is one of the operating system's (through filelock: flock, or its like on Windows), which ends with the
    process that holds it, however that ends. So no lock is ever left behind, and no guess is needed whether a process
    of some number is still the same one. Who holds it stands in a second file, because opening a lock empties it.
    """
    import filelock

    lock = filelock.FileLock(folder / _LOCK, timeout=0)
    try:
        path_inside(folder / _LOCK, folder)  # opening a lock empties it
        lock.acquire()
    except filelock.Timeout:
        raise InputError(f"{_shown(folder)} is being written by {_holder(folder)}: wait for it or end it") from None
    except NotImplementedError:
        raise InputError(f"{_shown(folder)} is on a file system without locks: write to another one") from None
    except OSError as error:
        raise InputError(f"{_shown(folder)} can't be written: {error.strerror or error}") from None
    try:
        mark = secrets.token_hex(8)
        holder = {"host": platform.node(), "pid": os.getpid(), "since": now(), "mark": mark}
        with whole_file(folder / _HOLDER, inside=folder) as stream:
            stream.write(json.dumps(holder).encode())
        try:
            yield mark
        finally:
            with contextlib.suppress(OSError):
                (folder / _HOLDER).unlink(missing_ok=True)
    finally:
        lock.release()


def still_held(folder: Path, mark: str) -> bool:
    """Tell whether the holder with this mark is still the last; a task that outlived its run must not publish."""
    return _read(folder).get("mark") == mark


def is_held(folder: Path) -> bool:
    """Tell whether anybody's mark stands in the folder; there is none after somebody removed what was in it."""
    return bool(_read(folder))


def _holder(folder: Path) -> str:
    found = _read(folder)
    if not found:
        return "another process"
    return f"process {found.get('pid')} on {found.get('host')} since {found.get('since')}"


def _read(folder: Path) -> dict[str, object]:
    try:
        found = json.loads(read_bytes(folder / _HOLDER, _MOST_BYTES))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _shown(folder: Path) -> str:
    return shorten(str(folder), 200)
