"""
What is still to come from an iterator that runs in C, told without taking a step of it.

Iterators over what is held know how many elements are left; `zip`, `enumerate`, `map` and `filter` say what they are
made of where they are pickled, and pass on what that knows; so do `itertools.chain` and `itertools.islice`.
"""

from __future__ import annotations

import copy
import itertools
import operator
import warnings
from collections import deque
from collections.abc import Callable, Sized
from typing import Any, Final

_EMPTY: Final[tuple[Any, ...]] = (
    [],
    (),
    "",
    b"",
    bytearray(),
    range(0),
    set(),
    {},
    {}.keys(),
    {}.values(),
    {}.items(),
    deque(),
)
_HELD: Final = (frozenset, *map(type, _EMPTY))
_STEPS: Final = (type(reversed([])), *(type(iter(one)) for one in _EMPTY))
_MADE: Final = (zip, enumerate, map, filter)


def remaining(iterable: Any) -> int | None:
    """
    Count the elements that are left; None if that isn't known.

    Examples
    --------
    >>> steps = enumerate(zip([1, 2, 3], "abcd"))
    >>> remaining(steps), next(steps), remaining(steps)
    (3, (0, (1, 'a')), 2)
    """
    if isinstance(iterable, Sized):
        size = getattr(iterable, "size", None)
        return size if isinstance(size, int) else len(iterable)
    if isinstance(iterable, _STEPS):
        return operator.length_hint(iterable)
    if isinstance(iterable, itertools.chain):
        return _remaining_of_chain(iterable)
    if isinstance(iterable, itertools.islice):
        return _remaining_of_slice(iterable)
    counts = [remaining(part) for part in parts_of(iterable)]
    known = [count for count in counts if count is not None]
    return min(known) if known and len(known) == len(counts) else None


def _made_of(iterator: Any) -> Any:
    """Ask an iterator of `itertools` what it is made of, which is going to end with Python 3.14."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return iterator.__reduce__()


def _links_of(chain: Any) -> list[Any] | None:
    """Return the iterables that a chain has still to go through, the one that it is in first."""
    state = _made_of(chain)[2:]
    if not state:  # nothing is left
        return []
    source, *begun = state[0]
    if not isinstance(source, _STEPS):
        return None
    return [*begun, *copy.copy(source)]


def _remaining_of_chain(chain: Any) -> int | None:
    links = _links_of(chain)
    counts = None if links is None else [remaining(link) for link in links]
    return None if counts is None or None in counts else sum(count or 0 for count in counts)


def _remaining_of_slice(piece: Any) -> int | None:
    """Count from the arguments of a new one: what it goes over, and bounds, of which the source has passed some."""
    _, (source, *bounds), passed = _made_of(piece)
    count = remaining(source)
    return None if count is None else len(range(*slice(*bounds).indices(passed + count)))


def sliced(piece: itertools.islice[Any]) -> Any:
    """Return what a slice of an iterator goes over."""
    return _made_of(piece)[1][0]


def held(iterable: Any, is_brief: Callable[[Any], bool]) -> list[Any] | None:
    """List all that is left, and leave it as it is; None where only taking it tells, or calls more than `is_brief`."""
    if isinstance(iterable, _HELD) or (type(iterable).__module__ == "numpy" and getattr(iterable, "ndim", 0) == 1):
        return list(iterable)
    again = _again(iterable, is_brief)
    return None if again is None else list(again)


def _again(iterator: Any, is_brief: Callable[[Any], bool]) -> Any:
    """Return an iterator that gives the same without a step of this one, if all that it goes over is held."""
    if isinstance(iterator, _STEPS):
        return copy.copy(iterator)
    if isinstance(iterator, itertools.chain):
        links = _links_of(iterator)
        again = None if links is None else [_again(iter(link), is_brief) for link in links]
        return None if again is None or None in again else itertools.chain(*again)
    if type(iterator) not in _MADE:
        return None
    make, given = iterator.__reduce__()[:2]
    function = [given[0]] if make in (map, filter) else []
    if not all(one is None or is_brief(one) for one in function):
        return None
    others = [_again(part, is_brief) for part in parts_of(iterator)]
    first = [given[1]] if make is enumerate else []
    return None if any(one is None for one in others) else make(*function, *others, *first)


def arguments_of(steps: Any, is_brief: Callable[[Any], bool]) -> Any:
    """Return an iterator over the arguments that a `map` or `filter` is going to call its function with, or None."""
    others = [_again(part, is_brief) for part in parts_of(steps)]
    return None if any(one is None for one in others) else zip(*others, strict=False)


def function_of(steps: Any) -> Any:
    """Return what a `map` or `filter` calls."""
    return steps.__reduce__()[1][0]


def parts_of(iterator: Any) -> tuple[Any, ...]:
    """Return the iterators that one is made of, none if it doesn't say."""
    if type(iterator) not in _MADE:
        return ()
    make, given = iterator.__reduce__()[:2]
    if make is enumerate:
        return given[:1]  # type: ignore[no-any-return]
    return given[1:] if make in (map, filter) else given  # type: ignore[no-any-return]
