"""The same test once more, in a process of its own: before an assertion fails, that must agree."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any, Final

from wythoff.harness.testing.trial import Trial, run_trial

_PATIENCE: Final = 20.0  # times the budget, and
_START_S: Final = 60.0  # for the imports of a fresh process on a busy machine


def confirm(
    function: Callable[..., object],
    make_args: Callable[[int], Any],
    law: str,
    **options: Any,
) -> tuple[Trial, str]:
    """
    Carry out a trial elsewhere.

    Parameters
    ----------
    function, make_args, law, **options
        As for `wythoff.harness.testing.trial.run_trial`.

    Returns
    -------
    tuple of Trial and str
        What came out, and where: "in a fresh process" if function and arguments can be sent to one, which functions at
        the top of a module can; else "in a copy of this process", and without these "in this process again".
    """
    call = _sent(function, make_args)
    if call is not None and (found := _in_fresh_process(call, law, options)) is not None:
        return found, "in a fresh process"
    if hasattr(os, "fork") and (found := _in_copy(function, make_args, law, options)) is not None:
        return found, "in a copy of this process"
    return run_trial(function, make_args, law, **options), "in this process again"


def _sent(*functions: Callable[..., object]) -> bytes | None:
    if any(getattr(one, "__module__", None) == "__main__" for one in functions):
        return None  # which module that is depends on the process
    try:
        return pickle.dumps(functions)
    except Exception:  # local functions, closures, foreign classes
        return None


def _in_fresh_process(call: bytes, law: str, options: dict[str, Any]) -> Trial | None:
    request = pickle.dumps({"path": sys.path, "call": call, "law": law, "options": options})
    try:
        done = subprocess.run(
            [sys.executable, "-m", "wythoff.harness.testing._child"],
            input=request,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_PATIENCE * options["budget_s"] + _START_S,
            check=False,
        )
    except (subprocess.TimeoutExpired, OSError):
        return None
    return _read(done.stdout) if done.returncode == 0 else None


def _in_copy(
    function: Callable[..., object], make_args: Callable[[int], Any], law: str, options: dict[str, Any]
) -> Trial | None:
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of a fork beside other threads, which this one outlives
        child = os.fork()
    if child == 0:  # pragma: no cover, another process
        try:
            os.close(reading)
            with os.fdopen(writing, "wb") as stream:
                stream.write(pickle.dumps(run_trial(function, make_args, law, **options)))
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        told = stream.read()
    os.waitpid(child, 0)
    return _read(told)


def _read(told: bytes) -> Trial | None:
    try:
        found = pickle.loads(told)
    except Exception:  # it ended before it could answer
        return None
    return found if isinstance(found, Trial) else None
