"""
The compiled loops behind `wythoff.games.grundy_values`: one naive, two with bit sets.

Sets of values are rows of 64-bit words, value v being bit v mod 64 of word v // 64. The value of (x, y) is the lowest
bit that is missing from three sets at once: values in row y to the left, values in column x below, and values that a
move from both heaps reaches. The last set belongs to the diagonal x - y and only grows along it: what (x - 1, y - 1)
reaches from both heaps, (x, y) reaches too, and anew the 2a - 1 squares (x - 1, y - 1 - t) and (x - 1 - t, y - 1),
0 <= t < a. Each set also keeps the number of its first word that isn't full, and the search starts at the largest of
the three.
"""

from __future__ import annotations

import numpy as np

from wythoff._jit import kernel

UInt = np.uint64
_FULL = UInt(2**64 - 1)
# A de Bruijn sequence: the top six bits of (1 << i) * _SEQUENCE differ for all i, so that they tell i.
_SEQUENCE = 0x03F79D71B4CB0A89
_BIT_NUMBER = np.zeros(64, np.uint64)
_BIT_NUMBER[[(_SEQUENCE << i) % 2**64 >> 58 for i in range(64)]] = np.arange(64)
_FACTOR = UInt(_SEQUENCE)


@kernel
def naive(values, seen, a):  # type: ignore[no-untyped-def]
    """
    Fill ``values[x, y]``, all of it, by listing every option of every square.

    No checks: `values` holds x + y, `seen` has more elements than the largest value, all 0, and a >= 1.
    """
    one = UInt(1)
    rows = UInt(values.shape[0])
    columns = UInt(values.shape[1])
    mark = UInt(0)
    for i in range(rows):
        x = UInt(i)
        for j in range(columns):
            y = UInt(j)
            mark += one
            for k in range(x):
                seen[values[UInt(k), y]] = mark
            for k in range(y):
                seen[values[x, UInt(k)]] = mark
            for k in range(one, x + one):
                first = k - a + one if k >= a else one
                for m in range(first, min(y, k + a - one) + one):
                    seen[values[x - UInt(k), y - UInt(m)]] = mark
            value = UInt(0)
            while seen[value] == mark:
                value += one
            values[x, y] = value


@kernel
def _add(words, value):  # type: ignore[no-untyped-def]
    words[value >> UInt(6)] |= UInt(1) << (value & UInt(63))


@kernel
def _remove(words, value):  # type: ignore[no-untyped-def]
    words[value >> UInt(6)] &= ~(UInt(1) << (value & UInt(63)))


@kernel
def _join(words, p, q, first, last):  # type: ignore[no-untyped-def]
    """Add two sets to a third, from word `first` to word `last`."""
    for w in range(first, last + UInt(1)):
        words[UInt(w)] |= p[UInt(w)] | q[UInt(w)]


@kernel
def _skip_full(words, w):  # type: ignore[no-untyped-def]
    """Return the first word from `w` on that isn't full; there must be one."""
    while words[w] == _FULL:
        w += UInt(1)
    return w


@kernel
def _place(lines, low, row, column, reached, reached_low, slot):  # type: ignore[no-untyped-def]
    """Return the least value that is in none of the three sets of a square, and put it into those of its lines."""
    left = lines[row]
    below = lines[column]
    both = reached[slot]
    reached_low[slot] = _skip_full(both, reached_low[slot])
    w = max(reached_low[slot], max(low[row], low[column]))
    union = left[w] | below[w] | both[w]
    while union == _FULL:
        w += UInt(1)
        union = left[w] | below[w] | both[w]
    bit = ~union & (union + UInt(1))
    left[w] |= bit
    below[w] |= bit
    low[row] = _skip_full(left, low[row])
    low[column] = _skip_full(below, low[column])
    return (w << UInt(6)) + _BIT_NUMBER[(bit * _FACTOR) >> UInt(58)]


@kernel
def _empty_column(values, at, lines, low):  # type: ignore[no-untyped-def]
    """Empty the set of the column at ``values[at]``, which never becomes a row, for the next column."""
    short = UInt(values.shape[1])
    low[short] = 0
    for y in range(short):
        lines[short, UInt(values[at, UInt(y)]) >> UInt(6)] = 0


