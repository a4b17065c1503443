"""Matrices by a library and by hand: correlations, singular values, rotations."""

from __future__ import annotations

import math

import numpy as np

from growth_functions.base import HALF_OCTAVES, Array, Work, compiled, grows, paged


# The product gains speed up to some hundred rows.
@grows("O(n^1.5)", "a product of matrices of n entries: n^1.5 multiplications", first=64, largest=2**22, subtle=True)
def np_correlation_matrix(n: int, rng: np.random.Generator) -> Work:
    """Find the correlations of sqrt n random series of sqrt n numbers each."""
    side = math.isqrt(n)
    return np.corrcoef, lambda: (rng.random((side, side)),)


@grows("O(n^2)", "6 operations for each entry above the diagonal (Golub and Van Loan, 5.2)", largest=2**12)
def numba_hessenberg_rotations(n: int, rng: np.random.Generator) -> Work:
    """Make a random Hessenberg matrix of n rows triangular by Givens' rotations."""
    triangle = paged((n, n))
    return lambda matrix: _hessenberg_rotations(matrix, triangle), lambda: (np.triu(rng.random((n, n)), -1),)


@compiled
def _hessenberg_rotations(matrix: Array, triangle: Array) -> Array:
    triangle[:] = matrix
    n = matrix.shape[0]
    for row in range(n - 1):
        length = math.hypot(triangle[row, row], triangle[row + 1, row])
        c, s = triangle[row, row] / length, triangle[row + 1, row] / length
        for k in range(row, n):
            first, second = triangle[row, k], triangle[row + 1, k]
            triangle[row, k], triangle[row + 1, k] = c * first + s * second, c * second - s * first
    return triangle


# Blocked products gain speed up to some hundred rows.
@grows("O(n^3)", "8/3 n^3 operations (Golub and Van Loan, 5.4)", first=4, largest=1448, ratio=HALF_OCTAVES, subtle=True)
def np_singular_values(n: int, rng: np.random.Generator) -> Work:
    """Find the singular values of a random matrix of n rows."""
    return lambda matrix: np.linalg.svd(matrix, compute_uv=False), lambda: (rng.random((n, n)) - 0.5,)
