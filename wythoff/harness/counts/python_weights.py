"""
What one operation of Python costs when it runs in C: constant, a number of elements, or unknown.

Every function here is given operands before the operation is carried out and returns a weight: how many elements it
will touch beyond the one step that its opcode counts as, exactly, 0 for what takes constant time. `Unseen` stands for
work that can't be known from the operands; `AFTER` for the length of the result, once it is there; `Heard` for what is
known from the values that the operation was given by functions in Python.

References
----------
.. [1] "TimeComplexity", Python wiki: costs of operations on lists, sets, dictionaries and deques in CPython.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Sized
from itertools import (
    combinations,
    combinations_with_replacement,
    islice,
    permutations,
    product,
    takewhile,
    zip_longest,
)
from types import FunctionType, GeneratorType, MethodType
from typing import Any, Final

from wythoff.harness.counts.python_iterators import arguments_of, function_of, parts_of, remaining, sliced
from wythoff.harness.counts.python_names import has_python_methods, is_brief, name_of

SMALL_BITS: Final = 60
_DIGIT_BITS: Final = 30
_SHORT_TEXT: Final = 8  # letters that a processor compares at once
_KARATSUBA: Final = 70  # digits from which on CPython multiplies by Karatsuba's method
NUMBERS: Final = (int, float, complex, bool, type(None))
TEXTS: Final = (str, bytes, bytearray)
SEQUENCES: Final = (list, tuple, *TEXTS)
_CONVERSIONS: Final = (int, str, list, tuple, sum, min, max, sorted, repr)
_RANGE_STEPS: Final[type] = type(iter(range(0)))
_LIST_STEPS: Final[type] = type(iter([]))
_SETS: Final[tuple[type, ...]] = (set, frozenset, type({}.keys()), type({}.items()))
_TUPLES: Final = (zip_longest, product, permutations, combinations, combinations_with_replacement)
_HASHED: Final[tuple[type, ...]] = (*_SETS, dict, range, type({}.keys()))


class Unseen:
    """Work that the operands don't tell, by the name of what does it."""

    def __init__(self, name: str) -> None:
        self.name = name


class After:
    """Work that the result tells."""

    def __init__(self, rule: Callable[[Any], Weight]) -> None:
        self.rule = rule


class Heard:
    """Work that the result tells together with what functions in Python returned meanwhile, in their order."""

    def __init__(self, rule: Callable[[Any, list[Any]], Weight]) -> None:
        self.rule = rule


Weight = int | Unseen | After | Heard
AFTER: Final = After(lambda result: length(result))


def length(value: Any) -> int:
    """Return the number of elements of a value, of a long integer that of its digits beyond the first two."""
    if isinstance(value, int):
        return max(0, value.bit_length() - SMALL_BITS) // _DIGIT_BITS
    size = getattr(value, "size", None)
    if isinstance(size, int):
        return size
    return len(value) if isinstance(value, Sized) else 0


def is_python_class(type_: type) -> bool:
    """Say whether operations on values of a type are Python functions, which count their own opcodes."""
    return has_python_methods(type_) and not issubclass(type_, (*SEQUENCES, set, dict, deque))


def of_binary(operation: str, left: Any, right: Any, in_place: bool) -> Weight:
    """Weigh ``left operation right``; `in_place` for a text that is extended where it stands."""
    if type(left) is float and type(right) is float:
        return 0
    if isinstance(left, int) and isinstance(right, int):
        return _of_integers(operation, left, right)
    if isinstance(left, NUMBERS) and isinstance(right, NUMBERS):
        return 0
    types = type(left), type(right)
    if any(map(is_python_class, types)):
        return 0
    if any(type_.__module__ == "numpy" for type_ in types):
        return Unseen("matrix product") if operation == "@" else max(length(left), length(right))
    if operation == "+" and isinstance(left, SEQUENCES):
        return length(right) if in_place else length(left) + length(right)
    if operation == "*" and isinstance(left, (*SEQUENCES, int)) and isinstance(right, (*SEQUENCES, int)):
        return AFTER
    if operation == "%" and isinstance(left, TEXTS):
        return AFTER
    if isinstance(left, _SETS) and isinstance(right, _SETS):
        a, b = length(left), length(right)
        return min(a, b) if operation == "&" else a + b
    if isinstance(left, dict) and isinstance(right, dict):
        return len(left) + len(right)
    return Unseen(f"{types[0].__name__} {operation} {types[1].__name__}")


