"""
Functions whose work is known, to judge the analysis of counts by.

Those of `shared` are taken as they stand and compiled; `compiled` and `pure` hold what is of one kind only.

The law is that of the number of steps, for the inputs that are given: the worst ones where the name says so, random
ones otherwise. `base` says what a function is made of.
"""

from counted_functions import compiled, pure, shared
from counted_functions.base import KERNELS, PURE, Known

__all__ = ["KERNELS", "PURE", "Known", "compiled", "pure", "shared"]
