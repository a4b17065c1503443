"""Benchmarks of asv that count what others time."""

from __future__ import annotations

import functools
import inspect
import math
import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from wythoff.errors import InputError
from wythoff.harness.counts.answer import unseen_text
from wythoff.harness.counts.choice import BACKENDS, count

Suite = TypeVar("Suite", bound=type)
UNIT = "operations"


def counted(
    *, backend: str | None = None, skip: Sequence[tuple[Any, ...]] = (), timeout: float | None = None
) -> Callable[[Suite], Suite]:
    """
    Give a suite of asv a ``track_operations_x`` beside each ``time_x``, which counts what the same body does.

    Parameters
    ----------
    backend : str, optional
        As for `wythoff.harness.counts.count`.
    skip : sequence of tuples
        Combinations of parameters that are timed, but take too long to count; as in asv's ``skip_params``, to which
        they are added.
    timeout : float, optional
        Seconds that a count may take, the suite's own timeout if not given.

    Returns
    -------
    callable
        A decorator of classes.

    Raises
    ------
    InputError
        If the class has no method that starts with ``time_``, or `backend` is none.

    Notes
    -----
    The body is called once before, uncounted, so that what a first call makes is not part of the count. What can't be
    counted to the end is not a number in the results, which asv shows as skipped; the reason goes to standard error.

    Examples
    --------
    >>> @counted()
    ... class Sums:
    ...     params = [10, 100]
    ...     version = "1"
    ...     def time_sum(self, n):
    ...         sum(range(n))
    >>> few, many = (Sums().track_operations_sum(n) for n in Sums.params)
    >>> many - few, Sums.track_operations_sum.unit
    (90, 'operations')
    """
    if backend is not None and backend not in BACKENDS:
        raise InputError(f"backend must be one of {', '.join(BACKENDS)}, got {backend!r}")

    def decorate(suite: Suite) -> Suite:
        timed = [name for name, _ in inspect.getmembers(suite, inspect.isfunction) if name.startswith("time_")]
        if not timed:
            raise InputError(f"{suite.__qualname__} has no method that starts with time_, so there is nothing to count")
        for name in timed:
            method = _tracking(getattr(suite, name), backend)
            method.skip_params = [*getattr(suite, "skip_params", ()), *skip]
            if timeout is not None:
                method.timeout = timeout
            setattr(suite, method.__name__, method)
        return suite

    return decorate


def _tracking(body: Callable[..., Any], backend: str | None) -> Any:
    @functools.wraps(body)
    def track(self: Any, *parameters: Any) -> float:
        body(self, *parameters)
        found = count(body, self, *parameters, backend=backend)
        if found.complete:
            return found.operations
        print(f"{track.__qualname__}{parameters}: {unseen_text(found.unseen)}", file=sys.stderr)
        return math.nan

    track.__name__ = "track_operations_" + body.__name__.removeprefix("time_")
    track.__qualname__ = f"{body.__qualname__.rpartition('.')[0]}.{track.__name__}"
    track.unit = UNIT  # type: ignore[attr-defined]
    return track
