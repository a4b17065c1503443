"""Counting pure Python functions: opcodes, what runs in C, and what can't be seen."""

import array
import bisect
import collections
import functools
import gc
import heapq
import itertools
import math
import operator
import random
import subprocess
import sys
import zlib

import numpy as np
import pytest

from wythoff.errors import InputError
from wythoff.harness.counts import BACKENDS, count, unseen_text
from wythoff.harness.counts.python_iterators import remaining


def weight_of(function, make, first=1000, last=3000):
    """Return what a count grows by for each further element."""
    few, many = (count(function, *make(n)).operations for n in (first, last))
    return (many - few) / (last - first)


@pytest.mark.parametrize(
    ("function", "make", "elements"),
    [
        (lambda n: [0] * n, lambda n: (n,), 1),
        (lambda a: a[1:-1], lambda n: ([0] * n,), 1),
        (lambda a: -1 in a, lambda n: ([0] * n,), 1),
        (lambda a: -1 in a, lambda n: (set(range(n)),), 0),
        (lambda a: sum(a), lambda n: ([0] * n,), 1),
        (lambda a: max(a), lambda n: ([0] * n,), 1),
        (lambda a: a.pop(0), lambda n: ([0] * n,), 1),
        (lambda a: a.pop(), lambda n: ([0] * n,), 0),
        (lambda a: a.insert(0, 1), lambda n: ([0] * n,), 1),
        (lambda a: a == a[:], lambda n: ([0] * n,), 2),
        (lambda a: a + a, lambda n: ([0] * n,), 2),
        (lambda a: a.replace("b", "c"), lambda n: ("a" * n,), 2),
        (lambda a: a[5], lambda n: ([0] * n,), 0),
        (lambda a: len(a), lambda n: ([0] * n,), 0),
        (lambda *a: [*a], lambda n: tuple(range(n)), 1),
        (lambda a: sum(map(len, a)), lambda n: (["ab"] * n,), 1),
        (lambda a: dict(zip(a, a, strict=False)), lambda n: (list(range(n)),), 1),
        (lambda a: set(enumerate(a)), lambda n: ([0] * n,), 1),
        (lambda a: max(map(sum, a)), lambda n: ([[1, 2, 3]] * n,), 4),
        (lambda a: any(map(bool, a)), lambda n: ([0] * n,), 1),
        (lambda a: any(map(bool, a)), lambda n: ([1] * n,), 0),
        (lambda a: list(itertools.accumulate(a)), lambda n: ([1] * n,), 1),
        (lambda a: a.find("b", len(a) - 9), lambda n: ("a" * n,), 0),
        (lambda a: a.find("b"), lambda n: ("a" * n,), 1),
        (lambda a: a.startswith("aaa"), lambda n: ("a" * n,), 0),
        (lambda a: sum(a), lambda n: (iter([1] * n),), 1),
        (lambda a: max(a, default=0), lambda n: ([0] * n,), 1),
        (lambda a: min(a, key=len, default=None), lambda n: (["ab"] * n,), 1),
        (lambda a: max(a, key=sum), lambda n: ([[1, 2, 3]] * n,), 4),
        (lambda a: max(*a), lambda n: ([0] * n,), 1),
        (lambda a: set().union(*a), lambda n: ([{1, 2}] * n,), 2),
        (lambda a: bisect.bisect_left(a, 3, hi=5), lambda n: (range(n),), 0),
        (lambda a: bisect.insort(a, -1, key=abs), lambda n: (list(range(n)),), 1),
        (lambda a: collections.deque(maxlen=a), lambda n: (n,), 0),
        (lambda a: collections.deque(iterable=a), lambda n: ([0] * n,), 1),
        (lambda a: collections.defaultdict(list, a), lambda n: ([(k, 1) for k in range(n)],), 1),
        (lambda a: dict(**a), lambda n: ({str(k): 1 for k in range(n)},), 2),
        (lambda a: dict(a=1, b=2), lambda n: (n,), 0),
        (lambda a: int.from_bytes(a, "big", signed=True), lambda n: (b"a" * n,), 1),
        (lambda a: repr(a), lambda n: ([0] * n,), 3),
        (lambda a: hash(a), lambda n: ((0,) * n,), 1),
        (lambda a: itertools.combinations(a, 2), lambda n: ([0] * n,), 1),
        (lambda a: list(zip(*a, strict=True)), lambda n: ([[0] * 5] * n,), 5),
        (lambda a: set(enumerate(zip(*a, strict=True))), lambda n: ([[0] * 5] * n,), 5),
        (lambda a: [None for _ in zip(*a, strict=True)], lambda n: ([[0] * 5] * n,), 5),
        (lambda a: list(itertools.zip_longest(*a)), lambda n: ([[0] * 5] * n,), 5),
        (lambda a: list(itertools.product(*a)), lambda n: ([[0]] * (n - 1) + [[0] * 5],), 6),
    ],
    ids=(
        "repeated slice in-list in-set sum max pop-first pop-last insert-first equal joined replace item len starred "
        "map zip enumerate map-of-sums any-none any-first accumulate find-from find startswith iterator "
        "max-default min-by-len max-by-sum max-starred union-starred bisect-hi insort deque-empty deque-named "
        "defaultdict starred-names names from_bytes repr hash combinations rows rows-within rows-in-steps "
        "rows-by-itertools product"
    ).split(),
)
def test_operations_in_c_are_weighed_by_their_elements(function, make, elements):
    assert weight_of(function, make) == pytest.approx(elements, abs=0.01)


