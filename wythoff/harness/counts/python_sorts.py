"""
How many comparisons a sort takes, which its order decides: the same values are sorted once more by values that count.

The values are what stands in the list, or what the function ``key`` made of it. One that is written in Python is called
by the sort alone, as often as ever; what it returns is heard while it returns (`Heard`). What compares by functions in
Python is counted there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType, GeneratorType, MethodType
from typing import Any, NamedTuple

from wythoff.harness.counts.python_iterators import held
from wythoff.harness.counts.python_names import name_of
from wythoff.harness.counts.python_weights import (
    NUMBERS,
    TEXTS,
    Heard,
    Unseen,
    Weight,
    is_python_class,
    is_repeatable,
    of_calls,
    of_comparison,
)


def of_sort(name: str, items: Any, options: Mapping[str, Any]) -> Weight:
    """
    Weigh a sort: its comparisons, and once more each value.

    Parameters
    ----------
    name : str
        What sorts, ``"sorted"`` or ``"list.sort"``.
    items : iterable
        What is sorted, as it stands before.
    options : mapping
        The other arguments, ``key`` and ``reverse``.
    """
    key, falls = options.get("key"), bool(options.get("reverse"))
    values = held(items, is_repeatable)
    if key is not None and type(key).__name__ == "KeyWrapper":  # of functools.cmp_to_key: compares in Python
        return Heard(lambda result, heard: _length(result, values))
    if key is not None and not _is_python(key):
        if values is not None:
            return _by_key(name, values, key, falls)
        given = _Given(items, None, None)  # what an iterator gives is heard, and the keys follow from it
        return Heard(lambda result, heard: _of_heard(name, _length(result, None), heard, given, falls, key))
    if values is not None and key is None:
        return _weight(name, values, falls)
    return Heard(
        lambda result, heard: _of_heard(name, _length(result, values), heard, _Given(items, values, key), falls)
    )


class _Given(NamedTuple):
    """What a sort was given: the iterable, its values if they were held, and the key."""

    items: Any
    values: list[Any] | None
    key: Any


def _by_key(name: str, values: list[Any], key: Any, falls: bool) -> Weight:
    """Weigh a sort by a function in C, which is called once more for each value."""
    calls = of_calls(key, ((value,) for value in values))
    if calls is None:
        return Unseen(f"{name} by {name_of(key, None)}")
    found = _weight(name, list(map(key, values)), falls)
    return found + calls if isinstance(found, int) else found


def _of_heard(name: str, count: int, heard: list[Any], given: _Given, falls: bool, key_in_c: Any = None) -> Weight:
    """Weigh a sort of values that functions in Python returned: first those of an iterator, then the keys."""
    values = heard[:count] if given.key is None else heard[len(heard) - count :]
    expected = count if given.values is not None or given.key is None else 2 * count
    if len(heard) - expected not in (0, int(isinstance(given.items, GeneratorType))):  # one more where it ends
        return Unseen(name)
    return _weight(name, values, falls) if key_in_c is None else _by_key(name, values, key_in_c, falls)


def _length(result: Any, values: list[Any] | None) -> int:
    """Return how many were sorted."""
    return len(result) if isinstance(result, list) else len(values or ())


def _is_python(function: Any) -> bool:
    """Say whether calling a function runs one that is written in Python, whose return is heard."""
    return isinstance(function, FunctionType | MethodType) or is_python_class(type(function))


def _weight(name: str, values: list[Any], falls: bool) -> Weight:
    if all(isinstance(value, NUMBERS) for value in values):
        return len(values) + _compared(values, falls, None)
    if any(is_python_class(type(value)) for value in values):
        return len(values)
    if all(map(_is_plain, values)):
        return len(values) + _compared(values, falls, _elements)
    return Unseen(name)


def _is_plain(value: Any) -> bool:
    """Say whether comparing a value runs no Python code, so that comparing it once more changes nothing."""
    if isinstance(value, (tuple, list)) and not is_python_class(type(value)):
        return all(map(_is_plain, value))
    return isinstance(value, (*NUMBERS, *TEXTS)) or (
        type(value).__module__ == "numpy" and not getattr(value, "ndim", 0)
    )


def _elements(left: Any, right: Any) -> int:
    weight = of_comparison(left, right, False)
    return weight if isinstance(weight, int) else 0


def _compared(values: list[Any], falls: bool, weigh: Callable[[Any, Any], int] | None) -> int:
    """Count the comparisons of a sort, and what each looks at beyond one element."""
    steps = 0

    class Counting:
        __slots__ = ("value",)

        def __init__(self, value: Any) -> None:
            self.value = value

        def __lt__(self, other: Counting) -> bool:
            nonlocal steps
            steps += 1 if weigh is None else 1 + weigh(self.value, other.value)
            return bool(self.value < other.value)

    try:
        list(map(Counting, values)).sort(reverse=falls)
    except TypeError:  # the sort itself is going to say what can't be compared
        pass
    return steps
