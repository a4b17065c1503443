"""
The linear algebra below NumPy in a command's process: without threads of its own.

OpenBLAS starts a thread for each core as it is loaded. Where the system allows none (``ulimit -u``, a container's
limit), it sends its own process SIGINT, which can't be told from a Ctrl-C that somebody pressed. What the commands
compute is too small to gain by such threads; benchmarks of others, which may, get their environment as it was.
"""

from __future__ import annotations

import os

_COUNT = "OPENBLAS_NUM_THREADS"
_is_ours = False


def need_none() -> None:
    """Let OpenBLAS start no threads in this process, unless its user has said how many."""
    global _is_ours
    if _COUNT not in os.environ:
        os.environ[_COUNT] = "1"
        _is_ours = True


def environment_as_it_was() -> dict[str, str]:
    """Return the environment without what `need_none` has put into it, for programs that are others'."""
    return {name: value for name, value in os.environ.items() if not (_is_ours and name == _COUNT)}