def test_opcodes_of_callees_generators_and_methods_are_counted():
    class Counter:
        def __init__(self):
            self.value = 0

        def __iadd__(self, other):
            self.value += other
            return self

    def generated(n):
        yield from range(n)

    def work(n):
        counter = Counter()
        for i in generated(n):
            counter += i

    found = count(work, 100)
    assert {name.rpartition(".")[2] for name in found.by} >= {"__iadd__", "opcodes of generated", "opcodes of work"}
    assert found.operations == sum(found.by.values())


def test_what_cannot_be_seen_is_named():
    def sums_of_bits(a):
        for _ in range(12):
            zlib.crc32(a)

    found = count(sums_of_bits, bytes(100))
    assert found.unseen == {"zlib.crc32": 12}
    assert not found.complete
    assert unseen_text(found.unseen) == "zlib.crc32: 12 calls, not counted"


class Ordered:
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        return self.value < other.value


def comparisons(values):
    """Return how often a sort compares two of these."""
    found = count(lambda a: sorted(a), [Ordered(value) for value in values])
    return sum(1 for name in found.by if name.endswith("__lt__")) and found.by["opcodes of Ordered.__lt__"]


SHUFFLED = random.Random(4).sample(range(1000), 1000)


@pytest.mark.parametrize(
    "values", [SHUFFLED, sorted(SHUFFLED), sorted(SHUFFLED)[::-1]], ids=["mixed", "rising", "falling"]
)
def test_a_sort_counts_the_comparisons_that_its_order_takes(values):
    opcodes = count(Ordered(1).__lt__, Ordered(2)).operations
    seen = count(lambda a: sorted(a), values)
    assert seen.complete
    assert seen.by["elements in <lambda>"] == len(values) + comparisons(values) // opcodes


@pytest.mark.parametrize(
    "sort",
    [
        lambda a: sorted(a, key=lambda value: -value),
        lambda a: sorted((-value for value in a), reverse=False),
        lambda a: sorted(map(lambda value: -value, a)),
        lambda a: sorted((value for value in a), key=lambda value: -value),
        lambda a: sorted(a, key=operator.neg),
        lambda a: sorted(a, reverse=True, key=None),
    ],
    ids=["key", "generator", "map", "both", "key in C", "reverse"],
)
def test_what_a_sort_is_given_by_functions_is_heard(sort):
    found = count(lambda: sort(SHUFFLED))
    assert found.complete, found.unseen
    assert 9000 < sum(found.by[name] for name in found.by if name.startswith("elements")) < 14_000


