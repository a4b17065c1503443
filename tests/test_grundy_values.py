"""Grundy values of generalised Wythoff's game against brute force, known rows, proved bounds and observed periods."""

import itertools
import random
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wythoff import positions
from wythoff.errors import InputError
from wythoff.games import grundy_values
from wythoff.games.grundy_values import RowPeriod, grundy_table, grundy_value, naive_grundy_table, row_period

# facts, section 4: row 10 of A004481, and of its counterpart for a = 2 (both also in CGSuite's tests)
ROW_10 = {
    1: [10, 11, 9, 8, 13, 12, 0, 15, 16, 17, 14, 18, 7, 6, 2, 3, 1, 4, 5, 23, 28],
    2: [10, 11, 12, 13, 0, 14, 9, 17, 18],
}

# facts, section 4: (period, pre-period) of rows 0, 1, ..., observed up to x = 200,000 (a = 1) and 60,000
PERIODS = {
    1: [(1, 0), (3, 0), (3, 0), (6, 8), (12, 9), (24, 27), (12, 37), (24, 92), (24, 102), (24, 127), (24, 224)],
    2: [(1, 0), (4, 0), (6, 8), (4, 36), (12, 46), (24, 66)],
    3: [(1, 0), (5, 0), (15, 9), (60, 13), (60, 28)],
}


def options(x, y, a):
    """Yield the options from the rule itself: k from one heap, or k and j from both with abs(k - j) < a."""
    yield from ((x - k, y) for k in range(1, x + 1))
    yield from ((x, y - k) for k in range(1, y + 1))
    for k in range(1, x + 1):
        yield from ((x - k, y - j) for j in range(max(1, k - a + 1), min(y, k + a - 1) + 1))


@cache
def brute_force(rows, columns, a):
    values = {}
    for x, y in itertools.product(range(rows), range(columns)):
        reached = {values[option] for option in options(x, y, a)}
        values[x, y] = next(value for value in itertools.count() if value not in reached)
    return np.array([[values[x, y] for y in range(columns)] for x in range(rows)])


@pytest.mark.slow
@pytest.mark.parametrize("a", [1, 2, 3, 4])
def test_tables_are_those_of_brute_force(a):
    expected = brute_force(70, 70, a)
    assert np.array_equal(grundy_table(70, a=a), expected)
    assert np.array_equal(naive_grundy_table(70, a=a), expected)


@pytest.mark.slow
@given(st.integers(1, 20), st.integers(1, 20), st.integers(1, 21))
def test_any_shape_and_parameter_is_that_of_brute_force(rows, columns, a):
    expected = brute_force(20, 20, a)[:rows, :columns]
    assert np.array_equal(grundy_table(rows, columns, a), expected)
    assert np.array_equal(naive_grundy_table(rows, columns, a), expected)


@pytest.mark.slow
@pytest.mark.parametrize("a", [1, 2, 3, 12, 13, 40, 10**30])
@pytest.mark.parametrize(("rows", "columns"), [(200, 200), (2500, 7), (3, 2500), (700, 1), (400, 60)])
def test_bit_sets_and_definition_agree_in_long_and_in_large_tables(rows, columns, a):
    assert np.array_equal(grundy_table(rows, columns, a), naive_grundy_table(rows, columns, a))


@pytest.mark.slow
@pytest.mark.parametrize("a", [1, 2, 5, 13, 100])
def test_values_in_a_large_table_are_the_mex_of_their_options(a):
    values = grundy_table(1500, 1400, a)
    rng = random.Random(a)
    for _ in range(40):
        x, y = rng.randrange(1500), rng.randrange(1400)
        band = np.subtract.outer(np.arange(x), np.arange(y)) - (x - y)
        reached = {*values[:x, y].tolist(), *values[x, :y].tolist(), *values[:x, :y][abs(band) < a].tolist()}
        assert values[x, y] not in reached
        assert reached.issuperset(range(values[x, y]))


@pytest.mark.parametrize("a", [1, 5, 20])
def test_a_table_filled_in_many_calls_is_the_same(monkeypatch, a):
    expected = grundy_table(200, 90, a)
    monkeypatch.setattr(grundy_values, "_SQUARES_A_CALL", 450)
    assert np.array_equal(grundy_table(200, 90, a), expected)


