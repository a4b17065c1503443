"""Sorting, selecting, heaps and plane geometry, each by worst, best or random inputs."""

from __future__ import annotations

import heapq
import math
import random
from typing import Any

from counted_functions.base import falling, in_both, in_python, rising, values, values_and_room


def equal(n: int, source: random.Random) -> tuple[list[int]]:
    """Return n times the same number."""
    return ([7] * n,)


def circle(n: int, source: random.Random) -> tuple[list[float], list[float]]:
    """Return n points on a circle, in random order."""
    angles = [2 * math.pi * k / n for k in range(n)]
    source.shuffle(angles)
    return [math.cos(angle) for angle in angles], [math.sin(angle) for angle in angles]


def shuffled(n: int, source: random.Random) -> tuple[list[int]]:
    """Return 0..n-1 in random order."""
    found = list(range(n))
    source.shuffle(found)
    return (found,)


def _with_room(make: Any) -> Any:
    return lambda n, source: (*make(n, source), [0] * (n + 1))


@in_both("n^2", values)
def selection_sort(a: Any) -> int:
    """Sort by the least of what is left."""
    for i in range(len(a)):
        least = i
        for k in range(i + 1, len(a)):
            if a[k] < a[least]:
                least = k
        a[i], a[least] = a[least], a[i]
    return a[0]


@in_both("n (log n)^2", values)
def pratt_sort(a: Any) -> int:
    """Sort random numbers by Shell's method with Pratt's gaps, all 2^i 3^k."""
    n, three = len(a), 1
    while 3 * three < n:
        three *= 3
    while three > 0:
        gap = three
        while 2 * gap < n:
            gap *= 2
        while gap >= three:
            for i in range(gap, n):
                if a[i - gap] > a[i]:
                    a[i - gap], a[i] = a[i], a[i - gap]
            gap //= 2
        three //= 3
    return a[0]


@in_both("n", lambda n, source: ([source.randrange(64) for _ in range(n)], [0] * 64))
def counting_sort(a: Any, counts: Any) -> int:
    """Sort numbers below 64 by counting them."""
    for value in a:
        counts[value] += 1
    place = 0
    for value in range(64):
        for _ in range(counts[value]):
            a[place] = value
            place += 1
    return a[0]


@in_both("n log n", _with_room(shuffled))
def radix_sort(a: Any, spare: Any) -> int:
    """Sort 0..n-1 by one binary place after the other."""
    n, bit = len(a), 1
    while bit < n:
        place = 0
        for wanted in range(2):
            for i in range(n):
                if (a[i] & bit != 0) == (wanted == 1):
                    spare[place] = a[i]
                    place += 1
        for i in range(n):
            a[i] = spare[i]
        bit *= 2
    return a[0]


