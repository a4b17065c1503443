"""
What is put into asv's own site: a tab, what asv's pages need to know about sizes, and packages without a network.

asv has no place for additions, so its ``index.html`` is changed, at a few anchors. Each must be there exactly once;
where asv has changed, nothing is done by halves: the file stays as asv wrote it, and a sentence says what is gone.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wythoff._files.writing import path_inside, whole_file
from wythoff.errors import InputError, shorten
from wythoff.harness.axes import judge_axis
from wythoff.harness.config import Claim
from wythoff.harness.patterns import matches
from wythoff.harness.report.embed import data_block
from wythoff.harness.report.front_end import FILES, defects

INDEX = "index.html"
VENDOR = "vendor"
_ASSETS = Path(__file__).with_name("assets")
_STYLE, _SCRIPTS = "site.css", ("log_axis.js", "site.js")
# What stands in asv's index.html, what is put beside it, and whether before or after it.
_HEAD = "</head>"
_TAB = '<li id="nav-li-regressions"><a href="#/regressions">Regressions</a></li>'
_DISPLAY = '<div id="regressions-display"'
# Where `site.js` hangs its controls; nothing is put there yet.
_SETTINGS = 'id="log-scale"'
_GRAPH = 'id="main-graph"'


def size_parameters(benchmarks: Mapping[str, Any], claims: Sequence[Claim]) -> dict[str, list[str]]:
    """
    Find the parameters of each benchmark that are sizes: those that look like one, and those that a claim names.

    Parameters
    ----------
    benchmarks : mapping of str to dict
        asv's descriptions, with ``params`` and ``param_names``.
    claims : sequence of Claim
        From the configuration.

    Returns
    -------
    dict
        The names of the parameters by benchmark; benchmarks without any are left out.
    """
    found: dict[str, list[str]] = {}
    for benchmark, described in benchmarks.items():
        named = {claim.axis for claim in claims if claim.axis and matches(claim.benchmark, benchmark)}
        for name, texts in zip(described.get("param_names") or (), described.get("params") or (), strict=False):
            if name in named or judge_axis(name, [str(text) for text in texts]).is_size:
                found.setdefault(benchmark, []).append(name)
    return found


def join(html: Path, sizes: Mapping[str, Sequence[str]], series: Iterable[str]) -> None:
    """
    Join the Complexity page to the site that it lies in.

    Parameters
    ----------
    html : Path
        The site's folder, with asv's ``index.html``, ``complexity.html`` and the folder ``complexity``.
    sizes : mapping of str to sequence of str
        From `size_parameters`.
    series : iterable of str
        Benchmarks that the Complexity page has series of.

    Raises
    ------
    InputError
        If asv's ``index.html`` is not what it was, or can't be written; the site is as before then.
    """
    data = {"sizes": sizes, "series": sorted(set(series))}
    insertions = (
        (
            _HEAD,
            f"  {data_block('complexity-site', data)}\n"
            f'    <link href="complexity/{_STYLE}" rel="stylesheet" type="text/css"/>\n'
            + "".join(f'    <script src="complexity/{script}" defer></script>\n' for script in _SCRIPTS)
            + "  ",
            "",
        ),
        (_TAB, "", '\n\t<li id="nav-li-complexity"><a href="#/complexity">Complexity</a></li>'),
        (_DISPLAY, '<div id="complexity-display" style="display: none">\n    </div>\n\n    ', ""),
        (_SETTINGS, "", ""),
        (_GRAPH, "", ""),
    )
    index = (html / INDEX).read_text(encoding="utf-8")
    gone = [anchor for anchor, _, _ in insertions if index.count(anchor) != 1]
    if gone:
        raise InputError(f"asv's {INDEX} has changed: {' and '.join(gone)} should be there exactly once")
    for anchor, before, after in insertions:
        index = index.replace(anchor, f"{before}{anchor}{after}")
    for name in (_STYLE, *_SCRIPTS):
        with whole_file(html / "complexity" / name, inside=html) as stream:
            stream.write((_ASSETS / name).read_bytes())
    _write(html, index)


def bring_packages(html: Path, packages: Path) -> None:
    """
    Let the site load its packages from its own folder, if they were fetched.

    Parameters
    ----------
    html : Path
        The site's folder, with asv's ``index.html``.
    packages : Path
        From `wythoff.harness.report.offline.front_end_folder`; without such a folder nothing is done.

    Raises
    ------
    InputError
        If the packages are damaged, or asv's ``index.html`` loads others; the site is as before then.
    """
    if not packages.is_dir():
        return
    wrong = defects(packages)
    if wrong:
        raise InputError(f"{wrong[0]}; the command `wythoff offline` fetches the packages again")
    index = (html / INDEX).read_text(encoding="utf-8")
    gone = []
    for file in FILES:
        if file.replaces:
            # A checksum for the network's copy says nothing about another copy, and some are not minified.
            loaded = re.compile(
                rf'(?P<name>src|href)="{re.escape(file.replaces)}"'
                r'(?: (?:integrity|crossorigin|referrerpolicy)="[^"]*")*'
            )
            index, count = loaded.subn(rf'\g<name>="{VENDOR}/{file.path}"', index)
            if count != 1:
                gone.append(file.replaces)
    more = re.findall(r'<(?:script|link)\b[^>]*?\b(?:src|href)="((?:https?:)?//[^"]*)"', index)
    if gone or more:
        what = [f"{address} should be there once" for address in gone] + [f"{address} is new" for address in more]
        raise InputError(f"asv's {INDEX} loads other files than known: {shorten(' and '.join(what), 400)}")
    for file in FILES:
        target = path_inside(html / VENDOR / file.path, html)
        target.parent.mkdir(parents=True, exist_ok=True)
        with (packages / file.path).open("rb") as old, whole_file(target, inside=html) as new:
            shutil.copyfileobj(old, new)
    _write(html, index)


def _write(html: Path, index: str) -> None:
    with whole_file(html / INDEX, inside=html) as file:
        file.write(index.encode("utf-8"))
