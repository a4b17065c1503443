"""Signals and images: filters, transforms, borders."""

from __future__ import annotations

import cmath
import math

import numpy as np

from growth_functions.base import Array, Work, compiled, grows, paged


@grows("O(sqrt n)", "4 sqrt n points of a border; columns leave the caches", largest=2**24, subtle=True)
def np_border_sum(n: int, rng: np.random.Generator) -> Work:
    """Sum the border of a square image of n random points, or the ring of points just inside it."""
    side = math.isqrt(n)
    image = rng.random((side, side))
    return lambda ring: _border_sum(image[ring : side - ring, ring : side - ring]), lambda: (int(rng.integers(2)),)


def _border_sum(image: Array) -> float:
    rows, columns = image[:: len(image) - 1], image[1:-1, :: len(image) - 1]
    return float(rows.sum() + columns.sum())


@grows("O(n)", "five products an element (Oppenheim and Schafer, 6.3)", largest=2**24)
def numba_recursive_filter(n: int, rng: np.random.Generator) -> Work:
    """Filter n random numbers by a recursive filter of the second order, its feed-forward part random."""
    filtered = paged(n)
    return lambda values, forward: _recursive_filter(values, forward, filtered), lambda: (rng.random(n), rng.random(3))


@compiled
def _recursive_filter(values: Array, forward: Array, filtered: Array) -> Array:
    first = second = 0.0  # what the filter remembers
    for i in range(values.size):
        current = values[i] + 0.9 * first - 0.5 * second
        filtered[i] = forward[0] * current + forward[1] * first + forward[2] * second
        first, second = current, first
    return filtered


@grows("O(n)", "three passes over the numbers or their signs", largest=2**24)
def np_zero_crossings(n: int, rng: np.random.Generator) -> Work:
    """Count the changes of sign among n normally distributed numbers."""
    return lambda values: int(np.count_nonzero(np.diff(np.signbit(values)))), lambda: (rng.standard_normal(n),)


@grows("O(n log n)", "log2 n levels of n sums and differences (Shensa 1992)", largest=2**21)
def numba_stationary_wavelet(n: int, rng: np.random.Generator) -> Work:
    """Find the undecimated Haar transform of n random numbers, n a power of two, on all levels."""
    details, means = paged((n.bit_length() - 1, n), np.float32), paged((2, n), np.float32)
    return lambda values: _stationary_wavelet(values, details, means), lambda: (rng.random(n, np.float32),)


@compiled
def _stationary_wavelet(values: Array, details: Array, means: Array) -> Array:
    means[0] = values
    for level in range(details.shape[0]):
        source, target = means[level & 1], means[~level & 1]
        for i in range(values.size):
            first, second = source[i], source[(i + (1 << level)) & (values.size - 1)]
            target[i] = (first + second) / 2
            details[level, i] = (first - second) / 2
    return details


@grows("O(n log n)", "two complex FFTs of length n, a power of two (Marple 1999)", largest=2**22)
def np_envelope(n: int, rng: np.random.Generator) -> Work:
    """Find the envelope of n random numbers: the absolute value of their analytic signal."""
    return _envelope, lambda: (rng.standard_normal(n),)


def _envelope(values: Array) -> Array:
    spectrum = np.fft.fft(values)
    half = len(values) // 2
    spectrum[1:half] *= 2
    spectrum[half + 1 :] = 0
    return np.abs(np.fft.ifft(spectrum))


@grows("O(n log n)", "log2 n levels of n / 2 butterflies (Cooley and Tukey 1965)", largest=2**18)
def py_recursive_fft(n: int, rng: np.random.Generator) -> Work:
    """Fourier-transform a list of n random complex numbers, n a power of two, by halves."""
    return _recursive_fft, lambda: ((rng.random(n) + 1j * rng.random(n)).tolist(),)


def _recursive_fft(values: list[complex]) -> list[complex]:
    if len(values) == 1:
        return values
    even, odd = _recursive_fft(values[::2]), _recursive_fft(values[1::2])
    step = -2j * cmath.pi / len(values)
    turned = [cmath.exp(step * k) * value for k, value in enumerate(odd)]
    pairs = list(zip(even, turned, strict=True))
    return [a + b for a, b in pairs] + [a - b for a, b in pairs]


@grows("O(n^1.5)", "sqrt n products a point; n calls of short ones hide it", first=64, largest=2**21, subtle=True)
def np_convolve_rows(n: int, rng: np.random.Generator) -> Work:
    """Filter the rows of a random image of n points, n a power of two, by a random kernel of sqrt n."""
    width = 1 << (n.bit_length() // 2)

    def fresh() -> tuple[Array, Array]:
        return rng.random((n // width, width)), rng.random(math.isqrt(n))

    return lambda image, kernel: np.array([np.convolve(row, kernel) for row in image]), fresh


@grows("O(n^2)", "four neighbours for each of n^2 points (Floyd and Steinberg 1976)", largest=2**13)
def numba_error_diffusion(n: int, rng: np.random.Generator) -> Work:
    """Turn a random image of n by n grey points into black and white ones, the errors handed on."""
    grey, white = paged((n + 1, n + 2)), paged((n, n), np.uint8)
    return lambda image: _error_diffusion(image, grey, white), lambda: (rng.random((n, n)),)


@compiled
def _error_diffusion(image: Array, grey: Array, white: Array) -> Array:
    grey[-1] = 0.0
    grey[:-1, 1:-1] = image
    for i in range(image.shape[0]):
        for k in range(1, image.shape[1] + 1):
            white[i, k - 1] = grey[i, k] >= 0.5
            error = (grey[i, k] - white[i, k - 1]) / 16
            grey[i, k + 1] += 7 * error
            grey[i + 1, k - 1] += 3 * error
            grey[i + 1, k] += 5 * error
            grey[i + 1, k + 1] += error
    return white
