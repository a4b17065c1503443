"""Pictures: lines and circles, regions, seams, fractals, volumes seen from outside."""

from __future__ import annotations

import math

import numpy as np

from growth_functions.base import HALF_OCTAVES, Array, Work, compiled, grows, near, paged

LINES = 10
STEPS = 20  # of each point of a fractal


@grows("O(sqrt n)", "Bresenham 1965: a pixel a column; rows leave the caches", largest=2**26, subtle=True)
def numba_line_sums(n: int, rng: np.random.Generator) -> Work:
    """Sum the pixels on ten random lines from the left to the right border of a square image of n."""
    side = math.isqrt(n)
    image = rng.random((side, side), np.float32)
    return lambda ends: _line_sums(image, ends), lambda: (rng.integers(side, size=(LINES, 2)),)


@compiled
def _line_sums(image: Array, ends: Array) -> float:
    total, across = 0.0, image.shape[1] - 1
    for i in range(ends.shape[0]):
        row, rise = ends[i, 0], abs(ends[i, 1] - ends[i, 0])
        step = 1 if ends[i, 1] > row else -1
        error = across // 2
        for column in range(image.shape[1]):
            total += image[row, column]
            error -= rise
            if error < 0:
                row += step
                error += across
    return total


@grows("O(sqrt n)", "Bresenham 1977: one step for each of sqrt (n / 2) columns", first=256, largest=2**46)
def py_circle_pixels(n: int, rng: np.random.Generator) -> Work:
    """List the pixels of an eighth of a circle, its radius the square root of a random number near n."""
    return _circle_pixels, lambda: (near(n, rng),)


def _circle_pixels(number: int) -> list[tuple[int, int]]:
    x, y = 0, math.isqrt(number)
    error, pixels = 1 - y, []
    while x <= y:
        pixels.append((x, y))
        x += 1
        if error < 0:
            error += 2 * x + 1
        else:
            y -= 1
            error += 2 * (x - y) + 1
    return pixels


