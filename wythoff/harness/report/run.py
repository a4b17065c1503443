"""What the command does: write the page, say what it holds, serve and open it."""

from __future__ import annotations

import webbrowser
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from wythoff import _interrupts
from wythoff.harness.fit.notes import left_out_lines, summary_line
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.fit.run import watched
from wythoff.harness.fit.table import say
from wythoff.harness.pool import usable_cores
from wythoff.harness.report.serve import serve
from wythoff.harness.report.write import PAGE, write_report


@dataclass(frozen=True)
class ReportOptions:
    """
    What to do with which results.

    Attributes
    ----------
    fit : FitOptions
        Which results, and which of their series.
    output : Path
        The folder for the page.
    title : str or None
        By default the project's name.
    serve : bool
        Serve the folder until Ctrl-C.
    port : int
        For that.
    open : bool
        Open the page in the browser.
    """

    fit: FitOptions
    output: Path
    title: str | None = None
    serve: bool = False
    port: int = 8000
    open: bool = False


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
        If results, configuration, folder or port can't be used.
    """
    notes = Console(stderr=True)
    try:
        report = write_report(
            options.fit,
            options.output,
            title=options.title,
            watch=lambda count: watched(notes, "fitting", count),
            processes=usable_cores(),
        )
    except KeyboardInterrupt:
        _interrupts.tell()
        return _interrupts.CODE
    size = sum(file.stat().st_size for file in report.files)
    say(console, f"{report.page}: {summary_line(report.fit)}; {size / 1e6:.1f} MB in {len(report.files)} files")
    for line in left_out_lines(report.fit, verbose=False):
        say(console, line)
    if options.serve:
        serve(options.output, PAGE, options.port, lambda address: _ready(address, options.open, console))
    elif options.open:
        _open(report.page.resolve().as_uri(), console)
    return 0


def _ready(address: str, wanted: bool, console: Console) -> None:
    say(console, f"serving {address} to this machine only; Ctrl-C ends it")
    console.file.flush()
    if wanted:
        _open(address, console)


def _open(address: str, console: Console) -> None:
    if not webbrowser.open(address):
        say(console, f"no browser could be opened: open {address} yourself")
