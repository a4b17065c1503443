"""
The growth laws: their terms, how common they are, and what is plausible about each beforehand.

What is unknown about a law (overhead, lower-order term, the shift of a logarithm, a free exponent) becomes many curves
with prior weights; the analysis averages over them and never picks one. `grids` lays them out for sizes, `through` fits
some to data.

References
----------
.. [1] R. W. Hockney and C. R. Jesshope, Parallel Computers 2, Adam Hilger 1988, section 1.3: a loop of length n takes a
   start-up time beside n times the time of a step, and reaches half its speed at some n_1/2. A loop around it makes the
   start-up a term of the next lower order.
"""

from __future__ import annotations

from typing import Final

Head = tuple[float, float, float]  # power, power of the logarithm, shift of a leading term
Lower = tuple[float, float, float]  # power, power of the logarithm, and how likely a term of lower order is

LAWS: Final = ("1", "log n", "sqrt n", "n", "n log n", "n^1.5", "n^2", "n^2 log n", "n^3")
OTHERS: Final = ("n^k", "exponential", "falling", "none")

# How common each law is among functions that people time, before any is timed.
PRIOR: Final = {
    "1": 1.0,
    "log n": 1.0,
    "sqrt n": 0.3,
    "n": 1.3,
    "n log n": 1.7,
    "n^1.5": 0.3,
    "n^2": 1.0,
    "n^2 log n": 0.65,
    "n^3": 0.7,
    "n^k": 0.05,
    "exponential": 0.05,
    "falling": 0.05,
    "none": 0.02,
}
# A unit of work costs at least about this many nanoseconds on one thread of any present processor: a linear pass
# over memory streams some 50 bytes per nanosecond, a comparison of a sort takes part of a cycle with SIMD.
LEAST_UNIT_NS: Final = {
    "log n": 0.5,
    "sqrt n": 0.1,
    "n": 0.02,
    "n log n": 0.2,
    "n^1.5": 0.1,
    "n^2": 0.015,
    "n^2 log n": 0.1,
    "n^3": 0.003,
}
# Powers of n and of log n.
TERMS: Final = {
    "1": (0.0, 0.0),
    "log n": (0.0, 1.0),
    "sqrt n": (0.5, 0.0),
    "n": (1.0, 0.0),
    "n log n": (1.0, 1.0),
    "n^1.5": (1.5, 0.0),
    "n^2": (2.0, 0.0),
    "n^2 log n": (2.0, 1.0),
    "n^3": (3.0, 0.0),
}
# log2 n + shift: a recursion that ends at small blocks has a negative one, a costly loop around each step a positive.
_SHIFTS: Final = ((-2.0, 0.12), (0.0, 0.50), (2.0, 0.22), (5.0, 0.11), (10.0, 0.05))
# Terms of lower order beside the leading one: power, power of the logarithm, how likely. Nested loops have them, the
# start-up of the inner ones [1]_, and to have none is the exception there; a plain loop has them seldom. Of n^1.5 the
# inner loops are n of sqrt n steps, or sqrt n of n.
LOWER: Final[dict[str, tuple[Lower, ...]]] = {
    "n": ((0.5, 0.0, 0.005), (0.0, 1.0, 0.005)),
    "n log n": ((1.0, 0.0, 0.01), (0.5, 0.0, 0.01)),
    "n^1.5": ((1.0, 0.0, 0.4), (0.5, 0.0, 0.1), (1.0, 1.0, 0.02)),
    "n^2": ((1.0, 0.0, 0.7), (1.0, 1.0, 0.015), (1.5, 0.0, 0.015)),
    "n^2 log n": ((1.0, 0.0, 0.3), (2.0, 0.0, 0.015)),
    "n^3": ((2.0, 0.0, 0.5), (1.0, 0.0, 0.2), (2.0, 1.0, 0.02)),
}
# What is no law of its own, but must not be likelier than the law beside it where that is decided: work with a
# logarithm in so small a part that times can't decide, and what lies next beyond the steepest law. With the law that it
# counts as, and how common it is beforehand for each time that the law itself is.
RIVALS: Final = {
    "n": ("n with a faint n log n", "n log n", 0.45),
    "n^2": ("n^2 with a faint n^2 log n", "n^2 log n", 0.12),
    "n^3": ("n^3 log n", "n^k", 0.2),
}
FAINT_SHIFTS: Final = (20.0, 40.0, 80.0)
# Exponents that algorithms have and that are no law of their own: Karatsuba's, Toom's and Strassen's products, range
# queries in k-d trees, whole powers beyond the cube. Less than a square root is what caches and logarithms look like.
_FREE_BELOW_2: Final = (0.67, 0.75, 1.25, 1.33, 1.46, 1.585, 1.75)
FREE: Final = (*_FREE_BELOW_2, 2.25, 2.33, 2.5, 2.67, 2.81, 3.33, 3.67, 4.0, 4.5, 5.0, 5.5, 6.0, 7.0, 8.0)

NAMES: Final = (*LAWS, *OTHERS, *(rival for rival, _, _ in RIVALS.values()))


def heads(law: str) -> list[tuple[Head, float]]:
    """Return the leading terms that a law may have, and how likely each is."""
    shifts = _SHIFTS if law in ("n log n", "n^2 log n") else ((0.0, 1.0),)
    return [((*TERMS[law], shift), share) for shift, share in shifts]
