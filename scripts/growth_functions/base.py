"""What a function of known growth is made of, and the registry that the other modules fill."""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numba
import numpy as np

CLASSES = ("O(1)", "O(log n)", "O(sqrt n)", "O(n)", "O(n log n)", "O(n^1.5)", "O(n^2)", "O(n^2 log n)", "O(n^3)")

Array = np.ndarray[Any, Any]
Work = tuple[Callable[..., object], Callable[[], tuple[Any, ...]]]
Prepare = Callable[[int, np.random.Generator], Work]

# Textbook loops over signed integers, which check nothing that they are given.
compiled = numba.njit(error_model="numpy")

BATCH = 100  # one call of a short kernel does this many, or the call itself would be all that is timed
HALF_OCTAVES = math.sqrt(2)  # doublings would leave cubic work too few sizes
# Modulus of the kernels that count things which grow fast: products of two residues fit into int64.
PRIME = 998_244_353


@dataclass(frozen=True)
class Function:
    """
    A function whose growth is known.

    Attributes
    ----------
    name : str
        Unique; one that starts with ``scipy_`` needs SciPy.
    law : str
        One of `CLASSES`.
    source : str
        Why the law holds: the book, paper or manual, or the count itself.
    prepare : callable
        ``prepare(n, rng)`` returns ``(call, fresh)``: ``fresh()`` makes the arguments of one call, new random ones
        each time, and ``call(*arguments)`` is what is timed. Scratch memory and built structures belong to a size and
        are made by ``prepare``.
    first, largest : int
        Smallest and largest n.
    ratio : float
        From one size to the next.
    mutates : bool
        The call changes its arguments, so that none can be used twice.
    subtle : bool
        The law is certain, but the machine or a large term of lower order hides it at these sizes.
    """

    name: str
    law: str
    source: str
    prepare: Prepare
    first: int
    largest: int
    ratio: float
    mutates: bool
    subtle: bool

    @property
    def sizes(self) -> list[int]:
        """Return every size that may be measured, ascending."""
        found = [self.first]
        while (n := round(self.first * self.ratio ** len(found))) <= self.largest:
            found.append(n)
        return found

    @property
    def of_powers_of_two(self) -> bool:
        """Say whether n must be a power of two, which the docstring of `prepare` says then; other sizes end anyhow."""
        return "a power of two" in (self.prepare.__doc__ or "")

    @property
    def available(self) -> bool:
        """Say whether what it needs is installed."""
        return not self.name.startswith("scipy_") or importlib.util.find_spec("scipy") is not None


FUNCTIONS: dict[str, Function] = {}


def names_in(modules: Iterable[ModuleType]) -> set[str]:
    """Return the names of the functions that modules have registered."""
    files = {module.__name__ for module in modules}
    return {name for name, function in FUNCTIONS.items() if function.prepare.__module__ in files}


def grows(
    law: str,
    source: str,
    *,
    first: int = 16,
    largest: int = 2**24,
    ratio: float = 2.0,
    mutates: bool = False,
    subtle: bool = False,
) -> Callable[[Prepare], Prepare]:
    """Register the decorated ``prepare`` as a function of growth `law`; its name is the function's."""

    def register(prepare: Prepare) -> Prepare:
        name = prepare.__name__
        if name in FUNCTIONS:
            raise ValueError(f"two functions are called {name}")
        FUNCTIONS[name] = Function(name, law, source, prepare, first, largest, ratio, mutates, subtle)
        return prepare

    return register


def paged(shape: int | tuple[int, ...], dtype: type = np.float64) -> Array:
    """Return scratch memory that has been written to, so that no timed call meets its page faults."""
    return np.ones(shape, dtype)


def near(n: int, rng: np.random.Generator) -> int:
    """Return a random number from n to n + n / 64: another input each time, of the same cost within 1 %."""
    return n + int(rng.integers(n // 64 + 1))
