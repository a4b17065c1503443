"""What the command does with a fit: print, draw, check, and show how far it is."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import SpooledTemporaryFile

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from wythoff.errors import InputError, printable, shorten
from wythoff.harness.drawing import require_matplotlib
from wythoff.harness.fit.answering import ended
from wythoff.harness.fit.fitting import Account, Fit, Fitted, fit_each
from wythoff.harness.fit.formats import csv_lines, json_pieces, strict_json, to_markdown
from wythoff.harness.fit.notes import left_out_lines, unmatched_lines
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.fit.plots import draw_all
from wythoff.harness.fit.table import print_fit
from wythoff.harness.formats._json import parse_json, read_stream, read_text
from wythoff.harness.growth.contract import answer
from wythoff.harness.pool import usable_cores

# With fewer series the answer is there before a bar could be read.
BAR_FROM = 20
# Text beyond this waits on the disk until the answer is complete.
_IN_MEMORY = 2**24


def run_fit(options: FitOptions, console: Console) -> int:
    """
    Fit, print, draw, and check, as asked for.

    Parameters
    ----------
    options : FitOptions
        What to fit and how to show it.
    console : rich.console.Console
        Where the answer goes; progress and notes go to standard error.

    Returns
    -------
    int
        Exit code: 0; 1 if `options.check` is set and a claim is contradicted, or was not judged though it should have
        been; 130 after Ctrl-C.

    Raises
    ------
    InputError
        If an option or a file can't be used.
    """
    return ended(lambda: _run(options, console), console)


def _run(options: FitOptions, console: Console) -> int:
    notes = Console(stderr=True)
    options.check_values()
    if options.series is not None:
        return answer_series(options.series, console)
    if options.plot is not None:
        require_matplotlib()

    def watch(count: int) -> AbstractContextManager[Callable[[], None]]:
        return watched(notes, "fitting", count)

    fit = Fit()
    entries: Iterable[Fitted] = fit_each(options, fit, watch, usable_cores(), curves=options.plot is not None)
    if options.format in ("table", "markdown") or options.plot is not None:  # which need all series at once
        entries = fit.fitted = list(entries)
    if options.format == "table":
        print_fit(fit, console, options.verbose)
    elif options.format == "markdown":
        console.file.write(to_markdown(fit, options.verbose) + "\n")
    else:
        _print_records(entries, fit, options, console, notes)
    if options.plot is not None:
        with watched(notes, "drawing", len(fit.fitted)) as advance:
            files = draw_all(fit.fitted, options.plot, advance, processes=usable_cores())
        _note(notes, f"{len(files)} pictures in {options.plot}")
    return 1 if options.check and (fit.contradicted or fit.amiss) else 0


def _print_records(
    entries: Iterable[Fitted], account: Account, options: FitOptions, console: Console, notes: Console
) -> None:
    """Print series one after the other as JSON or CSV, once all are there: half an answer would look like one."""
    if options.format == "json":
        pieces = json_pieces(entries, account)
    else:
        pieces = csv_lines(entries, options.predict)
    with SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8", newline="") as spool:
        spool.writelines(pieces)
        spool.seek(0)
        shutil.copyfileobj(spool, console.file)
    if options.format == "csv":
        for line in (*unmatched_lines(account, options.verbose), *left_out_lines(account, options.verbose)):
            _note(notes, line)


def _note(notes: Console, text: str) -> None:
    notes.print(printable(text), markup=False, highlight=False, soft_wrap=True)


@contextmanager
def watched(console: Console, what: str, count: int) -> Iterator[Callable[[], None]]:
    """Show a bar on a terminal while many series are worked on; gives a function to call after each."""
    if not console.is_terminal or count < BAR_FROM:
        yield lambda: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=count)
        yield lambda: bar.advance(task)


def answer_series(source: Path, console: Console) -> int:
    """
    Answer a request in the JSON contract.

    Parameters
    ----------
    source : Path
        A file; ``-`` is standard input.
    console : rich.console.Console
        Where the answer goes, one JSON object.

    Raises
    ------
    InputError
        If the request can't be read or understood.
    """
    try:
        text = read_stream(sys.stdin) if str(source) == "-" else read_text(source)
        repeated: list[str] = []
        request = parse_json(Path("the request"), text, repeated)
        if repeated:
            raise InputError(f'"{shorten(repeated[0])}" stands twice in an object of the request: leave one of them')
    except OSError as error:
        raise InputError(f"{shorten(str(source), 200)} can't be read: {error.strerror or error}") from None
    console.file.write(strict_json(answer(request, processes=usable_cores())) + "\n")
    return 0
