"""The files of the Complexity page: written whole or not at all, and nothing else in the folder is touched."""

from __future__ import annotations

import filecmp
import importlib.util
import os
import re
import shutil
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

from wythoff._files.writing import path_inside, whole_file
from wythoff.errors import InputError, shorten
from wythoff.harness.fit.fitting import Fit, Watcher, fit_results
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.fit.sources import sources
from wythoff.harness.report import assets
from wythoff.harness.report.build import PageData, page_data
from wythoff.harness.report.comparison import Comparison
from wythoff.harness.report.detail import draw
from wythoff.harness.report.embed import data_block, in_html
from wythoff.harness.report.histories import Inference, infer
from wythoff.harness.report.noscript import changes_list, overview_table
from wythoff.harness.report.published import published_series
from wythoff.harness.report.records import NEXT_TIMES
from wythoff.harness.series import Series

PAGE, FOLDER, PLOTLY = "complexity.html", "complexity", "plotly.min.js"
DEFAULT_TITLE = "Complexity"
ASSETS = Path(assets.__file__).parent
# Folders that asv and its users call so say nothing about whose results they hold.
_USUAL = {"results", ".asv", "asv", "benchmarks", "benchmark", "html", "build", "bench", "perf"}
_PLACEHOLDER = re.compile("<!--wythoff:(data|front|noscript|title)-->")


@dataclass(frozen=True)
class ReportFiles:
    """
    What was written.

    Attributes
    ----------
    page : Path
        The page.
    files : tuple of Path
        Everything that belongs to it, the page included.
    fit : Fit
        What it shows.
    """

    page: Path
    files: tuple[Path, ...]
    fit: Fit


@dataclass(frozen=True)
class Built:
    """A page before it is written: its data, what it was built from, and its title."""

    fit: Fit
    data: PageData
    title: str
    inferred: Inference = field(default_factory=Inference)

    @property
    def compared(self) -> Sequence[Comparison]:
        """The comparisons of its series."""
        return self.data.compared


def build_report(
    options: FitOptions,
    *,
    title: str | None = None,
    asv_site: Callable[[Series], str | None] | None = None,
    watch: Watcher = lambda count: nullcontext(lambda: None),
    processes: int = 1,
) -> Built:
    """
    Read, fit and lay out results.

    Parameters
    ----------
    options : FitOptions
        Which results, and which of their series.
    title : str, optional
        By default the project's name, or else the folder's.
    asv_site : callable, optional
        Gives the address of asv's graph of a series, or None, where the page will lie in a site of asv.
    watch, processes
        As for `wythoff.harness.fit.fitting.fit_results`.

    Raises
    ------
    InputError
        If there are no results, or an option or the configuration can't be used.
    """
    options = replace(options, predict_times=(NEXT_TIMES,))
    paths, config = sources(options)
    published = published_series(config)
    fit = fit_results(options, watch, processes, draw, keep_commits=True)
    inferred = infer(fit, watch, processes, options.clock)
    project = config.project if config else None
    title = title or project or folder_title(paths)
    data = page_data(
        fit,
        title=title,
        project=project,
        published=published,
        asv_site=asv_site,
        inferred=inferred,
        commit_url=config.commit_url if config else "",
    )
    fit.commits = {}
    return Built(fit, data, title, inferred)


def folder_title(paths: Sequence[Path]) -> str:
    """
    Name results after the folder that they lie in, past those that are called as asv calls them.

    Examples
    --------
    >>> folder_title([Path("/data/sorts/.asv/results")]), folder_title([Path("/data/times.csv")])
    ('sorts', 'times')
    """
    if len(paths) != 1:
        return DEFAULT_TITLE
    path = paths[0].resolve()
    if path.suffix and not path.is_dir():
        return path.stem
    return next((part for part in reversed(path.parts) if part.strip("/\\") and part not in _USUAL), DEFAULT_TITLE)


