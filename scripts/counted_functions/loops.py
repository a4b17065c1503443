"""Kernels over arrays: sweeps, sorts, searches, tables of answers, sieves, sets that join, recursions."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from counted_functions.base import falling, in_numba, number, rising, room, values, values_and_room


def shuffled_with_room(n: int, source: random.Random) -> tuple[list[int], list[int]]:
    """Return 0, 1, ..., n - 1 in a random order, and room for as many."""
    return source.sample(range(n), n), [0] * n


def two_texts(n: int, source: random.Random) -> tuple[list[int], list[int]]:
    """Return a text of n letters out of four, and a pattern of four."""
    return [source.randrange(4) for _ in range(n)], [source.randrange(4) for _ in range(4)]


def equal_letters(n: int, source: random.Random) -> tuple[list[int], list[int]]:
    """Return n equal letters, and half as many that end in another."""
    return [1] * n, [*[1] * (n // 2), 2]


def letters_and_room(n: int, source: random.Random) -> tuple[list[int], list[int]]:
    """Return n letters out of two, and room for as many numbers."""
    return [source.randrange(2) for _ in range(n)], [0] * n


def equal_values(n: int, source: random.Random) -> tuple[list[int]]:
    """Return one number n times."""
    return ([7] * n,)


def points(n: int, source: random.Random) -> tuple[list[float], list[float]]:
    """Return the coordinates of n random points."""
    return [source.random() for _ in range(n)], [source.random() for _ in range(n)]


def pairs_to_join(n: int, source: random.Random) -> tuple[list[int], list[int], list[int]]:
    """Return n random pairs of n members, and the members, each its own head."""
    return [source.randrange(n) for _ in range(n)], [source.randrange(n) for _ in range(n)], list(range(n))


def chain_to_join(n: int, source: random.Random) -> tuple[list[int], list[int], list[int]]:
    """Return the pairs of neighbours in a row of n, and the members, each its own head."""
    return list(range(n - 1)), list(range(1, n)), list(range(n))


def matrix(n: int, source: random.Random) -> tuple[Any]:
    """Return a random matrix of n rows and columns."""
    return (np.array([[source.random() for _ in range(n)] for _ in range(n)]),)


@in_numba("1", values)
def probes_of_a_table(a: Any) -> int:
    """Look at eight places that a hash gives."""
    place, total = len(a), 0
    for _ in range(8):
        place = (place * 1_103_515_245 + 12_345) % 2_147_483_648
        total += a[place % len(a)]
    return total


@in_numba("1", number)
def day_of_the_week(n: int) -> int:
    """Compute by a formula."""
    return (n + n // 4 - n // 100 + n // 400 + 3) % 7


@in_numba("log n", rising)
def turned_row(a: Any) -> int:
    """Find the least of a rising row by halves."""
    low, high = 0, len(a) - 1
    while low < high:
        middle = (low + high) // 2
        if a[middle] > a[high]:
            low = middle + 1
        else:
            high = middle
    return low


@in_numba("log n", number)
def root_by_halves(n: int) -> int:
    """Find the whole square root by bisection."""
    low, high = 0, n + 1
    while high - low > 1:
        middle = (low + high) // 2
        if middle * middle <= n:
            low = middle
        else:
            high = middle
    return low


@in_numba("log n", number)
def survivor_of_pairs(n: int) -> int:
    """Solve Josephus's problem for steps of 2 by halving the circle."""
    place, size, sizes = 0, n, 0
    while size > 1:
        size //= 2
        sizes += 1
    for k in range(sizes):
        place = 2 * place + (n >> (sizes - k - 1) & 1)
    return place


@in_numba("(log n)^2", room)
def sum_over_two_directions(a: Any) -> int:
    """Add along the ways of a two-dimensional tree of partial sums."""
    n, total, i = len(a), 0, len(a)
    while i > 0:
        k = n
        while k > 0:
            total += a[(i + k) % n]
            k //= 2
        i //= 2
    return total


@in_numba("sqrt n", rising)
def jumps(a: Any) -> int:
    """Search for a number above all of a sorted row by steps of its root."""
    n = len(a)
    step = 1
    while step * step < n:
        step += 1
    place = 0
    while place < n and a[min(place + step, n) - 1] < n:
        place += step
    return place