@pytest.mark.parametrize("a", [1, 2])
def test_known_rows(a):
    known = ROW_10[a]
    assert grundy_table(len(known), 11, a)[:, 10].tolist() == known
    assert grundy_table(11, len(known), a)[10].tolist() == known


@pytest.mark.parametrize(("a", "size"), [(1, 600), (2, 500), (3, 500), (7, 400), (50, 400)])
def test_bounds_symmetry_and_distinct_values_in_every_line(a, size):
    values = grundy_table(size, a=a).astype(int)
    assert np.array_equal(values, values.T)
    larger, smaller = np.maximum.outer(*[np.arange(size)] * 2), np.minimum.outer(*[np.arange(size)] * 2)
    assert (values <= larger + smaller).all()
    assert (values >= larger - 2 * a * smaller).all()
    for line in (*values, *(np.diagonal(values, d) for d in range(size))):
        assert len(set(line.tolist())) == len(line)


@pytest.mark.parametrize("a", [1, 2, 3, 4, 13, 100])
def test_zeros_are_the_losing_positions(a):
    zeros = {(int(x), int(y)) for x, y in np.argwhere(grundy_table(350, 300, a) == 0)}
    assert zeros == {(x, y) for x in range(350) for y in range(300) if positions.is_losing(x, y, a)}


@pytest.mark.parametrize("a", [1, 2, 3, 9, 25])
def test_values_are_sums_exactly_as_long_as_no_heap_exceeds_a(a):
    values = grundy_table(a + 2, a=a)
    sums = np.add.outer(np.arange(a + 2), np.arange(a + 2))
    assert np.array_equal(values[:-1, :-1], sums[:-1, :-1])
    assert values[-1, 1] == 0  # (a + 1, 1) is a losing position


@pytest.mark.parametrize("a", [1, 2, 3])
def test_a_sum_of_games_is_lost_exactly_where_the_values_cancel(a):
    @cache
    def loses(x, y, heap, row):
        """Wythoff's game, a Nim heap, and a row of which one or two are taken, all from the rules."""
        after = [(*option, heap, row) for option in options(x, y, a)]
        after += [(x, y, rest, row) for rest in range(heap)]
        after += [(x, y, heap, row - k) for k in (1, 2) if k <= row]
        return not any(loses(*position) for position in after)

    values = grundy_table(7, 6, a)
    for x, y, heap, row in itertools.product(range(7), range(6), range(8), range(5)):
        assert loses(x, y, heap, row) == (int(values[x, y]) ^ heap ^ row % 3 == 0)


@pytest.mark.parametrize(("last", "narrow", "wide"), [(255, "uint8", "uint16"), (65535, "uint16", "uint32")])
def test_element_type_changes_exactly_where_the_bound_stops_fitting(last, narrow, wide):
    for largest, dtype in ((last, narrow), (last + 1, wide)):
        row = grundy_table(largest + 1, 1)
        assert row.dtype == dtype
        assert row[:, 0].tolist() == list(range(largest + 1))  # G(x, 0) = x
        for table in (grundy_table(2, largest, 3), naive_grundy_table(2, 200, 3)):
            assert table[1, :6].tolist() == [1, 2, 3, 4, 0, 6]
        assert grundy_table(2, largest, 3).dtype == dtype
    assert [grundy_values._dtype(n) for n in (2**32 - 1, 2**32)] == ["uint32", "uint64"]


def test_shape_and_memory_order():
    assert grundy_table(5, 3).shape == (5, 3)
    assert grundy_table(3, 5).shape == (3, 5)
    assert grundy_table(5, 3).flags.c_contiguous
    assert grundy_table(3, 5).flags.f_contiguous
    assert grundy_table(3, 5).flags.writeable
    assert grundy_table(np.int64(4), np.uint8(3), np.int32(2)).shape == (4, 3)


def test_single_values():
    table = brute_force(30, 30, 2)
    assert all(grundy_value(x, y, 2) == table[x, y] for x, y in itertools.product(range(0, 30, 3), range(30)))
    assert [grundy_value(10, y) for y in range(21)] == ROW_10[1]
    assert type(grundy_value(10, 20)) is int


