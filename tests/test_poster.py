"""The poster's three methods for a = 1 against the rules of the game, and the limits of double precision."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wythoff import positions, tables
from wythoff.errors import InputError
from wythoff.moves import is_legal, winning_move
from wythoff.oracle import losing_positions, mex_table
from wythoff.reproduce.poster import (
    FLOAT64_FIRST_WRONG,
    METHODS,
    column_by_golden_ratio,
    column_by_golden_ratio_float64,
    move,
    pair,
    place,
)

TAU = (1 + math.sqrt(5)) / 2
EXACT_METHODS_OF_ANY_SIZE = ("fibonacci", "golden-ratio")
numbers = st.integers(1, 200) | st.integers(1, 10**60)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_reads_the_table_of_the_recursion(method):
    for n, (lower, upper) in enumerate(mex_table(250)):
        assert pair(n, method) == (lower, upper)
        assert place(lower, method) == (n, "A")
        assert place(upper, method) == (n, "B" if n else "A")


@pytest.mark.parametrize("method", METHODS)
def test_every_method_wins_from_every_winning_position(method):
    size = 45
    losing = set(losing_positions(size))
    for x in range(size):
        for y in range(size):
            target = move(x, y, method)
            assert target == winning_move(x, y)
            assert (target is None) is ((x, y) in losing)
            assert target is None or (is_legal((x, y), target) and target in losing)


@given(numbers)
@settings(deadline=None, max_examples=100)
def test_exact_methods_agree_at_any_size(x):
    for method in EXACT_METHODS_OF_ANY_SIZE:
        assert place(x, method) == positions.index(x)
        assert pair(x, method) == positions.pair(x)
    assert column_by_golden_ratio(x) == positions.index(x).column


def test_moves_of_a_thousand_digits():
    lower, upper = positions.pair(10**1000)
    for method in EXACT_METHODS_OF_ANY_SIZE:
        assert move(lower, upper, method) is None
        assert move(upper, lower + upper, method) == (upper, lower)
        assert move(upper, lower + 1, method) == winning_move(upper, lower + 1)


# --- the golden-ratio test ---


def fractional_parts(x):
    """Return {x / tau} and {x / tau^2}, with sqrt(5) rounded down to 60 digits, which is enough for small x."""
    root = Fraction(math.isqrt(5 * 10**120), 10**60)
    over_tau = x * (root - 1) / 2
    over_square = x * (3 - root) / 2
    return over_tau - math.floor(over_tau), over_square - math.floor(over_square)


def test_both_conditions_as_corrected():
    root = Fraction(math.isqrt(5 * 10**120), 10**60)
    one_over_tau, one_over_square = (root - 1) / 2, (3 - root) / 2
    upper = {b for _, b in mex_table(1200)}
    for x in range(1, 3000):
        part, part_of_square = fractional_parts(x)
        assert (part < one_over_square) == (part_of_square > one_over_tau) == (x in upper)
        assert column_by_golden_ratio(x) == ("B" if x in upper else "A")


def test_the_printed_second_condition_is_wrong():
    one_over_square = (3 - Fraction(math.isqrt(5 * 10**120), 10**60)) / 2
    wrong = []
    for x in range(1, 100):
        printed = "B" if fractional_parts(x)[1] < one_over_square else "A"
        if printed != column_by_golden_ratio(x):
            wrong.append(x)
    assert wrong[:2] == [2, 3]


@pytest.mark.parametrize(("form", "first"), FLOAT64_FIRST_WRONG.items())
def test_double_precision_is_right_before_its_limit_and_wrong_at_it(form, first):
    assert {"x / tau": 165_580_140, "x * (tau - 1)": 102_334_155}[form] == first
    for x in range(first - 3000, first):
        assert column_by_golden_ratio_float64(x, form) == column_by_golden_ratio(x)
    assert column_by_golden_ratio_float64(first, form) != column_by_golden_ratio(first)


def test_the_method_of_double_precision_has_the_same_limit():
    first = FLOAT64_FIRST_WRONG["x / tau"]
    assert place(first - 1, "golden-ratio-float64") == positions.index(first - 1)
    assert place(first, "golden-ratio-float64").column != positions.index(first).column
    # A_n of the double-precision product: the limit of floor(alpha * n).
    assert positions.first_failure(1) == 102_334_155
    assert pair(102_334_154, "golden-ratio-float64") == positions.pair(102_334_154)
    assert pair(102_334_155, "golden-ratio-float64") != positions.pair(102_334_155)


def last_a_row(x):
    """Return the last row with a_n <= x."""
    row, column = positions.index(x)
    return row if column == "A" else x - row


def wrong_columns(form, stop, block=2**22):
    """List every x < stop at which the test in double precision is wrong, by comparison with exact tables."""
    wrong = []
    for first in range(1, stop, block):
        last = min(first + block, stop) - 1
        x = np.arange(first, last + 1, dtype=np.float64)
        quotient = x / TAU if form == "x / tau" else x * (TAU - 1)
        computed = quotient - np.floor(quotient) > 1 / TAU**2
        exact = np.zeros(len(x), dtype=bool)
        rows = tables.table(last_a_row(last), start=last_a_row(first - 1) + 1)
        exact[rows.A.astype(np.int64) - first] = True
        wrong += (np.flatnonzero(computed != exact) + first).tolist()
    return wrong


@pytest.mark.exhaustive
@pytest.mark.parametrize(("form", "first"), FLOAT64_FIRST_WRONG.items())
def test_double_precision_has_no_earlier_error(form, first):
    assert wrong_columns(form, first + 1) == [first]


# --- arguments ---


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: place(-1), "x must be a whole number of at least 0, got -1"),
        (lambda: pair(1.5), "n must be a whole number of at least 0, got 1.5"),
        (lambda: move(1, -1), "y must be a whole number of at least 0, got -1"),
        (lambda: place(5, "tarot"), "no method 'tarot'; choose one of recurrence, fibonacci, golden-ratio, golden"),
        (lambda: column_by_golden_ratio(0), "x must be a whole number of at least 1, got 0"),
        (lambda: column_by_golden_ratio_float64(5, "x"), r"no form 'x'; choose one of x / tau, x \* \(tau - 1\)"),
        (lambda: place(2**53 + 1, "golden-ratio-float64"), "x must be a whole number from 1 to 9007199254740992"),
        (lambda: pair(2**53 + 1, "golden-ratio-float64"), "n must be a whole number from 0 to 9007199254740992"),
        (lambda: place(10**30, "recurrence"), "the recursion needs a table up to 10+, and the"),
    ],
)
def test_bad_arguments_are_refused_in_one_sentence(call, message):
    with pytest.raises(InputError, match=message):
        call()
