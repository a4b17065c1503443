"""Comparisons of floats that count get a copy, and nothing else is changed by that."""

import numba
import numpy as np
import pytest

from wythoff.harness.counts.numba_backend import Build
from wythoff.harness.counts.numba_comparisons import kept_apart

MODULE = """
define double @selects(double %x, i64 %"k[1], 2", ptr %cell) {
B0:
  %.1 = fcmp fast ogt double %x, 5.000000e-01, !dbg !3
  %.2 = fmul double %x, %x
  %.3 = select i1 %.1, double %.2, double %x
  %.10 = select i1 %.1, i64 14, i64 11
  %.11 = add i64 %.10, %"k[1], 2"
  store i64 %.11, ptr %cell
  ret double %.3
}
"""
ALONE = MODULE.replace("select i1 %.1, i64 14, i64 11", "shl i64 %.11, 1")
TWICE = MODULE.replace("%.2 = fmul double %x, %x", "%.2 = select i1 %.1, double 0.0, double %x")


def test_the_counter_gets_a_comparison_of_its_own():
    lines = [line.strip() for line in kept_apart(MODULE).splitlines()]
    assert "%.3 = select i1 %.1, double %.2, double %x" in lines
    assert "%wythoff.copy.0 = call double @llvm.arithmetic.fence.f64(double %x)" in lines
    assert "%wythoff.compared.0 = fcmp fast ogt double %wythoff.copy.0, 5.000000e-01" in lines
    assert "%.10 = select i1 %wythoff.compared.0, i64 14, i64 11" in lines
    assert lines[-1] == "declare double @llvm.arithmetic.fence.f64(double)"
    assert len(lines) == len(MODULE.splitlines()) + 2 + len(["", "declare"])


@pytest.mark.parametrize("module", [ALONE, TWICE], ids=["nothing else asks", "two floats are selected"])
def test_what_gains_nothing_stays_as_it_is(module):
    assert kept_apart(module) == module


@numba.njit
def weigh(x):
    return x * x + x if x > 0.5 else x


@numba.njit
def weighed(a):
    total = 0.0
    for x in a:
        total += weigh(x)
    return total


@numba.njit
def above(a):
    found = 0
    for x in a:
        if x > 0.5:
            found += 1
    return found


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_floats_that_are_selected_count_as_before(dtype):
    values = np.array([0.0, 0.25, 0.5, 0.75, 1.0, 2.0, np.nan], dtype)
    build = Build(weighed)
    answer, _ = build.run(values[:-1])
    [text] = build._twin.inspect_llvm().values()
    assert f"fence.f{8 * values.itemsize}(" in text, "the case is one"
    assert answer == weighed(values[:-1])
    each = [build.run(values[k : k + 1])[1]["statements of weigh"] for k in range(len(values))]
    assert each == [each[0]] * 3 + [each[3]] * 3 + [each[0]]
    assert each[3] != each[0]
    assert build.run(values)[1]["statements of weigh"] == sum(each)


def test_loops_without_a_selection_of_floats_are_vectorised_as_ever():
    build = Build(above)
    build.run(np.ones(3))
    [text] = build._twin.inspect_llvm().values()
    assert "arithmetic.fence" not in text
    assert " x i64> " in text, "the counter is a vector, too"
