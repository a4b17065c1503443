"""Work on many series shared among processes, answered in the order they came in."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

# Starting a worker takes about as long as analysing so many series.
FEW = 40

Task = TypeVar("Task")
Answer = TypeVar("Answer")


def map_all(
    function: Callable[[Task], Answer],
    tasks: Sequence[Task],
    advance: Callable[[], None] = lambda: None,
    processes: int = 1,
    few: int | None = None,
) -> list[Answer]:
    """
    Apply a function to each task, in worker processes if that is allowed and there are many.

    Parameters
    ----------
    function : callable
        Found by name in its module, so that a worker can import it.
    tasks : sequence
        Its arguments.
    advance : callable
        Called after each answer.
    processes : int
        How many worker processes to use at most. As they import the program's main module, a script that asks for
        more than one needs the usual ``if __name__ == "__main__":``.
    few : int, optional
        Up to so many tasks are not worth starting workers for; by default `FEW`.

    Returns
    -------
    list
        The answers, in the order of the tasks.
    """
    answers: list[Answer] = []
    processes = min(processes, len(tasks))
    if len(tasks) > (FEW if few is None else few) and processes > 1:
        try:
            for answer in _in_workers(function, tasks, processes):
                answers.append(answer)
                advance()
        except BrokenProcessPool:
            # Workers can't import what was started, an interactive session for instance: go on without them.
            pass
    for task in tasks[len(answers) :]:
        answers.append(function(task))
        advance()
    return answers


def _in_workers(function: Callable[[Task], Answer], tasks: Sequence[Task], processes: int) -> Iterator[Answer]:
    # Workers are started afresh: a fork of a process with threads, which NumPy and the progress bar have, may hang.
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(processes, mp_context=context, initializer=_ignore_interrupts)
    try:
        yield from executor.map(function, tasks, chunksize=max(1, min(8, len(tasks) // (4 * processes))))
    finally:
        executor.shutdown(cancel_futures=True)


def usable_cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the parent, which ends the workers without a traceback from each."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