@in_numba("sqrt n", number)
def sum_of_divisors(n: int) -> int:
    """Add up the divisors, in pairs."""
    total, d = 0, 1
    while d * d <= n:
        if n % d == 0:
            total += d + n // d
        d += 1
    return total


@in_numba("n", values)
def two_largest(a: Any) -> int:
    """Find the two largest of random numbers."""
    first = second = -1
    for value in a:
        if value > first:
            first, second = value, first
        elif value > second:
            second = value
    return first + second


@in_numba("n", values_and_room)
def water_between_walls(a: Any, highest: Any) -> int:
    """Fill the valleys of a row of heights."""
    most = 0
    for i in range(len(a)):
        most = max(most, a[i])
        highest[i] = most
    most = total = 0
    for i in range(len(a) - 1, -1, -1):
        most = max(most, a[i])
        total += min(most, highest[i]) - a[i]
    return total


@in_numba("n", letters_and_room)
def matches_from_each(a: Any, z: Any) -> int:
    """Find at each place how far the text matches its beginning (Gusfield's Z)."""
    left = right = 0
    for i in range(1, len(a)):
        k = min(right - i, z[i - left]) if i < right else 0
        while i + k < len(a) and a[k] == a[i + k]:
            k += 1
        z[i] = k
        if i + k > right:
            left, right = i, i + k
    return z[len(a) - 1]


@in_numba("n", letters_and_room)
def longest_palindrome(a: Any, radius: Any) -> int:
    """Find the palindromes about all letters (Manacher)."""
    centre = right = best = 0
    for i in range(len(a)):
        k = min(radius[2 * centre - i], right - i) if i < right else 0
        while i - k - 1 >= 0 and i + k + 1 < len(a) and a[i - k - 1] == a[i + k + 1]:
            k += 1
        radius[i] = k
        best = max(best, k)
        if i + k > right:
            centre, right = i, i + k
    return best


@in_numba("n", two_texts)
def rolling_hashes(a: Any, pattern: Any) -> int:
    """Search by a hash that rolls (Rabin and Karp)."""
    m, high, wanted, here, found = len(pattern), 1, 0, 0, 0
    for k in range(m):
        wanted = (wanted * 31 + pattern[k]) % 1_000_003
        here = (here * 31 + a[k]) % 1_000_003
        high = high * 31 % 1_000_003 if k else 1
    for i in range(m, len(a) + 1):
        if here == wanted:
            found += 1
        if i < len(a):
            here = ((here - a[i - m] * high) * 31 + a[i]) % 1_000_003
    return found


@in_numba("n^2", equal_letters)
def letter_by_letter_worst(a: Any, pattern: Any) -> int:
    """Search for half of a text of equal letters that ends in another."""
    found = 0
    for i in range(len(a) - len(pattern) + 1):
        k = 0
        while k < len(pattern) and a[i + k] == pattern[k]:
            k += 1
        found += k == len(pattern)
    return found


@in_numba("n", two_texts)
def letter_by_letter(a: Any, pattern: Any) -> int:
    """Search random letters for four."""
    return letter_by_letter_worst(a, pattern)


@in_numba("n", pairs_to_join)
def joined_by_size(a: Any, b: Any, head: Any) -> int:
    """Join random pairs, the smaller set below the larger, and shorten ways by half."""
    size = np.ones(len(head), np.int64)
    sets = len(head)
    for i in range(len(a)):
        x, y = a[i], b[i]
        while head[x] != x:
            head[x] = head[head[x]]
            x = head[x]
        while head[y] != y:
            head[y] = head[head[y]]
            y = head[y]
        if x != y:
            if size[x] > size[y]:
                x, y = y, x
            head[x] = y
            size[y] += size[x]
            sets -= 1
    return sets


@in_numba("n^2", chain_to_join)
def heads_renamed(a: Any, b: Any, head: Any) -> int:
    """Join a chain, naming all members' heads anew each time."""
    for i in range(len(a)):
        old, new = head[a[i]], head[b[i]]
        for k in range(len(head)):
            if head[k] == old:
                head[k] = new
    return head[0]


