"""
Arithmetic strategy: A_n and B_n are read off the digits of n in the q-system.

With p_k/q_k the convergents of alpha = [1; a, a, ...], every n has one representation
n = sum t_i*q_i with 0 <= t_0 < a, 0 <= t_i <= a, and t_i = a only above t_(i-1) = 0. Then

    A_n = sum t_i*p_i - e,      B_n = sum t_i*p_(i+1) - e,      e = 1 if n ends in an odd number of zeros

and e = 0 otherwise (Fraenkel, Amer. Math. Monthly 89 (1982) 353-361; the second is the first with
p_(i+1) = p_i + a*q_i). Neither alpha nor a mex is computed. Three ways to the digits:

* ``arithmetic-digits``: a digit vector for every number, copied from a shorter number's (both
  theses, code 3, with the greedy rule corrected for a = 1, where q_0 = q_1);
* ``arithmetic-odometer``: the digits of n are counted up, amortised O(1) a row;
* ``arithmetic``: the odometer counts blocks. Numbers that share all digits from position K up
  follow each other, q_K of them, or q_(K-1) where t_K = a; within such a block A and B are those
  of rows 0, 1, ... plus a constant (except row 0 itself, whose trailing zeros reach beyond).
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wythoff import numeration, positions
from wythoff._jit import kernel
from wythoff._prefetch import prefetch

UInt = np.uint64
# 94 weights reach past 2^64 for a = 1, the slowest system; a carry may look three places further.
PLACES = 100
BLOCK_BYTES = 2048  # of each column at most, so that both templates of a block stay in the L1 cache


@kernel
def _write_digits(digits, first, weights, largest):  # type: ignore[no-untyped-def]
    """
    Write the digit vectors of 1..largest, most significant first, each copied from a shorter one.

    The vector of i, of size s (as many as there are weights <= i), begins at
    ``first[s] + (i - weights[s-1])*s``.
    No checks: `digits` has room, and `weights` ascend with the last above `largest`.
    """
    one = UInt(1)
    for value in range(1, largest + 1):
        i = UInt(value)
        low = UInt(0)
        high = UInt(weights.size)
        while low < high:  # how many weights are <= i
            middle = (low + high) >> one
            if weights[middle] <= i:
                low = middle + one
            else:
                high = middle
        size = low
        weight = weights[size - one]
        at = first[size] + (i - weight) * size
        quotient = i // weight
        remainder = i - quotient * weight
        digits[at] = quotient
        length = UInt(0)
        source = UInt(0)
        if remainder > 0:
            low = UInt(0)
            high = size
            while low < high:
                middle = (low + high) >> one
                if weights[middle] <= remainder:
                    low = middle + one
                else:
                    high = middle
            length = low
            source = first[length] + (remainder - weights[length - one]) * length
        for k in range(one, size - length):
            digits[at + UInt(k)] = 0
        target = at + size - length
        for k in range(length):
            digits[target + UInt(k)] = digits[source + UInt(k)]


@kernel
def _fill_from_digits(A, B, p_weights, q_weights, p_first, q_first, p_digits, q_digits, largest_a):  # type: ignore[no-untyped-def]
    """
    Fill rows 0..len(A)-1 from the digit vectors of 1..len(A)-1 and, for B, of 1..largest_a.

    No checks: the vectors are those of `_write_digits`.
    """
    one = UInt(1)
    A[0] = 0
    B[0] = 0
    size = UInt(0)
    for row in range(1, A.size):
        n = UInt(row)
        while q_weights[size] <= n:
            size += one
        at = q_first[size] + (n - q_weights[size - one]) * size
        total = UInt(0)
        zeros = UInt(0)
        for k in range(size):
            digit = UInt(q_digits[at + UInt(k)])
            total += digit * p_weights[size - one - UInt(k)]
            zeros = UInt(0) if digit > 0 else zeros + one
        A[n] = total - (zeros & one)
    size = UInt(0)
    for row in range(1, A.size):
        n = UInt(row)
        x = UInt(A[n])
        while p_weights[size] <= x:
            size += one
        at = p_first[size] + (x - p_weights[size - one]) * size
        total = UInt(0)
        for k in range(size):  # the left shift: each digit counts one place higher
            total += UInt(p_digits[at + UInt(k)]) * p_weights[size - UInt(k)]
        B[n] = total


@kernel
def _fill_odometer(A, B, a, state):  # type: ignore[no-untyped-def]
    """
    Fill rows from that of `state` on, counting its digits up.

    `state` is that of `_start`, for place 0. A carry leaves both totals unchanged, as
    p_(i+2) = a*p_(i+1) + p_i, except out of place 0: p_1 = a*p_0 + 1, p_2 = a*p_1 + p_0.
    No checks: A and B have the same length and hold the results.
    """
    total, total_b = state[0], state[1]
    digits = state[3:]
    p_one = a + UInt(1)
    one = UInt(1)
    two = UInt(2)
    zeros = UInt(0)
    while zeros < UInt(digits.size) and digits[zeros] == 0:
        zeros += one
    if zeros == UInt(digits.size):  # row 0
        zeros = UInt(0)
    for i in range(A.size):
        A[i] = total - (zeros & one)
        B[i] = total_b - (zeros & one)
        total += one
        total_b += p_one
        digits[0] += one
        place = UInt(0)
        while True:
            if digits[place + one] == a and digits[place] > 0:
                digits[place] = 0
                digits[place + one] = 0
                place += two
                digits[place] += one
            elif place == 0 and digits[0] == a:
                digits[0] = 0
                digits[1] += one
                place = one
                total += one
                total_b += one
            else:
                break
        zeros = place


@kernel
def _fill_blocks(A, B, template_a, template_b, block, state):  # type: ignore[no-untyped-def]
    """
    Fill rows by copying blocks: those that share the digits from place K up.

    `template_a`, `template_b` are rows 0.. of the table, as many as a block has or, where it
    has more, a part of the run A_i = i, B_i = i*p_1 that its rows form. `block` holds a, K, q_K, q_(K-1),
    p_1, p_(K-1), p_K and p_(K+1). `state` is that of `_start`, for place K.
    No checks: A and B have the same length and hold the results.
    """
    a, place, length, short = block[0], block[1], block[2], block[3]
    p_one, p_before, p_here, p_after = block[4], block[5], block[6], block[7]
    total, total_b, inside = state[0], state[1], state[2]
    digits = state[3:]
    one = UInt(1)
    two = UInt(2)
    rows = UInt(A.size)
    part = UInt(template_a.size)
    first = UInt(0)
    while first < rows:
        size = length
        if digits[place] == a:
            size = short
        if inside == 0:
            zeros = place
            while zeros < UInt(digits.size) and digits[zeros] == 0:
                zeros += one
            odd = zeros & one
            if zeros == UInt(digits.size):  # row 0
                odd = UInt(0)
            A[first] = total - odd
            B[first] = total_b - odd
            first += one
            inside = one
        while inside < size and first < rows:
            skipped = inside - inside % part
            count = min(min(size, skipped + part) - inside, rows - first)
            from_a = template_a[inside - skipped : inside - skipped + count]
            from_b = template_b[inside - skipped : inside - skipped + count]
            to_a = A[first : first + count]
            to_b = B[first : first + count]
            offset_a = total + skipped
            offset_b = total_b + skipped * p_one
            # One column after the other, as both at once take up to twice as long beyond the L1 cache, and what
            # comes next is prefetched.
            prefetch(B, first, first + count)
            for i in range(count):
                to_a[i] = offset_a + UInt(from_a[i])
            prefetch(A, first + count, first + count + count)
            for i in range(count):
                to_b[i] = offset_b + UInt(from_b[i])
            first += count
            inside += count
        inside = UInt(0)
        if digits[place] == a:  # a*q_k + q_(k-1) = q_(k+1)
            digits[place] = 0
            digits[place + one] += one
            total += p_before
            total_b += p_here
            at = place + one
        else:
            digits[place] += one
            total += p_here
            total_b += p_after
            at = place
        while digits[at + one] == a and digits[at] > 0:
            digits[at] = 0
            digits[at + one] = 0
            at += two
            digits[at] += one


def _first_places(weights: list[int]) -> NDArray[np.uint64]:
    """Give, for each size s, where the vectors of s digits begin when all are laid end to end."""
    first = [0, 0]
    for size in range(1, len(weights)):
        first.append(first[-1] + size * (weights[size] - weights[size - 1]))
    return _as_uint64(first)


def _weights_above(largest: int, a: int, system: int) -> list[int]:
    """Return the weights p_k (system 0) or q_k (system 1) up to the first above `largest`."""
    weights = [convergent[system] for convergent in islice(numeration.convergents(a), PLACES)]
    return weights[: bisect_right(weights, largest) + 1]


def _digit_count(largest: int, a: int, system: int) -> int:
    """Count the digits of all of 1..largest together."""
    weights = _weights_above(largest, a, system)
    lower = (min(weight, largest + 1) for weight in weights)
    upper = (min(weight, largest + 1) for weight in weights[1:])
    return sum(size * (above - below) for size, (below, above) in enumerate(zip(lower, upper, strict=False), start=1))


def digit_vectors(n: int, a: int) -> list[tuple[int, type[np.generic]]]:
    """Give the scratch arrays of ``arithmetic-digits``: p-digits up to A_n and q-digits up to n, 4 bytes each."""
    return [(_digit_count(positions.pair(n, a)[0], a, 0), np.uint32), (_digit_count(n, a, 1), np.uint32)]


def fill_digits(
    A: NDArray[np.integer],
    B: NDArray[np.integer],
    a: int,
    start: int,
    p_digits: NDArray[np.uint32],
    q_digits: NDArray[np.uint32],
) -> None:
    """Fill rows 0, 1, ... from digit vectors of all numbers: O(n log n) time and scratch."""
    largest = len(A) - 1
    largest_a = positions.pair(largest, a)[0]
    p_weights, q_weights = _weights_above(largest_a, a, 0), _weights_above(largest, a, 1)
    p_first, q_first = _first_places(p_weights), _first_places(q_weights)
    p, q = _as_uint64(p_weights), _as_uint64(q_weights)
    _write_digits(p_digits, p_first, p, largest_a)
    _write_digits(q_digits, q_first, q, largest)
    _fill_from_digits(A, B, _p_weights(a), q, p_first, q_first, p_digits, q_digits, largest_a)


@lru_cache(maxsize=64)
def _p_weights(a: int) -> NDArray[np.uint64]:
    """Return p_0, p_1, ..., p_(PLACES-1) as `_as_uint64`."""
    return _as_uint64([p for p, _ in islice(numeration.convergents(a), PLACES)])


def _as_uint64(numbers: list[int]) -> NDArray[np.uint64]:
    """Convert; what exceeds 2^64 - 1 becomes that: such weights only ever meet smaller numbers and zero digits."""
    return np.array([min(number, 2**64 - 1) for number in numbers], dtype=UInt)


def _start(start: int, a: int, place: int = 0) -> NDArray[np.uint64]:
    """
    Take `start` apart at `place`, the place of the lowest digit that counts as upper.

    Returns
    -------
    array of 3 + PLACES uint64
        The value of the upper digits with weights p_i; that with weights p_(i+1); the number that
        the lower digits stand for; then the upper digits at their places, least significant
        first, and zeros. One array, as each costs a call some 100 ns.
    """
    state = np.zeros(3 + PLACES, dtype=UInt)
    if start:
        representation = numeration.represent_q(start, a)
        upper = representation[: max(0, len(representation) - place)]
        shifted = upper + (0,) * place
        # Where n ends in an odd number of zeros this is B + 1, which may be 2^64: all sums are modulo that.
        state[0] = numeration.interpret_p(shifted, a) % 2**64
        state[1] = numeration.interpret_p(numeration.shift_left(shifted), a) % 2**64
        state[2] = numeration.interpret_q(representation[len(upper) :], a)
        state[3 + place : 3 + place + len(upper)] = upper[::-1]
    return state


def fill_odometer(A: NDArray[np.integer], B: NDArray[np.integer], a: int, start: int) -> None:
    """Fill rows start, start+1, ... by counting digits up: O(rows) time, O(log n) scratch."""
    _fill_odometer(A, B, UInt(a), _start(start, a))


@lru_cache(maxsize=64)
def _block(a: int, dtype: np.dtype[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.uint64], int]:
    """Return the templates and numbers that `_fill_blocks` needs of a, and K, the largest whose q_K rows fit."""
    p, q = zip(*islice(numeration.convergents(a), 20), strict=True)
    most = BLOCK_BYTES // dtype.itemsize
    place = max(1, bisect_right(q, most) - 1)
    rows = min(q[place], most)
    template_a = np.empty(rows, dtype=UInt)
    template_b = np.empty(rows, dtype=UInt)
    fill_odometer(template_a, template_b, a, 0)
    block = _as_uint64([a, place, q[place], q[place - 1], p[1], p[place - 1], p[place], p[place + 1]])
    return template_a.astype(dtype), template_b.astype(dtype), block, place


def fill(A: NDArray[np.integer], B: NDArray[np.integer], a: int, start: int) -> None:
    """Fill rows start, start+1, ... by copying blocks of the table's own beginning: O(rows) time, O(1) scratch."""
    template_a, template_b, block, place = _block(a, A.dtype)
    _fill_blocks(A, B, template_a, template_b, block, _start(start, a, place))


KERNELS = {
    "arithmetic-digits": (_write_digits, _fill_from_digits),
    "arithmetic-odometer": (_fill_odometer,),
    "arithmetic": (_fill_blocks,),
}
