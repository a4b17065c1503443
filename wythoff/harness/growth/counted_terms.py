"""The laws of exact counts: leading terms, and the sets of lower-order terms that come with each."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wythoff.harness.growth.counted_exact import EXACT

Floats = NDArray[np.float64]

KARATSUBA: Final = float(np.log2(3.0))
STRASSEN: Final = float(np.log2(7.0))

# Powers of n, of log n and of log log n. What is no law of `wythoff.harness.growth.laws` has been added for counts.
TERMS: Final[dict[str, tuple[float, float, float]]] = {
    "1": (0.0, 0.0, 0.0),
    "log n": (0.0, 1.0, 0.0),
    "(log n)^2": (0.0, 2.0, 0.0),
    "sqrt n": (0.5, 0.0, 0.0),
    "n": (1.0, 0.0, 0.0),
    "n log log n": (1.0, 0.0, 1.0),
    "n log n": (1.0, 1.0, 0.0),
    "n (log n)^2": (1.0, 2.0, 0.0),
    "n^(4/3)": (4 / 3, 0.0, 0.0),
    "n^1.5": (1.5, 0.0, 0.0),
    "n^(log2 3)": (KARATSUBA, 0.0, 0.0),
    "n^2": (2.0, 0.0, 0.0),
    "n^2 log n": (2.0, 1.0, 0.0),
    "n^2.807": (STRASSEN, 0.0, 0.0),
    "n^3": (3.0, 0.0, 0.0),
}
LAWS: Final = (*TERMS, "2^n")
# How common each is among functions that people count, beforehand.
PRIOR: Final = {
    "1": 1.0,
    "log n": 1.0,
    "(log n)^2": 0.2,
    "sqrt n": 0.6,
    "n": 1.3,
    "n log log n": 0.05,
    "n log n": 1.7,
    "n (log n)^2": 0.3,
    "n^(4/3)": 0.1,
    "n^1.5": 0.4,
    "n^(log2 3)": 0.2,
    "n^2": 1.2,
    "n^2 log n": 0.5,
    "n^2.807": 0.15,
    "n^3": 0.8,
    "2^n": 0.4,
    "n^k": 0.05,
    "exponential": 0.2,
}
# Periodic parts of whole logarithms: the digits after the point of log2 n, what is missing to the next whole number,
# and 2 to the power of minus the first, or of the second. A whole logarithm is log2 n less the first, or more the
# second; n items are halved down to single ones in n log2 n + a (n saw) + b (n bump) steps, and a tree above them has
# room for n lift, the next power of two. Those of decimal logarithms end in 10.
_PERIODIC: Final[dict[str, tuple[str, str]]] = {
    "saw": ("1", "saw"),
    "log n saw": ("log n", "saw"),
    "n saw": ("n", "saw"),
    "n bump": ("n", "bump"),
    "n log n saw": ("n log n", "saw"),
    "n^2 saw": ("n^2", "saw"),
    "rise": ("1", "rise"),
    "log n rise": ("log n", "rise"),
    "n rise": ("n", "rise"),
    "n lift": ("n", "lift"),
    "n log n rise": ("n log n", "rise"),
    "n^2 rise": ("n^2", "rise"),
    "saw10": ("1", "saw10"),
    "n saw10": ("n", "saw10"),
    "n bump10": ("n", "bump10"),
}
_DECIMAL: Final = frozenset(name for name, (_, shape) in _PERIODIC.items() if shape.endswith("10"))
_BINARY: Final = frozenset(_PERIODIC) - _DECIMAL | {"n ones"}
# What takes the place of a term where a logarithm is rounded up, not down.
_ROUNDED_UP: Final = {
    name: name.replace("saw", "rise").replace("bump", "lift") for name in _PERIODIC if name.endswith(("saw", "bump"))
}
WHOLE_LOGARITHMS: Final = frozenset(name for name, (_, shape) in _PERIODIC.items() if shape in ("saw", "rise"))
# Terms that occur beside leading ones only.
_BESIDE: Final[dict[str, tuple[float, float, float]]] = {
    "n / log n": (1.0, -1.0, 0.0),
    "sqrt n log n": (0.5, 1.0, 0.0),
    "n^(1/3)": (1 / 3, 0.0, 0.0),
    "n^(2/3)": (2 / 3, 0.0, 0.0),
    "log log n": (0.0, 0.0, 1.0),
    "1/n": (-1.0, 0.0, 0.0),
}
EXPONENTIAL: Final = frozenset({"2^n", "exponential"})
# Powers that algorithms have and that are no law of their own.
_FREE: Final = (0.25, 1 / 3, 2 / 3, 0.75, 1.25, 1.465, 1.667, 1.75, 2.25, 2.333, 2.5, 2.667, 3.5, 4.0, 4.5, 5.0, 6.0)
_BASES: Final = (2**0.5, 1.5, (1 + 5**0.5) / 2, 3.0, 4.0)
_LOWER: Final[dict[str, tuple[str, ...]]] = {
    "1": ("1/n",),
    "log n": ("saw", "saw10", "log log n", "1"),
    "(log n)^2": ("log n", "log n saw", "saw", "1"),
    "sqrt n": ("log n", "n^(1/3)", "1"),
    "n": ("primes", "sqrt n", "log n", "1"),
    "n log log n": ("n", "n / log n", "sqrt n", "1"),
    "n log n": ("n", "n saw", "n bump", "n saw10", "n bump10", "n ones", "sqrt n", "log n", "1"),
    "n (log n)^2": ("n log n", "n log n saw", "n", "n saw", "1"),
    "n^(4/3)": ("n", "n^(2/3)", "n^(1/3)", "1"),
    "n^1.5": ("n log n", "n", "sqrt n", "1"),
    "n^(log2 3)": ("n log n", "n", "log n", "1"),
    "n^2": ("n log n", "n^1.5", "n", "1"),
    "n^2 log n": ("n^2", "n^2 saw", "n log n", "n", "1"),
    "n^2.807": ("n^2 log n", "n^2", "n", "1"),
    "n^3": ("n^2 log n", "n^2", "n", "1"),
    "2^n": ("*1.5", "*1.618034", "*1.414214", "n^2", "n", "1"),
}
# All that dividing into halves adds where parts are whole: with each, more terms than others have.
_ALL_HALVES: Final = (("n log n", "n", "n saw", "n bump", "n ones"),)
# Leading terms that whole numbers make of a law, and what comes beside them.
_OTHER_LEADING: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "sqrt n": {"whole root": ("log n", "1")},
    "n log log n": {
        "prime multiples": ("n", "primes", "sqrt n", "1"),
        "prime power multiples": ("n", "primes", "sqrt n", "1"),
        "prime multiples to root": ("n", "primes to root", "whole root", "1"),
        "prime multiples from squares": ("n", "primes to root", "whole root", "1"),
    },
}
_FEWER: Final = 0.5  # how likely a set is for each term that it has more
# How likely one with primes among its terms is: few functions have them, and those that do match them exactly.
_OF_PRIMES: Final = 0.03
_MOST_LOWER: Final = 3
# What fills up: of so many things, in units of the largest size, how many have come up after n draws, and what is
# beside that. Groups, keys and kept answers do, and their share of the counts bends.
FILLING: Final = "distinct of "
_DISTINCT: Final = np.exp2(np.arange(-5, 5, 0.5))
_OF_DISTINCT: Final = 0.1
_BESIDE_DISTINCT: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "1": ((), ("1/n",)),
    "log n": ((), ("1",)),
    "n": ((), ("1",), ("log n", "1"), ("sqrt n",)),
    "n log n": (("n",), ("n", "1")),
}


def _with_lower(leading: str, lower: tuple[str, ...], most: int = _MOST_LOWER) -> list[tuple[str, ...]]:
    return [
        (leading, *chosen)
        for count in range(min(len(lower), most) + 1)
        for chosen in combinations(lower, count)
        if not (any(name in _DECIMAL for name in chosen) and any(name in _BINARY for name in chosen))
    ]


@lru_cache
def sets_of(law: str) -> tuple[tuple[str, ...], ...]:
    """List the sets of terms of a law, the leading one first in each."""
    if law == "n^k":
        return tuple((f"^{k:.4g}", *lower) for k in _FREE for lower in (("1",), (f"^{max(k - 1, k / 2):.4g}", "1")))
    found = _with_lower(law, _LOWER[law])
    others = _OTHER_LEADING.get(law, {}).items()
    found += [terms for leading, lower in others for terms in _with_lower(leading, lower, len(lower))]
    found += [terms for terms in _ALL_HALVES if terms[0] == law]
    halved = [terms for terms in found if any(name in _ROUNDED_UP for name in terms)]
    rounded_up = [tuple(_ROUNDED_UP.get(name, name) for name in terms) for terms in halved]
    return (*found, *rounded_up)


def likely(terms: tuple[str, ...]) -> float:
    """Return how likely a set of terms is beforehand, compared with the other sets of its law."""
    if any(name.startswith(FILLING) for name in terms):
        return _FEWER ** len(terms) * _OF_DISTINCT / len(_DISTINCT)
    return _FEWER ** len(terms) * (_OF_PRIMES if any("prime" in name for name in terms) else 1.0)


def filling_sets(law: str, largest: float) -> tuple[tuple[str, ...], ...]:
    """List sets of terms of which one fills up, given the largest size."""
    names = [f"{FILLING}{things * largest:.6g}" for things in _DISTINCT]
    return tuple((law, name, *beside) for beside in _BESIDE_DISTINCT.get(law, ()) for name in names)


def exponential_sets(rate: float) -> tuple[tuple[str, ...], ...]:
    """List sets of terms that grow by a factor a step, given how the count grows at its end."""
    bases = {round(base, 6) for base in (*_BASES, *(rate * np.linspace(0.9, 1.1, 21)).tolist())}
    usable = sorted(base for base in bases if base > 1.02 and abs(base - 2) > 1e-6)
    alone = [(f"*{base!r}", *lower) for base in usable for lower in ((), ("1",), ("n", "1"))]
    return (*alone, ("n 2^n", "2^n", "1"), ("n 2^n", "2^n", "n"), ("n 2^n", "2^n"))


def term(name: str, n: Floats) -> Floats:
    """
    Evaluate a term at sizes n above 0, shape (sizes,).

    Logarithms are to base 2 of n + 1, that small sizes have one; 2^n is infinite where it exceeds a double. A name
    ``"^k"`` is the power k, ``"*b"`` the exponential of base b, ``"distinct of m"`` how many different ones n random
    ones of m have.
    """
    if name == "2^n":
        return np.exp2(np.where(n < 1000, n, np.inf))
    if name == "n 2^n":
        return n * term("2^n", n)
    if name.startswith("^"):
        return np.asarray(n ** float(name[1:]), float)
    if name.startswith("*"):
        with np.errstate(over="ignore"):
            return np.asarray(float(name[1:]) ** n, float)
    if name.startswith(FILLING):
        things = float(name.removeprefix(FILLING))
        return np.asarray(-things * np.expm1(-n / things), float)
    if name in EXACT:
        return EXACT[name](n)
    if name in _PERIODIC:
        factor, shape = _PERIODIC[name]
        return np.asarray(term(factor, n) * _period(shape, n), float)
    power, log_power, log_log_power = TERMS.get(name) or _BESIDE[name]
    log = np.log2(n + 1)
    return np.asarray(n**power * log**log_power * np.log2(log + 1) ** log_log_power, float)


def _period(shape: str, n: Floats) -> Floats:
    if shape in ("rise", "lift"):
        rise = -np.log2(n) % 1.0
        return np.asarray(rise if shape == "rise" else np.exp2(rise), float)
    base = 10.0 if shape.endswith("10") else 2.0
    saw = np.asarray(np.log2(n) / np.log2(base) % 1.0, float)
    return saw if shape.startswith("saw") else np.asarray(base**-saw, float)
