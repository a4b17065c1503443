"""
What runs in a process of its own: a statement, sampled as requests on standard input ask, answered line by line.

So a statement that never ends, prints, or takes all memory does no harm to who measures it.
"""

from __future__ import annotations

import ctypes
import dataclasses
import json
import os
import signal
import sys
from typing import Any

_DEATH, _ADOPTS = 1, 36  # PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER


def main() -> None:
    """Answer requests until there are no more."""
    requests, answers = os.fdopen(os.dup(0), "r"), os.fdopen(os.dup(1), "w")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1):
        os.dup2(nowhere, number)
    _end_with_parent()
    worker = _Worker()
    for line in requests:
        try:
            answer = worker.answer(json.loads(line))
        except MemoryError:
            answer = {"error": "it needs more memory than there is", "kind": "memory"}
        except KeyboardInterrupt:
            return
        except BaseException as error:  # a statement may raise anything, SystemExit for instance
            answer = {"error": f"{type(error).__name__}: {error}", "kind": getattr(error, "kind", "raised")}
        print(json.dumps(answer), file=answers, flush=True)


def _end_with_parent() -> None:
    """
    Have Linux kill this process when the one that started it is gone; elsewhere the end of requests has to do.

    What a statement starts and detaches becomes this process's child, so that it can be found.
    """
    if sys.platform == "linux":
        system = ctypes.CDLL(None)
        system.prctl(_DEATH, signal.SIGKILL)
        system.prctl(_ADOPTS, 1)


class _Worker:
    def __init__(self) -> None:
        self._subject: Any = None
        self._parts: Any = None

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        from wythoff.errors import InputError
        from wythoff.harness.measure.statement import Statement
        from wythoff.harness.measure.subject import Called

        if request["do"] == "compile":
            try:
                self._parts = Statement(**request["statement"]).compiled()
            except InputError as error:
                return {"error": str(error), "kind": "input"}
            function, make_args = self._parts
            self._subject = Called(function, make_args, request["fresh"])
            return {}
        if request["do"] == "begin":
            return {"seconds": self._subject.begin(request["n"]), "fresh": self._subject.fresh}
        if request["do"] == "count beside":
            counts = self._subject.count(request["n"])
            return {"counts": None if counts is None else dataclasses.asdict(counts)}
        if request["do"] == "count":
            from wythoff.harness.counts import count

            function, make_args = self._parts
            return {"counts": dataclasses.asdict(count(function, *make_args(request["n"])))}
        return {"sample": dataclasses.astuple(self._subject.sample(request["n"], request["calls"]))}


if __name__ == "__main__":
    main()
