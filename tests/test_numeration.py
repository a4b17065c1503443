"""The p- and q-systems of numeration.py: their rules, their values, and the strategy built on them."""

from itertools import islice, pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from known_values import (
    FINAL_EXAMPLE_10,
    FINAL_EXAMPLE_11,
    FINAL_EXAMPLE_12,
    FINAL_EXAMPLE_13,
    FINAL_EXAMPLE_14,
    FINAL_EXAMPLE_15,
    FINAL_EXAMPLE_16,
    FINAL_TABLE_3,
    POSTER_FIBONACCI_25,
)

from wythoff.errors import InputError
from wythoff.numeration import (
    column_by_digits,
    continued_fraction,
    convergents,
    interpret_p,
    interpret_q,
    pair_by_digits,
    represent_p,
    represent_q,
    shift_left,
    shift_right,
    trailing_zeros,
)
from wythoff.oracle import mex_table
from wythoff.positions import index, pair

# One slow example on a busy machine is no failure.
properties = settings(deadline=None, max_examples=200)
numbers = st.integers(0, 200) | st.integers(0, 10**200)
parameters = st.integers(1, 12) | st.integers(1, 10**30)


def keeps_p_rules(digits, a):
    in_range = all(0 <= digit <= a for digit in digits)
    return in_range and all(right == 0 for left, right in pairwise(digits) if left == a)


def keeps_q_rules(digits, a):
    return keeps_p_rules(digits, a) and digits[-1:] != (a,)


# --- convergents ---


@pytest.mark.parametrize("a", [1, 2, 3, 7, 10**20])
def test_convergents_are_those_of_the_continued_fraction(a):
    quotients = list(islice(continued_fraction(a), 12))
    for k, (p, q) in enumerate(islice(convergents(a), 12)):
        numerator, denominator = quotients[k], 1
        for quotient in reversed(quotients[:k]):
            numerator, denominator = quotient * numerator + denominator, numerator
        assert (p, q) == (numerator, denominator)


@pytest.mark.parametrize("a", [1, 2, 3, 7, 10**20])
def test_convergents_approach_alpha_from_alternate_sides(a):
    for k, (p, q) in enumerate(islice(convergents(a), 40)):
        # (p - q * alpha) * (p - q * alpha') with a negative second root alpha'.
        norm = p * p - (2 - a) * p * q - a * q * q
        assert (norm < 0) == (k % 2 == 0)


@pytest.mark.parametrize("a", [1, 2, 3, 7])
def test_weights_are_tied_to_each_other(a):
    both = list(islice(convergents(a), 20))
    for (p, q), (next_p, next_q) in pairwise(both):
        assert next_p == p + a * q == next_q + q


# --- known values ---


def test_numeration_table_of_the_theses():
    for n, q_digits, p_digits in FINAL_TABLE_3:
        assert "".join(map(str, represent_q(n, 2))) == q_digits
        assert "".join(map(str, represent_p(n, 2))) == p_digits


def test_examples_10_and_11_of_the_final_thesis():
    assert interpret_p(FINAL_EXAMPLE_10["digits"], 2) == FINAL_EXAMPLE_10["I_p"]
    assert interpret_q(FINAL_EXAMPLE_10["digits"], 2) == FINAL_EXAMPLE_10["I_q"]
    assert represent_p(8, 2) == FINAL_EXAMPLE_11["R_p(8)"]
    assert represent_q(6, 2) == FINAL_EXAMPLE_11["R_q(6)"]


def test_example_12_of_the_final_thesis():
    assert represent_p(5, 2) == FINAL_EXAMPLE_12["R_p(5)"]
    assert shift_left(represent_p(5, 2)) == FINAL_EXAMPLE_12["left"]
    assert interpret_p(FINAL_EXAMPLE_12["left"], 2) == FINAL_EXAMPLE_12["I_p(left)"]
    assert represent_p(10, 2) == FINAL_EXAMPLE_12["R_p(10)"]
    assert shift_right(represent_p(10, 2)) == FINAL_EXAMPLE_12["right"]
    assert interpret_p(FINAL_EXAMPLE_12["right"], 2) == FINAL_EXAMPLE_12["I_p(right)"]


