"""Compiled loops of the games that are tables; apart, so that the compiler is loaded only where one is used."""

from __future__ import annotations

import numpy as np

from wythoff._jit import kernel

UInt = np.uint64


@kernel
def grundys_game_by_definition(g, seen):  # type: ignore[no-untyped-def]
    """
    Fill g[3:] with the mex over all splits of each heap.

    No checks: `g` begins with three zeros as far as it reaches; `seen` holds zeros, one for each number that an XOR of
    values can be, and `len(g)` fits its type.
    """
    one = UInt(1)
    n = UInt(3)
    while n < UInt(g.size):
        i = one
        while i + i < n:
            seen[UInt(g[i]) ^ UInt(g[n - i])] = n
            i += one
        value = UInt(0)
        while UInt(seen[value]) == n:
            value += one
        g[n] = value
        n += one


@kernel
def grundys_game_sparse(g, seen, rare, rare_heaps):  # type: ignore[no-untyped-def]
    """
    Fill g[3:] with the same values from the splits with a rare part, and others only while rare values are missing.

    No checks: as above, and `rare` tells for each index of `seen` whether it is a rare value; `rare_heaps` is as long
    as `g`, its contents don't matter.

    Common values come from splits with one rare part only, so that after the first loop `value` is the least common
    value that no split has. The second loop runs until every smaller rare value has been met, or to the end.
    """
    one = UInt(1)
    count = UInt(0)
    n = one
    while n < UInt(3) and n < UInt(g.size):
        rare_heaps[count] = n
        count += one
        n += one
    while n < UInt(g.size):
        for k in range(count):
            i = UInt(rare_heaps[UInt(k)])
            if i + i != n:
                seen[UInt(g[i]) ^ UInt(g[n - i])] = n
        value = UInt(0)
        missing = UInt(0)
        while rare[value] or UInt(seen[value]) == n:
            if UInt(seen[value]) != n:
                missing += one
            value += one
        i = one
        while missing > UInt(0) and i + i < n:
            reached = UInt(g[i]) ^ UInt(g[n - i])
            if UInt(seen[reached]) != n:
                seen[reached] = n
                if reached < value:
                    missing -= one
            i += one
        if missing > UInt(0):
            value = UInt(0)
            while UInt(seen[value]) == n:
                value += one
            rare_heaps[count] = n
            count += one
        g[n] = value
        n += one


@kernel
def crossed_boxes_by_recursion(g, options, present):  # type: ignore[no-untyped-def]
    """
    Fill g[1:] as the slides' `dp_lookup` and `mex` do, option by option and with their indexes.

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
def crossed_boxes_search(board, g):  # type: ignore[no-untyped-def]
    """
    Cross in `board` the run that the slides' `finna_besta_leik` crosses, trying runs one by one and with their scans.

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
