"""
asv's site without a network: the packages that its pages need, fetched once for all projects of a user.

`fetch` is what the command ``wythoff offline`` does; `front_end_folder` is where publishing looks for the packages, and
`wythoff.harness.report.site` puts them into a site.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import tempfile
from hashlib import sha256
from pathlib import Path

from wythoff.errors import InputError, shorten
from wythoff.harness.report.front_end import PACKAGES, defects

_NPM_ARGUMENTS = (
    "install",
    "--ignore-scripts",  # none of these files needs anything run
    "--no-package-lock",
    "--no-audit",
    "--no-fund",
    "--no-update-notifier",
    "--loglevel=error",
)


def front_end_folder() -> Path:
    """
    Return where the packages are, or will be.

    Returns
    -------
    Path
        In the user's cache folder (``$XDG_CACHE_HOME``, ``~/.cache`` or what the system uses instead). The packages and
        versions asked for are part of the name, so that other ones never get mixed up with them.
    """
    from platformdirs import user_cache_path

    digest = sha256(PACKAGES.read_bytes()).hexdigest()[:16]
    return user_cache_path("wythoff", appauthor=False) / "front-end" / digest / "node_modules"


def fetch() -> bool:
    """
    Fetch the packages with npm, unless they are there already.

    Returns
    -------
    bool
        Whether anything had to be fetched.

    Raises
    ------
    InputError
        If npm is missing or fails, if what it fetched is not what was asked for, or if it can't be kept.

    Notes
    -----
    The packages appear in one step, complete and checked: an interrupted call leaves what was there before.
    """
    packages = front_end_folder()
    if packages.is_dir() and not defects(packages):
        return False
    npm = shutil.which("npm")
    if npm is None:
        raise InputError("there is no npm program on the PATH, which fetches the packages: install Node.js")
    target = packages.parent
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".fetching-") as scratch:
            fresh = Path(scratch) / target.name
            fresh.mkdir()
            shutil.copy(PACKAGES, fresh)
            _run(npm, fresh)
            wrong = defects(fresh / packages.name)
            if wrong:
                raise InputError(f"npm did not bring what was asked for: {shorten('; '.join(wrong), 300)}")
            _put(fresh, target, Path(scratch))
    except OSError as error:
        raise InputError(f"the packages can't be kept in {target.parent}: {error.strerror or error}") from None
    return True


def _run(npm: str, folder: Path) -> None:
    ended = subprocess.run(
        [npm, *_NPM_ARGUMENTS], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace"
    )
    if ended.returncode != 0:
        raise InputError(f"npm could not fetch the packages: {_reason(ended.stderr or ended.stdout)}")


def _reason(said: str) -> str:
    """Pick the telling line of npm's errors: the first that is a sentence and no code."""
    lines = [line.removeprefix("npm ").removeprefix("ERR!").removeprefix("error").strip() for line in said.splitlines()]
    telling = [line for line in lines if len(line.split()) > 3]
    return shorten((telling or lines or ["it did not say why"])[0], 300)


def _put(fresh: Path, target: Path, scratch: Path) -> None:
    """Put a folder in its place, and what was there out of the way; another process may do the same."""
    with contextlib.suppress(FileNotFoundError):
        target.rename(scratch / "replaced")
    try:
        fresh.rename(target)
    except OSError:
        if defects(target / "node_modules"):
            raise
