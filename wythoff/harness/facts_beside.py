"""
What is known about a machine beyond asv's own keys: ``results/<machine>/facts.jsonl``, one JSON object per line.

asv takes every key of its own for part of a series' identity, and passes this file over. A line has ``time`` (UTC, ISO
8601), ``environment`` (asv's name; empty for what is true of the machine) and ``facts``: of the machine the caches,
the C compiler and whether it is virtual, of an environment its interpreter and, where it has them, Numba and LLVM. The
last line about the machine and about each environment holds.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from pathlib import Path

from wythoff._files import json_lines

FILE_NAME = "facts.jsonl"

Known = dict[str, dict[str, str]]


def read(folder: Path) -> Known:
    """
    Read what is known in a machine's results folder.

    Parameters
    ----------
    folder : Path
        ``results/<machine>``.

    Returns
    -------
    dict of str to dict
        The facts by environment, those of the machine under an empty name. Lines that are not understood are passed
        over.

    Raises
    ------
    InputError
        If the file is there and can't be read.
    """
    known: Known = {}
    for entry in json_lines.read(folder / FILE_NAME):
        environment, facts = entry.get("environment"), entry.get("facts")
        if isinstance(environment, str) and isinstance(facts, dict):
            known[environment] = {str(key): value for key, value in facts.items() if isinstance(value, str)}
    return known


def note(folder: Path, environment: str, facts: Mapping[str, str]) -> None:
    """Write facts down, unless they are what is known already."""
    if facts and read(folder).get(environment) != dict(facts):
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        json_lines.append(folder / FILE_NAME, [{"time": now, "environment": environment, "facts": dict(facts)}])
