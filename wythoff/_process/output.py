"""Standard output whose failures can't be taken for anything else's, and standard streams that somebody closed."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import select
import sys
from collections.abc import Iterator
from typing import Any

from wythoff.errors import InputError


class ReaderGoneError(Exception):
    """Whoever reads standard output, as ``head`` does, has seen enough; no `OSError`, which readers of files expect."""


class _Output(io.FileIO):
    """What standard output writes to. After a failure, which it tells once, it takes anything."""

    def __init__(self, number: int) -> None:
        super().__init__(number, "wb", closefd=False)
        self._failed = False

    def write(self, data: Any) -> int:
        if self._failed:
            return memoryview(data).nbytes
        try:
            while (written := super().write(data)) is None:  # somebody who shares it has set it not to wait
                select.select([], [self], [])
            return written
        except BrokenPipeError:
            self._failed = True
            raise ReaderGoneError from None
        except OSError as error:
            self._failed = True
            raise InputError(f"standard output can't be written: {error.strerror or error}") from None


@contextlib.contextmanager
def checked_output() -> Iterator[None]:
    """
    Write standard output so in the block that its failures raise `InputError`, or `ReaderGoneError`.

    What is kept back is written at the end of the block, where that can still be told.
    """
    before = sys.stdout
    if before is not sys.__stdout__ or not isinstance(before, io.TextIOWrapper):  # somebody listens in
        yield
        before.flush()
        return
    before.flush()
    stream = io.TextIOWrapper(
        io.BufferedWriter(_Output(before.fileno())),
        encoding=before.encoding,
        errors=before.errors,
        line_buffering=before.line_buffering,
        write_through=before.write_through,
    )
    sys.stdout = stream
    try:
        try:
            yield
        except SystemExit:
            stream.flush()
            raise
        stream.flush()
    finally:
        sys.stdout = before
        with contextlib.suppress(InputError, ReaderGoneError):
            stream.flush()


def open_what_is_closed() -> None:
    """
    Put something in the place of standard streams that were closed by whoever started this.

    The next file that is opened would take their numbers, and get what was meant for them. Input is empty then, output
    can't be written, and what would be said on standard error gets lost.
    """
    for name, number, how in (("stdin", 0, os.O_RDONLY), ("stdout", 1, os.O_RDONLY), ("stderr", 2, os.O_WRONLY)):
        if getattr(sys, name) is not None:
            continue
        opened = os.open(os.devnull, how)
        if opened != number and _is_closed(number):
            os.dup2(opened, number)
            os.close(opened)
            opened = number
        mode = "r" if number == 0 else "w"
        stream = open(opened, mode, encoding="utf-8", errors="backslashreplace", closefd=False)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _is_closed(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError as error:
        return error.errno == errno.EBADF
    return False