def test_the_key_of_a_sort_is_called_as_often_as_ever():
    asked = []

    def key(value):
        asked.append(value)
        return value

    count(lambda a: a.sort(key=key), list(SHUFFLED))
    assert asked == SHUFFLED


def test_short_texts_that_begin_alike_are_compared_in_one_step():
    """Else the digits that n numbers begin with alike, some log n, would be a logarithm of the work."""
    numbers = [k * 7919 % 10007 + 10**4 for k in range(500)]
    of_numbers, of_texts = (count(lambda a: sorted(a), a).operations for a in (numbers, list(map(str, numbers))))
    assert of_texts == of_numbers


def test_long_texts_that_begin_alike_are_more_work_to_sort():
    def sort(a):
        return sorted(a)

    short, long = (count(sort, ["a" * n + str(k) for k in range(50, 10, -1)]).operations for n in (10, 1000))
    assert long > 30 * short


NUMBERS = list(range(300))
SQUARE = np.ones((4, 4))
TRANSFORM = np.fft.fft  # which is loaded when it is looked up
ROWS = [[k, 1] for k in range(100)]
WEIGHTS = dict(zip(range(100), range(100, 0, -1), strict=True))


@pytest.mark.parametrize(
    ("function", "least"),
    [
        (lambda: sum(itertools.chain.from_iterable(ROWS)), 200),
        (lambda: sorted(itertools.chain([3, 1], [2])), 3),
        (lambda: sum(itertools.islice(NUMBERS, 100, None, 2)), 100),
        (lambda: sorted(NUMBERS, key=str), 600),
        (lambda: sorted((k for k in NUMBERS), key=str), 900),
        (lambda: sorted(ROWS, key=sum), 300),
        (lambda: sorted(ROWS, key=operator.itemgetter(1)), 100),
        (lambda: sorted(WEIGHTS, key=WEIGHTS.get), 100),
        (lambda: max(WEIGHTS, key=WEIGHTS.__getitem__), 100),
        (lambda: collections.OrderedDict.fromkeys(NUMBERS).popitem(last=False), 300),
        (lambda: collections.deque(NUMBERS).remove(299), 600),
        (lambda: array.array("i", NUMBERS).tolist(), 600),
        (lambda: list(heapq.merge(NUMBERS, NUMBERS)), 600),
        (lambda: heapq.nsmallest(3, NUMBERS), 300),
        (lambda: math.comb(30, 10), 0),
    ],
    ids=(
        "chain sorted-chain islice sorted-by-str generator-by-str sorted-by-sum itemgetter dict.get dict.getitem "
        "OrderedDict deque-remove array merge nsmallest comb"
    ).split(),
)
def test_what_the_standard_library_offers_is_weighed(function, least):
    found = count(function)
    assert found.complete, found.unseen
    assert found.operations >= least


@pytest.mark.parametrize("taken", [0, 1, 3, 7])
def test_what_is_left_of_chains_and_slices_is_told_without_a_step(taken):
    for steps in (itertools.chain([1, 2], (3,), "abc"), itertools.islice(range(20), 3, 18, 4)):
        for _ in range(taken):
            next(steps, None)
        assert remaining(steps) == len(list(steps))


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (lambda: sum([[1], [2]], []), "sum"),  # noqa: RUF017
        (lambda: functools.reduce(operator.add, [[1], [2]]), "reduce"),
        (lambda: sum(itertools.compress([1], [2])), "steps of compress"),
        (lambda: list(map(zlib.crc32, [b"a", b"b"])), "map of zlib.crc32"),
        (lambda: sorted([{1}, {2}]), "sorted"),
        (lambda: sorted(itertools.compress([1], [2])), "sorted"),
        (lambda: max([b"a", b"b"], key=zlib.crc32), "extremum by zlib.crc32"),
        (lambda: max(*(k for k in NUMBERS)), "max of generator"),
        (lambda: np.matmul(SQUARE, SQUARE), "numpy.matmul"),
        (lambda: TRANSFORM(SQUARE), "numpy.fft"),
    ],
    ids=(
        "lists-added lists-reduced itertools map sets sort-of-itertools key starred-generator product transform"
    ).split(),
)
def test_what_hides_behind_a_function_in_c_is_named(function, name):
    assert list(count(function).unseen) == [name]


