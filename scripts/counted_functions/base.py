"""What a function of known work is made of, and the two registries."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import numba
import numpy as np

Make = Callable[[int, random.Random], tuple[Any, ...]]
# First and last size for each law, compiled and not, and how many: some 10^7 statements and 10^5 opcodes at most.
_SIZES = {
    "1": ((16, 2**17), (16, 4096)),
    "log n": ((16, 2**20), (16, 2**15)),
    "(log n)^2": ((16, 2**20), (16, 2**15)),
    "sqrt n": ((16, 2**20), (16, 2**15)),
    "n": ((64, 2**17), (32, 4096)),
    "n log log n": ((64, 2**18), (64, 2**13)),
    "n log n": ((64, 2**17), (32, 4096)),
    "n (log n)^2": ((64, 2**16), (32, 2048)),
    "n^(4/3)": ((64, 2**15), (32, 2**13)),
    "n^1.5": ((64, 2**14), (16, 1024)),
    "n^(log2 3)": ((8, 4096), (8, 512)),
    "n^2": ((16, 4096), (8, 192)),
    "n^2 log n": ((16, 2048), (8, 128)),
    "n^2.807": ((2, 256), (2, 32)),
    "n^3": ((8, 256), (4, 48)),
    "2^n": ((4, 18), (3, 12)),
    "exponential": ((6, 26), (5, 16)),
}
_MANY = 13
_MOST = 2**20
OF_A_MATRIX = 700  # rows of a matrix, which is made in Python


@dataclass(frozen=True)
class Known:
    """
    A function whose work is known.

    Attributes
    ----------
    name, law : str
        What it is called, and grows by: `law` is one of `wythoff.harness.growth.counted.COUNTED_LAWS`.
    function : callable
        What is counted.
    make : callable
        ``make(n, source)`` returns its arguments; `source` is a ``random.Random``.
    sizes : tuple of int
        What it is counted at.
    source : random.Random
        Of the arguments.
    """

    name: str
    law: str
    function: Callable[..., Any]
    make: Make
    sizes: tuple[int, ...]
    source: random.Random

    @property
    def module(self) -> str:
        """Name the module that it was written in."""
        return str(getattr(self.function, "py_func", self.function).__module__)

    def arguments(self, n: int) -> tuple[Any, ...]:
        """Make arguments of size n, other random ones each time, in one order in every run."""
        return self.make(n, self.source)


KERNELS: dict[str, Known] = {}
PURE: dict[str, Known] = {}


def _sizes(law: str, compiled: bool, powers: bool, most: int) -> tuple[int, ...]:
    first, last = _SIZES[law][0 if compiled else 1]
    if most < last:
        first, last = max(4, first // 8), most
    if law in ("2^n", "exponential"):
        return tuple(range(first, last + 1))
    if law == "n^(4/3)":  # cubes, as a whole cube root of others is far from the root
        return tuple(round(k**3) for k in range(4, 32, 2) if k**3 <= last)
    if powers:
        return tuple(2**k for k in range((first - 1).bit_length(), last.bit_length()))
    return tuple(sorted({round(first * (last / first) ** (k / (_MANY - 1))) for k in range(_MANY)}))


def in_python(law: str, make: Make, powers: bool = False, most: int = _MOST) -> Callable[[Any], Any]:
    """Register a pure Python function; `most` is the largest size, for arguments that take long to make."""

    def register(function: Any) -> Any:
        name = function.__name__
        PURE[name] = Known(name, law, function, make, _sizes(law, False, powers, most), random.Random(name))
        return function

    return register


def in_numba(law: str, make: Make, powers: bool = False, most: int = _MOST) -> Callable[[Any], Any]:
    """Register a function that is compiled; lists among its arguments become arrays."""

    def register(function: Any) -> Any:
        kernel = function if hasattr(function, "py_func") else _compiled(function)
        name = kernel.py_func.__name__
        sizes = _sizes(law, True, powers, most)
        KERNELS[name] = Known(name, law, kernel, lambda n, source: _arrays(make(n, source)), sizes, random.Random(name))
        return kernel

    return register


def _compiled(function: Any) -> Any:
    """Compile a function; one that calls itself shall not call the one that it was made of."""
    names = dict(function.__globals__)
    kernel = numba.njit(FunctionType(function.__code__, names, function.__name__))
    names[function.__name__] = kernel
    return kernel


def in_both(law: str, make: Make, powers: bool = False, most: int = _MOST) -> Callable[[Any], Any]:
    """Register a function as it stands and compiled."""

    def register(function: Any) -> Any:
        in_numba(law, make, powers, most)(function)
        return in_python(law, make, powers, most)(function)

    return register


def _arrays(args: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(np.array(one) if isinstance(one, list) else one for one in args)


# What arguments are made of.


def number(n: int, source: random.Random) -> tuple[int]:
    """Return the size alone."""
    return (n,)


def values(n: int, source: random.Random) -> tuple[list[int]]:
    """Return n random whole numbers."""
    return ([source.randrange(10**6) for _ in range(n)],)


def rising(n: int, source: random.Random) -> tuple[list[int]]:
    """Return 0, 1, ..., n - 1."""
    return (list(range(n)),)


def falling(n: int, source: random.Random) -> tuple[list[int]]:
    """Return n, ..., 2, 1."""
    return (list(range(n, 0, -1)),)


def values_and_room(n: int, source: random.Random) -> tuple[list[int], list[int]]:
    """Return n random whole numbers, and room for as many."""
    return [source.randrange(10**6) for _ in range(n)], [0] * n


def room(n: int, source: random.Random) -> tuple[list[int]]:
    """Return room for n + 1 numbers."""
    return ([0] * (n + 1),)


def square(n: int, source: random.Random) -> tuple[list[list[float]]]:
    """Return a matrix of n rows and columns."""
    return ([[source.random() for _ in range(n)] for _ in range(n)],)
