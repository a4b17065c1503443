"""Counting the processor's instructions of any callable in this process, where Linux grants its counters."""

from __future__ import annotations

import ctypes
import fcntl
import os
import platform
import struct
import sys
from collections.abc import Callable
from typing import Any, Final

from wythoff.errors import InputError

_SYSCALLS: Final = {"x86_64": 298, "aarch64": 241}
_HARDWARE, _INSTRUCTIONS = 0, 1
_DISABLED_USER_ONLY: Final = 1 << 0 | 1 << 5 | 1 << 6  # bits of perf_event_attr: disabled, exclude_kernel, exclude_hv
_ENABLE, _DISABLE, _RESET = 0x2400, 0x2401, 0x2403
_ATTRIBUTE_BYTES: Final = 64  # the first published size of perf_event_attr, which every kernel takes


def count_instructions(function: Callable[..., Any], args: tuple[Any, ...]) -> int:
    """
    Count the instructions of a call on this thread, in user space, less those of a call of nothing.

    Raises
    ------
    InputError
        If this machine doesn't grant the counter.
    """
    counter = _open()
    try:
        nothing = min(_read(counter, _nothing, ()) for _ in range(3))
        return max(0, _read(counter, function, args) - nothing)
    finally:
        os.close(counter)


def _nothing() -> None:
    pass


def _read(counter: int, function: Callable[..., Any], args: tuple[Any, ...]) -> int:
    fcntl.ioctl(counter, _RESET, 0)
    fcntl.ioctl(counter, _ENABLE, 0)
    try:
        function(*args)
    finally:
        fcntl.ioctl(counter, _DISABLE, 0)
    return int(struct.unpack("Q", os.read(counter, 8))[0])


def _open() -> int:
    number = _SYSCALLS.get(platform.machine())
    if not sys.platform.startswith("linux") or number is None:
        raise InputError('hardware counters are read on Linux, on x86_64 and aarch64, only; use backend="callgrind"')
    attribute = struct.pack("IIQQQQQ", _HARDWARE, _ATTRIBUTE_BYTES, _INSTRUCTIONS, 0, 0, 0, _DISABLED_USER_ONLY)
    buffer = ctypes.create_string_buffer(attribute, _ATTRIBUTE_BYTES)
    libc = ctypes.CDLL(None, use_errno=True)
    counter = libc.syscall(number, buffer, 0, -1, -1, 0)
    if counter < 0:
        reason = os.strerror(ctypes.get_errno())
        raise InputError(
            f"this machine does not grant hardware counters ({reason}); ask for kernel.perf_event_paranoid of 2 "
            'or less, or use backend="callgrind"'
        )
    return int(counter)
