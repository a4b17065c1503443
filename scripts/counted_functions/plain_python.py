"""What people write with classes, generators, recursion, dictionaries and texts."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from counted_functions.base import falling, in_python, number, rising, values
from counted_functions.divisions import prime_above
from counted_functions.orders import shuffled


def two_long_numbers(n: int, source: random.Random) -> tuple[list[int], list[int]]:
    """Return two numbers of n decimal digits."""
    return [source.randrange(10) for _ in range(n)], [source.randrange(10) for _ in range(n)]


def equal_text(n: int, source: random.Random) -> tuple[str]:
    """Return n times the same letter."""
    return ("a" * n,)


def random_text(n: int, source: random.Random) -> tuple[str]:
    """Return n random letters, of two kinds."""
    return ("".join(source.choices("ab", k=n)),)


def brackets(n: int, source: random.Random) -> tuple[str]:
    """Return n brackets that match, half of them open at the middle."""
    return ("(" * (n // 2) + ")" * (n // 2),)


def sparse_graph(n: int, source: random.Random) -> tuple[dict[int, list[int]]]:
    """Return for each of n nodes three random later ones."""
    return ({k: [source.randrange(k + 1, n + 1) for _ in range(3)] for k in range(n)} | {n: []},)


def complete_graph(n: int, source: random.Random) -> tuple[dict[int, set[int]]]:
    """Return for each of n nodes all others."""
    return ({k: set(range(n)) - {k} for k in range(n)},)


def points(n: int, source: random.Random) -> tuple[list[tuple[float, float]]]:
    """Return n random points."""
    return ([(source.random(), source.random()) for _ in range(n)],)


def signal(n: int, source: random.Random) -> tuple[list[complex]]:
    """Return n random numbers."""
    return ([complex(source.random()) for _ in range(n)],)


@dataclass(slots=True)
class Node:
    """A node of a search tree."""

    key: int
    left: Node | None = None
    right: Node | None = None


def _insert(root: Node, key: int) -> None:
    node = root
    while True:
        if key < node.key:
            if node.left is None:
                node.left = Node(key)
                return
            node = node.left
        else:
            if node.right is None:
                node.right = Node(key)
                return
            node = node.right


@in_python("n log n", shuffled)
def tree_of_random_keys(a: Any) -> Node:
    """Insert random keys into a search tree."""
    root = Node(a[0])
    for key in a[1:]:
        _insert(root, key)
    return root


@in_python("n^2", rising)
def tree_of_rising_keys(a: Any) -> Node:
    """Insert rising keys into a search tree, which becomes a list."""
    root = Node(a[0])
    for key in a[1:]:
        _insert(root, key)
    return root


def _in_order(node: Any) -> Iterator[int]:
    if node:
        left, key, right = node
        yield from _in_order(left)
        yield key
        yield from _in_order(right)


def _balanced(low: int, high: int) -> Any:
    if low >= high:
        return ()
    middle = (low + high) // 2
    return _balanced(low, middle), middle, _balanced(middle + 1, high)


@in_python("n", lambda n, source: (_balanced(0, n),))
def height_of_tree(tree: Any) -> int:
    """Find the height of a balanced tree."""
    return 1 + max(height_of_tree(tree[0]), height_of_tree(tree[2])) if tree else 0


@in_python("log n", lambda n, source: (_balanced(0, n), n))
def last_in_tree(tree: Any, key: int) -> int:
    """Look for a key that is missing in a balanced tree."""
    steps = 0
    while tree:
        tree = tree[0] if key < tree[1] else tree[2]
        steps += 1
    return steps


@in_python("n log n", lambda n, source: (_balanced(0, n),))
def yielded_upwards(tree: Any) -> int:
    """Go through a balanced tree by generators of generators, each of which hands every key on."""
    return sum(1 for _ in _handed_on(tree))


def _handed_on(node: Any) -> Iterator[int]:
    if node:
        for key in _handed_on(node[0]):
            yield key
        yield node[1]
        for key in _handed_on(node[2]):
            yield key


@in_python("n", brackets)
def matching(a: str) -> bool:
    """Match brackets by a stack."""
    stack = []
    for letter in a:
        if letter == "(":
            stack.append(letter)
        elif not stack or stack.pop() != "(":
            return False
    return not stack


@in_python("n", random_text)
def run_lengths(a: str) -> str:
    """Write how often each letter stands in a row."""
    parts, place = [], 0
    while place < len(a):
        start = place
        while place < len(a) and a[place] == a[start]:
            place += 1
        parts.append(f"{a[start]}{place - start}")
    return "".join(parts)


@in_python("n^2", equal_text)
def palindromes_worst(a: str) -> int:
    """Count palindromes of equal letters from their middles."""
    found = 0
    for middle in range(2 * len(a)):
        left, right = (middle - 1) // 2, middle // 2
        while left >= 0 and right < len(a) and a[left] == a[right]:
            found, left, right = found + 1, left - 1, right + 1
    return found


@in_python("n", random_text)
def palindromes(a: str) -> int:
    """Count palindromes of random letters from their middles, which end soon."""
    return palindromes_worst(a)


@in_python("n^2", number)
def text_from_its_front(n: int) -> str:
    """Put letters before a text, which is copied each time."""
    text = ""
    for k in range(n):
        text = chr(97 + k % 26) + text
    return text


@in_python("n", number)
def text_joined(n: int) -> str:
    """Write numbers and join them."""
    return ",".join(f"{k % 1000:03d}" for k in range(n))


@in_python("n^2", two_long_numbers)
def school_product(a: Any, b: Any) -> Any:
    """Multiply by school's method."""
    product = [0] * (len(a) + len(b))
    for i, x in enumerate(a):
        carry = 0
        for k, y in enumerate(b):
            carry += product[i + k] + x * y
            product[i + k] = carry % 10
            carry //= 10
        product[i + len(b)] += carry
    return product


