"""Every wrong row of rounded formulas: against published lists, full scans, and exact fractions."""

import json
from fractions import Fraction
from functools import cache
from math import floor, isqrt
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from known_values import FLOAT64_WRONG_A, FLOAT64_WRONG_B, THESIS_FIRST_WRONG_K, THESIS_SWEEP

from wythoff import positions
from wythoff.census import Census, deciding, returns, wrong_rows
from wythoff.census.deciding import wrong_among
from wythoff.census.formulas import formula
from wythoff.census.returns import CIRCLE, Walk, first_time
from wythoff.errors import InputError
from wythoff.tables import stream

THESIS_LAST = 671_088_640
PRINTED = json.loads((Path(__file__).parent / "data" / "thesis_tables.json").read_text(encoding="utf-8"))["rows"]


# --- an oracle that shares nothing with the code: fractions, rounded by Python ---


def exact(n, a, column):
    twice = (2 - a if column == "A" else 2 + a) * n + isqrt((a * a + 4) * n * n)
    return twice // 2


def rounded(x, base, precision):
    """Round a positive fraction to so many digits, ties to even, which is what round() does with a fraction."""
    unit = Fraction(1)
    while x / unit >= base**precision:
        unit *= base
    while x / unit < base ** (precision - 1):
        unit /= base
    return round(x / unit) * unit


def constant(a, column, base, precision):
    scale = 10**60  # irrational numbers this small are no closer to a tie
    return rounded(Fraction(exact(scale, a, column), scale), base, precision)


def wrong_by_fractions(first, last, a, column, base, precision):
    factor = constant(a, column, base, precision)
    found = []
    for n in range(first, last + 1):
        row = rounded(Fraction(n), 2, precision) if base == 2 else n
        computed, right = floor(rounded(factor * row, base, precision)), exact(n, a, column)
        if computed != right:
            found.append((n, computed, right))
    return found


def wrong_by_scan(first, last, a, column, factor, dtype):
    """Multiply every row in NumPy's own arithmetic and compare with the exact table."""
    found = []
    for block in stream(last, a, start=first, block=10**6, dtype="int64"):
        n = np.arange(block.start, block.start + len(block)).astype(dtype)
        computed = np.floor(n * dtype(factor)).astype(np.int64)
        right = block.A if column == "A" else block.B
        found += (block.start + np.flatnonzero(computed != right)).tolist()
    return found


def rows_of(wrong):
    return [row.n for row in wrong]


# --- double precision ---


@pytest.mark.parametrize(("column", "published"), [("A", FLOAT64_WRONG_A), ("B", FLOAT64_WRONG_B)])
def test_finds_exactly_the_wrong_rows_of_the_theses_sweep(column, published):
    found = list(wrong_rows(THESIS_LAST, 2, column=column))
    assert rows_of(found) == published
    assert all(row.computed == row.right + 1 == exact(row.n, 2, column) + 1 for row in found)


@pytest.mark.parametrize(
    ("a", "column", "row"),
    [
        (1, "A", 102334155),
        (1, "B", 102334155),
        (3, "A", 239244622),
        (3, "B", 55602393),
        (4, "A", 102334155),
        (4, "B", 70711162),
        (5, "A", 299146121),
        (5, "B", 43869278),
        (1000, "A", 1000001),
        (10000, "B", 10000),
        (8209, "B", 8209),
        (13134, "A", 13134),
    ],
)
def test_first_wrong_rows_of_other_parameters(a, column, row):
    assert next(wrong_rows(300_000_000, a, column=column)).n == row


def test_the_smallest_parameters_wrong_in_row_a():
    assert next(wrong_rows(10**6, 8209, column="B")) == (8209, 67395891, 67395890)
    # No smaller parameter has a wrong B in row a, and none below 13134 a wrong A.
    assert not any(list(wrong_rows(a, a, column="B", first=a)) for a in range(1, 8209, 7))
    assert not any(list(wrong_rows(a, a, column="A", first=a)) for a in range(1, 13134, 11))


@pytest.mark.parametrize("column", ["A", "B"])
def test_to_ten_thousand_millions_the_end_equals_a_scan(column):
    last = 10**10
    found = rows_of(wrong_rows(last, 2, column=column))
    factor = 2**0.5 if column == "A" else 2**0.5 + 2
    begin = last - 10**7
    assert [n for n in found if n >= begin] == wrong_by_scan(begin, last, 2, column, factor, np.float64)
    assert found[: len(FLOAT64_WRONG_B)] == (FLOAT64_WRONG_A if column == "A" else FLOAT64_WRONG_B)[:34]
    for n in found[::500]:  # around reported rows, one by one and by the machine's own product
        window = range(n - 300, n + 300)
        assert [m for m in window if floor(factor * m) != exact(m, 2, column)] == [m for m in found if m in window]


@pytest.mark.exhaustive
@pytest.mark.parametrize("a", [1, 2, 3])
@pytest.mark.parametrize("column", ["A", "B"])
def test_to_two_thousand_millions_equals_a_scan(a, column):
    last = 2 * 10**9
    factor = float(formula("float64", a, column).factor)
    assert rows_of(wrong_rows(last, a, column=column)) == wrong_by_scan(1, last, a, column, factor, np.float64)


