"""What programs in Python do every day: records, queues, texts, sets, iterators, classes."""

from __future__ import annotations

import bisect
import heapq
import itertools
import random
import string
from collections import ChainMap, Counter, OrderedDict, deque
from dataclasses import dataclass
from typing import Any

from counted_functions.base import falling, in_python, number, rising, values
from counted_functions.orders import shuffled


@dataclass(frozen=True)
class Sale:
    """Something sold."""

    thing: str
    price: int
    day: int


def sales(n: int, source: random.Random) -> tuple[list[Sale]]:
    """Return n random sales of twenty things."""
    return ([Sale(source.choice(string.ascii_letters[:20]), source.randrange(100), k // 5) for k in range(n)],)


def sales_of_many_prices(n: int, source: random.Random) -> tuple[list[Sale]]:
    """Return n random sales of twenty things, whose prices hardly ever agree."""
    return ([Sale(source.choice(string.ascii_letters[:20]), source.randrange(10**6), k // 5) for k in range(n)],)


def rows_of_text(n: int, source: random.Random) -> tuple[str]:
    """Return n rows of a name and two numbers."""
    return ("\n".join(f"row{k % 10},{source.randrange(10, 99)},{k % 7}" for k in range(n)),)


def texts_of_six(n: int, source: random.Random) -> tuple[list[str]]:
    """Return n random texts of six letters."""
    return (["".join(source.choices(string.ascii_lowercase, k=6)) for _ in range(n)],)


def jobs(n: int, source: random.Random) -> tuple[list[tuple[int, int]]]:
    """Return n jobs: when they come, and how long they take."""
    return ([(3 * k, source.randrange(1, 5)) for k in range(n)],)


def waiting_jobs(n: int, source: random.Random) -> tuple[list[tuple[int, int]]]:
    """Return n jobs that come at once, and how long each takes."""
    return ([(0, source.randrange(10**6)) for _ in range(n)],)


@in_python("1", sales)
def last_three_sales(some: Any) -> Any:
    """Look at the last three sales."""
    return [(sale.thing, sale.price) for sale in some[-3:]]


@in_python("1", rising)
def both_ends_of_a_queue(a: Any) -> int:
    """Turn a queue of eight numbers, the ends of a list."""
    queue = deque(a[:4] + a[-4:])
    for _ in range(10):
        queue.append(queue.popleft())
    return int(queue[0])


@in_python("log n", rising)
def bisected_by_library(a: Any) -> Any:
    """Write down which of the doubled places hold odd numbers."""
    places = itertools.takewhile(lambda place: place < len(a), (2**k for k in itertools.count()))
    return [place for place in places if a[place] % 2]


@in_python("sqrt n", number)
def growing_steps(n: int) -> list[int]:
    """Part n into pieces of 1, 2, 3, ... and a rest."""
    pieces: list[int] = []
    while n > 0:
        piece = min(n, len(pieces) + 1)
        pieces.append(piece)
        n -= piece
    return pieces


@in_python("n", sales)
def earned_by_thing(some: Any) -> Any:
    """Add up prices by thing, and name the best one."""
    earned: Counter[str] = Counter()
    for sale in some:
        earned[sale.thing] += sale.price
    return max(earned.items(), key=lambda item: item[1])


@in_python("n", rows_of_text)
def parsed_rows(text: str) -> int:
    """Read rows of text into numbers."""
    total = 0
    for row in text.split("\n"):
        _, price, amount = row.split(",")
        total += int(price) * int(amount)
    return total


@in_python("n", texts_of_six)
def written_large(some: Any) -> str:
    """Write texts with large first letters, and join them."""
    return " ".join(text[0].upper() + text[1:] for text in some if not text.startswith("q"))


@in_python("n", jobs)
def waited_in_a_queue(some: Any) -> int:
    """Let jobs wait for one worker in the order in which they come."""
    queue: deque[tuple[int, int]] = deque()
    now = waited = place = 0
    while place < len(some) or queue:
        while place < len(some) and some[place][0] <= now:
            queue.append(some[place])
            place += 1
        if queue:
            came, takes = queue.popleft()
            waited += now - came
            now += takes
        else:
            now = some[place][0]
    return waited


class Chain:
    """A linked row of numbers."""

    def __init__(self) -> None:
        self.first: Any = None

    def push(self, value: int) -> None:
        """Put a number before the others."""
        self.first = (value, self.first)

    def __iter__(self) -> Any:
        node = self.first
        while node is not None:
            yield node[0]
            node = node[1]

    def turned(self) -> Chain:
        """Return the row backwards."""
        found = Chain()
        for value in self:
            found.push(value)
        return found


@in_python("n", values)
def chain_turned_twice(a: Any) -> int:
    """Make a linked row, and turn it twice."""
    chain = Chain()
    for value in a:
        chain.push(value)
    return sum(value % 3 for value in chain.turned().turned())


@in_python("n", values)
def pipeline(a: Any) -> int:
    """Pass numbers through three generators."""
    odd = (value for value in a if value % 2)
    squares = (value * value % 1009 for value in odd)
    return sum(itertools.islice((x - y for x, y in itertools.pairwise(squares)), len(a)))


@in_python("n", values)
def first_seen(a: Any) -> Any:
    """Keep the first of equal last digits, in order, by a dictionary that keeps it."""
    seen: OrderedDict[int, int] = OrderedDict()
    for value in a:
        seen.setdefault(value % 1000, value)
        if len(seen) > 40:
            seen.popitem(last=False)
    return list(seen)


@in_python("n", values)
def settings_over_settings(a: Any) -> int:
    """Look numbers up in two dictionaries, one over the other."""
    both = ChainMap({k: 1 for k in range(8)}, {k: 2 for k in range(16)})
    return sum(both[value % 16] for value in a)


@in_python("n log n", sales_of_many_prices)
def sales_in_order(some: Any) -> int:
    """Sort sales by price and thing, and count where the thing changes."""
    ordered = sorted(some, key=lambda sale: (sale.price, sale.thing))
    return sum(one.thing != other.thing for one, other in itertools.pairwise(ordered))


@in_python("n log n", texts_of_six)
def ranks_of_texts(some: Any) -> int:
    """Give texts their ranks, and add up how far each has moved."""
    ranks = {text: rank for rank, text in enumerate(sorted(some))}
    return sum(abs(ranks[text] - place) for place, text in enumerate(some))


@in_python("n log n", waiting_jobs)
def shortest_first(some: Any) -> int:
    """Let the shortest of the waiting jobs go first."""
    heap: list[tuple[int, int]] = []
    for place, (_, takes) in enumerate(some):
        heapq.heappush(heap, (takes, place))
    now = waited = 0
    while heap:
        takes, _ = heapq.heappop(heap)
        now += takes
        waited += now
    return waited


@in_python("n log n", values)
def medals(a: Any) -> Any:
    """Name the places of numbers among all, the best ones by medals."""
    order = sorted(range(len(a)), key=a.__getitem__, reverse=True)
    names = ["gold", "silver", "bronze"]
    found = [""] * len(a)
    for rank, place in enumerate(order):
        found[place] = names[rank] if rank < 3 else str(rank + 1)
    return found


@in_python("n log n", shuffled)
def distances_to_larger(a: Any) -> int:
    """Find for each number the next larger of those that are left of it, by a sorted half of the row."""
    half = sorted(a[: len(a) // 2])
    total = 0
    for value in a[len(a) // 2 :]:
        low, high = 0, len(half)
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if half[middle] < value else (low, middle)
        total += low
    return total


@in_python("n", falling)
def leftist_heap(a: Any) -> int:
    """Merge falling numbers into a heap of two children, a row then, and take all out again."""

    def merged(one: Any, other: Any) -> Any:
        if one is None or other is None:
            return one or other
        if other[0] < one[0]:
            one, other = other, one
        right = merged(one[3], other)
        left = one[2]
        if left is None or left[1] < right[1]:
            left, right = right, left
        return (one[0], 1 + (right[1] if right else 0), left, right)

    heap = None
    for value in a:
        heap = merged(heap, (value, 1, None, None))
    total = 0
    while heap is not None:
        total = (total * 3 + heap[0]) % 1009
        heap = merged(heap[2], heap[3])
    return total


@in_python("n^1.5", shuffled)
def kept_in_short_lists(a: Any) -> int:
    """Insert numbers into lists of about a root, which are looked through one by one."""
    width = max(2, int(len(a) ** 0.5))
    lists: list[list[int]] = [[]]
    for value in a:
        for place, some in enumerate(lists):
            if not some or value <= some[-1] or place == len(lists) - 1:
                bisect.insort(some, value)
                if len(some) > 2 * width:
                    lists[place : place + 1] = [some[:width], some[width:]]
                break
    return len(lists)


@in_python("n^2", shuffled)
def removed_by_value(a: Any) -> int:
    """Remove numbers from a list by value, until it is empty."""
    rest, total = list(a), 0
    for value in range(len(a)):
        total += rest.index(value)
        rest.remove(value)
    return total


@in_python("n^2", values)
def tuples_that_grow(a: Any) -> int:
    """Add numbers to a tuple, which is copied each time."""
    kept: tuple[int, ...] = ()
    for value in a:
        kept = (*kept, value)
    return len(kept)


@in_python("n^2", sales)
def sales_compared(some: Any) -> int:
    """Compare all sales with all later ones."""
    return sum(one.thing == other.thing for one, other in itertools.combinations(some, 2))


@in_python("n^2", values)
def all_stretches_summed(a: Any) -> int:
    """Find the stretch whose sum is nearest to a number."""
    best = 10**12
    for start in range(len(a)):
        total = 0
        for value in a[start:]:
            total += value
            best = min(best, abs(total - 10**6))
    return best


@in_python("n^3", number)
def three_dice(n: int) -> int:
    """Count the throws of three dice of n sides by their sums."""
    return max(Counter(map(sum, itertools.product(range(n), repeat=3))).values())


@in_python("2^n", number)
def chosen_in_turn(n: int) -> int:
    """Go through all ways to say yes or no n times."""
    return sum(yes[0] != yes[-1] for yes in itertools.product((False, True), repeat=n))
