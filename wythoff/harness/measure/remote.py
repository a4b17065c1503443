"""A statement that runs in a process of its own, which is ended when it takes too long or too much memory."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import select
import signal
import subprocess
import sys
from time import monotonic, sleep
from typing import Any, Final

import psutil

from wythoff._process.memory import available_bytes, human_bytes
from wythoff.errors import InputError, shorten
from wythoff.harness.counts.answer import Counts
from wythoff.harness.measure.statement import Statement
from wythoff.harness.measure.timing import Sample
from wythoff.harness.units import human_seconds

_START_S: Final = 120.0
_LOOK_S: Final = 0.05
_ENDING_S: Final = 2.0  # of a process that closed its end of the pipe
_MEMORY_LEFT: Final = 0.1  # of what was free before, below which a statement is ended
# Threads would start at some size and bend every curve there; whoever wants them sets these.
_THREADS: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")


class StatementEndedError(Exception):
    """A statement can't go on: it raised, took too long or too much memory; the message is one sentence."""


class Remote:
    """
    Samples a statement in another process; see `wythoff.harness.measure.subject.Subject`.

    Parameters
    ----------
    statement : Statement
        What to sample.
    patience_s : float
        How long one request may take.
    fresh : bool, optional
        As for `wythoff.harness.measure.subject.Called`.
    """

    def __init__(self, statement: Statement, patience_s: float, fresh: bool | None = None) -> None:
        self.fresh = bool(fresh)
        self._is_closed = False
        self._text = shorten(statement.text.strip(), 60)
        self._patience_s = patience_s
        threads = {name: "1" for name in _THREADS if name not in os.environ}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "wythoff.harness.measure._worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **threads},
            start_new_session=True,
        )
        self._free = available_bytes()
        try:
            self._ask({"do": "compile", "statement": dataclasses.asdict(statement), "fresh": fresh}, _START_S)
        except BaseException:
            self.close()
            raise

    def begin(self, n: int) -> float:
        """See `wythoff.harness.measure.subject.Subject`."""
        told = self._ask({"do": "begin", "n": n}, max(self._patience_s, _LOOK_S))
        self.fresh = bool(told["fresh"])
        return float(told["seconds"])

    def sample(self, n: int, calls: int) -> Sample:
        """See `wythoff.harness.measure.subject.Subject`."""
        return Sample(*self._ask({"do": "sample", "n": n, "calls": calls}, self._patience_s)["sample"])

    def count(self, n: int) -> Counts | None:
        """See `wythoff.harness.measure.subject.Subject`."""
        told = self._ask({"do": "count beside", "n": n}, self._patience_s)["counts"]
        return None if told is None else Counts(**told)

    def count_by_any(self, n: int) -> Counts:
        """Count the operations of one call by whatever backend there is for it, or raise why there is none."""
        return Counts(**self._ask({"do": "count", "n": n}, self._patience_s)["counts"])

    def close(self) -> None:
        """End the process, and whatever it has started, as far as that can be found."""
        if self._is_closed:  # its number may be another one's by now
            return
        self._is_closed = True
        below: list[psutil.Process] = []
        with contextlib.suppress(psutil.Error):
            below = psutil.Process(self._process.pid).children(recursive=True)
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        for process in below:  # those that have left its group
            with contextlib.suppress(psutil.Error):
                process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                assert stream is not None
                stream.close()

    def __enter__(self) -> Remote:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, request: dict[str, Any], patience_s: float) -> dict[str, Any]:
        where = f" at n = {request['n']:,}" if "n" in request else ""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            stdin.write(json.dumps(request).encode() + b"\n")
            stdin.flush()
        except OSError:
            raise StatementEndedError(f"{self._text} ended its process{where}") from None
        end = monotonic() + patience_s
        while not select.select([stdout], [], [], _LOOK_S)[0]:
            if monotonic() > end:
                self.close()
                raise StatementEndedError(
                    f"{self._text}{where} took longer than {human_seconds(patience_s)}, and was ended"
                )
            self._look_at_memory(where)
        line = stdout.readline()
        if not line:
            code = self._ended()
            how = f"by signal {-code}" if code < 0 else f"with code {code}"
            raise StatementEndedError(f"{self._text} ended its process{where} {how}")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            if answer["kind"] == "input":
                raise InputError(answer["error"])
            raise StatementEndedError(f"{self._text}{where}: {shorten(answer['error'], 200)}")
        return answer

    def _ended(self) -> int:
        """Wait a moment for the end of a process that can't answer any more, end it, and return its code."""
        end = monotonic() + _ENDING_S
        # As long as nobody has asked for the code, the number stays this process's.
        look = getattr(os, "waitid", None)
        while monotonic() < end and not (
            self._process.poll() is not None
            if look is None
            else look(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
        ):
            sleep(_LOOK_S / 10)
        self.close()
        return self._process.returncode

    def _look_at_memory(self, where: str) -> None:
        with contextlib.suppress(psutil.Error):
            held = psutil.Process(self._process.pid).memory_info().rss
            if held > (1 - _MEMORY_LEFT) * self._free:
                self.close()
                raise StatementEndedError(
                    f"{self._text}{where} took {human_bytes(held)} of memory, nearly all, and was ended"
                )