@given(
    n=st.lists(st.integers(1, 2**52) | st.integers(2**52, 2**60), min_size=1, max_size=30),
    a=st.integers(1, 7),
    column=st.sampled_from("AB"),
)
def test_integer_rounding_is_that_of_the_machine(n, a, column):
    rows = np.array(sorted(n), np.uint64)
    factor = float(formula("float64", a, column).factor)
    products = [int(x) for x in np.floor(rows.astype(np.float64) * factor)]
    expected = [
        (m, x, exact(m, a, column)) for m, x in zip(sorted(n), products, strict=True) if x != exact(m, a, column)
    ]
    assert list(map(tuple, wrong_among(rows, formula("float64", a, column), a, column).T.tolist())) == expected


# --- the theses' tables of rows: a constant in double precision, multiplied in extended precision ---


def test_extended_products_give_column_a_of_the_printed_tables():
    rows = np.array([n for n in THESIS_SWEEP if n < 2**61], np.uint64)
    wrong = wrong_among(rows, formula("float80", 2, "A"), 2, "A")
    by_row = {n: (computed, right) for n, computed, right in wrong.T.tolist()}
    assert sorted(by_row) == THESIS_SWEEP[THESIS_FIRST_WRONG_K : len(rows)]
    for n, (printed, right) in by_row.items():
        table = [int(row[1]) for row in PRINTED if int(row[0]) == n]
        assert table == [printed]
        assert right == exact(n, 2, "A")


@pytest.mark.skipif(np.finfo(np.longdouble).nmant != 63, reason="this machine has no extended precision")
@pytest.mark.parametrize("a", [1, 2, 5])
def test_extended_products_are_those_of_the_machine(a):
    first, last = 10**13, 10**13 + 3 * 10**5
    for column in "AB":
        name = formula("float80", a, column)
        expected = wrong_by_scan(first, last, a, column, float(name.factor), np.longdouble)
        assert rows_of(wrong_rows(last, a, formula="float80", column=column, first=first)) == expected


# --- smaller formats, in which all can be looked at ---


@pytest.mark.slow
@pytest.mark.parametrize("a", [1, 2, 3, 10, 1000])
@pytest.mark.parametrize("column", ["A", "B"])
def test_single_precision_equals_a_scan_of_a_million_rows(a, column):
    last = 10**6 if a < 1000 else 10**5  # nearly all rows of the last one are wrong
    factor = np.float32(float(constant(a, column, 2, 24)))
    found = list(wrong_rows(last, a, formula="float32", column=column))
    assert rows_of(found) == wrong_by_scan(1, last, a, column, factor, np.float32)
    assert all(row.computed == int(np.float32(row.n) * factor) for row in found[::997])


@pytest.mark.slow
@pytest.mark.parametrize("bits", range(8, 21))
@pytest.mark.parametrize("a", [1, 2, 3, 50])
def test_formats_of_few_bits_equal_exact_fractions(bits, a):
    for column in "AB":
        found = list(wrong_rows(400, a, formula=f"binary:{bits}", column=column))
        assert found == wrong_by_fractions(1, 400, a, column, 2, bits)


@given(
    a=st.integers(1, 6) | st.integers(1, 2**31 - 1),
    bits=st.integers(2, 64),
    first=st.integers(1, 5000) | st.integers(1, 2**30),
    rows=st.integers(0, 60),
    column=st.sampled_from("AB"),
)
@settings(max_examples=150)
def test_any_format_equals_exact_fractions(a, bits, first, rows, column):
    found = list(wrong_rows(first + rows, a, formula=f"binary:{bits}", column=column, first=first))
    assert found == wrong_by_fractions(first, first + rows, a, column, 2, bits)


@pytest.mark.parametrize("column", ["A", "B"])
def test_six_decimals_equal_a_scan_in_integers(column):
    a, last = 2, 10**5
    factor = constant(a, column, 10, 6) * 10**5
    assert factor.denominator == 1
    expected = []
    for n in range(1, last + 1):
        unit = 10 ** max(0, len(str(product := int(factor) * n)) - 6)
        quotient, rest = divmod(product, unit)
        quotient += 2 * rest > unit or (2 * rest == unit and quotient % 2)
        if quotient * unit // 10**5 != exact(n, a, column):
            expected.append(n)
    assert rows_of(wrong_rows(last, a, formula="decimal:6", column=column)) == expected


@given(
    a=st.integers(1, 2000),
    digits=st.integers(1, 30),
    first=st.integers(1, 10**9),
    rows=st.integers(0, 40),
    column=st.sampled_from("AB"),
)
def test_decimals_of_any_length_equal_exact_fractions(a, digits, first, rows, column):
    found = list(wrong_rows(first + rows, a, formula=f"decimal:{digits}", column=column, first=first))
    assert found == wrong_by_fractions(first, first + rows, a, column, 10, digits)


