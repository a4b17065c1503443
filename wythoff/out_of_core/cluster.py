"""Where tasks run: on worker processes of this program's own, on a Dask cluster that is running, or in this process."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import os
import re
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Protocol, TypeVar

from wythoff._extras import require
from wythoff._process import workers
from wythoff._process.cores import usable_cores
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


@dataclass(frozen=True)
class Tls:
    """
    What a connection to a scheduler is encrypted and authenticated with: paths of three files in the PEM format.

    Attributes
    ----------
    ca : path
        The certificate of the authority that signed those of scheduler and workers.
    cert, key : path
        This client's certificate and its private key.
    """

    ca: str | os.PathLike[str]
    cert: str | os.PathLike[str]
    key: str | os.PathLike[str]


@contextlib.contextmanager
def runner(scheduler: str | None, workers: int | None, n_tasks: int, tls: Tls | None = None) -> Iterator[Runner]:
    """
    Open a way to run tasks, and close it with the block.

    Parameters
    ----------
    scheduler : str, optional
        The address of a running Dask scheduler, such as ``tls://cluster.example:8786``. Its workers need this project
        and see the same folders.
    workers : int, optional
        How many worker processes to start on this machine; by default one for each CPU, and none for a single task. 0
        means that this process does the work itself.
    n_tasks : int
        How many tasks there will be, since more workers than that are of no use.
    tls : Tls, optional
        For the connection to the scheduler; without it Dask's own configuration holds.

    Yields
    ------
    Runner

    Raises
    ------
    InputError
        If both `scheduler` and `workers` are given, or no scheduler answers at the address.

    Notes
    -----
    Without `scheduler` nothing listens anywhere: the workers are talked to over pipes. Who can connect to a scheduler
    can run any code on its workers, and so as their user; over ``tcp://`` that is everybody who reaches the port, the
    other users of the machine among them. Certificates keep them out.
    """
    if scheduler is not None and workers is not None:
        raise InputError("workers are started on this machine, the scheduler has its own: give one of the two")
    if tls is not None and (scheduler is None or not scheduler.startswith("tls://")):
        raise InputError("certificates go with the address of a scheduler that begins with tls://")
    if workers is not None:
        workers = whole_number("workers", workers, 0, 10_000)
    if scheduler is None and (workers == 0 or (workers is None and n_tasks <= 1)):
        yield _ThisProcess()
    elif scheduler is None:
        yield _OwnWorkers(max(1, min(workers or usable_cores() or 1, n_tasks)))
    else:
        require("dask", "computing on a scheduler", "distributed")
        distributed = _distributed()
        with _quiet_logs():
            security = _security(tls)
            try:
                _greet(scheduler, security)
                client = distributed.Client(scheduler, timeout=CONNECT_S, security=security)
            except Exception as error:  # what another kind of server says is read as lengths, messages, anything
                reason = " ".join(str(error).split()) or "whoever is there does not answer as a scheduler does"
                raise InputError(f"no Dask scheduler answers at {shorten(scheduler)}: {shorten(reason, 100)}") from None
            with client:
                yield _DaskCluster(client)


def _security(tls: Tls | None) -> Any:
    """Make Dask's object of the files; without any it takes what its own configuration says."""
    distributed = _distributed()
    if tls is None:
        return distributed.Security()
    for file in (tls.ca, tls.cert, tls.key):
        try:
            Path(file).open("rb").close()
        except OSError as error:
            raise InputError(f"{shorten(str(file), 200)} can't be read: {error.strerror or error}") from None
    return distributed.Security(
        tls_ca_file=str(tls.ca), tls_client_cert=str(tls.cert), tls_client_key=str(tls.key), require_encryption=True
    )


def _greet(scheduler: str, security: Any) -> None:
    """Connect and hang up: a client that finds nobody at the address leaves a thread that later clients wait for."""
    distributed = _distributed()
    done: Future[None] = Future()

    async def greet() -> None:
        how = security.get_connection_args("client")
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


class _OwnWorkers:
    def __init__(self, count: int) -> None:
        self.count = count

    def run(self, function: Callable[..., T], tasks: Iterable[tuple[Any, ...]]) -> Generator[T, None, None]:
        try:
            yield from workers.run(function, tasks, self.count, ahead=_AHEAD)
        except workers.WorkersLostError as error:
            raise InputError(
                f"{error}; give the same command again with fewer --workers, or 0 for none beside this process"
            ) from None
        except InputError:
            raise
        except Exception as error:
            raise _failed(error) from None


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
    return _failed(error)


def _failed(error: Exception) -> InputError:
    return InputError(f"a worker failed with {type(error).__name__}: {shorten(' '.join(str(error).split()), 150)}")
