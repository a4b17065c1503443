"""Where tasks run: on workers of a Dask cluster, started for the purpose or running already, or in this process."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import re
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from itertools import islice
from typing import Any, Protocol, TypeVar

from wythoff._extras import require
from wythoff.errors import InputError, shorten, whole_number

T = TypeVar("T")

CONNECT_S = 10
PATIENCE_S = 60  # without any worker, before a run gives up; a lost one may be replaced meanwhile
_IS_DASK = re.compile(r"distributed(\.|$)")  # each of its loggers has a level of its own
_AHEAD = 3  # tasks handed out for each worker thread, so that none waits for the next


class Runner(Protocol):
    """Something that runs tasks."""

    def run(self, function: Callable[..., T], tasks: Iterable[tuple[Any, ...]]) -> Generator[T, None, None]:
        """
        Yield the results of ``function(*task)`` as they come, in any order.

        `tasks` is read as workers get free, so that there may be any number of them. After the first error no task is
        begun; when the generator is closed, those that run are given up.
        """


@contextlib.contextmanager
def runner(scheduler: str | None, workers: int | None, n_tasks: int) -> Iterator[Runner]:
    """
    Open a way to run tasks, and close it with the block.

    Parameters
    ----------
    scheduler : str, optional
        The address of a running Dask scheduler, such as ``tcp://127.0.0.1:8786``. Its workers need this project and
        see the same folders.
    workers : int, optional
        How many worker processes to start on this machine, each with one thread; by default one for each CPU. 0 means
        that this process does the work itself, without Dask.
    n_tasks : int
        How many tasks there will be, since more workers than that are of no use.

    Yields
    ------
    Runner
        A local cluster listens on 127.0.0.1 only and has no dashboard.

    Raises
    ------
    InputError
        If both `scheduler` and `workers` are given, or no scheduler answers at the address.
    """
    if scheduler is not None and workers is not None:
        raise InputError("workers are started on this machine, the scheduler has its own: give one of the two")
    if workers is not None:
        workers = whole_number("workers", workers, 0, 10_000)
    if workers == 0:
        yield _ThisProcess()
        return
    require("dask", "computing on workers", "distributed")
    distributed = _distributed()
    with _quiet_logs():
        if scheduler is None:
            from dask.system import CPU_COUNT

            with _ignoring_interrupts():
                cluster = distributed.LocalCluster(
                    n_workers=max(1, min(workers or CPU_COUNT, n_tasks)),
                    threads_per_worker=1,
                    processes=True,
                    host="127.0.0.1",
                    dashboard_address=None,
                    # Even without one Dask listens for HTTP, on port 8787, and warns if another run has that.
                    scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
                    silence_logs=logging.CRITICAL,
                )
            with cluster, distributed.Client(cluster) as client:
                yield _DaskCluster(client)
        else:
            try:
                _greet(scheduler)
                client = distributed.Client(scheduler, timeout=CONNECT_S)
            except Exception as error:  # what another kind of server says is read as lengths, messages, anything
                reason = " ".join(str(error).split()) or "whoever is there does not answer as a scheduler does"
                raise InputError(f"no Dask scheduler answers at {shorten(scheduler)}: {shorten(reason, 100)}") from None
            with client:
                yield _DaskCluster(client)


def _greet(scheduler: str) -> None:
    """Connect and hang up: a client that finds nobody at the address leaves a thread that later clients wait for."""
    distributed = _distributed()
    done: Future[None] = Future()

    async def greet() -> None:
        how = distributed.Security().get_connection_args("client")
        calling = distributed.comm.connect(scheduler, timeout=CONNECT_S, **how)
        # Its own limit ends when somebody takes the call, and another kind of server may never answer.
        connection = await asyncio.wait_for(calling, CONNECT_S + 1)
        await connection.close()

    def call() -> None:
        try:
            done.set_result(asyncio.run(greet()))
        except Exception as error:
            done.set_exception(error)

    # The caller's own thread may run an event loop, a notebook's for instance; and Ctrl-C waits for no daemon.
    threading.Thread(target=call, daemon=True).start()
    done.result()


class _ThisProcess:
    def run(self, function: Callable[..., T], tasks: Iterable[tuple[Any, ...]]) -> Generator[T, None, None]:
        for task in tasks:
            yield function(*task)


class _DaskCluster:
    def __init__(self, client: Any) -> None:
        self.client = client

    def run(self, function: Callable[..., T], tasks: Iterable[tuple[Any, ...]]) -> Generator[T, None, None]:
        waiting: set[Any] = set()
        remaining = iter(tasks)
        try:
            while True:
                room = _AHEAD * max(1, self._n_threads()) - len(waiting)
                for task in islice(remaining, max(0, room)):
                    waiting.add(self.client.submit(function, *task, pure=False))
                if not waiting:
                    return
                for future in self._finished(waiting):
                    waiting.discard(future)
                    yield self._result(future)
        finally:
            with contextlib.suppress(Exception):  # the scheduler may be the very thing that is gone
                self.client.cancel(list(waiting), force=True)

    def _n_threads(self) -> int:
        from distributed.comm.core import CommClosedError

        try:
            return sum(self.client.nthreads().values())
        except (OSError, TimeoutError, CommClosedError):
            raise InputError(_SCHEDULER_GONE) from None

    def _finished(self, waiting: set[Any]) -> set[Any]:
        """Wait until a task has ended, or for so long that nobody can be working."""
        last_seen = time.monotonic()
        while True:
            try:
                done: set[Any] = _distributed().wait(waiting, timeout=2, return_when="FIRST_COMPLETED").done
                return done
            except TimeoutError:
                if self._n_threads():
                    last_seen = time.monotonic()
                elif time.monotonic() - last_seen > PATIENCE_S:
                    raise InputError(
                        f"for {PATIENCE_S} s there has been no worker: start one and give the same command again"
                    ) from None
            except Exception as error:
                raise _in_one_sentence(error) from None

    @staticmethod
    def _result(future: Any) -> Any:
        try:
            return future.result()
        except InputError:
            raise
        except Exception as error:
            raise _in_one_sentence(error) from None


_SCHEDULER_GONE = "the connection to the Dask scheduler is lost: give the same command again when it is back"


@contextlib.contextmanager
def _quiet_logs() -> Iterator[None]:
    """Keep what happens to workers out of the terminal: it is told in this project's own words, if it matters."""
    loggers = [logging.getLogger(name) for name in list(logging.root.manager.loggerDict) if _IS_DASK.match(name)]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


@contextlib.contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """
    Ignore Ctrl-C while workers are started, so that they ignore it from then on, as a new process takes that over.

    A terminal sends it to all processes, and each worker would print a traceback; this one deals with it.
    """
    if threading.current_thread() is not threading.main_thread():  # only the main one may set handlers
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _distributed() -> Any:
    """Import it as untyped, which most of it is."""
    return importlib.import_module("distributed")


def _in_one_sentence(error: Exception) -> InputError:
    from concurrent.futures import CancelledError

    from distributed.comm.core import CommClosedError
    from distributed.scheduler import KilledWorker

    if isinstance(error, KilledWorker):
        return InputError("one task was on worker after worker that died, of too little memory perhaps: see their logs")
    if isinstance(error, (CancelledError, CommClosedError)):
        return InputError(_SCHEDULER_GONE)
    return InputError(f"a worker failed with {type(error).__name__}: {shorten(' '.join(str(error).split()), 150)}")