@in_python("n", two_long_numbers)
def school_sum(a: Any, b: Any) -> Any:
    """Add digit by digit."""
    carry, total = 0, []
    for x, y in zip(a, b, strict=True):
        carry += x + y
        total.append(carry % 10)
        carry //= 10
    return [*total, carry]


@in_python("n", sparse_graph)
def longest_way(graph: Any) -> int:
    """Find the longest way through a graph without circles."""
    longest = dict.fromkeys(graph, 0)
    for node in sorted(graph):
        for other in graph[node]:
            longest[other] = max(longest[other], longest[node] + 1)
    return max(longest.values())


@in_python("n^2", complete_graph)
def coloured(graph: Any) -> int:
    """Give each node the least colour that no neighbour has."""
    colours: dict[int, int] = {}
    for node, others in graph.items():
        used = {colours[other] for other in others if other in colours}
        colour = 0
        while colour in used:
            colour += 1
        colours[node] = colour
    return len(set(colours.values()))


@in_python("n^2", points)
def all_distances(a: Any) -> float:
    """Find the least distance between points by comparing all."""
    return min(math.dist(one, other) for k, one in enumerate(a) for other in a[:k]) if len(a) > 1 else 0.0


@in_python("n log n", points)
def hull(a: Any) -> int:
    """Find the convex hull by the order from left to right."""
    found = 0
    for row in (sorted(a), sorted(a, reverse=True)):
        kept: list[Any] = []
        for point in row:
            while len(kept) > 1 and _turns(kept[-2], kept[-1], point) <= 0:
                kept.pop()
            kept.append(point)
        found += len(kept) - 1
    return found


def _turns(a: Any, b: Any, c: Any) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@in_python("n log n", signal, powers=True)
def fourier(a: Any) -> Any:
    """Transform by halves."""
    n = len(a)
    if n == 1:
        return a
    even, odd = fourier(a[::2]), fourier(a[1::2])
    turned = [complex(math.cos(math.tau * k / n), -math.sin(math.tau * k / n)) * x for k, x in enumerate(odd)]
    return [x + y for x, y in zip(even, turned, strict=True)] + [x - y for x, y in zip(even, turned, strict=True)]


@in_python("n (log n)^2", values, powers=True)
def sorted_at_each_level(a: Any) -> Any:
    """Divide into every other one and sort the whole at each level."""
    if len(a) < 2:
        return a
    sorted_at_each_level(a[::2])
    sorted_at_each_level(a[1::2])
    return sorted(a)


