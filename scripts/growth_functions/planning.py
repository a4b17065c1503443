"""Days, jobs, ways to shops, and a text that is written out of order."""

from __future__ import annotations

from heapq import heappop, heappush

import numpy as np

from growth_functions.base import Array, Work, compiled, grows, paged


@grows("O(1)", "ten divisions (Meeus, Astronomical Algorithms, chapter 8)", largest=2**24)
def py_easter_date(n: int, rng: np.random.Generator) -> Work:
    """Find the month and the day of Easter in a random year from n to 2n."""
    return _easter_date, lambda: (int(rng.integers(n, 2 * n)),)


def _easter_date(year: int) -> tuple[int, int]:
    golden = year % 19
    century, rest = divmod(year, 100)
    leaps, odd = divmod(century, 4)
    moon = (century - (century + 8) // 25 + 1) // 3
    full = (19 * golden + century - leaps - moon + 15) % 30
    fours, left = divmod(rest, 4)
    sunday = (32 + 2 * odd + 2 * fours - full - left) % 7
    week = (golden + 11 * full + 22 * sunday) // 451
    month, day = divmod(full + sunday - 7 * week + 114, 31)
    return month, day + 1


# About 29 of 100 jobs are given up, and each such heappop goes down a heap of a number of jobs that grows like n.
@grows("O(n log n)", "timsort, and a heappop for each job that is given up (Moore 1968)", largest=2**19)
def py_late_jobs(n: int, rng: np.random.Generator) -> Work:
    """Find how few of n jobs of random length must be late, the deadlines being random."""
    return _late_jobs, lambda: (list(zip((rng.random(n) * n / 4).tolist(), rng.random(n).tolist(), strict=True)),)


def _late_jobs(jobs: list[tuple[float, float]]) -> int:
    planned: list[float] = []  # with the sign changed, so that the longest is at the root
    time, late = 0.0, 0
    for deadline, length in sorted(jobs):
        heappush(planned, -length)
        time += length
        if time > deadline:
            time += heappop(planned)
            late += 1
    return late


@grows("O(n log n)", "a quicksort of n jobs, then one pass (Johnson 1954)", largest=2**20)
def numba_two_machines(n: int, rng: np.random.Generator) -> Work:
    """Find how soon n jobs of random lengths can be ready that need one machine and then another."""
    return _two_machines, lambda: (rng.random(n), rng.random(n))


@compiled
def _two_machines(first: Array, second: Array) -> float:
    # Those shorter on the first machine come first, the shortest first of all; the others, the longest on the second.
    keys = np.empty(first.size)
    for job in range(first.size):
        keys[job] = first[job] if first[job] < second[job] else 2.0 - second[job]
    before = after = 0.0
    for job in np.argsort(keys):
        before += first[job]
        after = max(before, after) + second[job]
    return after


@grows("O(n log n)", "log2 n nodes of a Fenwick tree for each of n letters (Fenwick 1994)", largest=2**20)
def numba_edited_text(n: int, rng: np.random.Generator) -> Work:
    """Find the text that arises when n letters, n a power of two, are inserted one by one at random places."""
    tree, text = paged(n + 1, np.int32), paged(n, np.uint8)

    def fresh() -> tuple[Array, Array]:
        places = (rng.random(n) * np.arange(1, n + 1)).astype(np.int64)
        return places, rng.integers(97, 123, size=n, dtype=np.uint8)

    return lambda places, letters: _edited_text(places, letters, tree, text), fresh


@compiled
def _edited_text(places: Array, letters: Array, tree: Array, text: Array) -> Array:
    # Backwards: no later letter moves the last one, and each leaves its place free for none of those before it.
    n = letters.size
    for node in range(n + 1):
        tree[node] = node & -node
    for i in range(n - 1, -1, -1):
        place, free, step = 0, places[i], n >> 1
        while step > 0:
            if tree[place + step] <= free:
                place += step
                free -= tree[place]
            else:
                tree[place + step] -= 1
            step >>= 1
        text[place] = letters[i]
    return text


@grows("O(n^2 log n)", "timsort: n sorts of n distances (NumPy reference, sort)", first=8, largest=2**11)
def np_nearest_shops(n: int, rng: np.random.Generator) -> Work:
    """Order n shops by their distance from each of n customers, all at random places of a square."""
    return _nearest_shops, lambda: (rng.random((2, n)), rng.random((2, n)))


def _nearest_shops(customers: Array, shops: Array) -> Array:
    squares = (customers[0, :, np.newaxis] - shops[0]) ** 2 + (customers[1, :, np.newaxis] - shops[1]) ** 2
    return np.argsort(squares, axis=1, kind="stable")
