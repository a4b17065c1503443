"""
Counting the processor's instructions of any callable, in a child process under Valgrind's Callgrind.

Two children do the same up to the last: both start Python, import, make copies of the arguments and call the function
once, which compiles what compiles at its first call and fills what is filled then. One calls it again. The difference
is the work of those calls.
"""

from __future__ import annotations

import os
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from multiprocessing import spawn
from pathlib import Path
from typing import Any, Final

from wythoff.errors import InputError, shorten

_CHILD: Final = Path(__file__).with_name("_child.py")
_COLLECTED: Final = re.compile(rb"Collected\s*:\s*(\d+)")
_REFUSED: Final = (b"Unrecognised instruction", b"unhandled instruction", b"illegal opcode")
# Whole processes repeat to within about this share, so that what is less than _ENOUGH of one is called more often.
REPEATS_WITHIN: Final = 1e-4
_ENOUGH: Final = 0.1
_MOST_CALLS: Final = 1000


def count_instructions(function: Callable[..., Any], args: tuple[Any, ...]) -> tuple[int, float]:
    """
    Count the instructions of a call.

    Parameters
    ----------
    function : callable
        Found by name in its module, so that a child process can import it.
    args : tuple
        Its arguments, which must survive pickling; every call gets a copy of its own.

    Returns
    -------
    tuple of int and float
        Instructions of one call that is not the first, and how far off that may be, as a fraction.

    Raises
    ------
    InputError
        If Valgrind is missing, doesn't know an instruction, or the function can't be sent to a child or fails there.

    Notes
    -----
    Valgrind runs some fifty times slower than the processor: seconds for an interpreter's start, minutes where Numba
    has to be imported and to compile.
    """
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise InputError(
            "counting instructions needs Valgrind, and there is no command valgrind; install it (apt install valgrind)"
        )
    call = _pickled(function, args)
    once = _run(valgrind, call, 1, 2)
    twice = _run(valgrind, call, 2, 2)
    work = twice - once
    calls = 1
    if work < _ENOUGH * once:
        calls = min(_MOST_CALLS, max(2, round(_ENOUGH * once / max(work, 1e-4 * once))))
        work = _run(valgrind, call, calls + 1, calls + 1) - _run(valgrind, call, 1, calls + 1)
    return max(0, round(work / calls)), 2 * REPEATS_WITHIN * once / max(work, 1)


def _pickled(function: Callable[..., Any], args: tuple[Any, ...]) -> bytes:
    try:
        call = pickle.dumps((function, args))
    except Exception as error:
        raise InputError(
            f"the callgrind backend runs a function in another process, where this one or its arguments can't be sent "
            f"({shorten(str(error), 100)}); define it at the top of a module"
        ) from None
    return call


def _run(valgrind: str, call: bytes, calls: int, copies: int) -> int:
    """Return the instructions of a whole process."""
    with tempfile.TemporaryDirectory(prefix="wythoff-counts-") as folder:
        task = Path(folder, "task")
        preparation = spawn.get_preparation_data("wythoff counts")
        preparation.pop("authkey", None)  # a secret, of use to processes that talk to each other only
        task.write_bytes(pickle.dumps({"preparation": preparation, "call": call, "calls": calls, "copies": copies}))
        command = [
            valgrind,
            "--tool=callgrind",
            f"--callgrind-out-file={folder}/out",
            sys.executable,
            str(_CHILD),
            str(task),
        ]
        done = subprocess.run(command, capture_output=True, env=_environment(), check=False)
        error = task.with_suffix(".error")
        if error.exists():
            raise InputError(f"the function failed under Valgrind: {shorten(error.read_text(), 200)}")
    found = _COLLECTED.search(done.stderr)
    if done.returncode != 0 or found is None:
        raise InputError(_failure(done))
    return int(found[1])


def _environment() -> dict[str, str]:
    """Fix what would make two processes differ; Numba is kept to instructions that Valgrind knows."""
    defaults = {"NUMBA_CPU_NAME": "x86-64-v3", "NUMBA_CPU_FEATURES": ""} if "NUMBA_CPU_NAME" not in os.environ else {}
    threads = {name: "1" for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")}
    return {**os.environ, **defaults, **threads, "PYTHONHASHSEED": "0"}


def _failure(done: subprocess.CompletedProcess[bytes]) -> str:
    text = done.stderr.decode(errors="replace")
    if any(refused in done.stderr for refused in _REFUSED):
        return (
            "Valgrind doesn't know an instruction of this code; take a newer one, or compile for an older processor "
            "(for Numba NUMBA_CPU_NAME=x86-64-v2, for NumPy NPY_DISABLE_CPU_FEATURES)"
        )
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("==")]
    last = lines[-1] if lines else f"exit code {done.returncode}"
    return f"the child process under Valgrind failed: {shorten(last, 200)}"
