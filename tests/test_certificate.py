"""The certificate for arrays against the one for integers of any size."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wythoff.positions import certificate as certificate_of_row
from wythoff.positions import last_row_with_b_up_to, pair
from wythoff.tables import certificate, table
from wythoff.tables.certificate import failing_rows


@pytest.mark.parametrize("a", [1, 2, 3, 1000, 2**31 - 1])
@pytest.mark.parametrize("dtype", ["int64", "uint64"])
def test_true_rows_pass_up_to_the_last_that_fits(a, dtype):
    last = last_row_with_b_up_to(int(np.iinfo(dtype).max), a)
    for n in (300, last // 2, last):
        rows = table(n, a, start=max(0, n - 300), dtype=dtype)
        assert not failing_rows(rows.A, rows.B, a, rows.start).any()


@given(
    a=st.integers(1, 2**31 - 1) | st.integers(1, 5),
    n=st.integers(0, 2**40) | st.integers(0, 2**61),
    off_a=st.sampled_from([-(2**40), -2, -1, 0, 1, 2, 2**40]),
    off_b=st.sampled_from([-1, 0, 1]),
)
@settings(max_examples=400, deadline=None)
def test_agrees_with_the_certificate_of_one_row(a, n, off_a, off_b):
    n //= a
    x, y = pair(n, a)
    x, y = x + off_a, y + off_a + off_b
    if not (-(2**63) <= x < 2**63 and -(2**63) <= y < 2**63):
        return
    failed = failing_rows(np.array([x]), np.array([y]), a, n)
    assert bool(failed[0]) is not certificate_of_row(n, x, y, a)


def test_names_exactly_the_rows_that_were_changed():
    rows = table(10_000, 2)
    rows.A[77] += 1
    rows.B[9_999] -= 1
    rows.A[500] -= 1
    rows.B[500] -= 1
    assert np.flatnonzero(rows.failures()).tolist() == [77, 500, 9_999]


def test_row_zero_is_zero_and_nothing_else():
    for x, y in ((1, 1), (0, 1), (1, 0), (2**63, 2**63)):
        assert failing_rows(np.array([x], np.uint64), np.array([y], np.uint64), 2).all()
    assert not failing_rows(np.array([0]), np.array([0]), 2).any()


def test_interpreted_kernel_equals_the_compiled_one(monkeypatch):
    rows = table(2**61 + 40, 2, start=2**61)
    rows.B[3] += 1
    compiled = rows.failures()
    monkeypatch.setattr(certificate._CHECK, "mark", certificate._CHECK.mark.py_func)
    with np.errstate(over="ignore"):
        assert (rows.failures() == compiled).all()
    assert compiled.sum() == 1
