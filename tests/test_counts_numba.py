"""Counting builds of Numba functions: what is counted, how much, and what is refused."""

import os
import subprocess
import sys

import numba
import numpy as np
import pytest

from wythoff.errors import InputError
from wythoff.harness.counts import count


@numba.njit
def triangle(n):
    total = 0
    for i in range(n):
        for k in range(i):
            total += k ^ i
    return total


@numba.njit
def double(x):
    return 2.0 * x


@numba.njit
def doubled(a):
    total = 0.0
    for x in a:
        total += double(x)
    return total


@numba.njit
def factorial(n):
    if n == 0:
        return 1
    return n * factorial(n - 1)


@numba.njit
def expression(a):
    return a * 2.0 + 1.0


@numba.njit
def cleared(a):
    a[:] = 0.0
    a[1:3] = 1.0


@numba.njit
def zeroed(a):
    return np.zeros(a.size)


@numba.njit
def copied(a):
    return a.copy()


@numba.njit
def summed(a):
    return a.sum()


@numba.njit
def summed_by_numpy(a):
    return np.sum(a)


@numba.njit
def joined(a):
    return np.concatenate((a, a))


@numba.njit
def solved(a):
    return np.linalg.solve(a, a)


@numba.njit(parallel=True)
def summed_in_parallel(a):
    total = 0.0
    for i in numba.prange(a.size):
        total += a[i]
    return total


@numba.njit
def yielding(n):
    for i in range(n):  # noqa: UP028, Numba has no yield from
        yield i


@numba.njit
def uses_a_generator(n):
    total = 0
    for i in yielding(n):
        total += i
    return total


@numba.njit
def catches(n):
    return (lambda *rest, **named: named)(n)


@numba.njit
def mixes_types(n):
    return n + "text"


def per_element(kernel, make):
    """Return what a kernel's count grows by for each further element."""
    few, many = (count(kernel, make(n)).operations for n in (100, 1100))
    assert (many - few) % 1000 == 0
    return (many - few) // 1000


def test_loops_count_exactly_and_change_nothing():
    inner = {n: count(triangle, n).operations for n in (10, 20, 30, 40)}
    differences = [inner[n + 10] - inner[n] for n in (10, 20, 30)]
    assert differences[2] - differences[1] == differences[1] - differences[0] > 0
    assert triangle(10) == triangle.py_func(10)


def test_what_is_counted_is_named_and_adds_up():
    found = count(doubled, np.ones(50))
    assert list(found.by) == ["statements of doubled", "statements of double"]
    assert sum(found.by.values()) == found.operations
    assert (found.backend, found.exact, found.complete) == ("numba", True, True)
    assert "Numba function" in found.choice


def test_callees_are_counted_by_their_calls():
    few, many = (count(doubled, np.ones(n)).by["statements of double"] for n in (10, 1000))
    assert many == 100 * few


def test_recursions_count_every_call():
    assert count(factorial, 20).operations - count(factorial, 19).operations > 5


def test_array_expressions_are_weighed_by_elements_and_operations():
    assert per_element(expression, np.ones) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "kernel", [zeroed, copied, summed, summed_by_numpy, joined], ids=lambda kernel: kernel.__name__
)
def test_what_numba_writes_in_machine_code_is_never_one_step(kernel):
    assert per_element(kernel, np.ones) >= 1


def test_a_slice_that_is_set_counts_its_elements():
    assert per_element(cleared, np.ones) == 1


def test_parallel_loops_are_counted_as_one_thread_does_them():
    assert per_element(summed_in_parallel, np.ones) > 3


def test_counts_are_the_same_in_every_run_with_all_cores_busy():
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 2)]
    values = np.random.default_rng(7).random(300)
    try:
        for kernel, argument in (
            (triangle, 200),
            (doubled, values),
            (expression, values),
            (summed_in_parallel, values),
        ):
            assert len({count(kernel, argument).operations for _ in range(100)}) == 1
    finally:
        for process in busy:
            process.kill()
            process.wait()


def test_kernels_that_python_code_calls_are_counted():
    def calls_two(n):
        triangle(n)
        return doubled(np.ones(n))

    alone = count(triangle, 30).operations + count(doubled, np.ones(30)).operations
    assert count(calls_two, 30, backend="numba").operations == alone
    both = count(calls_two, 30)
    assert both.backend == "python"
    assert both.operations > alone
    assert triangle(10) == triangle.py_func(10), "calls are led to the ordinary build again"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "arguments", "sentence"),
    [
        (solved, (np.eye(3),), "C function .*callgrind"),
        (uses_a_generator, (3,), "yielding is a generator.* write its loop"),
        (yielding, (3,), "yielding is a generator: calling it does no work yet"),
        (catches, (3,), "Numba can't compile catches"),
        (mixes_types, (3,), "Numba can't compile mixes_types"),
        (factorial, (10**7,), "factorial recurs deeper than the stack"),
    ],
    ids=["library", "inner generator", "generator", "unsupported", "types", "too deep"],
)
def test_what_cannot_be_counted_is_one_sentence(function, arguments, sentence):
    with pytest.raises(InputError, match=sentence) as caught:
        count(function, *arguments)
    assert "\n" not in str(caught.value)


def test_a_function_that_calls_no_kernel_has_none_to_count():
    with pytest.raises(InputError, match="is no Numba function and called none"):
        count(len, [1], backend="numba")


def test_object_mode_is_refused():
    with pytest.raises(InputError, match="object mode"):
        count(numba.jit(forceobj=True)(lambda n: [n, "text"]), 3)
