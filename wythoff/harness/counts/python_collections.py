"""What calls on the containers of `collections` and `array` cost, and on what `functools` keeps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from wythoff.harness.counts.python_arguments import Args, after, named
from wythoff.harness.counts.python_weights import AFTER, Weight, length, of_iterable, place_of


def of_given(receiver: Any, args: Args) -> Weight:
    """Weigh taking what the first argument gives, if there is one."""
    given = args[0] if args else named(args).get("iterable")
    return 0 if given is None else of_iterable(given)


def of_mapping(receiver: Any, args: Args) -> Weight:
    """Weigh taking pairs, and those of names and values."""
    taken = of_iterable(args[0]) if args else 0
    return taken + len(named(args)) if isinstance(taken, int) else taken


def _of_receiver(receiver: Any, args: Args) -> Weight:
    return length(receiver)


def _of_place(receiver: Any, args: Args) -> Weight:
    return place_of(receiver, args[0])


def _of_insertion_in_deque(receiver: Any, args: Args) -> Weight:
    """Weigh turning it until the place is at an end, and back: by the shorter way."""
    before = len(range(*slice(None, args[0]).indices(len(receiver))))
    return 2 * min(before, len(receiver) - before) + 1


def _of_pop_from_array(receiver: Any, args: Args) -> Weight:
    return len(receiver) - args[0] % len(receiver) if args else 0


def _of_kept(receiver: Any, args: Args) -> Weight:
    return int(receiver.cache_info().currsize)


COLLECTIONS: Final[dict[str, Callable[[Any, Args], Weight]]] = {
    "collections.OrderedDict": of_mapping,
    "OrderedDict.update": of_mapping,
    "collections.defaultdict": lambda receiver, args: of_mapping(receiver, after(args, 1)),
    "OrderedDict.fromkeys": of_given,
    "OrderedDict.copy": _of_receiver,
    "OrderedDict.clear": _of_receiver,
    "collections.deque": of_given,
    "deque.extend": of_given,
    "deque.extendleft": of_given,
    "deque.rotate": lambda receiver, args: abs(args[0]) if args else 1,
    "deque.clear": _of_receiver,
    "deque.copy": _of_receiver,
    "deque.count": _of_receiver,
    "deque.reverse": _of_receiver,
    "deque.index": _of_place,
    "deque.remove": _of_place,
    "deque.insert": _of_insertion_in_deque,
    "array.array": lambda receiver, args: AFTER,
    "array.extend": of_given,
    "array.fromlist": of_given,
    "array.frombytes": of_given,
    "array.tolist": _of_receiver,
    "array.tobytes": _of_receiver,
    "array.count": _of_receiver,
    "array.reverse": _of_receiver,
    "array.byteswap": _of_receiver,
    "array.index": _of_place,
    "array.remove": _of_receiver,
    "array.insert": lambda receiver, args: len(range(*slice(args[0], None).indices(len(receiver)))),
    "array.pop": _of_pop_from_array,
    "_lru_cache_wrapper.cache_clear": _of_kept,
}