def test_values_with_a_formula_may_be_of_any_size():
    huge = 10**60
    assert grundy_value(huge, 0) == grundy_value(0, huge, 7) == huge
    assert grundy_value(huge, huge - 1, huge) == 2 * huge - 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: grundy_table(0), "rows must be a whole number of at least 1, got 0"),
        (lambda: grundy_table(3, 0), "columns must be a whole number of at least 1, got 0"),
        (lambda: grundy_table(3, 3, 0), "a must be a whole number of at least 1, got 0"),
        (lambda: grundy_table(3.0), r"rows must be .*, got 3.0 \(float\)"),
        (lambda: naive_grundy_table(True), "rows must be .*, got True"),
        (lambda: grundy_value(-1, 2), "x must be a whole number of at least 0, got -1"),
        (lambda: grundy_value(1, "2"), "y must be a whole number"),
        (lambda: grundy_value(1, 2, 0), "a must be a whole number of at least 1"),
        (lambda: row_period(-1), "y must be .*, got -1"),
        (lambda: row_period(30, up_to=29), "up_to must be a whole number of at least 30, got 29"),
        (lambda: row_period(0, up_to=10), "up_to must be a whole number of at least 11, got 10"),
    ],
)
def test_arguments_out_of_range_are_refused(call, message):
    with pytest.raises(InputError, match=message):
        call()


@pytest.mark.parametrize("fill", [grundy_table, naive_grundy_table])
def test_tables_larger_than_the_memory_are_refused_before_anything_is_allocated(fill):
    with pytest.raises(
        InputError, match=r"^the Grundy values of 10000000 x 10000001 positions, with scratch, take \d+ TB and"
    ):
        fill(10**7, 10**7 + 1)
    with pytest.raises(
        InputError, match=r"values of a number of about 100 digits x 5 positions, with scratch, take .*e\+\d+ B and"
    ):
        fill(10**99, 5)


def test_memory_asked_for_is_that_of_table_and_scratch(monkeypatch):
    n, words = 6000, 12_000 // 64 + 1
    # A number for each line beside its set: its first word that isn't full.
    for a, lines in ((12, 2 * n + 1), (13, 3 * n + 2)):
        needed = 2 * n * n + 8 * lines * (words + 1)
        monkeypatch.setattr("wythoff._process.memory.available_bytes", lambda needed=needed: needed - 1)
        with pytest.raises(InputError, match=r", with scratch, take \d+ MB and \d+ MB is free; take smaller heaps$"):
            grundy_table(n, a=a)
        with pytest.raises(InputError, match="values of 6001 x 6002 positions"):
            grundy_value(6000, 6001, a)
    monkeypatch.setattr("wythoff._process.memory.available_bytes", lambda: 0)
    assert grundy_table(500).shape == (500, 500)  # too small to ask


@pytest.mark.parametrize(("a", "up_to"), [(1, 200_000), (2, 60_000), (3, 60_000)])
def test_periods_of_rows_are_those_observed_before(a, up_to):
    for y, (period, preperiod) in enumerate(PERIODS[a]):
        seen = row_period(y, a, up_to)
        assert seen == RowPeriod(y=y, a=a, preperiod=preperiod, period=period, up_to=up_to)
        assert seen.checked == up_to + 1 - preperiod - period


@pytest.mark.parametrize(("y", "a"), [(3, 1), (7, 1), (3, 2), (2, 3), (2, 20)])
def test_a_period_is_the_least_and_begins_at_the_first_x_possible(y, a):
    seen = row_period(y, a, up_to=3000)
    d = [int(value) - x for x, value in enumerate(naive_grundy_table(3001, y + 1, a)[:, y])]
    start, period = seen.preperiod, seen.period
    assert sum(d[x + period] == d[x] for x in range(start, 3001 - period)) == seen.checked
    assert start == 0 or d[start - 1 + period] != d[start - 1]
    assert not any(d[1500 + p :] == d[1500:-p] for p in range(1, period))


def test_a_row_looked_at_for_too_short_shows_no_period():
    seen = row_period(10, up_to=200)
    assert seen == RowPeriod(y=10, a=1, preperiod=None, period=None, up_to=200)
    assert seen.checked == 0
    assert row_period(0, up_to=11) == RowPeriod(y=0, a=1, preperiod=0, period=1, up_to=11)
