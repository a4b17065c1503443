"""What calls of functions in C cost that are known by name: a rule for each, given the receiver and the arguments."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from types import FunctionType, MethodType
from typing import Any, Final

from wythoff.harness.counts.python_arguments import Args, given, named
from wythoff.harness.counts.python_collections import COLLECTIONS, of_given, of_mapping
from wythoff.harness.counts.python_iterators import held, remaining
from wythoff.harness.counts.python_names import is_brief, name_of
from wythoff.harness.counts.python_sorts import of_sort
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
    is_repeatable,
    length,
    of_binary,
    of_calls,
    of_iterable,
    of_result,
    of_step,
    place_of,
)


def _of_extremum(receiver: Any, args: Args) -> Weight:
    taken = of_iterable(args[0]) if len(args) == 1 else len(args)
    key = named(args).get("key")
    if key is None or is_brief(key) or is_python_class(type(key)) or not isinstance(taken, int):
        return taken
    values = held(args[0], is_repeatable) if len(args) == 1 else list(args)
    called = None if values is None else of_calls(key, ((value,) for value in values))
    return Unseen(f"extremum by {name_of(key, None)}") if called is None else taken + called


def _of_any(stops_at: bool) -> Callable[[Any, Args], Weight]:
    def rule(receiver: Any, args: Args) -> Weight:
        if not isinstance(args[0], SEQUENCES):
            before = of_iterable(args[0])
            return After(lambda result: before - (remaining(args[0]) or 0)) if isinstance(before, int) else before
        return sum(1 for _ in takewhile(lambda one: bool(one) != stops_at, args[0])) + 1

    return rule


def _of_search(receiver: Any, args: Args) -> Weight:
    low, high = given(args, 2, "lo", 0), given(args, 3, "hi", None)
    room = max(0, (len(given(args, 0, "a")) if high is None else high) - low)
    key = named(args).get("key")
    return room.bit_length() if key is None or is_brief(key) else Unseen(f"bisect by {name_of(key, None)}")


def _of_insertion(receiver: Any, args: Args) -> Weight:
    items, item = given(args, 0, "a"), given(args, 1, "x")
    search = _of_search(receiver, args)
    if not isinstance(search, int):
        return search

    def moved(result: Any) -> int:
        """Count from the end how far the item stands that was put in."""
        behind = next((place for place, one in enumerate(reversed(items)) if one is item), 0)
        return search + behind

    return After(moved)


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


def _of_collection(receiver: Any, args: Args) -> Weight:
    """Weigh a list or tuple of all elements: as many as were taken, but for those that were dropped."""
    if not args:
        return 0
    taken = of_iterable(args[0])
    step = of_step(args[0])
    if isinstance(step, Unseen) or type(args[0]).__name__ in _DROPPING:
        return After(lambda result: max(taken, length(result))) if isinstance(taken, int) else taken
    return of_result(args[0])


_DROPPING: Final = frozenset({"filter", "filterfalse", "compress", "dropwhile", "islice", "groupby"})


def _of_search_in_text(receiver: Any, args: Args) -> Weight:
    """Weigh looking for a part from a place on, which ends where it is found."""
    bounds = (*args[1:3], None, None)
    first, last, _ = slice(bounds[0], bounds[1]).indices(len(receiver))

    def seen(result: Any) -> int:
        found = isinstance(result, int) and result >= 0
        return max(0, (result if found else last) - first) + length(args[0]) if args else 0

    return After(seen)


def _of_search_backwards(receiver: Any, args: Args) -> Weight:
    return After(lambda result: len(receiver) - result if isinstance(result, int) else len(receiver))


def _of_beginning(receiver: Any, args: Args) -> Weight:
    parts = args[0] if isinstance(args[0], tuple) else args[:1]
    return sum(min(length(receiver), length(part)) for part in parts)


def _of_power(receiver: Any, args: Args) -> Weight:
    base, exponent = given(args, 0, "base"), given(args, 1, "exp")
    modulus = given(args, 2, "mod", None)
    if modulus is None:
        return of_binary("**", base, exponent, False)
    digits = length(modulus) + 1
    return exponent.bit_length() * 2 * digits * digits if digits > 1 or exponent.bit_length() > SMALL_BITS else 0


def _of_sum(name: str, place: int) -> Callable[[Any, Args], Weight]:
    """Weigh putting all elements together, which are numbers that stay short, or add themselves in Python."""

    def rule(receiver: Any, args: Args) -> Weight:
        weight = of_iterable(args[place])
        if not isinstance(weight, int):
            return weight
        return After(lambda result: weight * (1 + length(result)) if _adds_up(result) else Unseen(name))

    return rule


def _adds_up(result: Any) -> bool:
    is_number = isinstance(result, NUMBERS) or (type(result).__module__ == "numpy" and not getattr(result, "ndim", 0))
    return is_number or is_python_class(type(result)) or isinstance(result, BaseException)


def _of_reduction(receiver: Any, args: Args) -> Weight:
    function = args[0]
    if isinstance(function, FunctionType | MethodType):
        return of_iterable(args[1])
    return _of_sum("reduce", 1)(receiver, args) if is_brief(function) else Unseen("reduce")


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


def _of_integer(receiver: Any, args: Args) -> Weight:
    if args and isinstance(args[0], TEXTS) and len(args[0]) > 300:
        return Unseen("integer from a long text")
    return length(args[0]) if args and isinstance(args[0], TEXTS) else 0


def _of_hash(receiver: Any, args: Args) -> Weight:
    """Weigh a hash, which texts keep, frozen sets once they have it, and tuples make anew."""
    return length(args[0]) if isinstance(args[0], int | tuple | frozenset) else 0


def _of_text(receiver: Any, args: Args) -> Weight:
    """Weigh writing values as texts, which are as long as the work; digits of a long integer take a square."""
    value = given(args, 0, "object", "")
    if isinstance(value, int):
        return length(value) ** 2
    return AFTER if not isinstance(value, NUMBERS) else 0


def _of_printing(receiver: Any, args: Args) -> Weight:
    found = 0
    for one in args:
        weight = _of_text(None, (one,))
        if isinstance(weight, After) and not isinstance(one, TEXTS):
            return Unseen("print")
        found += weight if isinstance(weight, int) else length(one)
    return found


def _of_choices(receiver: Any, args: Args) -> Weight:
    """Weigh a product of so many factors, while it stays short."""
    factors = min((one for one in args if isinstance(one, int)), default=0)
    return After(lambda result: factors if length(result) == 0 else Unseen("products of long integers"))


_TEXT_KINDS: Final = ("str", "bytes", "bytearray")
_OF_TEXTS: Final = {
    "find": _of_search_in_text,
    "index": _of_search_in_text,
    "rfind": _of_search_backwards,
    "rindex": _of_search_backwards,
    "startswith": _of_beginning,
    "endswith": _of_beginning,
}
RULES: Final[dict[str, Callable[[Any, Args], Weight]]] = {
    **COLLECTIONS,
    "sum": _of_sum("sum", 0),
    "min": _of_extremum,
    "max": _of_extremum,
    "any": _of_any(True),
    "all": _of_any(False),
    "next": lambda receiver, args: of_step(args[0]),
    "list": _of_collection,
    "tuple": _of_collection,
    "set": of_given,
    "frozenset": of_given,
    "dict": of_mapping,
    "collections._count_elements": lambda receiver, args: of_given(receiver, args[1:]),
    "itertools.product": _of_argument,
    "itertools.permutations": of_given,
    "itertools.combinations": of_given,
    "itertools.combinations_with_replacement": of_given,
    "bytes": _of_pieces,
    "bytearray": _of_pieces,
    "str": _of_text,
    "repr": _of_text,
    "format": _of_text,
    "print": _of_printing,
    "hash": _of_hash,
    "bin": _of_text,
    "hex": _of_text,
    "oct": _of_text,
    "maketrans": _of_argument,
    "int.from_bytes": lambda receiver, args: of_iterable(given(args, 0, "bytes")),
    "math.comb": _of_choices,
    "math.perm": _of_choices,
    "math.factorial": _of_choices,
    "math.sumprod": _of_argument,
    "int": _of_integer,
    "pow": _of_power,
    "reduce": _of_reduction,
    "math.prod": _of_sum("math.prod", 0),
    "math.fsum": of_given,
    **{f"{kind}.{name}": rule for kind in _TEXT_KINDS for name, rule in _OF_TEXTS.items()},
    "bytearray.append": lambda receiver, args: 0,
    "bytearray.extend": _of_argument,
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
    "list.__init__": _of_argument,
    "set.__init__": _of_argument,
    "dict.__init__": of_mapping,
    "tuple.__new__": lambda receiver, args: _of_argument(None, args[1:]),
    "sorted": lambda receiver, args: of_sort("sorted", args[0], named(args)),
    "list.sort": lambda receiver, args: of_sort("list.sort", receiver, named(args)),
    "dict.update": of_mapping,
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
    "heapq._heappop_max": _of_heap,
    "heapq._heapreplace_max": _of_heap,
    "heapq._heapify_max": lambda receiver, args: len(args[0]),
}
