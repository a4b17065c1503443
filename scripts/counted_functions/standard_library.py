"""What people write with Python's own sorting, heaps, bisection, counters and iterators."""

from __future__ import annotations

import bisect
import heapq
import itertools
import operator
import random
from collections import Counter, OrderedDict, defaultdict, deque
from functools import cmp_to_key, reduce
from typing import Any

from counted_functions.base import falling, in_python, number, rising, square, values
from counted_functions.orders import shuffled


def words(n: int, source: random.Random) -> tuple[list[str]]:
    """Return n random words of three to nine letters."""
    return (["".join(source.choices("abcdefghij", k=source.randint(3, 9))) for _ in range(n)],)


def few_words(n: int, source: random.Random) -> tuple[list[str]]:
    """Return n words, of forty different ones."""
    kinds = words(40, source)[0]
    return ([source.choice(kinds) for _ in range(n)],)


def spans(n: int, source: random.Random) -> tuple[list[tuple[float, float]]]:
    """Return n random intervals."""
    starts = [source.random() for _ in range(n)]
    return ([(start, start + source.random() / n) for start in starts],)


def two_runs(n: int, source: random.Random) -> tuple[list[int]]:
    """Return two rising rows, one after the other, whose numbers alternate."""
    return ([*range(0, n, 2), *range(1, n, 2)],)


