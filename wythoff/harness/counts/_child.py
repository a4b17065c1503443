"""
What runs under Valgrind: a function called with each of some arguments, twice, the second time counted.

Started as a script, by `wythoff.harness.counts.callgrind`; imports nothing of the package, whose import would take long
there. Valgrind is asked to begin and to end counting by its client requests, which are instructions that do nothing on
a processor [1]_; the standard library has none, so that they are put into memory here.

References
----------
.. [1] Valgrind, include/valgrind.h: VALGRIND_DO_CLIENT_REQUEST for amd64 and arm64; callgrind/callgrind.h: the numbers.
"""

import ctypes
import mmap
import pickle
import platform
import sys
from collections.abc import Callable
from multiprocessing import spawn
from pathlib import Path
from typing import Any

# A function of one address, where the number of a request stands: moved to where Valgrind looks for it, four rotations
# that come to nothing, and one instruction more, which tell Valgrind; the answer is returned.
REQUEST = {
    "x86_64": "4889f8 31d2 48c1c703 48c1c70d 48c1c73d 48c1c733 4887db 4889d0 c3",
    "aarch64": "e40300aa e3031faa 8c0dcc93 8c35cc93 8ccdcc93 8cf5cc93 4a010aaa e00303aa c0035fd6",
}
CALLGRIND = ord("C") << 24 | ord("T") << 16
WRITE_DOWN, BEGIN, END = CALLGRIND, CALLGRIND + 4, CALLGRIND + 5


class Requests:
    """Valgrind's ear."""

    def __init__(self) -> None:
        code = bytes.fromhex(REQUEST[platform.machine()])
        self._memory = mmap.mmap(-1, len(code), prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        self._memory.write(code)
        address = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        self._ask = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)(address)
        self._numbers = {number: (ctypes.c_uint64 * 6)(number) for number in (WRITE_DOWN, BEGIN, END)}

    def ask(self, number: int) -> None:
        """Ask for one thing."""
        self._ask(self._numbers[number])

    def counted(self, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
        """Call a function, counted, and have the count written down."""
        self.ask(BEGIN)
        function(*args)
        self.ask(END)
        self.ask(WRITE_DOWN)


def nothing(*args: object) -> None:
    """Do what is part of every call, and not of the function."""


def main() -> int:
    """Carry out what the file named on the command line asks for."""
    task = Path(sys.argv[1])
    request = pickle.loads(task.read_bytes())
    spawn.prepare(request["preparation"])
    requests = Requests()
    try:
        for call in request["calls"]:
            (function, first), (_, second) = pickle.loads(call), pickle.loads(call)
            function(*first)
            requests.counted(nothing, second)
            requests.counted(function, second)
    except Exception as error:
        task.with_suffix(".error").write_text(f"{type(error).__name__}: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
