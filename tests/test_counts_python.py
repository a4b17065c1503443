"""Counting pure Python functions: opcodes, what runs in C, and what can't be seen."""

import functools
import subprocess
import sys

import pytest

from wythoff.errors import InputError
from wythoff.harness.counts import BACKENDS, count, unseen_text


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
    ],
    ids=(
        "repeated slice in-list in-set sum max pop-first pop-last insert-first equal joined replace item len starred"
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
    def sorts(a):
        for _ in range(12):
            sorted(a)

    found = count(sorts, list(range(100)))
    assert found.unseen == {"sorted": 12}
    assert not found.complete
    assert unseen_text(found.unseen) == "sorted: 12 calls, not counted"


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
