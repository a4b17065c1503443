"""Exact functions of positions.py against the rules of the game, published values and each other."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from known_values import (
    CERTIFIED_BOUND,
    FINAL_EXAMPLE_9_LOWER,
    FINAL_EXAMPLE_9_UPPER,
    FINAL_TABLE_1,
    FINAL_TABLE_2,
    FIRST_FAILURE_FIXED64,
    FIRST_FAILURE_FLOAT64,
    LAST_ROW_A2,
    OEIS_COLUMNS,
    THESIS_FIRST_WRONG_K,
    THESIS_SWEEP,
    THESIS_WRONG_ROWS,
)

from wythoff.errors import InputError
from wythoff.numeration import convergents
from wythoff.oracle import losing_positions, mex_table
from wythoff.positions import (
    Place,
    certificate,
    first_failure,
    index,
    is_losing,
    last_row_with_b_up_to,
    pair,
    partner,
)

# One slow example on a busy machine is no failure.
properties = settings(deadline=None, max_examples=200)
# Small numbers find errors at the start of the table, long ones those of rounding.
numbers = st.integers(0, 200) | st.integers(0, 10**200)
parameters = st.integers(1, 12) | st.integers(1, 10**30)


def last_in_column(x, column, a):
    """Largest n with the n-th entry of column 0 or 1 at most x, by bisection."""
    low, high = 0, x + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if pair(middle, a)[column] <= x else (low, middle)
    return low


def fixed_point(a, bits):
    """Floor of alpha * 2**bits, as a fraction of 2**bits."""
    return Fraction(pair(2**bits, a)[0], 2**bits)


def first_failure_by_search(a, r):
    n = 1
    while math.floor(r * n) == pair(n, a)[0]:
        n += 1
    return n


# --- against the rules of the game ---


@pytest.mark.parametrize("a", range(1, 7))
def test_losing_positions_are_those_of_the_rules(a):
    size = 110
    board = [(x, y) for x in range(size) for y in range(size) if is_losing(x, y, a)]
    assert board == losing_positions(size, a)


@pytest.mark.parametrize("a", [1, 2, 3, 4, 5, 6, 13])
def test_pairs_are_those_of_the_mex_recursion(a):
    assert [pair(n, a) for n in range(600)] == mex_table(600, a)


@pytest.mark.parametrize("a", [1, 2, 3, 7])
def test_index_and_partner_read_the_table_backwards(a):
    table = mex_table(300, a)
    for row, (lower, upper) in enumerate(table):
        assert index(lower, a) == (row, "A")
        assert index(upper, a) == (row, "B" if row else "A")
        assert partner(lower, a) == upper
        assert partner(upper, a) == lower


@pytest.mark.parametrize("a", [1, 2, 3, 7])
def test_last_row_with_b_up_to_counts_the_b_column(a):
    upper = [b for _, b in mex_table(200, a)]
    for x in range(upper[-1]):
        assert last_row_with_b_up_to(x, a) == sum(0 < b <= x for b in upper)


def test_wythoffs_own_game_is_meant_where_no_a_is_given():
    assert pair(4) == (6, 10)
    assert index(10) == (4, "B")
    assert partner(10) == 6
    assert is_losing(6, 10)
    assert certificate(4, 6, 10)
    assert last_row_with_b_up_to(10) == 4
    assert first_failure() == first_failure(1) != first_failure(2)


@pytest.mark.parametrize("a", [1, 2, 3, 9])
def test_certificate_accepts_one_pair_for_each_row(a):
    for n, (lower, upper) in enumerate(mex_table(25, a)):
        for m in range(-60, 60):
            assert certificate(n, m, m + a * n, a) == (m == lower)
            assert certificate(n, lower, m, a) == (m == upper)


# --- known values ---


@pytest.mark.parametrize("a", OEIS_COLUMNS)
def test_columns_are_the_published_sequences(a):
    for column, terms in enumerate(OEIS_COLUMNS[a].values()):
        assert [pair(n, a)[column] for n in range(1, len(terms) + 1)] == terms


def test_a3_is_not_the_look_alike_sequence():
    # A001955, floor(n * (1 + 1 / sqrt(11))), has 55 here.
    assert pair(43, 3)[0] == 56


def test_tables_and_example_9_of_the_final_thesis():
    assert [(n, *pair(n, 1)) for n in range(12)] == FINAL_TABLE_1
    assert [(n, *pair(n, 2)) for n in range(11)] == FINAL_TABLE_2
    assert [pair(n)[0] for n in range(1, 11)] == FINAL_EXAMPLE_9_LOWER
    assert [pair(n)[1] for n in range(1, 11)] == FINAL_EXAMPLE_9_UPPER


def test_hundred_row_table_is_exact():
    for n in THESIS_SWEEP:
        lower, upper = pair(n, 2)
        # alpha is the root of 2.
        assert lower == math.isqrt(2 * n * n)
        assert certificate(n, lower, upper, 2)


@pytest.mark.parametrize("k", THESIS_WRONG_ROWS)
def test_printed_rows_that_are_wrong(k):
    *printed, lower, upper = THESIS_WRONG_ROWS[k]
    assert pair(THESIS_SWEEP[k], 2) == (lower, upper)
    assert not certificate(THESIS_SWEEP[k], *printed, 2)


def test_first_wrong_printed_row_follows_from_its_alpha():
    # Both theses' rows are those of this double, multiplied without rounding (to 64 bits).
    alpha = Fraction(6369051672525773, 2**52)
    right = [math.floor(alpha * n) == pair(n, 2)[0] for n in THESIS_SWEEP]
    assert right.index(False) == THESIS_FIRST_WRONG_K
    assert not any(right[THESIS_FIRST_WRONG_K:])


@pytest.mark.parametrize("x", LAST_ROW_A2)
def test_last_row_that_fits_a_type(x):
    n = last_row_with_b_up_to(x, 2)
    assert n == LAST_ROW_A2[x]
    assert pair(n, 2)[1] <= x < pair(n + 1, 2)[1]


# --- properties ---


@properties
@given(numbers, parameters)
def test_index_inverts_pair(n, a):
    lower, upper = pair(n, a)
    assert index(lower, a) == Place(n, "A")
    assert index(upper, a) == Place(n, "B" if n else "A")


@properties
@given(numbers.filter(bool), parameters)
def test_every_integer_is_in_exactly_one_column(x, a):
    rows = [last_in_column(x, column, a) for column in (0, 1)]
    found = [pair(row, a)[column] == x for column, row in enumerate(rows)]
    assert sum(found) == 1
    assert sum(rows) == x
    column = found.index(True)
    assert index(x, a) == (rows[column], "AB"[column])


@properties
@given(numbers, parameters)
def test_partner_is_its_own_inverse_and_makes_a_losing_position(x, a):
    y = partner(x, a)
    assert partner(y, a) == x
    assert is_losing(x, y, a)
    assert is_losing(y, x, a)
    assert not is_losing(x, y + 1, a)


@properties
@given(numbers, parameters)
def test_columns_increase(n, a):
    lower, upper = pair(n, a)
    next_lower, next_upper = pair(n + 1, a)
    assert 1 <= next_lower - lower <= 2
    assert next_upper - upper == next_lower - lower + a


@properties
@given(numbers, parameters, st.integers(-3, 3), st.integers(-3, 3))
def test_certificate_is_true_for_the_pair_and_false_beside_it(n, a, off_lower, off_upper):
    lower, upper = pair(n, a)
    assert certificate(n, lower + off_lower, upper + off_upper, a) == (off_lower == off_upper == 0)


@properties
@given(numbers, parameters)
def test_last_row_with_b_up_to_is_the_last(x, a):
    n = last_row_with_b_up_to(x, a)
    assert pair(n, a)[1] <= x < pair(n + 1, a)[1]


# --- first failure ---


@pytest.mark.parametrize("a", FIRST_FAILURE_FLOAT64)
def test_first_failure_of_double_precision(a):
    n = FIRST_FAILURE_FLOAT64[a]
    assert first_failure(a) == n
    r = Fraction((2 - a + math.sqrt(a * a + 4)) / 2)
    assert first_failure(a, r) == n
    assert math.floor(r * n) != pair(n, a)[0]
    assert math.floor(r * (n - 1)) == pair(n - 1, a)[0]


@pytest.mark.parametrize("a", FIRST_FAILURE_FIXED64)
def test_first_failure_of_64_bit_fixed_point(a):
    n = FIRST_FAILURE_FIXED64[a]
    r = fixed_point(a, 64)
    assert first_failure(a, r) == n
    assert math.floor(r * n) != pair(n, a)[0]
    assert math.floor(r * (n - 1)) == pair(n - 1, a)[0]


@pytest.mark.parametrize(("bits", "a"), CERTIFIED_BOUND)
def test_first_failure_lies_beyond_the_certified_bound(bits, a):
    bound = CERTIFIED_BOUND[bits, a]
    assert bound**4 * (a * a + 4) <= 4**bits < (bound + 1) ** 4 * (a * a + 4)
    assert first_failure(a, fixed_point(a, bits)) > bound


@pytest.mark.parametrize("bits", range(8, 17))
@pytest.mark.parametrize("a", [1, 2, 3, 4, 5, 6])
def test_first_failure_is_that_of_an_exhaustive_search(a, bits):
    below = fixed_point(a, bits)
    for r in (below, below + Fraction(1, 2**bits)):
        assert first_failure(a, r) == first_failure_by_search(a, r)


@properties
@given(st.fractions(-1, 4, max_denominator=300), st.integers(1, 12))
@example(Fraction(1), 1)
@example(Fraction(2), 1)
@example(Fraction(3, 2), 1)
def test_first_failure_of_fractions_is_that_of_an_exhaustive_search(r, a):
    assert first_failure(a, r) == first_failure_by_search(a, r)


@properties
@given(st.integers(0, 400), st.integers(1, 12))
def test_first_failure_of_a_convergent(k, a):
    weights = convergents(a)
    for _ in range(k):
        next(weights)
    (p, q), (next_p, _) = next(weights), next(weights)
    # Odd convergents are too large, so at n = q the floor is p instead of p - 1.
    assert first_failure(a, Fraction(p, q)) == (q if k % 2 else next_p)


@pytest.mark.parametrize(
    ("alpha", "expected"),
    [
        *[(3, 1), (0, 1), (-2, 1), (2, 1), (1, 3), (1.5, 2), (-0.5, 1), (1e300, 1)],
        # Written out as integers, the second and third would need hundreds of megabytes.
        *[(Decimal(1), 3), (Decimal("1E+999999999"), 1), (Decimal("1E-999999999"), 1)],
    ],
)
def test_first_failure_of_a_number_far_off(alpha, expected):
    assert first_failure(2, alpha) == expected


@pytest.mark.parametrize(
    "alpha",
    [np.float32(1.618), np.float64(1.618), np.longdouble("1.618"), Decimal("1.618"), 1.618, Fraction("1.618")],
    ids=lambda alpha: type(alpha).__name__,
)
def test_first_failure_takes_the_exact_value_of_each_type(alpha):
    exact = Fraction(*alpha.as_integer_ratio())
    assert first_failure(1, alpha) == first_failure_by_search(1, exact)


def test_first_failure_of_extended_precision_is_later():
    alpha = np.sqrt(np.longdouble(2))
    if np.finfo(np.longdouble).nmant == 52:
        pytest.skip("long double is double here")
    n = first_failure(2, alpha)
    r = Fraction(*alpha.as_integer_ratio())
    assert n > first_failure(2)
    assert math.floor(r * n) != pair(n, 2)[0]
    assert math.floor(r * (n - 1)) == pair(n - 1, 2)[0]


def test_first_failure_of_a_thousand_decimals():
    with localcontext(prec=1000):
        alpha = Decimal(2).sqrt()
    n = first_failure(2, alpha)
    assert 10**480 < n < 10**520
    assert math.floor(Fraction(alpha) * n) != pair(n, 2)[0]
    assert math.floor(Fraction(alpha) * (n - 1)) == pair(n - 1, 2)[0]


@pytest.mark.parametrize("a", [2**31 - 1, 2**31, 10**40])
def test_first_failure_with_a_large_parameter(a):
    # alpha = 1 + 1 / (a + 1 / ...), so 1 is good until n = a + 1, and 1 + 1 / a is too large by n = a.
    assert first_failure(a, 1) == a + 1
    assert first_failure(a, Fraction(a + 1, a)) == a
    for n in (1, a - 1, a, a + 1):
        assert pair(n, a)[0] == n + (n > a)


def test_double_precision_alpha_is_1_for_the_largest_32_bit_parameter():
    assert first_failure(2**31 - 1) == 2**31


# --- sizes and types ---


@pytest.mark.parametrize("digits", [31, 1000, 100_000])
def test_large_sizes(digits):
    n = 10**digits
    lower, upper = pair(n, 2)
    assert lower == math.isqrt(2 * n * n)
    assert certificate(n, lower, upper, 2)
    assert not certificate(n, lower - 1, upper - 1, 2)
    # assert on a bool, because pytest can't print integers of this length.
    assert bool(index(upper, 2) == (n, "B"))
    assert bool(partner(lower, 2) == upper)
    assert is_losing(upper, lower, 2)
    assert bool(last_row_with_b_up_to(upper, 2) == n)


def test_numpy_integers_give_unbounded_python_integers():
    lower, upper = pair(np.int64(2**62), np.uint8(200))
    assert type(lower) is type(upper) is int
    assert (lower, upper) == pair(2**62, 200)
    assert is_losing(np.int64(17), np.uint16(7), 2)
    assert certificate(np.int8(5), np.int64(7), np.int16(17), np.uint8(2))


# --- refusals ---


@pytest.mark.parametrize("function", [pair, index, partner, last_row_with_b_up_to])
def test_functions_of_one_number_refuse_bad_arguments(function):
    name = "n" if function is pair else "x"
    with pytest.raises(InputError, match=f"^{name} must be a whole number of at least 0, got -1$"):
        function(-1)
    with pytest.raises(InputError, match=rf"^{name} must be a whole number of at least 0, got 3\.0 \(float\)$"):
        function(3.0)
    with pytest.raises(InputError, match=r"^a must be a whole number of at least 1, got 0$"):
        function(3, 0)
    with pytest.raises(InputError, match=r"^a must be a whole number of at least 1, got '2' \(str\)$"):
        function(3, a="2")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1, 0), "x must be a whole number of at least 0, got -1"),
        ((0, -(10**80)), "y must be a whole number of at least 0, got a negative number of about 81 digits"),
        ((0, True), r"y must be a whole number of at least 0, got True \(bool\)"),
        ((0, 0, 1.5), r"a must be a whole number of at least 1, got 1\.5 \(float\)"),
    ],
)
def test_is_losing_refuses_bad_arguments(arguments, message):
    with pytest.raises(InputError, match=f"^{message}$"):
        is_losing(*arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1, 0, 0), "n must be a whole number of at least 0, got -1"),
        ((1, 1.0, 2), r"A must be a whole number of either sign, got 1\.0 \(float\)"),
        ((1, 1, "2"), r"B must be a whole number of either sign, got '2' \(str\)"),
        ((1, True, 2), r"A must be a whole number of either sign, got True \(bool\)"),
        ((1, 1, 2, 0), "a must be a whole number of at least 1, got 0"),
    ],
)
def test_certificate_refuses_bad_arguments(arguments, message):
    with pytest.raises(InputError, match=f"^{message}$"):
        certificate(*arguments)


@pytest.mark.parametrize(
    "alpha",
    [math.nan, math.inf, -math.inf, np.float32("nan"), np.longdouble("inf"), Decimal("nan"), Decimal("snan"),
     Decimal("-inf"), True, "1.5", 1j, float],
    ids=repr,
)  # fmt: skip
def test_first_failure_refuses_what_is_no_finite_number(alpha):
    message = r"^alpha must be a finite float, NumPy floating, Decimal, Fraction or int, got .+ \(.+\)$"
    with pytest.raises(InputError, match=message):
        first_failure(1, alpha)


def test_first_failure_refuses_bad_parameters():
    with pytest.raises(InputError, match=r"^a must be a whole number of at least 1, got 0$"):
        first_failure(0)
    with pytest.raises(
        InputError,
        match=r"^a = a number of about 201 digits is too large for double precision; give the alpha to be examined$",
    ):
        first_failure(10**200)
