"""Loops over matrices, and products by divide and conquer."""

from __future__ import annotations

import random
from typing import Any

from counted_functions.base import OF_A_MATRIX, in_both, in_python, number, square, values


def sorted_square(n: int, source: random.Random) -> tuple[list[list[int]]]:
    """Return a matrix whose rows and columns rise."""
    return ([[n * i + k for k in range(n)] for i in range(n)],)


def system(n: int, source: random.Random) -> tuple[list[list[float]], list[float]]:
    """Return a matrix with a heavy diagonal, and a right-hand side."""
    rows = [[source.random() + (n if i == k else 0) for k in range(n)] for i in range(n)]
    return rows, [source.random() for _ in range(n)]


def two_rows(n: int, source: random.Random) -> tuple[list[float], list[float], list[float]]:
    """Return two polynomials of n terms, and room for their product."""
    return [source.random() for _ in range(n)], [source.random() for _ in range(n)], [0.0] * (2 * n)


@in_both("n^2", square, most=OF_A_MATRIX)
def transposed(a: Any) -> float:
    """Transpose in place."""
    for i in range(len(a)):
        for k in range(i):
            a[i][k], a[k][i] = a[k][i], a[i][k]
    return a[0][-1]


@in_both("n^3", system, most=OF_A_MATRIX)
def eliminated(a: Any, b: Any) -> float:
    """Solve by Gauss's elimination."""
    n = len(b)
    for pivot in range(n):
        for i in range(pivot + 1, n):
            factor = a[i][pivot] / a[pivot][pivot]
            for k in range(pivot, n):
                a[i][k] -= factor * a[pivot][k]
            b[i] -= factor * b[pivot]
    return b[n - 1] / a[n - 1][n - 1]


@in_both("n^2", system, most=OF_A_MATRIX)
def solved_from_below(a: Any, b: Any) -> float:
    """Solve for the upper triangle."""
    n = len(b)
    for i in range(n - 1, -1, -1):
        for k in range(i + 1, n):
            b[i] -= a[i][k] * b[k]
        b[i] /= a[i][i]
    return b[0]


@in_both("n^2", square, most=OF_A_MATRIX)
def sums_of_corners(a: Any) -> float:
    """Add up every corner in place."""
    for i in range(1, len(a)):
        for k in range(1, len(a)):
            a[i][k] += a[i - 1][k] + a[i][k - 1] - a[i - 1][k - 1]
    return a[-1][-1]


@in_both("n", sorted_square, most=OF_A_MATRIX)
def staircase_search(a: Any) -> int:
    """Look for what is not there along a stair from one corner to the other: the worst case."""
    n = len(a)
    i, k, steps = 0, n - 1, 0
    while i < n and k >= 0:
        steps += 1
        if a[i][k] < n * (i + 1) // 2 + n * k // 2:
            i += 1
        else:
            k -= 1
    return steps


@in_both("n log n", sorted_square, most=OF_A_MATRIX)
def search_in_rows(a: Any) -> int:
    """Search each row by bisection for what is above all of it."""
    found = 0
    for row in a:
        low, high = 0, len(row)
        while low < high:
            middle = (low + high) // 2
            if row[middle] < 1 << 40:
                low = middle + 1
            else:
                high = middle
        found += low
    return found


@in_both("n^2", square, most=OF_A_MATRIX)
def blurred(a: Any) -> float:
    """Add up the nine neighbours of each place."""
    total = 0.0
    for i in range(1, len(a) - 1):
        for k in range(1, len(a) - 1):
            for di in range(-1, 2):
                for dk in range(-1, 2):
                    total += a[i + di][k + dk]
    return total


@in_both("n^2", square, most=OF_A_MATRIX)
def spiral(a: Any) -> float:
    """Add up along a spiral."""
    top, bottom, left, right = 0, len(a) - 1, 0, len(a) - 1
    total = 0.0
    while top <= bottom and left <= right:
        for k in range(left, right + 1):
            total += a[top][k]
        for i in range(top + 1, bottom + 1):
            total += a[i][right]
        if top < bottom:
            for k in range(right - 1, left - 1, -1):
                total += a[bottom][k]
            for i in range(bottom - 1, top, -1):
                total += a[i][left]
        top, bottom, left, right = top + 1, bottom - 1, left + 1, right - 1
    return total


