"""Matrices, images and volumes: rows against columns, neighbourhoods, sums of rectangles, an orthogonal factor."""

from __future__ import annotations

import math

import numpy as np

from growth_functions.base import BATCH, HALF_OCTAVES, Array, Work, compiled, grows, paged


@grows("O(1)", "Crow 1984: four corners a rectangle; the table outgrows the caches", largest=2**24, subtle=True)
def numba_summed_area(n: int, rng: np.random.Generator) -> Work:
    """Sum 100 random rectangles of an image of n points by its summed-area table."""
    side = math.isqrt(n)
    table = _summed_area_table(rng.random((side, side)))
    return lambda corners: _rectangle_sums(table, corners), lambda: (
        np.sort(rng.integers(side + 1, size=(BATCH, 2, 2)), axis=2),
    )


def _summed_area_table(image: Array) -> Array:
    return np.pad(image, ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1)


@compiled
def _rectangle_sums(table: Array, corners: Array) -> float:
    total = 0.0
    for i in range(corners.shape[0]):
        top, bottom, left, right = corners[i, 0, 0], corners[i, 0, 1], corners[i, 1, 0], corners[i, 1, 1]
        total += table[bottom, right] - table[top, right] - table[bottom, left] + table[top, left]
    return total


@grows("O(sqrt n)", "sqrt n numbers on a diagonal; the call around them takes longer", largest=2**24, subtle=True)
def np_trace(n: int, rng: np.random.Generator) -> Work:
    """Sum the main diagonal, or one of the three above it, of a square matrix of n random numbers."""
    side = math.isqrt(n)
    return rng.random((side, side)).trace, lambda: (int(rng.integers(4)),)


@grows("O(sqrt n)", "Bird 2006: a step leaves a row or a column; columns leave the caches", largest=2**24, subtle=True)
def numba_saddleback_search(n: int, rng: np.random.Generator) -> Work:
    """Look for ten random numbers in a square matrix of n whose rows and columns ascend."""
    side = math.isqrt(n)
    rows, columns = np.cumsum(rng.integers(1, 9, size=(2, side), dtype=np.int32), axis=1, dtype=np.int32)
    matrix = np.add.outer(rows, columns)
    return lambda wanted: _saddleback_search(matrix, wanted), lambda: (rng.integers(matrix[-1, -1], size=10),)


@compiled
def _saddleback_search(matrix: Array, wanted: Array) -> int:
    found = 0
    for number in wanted:
        row, column = 0, matrix.shape[1] - 1
        while row < matrix.shape[0] and column >= 0:
            if matrix[row, column] == number:
                found += 1
                break
            if matrix[row, column] < number:
                row += 1
            else:
                column -= 1
    return found