def _of_integers(operation: str, left: int, right: int) -> Weight:
    most = max(left.bit_length(), right.bit_length())
    if most <= SMALL_BITS and operation not in ("**", "<<"):
        return 0
    a, b = _digits(left.bit_length()), _digits(right.bit_length())
    if operation == "**":
        return _of_power(left, right)
    if operation == "<<":
        return AFTER
    if operation == "*":
        return of_product(a, b)
    if operation in ("//", "%", "/"):
        return max(1, a - b + 1) * b
    return max(a, b)


def of_product(a: int, b: int) -> int:
    """
    Count the products of digits that CPython's product of two integers of so many digits takes.

    By school's method up to 70 digits of the shorter one, by Karatsuba's three products of halves beyond, by pieces as
    long as the shorter one where the other is at least twice as long.
    """
    a, b = min(a, b), max(a, b)
    if a <= _KARATSUBA:
        return a * b
    if 2 * a <= b:
        return -(-b // a) * of_product(a, a)
    half = -(-b // 2)
    return 2 * of_product(half, half) + of_product(max(1, a - half), half)


def _of_power(base: int, exponent: int) -> int:
    """Count the products of digits of squaring again and again, none where the result is a small number."""
    bits = math.log2(abs(base)) if base else 0.0
    if exponent <= 1 or bits * exponent < SMALL_BITS:
        return 0
    work, power = 0, 1
    for bit in bin(exponent)[3:]:
        work += of_product(_digits(power * bits), _digits(power * bits))
        power *= 2
        if bit == "1":
            work += of_product(_digits(power * bits), _digits(bits))
            power += 1
    return work


def _digits(bits: float) -> int:
    return int(bits) // _DIGIT_BITS + 1


def of_comparison(left: Any, right: Any, equality: bool) -> Weight:
    """Weigh a comparison of order, or of equality."""
    if isinstance(left, NUMBERS) or isinstance(right, NUMBERS) or left is right:
        return 0
    types = type(left), type(right)
    if any(type_.__module__ == "numpy" for type_ in types):
        return max(length(left), length(right))
    if isinstance(left, SEQUENCES) and types[0] is types[1]:
        return 0 if equality and len(left) != len(right) else _common(left, right)
    if isinstance(left, (*_SETS, dict, range)):
        return length(left)
    if any(map(is_python_class, types)) or types[0] is not types[1] or isinstance(left, type):
        return 0
    return Unseen(f"comparison of {types[0].__name__}")


def _common(left: Any, right: Any) -> int:
    """Count the elements that two sequences begin with alike; the first few letters of texts are one step."""
    if isinstance(left, TEXTS):
        low, high = 0, min(len(left), len(right))
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if left[:middle] == right[:middle] else (low, middle - 1)
        return max(0, low - _SHORT_TEXT)
    return sum(
        1 for _ in takewhile(lambda pair: pair[0] is pair[1] or pair[0] == pair[1], zip(left, right, strict=False))
    )


def of_membership(value: Any, container: Any) -> Weight:
    """Weigh ``value in container``."""
    if isinstance(container, _HASHED) or is_python_class(type(container)):
        return 0
    if isinstance(container, (list, tuple, deque)):
        return place_of(container, value)
    if isinstance(container, TEXTS):
        found = container.find(value)
        return length(container) if found < 0 else found + (1 if isinstance(value, int) else length(value))
    if type(container).__module__ == "numpy":
        return length(container)
    return Unseen(f"in {type(container).__name__}")


def place_of(container: Any, value: Any) -> int:
    """Count the elements that a search from the left looks at."""
    try:
        return int(container.index(value)) + 1
    except ValueError:
        return len(container)


def of_item(container: Any, index: Any) -> Weight:
    """Weigh ``container[index]``."""
    if type(index) is int and type(container) is list:
        return 0
    if isinstance(index, slice) and isinstance(container, SEQUENCES):
        return len(range(*index.indices(len(container))))
    if type(container).__module__ == "numpy":
        parts = index if isinstance(index, tuple) else (index,)
        return sum(length(part) for part in parts if isinstance(part, list) or type(part).__module__ == "numpy")
    if isinstance(container, deque) and isinstance(index, int):
        return min(abs(index), len(container) - abs(index)) // 64 if container else 0
    return 0


def of_store(container: Any, index: Any, value: Any) -> Weight:
    """Weigh ``container[index] = value``."""
    if type(index) is int:
        return 0
    if type(container).__module__ == "numpy":
        return length(container[index])
    if not isinstance(index, slice) or not isinstance(container, (list, bytearray)):
        return 0
    if not isinstance(value, Sized):
        return Unseen("slice from an iterator")
    replaced = range(*index.indices(len(container)))
    moved = len(container) - replaced.stop if len(replaced) != len(value) and replaced.step == 1 else 0
    return len(value) + max(0, moved)


def of_deletion(container: Any, index: Any) -> Weight:
    """Weigh ``del container[index]``."""
    if not isinstance(container, (list, bytearray, deque)):
        return 0
    first = range(*index.indices(len(container))).start if isinstance(index, slice) else index % max(1, len(container))
    return len(container) - first


def of_iterable(iterable: Any) -> Weight:
    """Weigh taking all elements of an iterable; Python functions that it calls count themselves."""
    left = remaining(iterable)
    if left is None and _counts_itself(iterable):
        return 0
    if left is None:
        return Unseen(f"steps of {type(iterable).__name__}")
    steps = _of_calls(iterable, left) if isinstance(iterable, (map, filter)) else 0
    return left * (1 + _joined(iterable)) + steps if isinstance(steps, int) else steps


def of_result(iterable: Any) -> After:
    """Weigh making a collection of all elements of an iterable, which is known when it is there."""
    if isinstance(iterable, _TUPLES):
        return After(lambda result: length(result) + sum(max(0, len(one) - 2) for one in result))
    joined = _joined(iterable)
    return After(lambda result: length(result) * (1 + joined))


def _joined(iterator: Any) -> int:
    """Count the elements that each step of a `zip` joins beyond a pair, wherever it stands within an iterator."""
    parts = parts_of(iterator)
    own = max(0, len(parts) - 2) if type(iterator) is zip else 0
    return own + sum(map(_joined, parts))


def _counts_itself(iterable: Any) -> bool:
    """Say whether each step runs Python code, beside whose opcodes one element is nothing."""
    if isinstance(iterable, (map, filter)) and isinstance(function_of(iterable), FunctionType | MethodType):
        return True
    if isinstance(iterable, GeneratorType) or is_python_class(type(iterable)):
        return True
    if isinstance(iterable, islice):
        return _counts_itself(sliced(iterable))
    return any(map(_counts_itself, parts_of(iterable)))


def _of_calls(steps: Any, most: int) -> Weight:
    """Weigh what the next steps of a `map` or `filter` call, at most so many."""
    function = function_of(steps)
    if function is None or is_brief(function):
        return 0
    calls = arguments_of(steps, is_repeatable)
    total = None if calls is None else of_calls(function, islice(calls, most))
    return Unseen(f"{type(steps).__name__} of {name_of(function, None)}") if total is None else total


def of_calls(function: Any, calls: Iterable[tuple[Any, ...]]) -> int | None:
    """Weigh calls of a function that runs in C, each by its arguments; None if one isn't known."""
    from wythoff.harness.counts.python_calls import of_call  # which weighs iterables too

    total = 0
    for args in calls:
        weight = of_call(function, None, args)
        if isinstance(weight, After) and is_repeatable(function):
            weight = weight.rule(function(*args))
        if not isinstance(weight, int):
            return None
        total += weight
    return total


def is_repeatable(function: Any) -> bool:
    """Say whether calling a function once more changes nothing: it is in C, and brief or a conversion."""
    is_conversion = any(function is one for one in _CONVERSIONS) or name_of(function, None).startswith("str.")
    return not isinstance(function, FunctionType | MethodType) and (is_conversion or is_brief(function))


def of_step(iterator: Any) -> Weight:
    """Weigh one step of an iterator; Python functions that it calls count themselves."""
    type_ = type(iterator)
    if type_ is _RANGE_STEPS or type_ is _LIST_STEPS:
        return 0
    if isinstance(iterator, (map, filter)):
        return _of_calls(iterator, 1)
    if isinstance(iterator, GeneratorType) or type_.__module__ in (
        "builtins",
        "itertools",
        "collections",
        "_collections",
    ):
        joined = _joined(iterator)
        return joined if joined and remaining(iterator) != 0 else 0
    return 0 if is_python_class(type_) else Unseen(f"steps of {type_.__name__}")
