"""Orders, rows of buckets, trees in rows and small recursions, as they stand and compiled."""

from __future__ import annotations

import random
from typing import Any

from counted_functions.base import falling, in_both, number, rising, room, values
from counted_functions.orders import shuffled


def two_rising_rows(n: int, source: random.Random) -> tuple[list[int], list[int]]:
    """Return the even numbers from 0 and the odd ones from 1, n of each."""
    return list(range(0, 2 * n, 2)), list(range(1, 2 * n, 2))


def later_nodes(n: int, source: random.Random) -> tuple[list[int], list[int], list[int], list[int]]:
    """Return two random later nodes for each of n + 1, the last one being its own, and two rows of room."""
    one, other = ([source.randrange(k + 1, n + 1) for k in range(n)] + [n] for _ in range(2))
    return one, other, [0] * (n + 1), [0] * (n + 1)


def shuffled_with_room(n: int, source: random.Random) -> tuple[list[int], list[int], list[int]]:
    """Return 0..n-1 in random order, and two rows of room."""
    return (*shuffled(n, source), [0] * n, [0] * n)


def parents_and_room(n: int, source: random.Random) -> tuple[list[int], list[int]]:
    """Return a random smaller node for each of n, 0 for itself, and a row of room."""
    return [source.randrange(k) if k else 0 for k in range(n)], [0] * n


def values_and_tree(n: int, source: random.Random) -> tuple[list[int], list[int]]:
    """Return n random numbers, and room for twice as many."""
    return [source.randrange(1000) for _ in range(n)], [0] * (2 * n)


def stretch(n: int, source: random.Random) -> tuple[list[int], int, int]:
    """Return n random numbers, and their whole stretch."""
    return [source.randrange(10**6) for _ in range(n)], 0, n


def three_rows_of_room(n: int, source: random.Random) -> tuple[int, list[int], list[int], list[int]]:
    """Return the size, and three rows of room."""
    return n, [0] * n, [0] * n, [0] * n


def points(n: int, source: random.Random) -> tuple[list[float], list[float]]:
    """Return n different places in order, and random values there."""
    return [k + source.random() / 2 for k in range(n)], [source.random() for _ in range(n)]


@in_both("1", number)
def easter_sunday(n: int) -> int:
    """Compute in which month and on which day Easter is (Meeus)."""
    century, rest = n // 100, n % 100
    golden = n % 19
    moon = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    late = (golden + 11 * moon + 22 * weekday) // 451
    both = moon + weekday - 7 * late + 114
    return both // 31 * 100 + both % 31 + 1


@in_both("1", rising)
def quartiles_read(a: Any) -> int:
    """Read the three quartiles of a sorted row, each between two numbers."""
    total = 0
    for quarter in range(1, 4):
        place = quarter * (len(a) - 1)
        low, part = place // 4, place % 4
        high = min(low + 1, len(a) - 1)
        total += a[low] * (4 - part) + a[high] * part
    return total


@in_both("log n", number)
def balanced_ternary(n: int) -> int:
    """Add up the digits of n in base three, which are -1, 0 and 1."""
    total = 0
    while n > 0:
        digit = (n + 1) % 3 - 1
        total += digit
        n = (n - digit) // 3
    return total


@in_both("log n", number)
def chebyshev_by_doubling(n: int) -> int:
    """Evaluate Chebyshev's polynomial of degree n at 3, two neighbours doubled for each bit."""
    bit = 1
    while 2 * bit <= n:
        bit *= 2
    low, high = 1, 3
    while bit > 0:
        middle = (2 * low * high - 3) % 998_244_353
        if n & bit:
            low, high = middle, (2 * high * high - 1) % 998_244_353
        else:
            low, high = (2 * low * low - 1) % 998_244_353, middle
        bit //= 2
    return low


@in_both("log n", two_rising_rows)
def middle_of_two_rows(one: Any, other: Any) -> int:
    """Find the middle of two sorted rows of n numbers by how many it takes of the first."""
    n = len(one)
    low, high = 0, n
    while low < high:
        taken = (low + high) // 2
        if one[taken] < other[n - taken - 1]:
            low = taken + 1
        else:
            high = taken
    return low


@in_both("(log n)^2", number)
def digits_of_doublings(n: int) -> int:
    """Add up the decimal digits of all powers of two up to n."""
    total, power = 0, 1
    while power <= n:
        rest = power
        while rest > 0:
            total += rest % 10
            rest //= 10
        power *= 2
    return total