@grows("O(n)", "each number is read and written once; columns leave the caches", largest=2**23, subtle=True)
def np_transpose_copy(n: int, rng: np.random.Generator) -> Work:
    """Copy the transpose of a random matrix of n numbers, n a power of two, into memory that is there."""
    width = 1 << (n.bit_length() // 2)
    copy = paged((width, n // width))

    def transpose(matrix: Array) -> Array:
        np.copyto(copy, matrix.T)
        return copy

    return transpose, lambda: (rng.random((n // width, width)),)


@grows("O(n^1.5)", "sqrt n sweeps of n points, as many as a side has (Press et al., 20.5)", largest=2**18)
def numba_grid_sweeps(n: int, rng: np.random.Generator) -> Work:
    """Relax n random points of a square, its border at 0, by Gauss-Seidel sweeps."""
    side = math.isqrt(n)
    field = paged((side + 2, side + 2))
    return lambda start: _grid_sweeps(start, field), lambda: (rng.random((side, side)),)


@compiled
def _grid_sweeps(start: Array, field: Array) -> Array:
    side = start.shape[0]
    field[:] = 0.0
    field[1:-1, 1:-1] = start
    for _ in range(side):
        for i in range(1, side + 1):
            for k in range(1, side + 1):
                field[i, k] = 0.25 * (field[i - 1, k] + field[i + 1, k] + field[i, k - 1] + field[i, k + 1])
    return field


@grows("O(n^2)", "eight neighbours of n^2 cells (Gardner 1970)", largest=2**13)
def numba_life_step(n: int, rng: np.random.Generator) -> Work:
    """Advance a random board of n by n cells of Conway's game of life by one generation."""
    following = paged((n, n), np.uint8)
    return lambda board: _life_step(board, following), lambda: (rng.integers(2, size=(n, n), dtype=np.uint8),)


@compiled
def _life_step(board: Array, following: Array) -> Array:
    n = board.shape[0]
    for i in range(n):
        for k in range(n):
            alive = 0
            for row in range(max(i - 1, 0), min(i + 2, n)):
                for column in range(max(k - 1, 0), min(k + 2, n)):
                    alive += board[row, column]
            following[i, k] = alive == 3 or (alive == 4 and board[i, k] == 1)  # the cell itself is counted
    return following


@grows("O(n^2 log n)", "a binary search for each of n^2 points (NumPy, digitize)", first=8, largest=2**12)
def np_digitize_grid(n: int, rng: np.random.Generator) -> Work:
    """Find the bins of n by n random numbers among n random edges."""
    return np.digitize, lambda: (rng.random((n, n)), np.sort(rng.random(n)))


@grows("O(n^3)", "a pass of n for each of n (n + 1) / 2 pairs of rows", first=4, largest=1448, ratio=HALF_OCTAVES)
def numba_best_rectangle(n: int, rng: np.random.Generator) -> Work:
    """Find the largest sum of a rectangle of n by n random numbers of either sign."""
    sums = paged(n)
    return lambda matrix: _best_rectangle(matrix, sums), lambda: (rng.random((n, n)) - 0.5,)


@compiled
def _best_rectangle(matrix: Array, sums: Array) -> float:
    best = -np.inf
    for top in range(matrix.shape[0]):
        sums[:] = 0.0
        for bottom in range(top, matrix.shape[0]):
            ending = -np.inf  # the best sum of columns that ends here
            for k in range(sums.size):
                sums[k] += matrix[bottom, k]
                ending = max(ending, 0.0) + sums[k]
                best = max(best, ending)
    return best


@grows("O(n^3)", "one comparison a point of the volume", first=4, largest=256, ratio=HALF_OCTAVES)
def np_maximum_projection(n: int, rng: np.random.Generator) -> Work:
    """Project n by n by n random numbers along the last axis to their maxima."""
    return lambda volume: volume.max(axis=2), lambda: (rng.random((n, n, n), np.float32),)


@grows("O(n^3)", "4/3 n^3 multiplications (Golub and Van Loan, 5.2)", first=4, largest=1024, ratio=HALF_OCTAVES)
def numba_householder(n: int, rng: np.random.Generator) -> Work:
    """Find the triangular factor of a random matrix, given column by column, by Householder's reflections."""
    factor, mirror = paged((n, n)), paged(n)
    return lambda columns: _householder(columns, factor, mirror), lambda: (rng.random((n, n)) - 0.5,)


@compiled
def _householder(columns: Array, factor: Array, mirror: Array) -> Array:
    # Row i of both arrays is column i of the matrix, so that the inner loops read forwards.
    n = columns.shape[0]
    factor[:] = columns
    for step in range(n - 1):
        squares = 0.0
        for i in range(step, n):
            mirror[i] = factor[step, i]
            squares += mirror[i] * mirror[i]
        head = mirror[step]
        length = math.sqrt(squares)
        mirror[step] += length if head >= 0.0 else -length
        scale = 1.0 / (squares + abs(head) * length)
        for column in range(step, n):
            product = 0.0
            for i in range(step, n):
                product += mirror[i] * factor[column, i]
            for i in range(step, n):
                factor[column, i] -= scale * product * mirror[i]
    return factor
