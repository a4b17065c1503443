"""
Ctrl-C: the first one ends a command in one sentence, any further one ends the process at once.

Python raises `KeyboardInterrupt` between two steps of the main thread, which a compiled loop, an import or a wait may
put off, and which code that is called back swallows; a second one in the midst of cleaning up is a traceback. So a
thread hears of each signal as it comes, and ends the process if the first one has not done so in `GRACE_S`, or at the
second. Before that it removes what is half written.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator

from wythoff._process.unraisable import hush_at_the_end, set_ending

CODE = 130
GRACE_S = 1.5
_TELLING_S = 0.2  # whoever tells may be held up, by a terminal that was stopped for instance
_ENDING = {int(getattr(signal, name)) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)}


class _Watch:
    """What is known of the signals to end that this process got while a command is running."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.after = ""
        self.interrupts = 0
        self.is_heard = False
        self.is_over = False
        self.is_awaited = False
        self._is_told = False
        self._telling = threading.Lock()
        self._timer: threading.Timer | None = None

    def begin(self) -> None:
        """Take over Ctrl-C from Python."""
        self._heard_at, self._told_to = os.pipe()
        os.set_blocking(self._told_to, False)
        self._earlier = signal.set_wakeup_fd(self._told_to, warn_on_full_buffer=False)
        try:
            threading.Thread(target=self._hear, daemon=True).start()
            self.is_heard = True
        except RuntimeError:  # the system allows no further thread: then a second Ctrl-C waits for the main one
            pass
        signal.signal(signal.SIGINT, self._interrupt)

    def end(self) -> None:
        """Give it back."""
        self.is_over = True  # what the thread hears late, or waits to do, ends nothing any more
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.set_wakeup_fd(self._earlier)
        os.close(self._told_to)
        if not self.is_heard:
            os.close(self._heard_at)
        if self._timer is not None:
            self._timer.cancel()

    def _interrupt(self, number: int, frame: object) -> None:
        self.interrupts += 1
        if self.interrupts == 1:
            set_ending()
            raise KeyboardInterrupt
        if not self.is_heard:
            self.end_now(number)

    def _hear(self) -> None:
        heard = 0
        while data := os.read(self._heard_at, 64):
            for number in data:
                if number in _ENDING:
                    heard += 1
                    self._end_soon(number, at_once=heard > 1)
        os.close(self._heard_at)

    def _end_soon(self, number: int, *, at_once: bool) -> None:
        if self.is_over:
            return
        if at_once:
            self.end_now(number)
        self._timer = threading.Timer(GRACE_S, self._end_late, (number,))
        self._timer.daemon = True
        try:
            self._timer.start()
        except RuntimeError:
            self.end_now(number)

    def _end_late(self, number: int) -> None:
        if not self.is_over and not self.is_awaited:
            self.end_now(number)

    def end_now(self, number: int) -> None:
        """End this process, without a step of the main thread."""
        for undo in list(_undo):
            with contextlib.suppress(Exception):
                undo()
        with contextlib.suppress(OSError):
            if os.isatty(2):
                os.write(2, b"\x1b[?25h\n")  # a progress bar hides the cursor
        if number == signal.SIGINT:
            self.tell(lambda sentence: os.write(2, sentence.encode(errors="backslashreplace")))
        os._exit(128 + number)

    def tell(self, write: Callable[[str], object]) -> None:
        """Say that the command was interrupted, unless that was said; who ends the process waits for it."""
        if not self._telling.acquire(timeout=_TELLING_S):
            return
        try:
            if not self._is_told:
                self._is_told = True
                with contextlib.suppress(OSError, ValueError):  # nobody listens, or it was closed
                    write(f"{self.name}: interrupted{self.after}\n")
        finally:
            self._telling.release()

    def await_next(self) -> None:
        """Forget the first Ctrl-C: it was waited for, and what it ended is all right."""
        self.interrupts = 0
        self.is_awaited = True


_watch: _Watch | None = None
_undo: list[Callable[[], None]] = []


def arm(name: str) -> None:
    """Watch for Ctrl-C from now on, in a process that is there for one command, called `name` in what it says."""
    global _watch
    if _watch is not None or not _is_ours():
        return
    hush_at_the_end()
    _watch = _Watch(name)
    _watch.begin()


def leave() -> None:
    """
    Let the system itself deal with Ctrl-C from now on: nothing is left to do but to end.

    After an interruption the process ends here. Python would send itself the signal once more if that had come within
    an ``exec``, and so end with another code.
    """
    if _watch is not None and not _watch.interrupts:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    ending = sys.exc_info()[1]
    if came() and isinstance(ending, SystemExit) and ending.code == CODE:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(CODE)


@contextlib.contextmanager
def watched(name: str) -> Iterator[None]:
    """Watch for Ctrl-C in the block, unless it is watched already or somebody else deals with it."""
    global _watch
    if _watch is not None or not _is_ours():
        yield
        return
    _watch = _Watch(name)
    _watch.begin()
    try:
        yield
    finally:
        _watch.end()
        _watch = None


def _is_ours() -> bool:
    in_main = threading.current_thread() is threading.main_thread()
    return in_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def came() -> bool:
    """Tell whether Ctrl-C was pressed."""
    return _watch is not None and _watch.interrupts > 0


def tell(after: str | None = None) -> None:
    """
    Say on standard error that the command was interrupted, unless that was said.

    Parameters
    ----------
    after : str, optional
        How things are, to go on the sentence; by default what `stating` says.
    """
    watch = _watch or _Watch("wythoff")
    if after is not None:
        watch.after = after
    watch.tell(lambda sentence: print(sentence, end="", file=sys.stderr, flush=True))


@contextlib.contextmanager
def ending() -> Iterator[None]:
    """
    Let Ctrl-C end the block in one sentence and code 130, whatever the block says about its end.

    What is raised in the midst of an import may be taken there for a failure, and come out as another error.
    """
    try:
        yield
    except (KeyboardInterrupt, SystemExit, Exception) as error:
        if not came() and not isinstance(error, KeyboardInterrupt):
            raise
    else:
        if not came():
            return
    tell()
    raise SystemExit(CODE)


def awaited() -> None:
    """Say that Ctrl-C was waited for, as the end of what goes on until then: it is no interruption."""
    if _watch is not None:
        _watch.await_next()


@contextlib.contextmanager
def stating(after: str) -> Iterator[None]:
    """Let the sentence about an interruption in the block go on so."""
    if _watch is None:
        yield
        return
    before, _watch.after = _watch.after, after
    yield
    _watch.after = before


@contextlib.contextmanager
def undoing(undo: Callable[[], None]) -> Iterator[None]:
    """Call a function if the process is ended at once within the block; it must not wait for anything."""
    _undo.append(undo)
    try:
        yield
    finally:
        _undo.remove(undo)
