"""Numerical linear algebra without a library: tridiagonal and Toeplitz matrices, rotations, orthogonal bases."""

from __future__ import annotations

import math
from operator import mul

import numpy as np

from growth_functions.base import HALF_OCTAVES, Array, Work, compiled, grows, paged


@grows("O(n)", "one division a row (Golub and Van Loan, 8.4)", largest=2**20)
def py_sturm_count(n: int, rng: np.random.Generator) -> Work:
    """Count the negative eigenvalues of a random symmetric tridiagonal matrix of n rows."""
    return _sturm_count, lambda: (rng.standard_normal(n).tolist(), rng.random(n).tolist())


def _sturm_count(diagonal: list[float], squares: list[float]) -> int:
    # squares[i] is that of the entry beside diagonal[i], in the row before; the first has no meaning.
    count, pivot = 0, math.inf
    for entry, square in zip(diagonal, squares, strict=True):
        pivot = entry - square / pivot
        if pivot < 0.0:
            count += 1
    return count


@grows("O(n^1.5)", "as many triples as sqrt n nodes have (Warshall 1962)", first=64, largest=2**22)
def numba_closure(n: int, rng: np.random.Generator) -> Work:
    """Find the transitive closure of a random graph given by a matrix of n entries, one edge a node on average."""
    side = math.isqrt(n)
    closure = paged((side, side), np.uint8)
    return lambda edges: _closure(edges, closure), lambda: ((rng.random((side, side)) * side < 1.0).astype(np.uint8),)


@compiled
def _closure(edges: Array, closure: Array) -> Array:
    closure[:] = edges
    for middle in range(edges.shape[0]):
        for i in range(edges.shape[0]):
            reached = closure[i, middle]
            for k in range(edges.shape[0]):
                closure[i, k] |= reached & closure[middle, k]
    return closure


@grows("O(n^2)", "n^2 multiplications (Golub and Van Loan, 11.2)", first=8, largest=2**12)
def py_jacobi_sweep(n: int, rng: np.random.Generator) -> Work:
    """Improve a guess of the solution of n equations, a random list of rows, by a step of Jacobi's method."""
    rows = (rng.random((n, n)) + n * np.eye(n)).tolist()
    return _jacobi_sweep, lambda: (rows, rng.random(n).tolist(), rng.random(n).tolist())


def _jacobi_sweep(rows: list[list[float]], right: list[float], guess: list[float]) -> list[float]:
    return [
        own + (wanted - sum(map(mul, row, guess))) / row[i]
        for i, (row, wanted, own) in enumerate(zip(rows, right, guess, strict=True))
    ]


@grows("O(n^2)", "4 n^2 operations (Levinson 1947; Golub and Van Loan, 4.7)", largest=2**15)
def numba_levinson(n: int, rng: np.random.Generator) -> Work:
    """Solve n random symmetric Toeplitz equations, the diagonal dominant."""
    forward, solution = paged(n), paged(n)

    def fresh() -> tuple[Array, Array]:
        row = rng.random(n) / n
        row[0] = 2.0
        return row, rng.random(n)

    return lambda row, right: _levinson(row, right, forward, solution), fresh


@compiled
def _levinson(row: Array, right: Array, forward: Array, solution: Array) -> Array:
    # `forward` is the first column of the inverse of the leading part, and backwards it is the last.
    forward[0], solution[0] = 1.0 / row[0], right[0] / row[0]
    for m in range(1, row.size):
        error = miss = 0.0
        for i in range(m):
            error += row[m - i] * forward[i]
            miss += row[m - i] * solution[i]
        scale = 1.0 / (1.0 - error * error)
        forward[m] = solution[m] = 0.0
        for i in range(m // 2 + 1):
            first, last = forward[i], forward[m - i]
            forward[i] = scale * (first - error * last)
            forward[m - i] = scale * (last - error * first)
        for i in range(m + 1):
            solution[i] += (right[m] - miss) * forward[m - i]
    return solution


@grows("O(n^3)", "2n entries for each of n (n - 1) / 2 rotations", first=4, largest=1448, ratio=HALF_OCTAVES)
def numba_jacobi_rotations(n: int, rng: np.random.Generator) -> Work:
    """Annihilate each entry beside the diagonal of a random symmetric matrix once, by Jacobi's rotations."""
    rotated = paged((n, n))

    def fresh() -> tuple[Array]:
        matrix = rng.random((n, n))
        return (matrix + matrix.T,)

    return lambda matrix: _jacobi_rotations(matrix, rotated), fresh


@compiled
def _jacobi_rotations(matrix: Array, rotated: Array) -> Array:
    rotated[:] = matrix
    n = matrix.shape[0]
    for p in range(n):
        for q in range(p + 1, n):
            angle = 0.5 * math.atan2(2.0 * rotated[p, q], rotated[p, p] - rotated[q, q])
            c, s = math.cos(angle), math.sin(angle)
            for k in range(n):
                first, second = rotated[p, k], rotated[q, k]
                rotated[p, k], rotated[q, k] = c * first + s * second, c * second - s * first
            for k in range(n):
                first, second = rotated[k, p], rotated[k, q]
                rotated[k, p], rotated[k, q] = c * first + s * second, c * second - s * first
    return rotated


@grows("O(n^3)", "2 n^3 operations (Golub and Van Loan, 5.2)", first=4, largest=1448, ratio=HALF_OCTAVES)
def numba_gram_schmidt(n: int, rng: np.random.Generator) -> Work:
    """Make n random vectors of n numbers orthonormal by the modified method of Gram and Schmidt."""
    basis = paged((n, n))
    return lambda vectors: _gram_schmidt(vectors, basis), lambda: (rng.random((n, n)) - 0.5,)


@compiled
def _gram_schmidt(vectors: Array, basis: Array) -> Array:
    n = vectors.shape[0]
    basis[:] = vectors
    for i in range(n):
        squares = 0.0
        for column in range(n):
            squares += basis[i, column] * basis[i, column]
        scale = 1.0 / math.sqrt(squares)
        for column in range(n):
            basis[i, column] *= scale
        for k in range(i + 1, n):
            product = 0.0
            for column in range(n):
                product += basis[i, column] * basis[k, column]
            for column in range(n):
                basis[k, column] -= product * basis[i, column]
    return basis


@grows("O(n^3)", "seven passes over n^3 points", first=8, largest=256, ratio=HALF_OCTAVES)
def np_laplacian(n: int, rng: np.random.Generator) -> Work:
    """Apply the seven-point Laplacian to the inner ones of n by n by n random points."""
    return _laplacian, lambda: (rng.random((n, n, n), np.float32),)


def _laplacian(points: Array) -> Array:
    inner = slice(1, -1)
    total = -6 * points[inner, inner, inner]
    for shift in (slice(None, -2), slice(2, None)):
        total += points[shift, inner, inner]
        total += points[inner, shift, inner]
        total += points[inner, inner, shift]
    return total