@grows("O(n)", "each pixel of a region is put on the stack once", largest=2**23)
def numba_flood_fill(n: int, rng: np.random.Generator) -> Work:
    """Count the regions of a random image of n pixels, half of them set, n a power of two, by filling each."""
    width = 1 << (n.bit_length() // 2)
    left, stack = paged((n // width, width), np.uint8), paged(n, np.int64)
    return lambda image: _regions(image, left, stack), lambda: (
        rng.integers(2, size=(n // width, width), dtype=np.uint8),
    )


@compiled
def _regions(image: Array, left: Array, stack: Array) -> int:
    left[:] = image
    rows, columns = image.shape
    found = 0
    for start in range(rows * columns):
        if left[start // columns, start % columns]:
            found += 1
            left[start // columns, start % columns] = 0
            stack[0] = start
            height = 1
            while height:
                height -= 1
                place = stack[height]
                row, column = place // columns, place % columns
                if row > 0 and left[row - 1, column]:
                    left[row - 1, column] = 0
                    stack[height] = place - columns
                    height += 1
                if row < rows - 1 and left[row + 1, column]:
                    left[row + 1, column] = 0
                    stack[height] = place + columns
                    height += 1
                if column > 0 and left[row, column - 1]:
                    left[row, column - 1] = 0
                    stack[height] = place - 1
                    height += 1
                if column < columns - 1 and left[row, column + 1]:
                    left[row, column + 1] = 0
                    stack[height] = place + 1
                    height += 1
    return found


@grows("O(n^1.5)", "one vote of each of n points for each of sqrt n angles (Duda and Hart 1972)", largest=2**20)
def numba_hough_votes(n: int, rng: np.random.Generator) -> Work:
    """Count how many of n random points of a square image of n pixels lie on each line, sqrt n directions of them."""
    side = math.isqrt(n)
    votes = paged((side, 3 * side), np.int32)
    return lambda x, y: _hough_votes(x, y, votes), lambda: (rng.integers(side, size=n), rng.integers(side, size=n))


@compiled
def _hough_votes(x: Array, y: Array, votes: Array) -> Array:
    votes[:] = 0
    angles = votes.shape[0]
    for angle in range(angles):
        c, s = math.cos(math.pi * angle / angles), math.sin(math.pi * angle / angles)
        for i in range(x.size):
            votes[angle, int(c * x[i] + s * y[i] + angles)] += 1
    return votes


@grows("O(n^1.5)", "Avidan and Shamir 2007: n sums for each of sqrt n / 2 seams", largest=2**20)
def numba_seam_carving(n: int, rng: np.random.Generator) -> Work:
    """Take half of the columns out of a square image of n random energies, seam by seam of least energy."""
    side = math.isqrt(n)
    left, costs = paged((side, side)), paged((side, side))
    return lambda energies: _seam_carving(energies, left, costs), lambda: (rng.random((side, side)),)


@compiled
def _seam_carving(energies: Array, left: Array, costs: Array) -> Array:
    left[:] = energies
    rows, width = energies.shape
    for _ in range(width // 2):
        for k in range(width):
            costs[0, k] = left[0, k]
        for i in range(1, rows):
            for k in range(width):
                least = costs[i - 1, k]
                if k > 0:
                    least = min(least, costs[i - 1, k - 1])
                if k < width - 1:
                    least = min(least, costs[i - 1, k + 1])
                costs[i, k] = left[i, k] + least
        seam = np.argmin(costs[rows - 1, :width])
        for i in range(rows - 1, -1, -1):
            if i < rows - 1:
                below = seam
                for k in range(max(below - 1, 0), min(below + 2, width)):
                    if costs[i, k] < costs[i, seam]:
                        seam = k
            for k in range(seam, width - 1):
                left[i, k] = left[i, k + 1]
        width -= 1
    return left[:, :width]


@grows(
    "O(n^2)", "20 steps for each of n^2 points, whether they escape or not (Mandelbrot 1980)", first=8, largest=2**11
)
def np_mandelbrot(n: int, rng: np.random.Generator) -> Work:
    """Sum how many of 20 steps the points of an n by n square near Mandelbrot's set stay close, its place random."""
    return lambda left, low: _mandelbrot(left, low, n), lambda: (-1.5 + rng.random() / 4, -1 + rng.random() / 4)


def _mandelbrot(left: float, low: float, n: int) -> int:
    a, b = np.meshgrid(left + 2 / n * np.arange(n), low + 2 / n * np.arange(n))
    x, y, close = np.zeros_like(a), np.zeros_like(b), 0
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(STEPS):
            x, y = x * x - y * y + a, 2 * x * y + b
            close += int(np.count_nonzero(x * x + y * y <= 4))
    return close


@grows("O(n^2)", "each of n^2 pixels is copied once", first=8, largest=2**12)
def py_rotated_image(n: int, rng: np.random.Generator) -> Work:
    """Turn a random image of n by n pixels, a list of rows, by a right angle."""
    return lambda image: list(zip(*image[::-1], strict=True)), lambda: (rng.integers(256, size=(n, n)).tolist(),)


@grows("O(n^3)", "n steps for each of n^2 rays (Levoy 1988)", first=4, largest=256, ratio=HALF_OCTAVES)
def numba_volume_rendering(n: int, rng: np.random.Generator) -> Work:
    """See n by n by n random lights from the front, each dimmed by a haze as dense as it is bright before the next."""
    seen = paged((n, n))
    return lambda lights: _volume_rendering(lights, seen), lambda: (rng.random((n, n, n), np.float32),)


@compiled
def _volume_rendering(lights: Array, seen: Array) -> Array:
    depth = lights.shape[2]
    for i in range(lights.shape[0]):
        for k in range(lights.shape[1]):
            total, passing = 0.0, 1.0
            for step in range(depth):
                total += passing * lights[i, k, step]
                passing *= 1.0 - lights[i, k, step] / depth
            seen[i, k] = total
    return seen
