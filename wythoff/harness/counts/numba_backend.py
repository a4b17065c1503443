"""Counting Numba functions: builds kept per function, and calls from Python code led to them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from inspect import isgeneratorfunction
from typing import Any, Final
from weakref import WeakKeyDictionary

import numba
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from wythoff.errors import InputError, shorten
from wythoff.harness.counts.answer import ordered
from wythoff.harness.counts.numba_build import counting_pipeline
from wythoff.harness.counts.numba_ledger import Ledger

_lock: Final = threading.RLock()
_builds: Final[WeakKeyDictionary[Any, Build]] = WeakKeyDictionary()
# Options of njit that the counting build doesn't take over: one thread does the work of all, and nothing is stored.
_DROPPED: Final = frozenset({"parallel", "cache", "nopython", "forceobj", "looplift", "boundscheck_default"})


class Build:
    """
    The counting build of one Numba function.

    Parameters
    ----------
    dispatcher : numba dispatcher
        What ``numba.njit`` returns. With ``parallel=True`` it is counted as one thread does the work, which is what
        all threads do together, but for their own start and the joining of their results.
    """

    def __init__(self, dispatcher: Any) -> None:
        options = {name: value for name, value in dispatcher.targetoptions.items() if name not in _DROPPED}
        if isgeneratorfunction(dispatcher.py_func):
            raise InputError(
                f"{_name(dispatcher)} is a generator: calling it does no work yet; count a function that uses it up"
            )
        if dispatcher.targetoptions.get("forceobj"):
            raise InputError(f"{_name(dispatcher)} is compiled in object mode, which can't be counted; use numba.njit")
        self.name = _name(dispatcher)
        self._ledger = Ledger()
        copied = self._ledger.copied(dispatcher.py_func)
        self._twin = numba.njit(**options, pipeline_class=counting_pipeline(self._ledger))(copied)

    def run(self, *args: Any, **named: Any) -> tuple[Any, dict[str, int]]:
        """
        Run the function.

        Returns
        -------
        tuple
            What it returned, and its operations by what they are.

        Raises
        ------
        InputError
            If it can't be compiled, or does what can't be counted.
        """
        with _lock:
            self._ledger.clear()
            try:
                answer = self._twin(*args, **named)
            except RecursionError:
                raise InputError(
                    f"{self.name} recurs deeper than the stack; count smaller sizes, or write it as a loop"
                ) from None
            except (NumbaError, UnsupportedBytecodeError) as error:
                raise _explained(self.name, error) from None
            except AssertionError as error:
                if _is_of_numba(error):  # what the compiler takes for granted of a function's form
                    raise _explained(self.name, error) from None
                raise
            return answer, self._ledger.counts()


def _is_of_numba(error: AssertionError) -> bool:
    """Say whether the compiler's own code raised an error, and not the function."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    return place is not None and str(place.tb_frame.f_globals.get("__name__", "")).startswith("numba.")


def build_of(dispatcher: Any) -> Build:
    """Return the counting build of a Numba function, the same one each time."""
    with _lock:
        if dispatcher not in _builds:
            _builds[dispatcher] = Build(dispatcher)
        return _builds[dispatcher]


@contextmanager
def kernels_counted(paused: Callable[[], AbstractContextManager[None]] = nullcontext) -> Iterator[dict[str, int]]:
    """
    Lead all calls of Numba functions from Python code to their counting builds while the context lasts.

    Parameters
    ----------
    paused : callable
        Returns a context in which whatever counts the Python code doesn't.

    Yields
    ------
    dict
        Operations by what they are; complete when the context ends.

    Notes
    -----
    The class of Numba's functions gets another ``__call__`` meanwhile, for all threads; counting builds themselves,
    and what other threads call, behave as ever otherwise. Contexts in different threads wait for each other.
    """
    found: dict[str, int] = {}
    twins: set[Any] = set()

    def counted(dispatcher: Any, *args: Any, **named: Any) -> Any:
        if dispatcher in twins or threading.get_ident() != owner:
            return plain(dispatcher, *args, **named)
        with paused():
            build = build_of(dispatcher)
            twins.add(build._twin)
            answer, by = build.run(*args, **named)
        for what, operations in by.items():
            found[what] = found.get(what, 0) + operations
        return answer

    with _lock:
        owner = threading.get_ident()
        plain: Callable[..., Any] = Dispatcher.__call__
        Dispatcher.__call__ = counted
        try:
            yield found
        finally:
            del Dispatcher.__call__
            found_in_order = ordered(found)
            found.clear()
            found.update(found_in_order)


def _name(dispatcher: Any) -> str:
    return shorten(dispatcher.py_func.__qualname__)


def _explained(name: str, error: BaseException) -> InputError:
    """Return the one sentence that lies behind Numba's error."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, InputError):
            return cause
        cause = cause.__cause__ or cause.__context__
    line = next((line.strip() for line in str(error).splitlines() if "rror" not in line and line.strip()), str(error))
    return InputError(f"Numba can't compile {name} for these arguments: {shorten(line, 160)}")
