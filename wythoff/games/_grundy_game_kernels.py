"""The compiled loops behind `wythoff.games.grundy_game`: its table by the definition, and by rare values."""

from __future__ import annotations

import numpy as np

from wythoff._jit import kernel

UInt = np.uint64


@kernel
def by_definition(g, seen):  # type: ignore[no-untyped-def]
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
def sparse(g, seen, rare, rare_heaps):  # type: ignore[no-untyped-def]
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