@in_numba("n", room)
def ways_to_pay(ways: Any) -> int:
    """Count the ways to pay with five coins."""
    ways[0] = 1
    for coin in (1, 5, 10, 25, 50):
        for amount in range(coin, len(ways)):
            ways[amount] = (ways[amount] + ways[amount - coin]) % 1_000_007
    return ways[-1]


@in_numba("n", number)
def free_of_squares(n: int) -> int:
    """Strike the multiples of all squares: n times the sum of 1/d^2."""
    struck = np.zeros(n + 1, np.uint8)
    d = 2
    while d * d <= n:
        for multiple in range(d * d, n + 1, d * d):
            struck[multiple] = 1
        d += 1
    return struck[n]


@in_numba("n", shuffled_with_room)
def cycles(a: Any, seen: Any) -> int:
    """Count the cycles of a random permutation."""
    count = 0
    for start in range(len(a)):
        if seen[start] == 0:
            count += 1
            place = start
            while seen[place] == 0:
                seen[place] = 1
                place = a[place]
    return count


@in_numba("n", equal_values)
def three_parts_of_equals(a: Any) -> int:
    """Sort equal numbers by quicksort in three parts, which one pass does."""
    starts, ends, height, steps = np.zeros(64, np.int64), np.zeros(64, np.int64), 1, 0
    ends[0] = len(a)
    while height > 0:
        height -= 1
        low, high = starts[height], ends[height]
        if high - low < 2:
            continue
        pivot, i, left, right = a[(low + high) // 2], low, low, high
        while i < right:
            steps += 1
            if a[i] < pivot:
                a[i], a[left] = a[left], a[i]
                i, left = i + 1, left + 1
            elif a[i] > pivot:
                right -= 1
                a[i], a[right] = a[right], a[i]
            else:
                i += 1
        small, large = (low, left), (right, high)
        if left - low > high - right:
            small, large = large, small
        starts[height], ends[height] = large
        starts[height + 1], ends[height + 1] = small
        height += 2
    return steps


@in_numba("n log n", values)
def three_parts(a: Any) -> int:
    """Sort random numbers by quicksort in three parts."""
    return three_parts_of_equals(a)


@in_numba("n log n", values_and_room)
def merged_from_below(a: Any, b: Any) -> int:
    """Sort random numbers by merging runs of 1, 2, 4, ..."""
    width, n = 1, len(a)
    while width < n:
        for low in range(0, n, 2 * width):
            middle, high = min(low + width, n), min(low + 2 * width, n)
            i, k = low, middle
            for place in range(low, high):
                if i < middle and (k >= high or a[i] <= a[k]):
                    b[place] = a[i]
                    i += 1
                else:
                    b[place] = a[k]
                    k += 1
        a[:] = b
        width *= 2
    return a[0]


@in_numba("n log n", values)
def sorted_and_swept(a: Any) -> int:
    """Sort random numbers, then do much more for each neighbour."""
    b = np.sort(a)
    total = 0
    for i in range(1, len(b)):
        x = b[i] - b[i - 1]
        for _ in range(40):
            x = (x * 48_271 + 11) % 2_147_483_647
        total ^= x
    return total


@in_numba("n log n", points)
def hull_of_points(x: Any, y: Any) -> int:
    """Find the lower hull of random points by their order from left to right."""
    order, height = np.argsort(x), 0
    stack = np.zeros(len(x), np.int64)
    for i in order:
        while height > 1:
            a, b = stack[height - 2], stack[height - 1]
            if (x[b] - x[a]) * (y[i] - y[a]) - (y[b] - y[a]) * (x[i] - x[a]) > 0:
                break
            height -= 1
        stack[height] = i
        height += 1
    return height


@in_numba("n log n", falling)
def rise_by_piles(a: Any) -> int:
    """Lay rising numbers on piles, which become as many: the worst case of patience sorting."""
    tops, count = np.zeros(len(a), np.int64), 0
    for i in range(len(a)):
        value = a[len(a) - 1 - i]
        low, high = 0, count
        while low < high:
            middle = (low + high) // 2
            if tops[middle] < value:
                low = middle + 1
            else:
                high = middle
        tops[low] = value
        count = max(count, low + 1)
    return count


@in_numba("n log n", values)
def table_of_minima(a: Any) -> int:
    """Write the minima of all stretches of 2, 4, 8, ... numbers."""
    n, width = len(a), 1
    while 2 * width <= n:
        for i in range(n - 2 * width + 1):
            a[i] = min(a[i], a[i + width])
        width *= 2
    return a[0]


@in_numba("n log n", number)
def euclid_with_each(n: int) -> int:
    """Add up the greatest common divisors with all smaller numbers."""
    total = 0
    for k in range(1, n + 1):
        a, b = n, k
        while b:
            a, b = b, a % b
        total += a
    return total


@in_numba("n log n", number)
def reversed_bits_of_all(n: int) -> int:
    """Reverse the binary digits of each number below n."""
    total = 0
    for k in range(n):
        left, turned = k, 0
        while left:
            turned = 2 * turned + (left & 1)
            left >>= 1
        total ^= turned
    return total


@in_numba("n log n", number)
def sums_of_all_divisors(n: int) -> int:
    """Add each number to all its multiples."""
    sums = np.zeros(n + 1, np.int64)
    for d in range(1, n + 1):
        for multiple in range(d, n + 1, d):
            sums[multiple] += d
    return sums[n]


@in_numba("n log log n", number)
def signs_of_moebius(n: int) -> int:
    """Change the sign at all multiples of each prime."""
    sign = np.ones(n + 1, np.int8)
    struck = np.zeros(n + 1, np.uint8)
    for p in range(2, n + 1):
        if struck[p] == 0:
            for multiple in range(p, n + 1, p):
                struck[multiple] = 1
                sign[multiple] = -sign[multiple]
    return sign[n]


@in_numba("n log log n", number)
def least_factors(n: int) -> int:
    """Note the least prime factor of each number, from the squares of primes on."""
    least = np.arange(n + 1)
    p = 2
    while p * p <= n:
        if least[p] == p:
            for multiple in range(p * p, n + 1, p):
                if least[multiple] == multiple:
                    least[multiple] = p
        p += 1
    return least[n]


@in_numba("n (log n)^2", room)
def shells_of_two_and_three(a: Any) -> int:
    """Compare over all distances 2^i 3^k below n, of which there are some (log n)^2."""
    n, i = len(a), 1
    while i < n:
        k = i
        while k < n:
            for place in range(n - k):
                a[place] |= a[place + k]
            k *= 3
        i *= 2
    return a[0]


@in_numba("n (log n)^2", values, powers=True)
def odd_even_merges(a: Any) -> int:
    """Sort by Batcher's network of odd and even places."""
    n, p = len(a), 1
    while p < n:
        k = p
        while k >= 1:
            for j in range(k % p, n - k, 2 * k):
                for i in range(min(k, n - j - k)):
                    if (i + j) // (2 * p) == (i + j + k) // (2 * p) and a[i + j] > a[i + j + k]:
                        a[i + j], a[i + j + k] = a[i + j + k], a[i + j]
            k //= 2
        p *= 2
    return a[0]


@in_numba("n^(4/3)", number)
def cubes_up_to_each(n: int) -> int:
    """Add the cubes up to k, for each k."""
    total = 0
    for k in range(n):
        j = 1
        while j * j * j <= k:
            total += j
            j += 1
    return total


@in_numba("n^1.5", number)
def squares_in_sums(n: int) -> int:
    """Look at the difference of each number to all squares up to it."""
    count = 0
    for k in range(1, n + 1):
        j = 1
        while j * j <= k:
            count += (k - j * j) % 7 == 0
            j += 1
    return count


@in_numba("n^1.5", values)
def updates_in_blocks(a: Any) -> int:
    """Add to the stretch up to each place, whole blocks at once."""
    n, width = len(a), 1
    while width * width < n:
        width += 1
    lazy, total = np.zeros(n // width + 1, np.int64), 0
    for end in range(n):
        for block in range(end // width):
            lazy[block] += 1
        for place in range(end // width * width, end):
            a[place] += 1
        total += lazy[0]
    return total


@in_numba("n^(log2 3)", number, powers=True)
def three_of_halves(n: int) -> int:
    """Solve three halves and add as many numbers as there are."""
    if n <= 1:
        return 1
    total = 0
    for k in range(n):
        total += k & 3
    for _ in range(3):
        total ^= three_of_halves(n // 2)
    return total


@in_numba("n^2.807", number, powers=True)
def seven_of_halves(n: int) -> int:
    """Solve seven halves and add nine squares."""
    if n <= 1:
        return 1
    total = 0
    for i in range(n):
        for k in range(n):
            total += i ^ k
    for _ in range(7):
        total ^= seven_of_halves(n // 2)
    return total


@in_numba("n^2", falling)
def shaken(a: Any) -> int:
    """Sort falling numbers by exchanges to and fro."""
    low, high = 0, len(a) - 1
    while low < high:
        for i in range(low, high):
            if a[i] > a[i + 1]:
                a[i], a[i + 1] = a[i + 1], a[i]
        high -= 1
        for i in range(high, low, -1):
            if a[i - 1] > a[i]:
                a[i - 1], a[i] = a[i], a[i - 1]
        low += 1
    return a[0]


@in_numba("n", rising)
def shaken_once(a: Any) -> int:
    """Sort what is in order by exchanges that stop where none was needed."""
    swapped = True
    while swapped:
        swapped = False
        for i in range(len(a) - 1):
            if a[i] > a[i + 1]:
                a[i], a[i + 1] = a[i + 1], a[i]
                swapped = True
    return a[0]


@in_numba("n^2", values_and_room)
def longest_in_both(a: Any, b: Any) -> int:
    """Find the longest common part of two rows by a row of lengths."""
    row = np.zeros(len(b) + 1, np.int64)
    for i in range(len(a)):
        before = 0
        for k in range(len(b)):
            above = row[k + 1]
            row[k + 1] = before + 1 if a[i] % 4 == k % 4 else max(above, row[k])
            before = above
    return row[-1]


@in_numba("n^2", matrix)
def solved_by_lower_triangle(a: Any) -> float:
    """Solve a system of equations whose matrix is triangular."""
    n = len(a)
    x = np.zeros(n)
    for i in range(n):
        rest = 1.0
        for k in range(i):
            rest -= a[i, k] * x[k]
        x[i] = rest / (1.0 + a[i, i])
    return x[n - 1]


@in_numba("n^2 log n", matrix)
def sums_by_doubled_steps(a: Any) -> float:
    """Add up rows over distances of 1, 2, 4, ..."""
    n, step = len(a), 1
    while step < n:
        for i in range(n):
            for k in range(n - 1, step - 1, -1):
                a[i, k] += a[i, k - step] * 0.5
        step *= 2
    return a[n - 1, n - 1]


@in_numba("n^2 log n", rising)
def sums_searched(a: Any) -> int:
    """Search a sorted row for the sum of each pair."""
    found, n = 0, len(a)
    for i in range(n):
        for k in range(i):
            low, high, key = 0, n, a[i] + a[k] + n
            while low < high:
                middle = (low + high) // 2
                if a[middle] < key:
                    low = middle + 1
                else:
                    high = middle
            found += low
    return found


@in_numba("n^3", matrix)
def reached(a: Any) -> float:
    """Find from where everything is reached (Warshall), no row of zeros left out."""
    n = len(a)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                a[i, j] = max(a[i, j], min(a[i, k], a[k, j]))
    return a[0, 0]


@in_numba("n^3", matrix)
def lower_and_upper(a: Any) -> float:
    """Factor a matrix into triangles."""
    n = len(a)
    for k in range(n):
        a[k, k] += n
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
            for j in range(k + 1, n):
                a[i, j] -= a[i, k] * a[k, j]
    return a[n - 1, n - 1]


@in_numba("2^n", number)
def sums_of_all_subsets(n: int) -> int:
    """Add up each subset by the one without its least member."""
    sums = np.zeros(1 << n, np.int64)
    for k in range(1, 1 << n):
        sums[k] = sums[k & (k - 1)] + (k & -k)
    return sums[-1]


@in_numba("exponential", number)
def three_before(n: int) -> int:
    """Compute the numbers that are the sum of the three before."""
    return 1 if n < 3 else three_before(n - 1) + three_before(n - 2) + three_before(n - 3)
