"""What a running bisection shows: a line for each commit, and on a terminal what is being measured."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from rich.console import Console
from rich.markup import escape

from wythoff.errors import printable, shorten
from wythoff.harness.fit.run import watched
from wythoff.harness.fit.table import say

_WIDTH = 300


class Display:
    """
    Shows how far a bisection is.

    Parameters
    ----------
    lines : rich.console.Console
        Where lines go that stay.
    notes : rich.console.Console
        Where to show what is being measured, if it is a terminal.
    """

    def __init__(self, lines: Console, notes: Console) -> None:
        self._lines = lines
        self._notes = notes

    def line(self, text: str) -> None:
        """Print one line that stays."""
        say(self._lines, text)

    def reading(self, commits: int) -> AbstractContextManager[Callable[[], None]]:
        """Show a bar while the results of many commits are read; gives a function to call after each."""
        return watched(self._notes, "reading results", commits)

    @contextmanager
    def measuring(self, what: str) -> Iterator[Console]:
        """Show what is being measured; gives the console for the sweep, whose lines are shown one at a time."""
        if not self._notes.is_terminal:
            yield Console(file=io.StringIO(), width=_WIDTH)
            return
        with self._notes.status(escape(printable(what))) as status:

            def show(text: str) -> None:
                status.update(escape(shorten(f"{what}: {text}", max(40, self._notes.width - 4))))

            yield Console(file=_Lines(show), width=_WIDTH)


class _Lines(io.StringIO):
    """Passes on each line that is written."""

    def __init__(self, show: Callable[[str], None]) -> None:
        super().__init__()
        self._show = show

    def write(self, text: str) -> int:
        for line in filter(None, map(str.strip, text.splitlines())):
            self._show(line)
        return len(text)
