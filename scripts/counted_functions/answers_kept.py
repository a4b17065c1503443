"""Dynamic programming: answers to smaller questions, kept in rows, tables and dictionaries."""

from __future__ import annotations

import random
from typing import Any

from counted_functions.base import in_both, in_python, number, room, values


def items_and_room(n: int, source: random.Random) -> tuple[list[int], list[int]]:
    """Return n small weights, and room for a capacity of n."""
    return [source.randrange(1, 9) for _ in range(n)], [0] * (n + 1)


def items_and_hundred(n: int, source: random.Random) -> tuple[list[int], list[int]]:
    """Return n small weights, and room for a capacity of 100."""
    return [source.randrange(1, 9) for _ in range(n)], [0] * 101


def table(n: int, source: random.Random) -> tuple[list[int], list[list[int]]]:
    """Return n random numbers and a square of zeros."""
    return [source.randrange(1, 100) for _ in range(n)], [[0] * n for _ in range(n)]


def two_texts(n: int, source: random.Random) -> tuple[list[int], list[int], list[int]]:
    """Return two random texts of four letters as numbers, and room."""
    return [source.randrange(4) for _ in range(n)], [source.randrange(4) for _ in range(n)], [0] * (n + 1)


@in_both("n^2", items_and_room)
def knapsack(weights: Any, best: Any) -> int:
    """Fill a knapsack whose capacity is the number of things."""
    for weight in weights:
        for free in range(len(best) - 1, weight - 1, -1):
            best[free] = max(best[free], best[free - weight] + weight)
    return best[-1]


@in_both("n", items_and_hundred)
def small_knapsack(weights: Any, best: Any) -> int:
    """Fill a knapsack of a hundred."""
    for weight in weights:
        for free in range(len(best) - 1, weight - 1, -1):
            best[free] = max(best[free], best[free - weight] + weight)
    return best[-1]


@in_both("n^2", room)
def partitions(ways: Any) -> int:
    """Count the partitions of n, one part after the other."""
    ways[0] = 1
    for part in range(1, len(ways)):
        for total in range(part, len(ways)):
            ways[total] = (ways[total] + ways[total - part]) % 1_000_007
    return ways[-1]


@in_both("n^1.5", room)
def partitions_by_pentagons(ways: Any) -> int:
    """Count the partitions of n by Euler's pentagonal numbers."""
    ways[0] = 1
    for total in range(1, len(ways)):
        k, sign, found = 1, 1, 0
        while k * (3 * k - 1) // 2 <= total:
            found += sign * ways[total - k * (3 * k - 1) // 2]
            if k * (3 * k + 1) // 2 <= total:
                found += sign * ways[total - k * (3 * k + 1) // 2]
            k += 1
            sign = -sign
        ways[total] = found % 1_000_007
    return ways[-1]


@in_both("n^2", room)
def catalan(trees: Any) -> int:
    """Count binary trees by the sizes of both branches."""
    trees[0] = 1
    for size in range(1, len(trees)):
        found = 0
        for left in range(size):
            found += trees[left] * trees[size - 1 - left]
        trees[size] = found % 1_000_007
    return trees[-1]


@in_both("n^3", table)
def matrix_chain(sizes: Any, cost: Any) -> int:
    """Find the cheapest order of a chain of products."""
    n = len(sizes)
    for length in range(2, n):
        for first in range(1, n - length + 1):
            last = first + length - 1
            least = 1 << 40
            for cut in range(first, last):
                parts = cost[first][cut] + cost[cut + 1][last]
                least = min(least, parts + sizes[first - 1] * sizes[cut] * sizes[last])
            cost[first][last] = least
    return cost[1][n - 1]


@in_both("n^2", two_texts)
def edit_distance(a: Any, b: Any, row: Any) -> int:
    """Find the edit distance of two random texts in one row."""
    for k in range(len(row)):
        row[k] = k
    for i in range(len(a)):
        corner, row[0] = row[0], i + 1
        for k in range(len(b)):
            least = min(corner + (a[i] != b[k]), row[k] + 1, row[k + 1] + 1)
            corner, row[k + 1] = row[k + 1], least
    return row[len(b)]


@in_both("n log n", lambda n, source: (*values(n, source), [0] * n))
def longest_rise_by_search(a: Any, tails: Any) -> int:
    """Find the longest rising subsequence of random numbers by bisection: some 2 sqrt(n) long."""
    length = 0
    for value in a:
        low, high = 0, length
        while low < high:
            middle = (low + high) // 2
            if tails[middle] < value:
                low = middle + 1
            else:
                high = middle
        tails[low] = value
        length = max(length, low + 1)
    return length


@in_python("n", number)
def memo_in_a_dictionary(n: int) -> int:
    """Count ways over a stair by a recursion that remembers."""
    known: dict[int, int] = {}

    def ways(k: int) -> int:
        if k < 2:
            return 1
        if k not in known:
            known[k] = (ways(k - 1) + ways(k - 2)) % 1009
        return known[k]

    for k in range(n):
        ways(k)
    return ways(n)


@in_python("n^2", number)
def paths_remembered(n: int) -> int:
    """Count the ways through a grid by a recursion that remembers."""
    known: dict[tuple[int, int], int] = {}

    def ways(x: int, y: int) -> int:
        if x == 0 or y == 0:
            return 1
        if (x, y) not in known:
            known[x, y] = (ways(x - 1, y) + ways(x, y - 1)) % 1009
        return known[x, y]

    for k in range(n):
        ways(k, k)
    return ways(n, n)


@in_python("log n", number)
def halves_remembered(n: int) -> int:
    """Add up over both halves, rounded down and up, each remembered."""
    known: dict[int, int] = {}

    def value(k: int) -> int:
        if k < 2:
            return 1
        if k not in known:
            known[k] = value(k // 2) + value((k + 1) // 2)
        return known[k]

    return value(n)


@in_both("2^n", number)
def subset_sums(n: int) -> int:
    """Count the subsets with an even sum by trying to take each thing and not to."""
    if n == 0:
        return 1
    return subset_sums(n - 1) + (subset_sums(n - 1) if n % 2 == 0 else -subset_sums(n - 1))


@in_both("exponential", number)
def three_stairs(n: int) -> int:
    """Count the ways over a stair by one, two or three steps, by the definition."""
    if n < 3:
        return 1
    return three_stairs(n - 1) + three_stairs(n - 2) + three_stairs(n - 3)


@in_both("exponential", number)
def cows(n: int) -> int:
    """Count Narayana's cows by their definition."""
    if n < 3:
        return 1
    return cows(n - 1) + cows(n - 3)


@in_both("2^n", number)
def gray_code(n: int) -> int:
    """Walk over Gray's code, finding the place that changes each time."""
    total = 0
    for i in range(1, 1 << n):
        rest, place = i, 0
        while rest & 1 == 0:
            rest >>= 1
            place += 1
        total += place
    return total
