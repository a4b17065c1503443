"""
Work of known growth with the footprint of what is tested, run beside it: what memory alone makes dearer.

Elements of a buffer as large as the arguments are fetched in random order, equally many at both sizes. What the larger
buffer takes longer is the doing of caches, and by so much the larger leg may be the longer one. Random order is the
worst that memory does to linear work, so that the control can only make an alarm rarer.
"""

from __future__ import annotations

import pickle
from time import thread_time_ns
from typing import Any, Final

import numpy as np

_FETCHES: Final = 20_000
_LEAST_BYTES: Final = 1024
_MOST_BYTES: Final = 2**27
# An element of a container takes some four times the memory that it has in a pickle.
_OBJECTS: Final = 4
_WORTH_IT: Final = 2**17  # less than this stays in the second cache, or the first


def footprint(arguments: tuple[Any, ...]) -> int:
    """Return about how many bytes arguments take."""
    found = 0
    for one in arguments:
        if isinstance(one, np.ndarray):
            found += one.nbytes
        else:
            try:
                found += _OBJECTS * len(pickle.dumps(one, protocol=pickle.HIGHEST_PROTOCOL))
            except Exception:  # foreign classes fail as they like
                continue
    return found


class Control:
    """Buffers with the footprints of both sizes; `rise` times them."""

    def __init__(self, small_bytes: int, large_bytes: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        self._buffers = []
        if large_bytes >= _WORTH_IT:
            for size in (small_bytes, large_bytes):
                elements = min(max(size, _LEAST_BYTES), _MOST_BYTES) // 8
                self._buffers.append((np.ones(elements), random.integers(elements, size=_FETCHES)))
        self._out = np.empty(_FETCHES)

    def rise(self) -> float:
        """Return how many times longer fetching from the larger buffer takes now; 1 where both stay in a cache."""
        if not self._buffers:
            return 1.0
        small, large = (self._fetch(*buffer) for buffer in self._buffers)
        return max(1.0, large / max(small, 1))

    def _fetch(self, buffer: np.ndarray[Any, Any], places: np.ndarray[Any, Any]) -> int:
        buffer.take(places, out=self._out, mode="clip")
        start = thread_time_ns()
        buffer.take(places, out=self._out, mode="clip")
        return thread_time_ns() - start
