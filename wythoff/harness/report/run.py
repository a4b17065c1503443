"""What the command does: write the page, say what it holds, serve and open it."""

from __future__ import annotations

import re
import webbrowser
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from wythoff._process import interrupts
from wythoff.errors import InputError
from wythoff.harness.fit.notes import left_out_lines, summary_line
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.fit.run import watched
from wythoff.harness.fit.table import say
from wythoff.harness.pool import usable_cores
from wythoff.harness.report.front import words
from wythoff.harness.report.front.file import check_picture, write_picture
from wythoff.harness.report.serve import serve
from wythoff.harness.report.single import check_single, write_single
from wythoff.harness.report.write import DEFAULT_TITLE, PAGE, ReportFiles, build_report, check_folder, write_built


@dataclass(frozen=True)
class ReportOptions:
    """
    What to do with which results.

    Attributes
    ----------
    fit : FitOptions
        Which results, and which of their series.
    output : Path or None
        The folder for the page; None takes one with a telling name here, or none at all where the page goes elsewhere.
    title : str or None
        By default the project's name.
    single : Path or None
        A file for the whole page.
    interactive : bool
        Whether that file holds the library for figures in which one can zoom.
    picture : tuple of Path
        Files for the picture of the first view, each ``.svg`` or ``.png``.
    serve : bool
        Serve the folder until Ctrl-C.
    port : int
        For that.
    open : bool
        Open the page in the browser.
    """

    fit: FitOptions
    output: Path | None = None
    title: str | None = None
    single: Path | None = None
    interactive: bool = False
    picture: tuple[Path, ...] = ()
    serve: bool = False
    port: int = 8000
    open: bool = False

    def check_values(self) -> None:
        """Raise `InputError` for values that no report can have, before hours of work are done."""
        if self.interactive and self.single is None:
            raise InputError("--interactive is about one file: name it with --single FILE.html")
        if self.serve and self.single is not None and self.output is None:
            raise InputError("--serve shows a folder: leave --single out, or name a folder with --output")
        if self.single is not None:
            check_single(self.single)
        for file in self.picture:
            check_picture(file)
        if self.output is not None:
            check_folder(self.output)

    @property
    def wants_folder(self) -> bool:
        """Whether a folder is written: unless a file or a picture is all that was asked for."""
        return self.output is not None or self.serve or not (self.single or self.picture)


def run_report(options: ReportOptions, console: Console) -> int:
    """
    Write the page and what is said about it.

    Parameters
    ----------
    options : ReportOptions
        What to do.
    console : rich.console.Console
        For the account; progress goes to standard error.

    Returns
    -------
    int
        Exit code: 0, or 130 if the work was interrupted with Ctrl-C. Ending the server so is no interruption.

    Raises
    ------
    InputError
        If results, configuration, folder, file or port can't be used.
    """
    options.check_values()
    notes = Console(stderr=True)
    try:
        built = build_report(
            options.fit,
            title=options.title,
            watch=lambda count: watched(notes, "fitting", count),
            processes=usable_cores(),
        )
        folder = (options.output or default_folder(built.title)) if options.wants_folder else None
        written = [write_built(built, folder)] if folder else []
        if options.single is not None:
            written.insert(0, write_single(built, options.single, options.interactive))
        for file in options.picture:
            write_picture(built.fit, built.compared, built.title, file)
    except KeyboardInterrupt:
        interrupts.tell()
        return interrupts.CODE
    for report in written:
        say(console, f"{report.page}: {summary_line(report.fit)}; {_size(report)}")
    for file in options.picture:
        say(console, f"{file}: {words.headline(built.fit)}")
    for line in left_out_lines(built.fit, verbose=False):
        say(console, line)
    if options.serve and folder:
        serve(folder, PAGE, options.port, lambda address: _ready(address, options.open, console))
    elif options.open and written:
        _open(written[0].page.resolve().as_uri(), console)
    return 0


def default_folder(title: str) -> Path:
    """
    Name a folder after what it reports on.

    Examples
    --------
    >>> default_folder("My sorts / fast").as_posix(), default_folder("Complexity").as_posix()
    ('growth-of-My-sorts-fast', 'growth-report')
    """
    name = re.sub(r"[^A-Za-z0-9._]+", "-", title).strip("-._")[:60]
    return Path(f"growth-of-{name}" if name and title != DEFAULT_TITLE else "growth-report")


def _size(report: ReportFiles) -> str:
    size = sum(file.stat().st_size for file in report.files)
    where = f" in {len(report.files)} files" if len(report.files) > 1 else ""
    return f"{size / 1e6:.1f} MB{where}" if size >= 1e6 else f"{size / 1e3:.0f} kB{where}"


def _ready(address: str, wanted: bool, console: Console) -> None:
    say(console, f"serving {address} to this machine only; Ctrl-C ends it")
    console.file.flush()
    if wanted:
        _open(address, console)


def _open(address: str, console: Console) -> None:
    if not webbrowser.open(address):
        say(console, f"no browser could be opened: open {address} yourself")