@cache
def wrong_of_22_bits(column):
    return rows_of(wrong_rows(10**6, 2, formula="binary:22", column=column))


@pytest.mark.slow
@given(first=st.integers(1, 10**6), rows=st.integers(0, 10**6), column=st.sampled_from("AB"))
@settings(max_examples=20)
def test_a_later_beginning_changes_nothing(first, rows, column):
    last = min(first + rows, 10**6)
    whole = wrong_of_22_bits(column)
    part = rows_of(wrong_rows(last, 2, formula="binary:22", column=column, first=first))
    assert part == [n for n in whole if first <= n <= last]


# --- the theorem ---


@given(
    rotation=st.integers(0, 2**63 - 1).map(lambda half: 2 * half + 1),
    begin=st.integers(0, CIRCLE - 1),
    length=st.integers(2**52, CIRCLE - 1),
    first=st.integers(1, 2**62),
)
def test_a_walk_visits_the_arc_as_often_as_the_rotation(rotation, begin, length, first):
    last = first + 3000
    out = np.empty(100, np.uint64)
    walk = Walk(rotation, begin, length, first, last)
    visited = []
    while count := walk.fill(out):
        visited += out[:count].tolist()
    assert visited == [n for n in range(first, last + 1) if (n * rotation - begin) % CIRCLE < length]


@given(circle=st.integers(1, 300), data=st.data())
def test_first_time_is_the_first(circle, data):
    rotation = data.draw(st.integers(0, circle - 1))
    least = data.draw(st.integers(0, circle - 1))
    most = data.draw(st.integers(least, circle - 1))
    times = [t for t in range(circle) if least <= t * rotation % circle <= most]
    assert first_time(rotation, circle, least, most) == (times[0] if times else None)


# --- limits ---


@pytest.mark.parametrize("a", [1, 2, 1000, 2**31 - 1])
def test_rows_are_taken_as_long_as_b_is_below_two_to_the_63(a):
    last = positions.last_row_with_b_up_to(2**63 - 1, a)
    for name, bits in (("float64", None), ("binary:64", 64)):
        for column in "AB":
            found = list(wrong_rows(last, a, formula=name, column=column, first=last - 20))
            if bits:
                assert found == wrong_by_fractions(last - 20, last, a, column, 2, bits)
            else:
                factor = float(formula(name, a, column).factor)
                assert found == [
                    (n, x, exact(n, a, column))
                    for n in range(last - 20, last + 1)
                    if (x := floor(float(n) * factor)) != exact(n, a, column)
                ]
    with pytest.raises(InputError, match=f"at a = {a} at most {last}; got {last + 1}"):
        Census(last + 1, a)


def test_what_takes_too_long_is_refused_at_once():
    with pytest.raises(InputError, match=r"about 2e\+16 rows would have to be looked at for float64"):
        Census(10**18, 2, first=9 * 10**17 + 8 * 10**16)
    with pytest.raises(InputError, match="and more than 5e"):
        Census(10**12, 2, formula="decimal:5")
    assert Census(10**13, 2).n_candidates < 10**11


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("float16", "formula must be float32, float64, float80, binary:P"),
        ("binary:65", "the P of binary:P must be a whole number from 2 to 64, got 65"),
        ("decimal:0", "the P of decimal:P must be a whole number from 1 to 1000, got 0"),
        ("decimal:", "formula must be"),
        ("binary:-3", "formula must be"),
    ],
)
def test_formulas_that_do_not_exist_are_refused(name, sentence):
    with pytest.raises(InputError, match=sentence):
        wrong_rows(10, formula=name)


def test_arguments_outside_their_range_are_refused():
    for arguments, sentence in [
        ({"last": 0}, "the last row must be a whole number of at least 1, got 0"),
        ({"last": 10, "first": 11}, "the last row must be a whole number of at least 11, got 10"),
        ({"last": 10, "first": 0}, "the first row must be a whole number of at least 1, got 0"),
        ({"last": 10, "a": 0}, "a must be a whole number from 1 to 2147483647, got 0"),
        ({"last": 10, "column": "C"}, "column must be A or B, got 'C'"),
    ]:
        with pytest.raises(InputError, match=sentence):
            Census(**arguments)


def test_interpreted_kernels_equal_the_compiled_ones(monkeypatch):
    expected = [list(wrong_rows(3000, 2, formula=name, column="B")) for name in ("binary:12", "float80")]
    far = list(wrong_rows(10**18 + 50, 2, formula="binary:64", first=10**18))
    for module, names in (
        (returns, ["_list_returns"]),
        (deciding, ["_decide", "_rounded", "_exceeds", "_shift_right", "product"]),
    ):
        for name in names:
            monkeypatch.setattr(module, name, getattr(module, name).py_func)
    with np.errstate(over="ignore"):
        assert [list(wrong_rows(3000, 2, formula=name, column="B")) for name in ("binary:12", "float80")] == expected
        assert list(wrong_rows(10**18 + 50, 2, formula="binary:64", first=10**18)) == far
    assert expected[0]
    assert far
