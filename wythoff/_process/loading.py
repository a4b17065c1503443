"""
Libraries that are loaded where a process's address space is bounded (``ulimit -v``).

Few of them fail in an orderly way there: OpenBLAS, below NumPy and SciPy, may ask for memory for ever, others crash, or
seem not to be installed. So what they take is looked for before.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import ModuleType

from wythoff._process.memory import human_bytes, left_by_process_limits

# Address space in megabytes: what each took on Linux (81, 147, 180, 283, 158, 57 and 111), and half of it more.
_NEED_MB = {
    "numpy": 120,
    "scipy": 220,
    "llvmlite": 270,
    "pyarrow": 420,
    "matplotlib": 230,
    "pandas": 85,
    "distributed": 170,
}


class NoRoomError(MemoryError):
    """There is too little address space for a library; the message is one sentence."""


class _Looking:
    """Finds no module, but looks whether there is room for it."""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> None:
        if name not in _NEED_MB:
            return
        need = _NEED_MB[name] * 1_000_000
        left = min(left_by_process_limits(), default=need)
        if need > left:
            raise NoRoomError(
                f"{name} takes {human_bytes(need)} of memory to load, and the limits of this process leave "
                f"{human_bytes(left)} (see ulimit -v, ulimit -d): raise them"
            )


def look_before() -> None:
    """Have `NoRoomError` raised, from now on, by imports of libraries for which the process's limits leave no room."""
    if left_by_process_limits():
        sys.meta_path.insert(0, _Looking())
