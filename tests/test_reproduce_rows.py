"""The printed tables of positions, and how their wrong rows came about."""

import json
import math
from decimal import Decimal, localcontext
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_values import (
    FINAL_TABLE_1,
    FINAL_TABLE_2,
    FINAL_TABLE_3,
    THESIS_FIRST_WRONG_K,
    THESIS_SWEEP,
    THESIS_WRONG_ROWS,
)

from wythoff.reproduce import printed, rows

DATA = Path(__file__).parent / "data"


def floor_of_root_2_times(n):
    """Compute floor(n * sqrt(2)) with 60 digits."""
    with localcontext() as context:
        context.prec = 60
        return int(Decimal(2).sqrt() * n)


def test_large_rows_are_those_of_the_sweep_and_exact():
    found = rows.large_rows()
    assert [row.n for row in found] == THESIS_SWEEP
    assert [row.k for row in found] == list(range(100))
    for row in found:
        assert row.exact_a == floor_of_root_2_times(row.n)
        assert row.exact_b == row.exact_a + 2 * row.n
        assert row.printed_b - row.printed_a == 2 * row.n


def test_printed_rows_are_those_of_the_other_reading():
    known = json.loads((DATA / "thesis_tables.json").read_text(encoding="utf-8"))
    assert [list(row) for row in printed.read("final-table-5")] == known["rows"]
    assert list(rows.GARBLED_IN_DRAFT) == known["garbled in the draft"]


def test_57_of_100_large_rows_are_wrong_and_all_from_the_44th_on():
    wrong = [row.k for row in rows.large_rows() if not row.right]
    assert wrong == list(range(THESIS_FIRST_WRONG_K, 100))
    assert len(wrong) == 57
    assert rows.large_rows()[wrong[0]].n == 87_960_930_222_080


def test_wrong_large_rows_are_the_known_ones():
    found = rows.large_rows()
    for k, values in THESIS_WRONG_ROWS.items():
        row = found[k]
        assert (row.printed_a, row.printed_b, row.exact_a, row.exact_b) == values
    assert found[-1].difference == 612_737_508_569_047


def test_alpha_in_double_and_product_in_long_double_give_every_printed_row():
    found = rows.large_rows()
    assert all(row.as_long_double == row.printed_a for row in found)
    assert sum(row.as_double == row.printed_a for row in found) == 51


def test_double_products_are_those_of_floats():
    for row in rows.large_rows():
        assert row.as_double == math.floor(math.sqrt(2) * row.n)


@pytest.mark.skipif(np.finfo(np.longdouble).nmant != 63, reason="long double is no x87 type here")
def test_long_double_products_are_those_of_the_processor():
    for row in rows.large_rows():
        product = np.floor(np.longdouble(math.sqrt(2)) * np.longdouble(row.n))
        assert int(product) == row.as_long_double


@given(st.integers(0, 2**200), st.integers(-60, 60))
def test_rounding_to_53_bits_is_that_of_floats(high, low):
    number = abs(high + low)
    assert rows.round_to_bits(number, 53) == int(float(number))


def test_small_tables_are_right():
    for name, a, known in (("final-table-1", 1, FINAL_TABLE_1), ("final-table-2", 2, FINAL_TABLE_2)):
        found = rows.position_rows(name, a)
        assert printed.integers(name) == known
        assert all(row.right for row in found)
    found = rows.digit_rows()
    assert [tuple(row.printed) for row in found] == [(str(n), q, p) for n, q, p in FINAL_TABLE_3]
    assert all(row.right for row in found)


def test_a_wrong_row_is_noticed(monkeypatch):
    table = list(printed.read("final-table-2"))
    table[3] = ("3", "4", "11")
    monkeypatch.setattr(printed, "read", lambda name: tuple(table))
    assert [row.right for row in rows.position_rows("final-table-2", 2)].count(False) == 1
