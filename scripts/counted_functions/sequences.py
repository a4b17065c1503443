"""Sequences, automata, trees of numbers, codes and series, as they stand and compiled."""

from __future__ import annotations

import math
import random
from typing import Any

from counted_functions.base import in_both, number, rising, values
from counted_functions.orders import shuffled


def two_letters(n: int, source: random.Random) -> tuple[list[int], list[int]]:
    """Return n random letters out of two, as numbers, and room for as many."""
    return [source.randrange(2) for _ in range(n)], [0] * n


def one_letter(n: int, source: random.Random) -> tuple[list[int], list[int]]:
    """Return n times the same letter, as a number, and room for as many."""
    return [1] * n, [0] * n


def ring(n: int, source: random.Random) -> tuple[list[int]]:
    """Return the successors of n places in one random ring."""
    order = list(range(n))
    source.shuffle(order)
    following = [0] * n
    for one, other in zip(order, [*order[1:], order[0]], strict=True):
        following[one] = other
    return (following,)


def values_and_tree(n: int, source: random.Random) -> tuple[list[int], list[int]]:
    """Return n random numbers, and room for a tree above them."""
    return [source.randrange(10**6) for _ in range(n)], [0] * (4 * n)


def in_moving_order(n: int, source: random.Random) -> tuple[list[int], list[int], list[int]]:
    """Return n random numbers and n random stretches of them, these in Mo's order."""
    root = max(1, math.isqrt(n))
    stretches = [sorted((source.randrange(n), source.randrange(n))) for _ in range(n)]
    stretches.sort(key=lambda both: (both[0] // root, both[1]))
    return [source.randrange(100) for _ in range(n)], [low for low, _ in stretches], [high for _, high in stretches]


def peaked(n: int, source: random.Random) -> tuple[list[int]]:
    """Return numbers that rise up to a random place, and fall from there."""
    peak = source.randrange(n)
    return ([peak - abs(k - peak) for k in range(n)],)


@in_both("1", number)
def root_by_sixteen_bits(n: int) -> int:
    """Find a whole square root bit by bit, sixteen of them whatever n is."""
    root = 0
    for place in range(16):
        bit = 1 << (15 - place)
        if (root + bit) * (root + bit) <= n:
            root += bit
    return root


@in_both("1", values)
def check_digit(a: Any) -> int:
    """Compute the check digit of the first thirteen numbers."""
    total = 0
    for k in range(13):
        total += a[k] % 10 * (3 if k % 2 else 1)
    return 10 - total % 10


@in_both("log n", number)
def peasants_product(n: int) -> int:
    """Multiply n by itself by doubling and halving."""
    left, right, total = n, n, 0
    while left > 0:
        if left % 2 == 1:
            total = (total + right) % 1_000_003
        left //= 2
        right = right * 2 % 1_000_003
    return total


@in_both("log n", number)
def sum_of_fibonacci_numbers(n: int) -> int:
    """Write n as a sum of Fibonacci numbers (Zeckendorf)."""
    small, large = 1, 2
    while large <= n:
        small, large = large, small + large
    rest, parts = n, 0
    while small > 0 and rest > 0:
        if small <= rest:
            rest -= small
            parts += 1
        small, large = large - small, small
    return parts


@in_both("log n", peaked)
def highest_by_halves(a: Any) -> int:
    """Find the peak of numbers that rise and then fall."""
    low, high = 0, len(a) - 1
    while low < high:
        middle = (low + high) // 2
        if a[middle] < a[middle + 1]:
            low = middle + 1
        else:
            high = middle
    return a[low]


@in_both("(log n)^2", number)
def powers_from_one_each_time(n: int) -> int:
    """Add up the powers of two up to n, each multiplied anew."""
    total, exponent = 0, 0
    while True:
        power = 1
        for _ in range(exponent):
            power *= 2
        if power > n:
            return total
        total += power
        exponent += 1


@in_both("(log n)^2", number)
def corner_of_a_square_tree(n: int) -> int:
    """Count the cells of a two-dimensional tree of partial sums that hold its first corner."""
    cells, row = 0, 1
    while row <= n:
        column = 1
        while column <= n:
            cells += 1
            column += column & -column
        row += row & -row
    return cells


@in_both("sqrt n", number)
def circle_by_octants(n: int) -> int:
    """Draw an eighth of the circle whose radius is the root of n (Bresenham)."""
    x, y = int(math.sqrt(n)), 0
    error, drawn = 1 - x, 0
    while y <= x:
        drawn += x + y
        y += 1
        if error < 0:
            error += 2 * y + 1
        else:
            x -= 1
            error += 2 * (y - x) + 1
    return drawn


@in_both("sqrt n", rising)
def searched_by_jumps_of_the_root(a: Any) -> int:
    """Find the last number by steps of the root, and back one by one."""
    step = max(1, int(math.sqrt(len(a))))
    place = 0
    while place + step < len(a) and a[place + step] <= a[-1]:
        place += step
    end = min(len(a), place + step)
    while place < end and a[place] < a[-1]:
        place += 1
    return place


@in_both("n", two_letters)
def one_step_of_an_automaton(a: Any, found: Any) -> int:
    """Apply rule 30 to a row of cells."""
    total = 0
    for k in range(1, len(a) - 1):
        found[k] = a[k - 1] ^ (a[k] | a[k + 1])
        total += found[k]
    return total


@in_both("n", values)
def histogram(a: Any) -> int:
    """Count numbers by their last digits, and find the most common."""
    counts = [0] * 50
    for value in a:
        counts[value % 50] += 1
    most = 0
    for k in range(50):
        if counts[k] > counts[most]:
            most = k
    return most


@in_both("n", two_letters)
def beginnings_of_random_texts(a: Any, found: Any) -> int:
    """Apply the Z algorithm to random letters."""
    low = high = total = 0
    for k in range(1, len(a)):
        length = min(high - k, found[k - low]) if k < high else 0
        while k + length < len(a) and a[length] == a[k + length]:
            length += 1
        if k + length > high:
            low, high = k, k + length
        found[k] = length
        total += length
    return total


@in_both("n^2", one_letter)
def beginnings_one_by_one(a: Any, found: Any) -> int:
    """Compare the text from each place with its beginning, letter by letter, where all letters are the same."""
    total = 0
    for k in range(1, len(a)):
        length = 0
        while k + length < len(a) and a[length] == a[k + length]:
            length += 1
        found[k] = length
        total += length
    return total


@in_both("n", ring)
def ring_found(following: Any) -> int:
    """Find the length of a ring by a slow and a fast walker (Floyd)."""
    slow, fast, steps = following[0], following[following[0]], 1
    while slow != fast:
        slow, fast = following[slow], following[following[fast]]
        steps += 1
    return steps


@in_both("n", number)
def next_orders(n: int) -> int:
    """Go through n orders of twelve things, each the next one."""
    order = list(range(12))
    for _ in range(n):
        last = 10
        while last >= 0 and order[last] > order[last + 1]:
            last -= 1
        if last < 0:
            break
        other = 11
        while order[other] < order[last]:
            other -= 1
        order[last], order[other] = order[other], order[last]
        low, high = last + 1, 11
        while low < high:
            order[low], order[high] = order[high], order[low]
            low += 1
            high -= 1
    return order[0]


@in_both("n", values)
def rain_before(a: Any) -> int:
    """Count the numbers above the mean of the sixteen before them, that mean kept up to date."""
    total, above = 0, 0
    for k in range(len(a)):
        if k >= 16:
            above += int(16 * a[k] > total)
            total -= a[k - 16]
        total += a[k]
    return above


@in_both("n log log n", number)
def odd_numbers_struck(n: int) -> int:
    """Strike the odd multiples of odd primes from their squares on."""
    struck = [False] * (n // 2 + 1)
    p, primes = 3, 1
    while 2 * len(struck) > p:
        if not struck[p // 2]:
            primes += 1
            for multiple in range(p * p, n + 1, 2 * p):
                struck[multiple // 2] = True
        p += 2
    return primes


@in_both("n log log n", number)
def factors_with_repetition(n: int) -> int:
    """Count the prime factors of all numbers, repeated ones as often, by the multiples of all powers of primes."""
    factors = [0] * (n + 1)
    for p in range(2, n + 1):
        if factors[p] == 0:
            power = p
            while power <= n:
                for multiple in range(power, n + 1, power):
                    factors[multiple] += 1
                power *= p
    return factors[n]


@in_both("n log log n", lambda n, source: (sorted(source.randrange(10**9) for _ in range(n)),))
def places_by_proportion(a: Any) -> int:
    """Find each of n sorted random numbers by where it should be between two others (interpolation search)."""
    total = 0
    for value in a:
        low, high = 0, len(a) - 1
        while a[low] < value:
            place = low + (value - a[low]) * (high - low) // (a[high] - a[low])
            if a[place] < value:
                low = place + 1
            elif a[place] > value:
                high = place - 1
            else:
                low = place
            total += 1
    return total


@in_both("n log n", number)
def sundaram(n: int) -> int:
    """Find the odd primes up to 2n + 1 by striking i + k + 2ik (Sundaram)."""
    struck = [False] * (n + 1)
    for i in range(1, n + 1):
        for place in range(3 * i + 1, n + 1, 2 * i + 1):
            struck[place] = True
    return int(struck[n])


@in_both("n log n", values_and_tree)
def tournament(a: Any, tree: Any) -> int:
    """Sort by a tree of winners, in which each that leaves is played again."""
    size = 1
    while size < len(a):
        size *= 2
    for k in range(2 * size):
        tree[k] = 10**7
    for k in range(len(a)):
        tree[size + k] = a[k]
    for k in range(size - 1, 0, -1):
        tree[k] = min(tree[2 * k], tree[2 * k + 1])
    total = 0
    for _ in range(len(a)):
        winner, place = tree[1], 1
        total = (total * 31 + winner) % 1_000_003
        while place < size:
            place = 2 * place if tree[2 * place] == winner else 2 * place + 1
        tree[place] = 10**7
        place //= 2
        while place >= 1:
            tree[place] = min(tree[2 * place], tree[2 * place + 1])
            place //= 2
    return total


@in_both("n log n", shuffled)
def numbers_by_their_bits(a: Any) -> int:
    """Put 0..n-1 into a tree of bits, each of as many as the largest has."""
    bits = 0
    while 1 << bits < len(a):
        bits += 1
    left, right = [0], [0]
    for value in a:
        node = 0
        for place in range(bits - 1, -1, -1):
            if (value >> place) & 1:
                if right[node] == 0:
                    right[node] = len(left)
                    left.append(0)
                    right.append(0)
                node = right[node]
            else:
                if left[node] == 0:
                    left[node] = len(left)
                    left.append(0)
                    right.append(0)
                node = left[node]
    return len(left)


@in_both("n log n", rising)
def gaps_of_a_sorted_row(a: Any) -> int:
    """Sort by Shell's method with halved gaps what is sorted."""
    gap = len(a) // 2
    while gap > 0:
        for k in range(gap, len(a)):
            value, place = a[k], k
            while place >= gap and a[place - gap] > value:
                a[place] = a[place - gap]
                place -= gap
            a[place] = value
        gap //= 2
    return a[0]


@in_both("n log n", number)
def powers_of_all(n: int) -> int:
    """Raise each number to its own power, by squaring."""
    total = 0
    for k in range(1, n + 1):
        base, exponent, power = k, k, 1
        while exponent > 0:
            if exponent & 1:
                power = power * base % 10_007
            base = base * base % 10_007
            exponent >>= 1
        total += power
    return total


@in_both("n (log n)^2", lambda n, source: ([(source.randrange(n) + 1) * 2048 + 1 for _ in range(n)], n))
def updates_of_a_square_tree(a: Any, n: int) -> int:
    """Go up a two-dimensional tree of partial sums from the column 1 of random rows."""
    total = 0
    for value in a:
        row = value // 2048
        while row > 0:
            column = 1
            while column <= n:
                total += row ^ column
                column *= 2
            row &= row - 1
    return total


@in_both("n (log n)^2", number, powers=True)
def halves_of_halves_again(n: int) -> int:
    """Work for n log n on n things, and then on both halves of them."""
    if n < 2:
        return 1
    total, gap = 0, 1
    while gap < n:
        for k in range(n):
            total += k & gap
        gap *= 2
    return total + halves_of_halves_again(n // 2) + halves_of_halves_again(n - n // 2)


@in_both("n^(4/3)", values)
def updates_in_three_sizes(a: Any) -> int:
    """Find the sum before each place from sums of blocks of the cube root and its square."""
    small = max(1, round(len(a) ** (1 / 3)))
    large = small * small
    totals = [0] * (len(a) // large + 1)
    partly = [0] * (len(a) // small + 1)
    for k in range(len(a)):
        totals[k // large] += a[k]
        partly[k // small] += a[k]
    total = 0
    for end in range(len(a)):
        for k in range(end // large):
            total += totals[k]
        for k in range(end // large * small, end // small):
            total += partly[k]
        for k in range(end // small * small, end):
            total += a[k]
    return total


@in_both("n^1.5", in_moving_order)
def stretches_in_moving_order(a: Any, lows: Any, highs: Any) -> int:
    """Count the equal pairs in stretches, each from the one before it (Mo)."""
    counts = [0] * 100
    low, high, pairs, total = 0, -1, 0, 0
    for k in range(len(lows)):
        while high < highs[k]:
            high += 1
            pairs += counts[a[high]]
            counts[a[high]] += 1
        while low > lows[k]:
            low -= 1
            pairs += counts[a[low]]
            counts[a[low]] += 1
        while high > highs[k]:
            counts[a[high]] -= 1
            pairs -= counts[a[high]]
            high -= 1
        while low < lows[k]:
            counts[a[low]] -= 1
            pairs -= counts[a[low]]
            low += 1
        total += pairs
    return total


@in_both("n^1.5", number)
def rows_of_the_root(n: int) -> int:
    """Multiply two square matrices of n elements each, made as they are needed."""
    side = int(math.sqrt(n))
    total = 0
    for i in range(side):
        for k in range(side):
            here = 0
            for m in range(side):
                here += (i * m + 1) * (m - k)
            total ^= here
    return total


@in_both("n^(log2 3)", number, powers=True)
def odd_binomials(n: int) -> int:
    """Count the odd numbers in the first n rows of Pascal's triangle, one by one."""
    total = 0
    for row in range(n):
        subset = row
        while True:
            total += 1
            if subset == 0:
                break
            subset = (subset - 1) & row
    return total


@in_both("n^2", two_letters)
def automaton(a: Any, found: Any) -> int:
    """Apply rule 110 to a row of cells, as often as it has cells."""
    total = 0
    for _ in range(len(a)):
        for k in range(1, len(a) - 1):
            found[k] = (a[k] ^ a[k + 1]) | (a[k] & (1 - a[k - 1]) & a[k + 1])
        for k in range(1, len(a) - 1):
            a[k] = found[k]
        total += a[len(a) // 2]
    return total


@in_both("n^2", number)
def bell_triangle(n: int) -> int:
    """Count the ways to part n things into sets, by a triangle."""
    row = [1] * (n + 1)
    for length in range(1, n):
        before = row[0]
        row[0] = row[length - 1]
        for k in range(1, length + 1):
            before, row[k] = row[k], (row[k - 1] + before) % 1_000_003
    return row[0]


@in_both("n^2", shuffled)
def sorted_by_turning(a: Any) -> int:
    """Sort by turning round the front of a row (pancakes)."""
    turns = 0
    for size in range(len(a), 1, -1):
        most = 0
        for k in range(1, size):
            if a[k] > a[most]:
                most = k
        for end in (most, size - 1):
            low, high = 0, end
            while low < high:
                a[low], a[high] = a[high], a[low]
                low += 1
                high -= 1
            turns += 1
    return turns


@in_both("n^2", values)
def inverse_of_a_series(a: Any) -> int:
    """Find the first n terms of one over a power series."""
    inverse = [0] * len(a)
    inverse[0] = 1
    for k in range(1, len(a)):
        total = 0
        for m in range(1, k + 1):
            total += a[m] % 1009 * inverse[k - m]
        inverse[k] = -total % 1009
    return inverse[-1]


@in_both("n^2 log n", number)
def multiples_for_each(n: int) -> int:
    """Add up for each number the remainders of all multiples of all numbers."""
    total = 0
    for i in range(1, n + 1):
        for k in range(1, n + 1):
            for multiple in range(k, n + 1, k):
                total += multiple ^ i
    return total


@in_both("n^2 log n", number)
def powers_of_all_pairs(n: int) -> int:
    """Raise each number up to n to all powers up to n, by squaring."""
    total = 0
    for base in range(1, n + 1):
        for k in range(1, n + 1):
            square, exponent, power = base, k, 1
            while exponent > 0:
                if exponent & 1:
                    power = power * square % 10_007
                square = square * square % 10_007
                exponent >>= 1
            total += power
    return total


@in_both("n^3", number)
def corners_in_space(n: int) -> int:
    """Add up a cube of numbers along two of its directions, one layer kept."""
    layer = [0] * (n * n)
    total = 0
    for depth in range(n):
        for row in range(n):
            here = 0
            for column in range(n):
                here += (depth * row + column) % 7
                layer[row * n + column] += here
        total += layer[-1]
    return total


@in_both("n^3", number)
def root_of_a_matrix(n: int) -> float:
    """Find the lower triangle whose product with its mirror image is a made matrix (Cholesky)."""
    lower = [0.0] * (n * n)
    for i in range(n):
        for k in range(i + 1):
            rest = 2.0 * n if i == k else 1.0 / (1 + i - k)
            for m in range(k):
                rest -= lower[i * n + m] * lower[k * n + m]
            lower[i * n + k] = math.sqrt(rest) if i == k else rest / lower[k * n + k]
    return lower[-1]


@in_both("n^3", number)
def best_rectangle(n: int) -> int:
    """Find the rectangle of the largest sum in a square of made numbers, between all pairs of its rows."""
    best = 0
    for top in range(n):
        columns = [0] * n
        for bottom in range(top, n):
            here = 0
            for column in range(n):
                columns[column] += (bottom * 31 + column * 17) % 23 - 11
                here = max(here + columns[column], columns[column])
                best = max(best, here)
    return best


@in_both("2^n", number)
def sets_without_neighbours(n: int) -> int:
    """Count the subsets of a ring of n places that hold no two neighbours, all tried."""
    found = 0
    for chosen in range(1 << n):
        turned = (chosen >> 1) | ((chosen & 1) << (n - 1))
        if chosen & turned == 0:
            found += 1
    return found


@in_both("exponential", number, most=11)
def silver_steps(n: int) -> int:
    """Compute Pell's numbers by their definition, the double one asked for twice."""
    if n < 2:
        return n
    return silver_steps(n - 1) + silver_steps(n - 1) + silver_steps(n - 2)