def test_products_of_long_integers_grow_as_theirs_do():
    def product(a):
        return a * a

    school, doubled = (count(product, 1 << 30 * digits).operations for digits in (30, 60))
    assert 3.5 < doubled / school < 4.5
    karatsuba, doubled = (count(product, 1 << 30 * digits).operations for digits in (2000, 4000))
    assert 2.9 < doubled / karatsuba < 3.1


def test_counts_are_the_same_in_every_run_with_all_cores_busy():
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    try:
        assert len({count(lambda n: [i * i for i in range(n)], 50).operations for _ in range(100)}) == 1
    finally:
        for process in busy:
            process.kill()
            process.wait()


def test_what_the_garbage_collector_does_is_not_the_functions():
    """Its callbacks (hypothesis sets one) would be counted where the process's past lets it run."""
    thresholds = gc.get_threshold()

    def heard(phase, info):
        return sum(range(10))

    gc.callbacks.append(heard)
    try:
        counts = set()
        for threshold in (5, 10, 50, 100_000):
            gc.set_threshold(threshold)
            counts.add(count(lambda a: set(enumerate(a)), [0] * 2000).operations)
    finally:
        gc.callbacks.remove(heard)
        gc.set_threshold(*thresholds)
    assert len(counts) == 1
    assert gc.isenabled()


def test_a_trace_function_is_put_back():
    def trace(frame, event, arg):
        return None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        count(lambda: None)
        assert sys.gettrace() is trace
    finally:
        sys.settrace(before)


def test_the_function_that_is_counted_still_raises():
    with pytest.raises(ZeroDivisionError):
        count(lambda: 1 // 0)


def test_the_backend_follows_from_the_function():
    assert count(functools.partial(lambda n: n, 1)).backend == "python"
    assert count(type("Called", (), {"__call__": lambda self: 1})()).backend == "python"


def deep(n):
    return 0 if n == 0 else deep(n - 1)


@pytest.mark.parametrize(
    ("function", "arguments", "named", "sentence"),
    [
        (deep, (10**5,), {}, "deep recurs deeper than Python's limit"),
        (lambda: (yield), (), {}, "is a generator: calling it does no work yet"),
        (3, (), {}, "function must be callable, got 3"),
        (len, (), {"backend": "gprof"}, "backend must be one of " + ", ".join(BACKENDS)),
    ],
    ids=["too deep", "generator", "not callable", "unknown backend"],
)
def test_what_cannot_be_counted_is_one_sentence(function, arguments, named, sentence):
    with pytest.raises(InputError, match=sentence) as caught:
        count(function, *arguments, **named)
    assert "\n" not in str(caught.value)


def test_a_python_whose_stack_cannot_be_read_is_refused(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 10, 4, "final", 0))
    with pytest.raises(InputError, match=r"CPython 3\.11 to 3\.13, this is CPython 3\.10"):
        count(lambda: 1)


def test_neither_the_harness_nor_the_counts_import_numba():
    code = "import sys, wythoff.harness, wythoff.harness.counts; assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_powers_are_weighed_by_the_digits_that_they_have():
    def power(base, exponent):
        return base**exponent

    steps = count(power, 2, 3).operations
    assert count(power, 2, 50).operations == count(power, 10**6, 2).operations == steps
    assert count(power, 1, 10**9).operations == steps
    assert steps < count(power, 2, 100).operations < steps + 20
    few, many = (count(power, 3, n).operations - steps for n in (2000, 20_000))
    assert 20 < many / few < 110


def test_a_slice_of_a_generator_counts_the_steps_of_the_generator():
    def first(n):
        return sum(itertools.islice((k * k for k in range(1000)), n))

    few, many, none = (count(first, n) for n in (10, 510, 0))
    assert few.complete
    assert (many.operations - few.operations) % 500 == 0
    assert many.operations > few.operations + 500 > none.operations + 500