def test_examples_13_and_14_of_the_final_thesis():
    assert represent_q(12, 2) == FINAL_EXAMPLE_13["R_q(12)"]
    assert interpret_p(FINAL_EXAMPLE_13["R_q(12)"], 2) == FINAL_EXAMPLE_13["I_p"]
    for n, (digits, value, lower) in FINAL_EXAMPLE_14.items():
        assert represent_q(n, 2) == digits
        assert interpret_p(digits, 2) == value
        assert pair_by_digits(n, 2)[0] == lower


def test_examples_15_and_16_of_the_final_thesis():
    lower, upper = pair_by_digits(FINAL_EXAMPLE_15["n"], 2)
    assert (lower, upper) == (FINAL_EXAMPLE_15["A"], FINAL_EXAMPLE_15["B"])
    assert represent_p(lower, 2) == FINAL_EXAMPLE_15["R_p(A)"]
    assert represent_p(upper, 2) == FINAL_EXAMPLE_15["R_p(B)"]
    for x, (digits, row, column) in FINAL_EXAMPLE_16.items():
        assert represent_p(x, 2) == digits
        assert column_by_digits(x, 2) == column
        assert pair_by_digits(row, 2)["AB".index(column)] == x


def test_fibonacci_representation_of_the_poster():
    assert represent_p(25) == POSTER_FIBONACCI_25


def test_the_game_is_wythoffs_own_by_default():
    assert list(islice(continued_fraction(), 4)) == [1, 1, 1, 1]
    assert list(islice(convergents(), 5)) == [(1, 1), (2, 1), (3, 2), (5, 3), (8, 5)]
    assert (interpret_p((1, 0, 0)), interpret_q((1, 0, 0))) == (3, 2)
    assert pair_by_digits(5) == (8, 13)
    assert "".join(column_by_digits(x) for x in range(1, 8)) == "ABAABAB"


# --- the rules make representations unique ---


@pytest.mark.parametrize("a", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("represent", "interpret", "keeps_rules"),
    [(represent_p, interpret_p, keeps_p_rules), (represent_q, interpret_q, keeps_q_rules)],
    ids=["p", "q"],
)
def test_each_admissible_tuple_represents_its_value(represent, interpret, keeps_rules, a):
    length = 5
    admissible = [digits for digits in product(range(a + 1), repeat=length) if keeps_rules(digits, a)]
    values = [interpret(digits, a) for digits in admissible]
    # In lexicographic order the values are 0, 1, 2, ...: none is missing, none occurs twice.
    assert values == list(range(len(admissible)))
    for value, digits in zip(values, admissible, strict=True):
        assert (0,) * (length - len(represent(value, a))) + represent(value, a) == digits


def test_a1_uses_the_higher_of_two_equal_weights():
    assert [represent_q(n) for n in range(5)] == [(), (1, 0), (1, 0, 0), (1, 0, 0, 0), (1, 0, 1, 0)]
    for n in range(200):
        assert represent_q(n) == shift_left(represent_p(n))


@properties
@given(numbers, parameters)
def test_representations_keep_the_rules_and_return(x, a):
    p_digits, q_digits = represent_p(x, a), represent_q(x, a)
    assert keeps_p_rules(p_digits, a)
    assert keeps_q_rules(q_digits, a)
    assert p_digits[:1] != (0,)
    assert q_digits[:1] != (0,)
    assert interpret_p(p_digits, a) == x
    assert interpret_q(q_digits, a) == x


@properties
@given(st.lists(st.integers(0, 10**30), max_size=30), parameters)
def test_interpretation_is_the_sum_of_digits_times_weights(digits, a):
    weights = list(islice(convergents(a), len(digits)))[::-1]
    assert interpret_p(digits, a) == sum(digit * p for digit, (p, _) in zip(digits, weights, strict=True))
    assert interpret_q(digits, a) == sum(digit * q for digit, (_, q) in zip(digits, weights, strict=True))


# --- digits ---


@properties
@given(st.lists(st.integers(0, 3)))
def test_shifts_undo_each_other(digits):
    assert shift_right(shift_left(digits)) == tuple(digits)
    assert interpret_p(shift_left(digits)) == interpret_p([*digits, 0])


