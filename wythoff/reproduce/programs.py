"""
The printed programs, step by step as they stand, with their errors.

Written anew in Python from the printed listings: same arrays, same order of steps, same indexes. Where the C or C++
reads what is not there, `OutOfRangeError` says so; what happens then is undefined.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

Position = tuple[int, int]


class OutOfRangeError(Exception):
    """The printed program reads beyond the end of an array, or an entry that a map doesn't have."""


def code_1(n: int, a: int, length: int) -> list[Position]:
    """Rows 1..n as in code 1 of the final thesis, with a mark array of `length` entries."""
    marks = [0] * length
    rows = []
    last = 1
    for i in range(1, n + 1):
        lower = next((place for place in range(last, length) if marks[place] == 0), length)
        if lower == length:
            raise OutOfRangeError(f"row {i}: no entry of the mark array is free")
        last = lower
        upper = lower + a * i
        marks[lower] = lower
        if upper < length:
            marks[upper] = upper
        rows.append((lower, upper))
    return rows


def code_2(n: int, a: int) -> Position:
    """Row n as in code 2 of the final thesis: both entries rounded in double precision."""
    alpha = (2 - a + math.sqrt(a * a + 4)) / 2
    beta = alpha + a
    return math.floor(alpha * n), math.floor(beta * n)


class Code3:
    """
    The digits that code 3 of the final thesis stores: of 1..n in the p- and in the q-system.

    Raises
    ------
    OutOfRangeError
        For n = 1, where the third quotient is read of two.
    """

    def __init__(self, n: int, a: int) -> None:
        quotients = [1, *[a] * n]
        self.n, self.a = n, a
        self.p = [1, quotients[1] + 1]
        self.q = [1, quotients[1]]
        if len(quotients) < 3:
            raise OutOfRangeError("the third quotient of two")
        k = 2
        weight = quotients[2] * self.p[1] + self.p[0]
        while weight <= n:
            weight = quotients[k] * self.p[k - 1] + self.p[k - 2]
            self.p.append(weight)
            self.q.append(quotients[k] * self.q[k - 1] + self.q[k - 2])
            k += 1
        self.p_digits = self._digits(set(self.p))
        self.q_digits = self._digits(set(self.q))

    def _digits(self, weights: set[int]) -> dict[int, list[int]]:
        """Store the digits of 1..n: the quotient by the last weight, then those of the remainder."""
        stored: dict[int, list[int]] = {}
        size = weight = 0
        for i in range(1, self.n + 1):
            if i in weights:
                size += 1
                weight = i
            digits = [0] * size
            digits[0], remainder = divmod(i, weight)
            if remainder:
                tail = stored[remainder]
                digits[size - len(tail) :] = tail
            stored[i] = digits
        return stored

    def value(self, digits: list[int]) -> int:
        """Return the p-interpretation as the text defines it."""
        weights = [1, self.a + 1]
        while len(weights) < len(digits):
            weights.append(self.a * weights[-1] + weights[-2])
        return sum(digit * weight for digit, weight in zip(reversed(digits), weights, strict=False))

    def stored_value(self, digits: list[int]) -> int:
        """Return the p-interpretation by looking among the stored digits, as the published program does."""
        value = self.value(digits)
        if self.p_digits.get(value) != digits:
            raise OutOfRangeError(f"the digits of {value} among those of 1 to {self.n}")
        return value


def code_5(
    stored: Code3, x: int, y: int, is_odd: Callable[[int], bool], value: Callable[[list[int]], int] | None = None
) -> Position | None:
    """
    Return the position that code 5 of the final thesis moves to from (x, y), x <= y.

    None where it takes (x, y) for a losing position, from which it moves at random.

    Parameters
    ----------
    stored : Code3
        The digits.
    x, y : int
        The heaps, 1 <= x <= y.
    is_odd : callable
        The test of the number of zeros: ``printed_parity`` or ``meant_parity``.
    value : callable, optional
        How digits are interpreted; by default as the text defines it.

    Raises
    ------
    OutOfRangeError
        If the program asks for digits that are not stored.
    """
    value = value or stored.value
    digits = _stored(stored.p_digits, x)
    if is_odd(_zeros(digits)):
        return value(digits[:-1]), x
    upper = value([*digits, 0])
    if y > upper:
        return x, upper
    if y == upper:
        return None
    m = (y - x) // stored.a
    row = _stored(stored.q_digits, m)
    lower = value(row) - _zeros(row) % 2
    return lower, lower + m * stored.a


