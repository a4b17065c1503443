"""What can be sampled: anything that takes a size and a number of calls, such as a function with its arguments."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, Protocol

from wythoff.errors import InputError, shorten
from wythoff.harness.measure.timing import Sample, take

if TYPE_CHECKING:
    from wythoff.harness.counts import Counts

AIM_S: Final = 1e-3  # of a sample
# As many different inputs as no branch predictor learns by heart, if making them takes no longer than the sample.
_MOST_INPUTS: Final = 500
_MOST_KEPT: Final = 64  # sizes whose inputs are kept because they are dear
# Where each call needs arguments of its own, making them may take so many times as long as a sample is to be.
_MOST_MAKING: Final = 30.0
_MOST_FRESH: Final = 20_000


class Subject(Protocol):
    """What the loop of `run` samples."""

    @property
    def fresh(self) -> bool:
        """Whether every call gets arguments of its own, because it changes them."""

    def begin(self, n: int) -> float:
        """Call once at a small size, which compiles and warms up; return the seconds that took on the wall."""

    def sample(self, n: int, calls: int) -> Sample:
        """Make arguments, and time so many calls, or fewer where each needs arguments of its own that are dear."""

    def count(self, n: int) -> Counts | None:
        """Make arguments, and count the operations of a call; None where they can't be counted."""


class Called:
    """
    A function with what makes its arguments.

    Parameters
    ----------
    function : callable
        What is timed.
    make_args : callable
        ``make_args(n)`` returns the arguments of a call of size n: a tuple, or the only one.
    fresh : bool, optional
        Whether every call needs arguments of its own; by default that is found out: the arguments of a first call are
        compared with what they were before, by their pickles. What can't be pickled, an iterator for instance, might
        change without being seen, and is always made anew.
    """

    def __init__(
        self, function: Callable[..., object], make_args: Callable[[int], Any], fresh: bool | None = None
    ) -> None:
        for name, value in (("function", function), ("make_args", make_args)):
            if not callable(value):
                raise InputError(f"{name} must be callable, got {shorten(repr(value))}")
        self._function = function
        self._make_args = make_args
        self._asked = fresh
        self.fresh = bool(fresh)
        self._kept: dict[int, list[tuple[Any, ...]]] = {}

    def begin(self, n: int) -> float:
        """Call once, and find out whether that changes the arguments; see `Subject`."""
        arguments = self._made(n)
        before = _pickled(arguments) if self._asked is None else None
        start = perf_counter()
        self._function(*arguments)
        elapsed = perf_counter() - start
        if self._asked is None:
            self.fresh = before is None or before != _pickled(arguments)
        return elapsed

    def sample(self, n: int, calls: int) -> Sample:
        """See `Subject`."""
        start = perf_counter()
        kept = self._kept.get(n)
        inputs = kept or self._inputs(n, calls)
        made_s = perf_counter() - start
        taken = take(self._function, inputs, n, len(inputs) if self.fresh else calls, made_s)
        if not kept:
            taken = replace(taken, making_s=made_s if self.fresh else made_s / len(inputs))
        if not self.fresh and made_s > max(AIM_S, taken.wall_s) and len(self._kept) < _MOST_KEPT:
            self._kept[n] = inputs
        return taken

    def count(self, n: int) -> Counts | None:
        """See `Subject`."""
        from wythoff.harness.counts.choice import count_beside

        return count_beside(self._function, *self._made(n))

    def _inputs(self, n: int, calls: int) -> list[tuple[Any, ...]]:
        """Make inputs for the calls: all of them if each needs its own, else as many as take as long as a sample."""
        most, share_s = (min(calls, _MOST_INPUTS), AIM_S)
        if self.fresh:
            most, share_s = min(calls, _MOST_FRESH), _MOST_MAKING * AIM_S
        end = perf_counter() + share_s
        inputs = [self._made(n)]
        while len(inputs) < most and perf_counter() < end:
            inputs.append(self._made(n))
        return inputs

    def _made(self, n: int) -> tuple[Any, ...]:
        arguments = self._make_args(n)
        return arguments if isinstance(arguments, tuple) else (arguments,)


def calls_for(one_call_s: float, aim_s: float) -> int:
    """Return how many calls make a sample of the length that is aimed at."""
    return max(1, math.ceil(aim_s / max(one_call_s, 1e-9)))


def _pickled(arguments: tuple[Any, ...]) -> bytes | None:
    try:
        return pickle.dumps(arguments)
    except Exception:  # foreign classes fail as they like
        return None
