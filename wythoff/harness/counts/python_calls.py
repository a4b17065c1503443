"""What a call costs that runs in C."""

from __future__ import annotations

import bisect
import math
from collections.abc import Callable, Sized
from itertools import takewhile
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, MethodType
from typing import Any, Final

from wythoff.harness.counts.python_names import (
    CONSTANT,
    NUMPY_CONSTANT,
    NUMPY_LINEAR,
    has_python_methods,
    is_brief,
    name_of,
)
from wythoff.harness.counts.python_weights import (
    AFTER,
    NUMBERS,
    SEQUENCES,
    SMALL_BITS,
    TEXTS,
    After,
    Unseen,
    Weight,
    is_python_class,
    length,
    of_binary,
    of_iterable,
    of_step,
    place_of,
)

Args = tuple[Any, ...]
_FEW_TO_SORT: Final = 32


def of_call(function: Any, receiver: Any, args: Args) -> Weight:
    """
    Weigh a call.

    Parameters
    ----------
    function : callable
        What is called; a method of a built-in type is unbound.
    receiver : object
        What the method is called on, None for a function.
    args : tuple
        The other arguments, named ones included.
    """
    if isinstance(function, MethodDescriptorType) and receiver is None and args:
        receiver, args = args[0], args[1:]
    if isinstance(function, BuiltinFunctionType) and not isinstance(function.__self__, (type(math), type(None))):
        receiver = function.__self__
    if isinstance(function, type) and has_python_methods(function):
        return _of_own_class(function, args)
    if isinstance(function, (FunctionType, MethodType)) or _calls_python(function):
        return 0
    name = name_of(function, receiver)
    if name in CONSTANT:
        return _long_arguments(name, args)
    rule = _RULES.get(name)
    if rule is not None:
        try:
            return rule(receiver, args)
        except (TypeError, ValueError, IndexError):  # the call itself is going to say what is wrong
            return 0
    kind = name.partition(".")[0]
    if kind in ("str", "bytes", "bytearray") and receiver is not None:
        return _of_text_method(receiver, args)
    if kind in ("numpy", "ndarray", "ufunc"):
        return _of_numpy(name, receiver, args, kind == "ufunc" or type(function).__name__ == "ufunc")
    return Unseen(name)


def _of_own_class(class_: type, args: Args) -> Weight:
    """Weigh making an object of a class statement's class; one that is a list takes what it is given."""
    makers = (getattr(class_, name, None) for name in ("__init__", "__new__"))
    if any(isinstance(maker, FunctionType) for maker in makers) or not issubclass(class_, (*SEQUENCES, set, dict)):
        return 0
    return of_iterable(args[0]) if args else 0


def _calls_python(function: Any) -> bool:
    """Say whether a callable object only leads to Python code, or to a Numba function, which counts itself."""
    type_ = type(function)
    if type_.__module__.startswith("numba.") or type_.__name__ == "_lru_cache_wrapper":
        return True
    if type_.__name__ == "_ArrayFunctionDispatcher":
        return isinstance(getattr(function, "_implementation", None), FunctionType)
    if type_.__module__ == "functools" and type_.__name__ == "partial":
        return is_brief(function.func)
    return not isinstance(function, (type, BuiltinFunctionType)) and is_python_class(type_)


def _long_arguments(name: str, args: Args) -> Weight:
    """Weigh what takes constant time for short integers only; roots and divisors are divisions, of digits by digits."""
    if name in _DIVISIONS:
        return max((length(one) ** 2 for one in args if isinstance(one, int)), default=0)
    if name in _LINEAR_IN_DIGITS:
        return sum(length(one) for one in args if isinstance(one, int))
    if any(isinstance(value, int) and value.bit_length() > 4 * SMALL_BITS for value in args):
        return Unseen(f"{name} of long integers")
    return 0


_DIVISIONS: Final = frozenset({"math.isqrt", "math.gcd", "divmod"})
_LINEAR_IN_DIGITS: Final = frozenset(
    "abs hash bool isinstance len id type list.append set.add set.discard dict.get dict.setdefault deque.append "
    "deque.appendleft range index".split()
)


