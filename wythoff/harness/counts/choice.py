"""Counting a function: which backend does it, and what that says about growth."""

from __future__ import annotations

import functools
import importlib
import inspect
from collections.abc import Callable, Iterable, Iterator
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, Final

from wythoff.errors import InputError, shorten
from wythoff.harness.counts.answer import Counts

if TYPE_CHECKING:  # a child process that only calls a function needs no analysis
    from wythoff.harness.growth import Analysis

_PROBED: Final = 3  # sizes that are counted twice, to see whether arguments are random
# How many random inputs a size is counted for at most, and up to how many times the largest count they add up together:
# first, and while nothing is decided. Half a minute's operations of all sizes together, beyond which none is begun.
_ROUNDS: Final = ((12, 0.25), (48, 1.0), (96, 2.0), (192, 4.0), (384, 8.0))
_MOST_OPERATIONS: Final = {"python": 10**7, "numba": 10**10}
BACKENDS: Final = ("numba", "python", "callgrind", "perf_event")


def count(function: Callable[..., Any], *args: Any, backend: str | None = None) -> Counts:
    """
    Count the operations of one call.

    Parameters
    ----------
    function : callable
        What to count. The call is carried out, with all that it changes.
    *args
        Its arguments.
    backend : str, optional
        One of `BACKENDS`; by default what fits the function:

        * ``"numba"``: statements of Numba's intermediate code, in all functions that a compiled one calls. Of a Python
          function, the compiled ones that it calls, and nothing else.
        * ``"python"``: Python's opcodes and the elements that operations in C touch; compiled functions as above.
        * ``"callgrind"``: the processor's instructions, in a child process under Valgrind.
        * ``"perf_event"``: the same in this process, where Linux grants the counter.

    Returns
    -------
    Counts
        Operations, what they are, and what could not be seen.

    Raises
    ------
    InputError
        If the function can't be counted that way; the message says what to do.

    Notes
    -----
    Counts of different backends are different things and can't be compared. A counting build is compiled on the first
    call for each combination of argument types, in about twice the time that the ordinary one takes.

    Examples
    --------
    >>> def total(values):
    ...     result = 0
    ...     for value in values:
    ...         result += value
    ...     return result
    >>> few, many = count(total, range(10)), count(total, range(110))
    >>> few.backend, (many.operations - few.operations) % 100
    ('python', 0)
    """
    _check(function, backend)
    chosen, why = (backend, "asked for") if backend is not None else _choose(function)
    return _answer(chosen, why, *_counters()[chosen](function, args))


def count_beside(function: Callable[..., Any], *args: Any) -> Counts | None:
    """
    Count the operations of one call where that takes nothing but this process, as beside measuring.

    Returns
    -------
    Counts or None
        None for what is neither Python nor compiled by Numba, and where counting fails.
    """
    if not is_countable(function):
        return None
    try:
        return count(function, *args)
    except Exception:  # what runs under the counter may fail there
        return None


