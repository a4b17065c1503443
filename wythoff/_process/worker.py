"""
What a worker process runs: it reads tasks from standard input, and writes answers to what was standard output.

It is started as a file by `workers`, and imports nothing of this package before it has been told the paths of the
program that started it. Its end of the pipe is its lifeline: when that closes, however the parent ended, the worker
ends.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import struct
import threading
from typing import IO, Any

HEADER = struct.Struct("<Q")
# A task that can clean up after itself gets so long for it before the process is ended.
CLEANING_S = 1.0


def read_frame(stream: IO[bytes]) -> bytes | None:
    """Read one message; None if the pipe was closed, in the middle of one or between two."""
    header = stream.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    (size,) = HEADER.unpack(header)
    data = stream.read(size)
    return data if len(data) == size else None


def write_frame(stream: IO[bytes], data: bytes) -> None:
    """Write one message."""
    stream.write(HEADER.pack(len(data)))
    stream.write(data)
    stream.flush()


def answer(task: bytes) -> bytes:
    """
    Carry out a task, and return what came of it: True and the result, or False and the error.

    None and None say that the function can't be imported here, of an interactive session for instance.
    """
    try:
        function, arguments = pickle.loads(task)
    except (ImportError, AttributeError):
        return pickle.dumps((None, None))
    try:
        return pickle.dumps((True, function(*arguments)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        return _told(error)


def _told(error: Exception) -> bytes:
    try:
        data = pickle.dumps((False, error), pickle.HIGHEST_PROTOCOL)
        pickle.loads(data)  # some errors can be written and not be read
        return data
    except Exception:
        return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))


def _take_tasks(stream: IO[bytes], tasks: queue.SimpleQueue[bytes]) -> None:
    while (task := read_frame(stream)) is not None:
        tasks.put(task)
    if hasattr(signal, "pthread_kill"):  # as a request to terminate would: a half-written file is removed
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)
        threading.Event().wait(CLEANING_S)
    os._exit(1)


def _private_streams() -> tuple[IO[bytes], IO[bytes]]:
    """Keep the two pipes to oneself: what a task reads or prints must not get into them."""
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return source, target


def main() -> None:
    """Work until the parent closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's, which ends its workers
    if hasattr(signal, "pthread_sigmask"):  # it was held back while this process was started
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    source, target = _private_streams()
    setting = read_frame(source)
    if setting is None:
        return
    prepare(pickle.loads(setting))
    from wythoff._process.unraisable import hush_at_the_end

    hush_at_the_end()
    tasks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    try:
        threading.Thread(target=_take_tasks, args=(source, tasks), daemon=True).start()
    except RuntimeError:  # no room for another thread: then the end of the parent is noticed after each task
        while (task := read_frame(source)) is not None:
            write_frame(target, answer(task))
        return
    while True:
        write_frame(target, answer(tasks.get()))


def prepare(setting: dict[str, Any]) -> None:
    """Take over paths and, where a task needs it, the main module of the program that started this one."""
    from multiprocessing import process, spawn

    inheriting = process.current_process()
    # By this mark multiprocessing knows a main module that starts workers again as soon as it is imported.
    inheriting._inheriting = True  # type: ignore[attr-defined]
    spawn.prepare(setting)
    del inheriting._inheriting  # type: ignore[attr-defined]


if __name__ == "__main__":
    try:
        main()
    except Exception:  # the parent has gone, or its main module can't be imported, which it finds out by itself
        os._exit(1)
