"""Misère Wythoff: single positions, tables by every strategy, and their certificates, against the rules of the game."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wythoff import misere, positions
from wythoff.errors import InputError
from wythoff.misere import tables as misere_tables
from wythoff.misere.failures import failing_rows
from wythoff.oracle import losing_positions
from wythoff.positions import Place
from wythoff.strategies import STRATEGIES

properties = settings(deadline=None, max_examples=200)
rows = st.integers(0, 200) | st.integers(0, 10**200)
parameters = st.integers(1, 12) | st.integers(1, 10**30)


def misere_mex_table(n_rows, a):
    """Build the table for a >= 2 by its recursion: A is the least number in no earlier row, B = A + a * n + 1."""
    table, used, lower = [], set(), 0
    for n in range(n_rows):
        while lower in used:
            lower += 1
        table.append((lower, lower + a * n + 1))
        used.update(table[-1])
    return table


# --- single positions ---


def assert_board_is_right(size, a):
    board = [(x, y) for x in range(size) for y in range(size) if misere.is_losing(x, y, a)]
    assert board == losing_positions(size, a, misere=True)


@pytest.mark.parametrize("a", range(1, 8))
def test_losing_positions_are_those_of_the_rules(a):
    assert_board_is_right(60, a)


@pytest.mark.exhaustive
@pytest.mark.parametrize("a", range(1, 8))
def test_losing_positions_are_those_of_the_rules_on_a_large_board(a):
    assert_board_is_right(161, a)


@pytest.mark.parametrize("a", range(2, 12))
def test_pairs_are_those_of_the_mex_recursion(a):
    assert [misere.pair(n, a) for n in range(600)] == misere_mex_table(600, a)


@pytest.mark.exhaustive
@pytest.mark.parametrize("a", range(2, 12))
def test_pairs_are_those_of_the_mex_recursion_far_out(a):
    assert [misere.pair(n, a) for n in range(20_000)] == misere_mex_table(20_000, a)


def test_wythoffs_own_game_changes_in_two_rows():
    assert [misere.pair(n) for n in range(2)] == [(0, 1), (2, 2)]
    assert [positions.pair(n) for n in range(2)] == [(0, 0), (1, 2)]
    assert all(misere.pair(n) == positions.pair(n) for n in range(2, 300))
    assert misere.index(2) == Place(1, "A")


def test_columns_for_a2_are_two_published_sequences():
    # A001953 is floor((n + 1/2) * sqrt 2), A001954 is floor((n + 1/2) * (2 + sqrt 2)).
    for n in range(500):
        lower = math.isqrt(2 * (2 * n + 1) ** 2) // 2
        assert misere.pair(n, 2) == (lower, lower + 2 * n + 1)


@pytest.mark.parametrize("a", [1, 2, 3, 7])
def test_index_and_partner_read_the_table_backwards(a):
    table = [(0, 1), (2, 2), *(positions.pair(n) for n in range(2, 300))] if a == 1 else misere_mex_table(300, a)
    for row, (lower, upper) in enumerate(table):
        assert misere.index(lower, a) == (row, "A")
        assert misere.index(upper, a) == (row, "B" if lower < upper else "A")
        assert misere.partner(lower, a) == upper
        assert misere.partner(upper, a) == lower


@pytest.mark.parametrize("a", [1, 2, 3, 7])
def test_last_row_with_b_up_to_counts_the_b_column(a):
    upper = [misere.pair(n, a)[1] for n in range(200)]
    assert upper == sorted(upper)
    for x in range(1, upper[-1]):
        assert misere.last_row_with_b_up_to(x, a) == sum(b <= x for b in upper) - 1


@given(rows, st.integers(2, 12) | st.integers(2, 10**30))
@properties
def test_both_columns_come_from_the_normal_table(n, a):
    assert misere.pair(n, a) == tuple((entry + a - 2) // a for entry in positions.pair(a * n + 1, a))


@given(rows, parameters)
@properties
def test_pairs_of_any_size_are_consistent(n, a):
    lower, upper = misere.pair(n, a)
    assert misere.index(lower, a).row == misere.index(upper, a).row == n
    assert misere.partner(lower, a) == upper
    assert misere.partner(upper, a) == lower
    assert misere.is_losing(upper, lower, a)
    assert not misere.is_losing(lower, upper + 1, a)
    assert misere.last_row_with_b_up_to(upper, a) == n


@given(rows, st.integers(2, 12) | st.integers(2, 10**30))
@properties
def test_index_agrees_with_its_closed_formula(x, a):
    # The largest n with n * alpha + 1 / alpha < x + 1, all terms brought over one denominator.
    last = (a * (x + 1) * (a - 2) - (a * a - 2 * a + 4) + math.isqrt((a * a + 4) * (a * x + 2) ** 2)) // (2 * a * a)
    assert misere.index(x, a) == ((last, "A") if misere.pair(last, a)[0] == x else (x - last - 1, "B"))


@given(rows, parameters, st.integers(-3, 3))
@properties
def test_certificate_accepts_the_pair_and_no_neighbour(n, a, shift):
    lower, upper = misere.pair(n, a)
    assert misere.certificate(n, lower + shift, upper + shift, a) == (shift == 0)
    assert misere.certificate(n, lower, upper + shift, a) == (shift == 0)


@pytest.mark.parametrize("a", [1, 2, 3, 9])
def test_certificate_accepts_one_pair_for_each_row(a):
    for n in range(25):
        lower, upper = misere.pair(n, a)
        for m in range(-60, 60):
            assert misere.certificate(n, m, m + upper - lower, a) == (m == lower)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: misere.pair(-1), "n must be a whole number of at least 0, got -1"),
        (lambda: misere.pair(1, 0), "a must be a whole number of at least 1, got 0"),
        (lambda: misere.index(1.0), "x must be a whole number of at least 0, got 1.0"),
        (lambda: misere.is_losing(1, True), "y must be a whole number"),
        (lambda: misere.certificate(1, "2", 5), "A must be a whole number of either sign"),
        (lambda: misere.last_row_with_b_up_to(0), "x must be a whole number of at least 1, got 0"),
    ],
)
def test_bad_numbers_are_refused(call, message):
    with pytest.raises(InputError, match=message):
        call()


# --- tables ---


def expected_rows(first, last, a):
    return [(n, *misere.pair(n, a)) for n in range(first, last + 1)]


@pytest.mark.slow
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("a", [1, 2, 3, 8])
def test_every_strategy_makes_the_misere_table(strategy, a):
    for n in (0, 1, 2, 300):
        table = misere.table(n, a, strategy=strategy)
        assert list(table.rows()) == expected_rows(0, n, a)
        assert table.A.dtype == table.B.dtype == np.uint32
        assert not table.failures().any()


@pytest.mark.parametrize("strategy", [name for name, method in STRATEGIES.items() if method.any_start])
@pytest.mark.parametrize(("a", "start"), [(1, 1), (2, 50_000), (5, 10**6), (2**15 - 1, 100), (2**15, 100), (2**24, 7)])
def test_tables_begin_anywhere_and_cross_blocks(strategy, a, start):
    n = start + 100
    table = misere.table(n, a, strategy=strategy, start=start)
    assert list(table.rows()) == expected_rows(start, n, a)
    assert not table.failures().any()


def test_a_table_of_several_blocks_has_no_seam():
    n = 3 * misere_tables._BLOCK // 2 + 5
    table = misere.table(n, 2)
    assert not table.failures().any()
    assert table.A[-1] == misere.pair(n, 2)[0]


@pytest.mark.parametrize("name", ["uint32", "int32", "int64", "uint64"])
@pytest.mark.parametrize("a", [1, 2, 3, 1000])
def test_element_types_are_used_to_their_last_row(name, a):
    most = int(np.iinfo(name).max)
    last = misere.last_row_with_b_up_to(most, a)
    assert misere.pair(last, a)[1] <= most < misere.pair(last + 1, a)[1]
    table = misere.table(last, a, dtype=name, start=last - 20)
    assert table.A.dtype == np.dtype(name)
    assert list(table.rows()) == expected_rows(last - 20, last, a)
    assert not table.failures().any()
    with pytest.raises(
        InputError, match=f"{name} can't hold B = .* of misère play; at a = {a} it holds rows up to n = {last}"
    ):
        misere.table(last + 1, a, dtype=name, start=last)


def test_default_element_type_is_the_smallest_that_fits():
    for most, name, following in [
        (2**32 - 1, "uint32", "int64"),
        (2**63 - 1, "int64", "uint64"),
        (2**64 - 1, "uint64", "object"),
    ]:
        last = misere.last_row_with_b_up_to(most, 3)
        assert misere.table(last, 3, start=last).A.dtype == np.dtype(name)
        assert misere.table(last + 1, 3, start=last).A.dtype == np.dtype(following)


@pytest.mark.parametrize("a", [2, 3, 1000])
def test_strategies_of_64_bits_end_where_the_normal_row_does(a):
    last = (positions.last_row_with_b_up_to(2**64 - 1, a) - 1) // a
    assert positions.pair(a * last + 1, a)[1] < 2**64 <= positions.pair(a * (last + 1) + 1, a)[1]
    for strategy in ("arithmetic", "arithmetic-odometer"):
        table = misere.table(last, a, strategy=strategy, start=last - 5)
        assert list(table.rows()) == expected_rows(last - 5, last, a)
        with pytest.raises(InputError, match=f"serves rows of misère play up to n = {last} .* take algebraic"):
            misere.table(last + 1, a, strategy=strategy, start=last)
    across = misere.table(last + 5, a, start=last - 5)
    assert across.A.dtype != object
    assert list(across.rows()) == expected_rows(last - 5, last + 5, a)
    assert not across.failures().any()


@pytest.mark.parametrize("a", [1, 2, 5])
def test_rows_of_any_size_are_python_integers(a):
    table = misere.table(10**40 + 3, a, start=10**40)
    assert table.A.dtype == object
    assert list(table.rows()) == expected_rows(10**40, 10**40 + 3, a)
    assert not table.failures().any()
    assert list(misere.table(4, a, dtype=object).rows()) == expected_rows(0, 4, a)


@pytest.mark.parametrize("a", [1, 2, 3, 1000])
def test_a_wrong_row_is_found_and_only_that(a):
    for start in (0, 10**6, 10**12, misere.last_row_with_b_up_to(2**63 - 100, a) - 9):
        right = misere.table(start + 9, a, start=start, dtype="int64")
        assert not right.failures().any()
        for shift in (-2, -1, 1, 2):
            for column in ("A", "B", "AB"):
                table = misere.MisereTable(right.A.copy(), right.B.copy(), start, a)
                for name in column:
                    getattr(table, name)[4] += shift
                assert table.failures().nonzero()[0].tolist() == [4]


def test_a_normal_table_fails_as_a_misere_table():
    for a in (1, 2, 3):
        rows = [positions.pair(n, a) for n in range(50)]
        table = misere.MisereTable(*np.array(rows, dtype="int64").T, start=0, a=a)
        wrong = [row != misere.pair(n, a) for n, row in enumerate(rows)]
        assert table.failures().tolist() == wrong
        assert sum(wrong) == (2 if a == 1 else 50)


@pytest.mark.parametrize("a", [2, 3, 7])
def test_the_certificate_of_arrays_is_that_of_single_rows(a):
    for n in range(30):
        for x in range(61):
            A = np.array([x])
            failed = failing_rows(A, A + a * n + 1, a, n)
            assert failed.tolist() == [not misere.certificate(n, x, x + a * n + 1, a)]


def test_streams_are_the_table_in_pieces():
    for a in (1, 2):
        parts = list(misere.stream(1000, a, block=300, start=5))
        assert [(part.start, len(part)) for part in parts] == [(5, 300), (305, 300), (605, 300), (905, 96)]
        assert [row for part in parts for row in part.rows()] == expected_rows(5, 1000, a)
    parts = list(misere.stream(10**30 + 3, 2, block=2, start=10**30))
    assert [row for part in parts for row in part.rows()] == expected_rows(10**30, 10**30 + 3, 2)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: misere.table(5, strategy="x"), "there is no strategy 'x'"),
        (lambda: misere.table(5, start=6), "start must be at most n = 5, got 6"),
        (lambda: misere.table(5, 2, strategy="recursive-merge", start=1), "can't start at row 1, as it builds a table"),
        (lambda: misere.table(5, dtype="float64"), "dtype must be one of .*, got float64"),
        (lambda: misere.table(5, dtype="nonsense"), "dtype must be one of .*, got 'nonsense'"),
        (lambda: misere.table(5, 2, strategy="arithmetic", dtype=object), "no Python ints; take algebraic for row 5"),
        (lambda: misere.table(5, 2**31), "a must be a whole number from 1 to 2147483647"),
        (lambda: misere.stream(5, 2, strategy="recursive-merge"), "recursive-merge can't stream"),
        (lambda: misere.stream(5, block=0), "block must be a whole number of at least 1, got 0"),
    ],
)
def test_tables_that_cant_be_made_are_refused_at_once(call, message):
    with pytest.raises(InputError, match=message):
        call()


def test_tables_that_dont_fit_in_memory_are_refused_before_they_are_begun(monkeypatch):
    monkeypatch.setattr("wythoff._process.memory.available_bytes", lambda: 10**9)
    with pytest.raises(
        InputError, match=r"200000001 rows of misère play by strategy algebraic take 1.6 GB and 1.0+ GB is free"
    ):
        misere.table(2 * 10**8, 2)
    # The table itself would fit: the rows of normal play that it is made from don't.
    with pytest.raises(InputError, match="10000001 rows of misère play by strategy recursive-merge take"):
        misere.table(10**7, 20, strategy="recursive-merge")