def _of_text_method(receiver: Any, args: Args) -> Weight:
    parts = sum(length(one) for one in args if isinstance(one, TEXTS))
    return After(lambda result: length(receiver) + parts + (length(result) if isinstance(result, SEQUENCES) else 0))


def _of_numpy(name: str, receiver: Any, args: Args, is_ufunc: bool) -> Weight:
    last = name.rpartition(".")[2]
    if last in NUMPY_CONSTANT:
        return 0
    if last not in NUMPY_LINEAR and not is_ufunc:
        return Unseen(name)
    given = sum(length(one) for one in (receiver, *args) if one is not None and not isinstance(one, int))
    return After(lambda result: given + (length(result) if result is not None else 0))


def _of_extremum(receiver: Any, args: Args) -> Weight:
    many = [one for one in args if not callable(one)]
    return of_iterable(many[0]) if len(many) == 1 else len(many)


def _of_any(stops_at: bool) -> Callable[[Any, Args], Weight]:
    def rule(receiver: Any, args: Args) -> Weight:
        if not isinstance(args[0], SEQUENCES):
            return of_iterable(args[0])
        return sum(1 for _ in takewhile(lambda one: bool(one) != stops_at, args[0])) + 1

    return rule


def _of_search(receiver: Any, args: Args) -> Weight:
    low = args[2] if len(args) > 2 and isinstance(args[2], int) else 0
    high = args[3] if len(args) > 3 and isinstance(args[3], int) else len(args[0])
    return max(0, high - low).bit_length()


def _of_insertion(receiver: Any, args: Args) -> Weight:
    moved = len(args[0]) - bisect.bisect_left(args[0], args[1])
    return moved + len(args[0]).bit_length()


def _of_push(receiver: Any, args: Args) -> Weight:
    heap, item = args[0], args[1]

    def levels(result: Any) -> int:
        """Count the levels that the new item rose: it stands on the way from the last leaf to the root."""
        place, risen = len(heap) - 1, 0
        while place > 0 and heap[place] is not item:
            place, risen = (place - 1) // 2, risen + 1
        return risen + 1

    return After(levels)


def _of_heap(receiver: Any, args: Args) -> Weight:
    """Weigh what takes the root: the hole sinks down to a leaf, whatever comes."""
    return len(args[0]).bit_length()


def _of_copy(receiver: Any, args: Args) -> Weight:
    return of_iterable(args[0]) if args else 0


def _of_collection(receiver: Any, args: Args) -> Weight:
    weight = of_iterable(args[0]) if args else 0
    return weight if isinstance(weight, Unseen) else AFTER


def _of_power(receiver: Any, args: Args) -> Weight:
    if len(args) < 3:
        return of_binary("**", args[0], args[1], False)
    digits = length(args[2]) + 1
    return args[1].bit_length() * 2 * digits * digits if digits > 1 or args[1].bit_length() > SMALL_BITS else 0


def _of_short_sort(name: str, items: Any) -> Weight:
    """Weigh a sort of few, at most 5 comparisons an item; of many it depends on their order."""
    if isinstance(items, Sized) and len(items) <= _FEW_TO_SORT:
        return 5 * len(items)
    return Unseen(name)


def _of_reduction(receiver: Any, args: Args) -> Weight:
    return of_iterable(args[1]) if is_brief(args[0]) else Unseen("reduce")


def _of_pieces(receiver: Any, args: Args) -> Weight:
    return AFTER


def _of_receiver(receiver: Any, args: Args) -> Weight:
    return length(receiver)


def _of_both(receiver: Any, args: Args) -> Weight:
    return length(receiver) + sum(length(one) for one in args)


def _of_argument(receiver: Any, args: Args) -> Weight:
    found: Weight = 0
    for one in args:
        weight = of_iterable(one)
        if not isinstance(weight, int) or not isinstance(found, int):
            return weight
        found += weight
    return found


def _of_number_text(receiver: Any, args: Args) -> Weight:
    if args and isinstance(args[0], int):
        return length(args[0]) ** 2
    return AFTER if args and not isinstance(args[0], NUMBERS) else 0


