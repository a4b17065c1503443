"""
Functions of known growth, to be timed: what an analysis of timings should find out about them is certain beforehand.

Each module registers functions: the first four by class, `mixed` and those by subject of all classes. A function's law
is proved by its algorithm; the registration names the source of the claim. `base` says what a function is made of.
"""

from growth_functions import (
    algebra,
    arithmetic,
    compression,
    containers,
    databases,
    formats,
    geometry,
    graphs,
    grids,
    integers,
    iteration,
    linear,
    linearithmic,
    mixed,
    optima,
    ordering,
    polynomial,
    sequences,
    signals,
    simulation,
    structures,
    sublinear,
    texts,
)
from growth_functions.base import CLASSES, FUNCTIONS, Function

__all__ = [
    "CLASSES",
    "FUNCTIONS",
    "Function",
    "algebra",
    "arithmetic",
    "compression",
    "containers",
    "databases",
    "formats",
    "geometry",
    "graphs",
    "grids",
    "integers",
    "iteration",
    "linear",
    "linearithmic",
    "mixed",
    "optima",
    "ordering",
    "polynomial",
    "sequences",
    "signals",
    "simulation",
    "structures",
    "sublinear",
    "texts",
]