def count_growth(
    function: Callable[..., Any],
    make_args: Callable[[int], Any],
    sizes: Iterable[int],
    *,
    backend: str | None = None,
    predict_n: Iterable[float] = (),
) -> Analysis:
    """
    Find the law that a function's work grows by.

    Parameters
    ----------
    function : callable
        As for `count`.
    make_args : callable
        ``make_args(n)`` returns the arguments of a call of size n: a tuple, or the only one. Where it returns others
        each time, and the counts differ, small sizes are counted for several and their mean is taken; all sizes for
        more while nothing is decided and that takes half a minute at most.
    sizes : iterable of int
        The sizes, each above 0. Six or more over at least three octaves are wanted; doublings hide what is periodic in
        the logarithm of n, so that sizes between them tell more.
    backend : str, optional
        As for `count`.
    predict_n : iterable of float
        Sizes to predict the count at.

    Returns
    -------
    wythoff.harness.growth.Analysis
        Of the counts. Never decided where something was left unseen; `Analysis.why` names it.

    Raises
    ------
    InputError
        As for `count`, and if there are no sizes or one is not above 0.

    Examples
    --------
    >>> def pairs(n):
    ...     for i in range(n):
    ...         for k in range(i):
    ...             pass
    >>> found = count_growth(pairs, lambda n: n, [10, 20, 30, 50, 70, 100, 150])
    >>> found.law, found.decided
    ('n^2', True)
    """
    from wythoff.harness.growth.counted import analyse_counts

    counts = _counted(function, make_args, sorted(set(_sizes(sizes))), backend)
    for several in counts:
        unseen: dict[str, int] = {}
        for one in (one for repeated in several.values() for one in repeated):
            for name, calls in one.unseen.items():
                unseen[name] = unseen.get(name, 0) + calls
        operations = [[one.operations for one in repeated] for repeated in several.values()]
        parts = _parts(several.values())
        found = analyse_counts(several, operations, unseen=unseen, parts=parts, predict_n=predict_n)
        if found.decided or unseen:
            break
    return found


def _parts(counts: Iterable[list[Counts]]) -> dict[str, list[float]]:
    """Return for each thing that was counted its mean count at each size."""
    counts = list(counts)
    names = {name: None for several in counts for one in several for name in one.by}
    return {name: [sum(one.by.get(name, 0) for one in several) / len(several) for several in counts] for name in names}


def _answer(chosen: str, why: str, by: dict[str, int], unseen: dict[str, int], exact: bool) -> Counts:
    return Counts(sum(by.values()), by, exact, unseen, chosen, f"{chosen} ({why}): {_UNITS[chosen]}")


def _counted(
    function: Callable[..., Any], make_args: Callable[[int], Any], sizes: list[int], backend: str | None
) -> Iterator[dict[int, list[Counts]]]:
    """Yield counts by size, ascending; where arguments are random, those of more inputs each time."""
    _check(function, backend)
    chosen, why = (backend, "asked for") if backend is not None else _choose(function)

    def arguments(n: int) -> tuple[Any, ...]:
        args = make_args(n)
        return args if isinstance(args, tuple) else (args,)

    def once(n: int) -> Counts:
        return _answer(chosen, why, *_counters()[chosen](function, arguments(n)))

    if chosen == "callgrind":
        yield dict(zip(sizes, _in_one_process(function, map(arguments, sizes), why), strict=True))
        return
    found = {n: [once(n)] for n in sizes}
    if chosen == "perf_event":
        yield found
        return
    few = list(found)[:_PROBED]
    for n in few:
        found[n].append(once(n))
    if all(found[n][0].operations == found[n][1].operations for n in few):
        yield {n: counts[:1] for n, counts in found.items()}
        return
    most = max(counts[0].operations for counts in found.values())
    for inputs, share in _ROUNDS:
        if (inputs, share) != _ROUNDS[0] and len(sizes) * share * most > _MOST_OPERATIONS[chosen]:
            return
        for n, counts in found.items():
            while len(counts) < inputs and sum(one.operations for one in counts) < share * most:
                counts.append(once(n))
        yield found


def _in_one_process(function: Any, calls: Iterable[tuple[Any, ...]], why: str) -> list[list[Counts]]:
    """Count the instructions of all calls with one start of Python under Valgrind, which takes longest."""
    backend = importlib.import_module("wythoff.harness.counts.callgrind")
    found = backend.count_instructions([(function, args) for args in calls])
    return [[_answer("callgrind", why, {"instructions": one}, {}, False)] for one in found]


def _sizes(sizes: Iterable[int]) -> list[int]:
    if not isinstance(sizes, Iterable) or isinstance(sizes, str | bytes):
        raise InputError(f"sizes must be a sequence of whole numbers, got {shorten(repr(sizes))}")
    found = list(sizes)
    if not found:
        raise InputError("sizes must hold at least one size, got none")
    for n in found:
        if isinstance(n, bool) or not hasattr(n, "__index__") or n <= 0:
            raise InputError(f"sizes must hold whole numbers above 0, got {shorten(repr(n))}")
    return [int(n) for n in found]