def test_digits_of_zero():
    assert represent_p(0) == represent_q(0) == shift_left(()) == shift_right(()) == ()
    assert interpret_p(()) == interpret_q(()) == trailing_zeros(()) == 0
    assert pair_by_digits(0) == (0, 0)
    assert column_by_digits(0) == "A"


@pytest.mark.parametrize(("digits", "zeros"), [((0,), 1), ((0, 0), 2), ((1,), 0), ((1, 0), 1), ([0, 1, 0, 0], 2)])
def test_trailing_zeros(digits, zeros):
    assert trailing_zeros(digits) == zeros


# --- the arithmetic strategy ---


@pytest.mark.parametrize("a", [1, 2, 3, 4, 5, 6, 13])
def test_digits_give_the_mex_table(a):
    table = mex_table(400, a)
    assert [pair_by_digits(n, a) for n in range(400)] == table
    lower, upper = ({row[column] for row in table[1:]} for column in (0, 1))
    for x in range(1, table[-1][0]):
        assert column_by_digits(x, a) == ("A" if x in lower else "B")
        assert (x in lower) != (x in upper)


@properties
@given(numbers, parameters)
def test_digits_give_the_pair_of_the_square_root(n, a):
    lower, upper = pair(n, a)
    assert pair_by_digits(n, a) == (lower, upper)
    assert represent_p(upper, a) == shift_left(represent_p(lower, a))
    assert trailing_zeros(represent_p(lower, a)) % 2 == 0


@properties
@given(numbers, parameters)
def test_digits_give_the_column_of_the_square_root(x, a):
    assert column_by_digits(x, a) == index(x, a).column


@pytest.mark.parametrize("a", [1, 2, 10**999])
def test_large_sizes(a):
    n = 10**1000
    assert pair_by_digits(n, a) == pair(n, a)
    assert interpret_q(represent_q(n, a), a) == n
    assert column_by_digits(pair(n, a)[1], a) == "B"


def test_numpy_integers_give_unbounded_python_integers():
    assert pair_by_digits(np.int64(2**62), np.uint8(200)) == pair(2**62, 200)
    assert interpret_p([np.int8(100)] * 30, np.uint8(200)) == interpret_p([100] * 30, 200)


# --- refusals ---


@pytest.mark.parametrize("function", [represent_p, represent_q, pair_by_digits, column_by_digits])
def test_functions_of_one_number_refuse_bad_arguments(function):
    name = "x" if function in (represent_p, column_by_digits) else "n"
    with pytest.raises(InputError, match=f"^{name} must be a whole number of at least 0, got -1$"):
        function(-1)
    with pytest.raises(InputError, match=rf"^{name} must be a whole number of at least 0, got 3\.0 \(float\)$"):
        function(3.0)
    with pytest.raises(InputError, match=r"^a must be a whole number of at least 1, got 0$"):
        function(3, 0)


@pytest.mark.parametrize("function", [continued_fraction, convergents])
def test_iterators_refuse_a_bad_parameter_at_once(function):
    with pytest.raises(InputError, match=r"^a must be a whole number of at least 1, got -1$"):
        function(-1)


@pytest.mark.parametrize("function", [interpret_p, interpret_q])
def test_interpretations_refuse_a_bad_parameter(function):
    with pytest.raises(InputError, match=r"^a must be a whole number of at least 1, got None \(NoneType\)$"):
        function((1, 0), None)


@pytest.mark.parametrize("function", [interpret_p, interpret_q, shift_left, shift_right, trailing_zeros])
@pytest.mark.parametrize(
    ("digits", "message"),
    [
        ("10", r"digits must be a tuple or list of whole numbers, most significant first, got '10' \(str\)"),
        ({1, 0}, r"digits must be a tuple or list of whole numbers, .* \(set\)"),
        (10, r"digits must be a tuple or list of whole numbers, most significant first, got 10 \(int\)"),
        ((1, -1), "each of the digits must be a whole number of at least 0, got -1"),
        ((1, 0.0), r"each of the digits must be a whole number of at least 0, got 0\.0 \(float\)"),
    ],
)
def test_functions_of_digits_refuse_bad_digits(function, digits, message):
    with pytest.raises(InputError, match=f"^{message}$"):
        function(digits)