@in_both("n", values)
def quickselect(a: Any) -> int:
    """Find the median of random numbers."""
    low, high, wanted = 0, len(a) - 1, len(a) // 2
    while low < high:
        pivot, i, k = a[(low + high) // 2], low, high
        while i <= k:
            while a[i] < pivot:
                i += 1
            while a[k] > pivot:
                k -= 1
            if i <= k:
                a[i], a[k] = a[k], a[i]
                i += 1
                k -= 1
        if wanted <= k:
            high = k
        elif wanted >= i:
            low = i
        else:
            return a[wanted]
    return a[wanted]


@in_both("n^2", rising)
def quickselect_worst(a: Any) -> int:
    """Find the greatest of rising numbers, the first being the pivot each time."""
    low, high = 0, len(a) - 1
    while low < high:
        pivot, last = a[low], low
        for k in range(low + 1, high + 1):
            if a[k] < pivot:
                last += 1
                a[k], a[last] = a[last], a[k]
        a[low], a[last] = a[last], a[low]
        low = last + 1
    return a[high]


@in_both("n log n", _with_room(falling))
def heap_of_falling(a: Any, heap: Any) -> int:
    """Put falling numbers into a heap one by one: each goes to the top."""
    for size in range(len(a)):
        i = size
        heap[i] = a[size]
        while i > 0 and heap[(i - 1) // 2] > heap[i]:
            heap[i], heap[(i - 1) // 2] = heap[(i - 1) // 2], heap[i]
            i = (i - 1) // 2
    return heap[0]


@in_both("n", values_and_room)
def heap_of_random(a: Any, heap: Any) -> int:
    """Put random numbers into a heap one by one: each stays near the bottom."""
    for size in range(len(a)):
        i = size
        heap[i] = a[size]
        while i > 0 and heap[(i - 1) // 2] > heap[i]:
            heap[i], heap[(i - 1) // 2] = heap[(i - 1) // 2], heap[i]
            i = (i - 1) // 2
    return heap[0]


@in_both("n log n", values)
def heap_of_four(a: Any) -> int:
    """Sort random numbers by a heap with four branches."""
    n = len(a)
    for start in range(n // 4, -n, -1):
        size, i = n, start
        if start < 0:
            size, i = n + start, 0
            a[0], a[size] = a[size], a[0]
        while True:
            best = i
            for child in range(4 * i + 1, min(4 * i + 5, size)):
                if a[child] > a[best]:
                    best = child
            if best == i:
                break
            a[i], a[best] = a[best], a[i]
            i = best
    return a[0]


@in_both("n", values)
def sixteen_least(a: Any) -> int:
    """Keep the sixteen least of random numbers, in order."""
    kept = [1 << 40] * 16
    for value in a:
        if value < kept[15]:
            k = 15
            while k > 0 and kept[k - 1] > value:
                kept[k] = kept[k - 1]
                k -= 1
            kept[k] = value
    return kept[0]


@in_both("n log n", lambda n, source: (*values_and_room(n, source), 0, n))
def inversions(a: Any, spare: Any, low: int, high: int) -> int:
    """Count inversions while sorting by merging, top down."""
    if high - low < 2:
        return 0
    middle = (low + high) // 2
    count = inversions(a, spare, low, middle) + inversions(a, spare, middle, high)
    i, k = low, middle
    for place in range(low, high):
        if i < middle and (k >= high or a[i] <= a[k]):
            spare[place] = a[i]
            i += 1
        else:
            spare[place] = a[k]
            count += middle - i
            k += 1
    for place in range(low, high):
        a[place] = spare[place]
    return count


@in_both("n^2", values)
def inversions_by_pairs(a: Any) -> int:
    """Count inversions by comparing all pairs."""
    count = 0
    for i in range(len(a)):
        for k in range(i):
            if a[k] > a[i]:
                count += 1
    return count


@in_both("n log n", lambda n, source: (*values(n, source), 0, n))
def best_stretch_by_halves(a: Any, low: int, high: int) -> int:
    """Find the greatest sum of neighbours by halves."""
    if high - low == 1:
        return a[low] - 500_000
    middle = (low + high) // 2
    best = max(best_stretch_by_halves(a, low, middle), best_stretch_by_halves(a, middle, high))
    left = right = -(1 << 40)
    total = 0
    for k in range(middle - 1, low - 1, -1):
        total += a[k] - 500_000
        left = max(left, total)
    total = 0
    for k in range(middle, high):
        total += a[k] - 500_000
        right = max(right, total)
    return max(best, left + right)


@in_both("n", lambda n, source: (*rising(n, source), 0, n))
def greatest_by_halves(a: Any, low: int, high: int) -> int:
    """Find the greatest number by halves."""
    if high - low == 1:
        return a[low]
    middle = (low + high) // 2
    return max(greatest_by_halves(a, low, middle), greatest_by_halves(a, middle, high))


@in_both("n^2", circle)
def hull_worst(x: Any, y: Any) -> int:
    """Wrap a hull around points on a circle (Jarvis): all of them are on it."""
    n, first, corners = len(x), 0, 0
    for k in range(n):
        if x[k] < x[first]:
            first = k
    at = first
    while corners == 0 or at != first:
        corners += 1
        nearest = (at + 1) % n
        for k in range(n):
            turn = (x[nearest] - x[at]) * (y[k] - y[at]) - (y[nearest] - y[at]) * (x[k] - x[at])
            if turn < 0.0:
                nearest = k
        at = nearest
    return corners


@in_both("n", equal)
def gnome_best(a: Any) -> int:
    """Sort equal numbers by stepping back and forth: never back."""
    i = 1
    while i < len(a):
        if i == 0 or a[i - 1] <= a[i]:
            i += 1
        else:
            a[i - 1], a[i] = a[i], a[i - 1]
            i -= 1
    return a[0]


@in_both("n^2", falling)
def gnome_worst(a: Any) -> int:
    """Sort falling numbers by stepping back and forth."""
    i = 1
    while i < len(a):
        if i == 0 or a[i - 1] <= a[i]:
            i += 1
        else:
            a[i - 1], a[i] = a[i], a[i - 1]
            i -= 1
    return a[0]


@in_both("n^1.5", values)
def blocks_of_a_root(a: Any) -> int:
    """Add up the block of sqrt(n) around every place."""
    n, width, total = len(a), 1, 0
    while width * width < n:
        width += 1
    for i in range(n):
        for k in range(i - i % width, min(n, i - i % width + width)):
            total += a[k]
    return total


@in_python("n log n", values)
def running_median(a: Any) -> int:
    """Find the median of every beginning by two of Python's heaps."""
    below: list[int] = []
    above: list[int] = []
    total = 0
    for value in a:
        heapq.heappush(below, -value)
        heapq.heappush(above, -heapq.heappop(below))
        if len(above) > len(below):
            heapq.heappush(below, -heapq.heappop(above))
        total -= below[0]
    return total


@in_python("n", values)
def ten_least(a: Any) -> int:
    """Keep the ten least of random numbers in Python's heap."""
    kept = [-value for value in a[:10]]
    heapq.heapify(kept)
    for value in a[10:]:
        if -value > kept[0]:
            heapq.heapreplace(kept, -value)
    return -kept[0]
