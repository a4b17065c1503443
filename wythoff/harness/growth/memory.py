"""
What an access costs by how much memory the accesses fall into: courses from the first cache to main memory.

Work that reads anywhere in its data grows dearer by steps as these outgrow one level after the other. How far the
levels lie apart and how much each costs is about the same on all machines [1]_; what an element takes, and how much of
a unit of work is access, is not known. So a course is known but for its place and its height.

References
----------
.. [1] J. L. Hennessy and D. A. Patterson, Computer Architecture: A Quantitative Approach, 6th edition, section 2.6
   (hierarchies of present processors), and appendix B: average memory access time = hit time + miss rate x penalty.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# Levels: octaves by which they are larger than the second cache, and nanoseconds that an access takes longer which they
# don't serve. Last caches are shared, so that what is left of one is anything from the second on; TLBs reach some
# megabytes, or with huge pages so much that no data outgrow them.
_FIRST: Final = (-4.0, 4.0)
_SECOND: Final = (8.0, 14.0, 25.0)
_LAST: Final = (1.0, 2.5, 4.0, 5.5, 7.0)
_MAIN: Final = 85.0
_PAGES: Final = ((), ((-2.0, 2.0), (3.0, 8.0)), ((-2.0, 2.0), (4.0, 30.0)))
KINDS: Final = len(_PAGES)  # courses of a kind follow each other
_COURSES: Final = tuple(
    (_FIRST, (0.0, second), (last, _MAIN), *pages) for pages in _PAGES for second in _SECOND for last in _LAST
)
COURSES: Final = len(_COURSES)
# Octaves about the second cache at which nothing is dearer yet, and at which three quarters of the rise are over.
BEGIN: Final = -5.0
END: Final = 9.5
_SPREAD: Final = np.linspace(-1.0, 1.0, 9)  # octaves: caches serve other data too, and sets are not filled evenly
_FINE: Final = 8.0  # points an octave
_OCTAVES: Final = np.arange(-8.0, 40.0, 1 / _FINE)


def _course(levels: tuple[tuple[float, float], ...]) -> Floats:
    """Return the dearer part of an access's cost, from 0 to 1, at `_OCTAVES`."""
    found = np.zeros(len(_OCTAVES))
    for place, penalty in levels:
        held = np.exp2(place + _SPREAD[:, None] - _OCTAVES)
        found += penalty * np.maximum(1 - held, 0.0).mean(0)
    return found / sum(penalty for _, penalty in levels)


_ALIKE: Final = np.stack([_course(levels) for levels in _COURSES])
_DOWN: Final = np.cumsum(_ALIKE, axis=1) / _FINE


def dearer_part(course: NDArray[np.intp], octaves: Floats) -> Floats:
    """
    Return the part of the rise that accesses to all data alike have taken.

    Parameters
    ----------
    course : numpy.ndarray of int, shape (curves,)
        Which course, from 0 to `COURSES` - 1.
    octaves : numpy.ndarray of float64, shape (curves, sizes)
        How far the data exceed the second cache.

    Returns
    -------
    numpy.ndarray of float64, shape (curves, sizes)
        From 0 to 1.
    """
    return _interpolated(_ALIKE, course, octaves)


def dearer_levels(course: NDArray[np.intp], octaves: Floats) -> Floats:
    """
    Return the same, added up over the levels of a tree, each twice as large as the one above it.

    What is passed on the way down is the smaller the higher it lies, so that the upper levels stay in the caches.
    """
    return _interpolated(_DOWN, course, octaves)


def _interpolated(table: Floats, course: NDArray[np.intp], octaves: Floats) -> Floats:
    place = np.clip((octaves - _OCTAVES[0]) * _FINE, 0.0, len(_OCTAVES) - 1.001)
    whole = place.astype(np.intp)
    low = table[course[:, None], whole]
    return np.asarray(low + (table[course[:, None], whole + 1] - low) * (place - whole), float)
