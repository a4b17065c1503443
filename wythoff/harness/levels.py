"""The levels of a machine's memory, and the sizes of problems that outgrow them."""

from __future__ import annotations

import math
from collections.abc import Mapping


def limits(bytes_per_n: float | None, caches: Mapping[str, int] | None) -> list[tuple[str, int]]:
    """
    Tell from which size on the data no longer fit each level of the memory, the smallest level first.

    Parameters
    ----------
    bytes_per_n : float or None
        Working set per unit of n, as a claim gives it.
    caches : mapping of str to int, or None
        Bytes of each level.

    Returns
    -------
    list of (str, int)
        Level and the first whole size that does not fit; none where nothing is known, or where not even 1 fits.

    Examples
    --------
    >>> limits(8, {"L2": 2**20, "L1d": 2**15})
    [('L1d', 4097), ('L2', 131073)]
    """
    if not bytes_per_n or not caches:
        return []
    ordered = sorted(caches.items(), key=lambda item: item[1])
    return [(level, math.floor(size / bytes_per_n) + 1) for level, size in ordered if size >= bytes_per_n]
