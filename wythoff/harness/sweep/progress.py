"""What a running sweep shows: a bar on a terminal, a line per batch anywhere else."""

from __future__ import annotations

from types import TracebackType

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from wythoff.errors import printable, shorten
from wythoff.harness.units import human_duration


class SweepDisplay:
    """
    Shows how far a sweep is.

    Parameters
    ----------
    console : rich.console.Console
        Where to print. Foreign text (names, parameters, reasons) is never read as markup.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bar: Progress | None = None
        self._task = None
        if console.is_terminal:
            self._bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.fields[left]}"),
                console=console,
                transient=True,
            )
            self._task = self._bar.add_task("starting", total=None, left="")

    def __enter__(self) -> SweepDisplay:
        """Begin to draw."""
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()

    def line(self, text: str) -> None:
        """Print one line that stays."""
        shown = "\n".join(map(printable, text.split("\n")))
        self._console.print(shown, markup=False, highlight=False, soft_wrap=True)

    def running(self, label: str) -> None:
        """Say what is measured now."""
        if self._bar is not None and self._task is not None:
            width = max(20, self._console.width - 50)
            self._bar.update(self._task, description=escape(shorten(label, width)))

    def plan(self, done: int, left: int, left_s: float) -> None:
        """Say how many points are done and left, and how long the rest will take."""
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=done, total=done + left, left=f"about {human_duration(left_s)} left")

    def stage(self, text: str) -> None:
        """Say what begins or what a batch came to; on a terminal the bar says it, and no line stays."""
        if self._bar is None:
            self.line(text)
        else:
            self.running(text)
