"""Queues, stacks and heaps, and what is planned with them."""

from __future__ import annotations

from heapq import heappop, heappush, heappushpop, heapreplace
from queue import Queue

import numpy as np

from growth_functions.base import Work, grows


@grows("O(1)", "one append and one popleft of a deque, each under a lock (CPython, queue.py)", largest=2**20)
def queue_put_get(n: int, rng: np.random.Generator) -> Work:
    """Put a random number into a queue of n, and get the one that has waited longest."""
    waiting: Queue[int] = Queue()
    for number in rng.integers(1 << 20, size=n).tolist():
        waiting.put(number)

    def pass_on(number: int) -> int:
        waiting.put(number)
        return waiting.get()

    return pass_on, lambda: (int(rng.integers(1 << 20)),)


class _MinimumStack:
    """A stack that knows its minimum: each number lies there with the least of those up to it."""

    def __init__(self, values: list[float]) -> None:
        self._pairs: list[tuple[float, float]] = []
        for value in values:
            self.push(value)

    def push(self, value: float) -> None:
        """Put a number on top."""
        self._pairs.append((value, min(value, self.least()) if self._pairs else value))

    def pop(self) -> float:
        """Take the number from the top."""
        return self._pairs.pop()[0]

    def least(self) -> float:
        """Return the least number."""
        return self._pairs[-1][1]


@grows("O(1)", "each number lies beside the least up to it, so that only the top is looked at", largest=2**20)
def py_minimum_stack(n: int, rng: np.random.Generator) -> Work:
    """Push a random number onto a stack of n that knows its minimum, ask for that, and pop the number."""
    stack = _MinimumStack(rng.random(n).tolist())

    def try_out(value: float) -> float:
        stack.push(value)
        least = stack.least()
        stack.pop()
        return least

    return try_out, lambda: (rng.random(),)


# A heappop goes down to a leaf whatever the numbers are, and one is needed for each second number.
@grows("O(n log n)", "n / 2 heappops of log2 n levels each (Knuth, vol. 3, 5.2.3)", largest=2**19)
def py_running_median(n: int, rng: np.random.Generator) -> Work:
    """Find the lower median of each beginning of n random numbers, by a heap of the lower and one of the upper half."""
    return _running_medians, lambda: (rng.random(n).tolist(),)


def _running_medians(values: list[float]) -> list[float]:
    lower: list[float] = []  # with the sign changed, so that its largest number is at the root
    upper: list[float] = []
    medians = []
    for value in values:
        heappush(lower, -heappushpop(upper, value))
        if len(lower) > len(upper) + 1:
            heappush(upper, -heappop(lower))
        medians.append(-lower[0])
    return medians


@grows("O(n log n)", "timsort: n log2 n comparisons; a heap of ends besides (Kleinberg and Tardos, 4.1)", largest=2**19)
def py_meeting_rooms(n: int, rng: np.random.Generator) -> Work:
    """Find how many rooms n meetings need that begin and end at random times."""
    return _meeting_rooms, lambda: (list(map(tuple, np.sort(rng.random((n, 2)), axis=1).tolist())),)


def _meeting_rooms(meetings: list[tuple[float, float]]) -> int:
    ends: list[float] = []  # one a room
    for start, end in sorted(meetings):
        if ends and ends[0] <= start:
            heapreplace(ends, end)
        else:
            heappush(ends, end)
    return len(ends)
