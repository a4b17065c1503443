"""
Counting the processor's instructions of any callable, in a child process under Valgrind's Callgrind.

The child starts Python, imports, and calls the function with each of some arguments twice: the first call compiles what
compiles then and fills what is filled then, the second is counted. Callgrind counts between two requests of the child
only, so that nothing of the rest is part of it, and that runs faster. What a call takes of itself is counted likewise,
with a function that does nothing, and subtracted.
"""

from __future__ import annotations

import functools
import os
import pickle
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from multiprocessing import spawn
from pathlib import Path
from typing import Any, Final

from wythoff.errors import InputError, shorten

_CHILD: Final = Path(__file__).with_name("_child.py")
_MACHINES: Final = ("x86_64", "aarch64")  # that the child can speak to Valgrind on
_TOTAL: Final = re.compile(r"^totals:\s*(\d+)", re.MULTILINE)
_REFUSED: Final = (b"Unrecognised instruction", b"unhandled instruction", b"illegal opcode")


Call = tuple[Callable[..., Any], tuple[Any, ...]]


def count_instructions(calls: Sequence[Call]) -> list[int]:
    """
    Count the instructions of calls, all in one process.

    Parameters
    ----------
    calls : sequence of (callable, tuple)
        Functions and their arguments. A function is found by name in its module, so that a child process can import it;
        arguments must survive pickling, and every call gets a copy of its own.

    Returns
    -------
    list of int
        Instructions of each call, when it is not the first one with these arguments.

    Raises
    ------
    InputError
        If Valgrind is missing, doesn't know an instruction, or the function can't be sent to a child or fails there.

    Notes
    -----
    Valgrind runs some fifty times slower than the processor where it counts, and some ten times where it doesn't:
    seconds for an interpreter's start, a minute where Numba has to be imported and to compile. Hashes are those of a
    fixed seed, and addresses are the same each time where the system allows that, so that what depends on either
    repeats.
    """
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise InputError(
            "counting instructions needs Valgrind, and there is no command valgrind; install it (apt install valgrind)"
        )
    if platform.machine() not in _MACHINES:
        raise InputError(
            f"instructions are counted on {' and '.join(_MACHINES)} only, this is {platform.machine()}; count a "
            'function in Python with backend="python", and a compiled one with backend="numba"'
        )
    return _run(valgrind, [_pickled(*call) for call in calls])


def _pickled(function: Callable[..., Any], args: tuple[Any, ...]) -> bytes:
    try:
        call = pickle.dumps((function, args))
    except Exception as error:
        raise InputError(
            f"the callgrind backend runs a function in another process, where this one or its arguments can't be sent "
            f"({shorten(str(error), 100)}); define it at the top of a module"
        ) from None
    return call


def _run(valgrind: str, calls: list[bytes]) -> list[int]:
    with tempfile.TemporaryDirectory(prefix="wythoff-counts-") as folder:
        task = Path(folder, "task")
        preparation = spawn.get_preparation_data("wythoff counts")
        preparation.pop("authkey", None)  # a secret, of use to processes that talk to each other only
        task.write_bytes(pickle.dumps({"preparation": preparation, "calls": calls}))
        command = [
            *_same_addresses(),
            valgrind,
            "--tool=callgrind",
            "--instr-atstart=no",
            f"--callgrind-out-file={folder}/out",
            sys.executable,
            str(_CHILD),
            str(task),
        ]
        done = subprocess.run(command, capture_output=True, env=_environment(), check=False)
        error = task.with_suffix(".error")
        if error.exists():
            raise InputError(f"the function failed under Valgrind: {shorten(error.read_text(), 200)}")
        found = [_total(Path(folder, f"out.{number}")) for number in range(1, 2 * len(calls) + 1)]
    totals = [total for total in found if total is not None]
    if done.returncode != 0 or len(totals) < len(found):
        raise InputError(_failure(done))
    return [max(0, whole - nothing) for nothing, whole in zip(totals[::2], totals[1::2], strict=True)]


def _total(file: Path) -> int | None:
    total = _TOTAL.search(file.read_text(encoding="utf-8", errors="replace")) if file.exists() else None
    return None if total is None else int(total[1])


@functools.cache
def _same_addresses() -> tuple[str, ...]:
    """Return what starts a command with addresses that are not random; nothing where that isn't granted."""
    command = ("setarch", platform.machine(), "-R")
    try:
        done = subprocess.run([*command, "true"], capture_output=True, check=False)
    except OSError:
        return ()
    return command if done.returncode == 0 else ()


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
