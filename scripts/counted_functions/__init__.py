"""
Functions whose work is known, to judge the analysis of counts by.

Those of `shared` are taken as they stand and compiled; `compiled` and `pure` hold what is of one kind only. With these
three the method was made; the others, by subject, were written to judge it by before it had seen them.

Those of `plain_python` and `standard_library` were written later, in the ways of people who write Python; those of
`loops` and `programs` after the analysis had been taught by them to hear small parts; those of `sequences` and
`everyday` after it counted more random inputs where nothing was decided; those of `arrangements`, `arrays_at_once` and
`collections_used` after these.

The law is that of the number of steps, for the inputs that are given: the worst ones where the name says so, random
ones otherwise. `base` says what a function is made of.
"""

from counted_functions import (
    answers_kept,
    arrangements,
    arrays_at_once,
    bits,
    collections_used,
    compiled,
    divisions,
    everyday,
    graphs,
    loops,
    matrices,
    orders,
    plain_python,
    programs,
    pure,
    sequences,
    shared,
    standard_library,
    texts,
)
from counted_functions.base import KERNELS, PURE, Known

FIRST = (compiled, pure, shared)
SECOND = (answers_kept, bits, divisions, graphs, matrices, orders, texts)
THIRD = (plain_python, standard_library)
FOURTH = (loops, programs)
FIFTH = (everyday, sequences)
SIXTH = (arrangements, arrays_at_once, collections_used)

__all__ = ["FIFTH", "FIRST", "FOURTH", "KERNELS", "PURE", "SECOND", "SIXTH", "THIRD", "Known"]