@in_both("sqrt n", rising)
def diagonals_of_a_square(a: Any) -> int:
    """Add up both diagonals of a square that a row holds line by line."""
    side = 0
    while (side + 1) * (side + 1) <= len(a):
        side += 1
    total = 0
    for k in range(side):
        total += a[k * side + k] + a[k * side + side - 1 - k]
    return total


@in_both("n", values)
def flag_of_three_colours(a: Any) -> int:
    """Put random numbers into three parts by their remainders (Dijkstra)."""
    low, place, high = 0, 0, len(a) - 1
    while place <= high:
        colour = a[place] % 3
        if colour == 0:
            a[low], a[place] = a[place], a[low]
            low += 1
            place += 1
        elif colour == 1:
            place += 1
        else:
            a[place], a[high] = a[high], a[place]
            high -= 1
    return high


@in_both("n", values)
def tour_of_a_circle(a: Any) -> int:
    """Find where to begin a tour so that what is found at each place lasts for the ways between them."""
    start = here = whole = 0
    for k in range(len(a)):
        change = a[k] - 499_000
        here += change
        whole += change
        if here < 0:
            start, here = k + 1, 0
    return start if whole >= 0 else -1


@in_both("n", values)
def up_and_down(a: Any) -> int:
    """Exchange neighbours so that numbers rise and fall in turns."""
    for k in range(1, len(a)):
        if (a[k] < a[k - 1]) == (k % 2 == 1):
            a[k], a[k - 1] = a[k - 1], a[k]
    return a[0]


@in_both("n", three_rows_of_room)
def queue_of_two_stacks(n: int, one: Any, other: Any, taken: Any) -> int:
    """Put n numbers into a queue of two stacks, two for each that is taken out, and take out the rest."""
    came = ready = out = 0
    for k in range(n):
        one[came] = k
        came += 1
        if k % 2 == 1:
            if ready == 0:
                while came > 0:
                    came -= 1
                    other[ready] = one[came]
                    ready += 1
            ready -= 1
            taken[out] = other[ready]
            out += 1
    while out < n:
        if ready == 0:
            while came > 0:
                came -= 1
                other[ready] = one[came]
                ready += 1
        ready -= 1
        taken[out] = other[ready]
        out += 1
    return taken[n - 1]


@in_both("n", later_nodes)
def topological_order(one: Any, other: Any, waiting: Any, order: Any) -> int:
    """Put nodes in order that have two edges to later ones each (Kahn)."""
    last = len(one) - 1
    for k in range(last):
        waiting[one[k]] += 1
        waiting[other[k]] += 1
    end = 0
    for k in range(len(one)):
        if waiting[k] == 0:
            order[end] = k
            end += 1
    begin = 0
    while begin < end:
        node = order[begin]
        begin += 1
        if node < last:
            for edge in range(2):
                following = one[node] if edge == 0 else other[node]
                waiting[following] -= 1
                if waiting[following] == 0:
                    order[end] = following
                    end += 1
    return order[end - 1]


