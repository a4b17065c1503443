"""
Commits by the names that git knows, and ranges of them: what `sweep`, `fit` and `compare` are asked for.

A range ``A..B`` is what git and asv take it for: the commits that B has and A has not, along first parents, so that a
merge stands for the branch that it brought.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from wythoff.errors import InputError, shorten

NEW, EXISTING, ALL = "NEW", "EXISTING", "ALL"
_LONGEST = 200
_RANGE = ".."


@dataclass(frozen=True)
class Repository:
    """
    Where git is asked, and what asv knows about the project's commits.

    Attributes
    ----------
    path : Path
        A folder of the repository.
    branches : tuple of str
        Those that asv follows.
    results : tuple of str
        Beginnings of the hashes of commits that have results.
    finished : tuple of str
        The same without commits at which a sweep was begun on this machine and not finished, and without those of other
        machines.
    """

    path: Path
    branches: tuple[str, ...] = ("HEAD",)
    results: tuple[str, ...] = ()
    finished: tuple[str, ...] = ()


def is_several(text: str) -> bool:
    """Tell whether a text stands for any number of commits rather than for one."""
    return text in (NEW, EXISTING, ALL) or _RANGE in text


def commit_of(text: str, folder: Path) -> str:
    """Return the whole hash of the commit that git knows by a text; nothing where it knows none, or there is no git."""
    if not text or not text.isprintable() or text.startswith("-") or len(text) > _LONGEST:
        return ""
    said = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{text}^{{commit}}")
    return said.splitlines()[-1] if said else ""


def commits_in(text: str, folder: Path) -> list[str]:
    """
    List the commits of a range ``A..B``, the oldest first; without B up to the one that is checked out.

    Raises
    ------
    InputError
        If git can't be asked, knows one of the ends not, or the range is empty.
    """
    first, _, last = text.partition(_RANGE)
    if not first or last.startswith("."):
        raise InputError(f"{shorten(text)} is no range from one commit to another: write A..B")
    last = last or "HEAD"
    ends = [commit_of(end, folder) for end in (first, last)]
    if "" in ends:
        raise InputError(_why_unknown((first, last)[ends.index("")], folder))
    found = _line(f"{ends[0]}..{ends[1]}", folder)
    if not found:
        turned = _line(f"{ends[1]}..{ends[0]}", folder)
        advice = f"; {last}..{first} has {len(turned):,}" if turned else ""
        raise InputError(f"the range {shorten(text)} is empty: {last} has no commit that {first} lacks{advice}")
    return found


def beginning_with(text: str, known: Iterable[str]) -> list[str]:
    """List the known hashes that begin so."""
    return sorted(commit for commit in known if text and commit and commit.startswith(text.lower()))


def known_as(whole: str, known: Iterable[str]) -> list[str]:
    """List the known hashes, which may be cut short, that are of a commit."""
    return sorted(commit for commit in known if commit and (whole.startswith(commit) or commit == whole))


def with_results(texts: Sequence[str], known: Collection[str], folder: Path | None) -> list[str]:
    """
    Find the commits with results that are asked for.

    Parameters
    ----------
    texts : sequence of str
        Beginnings of hashes, names of commits as git knows them, ranges, or EXISTING for all.
    known : collection of str
        The hashes that results name.
    folder : Path or None
        Where git is asked; None asks nobody.

    Returns
    -------
    list of str
        Of the known hashes, in the order in which they are asked for.

    Raises
    ------
    InputError
        If a text stands for no commit or several, or for none that has results.
    """
    there = sorted({commit for commit in known if commit})
    found = [commit for text in texts for commit in _with_results(text, there, folder)]
    return list(dict.fromkeys(found))


def _with_results(text: str, known: Sequence[str], folder: Path | None) -> list[str]:
    if text == NEW:
        raise InputError(f"{NEW} are the commits without results: `wythoff sweep --commit {NEW}` measures them")
    if text in (EXISTING, ALL):
        return list(known)
    if _RANGE in text and folder is not None:
        span = commits_in(text, folder)
        found = [commit for whole in span for commit in known_as(whole, known)]
        if not found:
            raise InputError(f"none of the {len(span):,} commits of {shorten(text)} has results; {_there(known)}")
        return found
    matching = beginning_with(text, known)
    if len(matching) > 1:
        raise InputError(f"several commits begin with {shorten(text)}: {shorten(', '.join(matching), 300)}")
    whole = commit_of(text, folder) if folder is not None and not matching else ""
    if whole and not (matching := known_as(whole, known)):
        raise InputError(f"{shorten(text)} is commit {whole[:8]}, which has no results; {_there(known)}")
    if not matching:
        raise InputError(f"no results have the commit {shorten(repr(text))}; {_there(known)}")
    return matching


def _there(known: Sequence[str]) -> str:
    names = ", ".join(commit[:8] for commit in known)
    return f"there are {shorten(names, 300)}" if known else "they name none"


def to_measure(texts: Sequence[str], repository: Repository) -> list[str]:
    """
    Find the commits that are to be measured.

    Parameters
    ----------
    texts : sequence of str
        Names of commits as git knows them, ranges, EXISTING for all that have results, ALL for those of the
        configuration's branches, or NEW for those of them after the last one that was measured on this machine.
    repository : Repository
        Where they are.

    Returns
    -------
    list of str
        Whole hashes, each once, as they are asked for; those of one text the oldest first, so that NEW goes on where
        it was interrupted.

    Raises
    ------
    InputError
        If a text stands for no commit.
    """
    return list(dict.fromkeys(commit for text in texts for commit in _to_measure(text, repository)))


def _to_measure(text: str, repository: Repository) -> list[str]:
    folder = repository.path
    if text == EXISTING:
        found = [commit for part in repository.results if (commit := commit_of(part, folder))]
        return _some(sorted(found, key=_by_age(found, folder)), "no commit of the repository has results")
    if text == ALL:
        return _some(_of_branches(repository, ()), f"the branches {', '.join(repository.branches)} have no commits")
    if text == NEW:
        branches = ", ".join(repository.branches)
        return _some(
            _of_branches(repository, repository.finished),
            f"nothing is new: the newest commit of {branches} was measured on this machine",
        )
    if _RANGE in text:
        return commits_in(text, folder)
    whole = commit_of(text, folder)
    if not whole:
        raise InputError(_why_unknown(text, folder))
    return [whole]


def _some(found: list[str], otherwise: str) -> list[str]:
    if not found:
        raise InputError(otherwise)
    return found


def _of_branches(repository: Repository, measured: Collection[str]) -> list[str]:
    """List the commits of all branches, the oldest first, each back to the last one that was measured."""
    found: list[str] = []
    for branch in repository.branches:
        end = commit_of(branch, repository.path)
        if not end:
            raise InputError(_why_unknown(branch, repository.path))
        line = _line(end, repository.path)
        old = max((place for place, one in enumerate(line) if any(map(one.startswith, measured))), default=-1)
        found += line[old + 1 :]
    return found


def _by_age(commits: Sequence[str], folder: Path) -> Callable[[str], int]:
    said = _git(folder, "rev-list", "--no-walk=sorted", "--reverse", *commits, "--") if commits else ""
    places = {commit: place for place, commit in enumerate(said.split())}
    return lambda commit: places.get(commit, -1)


def _line(revisions: str, folder: Path) -> list[str]:
    """List commits along first parents, the oldest first."""
    return _git(folder, "rev-list", "--first-parent", "--reverse", revisions, "--").split()


def subject(commit: str, folder: Path) -> str:
    """Return the first line of a commit's message; nothing where git knows none."""
    return _git(folder, "log", "-1", "--format=%s", commit, "--").partition("\n")[0]


def _why_unknown(text: str, folder: Path) -> str:
    if shutil.which("git") is None:
        return f"git is needed to tell what {shorten(text)} is, and there is no git program on the PATH"
    if not _git(folder, "rev-parse", "--git-dir"):
        return f"only git knows what {shorten(text)} is, and {shorten(str(folder), 200)} is in no repository of git"
    return f"git knows no commit {shorten(text)} in the repository of {shorten(str(folder), 200)}"


def git(folder: Path, *words: str) -> str | None:
    """Return what git says in a folder; None where it fails, or there is none."""
    if shutil.which("git") is None:
        return None
    command = ["git", "-C", str(folder), *words]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    return done.stdout.strip("\n") if done.returncode == 0 else None


def _git(folder: Path, *words: str) -> str:
    return git(folder, *words) or ""