def rows_in_order(n: int, source: random.Random) -> tuple[list[list[int]]]:
    """Return eight sorted rows of n // 8 random numbers."""
    return ([sorted(source.randrange(10**6) for _ in range(n // 8)) for _ in range(8)],)


def many_rows_in_order(n: int, source: random.Random) -> tuple[list[list[int]]]:
    """Return n // 4 sorted rows of four random numbers."""
    return ([sorted(source.randrange(10**6) for _ in range(4)) for _ in range(n // 4)],)


def weighted_pairs(n: int, source: random.Random) -> tuple[dict[str, int]]:
    """Return n names with random numbers."""
    return ({f"name{k}": source.randrange(10**6) for k in range(n)},)


@in_python("n log n", values)
def middle_value(a: Any) -> Any:
    """Take the median of a sorted copy."""
    return sorted(a)[len(a) // 2]


@in_python("n", rising)
def sorted_before(a: Any) -> Any:
    """Sort what is in order, which one pass finds out."""
    return sorted(a)[0]


@in_python("n", falling)
def sorted_backwards(a: Any) -> Any:
    """Sort what falls: one run that is turned round."""
    a.sort()
    return a[0]


@in_python("n", two_runs)
def sorted_from_two_runs(a: Any) -> Any:
    """Sort two runs, which is one merge."""
    return sorted(a)


@in_python("n log n", words)
def sorted_words(a: Any) -> Any:
    """Sort words without regard to case, the longest first."""
    return sorted(a, key=lambda word: (-len(word), word.lower()))


@in_python("n log n", words)
def anagrams(a: Any) -> int:
    """Group words by their letters in order, and count the groups by size."""
    groups = defaultdict(list)
    for word in a:
        groups["".join(sorted(word))].append(word)
    return len(sorted(groups.values(), key=len, reverse=True)[0])


@in_python("n", few_words)
def common_words(a: Any) -> Any:
    """Count words of which there are forty kinds, and take the commonest."""
    return Counter(a).most_common(3)


@in_python("n log n", spans)
def merged_spans(a: Any) -> int:
    """Join intervals that overlap, in the order of their starts."""
    found: list[list[float]] = []
    for start, end in sorted(a):
        if found and start <= found[-1][1]:
            found[-1][1] = max(found[-1][1], end)
        else:
            found.append([start, end])
    return len(found)


@in_python("n log n", spans)
def most_disjoint_spans(a: Any) -> int:
    """Choose intervals by their ends."""
    last, count = -1.0, 0
    for start, end in sorted(a, key=operator.itemgetter(1)):
        if start > last:
            last, count = end, count + 1
    return count


@in_python("n log n", values)
def sorted_by_comparing(a: Any) -> Any:
    """Sort by a function that compares two."""
    return sorted(a, key=cmp_to_key(lambda x, y: (x > y) - (x < y)))


@in_python("n log n", weighted_pairs)
def ranked(prices: Any) -> Any:
    """Rank names by their numbers."""
    return {name: rank for rank, (name, _) in enumerate(sorted(prices.items(), key=lambda pair: pair[1]))}


@in_python("n log n", values)
def heap_of_all(a: Any) -> int:
    """Make a heap at once and take it apart."""
    heapq.heapify(a)
    total = 0
    while a:
        total ^= heapq.heappop(a)
    return total


@in_python("n", values)
def ten_largest(a: Any) -> Any:
    """Keep the ten largest of random numbers in a heap, which few of them enter."""
    kept = a[:10]
    heapq.heapify(kept)
    for value in a[10:]:
        if value > kept[0]:
            heapq.heapreplace(kept, value)
    return kept


@in_python("n log n", values)
def huffman(a: Any) -> int:
    """Join the two least weights until one is left."""
    heapq.heapify(a)
    cost = 0
    while len(a) > 1:
        joined = heapq.heappop(a) + heapq.heappop(a)
        cost += joined
        heapq.heappush(a, joined)
    return cost


@in_python("n", rows_in_order)
def eight_rows_merged(rows: Any) -> Any:
    """Merge eight sorted rows."""
    return list(heapq.merge(*rows))[-1]


@in_python("n log n", many_rows_in_order)
def short_rows_merged(rows: Any) -> Any:
    """Merge many short sorted rows, one heap over all of them."""
    heap = [(row[0], k, 0) for k, row in enumerate(rows)]
    heapq.heapify(heap)
    found = []
    while heap:
        value, k, place = heapq.heappop(heap)
        found.append(value)
        if place + 1 < len(rows[k]):
            heapq.heappush(heap, (rows[k][place + 1], k, place + 1))
    return found


@in_python("n^2", falling)
def kept_in_order(a: Any) -> Any:
    """Insert falling numbers into a sorted list, each at its front."""
    found: list[int] = []
    for value in a:
        bisect.insort(found, value)
    return found


@in_python("n log n", shuffled)
def smaller_to_the_right(a: Any) -> int:
    """Count pairs out of order by a tree of partial sums in a dictionary."""
    tree: Counter[int] = Counter()
    found = 0
    for value in reversed(a):
        place = value
        while place > 0:
            found += tree[place]
            place -= place & -place
        place = value + 1
        while place <= len(a):
            tree[place] += 1
            place += place & -place
    return found


@in_python("log n", rising)
def ten_searches(a: Any) -> int:
    """Search a sorted list for ten numbers."""
    return sum(bisect.bisect_left(a, k * len(a) // 10) for k in range(10))


@in_python("n", values)
def running_totals(a: Any) -> Any:
    """Add up as it goes, and take differences of neighbours."""
    totals = list(itertools.accumulate(a))
    return max(right - left for left, right in itertools.pairwise(totals))


@in_python("n^2", values)
def closest_values(a: Any) -> int:
    """Compare all pairs."""
    return min(abs(x - y) for x, y in itertools.combinations(a, 2))


@in_python("n^3", values)
def sums_to_nothing(a: Any) -> int:
    """Look at all triples."""
    return sum(x + y == z for x, y, z in itertools.combinations(a, 3))


@in_python("n^2 log n", values)
def triples_by_bisection(a: Any) -> int:
    """Look for the third of each pair in a sorted list."""
    a = sorted(a)
    found = 0
    for x, y in itertools.combinations(a, 2):
        place = bisect.bisect_left(a, x + y)
        found += place < len(a) and a[place] == x + y
    return found


@in_python("n^2 log n", square)
def every_row_sorted(a: Any) -> float:
    """Sort each row of a matrix."""
    return sum(sorted(row)[0] for row in a)


@in_python("n", values)
def recently_used(a: Any) -> int:
    """Keep the last hundred numbers in a dictionary with an order."""
    kept: OrderedDict[int, bool] = OrderedDict()
    hits = 0
    for value in a:
        hits += value in kept
        kept[value] = True
        if len(kept) > 100:
            del kept[next(iter(kept))]
    return hits


@in_python("n", values)
def largest_of_windows(a: Any) -> int:
    """Find the largest number of each stretch of nine by a queue."""
    queue: deque[int] = deque()
    total = 0
    for place, value in enumerate(a):
        while queue and a[queue[-1]] <= value:
            queue.pop()
        queue.append(place)
        if queue[0] <= place - 9:
            queue.popleft()
        total += a[queue[0]]
    return total


@in_python("1", values)
def turned_by_one(a: Any) -> int:
    """Look at the ends of a list and at its length."""
    first, *_ = a[:3]
    return first + a[-1] + len(a)


@in_python("n", number)
def folded(n: int) -> Any:
    """Fold a range by a function in Python."""
    return reduce(lambda total, k: (total * 31 + k) % 1009, range(n), 7)


@in_python("n log n", number)
def sorted_as_texts(n: int) -> Any:
    """Sort numbers, in a mixed order, by their decimal digits."""
    return sorted((k * 7919 % 10007 for k in range(n)), key=str)[0]


@in_python("2^n", number)
def chosen_sets(n: int) -> int:
    """Go through the subsets of each size."""
    return sum(sum(1 for _ in itertools.combinations(range(n), size)) for size in range(n + 1))