def _check(function: Any, backend: str | None) -> None:
    if not callable(function):
        raise InputError(f"function must be callable, got {shorten(repr(function))}")
    if backend is not None and backend not in BACKENDS:
        raise InputError(f"backend must be one of {', '.join(BACKENDS)}, got {shorten(repr(backend))}")
    inner = getattr(function, "py_func", function)
    if inspect.isgeneratorfunction(inner) or inspect.iscoroutinefunction(inner) or inspect.isasyncgenfunction(inner):
        kind = "generator" if inspect.isgeneratorfunction(inner) else "coroutine"
        raise InputError(f"{_title(inner)} is a {kind}: calling it does no work yet; count a function that uses it up")


def _title(function: Any) -> str:
    return shorten(str(getattr(function, "__qualname__", function)))


def is_compiled(function: Any) -> bool:
    """Say whether `function` is what ``numba.njit`` returns, without importing Numba."""
    return hasattr(function, "py_func") and type(function).__module__.startswith("numba.")


def is_countable(function: Any) -> bool:
    """Say whether a function is counted in this process: Numba has compiled it, or it is written in Python."""
    return _choose(function)[0] in ("numba", "python")


def _choose(function: Any) -> tuple[str, str]:
    if is_compiled(function):
        return "numba", "a Numba function"
    inner = function.func if isinstance(function, functools.partial) else function
    name = "__init__" if isinstance(inner, type) else "__call__"
    method = inspect.getattr_static(inner if isinstance(inner, type) else type(inner), name, None)
    if isinstance(inner, FunctionType | MethodType) or isinstance(method, FunctionType):
        return "python", "a Python function"
    return "callgrind", "a callable that is not written in Python"


_UNITS: Final = {
    "numba": "statements of compiled functions, and elements of their arrays",
    "python": "opcodes, elements that operations in C touch, and statements of compiled functions",
    "callgrind": "instructions under Valgrind, start-up and compilation not among them",
    "perf_event": "instructions in user space",
}
_Counter = Callable[[Any, tuple[Any, ...]], tuple[dict[str, int], dict[str, int], bool]]


def _counters() -> dict[str, _Counter]:
    return {"numba": _by_numba, "python": _by_python, "callgrind": _by_callgrind, "perf_event": _by_perf_event}


def _by_numba(function: Any, args: tuple[Any, ...]) -> tuple[dict[str, int], dict[str, int], bool]:
    backend = importlib.import_module("wythoff.harness.counts.numba_backend")
    if is_compiled(function):
        return backend.build_of(function).run(*args)[1], {}, True
    with backend.kernels_counted() as found:
        function(*args)
    if not found:
        raise InputError(
            f"{_title(function)} is no Numba function and called none; leave backend out, or compile it with numba.njit"
        )
    return found, {}, True


def _by_python(function: Any, args: tuple[Any, ...]) -> tuple[dict[str, int], dict[str, int], bool]:
    backend = importlib.import_module("wythoff.harness.counts.python_backend")
    by, unseen = backend.count_python(function, args)
    return by, unseen, True


def _by_callgrind(function: Any, args: tuple[Any, ...]) -> tuple[dict[str, int], dict[str, int], bool]:
    backend = importlib.import_module("wythoff.harness.counts.callgrind")
    [instructions] = backend.count_instructions([(function, args)])
    return {"instructions": instructions}, {}, False


def _by_perf_event(function: Any, args: tuple[Any, ...]) -> tuple[dict[str, int], dict[str, int], bool]:
    backend = importlib.import_module("wythoff.harness.counts.perf_event")
    return {"instructions": backend.count_instructions(function, args)}, {}, False
