"""The line of commits from GOOD to BAD, as git has it."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wythoff.errors import InputError, shorten
from wythoff.harness.commits import commit_of, git
from wythoff.harness.config import AsvConfig

_FIELD, _RECORD = "\x1f", "\x1e"


@dataclass(frozen=True)
class Line:
    """
    A line of commits, each the parent of the next.

    Attributes
    ----------
    folder : Path
        Where git finds them.
    commits : tuple of str
        Full hashes, GOOD first and BAD last.
    names : (str, str)
        What GOOD and BAD were called.
    merges : frozenset of str
        Those of the commits that have several parents.
    """

    folder: Path
    commits: tuple[str, ...]
    names: tuple[str, str]
    merges: frozenset[str] = frozenset()

    @property
    def steps(self) -> int:
        """How many commits come after GOOD, BAD included."""
        return len(self.commits) - 1

    def named(self, place: int) -> str:
        """Name GOOD or BAD as it was, with the beginning of its hash."""
        commit, name = self.commits[place], self.names[0 if place == 0 else 1]
        return commit[:8] if commit.startswith(name) else f"{shorten(name)} ({commit[:8]})"


@dataclass(frozen=True)
class Described:
    """What is known of a commit: its full hash, the first line of its message, author, and author's date (ISO 8601)."""

    hash: str
    subject: str
    author: str
    date: str
    parents: tuple[str, ...]


def line_between(good: str, bad: str, config: AsvConfig) -> Line:
    """
    Find the commits from GOOD to BAD.

    Parameters
    ----------
    good, bad : str
        Whatever git takes for a commit.
    config : AsvConfig
        The project.

    Raises
    ------
    InputError
        If git or a commit is missing, both are the same one, or GOOD isn't an ancestor of BAD.

    Notes
    -----
    From BAD back to GOOD the line goes to the first parent that has GOOD among its ancestors: where GOOD lies on the
    branch that BAD continues, that is git's ``--first-parent``, so that what was merged is one step. Each commit on the
    line thus has all that the one before has, and what one measures of a commit holds for all on its side of it.
    """
    if shutil.which("git") is None:
        raise InputError("git is needed to know the commits between, and there is no git program on the PATH")
    folder = _repository(good, bad, config)
    first, last = (_commit(name, folder, config) for name in (good, bad))
    if first == last:
        raise InputError(
            f"{shorten(good)} and {shorten(bad)} are the same commit, {first[:8]}: name two different ones"
        )
    if git(folder, "merge-base", "--is-ancestor", first, last) is None:
        raise InputError(_why_no_line(first, last, good, bad, folder))
    said = git(folder, "log", "--ancestry-path", "--format=%H %P", f"{first}..{last}") or ""
    parents = {words[0]: words[1:] for words in map(str.split, said.splitlines())}
    commits = _walk(first, last, parents)
    merges = frozenset(commit for commit in commits[1:] if len(parents[commit]) > 1)
    return Line(folder, commits, (good, bad), merges)


def _walk(first: str, last: str, parents: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Go from the last commit back to the first one, by first parents where they lead there."""
    found = [last]
    while found[-1] != first:
        found.append(next(parent for parent in parents[found[-1]] if parent == first or parent in parents))
    return tuple(reversed(found))


def _repository(good: str, bad: str, config: AsvConfig) -> Path:
    """Choose the repository that knows both commits: the configured one, the one around the project, asv's clone."""
    places = [config.folder / config.repo, config.folder, config.folder / config.project]
    there = [place for place in places if _is_folder(place) and git(place, "rev-parse", "--git-dir") is not None]
    for place in there:
        if all(commit_of(name, place) for name in (good, bad)):
            return place
    if not there:
        raise InputError(f"there is no git repository for {config.path}: clone it, or call asv once, which does that")
    return there[0]


def _is_folder(place: Path) -> bool:
    try:
        return place.is_dir()
    except (OSError, ValueError):  # an address may be no path
        return False


def _commit(name: str, folder: Path, config: AsvConfig) -> str:
    found = commit_of(name, folder)
    if not found:
        raise InputError(f"git knows no commit {shorten(name)} in the repository of {config.path}")
    return found


def _why_no_line(first: str, last: str, good: str, bad: str, folder: Path) -> str:
    if git(folder, "merge-base", "--is-ancestor", last, first) is not None:
        return f"{shorten(bad)} is an ancestor of {shorten(good)} and not the other way round: name the older one first"
    if git(folder, "rev-parse", "--is-shallow-repository") == "true":
        return f"the repository at {folder} is shallow, and the commits before are missing: git fetch --unshallow"
    base = git(folder, "merge-base", first, last)
    what = f": begin at {base[:8]}, where they part, or at another commit before {shorten(bad)}" if base else ""
    return f"{shorten(good)} is no ancestor of {shorten(bad)}, so that no commits lie between{what}"


def describe(commit: str, folder: Path) -> Described:
    """Ask git for what it knows of a commit that it has."""
    form = _FIELD.join(("%H", "%s", "%an", "%aI", "%P"))
    said = git(folder, "log", "-1", f"--format={form}{_RECORD}", commit) or f"{commit}{_FIELD * 4}"
    found, subject, author, date, parents = said.partition(_RECORD)[0].strip("\n").split(_FIELD)
    return Described(found, subject, author, date, tuple(parents.split()))
