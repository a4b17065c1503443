"""Small programs in Python: heaps, sweeps, searches in graphs and tries, answers that are kept, random choices."""

from __future__ import annotations

import bisect
import heapq
import itertools
import math
import random
from collections import Counter, defaultdict, deque
from functools import cache
from typing import Any

from counted_functions.base import falling, in_python, number, rising, values
from counted_functions.orders import shuffled


def random_tree(n: int, source: random.Random) -> tuple[list[list[int]]]:
    """Return the children of n nodes, each below a random earlier one."""
    children: list[list[int]] = [[] for _ in range(n)]
    for k in range(1, n):
        children[source.randrange(k)].append(k)
    return (children,)


def path_tree(n: int, source: random.Random) -> tuple[list[list[int]]]:
    """Return the children of n nodes in one row."""
    return ([[k + 1] if k + 1 < n else [] for k in range(n)],)


def weighted_graph(n: int, source: random.Random) -> tuple[list[list[tuple[int, int]]]]:
    """Return for each of n nodes four random neighbours, and lengths."""
    return ([[(source.randrange(n), source.randrange(1, 1000)) for _ in range(4)] for _ in range(n)],)


def grid(n: int, source: random.Random) -> tuple[list[list[int]]]:
    """Return a square of about n cells, a fifth of which are walls."""
    side = math.isqrt(n)
    return ([[int(source.random() < 0.2) for _ in range(side)] for _ in range(side)],)


def words_of_eight(n: int, source: random.Random) -> tuple[list[str]]:
    """Return n random words of eight letters."""
    return (["".join(source.choices("abcdefgh", k=8)) for _ in range(n)],)


def spans(n: int, source: random.Random) -> tuple[list[tuple[int, int]]]:
    """Return n random intervals of whole numbers."""
    starts = [source.randrange(10 * n) for _ in range(n)]
    return ([(start, start + source.randrange(1, 30)) for start in starts],)


def plane(n: int, source: random.Random) -> tuple[list[tuple[float, float]]]:
    """Return n random points."""
    return ([(source.random(), source.random()) for _ in range(n)],)


def text_of_two(n: int, source: random.Random) -> tuple[str]:
    """Return n letters out of two."""
    return ("".join(source.choices("ab", k=n)),)


