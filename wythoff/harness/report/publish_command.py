"""The command `wythoff publish`: `asv publish` with the Complexity page, without a word about it in asv.conf.json."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Annotated, Optional

import typer

from wythoff._extras import require
from wythoff.errors import InputError
from wythoff.harness.config import load_config

# asv publishes with every publisher that is imported when it begins.
_CODE = "import wythoff.harness.report.plugin; from asv.main import main; main()"


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

    It is `asv publish` with one page more. asv.conf.json stays as it is, so that nobody else needs this program.
    """
    require("report", "publish", "json5", "plotly", "scipy")
    require("sweep", "publish", "asv")
    file = load_config(config).path
    _refuse_foreign_repository(file.parent)
    arguments = [] if html_dir is None else ["--html-dir", str(html_dir.resolve())]
    # -P: nothing in the project's folder may stand in for what asv imports.
    command = [sys.executable, "-P", "-c", _CODE, "publish", "--config", str(file), *arguments]
    raise typer.Exit(subprocess.run(command, cwd=file.parent, check=False).returncode)


def _refuse_foreign_repository(folder: Path) -> None:
    """Say in a sentence what asv would say in a traceback: that git takes no repository of somebody else's."""
    from wythoff.harness.sweep.project import git_refuses

    try:
        done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=folder, capture_output=True, text=True, check=False)
    except OSError:  # no git, which asv tells
        return
    if refused := git_refuses(done.stderr):
        raise InputError(refused)
