"""
The lost positions of three heaps by marking: whatever a move leads from to a lost position is won.

`wythoff.data.three_heaps` asks of each position which options are lost; here each lost position marks, in a cube of all
positions, those that reach it. Whoever is not marked when its turn comes is lost. Nothing is imported from the rest of
the package but Numba's settings.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wythoff._jit import kernel


def faults(table: NDArray[np.int32], size: int) -> list[str]:
    """
    Compare a table of z(h, y) with what marking finds for y and z below a size.

    Parameters
    ----------
    table : array with shape (first_heaps, columns)
        Element [h, y] is the z for which (h, y, z) is said to be lost.
    size : int
        How far to look, at most `columns`; a cube of first_heaps * size * size bytes is marked.

    Returns
    -------
    list of str
        A sentence for each h and y on which both differ.
    """
    won = np.zeros((len(table), size, size), np.bool_)
    found = np.full((len(table), size), -1, np.int64)
    _mark(won, found)
    claimed = np.where(table[:, :size] < size, table[:, :size], -1)
    return [
        f"first heap {h}, second heap {y}: z is said to be {table[h, y]}, and marking finds "
        f"{found[h, y] if found[h, y] >= 0 else f'none below {size}'}"
        for h, y in np.argwhere(claimed != found).tolist()
    ]


@kernel
def _mark(won, found):  # type: ignore[no-untyped-def]
    """Go through all positions in order; put z of the lost ones into ``found[h, y]``."""
    heaps, size, _ = won.shape
    for h in range(heaps):
        for y in range(size):
            for z in range(size):
                if not won[h, y, z]:
                    found[h, y] = z
                    for i in range(1, heaps - h):
                        won[h + i, y, z] = True
                    for j in range(1, size - y):
                        won[h, y + j, z] = True
                    for k in range(1, size - z):
                        won[h, y, z + k] = True
                    for i in range(heaps - h):
                        for j in range(size - y):
                            k = i ^ j
                            if k < size - z and i + j + k > 0:
                                won[h + i, y + j, z + k] = True
