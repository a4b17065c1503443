"""The command `wythoff publish`: `asv publish` with the Complexity page, without a word about it in asv.conf.json."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Optional

import typer

from wythoff._extras import require
from wythoff._files.folders import whole_folder
from wythoff.errors import InputError
from wythoff.harness.config import load_config

_SCRIPT = Path(__file__).with_name("_asv_publish.py")


def publish(
    config: Annotated[
        Path, typer.Option(metavar="FILE", help="The asv project: its asv.conf.json or the folder that holds it.")
    ] = Path("asv.conf.json"),
    html_dir: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="DIR", help="Where to write the site; by default where asv.conf.json says."),
    ] = None,
) -> None:
    """
    Write asv's site with the Complexity page in it.

    It is `asv publish` with one page more. asv.conf.json stays as it is, so that nobody else needs this program. The
    site appears whole, in the place of an earlier one, which stays until then.
    """
    require("report", "publish", "json5", "plotly", "scipy")
    require("sweep", "publish", "asv")
    project = load_config(config)
    _refuse_foreign_repository(project.folder)
    with whole_folder(project.html_dir if html_dir is None else html_dir, is_site) as site:
        if code := _run_asv(project.path, site):
            raise typer.Exit(code if code > 0 else 1)


def is_site(folder: Path) -> bool:
    """Tell whether a folder holds a site of asv and, such as a git repository, nothing that asv's are without."""
    has_pages = all((folder / name).is_file() for name in ("asv.js", "index.html"))
    return has_pages and not any(entry.name.startswith(".") for entry in folder.iterdir())


def _run_asv(config: Path, site: Path) -> int:
    # -P: nothing in the project's folder may stand in for what asv imports.
    command = [sys.executable, "-P", str(_SCRIPT), "publish", "--config", str(config), "--html-dir", str(site)]
    # In a session of its own, a terminal's Ctrl-C reaches this process alone, which ends the other one.
    process = subprocess.Popen(command, cwd=config.parent, stdin=subprocess.PIPE, start_new_session=True)
    try:
        return process.wait()
    finally:
        if process.poll() is None:
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            process.wait()
        if process.stdin is not None:
            process.stdin.close()


def _refuse_foreign_repository(folder: Path) -> None:
    """Say in a sentence what asv would say in a traceback: that git takes no repository of somebody else's."""
    from wythoff.harness.sweep.project import git_refuses

    try:
        done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=folder, capture_output=True, text=True, check=False)
    except OSError:  # no git, which asv tells
        return
    if refused := git_refuses(done.stderr):
        raise InputError(refused)
