"""A bar on the terminal for what takes long."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator


@contextlib.contextmanager
def progress(total: float, least: float) -> Iterator[Callable[[float], None]]:
    """
    Show how much of `total` is done, on a terminal and if that is at least `least`.

    Yields
    ------
    callable
        To be called with what has been added.
    """
    if total < least or not sys.stderr.isatty():
        yield lambda added: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

    columns = BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
    console = Console(stderr=True)
    # What is printed meanwhile goes above the bar; it must stay on standard output where that is a file or a pipe.
    with Progress(*columns, console=console, transient=True, redirect_stdout=sys.stdout.isatty()) as bar:
        task = bar.add_task("", total=total)
        yield lambda added: bar.advance(task, added)