def _of_integer(receiver: Any, args: Args) -> Weight:
    if args and isinstance(args[0], TEXTS) and len(args[0]) > 300:
        return Unseen("integer from a long text")
    return length(args[0]) if args and isinstance(args[0], TEXTS) else 0


_RULES: Final[dict[str, Callable[[Any, Args], Weight]]] = {
    "sum": _of_copy,
    "min": _of_extremum,
    "max": _of_extremum,
    "any": _of_any(True),
    "all": _of_any(False),
    "next": lambda receiver, args: of_step(args[0]),
    "list": _of_collection,
    "tuple": _of_collection,
    "set": _of_copy,
    "frozenset": _of_copy,
    "dict": _of_copy,
    "collections.deque": _of_copy,
    "collections._count_elements": lambda receiver, args: _of_copy(receiver, args[1:]),
    "array.array": _of_pieces,
    "bytes": _of_pieces,
    "bytearray": _of_pieces,
    "str": _of_number_text,
    "bin": _of_number_text,
    "int": _of_integer,
    "pow": _of_power,
    "reduce": _of_reduction,
    "math.prod": _of_copy,
    "math.fsum": _of_copy,
    "list.pop": lambda receiver, args: len(receiver) - args[0] % len(receiver) if args else 0,
    "list.insert": lambda receiver, args: len(receiver) - range(*slice(args[0], None).indices(len(receiver))).start,
    "list.remove": lambda receiver, args: len(receiver),
    "list.index": lambda receiver, args: place_of(receiver, args[0]),
    "tuple.index": lambda receiver, args: place_of(receiver, args[0]),
    "list.count": _of_receiver,
    "tuple.count": _of_receiver,
    "list.copy": _of_receiver,
    "list.reverse": _of_receiver,
    "list.clear": _of_receiver,
    "list.extend": _of_argument,
    "deque.extend": _of_argument,
    "deque.extendleft": _of_argument,
    "deque.rotate": lambda receiver, args: abs(args[0]) if args else 1,
    "deque.clear": _of_receiver,
    "deque.copy": _of_receiver,
    "list.__init__": _of_argument,
    "set.__init__": _of_argument,
    "dict.__init__": _of_argument,
    "tuple.__new__": lambda receiver, args: _of_argument(None, args[1:]),
    "sorted": lambda receiver, args: _of_short_sort("sorted", args[0]),
    "list.sort": lambda receiver, args: _of_short_sort("list.sort", receiver),
    "dict.update": _of_argument,
    "dict.copy": _of_receiver,
    "dict.clear": _of_receiver,
    "dict.fromkeys": lambda receiver, args: of_iterable(args[0]),
    "set.update": _of_argument,
    "set.union": _of_both,
    "set.difference": _of_both,
    "set.difference_update": _of_argument,
    "set.symmetric_difference": _of_both,
    "set.intersection": lambda receiver, args: min([length(receiver), *map(length, args)]),
    "set.issubset": _of_receiver,
    "set.issuperset": _of_argument,
    "set.isdisjoint": lambda receiver, args: min(length(receiver), length(args[0])),
    "set.copy": _of_receiver,
    "set.clear": _of_receiver,
    "frozenset.union": _of_both,
    "frozenset.difference": _of_both,
    "frozenset.intersection": lambda receiver, args: min([length(receiver), *map(length, args)]),
    "bisect.bisect": _of_search,
    "bisect.bisect_left": _of_search,
    "bisect.bisect_right": _of_search,
    "bisect.insort": _of_insertion,
    "bisect.insort_right": _of_insertion,
    "bisect.insort_left": _of_insertion,
    "heapq.heappush": _of_push,
    "heapq.heappop": _of_heap,
    "heapq.heapreplace": _of_heap,
    "heapq.heappushpop": lambda receiver, args: _of_heap(receiver, args) if args[0] and args[0][0] < args[1] else 0,
    "heapq.heapify": lambda receiver, args: len(args[0]),
}
