"""A bar on the terminal for what takes long."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


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
    with _bar(total) as (bar, task):
        yield lambda added: bar.advance(task, added)


@contextlib.contextmanager
def progress_so_far() -> Iterator[Callable[[float, float], None] | None]:
    """
    Show on a terminal how much is done of a total that is told as it goes on.

    Yields
    ------
    callable, optional
        To be called with what is done and the total; ``None`` if there is no terminal.
    """
    if not sys.stderr.isatty():
        yield None
        return
    with _bar(None) as (bar, task):
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextlib.contextmanager
def _bar(total: float | None) -> Iterator[tuple[Progress, TaskID]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

    columns = BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
    console = Console(stderr=True)
    # What is printed meanwhile goes above the bar; it must stay on standard output where that is a file or a pipe.
    with Progress(*columns, console=console, transient=True, redirect_stdout=sys.stdout.isatty()) as bar:
        yield bar, bar.add_task("", total=total)
