"""How much memory there is and how much of it is free, as seen from inside a container or under a limit."""

from __future__ import annotations

import math
import os
from pathlib import Path

from wythoff.errors import InputError, whole_number

ROOT = Path("/")

ALWAYS_FITS = 2**26  # bytes not worth asking the system about
_UNITS = ("kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB")

# Limit, usage, and the line of memory.stat that holds file cache which the kernel drops before it swaps.
# memory.high kills nobody, but a process above it is made to swap, which no timing survives.
_CGROUP_FILES = (
    ("memory.max", "memory.current", "inactive_file"),
    ("memory.high", "memory.current", "inactive_file"),
    ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
)


def available_bytes(root: Path = ROOT) -> int:
    """
    Return how many bytes this process may still use without swapping.

    Parameters
    ----------
    root : pathlib.Path
        Where ``proc`` and ``sys`` are found; another folder than ``/`` serves tests.

    Returns
    -------
    int
        The least of: what the system calls available; what each control group (version 1 or 2) around the
        process leaves, file cache that can be dropped counted as free; what the limits on address space
        and data (``ulimit -v``, ``ulimit -d``) leave. At least 0.
    """
    return min([_system_memory()[1], *(free for _, free in _cgroup_memory(root)), *left_by_process_limits()])


def total_bytes(root: Path = ROOT) -> int:
    """
    Return the physical memory in bytes, or the container's limit where that is lower.

    Parameters
    ----------
    root : pathlib.Path
        Where ``proc`` and ``sys`` are found; another folder than ``/`` serves tests.
    """
    return min([_system_memory()[0], *(limit for limit, _ in _cgroup_memory(root))])


def left_by_process_limits() -> list[int]:
    """Return how many bytes each limit that is set on this process (``ulimit -v``, ``ulimit -d``) leaves it."""
    try:
        import resource
    except ImportError:  # Windows
        return []
    left = []
    for limit, used in (("RLIMIT_AS", "vms"), ("RLIMIT_DATA", "data")):
        if hasattr(resource, limit):
            most, _ = resource.getrlimit(getattr(resource, limit))
            if most != resource.RLIM_INFINITY:
                left.append(max(0, most - _process_memory(used)))
    return left


def human_bytes(n: int) -> str:
    """
    Write a number of bytes with two or three significant digits and a decimal unit.

    Parameters
    ----------
    n : int
        Number of bytes, of any size.

    Raises
    ------
    InputError
        If `n` is no integer or is negative.

    Examples
    --------
    >>> human_bytes(5_368_709_120)
    '5.4 GB'
    >>> human_bytes(536_870_912)
    '537 MB'
    >>> human_bytes(10**40)
    '1.0e+40 B'
    """
    n = whole_number("n", n)
    if n < 1000:
        return f"{n} B"
    unit = 1
    for name in _UNITS:
        unit *= 1000
        tenths = (10 * n + unit // 2) // unit
        if tenths < 100:
            return f"{tenths // 10}.{tenths % 10} {name}"
        whole = (n + unit // 2) // unit
        if whole < 1000:
            return f"{whole} {name}"
    exponent, fraction = divmod(math.log10(n), 1)  # takes an int too large for a float
    if 10**fraction >= 9.95:
        exponent, fraction = exponent + 1, 0
    return f"{10**fraction:.1f}e+{exponent:.0f} B"


def cgroup_folders(controller: str, root: Path = ROOT) -> list[Path]:
    """
    List the control group folders that may limit this process, its own first, then each one above.

    Parameters
    ----------
    controller : str
        ``"memory"`` or ``"cpu"``: the name of the version 1 hierarchy (version 2 has one for all).
    root : pathlib.Path
        Where ``proc`` and ``sys`` are found.

    Returns
    -------
    list of pathlib.Path
        Some may not exist: inside a container the path that the kernel reports is often the host's, while
        the container's own limits lie at the top of what it can see.
    """
    try:
        lines = (root / "proc/self/cgroup").read_text(errors="replace").splitlines()
    except OSError:
        return []
    mounts = root / "sys/fs/cgroup"
    folders = []
    for line in lines:
        _, _, rest = line.partition(":")
        controllers, _, own = rest.partition(":")
        if not controllers:
            tops = [mounts, mounts / "unified"]
        elif controller in controllers.split(","):
            tops = [mounts / controller]
        else:
            continue
        # A path with ".." leads out of the part of the hierarchy that is visible from here.
        parts = [] if ".." in own.split("/") else [part for part in own.split("/") if part]
        folders += [top.joinpath(*parts[:depth]) for top in tops for depth in range(len(parts), -1, -1)]
    return folders


def _system_memory() -> tuple[int, int]:
    """Return (total, available) of the whole system."""
    try:
        import psutil  # here, because most commands never need it

        memory = psutil.virtual_memory()
        return int(memory.total), int(memory.available)
    except Exception:  # a sandbox that hides /proc fails in as many ways as there are sandboxes
        page = os.sysconf("SC_PAGE_SIZE")
        return os.sysconf("SC_PHYS_PAGES") * page, os.sysconf("SC_AVPHYS_PAGES") * page


def _cgroup_memory(root: Path) -> list[tuple[int, int]]:
    """Return (limit, free) for every limit around this process."""
    found = []
    for folder in cgroup_folders("memory", root):
        for limit_file, used_file, cache_key in _CGROUP_FILES:
            limit = _read_number(folder / limit_file)
            if limit is not None:
                used = (_read_number(folder / used_file) or 0) - _stat(folder / "memory.stat", cache_key)
                found.append((limit, max(0, limit - max(0, used))))
    return found


def _read_number(path: Path) -> int | None:
    """Read a file that holds one number; None where there is no file or no number ("max")."""
    try:
        return int(path.read_text())
    except (OSError, ValueError):
        return None


def _stat(path: Path, key: str) -> int:
    """Read one "key number" line, 0 where it can't be found."""
    try:
        pairs = dict(line.split(maxsplit=1) for line in path.read_text().splitlines())
        return int(pairs[key])
    except (OSError, ValueError, KeyError):
        return 0


def _process_memory(field: str) -> int:
    """Return one field of psutil's memory figures of this process, 0 where the system hides it."""
    try:
        import psutil

        return int(getattr(psutil.Process().memory_info(), field))
    except Exception:  # as in _system_memory
        return 0


def check_room(needed: int, what: str, instead: str) -> None:
    """
    Refuse what can't fit, since the system would rather kill the process than fail the allocation.

    Parameters
    ----------
    needed : int
        Bytes.
    what, instead : str
        What takes them, in the plural, and what to do: ``"<what> take 3.2 GB and 1.1 GB is free; <instead>"``.

    Raises
    ------
    InputError
        If they exceed what is free.
    """
    if needed >= ALWAYS_FITS and needed > (free := available_bytes()):
        raise InputError(f"{what} take {human_bytes(needed)} and {human_bytes(free)} is free; {instead}")
