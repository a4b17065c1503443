"""Files of one JSON object per line, to whose end whole lines are added, and which a kill can't spoil."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from wythoff._files.reading import read_bytes
from wythoff._files.writing import open_to_append
from wythoff._process.memory import available_bytes
from wythoff.errors import InputError

# The text, its lines, and what a line of it becomes, for each byte.
_GROWTH = 30


def append(file: Path, entries: Iterable[Mapping[str, Any]]) -> None:
    """
    Write objects to the end of a file, one a line, and return once they are on the disk.

    Parameters
    ----------
    file : Path
        The file; made if it isn't there. Without entries it isn't touched.
    entries : iterable of mapping
        What JSON can hold, with finite numbers only.

    Notes
    -----
    A line that a kill left unfinished is ended first, so that it can't spoil the next one.
    """
    text = "".join(map(line, entries))
    if not text:
        return
    with open_to_append(file, file.parent) as stream:
        if stream.seek(0, os.SEEK_END):
            stream.seek(-1, os.SEEK_END)
            if stream.read(1) != b"\n":
                text = "\n" + text
        stream.write(text.encode())
        stream.flush()
        os.fsync(stream.fileno())


def line(entry: Mapping[str, Any]) -> str:
    """Return one entry as its line."""
    return json.dumps(entry, ensure_ascii=False, allow_nan=False) + "\n"


def read(file: Path) -> Iterator[dict[str, Any]]:
    """
    Read the objects of a file in its order.

    Parameters
    ----------
    file : Path
        The file; a missing one is an empty one.

    Yields
    ------
    dict
        What a line holds. Lines that are cut off or hold no object are passed over.

    Raises
    ------
    InputError
        If the file is there and can't be read.
    """
    try:
        text = read_bytes(file, available_bytes() // _GROWTH).decode("utf-8", "replace")
    except FileNotFoundError:
        return
    except OSError as error:
        raise InputError(f"{file} can't be read: {error.strerror or error}") from None
    for written in text.split("\n"):
        try:
            entry = json.loads(written)
        except (ValueError, RecursionError):
            continue
        if isinstance(entry, dict):
            yield entry
