"""The page as one file that can be mailed: styles and scripts inside, and nothing beside it."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

from wythoff._files.writing import whole_file
from wythoff.errors import InputError, shorten
from wythoff.harness.report.write import ASSETS, Built, ReportFiles, fill_template, plotly_file, template

_STYLE = re.compile(r'<link rel="stylesheet" href="complexity/([\w.]+)">\n')
_SCRIPT = re.compile(r'<script src="complexity/([\w.]+)"></script>\n')
_POLICY = "script-src 'self'"
_COMMENT = re.compile(r"^\s*//.*\n|^\s+", re.MULTILINE)
_STYLE_COMMENT = re.compile(r"/\*.*?\*/|^\s+", re.MULTILINE | re.DOTALL)


def check_single(file: Path) -> None:
    """Raise `InputError` where a page can't have that name, before hours of work are done."""
    if file.suffix.lower() not in (".html", ".htm"):
        raise InputError(f"a page must end in .html, got {shorten(str(file), 200)}")
    if file.is_dir():
        raise InputError(f"{shorten(str(file), 200)} is a folder: name a file for the page")


def write_single(built: Built, file: Path, interactive: bool = False) -> ReportFiles:
    """
    Write a page as one file.

    Parameters
    ----------
    built : Built
        From `wythoff.harness.report.write.build_report`.
    file : Path
        Ends in ``.html``; written whole or not at all.
    interactive : bool
        Put the library inside that draws figures in which one can zoom, 5 MB. Without it they are drawn once.

    Returns
    -------
    ReportFiles

    Raises
    ------
    InputError
        If the file can't be written.

    Notes
    -----
    Scripts in the page are allowed by their checksums, so that none that a foreign text may contain is run.
    """
    page = template()
    styles, scripts = _STYLE.findall(page), _SCRIPT.findall(page)
    parts = [_short(name) for name in scripts]
    if interactive:
        parts.insert(0, plotly_file().read_text(encoding="utf-8").replace("</script", "<\\/script"))
    style = "".join(_STYLE_COMMENT.sub("", (ASSETS / name).read_text(encoding="utf-8")) for name in styles)
    sums = " ".join(f"'sha256-{_checksum(part)}'" for part in parts)
    page = page.replace(_POLICY, f"script-src {sums}").replace('<html lang="en">', _opening(interactive))
    page = _STYLE.sub("", page).replace("</head>", f"<style>{style}</style>\n</head>", 1)
    head, _, tail = page.partition(f'<script src="complexity/{scripts[0]}"></script>\n')
    inside = "".join(f"<script>{part}</script>\n" for part in parts)
    text = fill_template(head + inside + _SCRIPT.sub("", tail), built.data, built.fit)
    with whole_file(file) as stream:
        stream.write(text.encode("utf-8"))
    return ReportFiles(file, (file,), built.fit)


def _opening(interactive: bool) -> str:
    return '<html lang="en">' if interactive else '<html lang="en" data-figures="plain">'


def _short(name: str) -> str:
    """Read a script without its indentation and the lines that are comments."""
    return _COMMENT.sub("", (ASSETS / name).read_text(encoding="utf-8"))


def _checksum(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
