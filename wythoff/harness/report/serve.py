"""A server for one folder, for this machine only: for browsers that don't open files, and to look at a page at once."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import threading
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from wythoff._process import interrupts
from wythoff.errors import InputError, whole_number

HOST = "127.0.0.1"
MOST_THREADS = 32
SILENCE_S = 10
LIMIT_S = 60
_HOSTS = {HOST, "localhost"}


class _Handler(SimpleHTTPRequestHandler):
    """Gives the files of a folder: none outside, whatever leads there, no hidden ones, and no lists."""

    timeout = SILENCE_S

    def __init__(self, *arguments: Any, directory: str, start: str) -> None:
        self._start = start
        super().__init__(*arguments, directory=directory)

    def send_head(self) -> Any:
        # A page of some other site must not read this one under a name of its own that leads here.
        if self.headers.get("Host", "").partition(":")[0] not in _HOSTS:
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
            return None
        path = unquote(urlsplit(self.path).path)
        if path == "/":
            self.path = f"/{self._start}"
        elif not self._is_given(path):
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        return super().send_head()

    def _is_given(self, path: str) -> bool:
        if any(part.startswith(".") for part in path.split("/")):
            return False
        folder = Path(self.directory).resolve()
        try:
            file = Path(self.translate_path(self.path)).resolve()
            if not file.is_relative_to(folder) or any(part.startswith(".") for part in file.relative_to(folder).parts):
                return False
            return file.is_file()
        except (OSError, ValueError, RuntimeError):  # the last for links that go round
            return False

    def end_headers(self) -> None:
        # A page that was written anew is what its reader wants to see.
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, *arguments: Any) -> None:
        pass


class _Server(ThreadingHTTPServer):
    """Gives each connection a thread and a limit of time, and turns connections away when there are too many."""

    daemon_threads = True

    def __init__(self, *arguments: Any) -> None:
        self._room = threading.BoundedSemaphore(MOST_THREADS)
        super().__init__(*arguments)

    def process_request(self, request: Any, client_address: Any) -> None:
        if not self._room.acquire(blocking=False):
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except BaseException:
            self._room.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        # Whoever sends or takes a byte now and then is never silent.
        limit = threading.Timer(LIMIT_S, _hang_up, (request,))
        limit.daemon = True
        try:
            limit.start()
            super().process_request_thread(request, client_address)
        finally:
            limit.cancel()
            self._room.release()

    # On Windows this would let two servers share a port.
    allow_reuse_address = os.name == "posix"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing about a browser that closed its connection early."""


def _hang_up(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


def serve(folder: Path, start: str, port: int, ready: Callable[[str], None]) -> None:
    """
    Serve a folder on 127.0.0.1 until Ctrl-C.

    Parameters
    ----------
    folder : Path
        Only its files are given; links that lead out of it, hidden files and folders are not.
    start : str
        The file that ``/`` means.
    port : int
        1 to 65535, or 0 for any that is free.
    ready : callable
        Called with the page's address once it can be opened.

    Raises
    ------
    InputError
        If the port is taken, not allowed, or none.
    """
    with _open(folder, start, whole_number("the port", port, 0, 65535)) as server:
        try:
            ready(f"http://{HOST}:{server.server_address[1]}/{start}")
            server.serve_forever()
        except KeyboardInterrupt:
            interrupts.awaited()


def _open(folder: Path, start: str, port: int) -> _Server:
    try:
        return _Server((HOST, port), partial(_Handler, directory=str(folder), start=start))
    except OSError as error:
        why = {
            errno.EADDRINUSE: "is taken: name another with --port, or 0 for any that is free",
            errno.EACCES: "is not yours to use: name one from 1024 on with --port",
        }.get(error.errno or 0, f"can't be used: {error.strerror or error}")
        raise InputError(f"port {port} {why}") from None