def printed_parity(zeros: int) -> bool:
    """Test a number of zeros as code 5 prints it: half of it is not 0."""
    return zeros // 2 != 0


def meant_parity(zeros: int) -> bool:
    """Test a number of zeros as code 5 means it."""
    return zeros % 2 != 0


def code_4(rows: list[Position], a: int, x: int, y: int) -> tuple[Position | None, int]:
    """
    Return the position that code 4 of the final thesis moves to from (x, y), x <= y, and how many entries it compares.

    The position is None where the program takes (x, y) for a losing one. `rows` is the table from row 0 on.
    """
    lower, upper = [row[0] for row in rows], [row[1] for row in rows]
    # Each search is made once to see whether x is there, and once more to see where.
    if x in upper:
        place = upper.index(x)
        return (lower[place], x), 2 * (place + 1)
    if x not in lower:
        return (x, y), len(upper) + len(lower)
    place = lower.index(x)
    compared = len(upper) + 2 * (place + 1)
    if y > upper[place]:
        return (x, upper[place]), compared
    if y == upper[place]:
        return None, compared
    m = abs(y - x) // a
    return (lower[m], upper[m]), compared


def mex(values: list[int], n: int) -> int:
    """Return the least number that is not among the first n values, as the slides compute it."""
    present = [False] * n
    for value in values[:n]:
        if value < n:
            present[value] = True
    return next((i for i in range(n) if not present[i]), n)


class DpLookup:
    """
    The slides' ``dp_lookup``: Grundy numbers of a row of x boxes, remembered in d.

    Attributes
    ----------
    counts : bool
        Whether options are counted, ``a[++a[0]] = ...``; as printed, ``a[i+a[0]] = ...``, they are not.
    d : list of int
        The memory. The slides declare it outside of all functions, which fills it with 0, and show no other filling.
    options : int
        How many options have been computed.
    """

    def __init__(self, most: int, counts: bool, filled: int = -1) -> None:
        self.counts = counts
        self.d = [filled] * (most + 1)
        self.options = 0

    def __call__(self, x: int) -> int:
        """Return what the program returns for x boxes."""
        if x == 0:
            return 0
        if self.d[x] != -1:
            return self.d[x]
        a = [0] * (x * x + 1)
        for i in range(x):
            for j in range(i, x):
                value = self(i) ^ self(x - j - 1)
                self.options += 1
                if self.counts:
                    a[0] += 1
                    a[a[0]] = value
                else:
                    a[i + a[0]] = value
        self.d[x] = mex(a[1:], a[0])
        return self.d[x]


def best_move(board: list[int]) -> list[int]:
    """
    Return the board after the move of the slides' ``finna_besta_leik``, Grundy numbers taken from g(n) = n.

    Raises
    ------
    OutOfRangeError
        If no box is free: the last line writes behind the end.
    """
    n = len(board)
    for i in range(n):
        for j in range(i, n):
            if not all(board[i : j + 1]):
                continue
            after = [*board[:i], *[0] * (j + 1 - i), *board[j + 1 :]]
            crossed = [-1, *(k for k in range(n) if not after[k]), n]
            total = 0
            for left, right in pairwise(crossed):
                total ^= right - left - 1
            if total == 0:
                return after
    if not any(board):
        raise OutOfRangeError(f"box {n} of 0 to {n - 1}")
    first = board.index(1)
    return [*board[:first], 0, *board[first + 1 :]]


def _stored(table: dict[int, list[int]], number: int) -> list[int]:
    if number not in table:
        raise OutOfRangeError(f"the digits of {number}")
    return table[number]


def _zeros(digits: list[int]) -> int:
    count = 0
    for digit in reversed(digits):
        if digit:
            break
        count += 1
    return count
