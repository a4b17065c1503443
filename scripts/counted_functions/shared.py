"""Textbook loops over numbers, which compile as they stand."""

from __future__ import annotations

from typing import Any

from counted_functions.base import falling, in_both, number, rising, room, square, values, values_and_room


@in_both("1", values)
def ends(a: Any) -> int:
    """Add the first and the last number."""
    return a[0] + a[len(a) - 1]


@in_both("1", values)
def hundred_samples(a: Any) -> int:
    """Add up a hundred numbers spread evenly."""
    total, n = 0, len(a)
    for k in range(100):
        total += a[k * n // 100]
    return total


@in_both("1", number)
def gauss_sum(n: int) -> int:
    """Add up 1..n by the formula."""
    return n * (n + 1) // 2


@in_both("1", values)
def median_of_three(a: Any) -> int:
    """Take the middle one of three."""
    x, y, z = a[0], a[len(a) // 2], a[len(a) - 1]
    return max(min(x, y), min(max(x, y), z))


@in_both("log n", rising)
def search_missing(a: Any) -> int:
    """Search a sorted row for a number above all of it: the worst case."""
    low, high, key = 0, len(a), len(a) + 1
    while low < high:
        middle = (low + high) // 2
        if a[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


@in_both("log n", number)
def power_by_squaring(n: int) -> int:
    """Raise 3 to the power 2^k - 1 >= n: a product at each bit."""
    exponent, base, result = 1, 3, 1
    while exponent <= n:
        exponent *= 2
    exponent -= 1
    while exponent > 0:
        if exponent % 2 == 1:
            result = result * base % 998_244_353
        base = base * base % 998_244_353
        exponent //= 2
    return result


@in_both("log n", number)
def digits(n: int) -> int:
    """Add up the binary digits."""
    total = 0
    while n > 0:
        total += n % 2
        n //= 2
    return total


@in_both("log n", rising)
def sift_to_leaf(a: Any) -> int:
    """Go from the root of a heap to its last leaf."""
    place, total = len(a) - 1, 0
    while place > 0:
        total += a[place]
        place = (place - 1) // 2
    return total


@in_both("log n", rising)
def gallop(a: Any) -> int:
    """Search the end of a sorted row by doubling steps."""
    step = 1
    while step < len(a) and a[step] < len(a):
        step *= 2
    return step


@in_both("(log n)^2", number)
def bits_by_bits(n: int) -> int:
    """Look at all pairs of binary places."""
    count, i = 0, 1
    while i <= n:
        k = 1
        while k <= n:
            count += 1
            k *= 2
        i *= 2
    return count


@in_both("(log n)^2", number)
def stages_of_a_sorting_network(n: int) -> int:
    """Count the stages of bitonic sorting."""
    stages, width = 0, 2
    while width <= n:
        part = width
        while part > 1:
            stages += 1
            part //= 2
        width *= 2
    return stages


@in_both("sqrt n", number)
def root_by_odd_numbers(n: int) -> int:
    """Find the whole square root by taking odd numbers away."""
    odd = 1
    while n >= odd:
        n -= odd
        odd += 2
    return odd // 2


@in_both("sqrt n", number)
def divisors_in_pairs(n: int) -> int:
    """Count the divisors up to the root."""
    count, d = 0, 1
    while d * d <= n:
        if n % d == 0:
            count += 1
        d += 1
    return count


@in_both("sqrt n", number)
def triangular(n: int) -> int:
    """Find the first triangular number that is not below n."""
    total, k = 0, 0
    while total < n:
        k += 1
        total += k
    return k


@in_both("n", values)
def total(a: Any) -> int:
    """Add up."""
    result = 0
    for value in a:
        result += value
    return result


@in_both("n", values)
def best_stretch(a: Any) -> int:
    """Find the greatest sum of neighbours (Kadane)."""
    best = here = 0
    for value in a:
        here = max(0, here + value - 500_000)
        best = max(best, here)
    return best


@in_both("n", values)
def majority(a: Any) -> int:
    """Vote (Boyer and Moore)."""
    leader = votes = 0
    for value in a:
        if votes == 0:
            leader = value
        votes += 1 if value == leader else -1
    return leader


@in_both("n", rising)
def pairs_with_sum(a: Any) -> int:
    """Count pairs of a sorted row with a given sum, from both ends."""
    low, high, count = 0, len(a) - 1, 0
    while low < high:
        both = a[low] + a[high]
        if both == len(a):
            count += 1
        if both < len(a):
            low += 1
        else:
            high -= 1
    return count


@in_both("n", values_and_room)
def borders(a: Any, border: Any) -> int:
    """Find the borders of all beginnings of a binary text (Knuth, Morris, Pratt)."""
    k = 0
    for i in range(1, len(a)):
        while k > 0 and a[i] % 2 != a[k] % 2:
            k = border[k - 1]
        if a[i] % 2 == a[k] % 2:
            k += 1
        border[i] = k
    return k


@in_both("n", number)
def counter_flips(n: int) -> int:
    """Count from 0 to n in binary: two flips a step on average."""
    flips = 0
    for i in range(1, n + 1):
        k = i
        while k % 2 == 0:
            flips += 1
            k //= 2
        flips += 1
    return flips


@in_both("n", values)
def heapify(a: Any) -> int:
    """Make a heap (Floyd)."""
    n = len(a)
    for start in range(n // 2 - 1, -1, -1):
        i = start
        while 2 * i + 1 < n:
            child = 2 * i + 1
            if child + 1 < n and a[child + 1] > a[child]:
                child += 1
            if a[child] <= a[i]:
                break
            a[i], a[child] = a[child], a[i]
            i = child
    return a[0]


@in_both("n", number)
def last_of_the_circle(n: int) -> int:
    """Solve Josephus's problem for steps of 3."""
    place = 0
    for size in range(2, n + 1):
        place = (place + 3) % size
    return place


@in_both("n", values_and_room)
def next_greater(a: Any, stack: Any) -> int:
    """Find the next greater number of each, with a stack."""
    height = found = 0
    for i in range(len(a)):
        while height > 0 and a[stack[height - 1]] < a[i]:
            height -= 1
            found += 1
        stack[height] = i
        height += 1
    return found


@in_both("n log log n", room)
def eratosthenes(marks: Any) -> int:
    """Sieve."""
    n, count = len(marks), 0
    for i in range(2, n):
        if marks[i] == 0:
            count += 1
            for k in range(2 * i, n, i):
                marks[k] = 1
    return count


@in_both("n log n", values_and_room)
def merge_sort(a: Any, spare: Any) -> int:
    """Sort random numbers by merging, bottom up."""
    n, width = len(a), 1
    while width < n:
        for low in range(0, n, 2 * width):
            middle, high = min(low + width, n), min(low + 2 * width, n)
            i, k = low, middle
            for place in range(low, high):
                if i < middle and (k >= high or a[i] <= a[k]):
                    spare[place] = a[i]
                    i += 1
                else:
                    spare[place] = a[k]
                    k += 1
        a, spare = spare, a
        width *= 2
    return a[0]


@in_both("n log n", values)
def heap_sort(a: Any) -> int:
    """Sort random numbers by a heap."""
    n = len(a)
    for start in range(n // 2 - 1, -n, -1):
        size = n
        i = start
        if start < 0:
            size = n + start
            a[0], a[size] = a[size], a[0]
            i = 0
        while 2 * i + 1 < size:
            child = 2 * i + 1
            if child + 1 < size and a[child + 1] > a[child]:
                child += 1
            if a[child] <= a[i]:
                break
            a[i], a[child] = a[child], a[i]
            i = child
    return a[0]


@in_both("n log n", values_and_room)
def quicksort(a: Any, stack: Any) -> int:
    """Sort random numbers by quicksort: the average case."""
    stack[0], stack[1], height = 0, len(a) - 1, 2
    while height > 0:
        height -= 2
        low, high = stack[height], stack[height + 1]
        while low < high:
            pivot, i, k = a[(low + high) // 2], low, high
            while i <= k:
                while a[i] < pivot:
                    i += 1
                while a[k] > pivot:
                    k -= 1
                if i <= k:
                    a[i], a[k] = a[k], a[i]
                    i += 1
                    k -= 1
            if k - low < high - i:
                stack[height], stack[height + 1], high = i, high, k
            else:
                stack[height], stack[height + 1], low = low, k, i
            height += 2
    return a[0]


@in_both("n log n", number)
def harmonic(n: int) -> int:
    """Count the divisors of all numbers up to n by their multiples."""
    count = 0
    for i in range(1, n + 1):
        for _ in range(i, n + 1, i):
            count += 1
    return count


@in_both("n log n", rising)
def search_each(a: Any) -> int:
    """Search a sorted row for each of its numbers."""
    found = 0
    for key in range(len(a)):
        low, high = 0, len(a)
        while low < high:
            middle = (low + high) // 2
            if a[middle] < key:
                low = middle + 1
            else:
                high = middle
        found += low
    return found


@in_both("n log n", room)
def fenwick(tree: Any) -> int:
    """Build a Fenwick tree by n updates."""
    n = len(tree)
    for i in range(1, n):
        k = i
        while k < n:
            tree[k] += 1
            k += k & -k
    return tree[1]


@in_both("n log n", values, powers=True)
def butterflies(a: Any) -> int:
    """Transform n numbers, n a power of two (Walsh and Hadamard)."""
    n, width = len(a), 1
    while width < n:
        for low in range(0, n, 2 * width):
            for k in range(low, low + width):
                a[k], a[k + width] = a[k] + a[k + width], a[k] - a[k + width]
        width *= 2
    return a[0]


@in_both("n (log n)^2", number)
def bit_pairs_of_all(n: int) -> int:
    """Look at all pairs of binary places of every number."""
    count = 0
    for i in range(1, n + 1):
        x = i
        while x > 0:
            y = i
            while y > 0:
                count += 1
                y //= 2
            x //= 2
    return count


@in_both("n (log n)^2", values, powers=True)
def bitonic_sort(a: Any) -> int:
    """Sort random numbers by Batcher's network, n a power of two."""
    n, width = len(a), 2
    while width <= n:
        part = width // 2
        while part > 0:
            for i in range(n):
                k = i ^ part
                if k > i and (a[i] > a[k]) == ((i & width) == 0):
                    a[i], a[k] = a[k], a[i]
            part //= 2
        width *= 2
    return a[0]


@in_both("n^(4/3)", number)
def cube_roots(n: int) -> int:
    """Count up to the cube root of n, n times."""
    count = 0
    for _ in range(n):
        k = 1
        while k * k * k <= n:
            count += 1
            k += 1
    return count


@in_both("n^1.5", number)
def roots_of_all(n: int) -> int:
    """Count up to the root of each number."""
    count = 0
    for i in range(n):
        k = 1
        while k * k <= i:
            count += 1
            k += 1
    return count


@in_both("n^1.5", values)
def root_blocks(a: Any) -> int:
    """Answer n sums over random stretches by blocks of sqrt(n)."""
    n, block, answer = len(a), 1, 0
    while block * block < n:
        block += 1
    for i in range(n):
        for k in range(block):
            answer += a[(i + k * block) % n]
    return answer


@in_both("n^(log2 3)", number, powers=True)
def karatsuba_steps(n: int) -> int:
    """Count the steps of Karatsuba's product of n digits."""
    if n <= 1:
        return 1
    half = n // 2
    steps = 0
    for _ in range(n):
        steps += 1
    return steps + karatsuba_steps(half) + karatsuba_steps(half) + karatsuba_steps(half)


@in_both("n^2", values)
def bubble_sort(a: Any) -> int:
    """Sort random numbers by neighbours."""
    for end in range(len(a) - 1, 0, -1):
        for i in range(end):
            if a[i] > a[i + 1]:
                a[i], a[i + 1] = a[i + 1], a[i]
    return a[0]


@in_both("n^2", falling)
def insertion_sort_worst(a: Any) -> int:
    """Sort falling numbers by insertion."""
    for i in range(1, len(a)):
        key, k = a[i], i
        while k > 0 and a[k - 1] > key:
            a[k] = a[k - 1]
            k -= 1
        a[k] = key
    return a[0]


@in_both("n^2", values)
def insertion_sort(a: Any) -> int:
    """Sort random numbers by insertion: the average case."""
    for i in range(1, len(a)):
        key, k = a[i], i
        while k > 0 and a[k - 1] > key:
            a[k] = a[k - 1]
            k -= 1
        a[k] = key
    return a[0]


@in_both("n", rising)
def insertion_sort_best(a: Any) -> int:
    """Sort sorted numbers by insertion."""
    for i in range(1, len(a)):
        key, k = a[i], i
        while k > 0 and a[k - 1] > key:
            a[k] = a[k - 1]
            k -= 1
        a[k] = key
    return a[0]


@in_both("n^2", values_and_room)
def longest_rise(a: Any, best: Any) -> int:
    """Find the longest rising subsequence by comparing all pairs."""
    for i in range(len(a)):
        best[i] = 1
        for k in range(i):
            if a[k] < a[i] and best[k] >= best[i]:
                best[i] = best[k] + 1
    return best[len(a) - 1]


@in_both("n^2", square)
def trace_of_product(a: Any) -> float:
    """Add up the diagonal of a matrix times itself."""
    result = 0.0
    for i in range(len(a)):
        for k in range(len(a)):
            result += a[i][k] * a[k][i]
    return result


@in_both("n^2 log n", rising)
def search_all_pairs(a: Any) -> int:
    """Search a sorted row for the sum of each pair."""
    n, found = len(a), 0
    for i in range(n):
        for k in range(n):
            low, high = 0, n
            while low < high:
                middle = (low + high) // 2
                if a[middle] < (i + k) % n:
                    low = middle + 1
                else:
                    high = middle
            found += low
    return found


@in_both("n^2 log n", number)
def halvings_of_all_pairs(n: int) -> int:
    """Halve n for each pair."""
    count = 0
    for i in range(n):
        for k in range(i):
            x = n
            while x > 0:
                count += k
                x //= 2
    return count


@in_both("n^3", square)
def all_distances(a: Any) -> float:
    """Find all shortest ways (Floyd and Warshall)."""
    n = len(a)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if a[i][k] + a[k][j] < a[i][j]:
                    a[i][j] = a[i][k] + a[k][j]
    return a[0][n - 1]


@in_both("n^3", rising)
def triples(a: Any) -> int:
    """Count the triples with a given sum."""
    n, count = len(a), 0
    for i in range(n):
        for j in range(i):
            for k in range(j):
                if a[i] + a[j] + a[k] == n:
                    count += 1
    return count


@in_both("2^n", number)
def hanoi(n: int) -> int:
    """Count the moves of the tower of Hanoi."""
    if n == 0:
        return 0
    return hanoi(n - 1) + 1 + hanoi(n - 1)


@in_both("2^n", number)
def subsets(n: int) -> int:
    """Walk over all subsets of n."""
    count = 0
    for subset in range(1 << n):
        if subset & 5 == 5:
            count += 1
    return count


@in_both("exponential", number)
def rabbits(n: int) -> int:
    """Count Fibonacci's rabbits by their definition."""
    if n < 2:
        return n
    return rabbits(n - 1) + rabbits(n - 2)
