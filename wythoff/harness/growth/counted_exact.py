"""
Terms that whole numbers make, which no smooth curve follows: those of binary digits, and those of primes.

Counts are exact, so that a curve which is near to such a term leaves over what it is off by, and another law takes its
place that is none.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import expi

Floats = NDArray[np.float64]

_MOST_SIEVED: Final = 2**20  # beyond it the smooth parts of sums over primes are within 0.02 %
_MERTENS: Final = 0.2614972128476428  # what the sum of 1/p over primes p <= n exceeds log log n by in the end
_EULER: Final = 0.5772156649015329


def missing_ones(n: Floats) -> Floats:
    """
    Count by how much the ones of the binary numbers below n fall short of half of n log2 n: n times a periodic part.

    Loops over the ones of all numbers have it, and so has dividing into halves where a half costs as many steps as its
    smaller part has members, as merging does at best [1]_.

    References
    ----------
    .. [1] H. Delange, Sur la fonction sommatoire de la fonction "somme des chiffres", L'Enseignement Mathématique 21,
       1975, 31-47.
    """
    period = np.exp2(np.arange(1, 64))[:, None]  # of each binary place, in whose second half it is 1
    ones = (np.floor(n / period) * period / 2 + np.maximum(0.0, n % period - period / 2)).sum(0)
    return np.asarray(n * np.log2(n) / 2 - ones, float)


def primes_to(n: Floats) -> Floats:
    """Count the primes up to each size, shape (sizes,)."""
    primes = _primes(n)
    counted = np.searchsorted(primes, n, side="right").astype(float)
    log = np.log(np.maximum(n, 2.0))
    return np.asarray(np.where(n <= _MOST_SIEVED, counted, expi(log) - expi(log / 2) / 2), float)


def multiples_of_primes(n: Floats) -> Floats:
    """
    Count the multiples of all primes up to n, as a sieve strikes them that begins at each prime.

    Beyond 2^20 by what the sum over primes tends to [1]_.

    References
    ----------
    .. [1] G. H. Hardy and E. M. Wright, An Introduction to the Theory of Numbers, theorems 427 and 430.
    """
    primes = _primes(n)
    log = np.log(np.maximum(n, 3.0))
    smooth = n * (np.log(log) + _MERTENS) - (1 - _EULER) * n / log
    return np.array([_multiples(primes, size, size) if size <= _MOST_SIEVED else smooth[i] for i, size in _each(n)])


def multiples_of_prime_powers(n: Floats) -> Floats:
    """
    Count the multiples of all primes up to n and of their powers: all prime factors, repeated ones as often.

    Beyond 2^20 those of the primes themselves by what `multiples_of_primes` tends to.
    """
    powers = [multiples_of_primes(n)]
    primes = _primes(np.sqrt(n))
    for power in range(2, int(np.log2(n.max())) + 1):
        raised = primes[primes <= n.max() ** (1 / power) + 1].astype(float) ** power
        powers.append(np.array([(size // raised).sum() for _, size in _each(n)]))
    return np.asarray(sum(powers), float)


def multiples_of_primes_to_root(n: Floats) -> Floats:
    """Count the multiples up to n of the primes up to its root."""
    primes = _primes(np.sqrt(n))
    return np.array([_multiples(primes, size, size**0.5) for _, size in _each(n)])


def multiples_from_squares(n: Floats) -> Floats:
    """Count the multiples up to n of primes, from the square of each on, as the sieve of Eratosthenes strikes them."""
    primes = _primes(np.sqrt(n))
    before = np.concatenate([[0.0], np.cumsum(primes - 1.0)])
    return np.asarray(multiples_of_primes_to_root(n) - before[np.searchsorted(primes, np.sqrt(n), side="right")], float)


EXACT: Final[dict[str, Callable[[Floats], Floats]]] = {
    "n ones": missing_ones,
    "primes": primes_to,
    "whole root": lambda n: np.floor(np.sqrt(n)),
    "primes to root": lambda n: primes_to(np.sqrt(n)),
    "prime multiples": multiples_of_primes,
    "prime power multiples": multiples_of_prime_powers,
    "prime multiples to root": multiples_of_primes_to_root,
    "prime multiples from squares": multiples_from_squares,
}


def _each(n: Floats) -> list[tuple[int, float]]:
    return list(enumerate(n.tolist()))


def _multiples(primes: NDArray[np.int64], n: float, last: float) -> float:
    return float((int(n) // primes[: np.searchsorted(primes, last, side="right")]).sum())


def _primes(n: Floats) -> NDArray[np.int64]:
    """List the primes up to the largest size, or to where sieving ends."""
    return _sieved(min(int(n.max()), _MOST_SIEVED).bit_length())


@lru_cache(maxsize=4)
def _sieved(bits: int) -> NDArray[np.int64]:
    is_prime = np.ones(2**bits + 1, bool)
    is_prime[:2] = False
    for p in range(2, int(2 ** (bits / 2)) + 2):
        if p < len(is_prime) and is_prime[p]:
            is_prime[p * p :: p] = False
    return np.flatnonzero(is_prime)