@kernel
def _begin_diagonal(d, a, short, reached, reached_low):  # type: ignore[no-untyped-def]
    """
    Empty the set of diagonal d - short, whose place in the ring diagonal d takes.

    The squares that were put there have x >= d - short + y - a and y < short, and every value is at least x - 2*a*y
    and at most x + y, which limits the words that can be in use.
    """
    slot = d % short
    reached_low[slot] = 0
    if d >= short:
        old = d - short
        slack = a + UInt(2) * a * short
        first = (old - slack) >> UInt(6) if old > slack else UInt(0)
        last = min((old + a + UInt(2) * short) >> UInt(6), UInt(reached.shape[1] - 1))
        reached[slot, first : last + UInt(1)] = 0


@kernel
def few(values, first, last, a, lines, low, reached, reached_low):  # type: ignore[no-untyped-def]
    """
    Fill ``values[x, y]`` for first <= x < last and y <= x, looking at 2a - 1 squares for each: for small a.

    No checks. `values` has shape (long, short), short <= long, holds x + y, and is filled up to x = first - 1. `lines`
    has short + 1 and `reached` short sets of more than long + short bits, `low` and `reached_low` as many numbers; all
    are 0 at the first call (first = 0) and passed on unchanged to the next.
    """
    few_from(values, UInt(0), first, last, a, lines, low, reached, reached_low)


@kernel
def few_from(values, origin, first, last, a, lines, low, reached, reached_low):  # type: ignore[no-untyped-def]
    """
    Do what `few` does where `values` begins at column `origin`: ``values[x - origin, y]`` is G(x, y).

    No checks. Of the columns before `first` the last a are looked at.
    """
    one = UInt(1)
    short = UInt(values.shape[1])
    for i in range(first, last):
        x = UInt(i)
        column = min(x, short)  # the place of column x: for good if it becomes a row, else for now
        _begin_diagonal(x, a, short, reached, reached_low)
        for j in range(min(x + one, short)):
            y = UInt(j)
            slot = (x - y) % short
            both = reached[slot]
            if y > 0:
                u = x - one
                v = y - one
                for t in range(min(a, y)):
                    _add(both, UInt(values[u - origin, v - UInt(t)]))
                in_half = min(a, x - y + one)
                for t in range(one, in_half):
                    _add(both, UInt(values[u - UInt(t) - origin, v]))
                for t in range(in_half, min(a, x)):
                    _add(both, UInt(values[v - origin, u - UInt(t)]))
            values[x - origin, y] = _place(lines, low, y, column, reached, reached_low, slot)
        if x >= short:
            _empty_column(values, x - origin, lines, low)


@kernel
def many(values, first, last, a, lines, low, reached, reached_low, recent, recent_below):  # type: ignore[no-untyped-def]
    """
    Do what `few` does with time independent of a: the new squares come as two sets, joined word by word.

    Of the squares that (x, y) reaches anew, those in column x - 1 are its last a ones below y, and those in row y - 1
    its last a ones left of x. Both sets slide: one value enters, one leaves (all values in a line differ).

    No checks, as in `few`; `recent` is like `lines`, `recent_below` is one such set.
    """
    one = UInt(1)
    short = UInt(values.shape[1])
    for i in range(first, last):
        x = UInt(i)
        column = min(x, short)
        _begin_diagonal(x, a, short, reached, reached_low)
        recent_below[:] = 0
        for j in range(min(x + one, short)):
            y = UInt(j)
            slot = (x - y) % short
            both = reached[slot]
            if y > 0:
                u = x - one
                v = y - one
                recent_left = recent[v]
                _add(recent_below, UInt(values[u, v]))
                if v >= a:
                    _remove(recent_below, UInt(values[u, v - a]))
                if v < u:
                    _add(recent_left, UInt(values[u, v]))
                    if u >= a:
                        gone = u - a
                        _remove(recent_left, UInt(values[gone, v]) if gone >= v else UInt(values[v, gone]))
                else:  # by symmetry the squares left of the main diagonal are those below it
                    recent_left[:] = recent_below
                # No value in the two sets is less than x - a - 2*a*v.
                slack = a + UInt(2) * a * v
                w = max(reached_low[slot], (x - slack) >> UInt(6) if x > slack else UInt(0))
                _join(both, recent_left, recent_below, w, (x + y) >> UInt(6))
            values[x, y] = _place(lines, low, y, column, reached, reached_low, slot)
        if x >= short:
            _empty_column(values, x, lines, low)
