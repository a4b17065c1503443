"""The compiled loops behind `wythoff.data.grundy_diagonal`: squares are taken value by value, 64 at a glance."""

from __future__ import annotations

import numpy as np

from wythoff._jit import kernel

UInt = np.uint64
_FULL = UInt(2**64 - 1)
CHUNK = 8  # words that are looked at together, by vector instructions


@kernel
def _lowest(word):  # type: ignore[no-untyped-def]
    """Return the number of the lowest bit that is set; there must be one."""
    bit = UInt(0)
    for width in (UInt(32), UInt(16), UInt(8), UInt(4), UInt(2), UInt(1)):
        if word & ((UInt(1) << width) - UInt(1)) == UInt(0):
            word >>= width
            bit += width
    return bit


@kernel
def _barred(taken, columns, differences, row, w, d, shift):  # type: ignore[no-untyped-def]
    """Return the word of squares in which a value can't be: taken ones, columns and differences that have it."""
    reached = (differences[d + UInt(1)] << shift) | ((differences[d] >> UInt(1)) >> (UInt(63) - shift))
    return taken[row + w] | columns[w] | reached


@kernel
def place(taken, rows, low, columns, differences, low_differences, found, size):  # type: ignore[no-untyped-def]
    """
    Take the squares (p, q), p <= q < N = `size`, of the next values, as many as `columns` has sets.

    No checks. Bit q of ``taken[rows[p] + q // 64]`` says that (p, q) has a smaller value, or q < p; ``low[p]`` is the
    number w = q // 64 of the first word of row p that isn't full. There are N // 64 + 1 words in the longest row, so
    that the last one always has a free bit, beyond column N - 1; and `taken` has CHUNK words more.
    ``columns[k]`` has CHUNK words more than the longest row, all 0; ``differences[k]`` one more in front, of ones;
    ``low_differences[k]`` is 0. ``found[k, p]`` becomes q, if there is a square of the k-th value in row p.
    """
    one = UInt(1)
    last = size >> UInt(6)
    for i in range(UInt(rows.size)):
        p = UInt(i)
        start = p >> UInt(6)
        shift = p & UInt(63)
        row = rows[p]
        for j in range(UInt(columns.shape[0])):
            k = UInt(j)
            in_pair = columns[k]
            if (in_pair[start] >> shift) & one:
                continue
            used = differences[k]
            w = max(low[p], start + low_differences[k])
            if w > last:
                continue
            barred = _barred(taken, in_pair, used, row, w, w - start, shift)
            if barred == _FULL:
                w += one
                while True:
                    every = _FULL
                    for c in range(CHUNK):
                        at = w + UInt(c)
                        every &= _barred(taken, in_pair, used, row, at, at - start, shift)
                    if every != _FULL:
                        break
                    w += UInt(CHUNK)
                barred = _barred(taken, in_pair, used, row, w, w - start, shift)
                while barred == _FULL:
                    w += one
                    barred = _barred(taken, in_pair, used, row, w, w - start, shift)
            q = (w << UInt(6)) + _lowest(~barred)
            if q >= size:
                continue
            bit = one << (q & UInt(63))
            taken[row + w] |= bit
            in_pair[w] |= bit
            difference = q - p
            used[(difference >> UInt(6)) + one] |= one << (difference & UInt(63))
            while used[low_differences[k] + one] == _FULL:
                low_differences[k] += one
            while taken[row + low[p]] == _FULL:
                low[p] += one
            found[k, p] = q