@in_both("n", number, powers=True)
def marks_of_a_ruler(n: int) -> int:
    """Draw a ruler: a mark in its middle, as long as its part can be halved, and both halves; n a power of two."""
    if n < 2:
        return 0
    part, drawn = n, 0
    while part > 1:
        drawn += 1
        part //= 2
    return drawn + marks_of_a_ruler(n // 2) + marks_of_a_ruler(n // 2)


@in_both("n", three_rows_of_room)
def three_diagonals_solved(n: int, upper: Any, right: Any, found: Any) -> int:
    """Solve equations that join neighbours only, modulo a prime (Thomas)."""
    prime = 10_007
    upper[0], right[0] = 3, 1
    for k in range(1, n):
        factor = (upper[k - 1] * 7 + k) % prime
        upper[k] = (5 - factor * 2) % prime
        right[k] = (k - factor * right[k - 1]) % prime
    found[n - 1] = right[n - 1]
    for k in range(n - 2, -1, -1):
        found[k] = (right[k] - upper[k] * found[k + 1]) % prime
    return found[0]


@in_both("n log log n", number)
def sieve_in_segments(n: int) -> int:
    """Count primes up to n by a sieve of one short row after the other, as long as the root."""
    root = 1
    while (root + 1) * (root + 1) <= n:
        root += 1
    small = [True] * (root + 1)
    primes = [2]
    primes.pop()
    for p in range(2, root + 1):
        if small[p]:
            primes.append(p)
            for multiple in range(p * p, root + 1, p):
                small[multiple] = False
    count = len(primes)
    low = root + 1
    while low <= n:
        high = min(low + root, n + 1)
        row = [True] * (high - low)
        for p in primes:
            if p * p >= high:
                break
            for multiple in range(max(p * p, (low + p - 1) // p * p), high, p):
                row[multiple - low] = False
        for prime in row:
            if prime:
                count += 1
        low = high
    return count


@in_both("n log log n", number)
def divided_by_all_primes(n: int) -> int:
    """Divide each number by each of its primes as often as it goes, and count the divisions."""
    rest = list(range(n + 1))
    divisions = 0
    for p in range(2, n + 1):
        if rest[p] == p:
            for multiple in range(p, n + 1, p):
                while rest[multiple] % p == 0:
                    rest[multiple] //= p
                    divisions += 1
    return divisions


@in_both("n log n", parents_and_room)
def ancestors_by_doubling(parents: Any, above: Any) -> int:
    """Find the ancestors of all nodes of a tree that are 1, 2, 4, ... steps above, up to n."""
    total, step = 0, 1
    while step < len(parents):
        for k in range(len(parents)):
            above[k] = parents[parents[k]]
            total += above[k]
        for k in range(len(parents)):
            parents[k] = above[k]
        step *= 2
    return total


@in_both("n log n", values_and_tree, powers=True)
def beginnings_by_a_tree_of_sums(a: Any, tree: Any) -> int:
    """Add up each beginning of a row by a tree of sums of 2, 4, 8, ... neighbours, n a power of two."""
    n = len(a)
    for k in range(n):
        tree[n + k] = a[k]
    for k in range(n - 1, 0, -1):
        tree[k] = tree[2 * k] + tree[2 * k + 1]
    best = 0
    for end in range(n):
        low, high, total = n, n + end, 0
        while low < high:
            if low % 2 == 1:
                total += tree[low]
                low += 1
            if high % 2 == 1:
                high -= 1
                total += tree[high]
            low //= 2
            high //= 2
        best = max(best, total)
    return best


@in_both("n log n", room)
def circle_by_a_tree(tree: Any) -> int:
    """Write down the order in which every third leaves a circle, by a tree of partial sums (Josephus)."""
    n, size = len(tree) - 1, 1
    for k in range(1, n + 1):
        tree[k] = k & -k
    while 2 * size <= n:
        size *= 2
    left, rank, last = n, 0, 0
    while left > 0:
        rank = (rank + 2) % left
        place, rest, step = 0, rank, size
        while step > 0:
            if place + step <= n and tree[place + step] <= rest:
                place += step
                rest -= tree[place]
            step //= 2
        last = place + 1
        place = last
        while place <= n:
            tree[place] -= 1
            place += place & -place
        left -= 1
    return last


@in_both("n log n", stretch)
def even_before_odd(a: Any, low: int, high: int) -> int:
    """Put even numbers before odd ones, all in their order, by turning the parts of both halves; return their end."""
    if high - low < 2:
        return high if high > low and a[low] % 2 == 0 else low
    middle = (low + high) // 2
    left, right = even_before_odd(a, low, middle), even_before_odd(a, middle, high)
    for begin, end in ((left, middle), (middle, right), (left, right)):
        i, k = begin, end - 1
        while i < k:
            a[i], a[k] = a[k], a[i]
            i += 1
            k -= 1
    return left + right - middle


@in_both("n (log n)^2", number)
def products_of_three(n: int) -> int:
    """Count the ways to write numbers up to n as products of three."""
    count = 0
    for i in range(1, n + 1):
        for k in range(1, n // i + 1):
            for _ in range(n // (i * k)):
                count += 1
    return count


@in_both("n^(4/3)", values)
def lines_of_a_cube(a: Any) -> int:
    """Add to each cell of a cube, kept in a row, the greatest of its line."""
    side = 1
    while side * side * side < len(a):
        side += 1
    total = 0
    for cell in range(len(a)):
        begin, most = cell // side * side, 0
        for k in range(begin, begin + side):
            most = max(most, a[k])
        total += most
    return total


@in_both("n^1.5", shuffled_with_room)
def buckets_of_the_root(a: Any, spare: Any, filled: Any) -> int:
    """Sort 0..n-1 in random order by buckets of the root, each of them by insertion."""
    width = 1
    while (width + 1) * (width + 1) <= len(a):
        width += 1
    for bucket in range(len(a) // width + 1):
        if bucket < len(a):
            filled[bucket] = bucket * width
    for value in a:
        bucket = value // width
        spare[filled[bucket]] = value
        filled[bucket] += 1
    for i in range(1, len(a)):
        value, k = spare[i], i
        while k > 0 and spare[k - 1] > value:
            spare[k] = spare[k - 1]
            k -= 1
        spare[k] = value
    return spare[0]


@in_both("n^(log2 3)", number, powers=True)
def triangles_in_triangles(n: int) -> int:
    """Count the triangles of Sierpinski's figure, whose side is halved down to 1."""
    if n < 2:
        return 1
    return triangles_in_triangles(n // 2) + triangles_in_triangles(n // 2) + triangles_in_triangles(n // 2)


@in_both("n^2", three_rows_of_room)
def proposals_of_equals(n: int, asked: Any, partner: Any, free: Any) -> int:
    """Marry couples who all like each other in one order (Gale and Shapley): k proposals of the one of rank k."""
    for k in range(n):
        partner[k], free[k], asked[k] = n, k, 0
    height, proposals = n, 0
    while height > 0:
        one = free[height - 1]
        other = asked[one]
        asked[one] += 1
        proposals += 1
        if partner[other] == n:
            height -= 1
            partner[other] = one
        elif one < partner[other]:
            free[height - 1] = partner[other]
            partner[other] = one
    return proposals


@in_both("n^2", falling)
def cycles_of_falling(a: Any) -> int:
    """Sort falling numbers with the fewest writes: each goes to where it belongs, found by counting smaller ones."""
    writes = 0
    for start in range(len(a)):
        value, place = a[start], start
        for k in range(start + 1, len(a)):
            if a[k] < value:
                place += 1
        while place != start:
            a[place], value = value, a[place]
            writes += 1
            place = start
            for k in range(start + 1, len(a)):
                if a[k] < value:
                    place += 1
        a[start] = value
    return writes


@in_both("n^2", points)
def divided_differences(x: Any, y: Any) -> float:
    """Find the polynomial through n points in Newton's form."""
    for order in range(1, len(x)):
        for k in range(len(x) - 1, order - 1, -1):
            y[k] = (y[k] - y[k - 1]) / (x[k] - x[k - order])
    return y[-1]


@in_both("n^2", values)
def evaluated_everywhere(a: Any) -> int:
    """Evaluate a polynomial with n coefficients at n places (Horner)."""
    total = 0
    for x in range(len(a)):
        value = 0
        for coefficient in a:
            value = (value * x + coefficient) % 10_007
        total += value
    return total


@in_both("n^2 log n", number)
def lengths_of_all_products(n: int) -> int:
    """Add up the lengths of all products of two numbers up to n, in binary."""
    total = 0
    for i in range(1, n + 1):
        for k in range(1, n + 1):
            product = i * k
            while product > 0:
                total += 1
                product //= 2
    return total


@in_both("n^2 log n", room)
def a_tree_for_each(tree: Any) -> int:
    """Fill a tree of partial sums from its end, n times."""
    for turn in range(1, len(tree)):
        for k in range(len(tree) - 1, 0, -1):
            place = k
            while place < len(tree):
                tree[place] += turn
                place += place & -place
    return tree[1]


@in_both("n^3", number)
def product_of_triangles(n: int) -> int:
    """Multiply two made triangular matrices, zeros left out."""
    total = 0
    for i in range(n):
        for j in range(i, n):
            here = 0
            for k in range(i, j + 1):
                here += (i * k + 1) * (k - j)
            total ^= here
    return total


@in_both("n^3", number)
def neighbours_in_space(n: int) -> int:
    """Count the cells of a made cube that are greater than the three before them."""
    count = 0
    for x in range(1, n):
        for y in range(1, n):
            for z in range(1, n):
                here = (x * 31 + y * 17 + z * 7) % 29
                before = max((here - 31) % 29, (here - 17) % 29, (here - 7) % 29)
                if here > before:
                    count += 1
    return count


@in_both("2^n", number)
def sums_listed(n: int) -> int:
    """List the sums of all subsets of 1..n, each number added to what is listed."""
    sums = [0]
    for k in range(1, n + 1):
        for place in range(len(sums)):
            sums.append(sums[place] + k)
    return sums[-1]


@in_both("exponential", number)
def spiral_of_triangles(n: int) -> int:
    """Find the sides of a spiral of triangles (Padovan), each from those two and three before, by the definition."""
    if n < 3:
        return 1
    return spiral_of_triangles(n - 2) + spiral_of_triangles(n - 3)


@in_both("exponential", number, most=10)
def hanoi_between_neighbours(n: int) -> int:
    """Count the moves of a tower between the ends of three places, whose disks go to the next place only."""
    if n == 0:
        return 0
    to_the_end, back = hanoi_between_neighbours(n - 1), hanoi_between_neighbours(n - 1)
    return to_the_end + 1 + back + 1 + hanoi_between_neighbours(n - 1)