@in_python("1", values)
def dozen_of_many(a: Any) -> Any:
    """Look at twelve numbers spread evenly, and sort them."""
    return sorted(a[k * len(a) // 12] for k in range(12))


@in_python("1", lambda n, source: ({k: k for k in range(n)}, n // 2))
def one_of_a_dictionary(kept: Any, key: int) -> int:
    """Look up a key, and the next ones."""
    return sum(kept.get(key + step, 0) for step in range(5))


@in_python("log n", number)
def written_in_base_three(n: int) -> str:
    """Write a number in base three, digit by digit."""
    digits = []
    while n:
        n, digit = divmod(n, 3)
        digits.append(str(digit))
    return "".join(reversed(digits))


@in_python("log n", rising)
def guessed(a: Any) -> int:
    """Find the last number by halves, called again for each."""

    def within(low: int, high: int) -> int:
        if high - low == 1:
            return low
        middle = (low + high) // 2
        return within(middle, high) if a[middle] <= a[-1] else within(low, middle)

    return within(0, len(a))


@in_python("(log n)^2", rising)
def searched_at_each_doubling(a: Any) -> int:
    """Search each beginning of 1, 2, 4, ... numbers by halves, in Python."""
    found, end = 0, 1
    while end <= len(a):
        low, high = 0, end
        while low < high:
            middle = (low + high) // 2
            if a[middle] < end:
                low = middle + 1
            else:
                high = middle
        found += low
        end *= 2
    return found


@in_python("sqrt n", number)
def sums_of_two_squares(n: int) -> int:
    """Count the ways to write n as a sum of two squares, from both ends."""
    low, high, ways = 0, math.isqrt(n), 0
    while low <= high:
        both = low * low + high * high
        if both == n:
            ways += 1
        if both <= n:
            low += 1
        else:
            high -= 1
    return ways


@in_python("n", grid)
def shortest_way_through(cells: Any) -> int:
    """Search a square with walls in breadth."""
    side = len(cells)
    distance = {(0, 0): 0}
    queue = deque([(0, 0)])
    while queue:
        x, y = queue.popleft()
        for step in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if 0 <= step[0] < side and 0 <= step[1] < side and step not in distance and not cells[step[0]][step[1]]:
                distance[step] = distance[x, y] + 1
                queue.append(step)
    return max(distance.values())


@in_python("n", random_tree)
def sizes_from_below(children: Any) -> int:
    """Add up the sizes of all subtrees, the last nodes first."""
    size = [1] * len(children)
    for node in reversed(range(len(children))):
        for child in children[node]:
            size[node] += size[child]
    return size[0]


@in_python("n^2", path_tree)
def ways_to_the_root(children: Any) -> int:
    """Go from each node up to the root of a tree that is one row."""
    parent = {child: node for node, those in enumerate(children) for child in those}
    total = 0
    for node in range(len(children)):
        while node in parent:
            node = parent[node]
            total += 1
    return total


@in_python("n log n", random_tree)
def ways_up_a_random_tree(children: Any) -> int:
    """Go from each node up to the root of a random tree, whose nodes are some log n deep."""
    return ways_to_the_root(children)


@in_python("n log n", weighted_graph)
def cheapest_ways(graph: Any) -> int:
    """Find the shortest ways from one node, by a heap."""
    distance = {0: 0}
    heap = [(0, 0)]
    while heap:
        length, node = heapq.heappop(heap)
        if length > distance[node]:
            continue
        for other, step in graph[node]:
            if length + step < distance.get(other, math.inf):
                distance[other] = length + step
                heapq.heappush(heap, (length + step, other))
    return len(distance)


@in_python("n", words_of_eight)
def trie(words: Any) -> int:
    """Put words of eight letters into a trie."""
    root: dict[str, Any] = {}
    for word in words:
        node = root
        for letter in word:
            node = node.setdefault(letter, {})
        node["end"] = word
    return len(root)


@in_python("n log n", words_of_eight)
def in_the_order_of_letters(words: Any) -> int:
    """Sort words, whose neighbours begin alike by some log n letters, and count these."""
    words = sorted(words)
    total = 0
    for one, other in itertools.pairwise(words):
        for x, y in zip(one, other, strict=True):
            if x != y:
                break
            total += 1
    return total


@in_python("n", words_of_eight)
def grouped_by_letters(words: Any) -> int:
    """Group words by the letters that they are made of."""
    groups = defaultdict(list)
    for word in words:
        groups[tuple(sorted(word))].append(word)
    return max(map(len, groups.values()))


@in_python("n log n", spans)
def most_at_once(intervals: Any) -> int:
    """Find how many intervals overlap, by a sweep over beginnings and ends."""
    events = sorted([(start, 1) for start, _ in intervals] + [(end, -1) for _, end in intervals])
    here = most = 0
    for _, change in events:
        here += change
        most = max(most, here)
    return most


@in_python("n log n", spans)
def rooms_needed(intervals: Any) -> int:
    """Give rooms to meetings, by a heap of the times at which they are free."""
    free: list[int] = []
    for start, end in sorted(intervals):
        if free and free[0] <= start:
            heapq.heapreplace(free, end)
        else:
            heapq.heappush(free, end)
    return len(free)


@in_python("n log n", plane)
def nearest_two(points: Any) -> float:
    """Find the least distance of two points by halves, and by a strip between them."""
    ordered = sorted(points)

    def within(low: int, high: int) -> tuple[float, list[Any]]:
        if high - low <= 3:
            some = ordered[low:high]
            best = min((math.dist(p, q) for p, q in itertools.combinations(some, 2)), default=math.inf)
            return best, sorted(some, key=lambda point: point[1])
        middle = (low + high) // 2
        (left, lower), (right, upper) = within(low, middle), within(middle, high)
        best, by_height = min(left, right), list(heapq.merge(lower, upper, key=lambda point: point[1]))
        strip = [point for point in by_height if abs(point[0] - ordered[middle][0]) < best]
        for k, point in enumerate(strip):
            for other in strip[k + 1 : k + 6]:
                best = min(best, math.dist(point, other))
        return best, by_height

    return within(0, len(ordered))[0]


@in_python("n log n", plane)
def upper_steps(points: Any) -> int:
    """Find the points that no other is above and right of: sorted, then much work for each."""
    best, found = -1.0, 0
    for x, y in sorted(points, reverse=True):
        shade = sum((x * k + y) % 1.0 > 0.5 for k in range(30))
        if y > best:
            best, found = y, found + (shade > 0)
    return found


@in_python("n", values)
def middle_by_random_parts(a: Any) -> int:
    """Find the median by parts about random numbers, ten times and the least of them."""
    source = random.Random(len(a))
    found = []
    for _ in range(6):
        rest, place = a, len(a) // 2
        while len(rest) > 1:
            pivot = rest[source.randrange(len(rest))]
            below = [value for value in rest if value < pivot]
            equal = [value for value in rest if value == pivot]
            if place < len(below):
                rest = below
            elif place < len(below) + len(equal):
                rest = [pivot]
            else:
                rest, place = [value for value in rest if value > pivot], place - len(below) - len(equal)
        found.append(rest[0])
    return min(found)


@in_python("n", values)
def mixed(a: Any) -> int:
    """Put numbers into a random order (Fisher and Yates)."""
    source = random.Random(5)
    for k in range(len(a) - 1, 0, -1):
        other = int(source.random() * (k + 1))
        a[k], a[other] = a[other], a[k]
    return a[0]


@in_python("n", values)
def sampled(a: Any) -> Any:
    """Keep eight random numbers of a stream."""
    source = random.Random(9)
    kept = a[:8]
    for k in range(8, len(a)):
        place = int(source.random() * (k + 1))
        if place < 8:
            kept[place] = a[k]
    return kept


@in_python("n log n", shuffled)
def random_priorities(a: Any) -> int:
    """Insert random keys into a search tree that random priorities keep low (a treap)."""
    source = random.Random(4)

    def inserted(node: Any, key: int) -> Any:
        if node is None:
            return [key, source.random(), None, None]
        side = 2 if key < node[0] else 3
        child = node[side] = inserted(node[side], key)
        if child[1] > node[1]:
            node[side], child[5 - side] = child[5 - side], node
            return child
        return node

    root = None
    for key in a:
        root = inserted(root, key)
    return int(root[0])


@in_python("n", values)
def largest_by_thirds(a: Any) -> int:
    """Find the largest number by thirds, called again for each."""

    def within(low: int, high: int) -> int:
        if high - low < 3:
            return max(a[low:high])
        third = (high - low) // 3
        return max(within(low, low + third), within(low + third, high - third), within(high - third, high))

    return within(0, len(a))


@in_python("n log n", values)
def points_of_a_row(a: Any) -> int:
    """Keep the numbers so far in order, and ask at each how many are smaller: by a tree of counts."""
    order = {value: place for place, value in enumerate(sorted(set(a)), 1)}
    tree, total = [0] * (len(order) + 1), 0
    for value in a:
        place = order[value]
        while place:
            total += tree[place]
            place &= place - 1
        place = order[value]
        while place < len(tree):
            tree[place] += 1
            place += place & -place
    return total


@in_python("n^2", shuffled)
def inserted_by_search(a: Any) -> int:
    """Insert random numbers into a sorted list, half of which moves each time."""
    found: list[int] = []
    for value in a:
        bisect.insort(found, value)
    return found[0]


@in_python("n log n", number)
def multiples_noted(n: int) -> int:
    """Note for each number its divisors."""
    divisors: list[list[int]] = [[] for _ in range(n + 1)]
    for d in range(1, n + 1):
        for multiple in range(d, n + 1, d):
            divisors[multiple].append(d)
    return len(divisors[n])


@in_python("n log log n", number)
def struck_in_slices(n: int) -> int:
    """Strike the multiples of primes by slices."""
    prime = bytearray([1]) * (n + 1)
    for p in range(2, math.isqrt(n) + 1):
        if prime[p]:
            prime[p * p :: p] = bytes(len(range(p * p, n + 1, p)))
    return sum(prime)


@in_python("n (log n)^2", values, powers=True)
def halves_sorted_again(a: Any) -> Any:
    """Sort halves, and their sum once more by a heap."""
    if len(a) < 2:
        return a
    both = halves_sorted_again(a[: len(a) // 2]) + halves_sorted_again(a[len(a) // 2 :])
    both.reverse()
    heapq.heapify(both)
    return [heapq.heappop(both) for _ in range(len(both))]


@in_python("n^(log2 3)", lambda n, source: ([source.randrange(9) for _ in range(n)],) * 2, powers=True)
def product_of_polynomials(a: Any, b: Any) -> Any:
    """Multiply polynomials by three products of halves (Karatsuba)."""
    if len(a) == 1:
        return [a[0] * b[0], 0]
    h = len(a) // 2
    low, high = product_of_polynomials(a[:h], b[:h]), product_of_polynomials(a[h:], b[h:])
    middle = product_of_polynomials(
        [x + y for x, y in zip(a[:h], a[h:], strict=True)], [x + y for x, y in zip(b[:h], b[h:], strict=True)]
    )
    found = [*low, *high]
    for k in range(2 * h):
        found[h + k] += middle[k] - low[k] - high[k]
    return found


@in_python("n^1.5", values)
def largest_in_blocks(a: Any) -> int:
    """Ask for the largest number of the stretch up to each place, by blocks of the root."""
    width = max(1, math.isqrt(len(a)))
    blocks = [max(a[start : start + width]) for start in range(0, len(a), width)]
    total = 0
    for end in range(len(a)):
        best = 0
        for block in blocks[: end // width]:
            best = max(best, block)
        for value in a[end // width * width : end]:
            best = max(best, value)
        total += best
    return total


@in_python("n^2", number)
def ways_over_a_square(n: int) -> int:
    """Count the ways over a square, each answer kept."""
    row = [1] * n
    for _ in range(n - 1):
        for k in range(1, n):
            row[k] = (row[k] + row[k - 1]) % 1_000_007
    return row[-1]


@in_python("n", number)
def stairs_remembered(n: int) -> int:
    """Count the ways over a stair by one and two steps, each answer kept."""

    @cache
    def ways(k: int) -> int:
        return 1 if k < 2 else (ways(k - 1) + ways(k - 2)) % 1_000_007

    for k in range(0, n, 50):
        ways(k)
    return ways(n)


@in_python("n^2", text_of_two)
def all_pairs_of_places(a: str) -> int:
    """Count the stretches of a text that begin and end alike."""
    return sum(a[i] == a[k] for i in range(len(a)) for k in range(i + 1, len(a)))


@in_python("n", text_of_two)
def longest_without_change(a: str) -> int:
    """Find the longest run of one letter."""
    return max(len(list(letters)) for _, letters in itertools.groupby(a))


@in_python("n^2", text_of_two)
def ends_in_order(a: str) -> Any:
    """Sort all ends of a text, each of which is copied."""
    return sorted(range(len(a)), key=lambda place: a[place:])[0]


@in_python("n^2 log n", values)
def pairs_by_their_sums(a: Any) -> int:
    """Sort the sums of all pairs."""
    sums = sorted(x + y for k, x in enumerate(a) for y in a[:k])
    return sums[len(sums) // 2] if sums else 0


@in_python("n^3", lambda n, source: ([source.randrange(1, 50) for _ in range(n)],))
def cheapest_cuts(a: Any) -> int:
    """Join neighbours at the least cost, all ways tried."""
    n = len(a)
    before = list(itertools.accumulate(a, initial=0))
    cost = [[0] * n for _ in range(n)]
    for length in range(2, n + 1):
        for low in range(n - length + 1):
            high = low + length - 1
            cost[low][high] = (
                min(cost[low][k] + cost[k + 1][high] for k in range(low, high)) + before[high + 1] - before[low]
            )
    return cost[0][-1]


@in_python("n^3", number)
def right_triangles(n: int) -> int:
    """Count right triangles by trying all sides."""
    return sum(a * a + b * b == c * c for a in range(1, n + 1) for b in range(a, n + 1) for c in range(b, n + 1))


@in_python("2^n", number)
def subsets_by_bits(n: int) -> int:
    """Count the subsets of n numbers that hold an even number of members."""
    return sum(k.bit_count() % 2 == 0 for k in range(1 << n))


@in_python("exponential", number)
def tilings_by_two_and_three(n: int) -> int:
    """Count the ways to cover n by twos and threes, without keeping answers."""
    if n < 2:
        return int(n == 0)
    return tilings_by_two_and_three(n - 2) + (tilings_by_two_and_three(n - 3) if n > 2 else 0)


@in_python("n", words_of_eight)
def letters_counted(words: Any) -> Any:
    """Count the letters of all words."""
    letters: Counter[str] = Counter()
    for word in words:
        letters.update(word)
    return letters.most_common(2)


@in_python("n", falling)
def next_smaller(a: Any) -> Any:
    """Find the next smaller number of each, with a stack that stays low."""
    stack: list[int] = []
    found = [-1] * len(a)
    for place, value in enumerate(a):
        while stack and a[stack[-1]] > value:
            found[stack.pop()] = place
        stack.append(place)
    return found
