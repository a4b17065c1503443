"""The line that pictures draw of a law: through the data, and what it predicts a little beyond them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.growth import Analysis
from wythoff.harness.growth.laws import TERMS
from wythoff.harness.growth.samples import MOST_N

Floats = NDArray[np.float64]

# How far a law is drawn beyond the largest size; one that leaves every power behind, by a part of the sizes' range.
BEYOND = 2.0
_BEYOND_LINEAR = 0.15
POINTS_AHEAD = 3
# Of a law that grows so there is more to see over the size itself than over its logarithm.
LINEAR_SIZES = frozenset({"exponential", "falling"})
# The picture ends that much above the largest value, whatever is predicted.
MOST_ABOVE = 10.0
# Parts of the way from one size to the next at which the line is known, and up to how many sizes: fewer need more.
_PARTS = ((20, 4), (100, 2))


def has_linear_sizes(analysis: Analysis) -> bool:
    """Tell whether the series is drawn over the size itself: it grows exponentially or falls."""
    return analysis.law in LINEAR_SIZES


def line_sizes(n: tuple[float, ...]) -> Floats:
    """
    Return the sizes that the line is known at: the measured ones, and between them evenly in logarithm.

    Examples
    --------
    >>> line_sizes((1.0, 16.0, 256.0)).round(6).tolist()
    [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0]
    """
    sizes = np.array(n, float)
    parts = next((parts for most, parts in _PARTS if len(sizes) <= most), 1)
    if len(sizes) < 2 or parts == 1:
        return sizes
    steps = np.log(sizes[1:] / sizes[:-1])[:, None] * np.arange(parts) / parts
    return np.append((sizes[:-1, None] * np.exp(steps)).ravel(), sizes[-1])


def law_line(analysis: Analysis) -> tuple[Floats, Floats]:
    """
    Draw the likeliest law through the data.

    Returns
    -------
    tuple of two numpy.ndarray of float64, shape (points,)
        Sizes and costs, the floor included; straight between them in the logarithms of both. Empty for fewer than two
        sizes, and where the law has no curve.
    """
    n = line_sizes(analysis.n)
    if len(analysis.n) < 2:
        return n[:0], n[:0]
    cost = analysis.path(analysis.law, n)
    known = np.isfinite(cost) & (cost > 0)
    return n[known], cost[known]


def sizes_ahead(analysis: Analysis) -> Floats:
    """Return the sizes from the largest one on at which pictures show what is predicted, shape (`POINTS_AHEAD`,)."""
    first, last = analysis.n[0], analysis.n[-1]
    if has_linear_sizes(analysis):
        return np.linspace(last, min(last + _BEYOND_LINEAR * (last - first), MOST_N), POINTS_AHEAD)
    return np.geomspace(last, min(last * BEYOND, MOST_N), POINTS_AHEAD)


def law_values(law: str, n: Floats) -> Floats | None:
    """
    Return the growth of a law at sizes, shape (points,), without a factor; None for a law without an exponent.

    Examples
    --------
    >>> law_values("n log n", np.array([1.0, 2.0, 4.0])).tolist()
    [0.0, 2.0, 8.0]
    """
    if law not in TERMS:
        return None
    power, logs = TERMS[law]
    return np.asarray(n**power * np.log2(n) ** logs, float)
