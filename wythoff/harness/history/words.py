"""A change in a history, in words; terminal, JSON and page have the same ones."""

from __future__ import annotations

from typing import Final

from wythoff.harness.compare.words import TITLES
from wythoff.harness.fit.cells import day
from wythoff.harness.history.courses import Commit
from wythoff.harness.history.find import History, Mark

_DIGITS: Final = 8


def short(commit: Commit) -> str:
    """Return the beginning of a hash by which people know a commit."""
    return commit.hash[:_DIGITS]


def sentence(history: History, mark: Mark) -> str:
    """Say what changed at which commit, as `wythoff compare` says it."""
    commit = history.commits[mark.at]
    doubt = "" if mark.confirmed else " (the newest commit: no later one confirms it)"
    return f"at {short(commit)} of {day(commit.date)}{doubt}: {mark.change.text}"


def title(mark: Mark) -> str:
    """
    Name what kind of change it is, and for whom.

    Returns
    -------
    str
        Such as "worse class".
    """
    side = {True: "worse", False: "better", None: ""}[mark.change.worse]
    return f"{side} {TITLES[mark.change.kind]}".strip()