def write_report(
    options: FitOptions,
    folder: Path,
    *,
    title: str | None = None,
    asv_site: Callable[[Series], str | None] | None = None,
    watch: Watcher = lambda count: nullcontext(lambda: None),
    processes: int = 1,
) -> ReportFiles:
    """
    Write the Complexity page of some results.

    Parameters
    ----------
    folder : Path
        Made if it isn't there. Gets ``complexity.html`` and what this loads, in a folder ``complexity``; files of these
        names are replaced, and nothing else is touched. A link in it that leads out of it is not followed.
    options, title, asv_site, watch, processes
        As for `build_report`.

    Returns
    -------
    ReportFiles

    Raises
    ------
    InputError
        If there are no results, an option or the configuration can't be used, or the folder can't be written. Whatever
        the folder held is still there then.
    """
    check_folder(folder)
    built = build_report(options, title=title, asv_site=asv_site, watch=watch, processes=processes)
    return write_built(built, folder)


def write_built(built: Built, folder: Path) -> ReportFiles:
    """
    Write a page into a folder.

    Notes
    -----
    The page is written last, so that a folder with a page holds all that this needs. Its size is about 5 MB for the
    library that draws, and 3 kB for each series.
    """
    library = plotly_file()
    text = fill_template(template(), built.data, built.fit)
    beside = folder / FOLDER
    try:
        beside.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:  # the latter for a path with a null byte
        why = getattr(error, "strerror", None) or error
        raise InputError(f"the folder {shorten(str(folder), 200)} can't be made: {why}") from None
    files = [beside / Path(source).name for source in (library, *assets.FILES)]
    for source, target in zip((library, *(ASSETS / name for name in assets.FILES)), files, strict=True):
        _copy(source, target, folder)
    page = folder / PAGE
    with whole_file(page, inside=folder) as stream:
        stream.write(text.encode("utf-8"))
    return ReportFiles(page, (page, *files), built.fit)


def template() -> str:
    """Read the page's template."""
    return (ASSETS / assets.TEMPLATE).read_text(encoding="utf-8")


def fill_template(template: str, data: PageData, fit: Fit) -> str:
    """
    Put the data into the page's template.

    Parameters
    ----------
    template : str
        Holds ``<!--wythoff:data-->``, ``<!--wythoff:front-->``, ``<!--wythoff:noscript-->`` and
        ``<!--wythoff:title-->``.
    data, fit
        What takes their places.
    """
    blocks = [data_block("wythoff-overview", data.overview)]
    blocks += [data_block(f"wythoff-series-{detail['id']}", detail) for detail in data.details]
    blocks += [data_block(f"wythoff-history-{history['id']}", history) for history in data.histories]
    parts = {
        "data": "\n".join(blocks),
        "front": data.front,
        "noscript": overview_table(fit) + changes_list(data.overview, data.histories),
        "title": in_html(data.overview["title"]),
    }
    return _PLACEHOLDER.sub(lambda found: parts[found.group(1)], template)


def check_folder(folder: Path) -> None:
    """Say what is in the way before hours of work are done."""
    for place in (folder, folder / FOLDER):
        # Unlike `Path.exists` this raises nothing, whatever the path is like.
        if os.path.lexists(place) and not place.is_dir():
            raise InputError(f"{shorten(str(place), 200)} is no folder: name another folder for the page")


def plotly_file() -> Path:
    """Find the drawing library, which the Python package holds, without importing that."""
    found = importlib.util.find_spec("plotly")
    for place in found.submodule_search_locations or () if found else ():
        library = Path(place) / "package_data" / PLOTLY
        if library.is_file():
            return library
    raise InputError("the page needs plotly; install the extra: pip install 'wythoff[report]'")


def _copy(source: Path, target: Path, folder: Path) -> None:
    """Copy a file unless it is there already: sites are kept under version control and synchronised."""
    path_inside(target, folder)
    try:
        if target.is_file() and filecmp.cmp(source, target, shallow=False):
            return
    except OSError:
        pass  # what can't be read can perhaps be replaced
    with source.open("rb") as old, whole_file(target, inside=folder) as new:
        shutil.copyfileobj(old, new)
