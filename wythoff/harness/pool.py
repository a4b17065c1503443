"""Work on many series shared among processes, answered in the order they came in."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import chain, islice
from typing import TypeVar

from wythoff._process import workers
from wythoff._process.memory import ROOT
from wythoff.harness import _probes

# Starting a worker takes about as long as analysing so many series.
FEW = 40
# A worker always finds its next chunk waiting, and no more is held than that takes.
_MOST_IN_CHUNK = 8
_CHUNKS_AHEAD = 3

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
    function, processes, few
        As for `map_each`.
    tasks : sequence
        Its arguments.
    advance : callable
        Called after each answer.

    Returns
    -------
    list
        The answers, in the order of the tasks.
    """
    answers: list[Answer] = []
    for _, answer in map_each(function, tasks, len(tasks), processes, few):
        answers.append(answer)
        advance()
    return answers


def map_each(
    function: Callable[[Task], Answer], tasks: Iterable[Task], count: int, processes: int = 1, few: int | None = None
) -> Iterator[tuple[Task, Answer]]:
    """
    Apply a function to each task as the answers are asked for, holding few tasks and answers at a time.

    Parameters
    ----------
    function : callable
        Found by name in its module, so that a worker can import it.
    tasks : iterable
        Its arguments; taken up as they are needed.
    count : int
        How many there are.
    processes : int
        How many worker processes to use at most. A script whose own main module holds the function needs the usual
        ``if __name__ == "__main__":``, as they import it then.
    few : int, optional
        Up to so many tasks are not worth starting workers for; by default `FEW`.

    Yields
    ------
    tuple
        Each task with its answer, in the order of the tasks.
    """
    rest = iter(tasks)
    unanswered: deque[list[Task]] = deque()
    processes = min(processes, count)
    if count > (FEW if few is None else few) and processes > 1:
        size = max(1, min(_MOST_IN_CHUNK, count // (4 * processes)))
        try:
            yield from _in_workers(function, rest, unanswered, size, processes)
        except workers.WorkersLostError:
            # The system allows none, or they can't import what was started, an interactive session for instance.
            pass
    for task in chain(chain.from_iterable(unanswered), rest):
        yield task, function(task)


def _in_workers(
    function: Callable[[Task], Answer], rest: Iterator[Task], unanswered: deque[list[Task]], size: int, processes: int
) -> Iterator[tuple[Task, Answer]]:
    """Share chunks of tasks among workers; those that have no answer yet are in `unanswered`, whatever happens."""

    def chunks() -> Iterator[tuple[list[Task]]]:
        while chunk := list(islice(rest, size)):
            unanswered.append(chunk)
            yield (chunk,)

    work = partial(_answer_all, function)
    with closing(workers.run(work, chunks(), processes, ahead=_CHUNKS_AHEAD, in_order=True)) as found:
        for answers in found:
            yield from zip(unanswered.popleft(), answers, strict=True)


def _answer_all(function: Callable[[Task], Answer], chunk: list[Task]) -> list[Answer]:
    return [function(task) for task in chunk]


def usable_cores() -> int:
    """Count the cores that this process may use, in a container those that it has; at least 1."""
    return _probes.usable_cores(ROOT) or 1