@in_python("n (log n)^2", shuffled)
def table_of_partial_sums(a: Any) -> int:
    """Add n points to sums over two directions, kept in a dictionary."""
    sums: dict[tuple[int, int], int] = {}
    for x, y in enumerate(a, 1):
        i = x
        while i <= len(a):
            k = y + 1
            while k <= len(a):
                sums[i, k] = sums.get((i, k), 0) + 1
                k += k & -k
            i += i & -i
    return len(sums)


@in_python("n^1.5", number)
def divisor_pairs(n: int) -> int:
    """Look for divisors of each number up to its root."""
    return sum(sum(k % d == 0 for d in range(1, math.isqrt(k) + 1)) for k in range(1, n + 1))


@in_python("n^1.5", values)
def sums_by_blocks(a: Any) -> int:
    """Ask for the sum of the first k for each k, by sums of blocks of sqrt n."""
    width = math.isqrt(len(a))
    blocks = [sum(a[start : start + width]) for start in range(0, len(a), width)]
    found = 0
    for end in range(len(a)):
        whole = end // width
        for block in range(whole):
            found += blocks[block]
        for place in range(whole * width, end):
            found += a[place]
    return found


@in_python("sqrt n", prime_above)
def factors_of_prime(n: int) -> Any:
    """Divide a prime by everything up to its root."""
    factors, d = {}, 2
    while d * d <= n:
        while n % d == 0:
            factors[d] = factors.get(d, 0) + 1
            n //= d
        d += 1 if d == 2 else 2
    return factors


@in_python("n log log n", number)
def sieve_by_ranges(n: int) -> int:
    """Strike multiples out, one by one."""
    prime = [True] * (n + 1)
    for p in range(2, math.isqrt(n) + 1):
        if prime[p]:
            for multiple in range(p * p, n + 1, p):
                prime[multiple] = False
    return sum(prime)


@in_python("n log log n", number)
def distinct_factors(n: int) -> int:
    """Count the different prime factors of all numbers."""
    counts = [0] * (n + 1)
    for p in range(2, n + 1):
        if not counts[p]:
            for multiple in range(p, n + 1, p):
                counts[multiple] += 1
    return max(counts)


@in_python("n^(4/3)", number)
def cubes_under_each(n: int) -> int:
    """Count the cubes that are at most k, for each k, one by one."""
    total = 0
    for k in range(n):
        root = 0
        while (root + 1) ** 3 <= k:
            root += 1
        total += root
    return total


