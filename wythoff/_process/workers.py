"""
Worker processes of this program's own.

They are started afresh and talked to over pipes, which nobody else can open, so that nothing listens anywhere. They
end with their parent, however that ends, and an error, Ctrl-C among them, ends them at once.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from wythoff._process import worker

T = TypeVar("T")

_SCRIPT = Path(worker.__file__)
# A task that was on so many workers when they died is not tried again.
MOST_LOSSES = 3
# How long a worker may take to clean up before it is killed.
_CLEANING_S = 0.5
_LOOK_S = 0.2
# Each worker is a process on one core; threads of its own would only get into the others' way.
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")

Answer = tuple[int, "bytes | None"]


class WorkersLostError(RuntimeError):
    """No worker can be started or can import its task, or one task was on worker after worker that died."""


def run(
    function: Callable[..., T],
    tasks: Iterable[tuple[Any, ...]],
    count: int,
    *,
    ahead: int = 3,
    in_order: bool = False,
) -> Generator[T, None, None]:
    """
    Yield the results of ``function(*task)``, computed by workers that end with the generator.

    Parameters
    ----------
    function : callable
        Found by name in its module. Where that is the program's main module, each worker imports it.
    tasks : iterable of tuple
        Read as workers get free, at most `ahead` for each worker before the results.
    count : int
        How many workers; where the system allows fewer, so many.
    in_order : bool
        Whether results come in the order of the tasks, and not as they are ready.

    Raises
    ------
    WorkersLostError
        If no worker can be started or can import the function, or workers die of a task. What a task raises is raised
        here in its place.
    """
    with _Workers(function, count) as workers:
        yield from workers.results(tasks, ahead * count, in_order)


class _Workers:
    def __init__(self, function: Callable[..., Any], count: int) -> None:
        self._function = function
        self._count = count
        self._setting = _setting(main=b"__main__" in pickle.dumps(function))
        self._tasks: queue.SimpleQueue[tuple[int, bytes] | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        self._processes: list[subprocess.Popen[bytes]] = []
        self._losses: Counter[int] = Counter()

    def __enter__(self) -> _Workers:
        try:
            self._start(self._count)
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(self, *ended: object) -> None:
        self._close()

    def results(self, tasks: Iterable[tuple[Any, ...]], most: int, in_order: bool) -> Iterator[Any]:
        """Yield results; `most` tasks are taken and not yet answered for."""
        numbered = enumerate(tasks)
        waiting: dict[int, bytes] = {}
        ready: dict[int, tuple[bool | None, Any]] = {}
        first = 0
        while True:
            for number, task in islice(numbered, most - len(waiting) - len(ready)):
                waiting[number] = pickle.dumps((self._function, task), pickle.HIGHEST_PROTOCOL)
                self._tasks.put((number, waiting[number]))
            if not waiting:
                return
            number, answer = self._answered(waiting)
            ready[number] = pickle.loads(answer)
            while ready and (first in ready or not in_order):
                succeeded, result = ready.pop(first if in_order else next(iter(ready)))
                first += 1
                if succeeded is None:
                    raise WorkersLostError("the workers can't import what they are given")
                if not succeeded:
                    raise result
                yield result

    def _answered(self, waiting: dict[int, bytes]) -> tuple[int, bytes]:
        """Wait for the next answer; a task whose worker died goes to another one."""
        while True:
            number, answer = self._next()
            if answer is not None:
                del waiting[number]
                return number, answer
            self._losses[number] += 1
            if self._losses[number] == MOST_LOSSES:
                raise WorkersLostError("one task was on worker after worker that died")
            self._start(1)
            self._tasks.put((number, waiting[number]))

    def _next(self) -> Answer:
        while True:
            # A signal that another thread of this process takes wakes nobody up: so look again and again.
            with contextlib.suppress(queue.Empty):
                return self._answers.get(timeout=_LOOK_S)

    def _start(self, count: int) -> None:
        """Start so many more, or as many as the system allows; without any alive there is nothing to wait for."""
        for _ in range(count):
            try:
                process = _started()
            except (OSError, MemoryError):  # no more processes
                break
            self._processes.append(process)
            try:
                threading.Thread(target=self._serve, args=(process,), daemon=True).start()
            except (RuntimeError, MemoryError):  # no more threads: then nobody would ever give it anything to do
                process.kill()
                process.wait()
                break
        if not any(process.poll() is None for process in self._processes):
            raise WorkersLostError("no worker process can be started")

    def _serve(self, process: subprocess.Popen[bytes]) -> None:
        """Hand tasks to one worker, and its answers back."""
        source, target = process.stdout, process.stdin
        assert source is not None
        assert target is not None
        with contextlib.suppress(OSError, ValueError):  # it has died, or was ended
            worker.write_frame(target, self._setting)
        while (task := self._tasks.get()) is not None:
            number, data = task
            answer = None
            with contextlib.suppress(OSError, ValueError):
                worker.write_frame(target, data)
                answer = worker.read_frame(source)
            self._answers.put((number, answer))
            if answer is None:
                return

    def _close(self) -> None:
        for _ in self._processes:
            self._tasks.put(None)
        for process in self._processes:
            process.terminate()
        until = time.monotonic() + _CLEANING_S
        for process in self._processes:
            try:
                process.wait(max(0.0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for process in self._processes:
            for stream in (process.stdin, process.stdout):
                with contextlib.suppress(OSError, ValueError):
                    if stream is not None:
                        stream.close()
        self._processes.clear()


def _setting(main: bool) -> bytes:
    setting: dict[str, Any] = {"sys_path": [path or str(Path.cwd()) for path in sys.path]}
    if main:
        from multiprocessing import spawn

        found = spawn.get_preparation_data("wythoff worker")
        setting |= {name: found[name] for name in found if name.startswith("init_main_")}
    return pickle.dumps(setting)


def _started() -> subprocess.Popen[bytes]:
    # -P: nothing that lies beside the script or in the current folder may stand in for what a worker imports.
    flags = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined]
    environment = {**dict.fromkeys(_ONE_THREAD, "1"), **os.environ}
    with _interrupts_wait():
        return subprocess.Popen(
            [sys.executable, *flags, "-P", str(_SCRIPT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            start_new_session=True,  # a terminal's Ctrl-C is the parent's
        )


@contextlib.contextmanager
def _interrupts_wait() -> Iterator[None]:
    """Let Ctrl-C wait until a process that is being started is known here, else nobody would end it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