@in_both("n^2", two_rows)
def convolved(a: Any, b: Any, product: Any) -> float:
    """Multiply two polynomials."""
    for i in range(len(a)):
        for k in range(len(b)):
            product[i + k] += a[i] * b[k]
    return product[0]


@in_both("log n", number)
def fibonacci_by_squaring(n: int) -> int:
    """Find a Fibonacci number by powers of a matrix of four."""
    a, b, c, d = 1, 0, 1, 1
    while n > 0:
        if n % 2 == 1:
            a, b = (a * d + b * c) % 10_007, (b * d + a * c) % 10_007
        c, d = c * c % 10_007, d * d % 10_007
        n //= 2
    return a + b


@in_both("n^2.807", number, powers=True)
def strassen_steps(n: int) -> int:
    """Add up what Strassen's product of matrices adds up: 18 sums of quarters, and seven products of them."""
    if n == 1:
        return 1
    half, steps = n // 2, 0
    for _ in range(18):
        for _ in range(half * half):
            steps += 1
    for _ in range(7):
        steps += strassen_steps(half)
    return steps


@in_both("n^(log2 3)", lambda n, source: (*two_rows(n, source)[:2], [0.0] * (8 * n), 0, n, 0), powers=True)
def karatsuba(a: Any, b: Any, room: Any, at: int, n: int, free: int) -> float:
    """Add up the middle products of Karatsuba's method over two rows, sums going to a stack of rows."""
    if n == 1:
        return a[at] * b[at]
    half = n // 2
    for k in range(half):
        room[free + k] = a[at + k] + a[at + half + k]
        room[free + half + k] = b[at + k] + b[at + half + k]
    low = karatsuba(a, b, room, at, half, free + n)
    high = karatsuba(a, b, room, at + half, half, free + n)
    middle = karatsuba(room, room, room, free, half, free + n)
    return middle - low - high


@in_python("n^(log2 3)", lambda n, source: two_rows(n, source)[:2], powers=True)
def karatsuba_by_slices(a: Any, b: Any) -> Any:
    """Multiply two polynomials by Karatsuba's method on slices."""
    if len(a) == 1:
        return [a[0] * b[0]]
    half = len(a) // 2
    low = karatsuba_by_slices(a[:half], b[:half])
    high = karatsuba_by_slices(a[half:], b[half:])
    both = [x + y for x, y in zip(a[:half], a[half:], strict=True)]
    other = [x + y for x, y in zip(b[:half], b[half:], strict=True)]
    middle = karatsuba_by_slices(both, other)
    product = [0.0] * (2 * len(a))
    for k in range(len(low)):
        product[k] += low[k]
        product[k + half] += middle[k] - low[k] - high[k]
        product[k + 2 * half] += high[k]
    return product


@in_both("n^2 log n", square, most=OF_A_MATRIX)
def rows_by_heap(a: Any) -> float:
    """Sort each row of a matrix by a heap."""
    total = 0.0
    for row in a:
        n = len(row)
        for start in range(n // 2 - 1, -n, -1):
            size, i = n, start
            if start < 0:
                size, i = n + start, 0
                row[0], row[size] = row[size], row[0]
            while 2 * i + 1 < size:
                child = 2 * i + 1
                if child + 1 < size and row[child + 1] > row[child]:
                    child += 1
                if row[child] <= row[i]:
                    break
                row[i], row[child] = row[child], row[i]
                i = child
        total += row[0]
    return total


@in_both("n", values)
def diagonal_blocks(a: Any) -> int:
    """Multiply in blocks of four, one after the other."""
    total = 0
    for start in range(0, len(a) - 3, 4):
        for i in range(4):
            for k in range(4):
                total += a[start + i] * a[start + k] % 1009
    return total
