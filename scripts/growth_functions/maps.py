"""The Earth and the sky: heights, orbits, positions, a climate, stars."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from growth_functions.base import BATCH, Array, Work, compiled, grows

TILE = 16  # side of the part of a map that is looked at, small enough to stay in the cache
SEGMENT = 256  # numbers of a series that are transformed at once
GARBLED = 16  # one of so many messages has a wrong checksum


@grows("O(1)", "four points of the map for each of 100 places (SciPy, ni_interpolation.c)", first=1024, largest=2**24)
def scipy_map_heights(n: int, rng: np.random.Generator) -> Work:
    """Interpolate the heights of 100 random places near the centre of a map of n points."""
    from scipy.ndimage import map_coordinates

    side = math.isqrt(n)
    heights = rng.random((side, side))
    return lambda places: map_coordinates(heights, places, order=1), lambda: (
        side / 2 + TILE * (rng.random((2, BATCH)) - 0.5),
    )


@grows("O(log n)", "each halving of the circle yields one binary digit", largest=2**44)
def numba_kepler_bisection(n: int, rng: np.random.Generator) -> Work:
    """Solve Kepler's equation for 100 random orbits by bisection, up to 1 / n."""
    return lambda means, eccentricities: _kepler_bisection(means, eccentricities, 1.0 / n), lambda: (
        2.0 * math.pi * rng.random(BATCH),
        0.9 * rng.random(BATCH),
    )


@compiled
def _kepler_bisection(means: Array, eccentricities: Array, precision: float) -> Array:
    found = np.empty(means.size)
    for i in range(means.size):
        low, high = 0.0, 2.0 * math.pi
        while high - low > precision:
            middle = 0.5 * (low + high)
            if middle - eccentricities[i] * math.sin(middle) < means[i]:
                low = middle
            else:
                high = middle
        found[i] = 0.5 * (low + high)
    return found


@grows("O(n)", "each character of a sentence enters its checksum once (NMEA 0183)", largest=2**16)
def py_nmea_sentences(n: int, rng: np.random.Generator) -> Work:
    """Read the positions in n sentences of a satellite receiver, except where the checksum is wrong."""

    def fresh() -> tuple[str]:
        rows = rng.integers((180, 60, 10**4, 360, 60, 10**4, GARBLED), size=(n, 7)).tolist()
        return ("".join(_sentence(*row) for row in rows),)

    return _positions, fresh


def _sentence(row: int, minute: int, part: int, column: int, other_minute: int, other_part: int, luck: int) -> str:
    latitude = f"{row % 90:02}{minute:02}.{part:04},{'NS'[row // 90]}"
    longitude = f"{column % 180:03}{other_minute:02}.{other_part:04},{'EW'[column // 180]}"
    body = f"GPGLL,{latitude},{longitude}"
    return f"${body}*{_checksum(body) ^ (luck == 0):02X}\n"


def _checksum(body: str) -> int:
    checksum = 0
    for code in body.encode("ascii"):
        checksum ^= code
    return checksum


def _positions(text: str) -> list[tuple[float, float]]:
    positions = []
    for line in text.splitlines():
        body, _, checksum = line[1:].partition("*")
        if _checksum(body) == int(checksum, 16):
            _, latitude, north, longitude, east = body.split(",")
            positions.append((_degrees(latitude, 2, north == "S"), _degrees(longitude, 3, east == "W")))
    return positions


def _degrees(field: str, digits: int, negative: bool) -> float:
    angle = int(field[:digits]) + float(field[digits:]) / 60.0
    return -angle if negative else angle


@grows("O(n)", "Welch 1967: 2n / 256 transforms of 256 numbers", first=2**11, largest=2**21)
def scipy_welch_spectrum(n: int, rng: np.random.Generator) -> Work:
    """Estimate the spectrum of a series of n random temperatures by overlapping segments of 256."""
    from scipy.signal import welch

    return lambda series: welch(series, nperseg=SEGMENT)[1], lambda: (15.0 + rng.standard_normal(n),)


# The squares are a trie over pairs of binary digits of both coordinates.
@grows("O(n log n)", "on average log4 n + O(1) squares around each of n stars (Knuth, vol. 3, 6.3)", largest=2**17)
def py_quadtree(n: int, rng: np.random.Generator) -> Work:
    """Quarter a square of the sky until each of n random stars has its own square, and count the quarterings."""
    return _quarterings, lambda: (list(map(tuple, rng.random((n, 2)).tolist())),)


def _quarterings(stars: list[tuple[float, float]]) -> int:
    # A quarter is None, the place of its only star in it, or the list of its own quarters.
    root: list[Any] = [None] * 4
    count = 1
    for x, y in stars:
        square = root
        while True:
            quarter, x, y = _quarter(x, y)
            held = square[quarter]
            if held is None:
                square[quarter] = x, y
                break
            if isinstance(held, tuple):
                other, *place = _quarter(*held)
                held = [None] * 4
                held[other] = tuple(place)
                square[quarter] = held
                count += 1
            square = held
    return count


def _quarter(x: float, y: float) -> tuple[int, float, float]:
    """Return in which quarter a place of the unit square lies, and where in it."""
    right, up = x >= 0.5, y >= 0.5
    return 2 * up + right, 2.0 * x - right, 2.0 * y - up
