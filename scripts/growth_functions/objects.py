"""Objects of the standard library's kinds: addresses, contexts, enumerations, data classes, and a heap of nodes."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from enum import Enum, auto
from ipaddress import IPv6Network

import numpy as np

from growth_functions.base import Work, grows

ADDRESS_BITS = 128
GRADES = 1000  # so few that records of the same grade must be told apart by their weights


@grows("O(1)", "one sum of two numbers of 128 bits, however large the network (CPython, ipaddress.py)", largest=2**60)
def ipaddress_network_item(n: int, rng: np.random.Generator) -> Work:
    """Look up a random address by its number in the smallest network that has n."""
    bits = (n - 1).bit_length()
    start = int.from_bytes(rng.bytes(ADDRESS_BITS // 8), "big") >> bits << bits
    network = IPv6Network((start, ADDRESS_BITS - bits))
    return network.__getitem__, lambda: (int(rng.integers(n)),)


@grows(
    "O(n)",
    "one append to a deque for each callback, one pop when they are called (CPython, contextlib.py)",
    largest=2**17,
)
def contextlib_exit_stack(n: int, rng: np.random.Generator) -> Work:
    """Leave n callbacks with random numbers on a stack, which calls them at its end."""
    return _called_at_exit, lambda: (rng.integers(1 << 20, size=n).tolist(),)


def _called_at_exit(numbers: list[int]) -> list[int]:
    called: list[int] = []
    with ExitStack() as stack:
        for number in numbers:
            stack.callback(called.append, number)
    return called


class _State(Enum):
    LOCKED = auto()
    OPEN = auto()


class _Event(Enum):
    COIN = auto()
    PUSH = auto()


TURNSTILE = {
    (_State.LOCKED, _Event.COIN): _State.OPEN,
    (_State.LOCKED, _Event.PUSH): _State.LOCKED,
    (_State.OPEN, _Event.COIN): _State.OPEN,
    (_State.OPEN, _Event.PUSH): _State.LOCKED,
}


@grows("O(n)", "one look-up among four transitions for each event", largest=2**19)
def py_enum_machine(n: int, rng: np.random.Generator) -> Work:
    """Count who gets through a turnstile in n random events, states and events being members of enumerations."""
    events = list(_Event)
    return _passages, lambda: ([events[k] for k in rng.integers(2, size=n).tolist()],)


def _passages(events: list[_Event]) -> int:
    state, passed = _State.LOCKED, 0
    for event in events:
        following = TURNSTILE[state, event]
        passed += state is _State.OPEN and following is _State.LOCKED
        state = following
    return passed


@dataclass(order=True)
class _Record:
    """A record that is compared by grade, then by weight."""

    grade: int
    weight: float


@grows(
    "O(n log n)", "timsort: log2 n! comparisons at least, each a call of a method (Knuth, vol. 3, 5.3.1)", largest=2**16
)
def dataclasses_sort_records(n: int, rng: np.random.Generator) -> Work:
    """Sort n random records of two fields, instances of an ordered data class."""

    def fresh() -> tuple[list[_Record]]:
        return (list(map(_Record, rng.integers(GRADES, size=n).tolist(), rng.random(n).tolist())),)

    return sorted, fresh


class _Node:
    """A node of a leftist heap: its rank is the number of nodes on the way down its right side."""

    __slots__ = ("left", "rank", "right", "value")

    def __init__(self, value: float) -> None:
        self.value = value
        self.rank = 1
        self.left: _Node | None = None
        self.right: _Node | None = None


# Whatever sorts by comparisons needs log2 n! of them on the average, so that the bound is reached.
@grows("O(n log n)", "2n merges of at most 2 log2 (n + 1) nodes each (Crane; Knuth, vol. 3, 5.2.3)", largest=2**16)
def py_leftist_heap(n: int, rng: np.random.Generator) -> Work:
    """Push n random numbers onto a leftist heap, and pop them all."""
    return _popped, lambda: (rng.random(n).tolist(),)


def _merged(first: _Node | None, second: _Node | None) -> _Node | None:
    if first is None or second is None:
        return first or second
    if second.value < first.value:
        first, second = second, first
    left, right = first.left, _merged(first.right, second)
    left_rank, right_rank = left.rank if left else 0, right.rank if right else 0
    if left_rank < right_rank:
        left, right, right_rank = right, left, left_rank
    first.left, first.right, first.rank = left, right, right_rank + 1
    return first


def _popped(values: list[float]) -> list[float]:
    heap: _Node | None = None
    for value in values:
        heap = _merged(heap, _Node(value))
    found = []
    while heap:
        found.append(heap.value)
        heap = _merged(heap.left, heap.right)
    return found
