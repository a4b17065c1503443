"""Functions that are not compiled: what Python's containers and texts do in C."""

from __future__ import annotations

import bisect
import heapq
import random
from collections import deque
from typing import Any

from counted_functions.base import in_python, number, rising, values


def text(n: int, source: random.Random) -> tuple[str]:
    """Return a text of n letters that reads the same backwards."""
    half = "".join(source.choice("abc") for _ in range(n // 2))
    return (half + "x" * (n % 2) + half[::-1],)


@in_python("n", number)
def zeros(n: int) -> Any:
    """Make a list of zeros."""
    return [0] * n


@in_python("n", text)
def palindrome(a: str) -> bool:
    """Compare a text with its reverse."""
    return a == a[::-1]


@in_python("n", number)
def breadth_first(n: int) -> int:
    """Walk over a binary tree of n nodes by its levels."""
    waiting, seen = deque([1]), {1}
    while waiting:
        node = waiting.popleft()
        for child in (2 * node, 2 * node + 1):
            if child <= n and child not in seen:
                seen.add(child)
                waiting.append(child)
    return len(seen)


@in_python("n", values)
def counted(a: Any) -> int:
    """Count each number in a dictionary."""
    found: dict[int, int] = {}
    for value in a:
        found[value] = found.get(value, 0) + 1
    return len(found)


@in_python("n", number)
def remembered(n: int) -> int:
    """Count ways over a stair, each remembered."""
    ways = {0: 1, 1: 1}
    for k in range(2, n):
        ways[k] = (ways[k - 1] + ways[k - 2]) % 1009
    return ways[n - 1]


@in_python("n^2", rising)
def in_a_list(a: Any) -> int:
    """Drop what was seen before, by a list of what was seen."""
    seen: list[int] = []
    for value in a:
        if value not in seen:
            seen.append(value)
    return len(seen)


@in_python("n^2", rising)
def from_the_front(a: Any) -> int:
    """Take a list apart from its front."""
    total = 0
    while a:
        total += a.pop(0)
    return total


@in_python("n^2", rising)
def slices(a: Any) -> int:
    """Add up by copying what is left."""
    total = 0
    while a:
        total += a[0]
        a = a[1:]
    return total


@in_python("n log n", values)
def heap(a: Any) -> int:
    """Sort by Python's heap."""
    waiting: list[int] = []
    for value in a:
        heapq.heappush(waiting, value)
    total = 0
    while waiting:
        total += heapq.heappop(waiting)
    return total


@in_python("n log n", rising)
def bisected(a: Any) -> int:
    """Search a sorted list for each of its numbers."""
    return sum(bisect.bisect_left(a, value) for value in a)


@in_python("n log n", values)
def merged(a: Any) -> Any:
    """Sort by merging slices."""
    if len(a) < 2:
        return a
    left, right = merged(a[: len(a) // 2]), merged(a[len(a) // 2 :])
    found, i, k = [], 0, 0
    while i < len(left) and k < len(right):
        if left[i] <= right[k]:
            found.append(left[i])
            i += 1
        else:
            found.append(right[k])
            k += 1
    return found + left[i:] + right[k:]


@in_python("n log n", values)
def quick(a: Any) -> Any:
    """Sort random numbers by three lists."""
    if len(a) < 2:
        return a
    pivot = a[len(a) // 2]
    below, above = [x for x in a if x < pivot], [x for x in a if x > pivot]
    return [*quick(below), *[x for x in a if x == pivot], *quick(above)]


@in_python("n^2", number)
def long_products(n: int) -> int:
    """Multiply a long number by short ones."""
    product = 1
    for _ in range(n):
        product *= (1 << 29) + 1
    return product


@in_python("n^3", rising)
def sums_of_slices(a: Any) -> int:
    """Find the greatest sum of neighbours by adding up every stretch."""
    return max(sum(a[i:k]) for i in range(len(a)) for k in range(i + 1, len(a) + 1))


@in_python("n^2", text)
def common_subsequence(a: str) -> int:
    """Find the longest common subsequence of a text and its reverse."""
    above = [0] * (len(a) + 1)
    for x in a:
        here = [0]
        for k, y in enumerate(reversed(a)):
            here.append(above[k] + 1 if x == y else max(above[k + 1], here[k]))
        above = here
    return above[-1]


@in_python("n", number)
def generated(n: int) -> int:
    """Add up what a generator yields."""
    return sum(x * x for x in range(n) if x % 3)