@in_python("n^(log2 3)", number, powers=True)
def three_halves(n: int) -> int:
    """Call itself three times for half."""
    return 1 if n == 1 else sum(three_halves(n // 2) for _ in range(3))


@in_python("n^(log2 3)", number, powers=True)
def sierpinski(n: int) -> int:
    """Draw a triangle of triangles."""
    if n == 1:
        return {(0, 0)}
    half = sierpinski(n // 2)
    return half | {(x + n // 2, y) for x, y in half} | {(x, y + n // 2) for x, y in half}


@in_python("n^2.807", lambda n, source: ([[source.random() for _ in range(n)] for _ in range(n)],) * 2, powers=True)
def strassen(a: Any, b: Any) -> Any:
    """Multiply matrices by seven products of halves."""
    n = len(a)
    if n == 1:
        return [[a[0][0] * b[0][0]]]
    h = n // 2
    (a1, a2), (a3, a4) = _quarters(a, h)
    (b1, b2), (b3, b4) = _quarters(b, h)
    p1, p2 = strassen(a1, _sum(b2, b4, -1)), strassen(_sum(a1, a2), b4)
    p3, p4 = strassen(_sum(a3, a4), b1), strassen(a4, _sum(b3, b1, -1))
    p5 = strassen(_sum(a1, a4), _sum(b1, b4))
    p6 = strassen(_sum(a2, a4, -1), _sum(b3, b4))
    p7 = strassen(_sum(a1, a3, -1), _sum(b1, b2))
    above = zip(_sum(_sum(p5, p4), _sum(p6, p2, -1)), _sum(p1, p2), strict=True)
    below = zip(_sum(p3, p4), _sum(_sum(p1, p5), _sum(p3, p7), -1), strict=True)
    return [left + right for left, right in (*above, *below)]


def _quarters(a: Any, h: int) -> Any:
    return (
        ([row[:h] for row in a[:h]], [row[h:] for row in a[:h]]),
        ([row[:h] for row in a[h:]], [row[h:] for row in a[h:]]),
    )


def _sum(a: Any, b: Any, factor: int = 1) -> Any:
    return [[x + factor * y for x, y in zip(one, other, strict=True)] for one, other in zip(a, b, strict=True)]


@in_python("n^3", lambda n, source: ([[source.random() for _ in range(n)] for _ in range(n)],) * 2)
def product_by_columns(a: Any, b: Any) -> Any:
    """Multiply matrices by rows and columns."""
    return [[sum(x * y for x, y in zip(row, column, strict=True)) for column in zip(*b, strict=True)] for row in a]


@in_python("n^3", lambda n, source: ([[source.random() for _ in range(n)] for _ in range(n)],))
def shortest_ways(d: Any) -> Any:
    """Find the shortest ways between all pairs."""
    for k in range(len(d)):
        for i in range(len(d)):
            for j in range(len(d)):
                if d[i][k] + d[k][j] < d[i][j]:
                    d[i][j] = d[i][k] + d[k][j]
    return d


@in_python("n^2", values)
def inserted_in_place(a: Any) -> Any:
    """Sort random numbers by insertion."""
    for i in range(1, len(a)):
        k = i
        while k > 0 and a[k - 1] > a[k]:
            a[k - 1], a[k] = a[k], a[k - 1]
            k -= 1
    return a


@in_python("n", rising)
def inserted_before(a: Any) -> Any:
    """Sort what is in order by insertion."""
    return inserted_in_place(a)


@in_python("n log n", shuffled)
def quick_in_place(a: Any) -> Any:
    """Sort random numbers by Lomuto's division, with a stack."""
    stack = [(0, len(a) - 1)]
    while stack:
        low, high = stack.pop()
        if low >= high:
            continue
        pivot, place = a[high], low
        for k in range(low, high):
            if a[k] < pivot:
                a[place], a[k] = a[k], a[place]
                place += 1
        a[place], a[high] = a[high], a[place]
        stack += [(low, place - 1), (place + 1, high)]
    return a


@in_python("n^2", falling)
def quick_worst(a: Any) -> Any:
    """Sort falling numbers by Lomuto's division."""
    return quick_in_place(a)


@in_python("(log n)^2", number)
def powers_of_powers(n: int) -> int:
    """Raise to each power of two by squaring."""
    total, bit = 0, 1
    while bit <= n:
        k, base = bit, 3
        while k:
            base = base * base % 10007
            k >>= 1
        total += base
        bit *= 2
    return total


@in_python("2^n", number)
def hanoi(n: int, source: str = "a", target: str = "b", spare: str = "c") -> int:
    """Move a tower."""
    return 0 if n == 0 else hanoi(n - 1, source, spare, target) + 1 + hanoi(n - 1, spare, target, source)


@in_python("exponential", number)
def rabbits(n: int) -> int:
    """Compute Fibonacci's numbers by their definition."""
    return n if n < 2 else rabbits(n - 1) + rabbits(n - 2)


@in_python("exponential", number)
def tilings(n: int) -> int:
    """Count ways over a stair by one, two and four steps."""
    return int(n == 0) if n < 1 else tilings(n - 1) + tilings(n - 2) + tilings(n - 4)


@in_python("1", values)
def middle_and_ends(a: Any) -> Any:
    """Copy three numbers."""
    return [a[place] for place in (0, len(a) // 2, -1)]


@in_python("n", values)
def split_and_joined(a: Any) -> Any:
    """Divide into even and odd numbers, square, and put together."""
    even, odd = [x for x in a if x % 2 == 0], {x for x in a if x % 2}
    return [x * x for x in even] + sorted(x % 50 for x in list(odd)[:20])
