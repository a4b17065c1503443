"""
Functions of known growth, to be timed: what an analysis of timings should find out about them is certain beforehand.

Each module registers the functions of some classes, `mixed` of all. A function's law is proved by its algorithm; the
registration names the source of the claim. `base` says what a function is made of.
"""

from growth_functions import linear, linearithmic, mixed, polynomial, sublinear
from growth_functions.base import CLASSES, FUNCTIONS, Function

__all__ = ["CLASSES", "FUNCTIONS", "Function", "linear", "linearithmic", "mixed", "polynomial", "sublinear"]
