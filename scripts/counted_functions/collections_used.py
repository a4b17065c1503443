"""Python with its collections, generators, complex numbers and linked objects, to be read and not to be fast."""

from __future__ import annotations

import cmath
import random
from collections import defaultdict, deque
from collections.abc import Iterator
from typing import Any

from counted_functions.base import in_python, number, values

Roads = list[tuple[float, int, int]]


def waves(n: int, source: random.Random) -> tuple[list[complex]]:
    """Return n random complex numbers."""
    return ([complex(source.random(), source.random()) for _ in range(n)],)


def roads(n: int, source: random.Random) -> tuple[int, Roads]:
    """Return n places, and three roads from each to a random place, of random lengths."""
    return n, [(source.random(), place, source.randrange(n)) for place in range(n) for _ in range(3)]


def some_words(n: int, source: random.Random) -> tuple[list[str]]:
    """Return n words out of a hundred."""
    return ([f"word{source.randrange(100)}" for _ in range(n)],)


def letters_of_four(n: int, source: random.Random) -> tuple[str]:
    """Return a random text of n letters out of four."""
    return ("".join(source.choices("acgt", k=n)),)


@in_python("sqrt n", number)
def baby_and_giant_steps(n: int) -> int:
    """Look for 3 among the first n powers of 9 modulo a prime, of which it is none, by a table of a root of them."""
    prime, root = 998_244_353, 1
    while root * root < n:
        root += 1
    table, power = {}, 1
    for k in range(root):
        table[power] = k
        power = power * 9 % prime
    back, here = pow(power, -1, prime), 3
    for turn in range(root):
        if here in table:
            return turn * root + table[here]
        here = here * back % prime
    return -1


class Account:
    """What somebody has, and how it came about."""

    def __init__(self, holder: int) -> None:
        self.holder, self.has = holder, 0
        self.booked: list[int] = []

    def book(self, amount: int) -> int:
        """Add an amount, if that leaves nothing owed."""
        if self.has + amount < 0:
            return 0
        self.has += amount
        self.booked.append(amount)
        return amount


@in_python("n", values)
def booked_on_accounts(a: Any) -> int:
    """Book amounts on twenty accounts in turns, and find whose grew most often."""
    accounts = [Account(holder) for holder in range(20)]
    for place, value in enumerate(a):
        accounts[place % 20].book(value - 400_000)
    return max(accounts, key=lambda account: len(account.booked)).holder


@in_python("n", some_words)
def index_of_words(words: Any) -> int:
    """Note at which places each word stands."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, word in enumerate(words):
        places[word].append(place)
    return max(len(some) for some in places.values())


@in_python("n", number)
def circle_by_a_queue(n: int) -> int:
    """Let every third leave a circle that is a queue (Josephus)."""
    queue = deque(range(n))
    last = -1
    while queue:
        for _ in range(2):
            queue.append(queue.popleft())
        last = queue.popleft()
    return last


@in_python("n log log n", number)
def struck_from_a_set(n: int) -> int:
    """Take the multiples of primes out of a set of numbers."""
    left = set(range(2, n + 1))
    for p in range(2, n + 1):
        if p * p > n:
            break
        if p in left:
            for multiple in range(p * p, n + 1, p):
                left.discard(multiple)
    return len(left)


@in_python("n log n", waves, powers=True)
def transformed_by_halves(a: Any) -> list[complex]:
    """Transform n complex numbers by Fourier, those at even and at odd places apart, n a power of two."""
    n = len(a)
    if n == 1:
        return list(a)
    even, odd = transformed_by_halves(a[::2]), transformed_by_halves(a[1::2])
    turned = [cmath.exp(-2j * cmath.pi * k / n) * odd[k] for k in range(n // 2)]
    return [even[k] + turned[k] for k in range(n // 2)] + [even[k] - turned[k] for k in range(n // 2)]


@in_python("n log n", roads)
def least_net_of_roads(n: int, some: Roads) -> float:
    """Join places by the shortest roads that join what is apart (Kruskal)."""
    above = list(range(n))
    length = 0.0
    for one, place, other in sorted(some):
        while above[place] != place:
            above[place] = above[above[place]]
            place = above[place]
        while above[other] != other:
            above[other] = above[above[other]]
            other = above[other]
        if place != other:
            above[place] = other
            length += one
    return length


@in_python("n log n", values)
def heap_of_pairs(a: Any) -> int:
    """Sort random numbers by a heap whose root's children are joined in pairs when it is taken out."""

    def joined(one: Any, other: Any) -> Any:
        if other[0] < one[0]:
            one, other = other, one
        one[1].append(other)
        return one

    heap: Any = None
    for value in a:
        node: Any = (value, [])
        heap = node if heap is None else joined(heap, node)
    total = 0
    while heap is not None:
        total = (total * 31 + heap[0]) % 1_000_003
        children = heap[1]
        pairs = [
            joined(children[k], children[k + 1]) if k + 1 < len(children) else children[k]
            for k in range(0, len(children), 2)
        ]
        heap = None
        while pairs:
            last = pairs.pop()
            heap = last if heap is None else joined(heap, last)
    return total


@in_python("n^2", letters_of_four)
def least_rotation(text: str) -> str:
    """Turn a text so that it comes first among all its rotations, each of which is written."""
    return min(text[k:] + text[:k] for k in range(len(text)))


@in_python("2^n", number)
def subsets_yielded(n: int) -> int:
    """Go through the subsets of n places, each yielded by a generator for one place less, and once more with it."""

    def subsets(places: int) -> Iterator[int]:
        if places == 0:
            yield 0
            return
        for subset in subsets(places - 1):
            yield subset
            yield subset | 1 << places

    return sum(subset % 3 for subset in subsets(n))
