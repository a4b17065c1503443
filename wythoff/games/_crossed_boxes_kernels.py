"""The compiled loops behind `wythoff.games.crossed_boxes`: the slides' recursion and their search."""

from __future__ import annotations

import numpy as np

from wythoff._jit import kernel

UInt = np.uint64


@kernel
def by_recursion(g, options, present):  # type: ignore[no-untyped-def]
    """
    Fill g[1:] as the slides' ``dp_lookup`` and ``mex`` do, option by option and with their indexes.

    No checks: g[0] = 0; `options` and `present` have x * (x + 1) / 2 elements for the last x, their contents don't
    matter.
    """
    one = UInt(1)
    x = one
    while x < UInt(g.size):
        n = UInt(0)
        i = UInt(0)
        while i < x:
            j = i
            while j < x:
                options[n] = UInt(g[i]) ^ UInt(g[x - j - one])
                n += one
                j += one
            i += one
        for k in range(n):
            present[UInt(k)] = 0
        for k in range(n):
            if UInt(options[UInt(k)]) < n:
                present[UInt(options[UInt(k)])] = 1
        value = UInt(0)
        while value < n and present[value] != 0:
            value += one
        g[x] = value
        x += one


@kernel
def search(board, g):  # type: ignore[no-untyped-def]
    """
    Cross in `board` the run that the slides' ``finna_besta_leik`` crosses, trying runs one by one and with their scans.

    No checks: some box is free, which the slides don't check either, and g has a value for each length up to the
    board's.
    """
    one = UInt(1)
    n = UInt(board.size)
    i = UInt(0)
    while i < n:
        j = i
        while j < n:
            k = i
            while k <= j and board[k] != 0:
                k += one
            if k > j:
                for crossed in range(i, j + one):
                    board[UInt(crossed)] = 0
                x = UInt(0)
                y = UInt(0)
                k = UInt(0)
                while k <= n:
                    if k == n or board[k] == 0:
                        x ^= UInt(g[y])
                        y = UInt(0)
                    else:
                        y += one
                    k += one
                if x == UInt(0):
                    return
                for crossed in range(i, j + one):
                    board[UInt(crossed)] = 1
            j += one
        i += one
    k = UInt(0)
    while board[k] == 0:
        k += one
    board[k] = 0
