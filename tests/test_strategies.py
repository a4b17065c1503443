"""Every strategy against the closed form, through compiled and interpreted kernels, at every kind of start."""

import inspect

import known_values
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wythoff import oracle, strategies
from wythoff.errors import InputError
from wythoff.positions import certificate, last_row_with_b_up_to, pair
from wythoff.strategies import STRATEGIES, algebraic, arithmetic, recursive
from wythoff.tables import NATIVE_DTYPES, stream, table

EXACT = [name for name, method in STRATEGIES.items() if method.exact]
STARTERS = [name for name in EXACT if STRATEGIES[name].any_start]
# Small, the edges of a block (192, 1024), where q_1 = a passes them, and the largest.
PARAMETERS = [1, 2, 3, 4, 5, 7, 10, 100, 191, 192, 193, 1000, 1023, 1024, 1025, 46341, 10**6, 2**25, 2**31 - 1]


def expected(first, last, a):
    rows = [pair(n, a) for n in range(first, last + 1)]
    return [x for x, _ in rows], [y for _, y in rows]


@pytest.mark.parametrize("a", PARAMETERS)
@pytest.mark.parametrize("name", EXACT)
def test_exact_strategies_equal_the_closed_form(name, a):
    lower, upper = expected(0, 3000, a)
    for n in (0, 1, 2, 3, 7, 63, 64, 65, 66, 191, 192, 193, 385, 1023, 1024, 1025, 3000):
        rows = table(n, a, strategy=name)
        assert rows.A.tolist() == lower[: n + 1]
        assert rows.B.tolist() == upper[: n + 1]


@pytest.mark.parametrize("name", EXACT)
def test_exact_strategies_equal_the_mex_definition(name):
    for a in range(1, 7):
        assert list(table(199, a, strategy=name).rows()) == [
            (n, *row[-2:]) for n, row in enumerate(oracle.mex_table(200, a))
        ]


@pytest.mark.parametrize("a", [1, 2, 3, 5, 100, 1000, 2**20])
@pytest.mark.parametrize("name", STARTERS)
def test_any_start_continues_the_table(name, a):
    whole = table(5000, a, strategy=name)
    for start in (*range(1, 12), 191, 192, 193, 984, 985, 986, 1023, 1024, 1025, 2377, 2378, 2379, 4999, 5000):
        part = table(5000, a, strategy=name, start=start)
        assert (part.A == whole.A[start:]).all()
        assert (part.B == whole.B[start:]).all()


@pytest.mark.parametrize("dtype", ["uint32", "int64"])
def test_rows_that_are_copied_are_those_between_the_columns(dtype):
    # Around 32 copying begins and, in a, ends; its blocks end at other rows for each a.
    for a in range(1, 36):
        whole = table(20_000, a, strategy="recursive-merge", dtype=dtype)
        numbers = np.concatenate([whole.A[1:], whole.B[1:]])
        assert np.array_equal(np.sort(numbers[numbers <= whole.A[-1]]), np.arange(1, int(whole.A[-1]) + 1))
        assert np.array_equal(whole.B - whole.A, a * np.arange(20_001))
        assert (np.diff(whole.A.astype(np.int64)) > 0).all()
        for n in (*range(120, 140), *range(380, 400), *range(5000, 5260, 13)):
            assert np.array_equal(table(n, a, strategy="recursive-merge", dtype=dtype).A, whole.A[: n + 1])


@given(a=st.integers(1, 2**31 - 1) | st.integers(1, 12), n=st.integers(0, 2**62), rows=st.integers(1, 700))
@settings(max_examples=150, deadline=None)
def test_any_rows_of_any_game_pass_the_certificate(a, n, rows):
    n = n // a  # so that B fits 64 bits
    for name in STARTERS:
        part = table(n + rows - 1, a, strategy=name, start=n)
        for row, x, y in part.rows():
            assert certificate(row, x, y, a), (name, row)


def test_columns_share_out_the_integers():
    for a in (1, 2, 3, 10):
        rows = table(20_000, a)
        both = np.sort(np.concatenate([rows.A[1:], rows.B[1:]]))
        complete = int(rows.A[-1])
        assert (both[:complete] == np.arange(1, complete + 1)).all()
        assert (np.diff(rows.A.astype(np.int64)) >= 1).all()
        assert (np.diff(rows.A.astype(np.int64)) <= 2).all()


@pytest.mark.parametrize("dtype", NATIVE_DTYPES, ids=str)
@pytest.mark.parametrize("name", STRATEGIES)
def test_every_element_type_gives_the_same_rows(name, dtype):
    rows = table(2000, 2, strategy=name, dtype=dtype)
    assert rows.A.dtype == rows.B.dtype == dtype
    assert (rows.A.tolist(), rows.B.tolist()) == expected(0, 2000, 2)


@pytest.mark.parametrize("name", STRATEGIES)
def test_interpreted_kernels_equal_compiled_ones(name, monkeypatch):
    """The kernels' Python bodies, in which every overflow of uint64 is the wrap-around that is meant."""
    method = STRATEGIES[name]
    cases = [(40, 1, 0), (300, 2, 0), (1100, 3, 0), (700, 300, 0), (90, 10**6, 0)]
    if method.any_start:
        cases += [(700, 2, 100), (10**12, 5, 10**12 - 300), (2**60, 1, 2**60 - 600)]
    compiled = [table(n, a, strategy=name, start=start) for n, a, start in cases]
    bodies = 0
    for module in (recursive, algebraic, arithmetic):
        for attribute, value in inspect.getmembers(module):
            if any(value is one for one in method.kernels):
                monkeypatch.setattr(module, attribute, value.py_func)
                bodies += 1
    assert bodies >= len(method.kernels)
    arithmetic._block.cache_clear()
    with np.errstate(over="ignore"):
        interpreted = [table(n, a, strategy=name, start=start) for n, a, start in cases]
    arithmetic._block.cache_clear()
    for one, other in zip(compiled, interpreted, strict=True):
        assert (one.A == other.A).all()
        assert (one.B == other.B).all()


@pytest.mark.parametrize("a", [1, 2, 3, 10, 1000, 2**31 - 1])
def test_algebraic_is_right_on_both_sides_of_its_certified_range_in_doubles(a):
    last = algebraic.DOUBLE_LIMIT // (a + 2)
    for n in (last - 1, last, last + 1, 2 * last):
        part = table(n + 300, a, start=n - 300)
        for row, x, y in part.rows():
            assert certificate(row, x, y, a)


def test_algebraic_kernels_agree_where_both_are_exact():
    columns = [np.empty(10_000, np.uint64) for _ in range(4)]
    for start, a in ((0, 1), (123_456_789, 2), (10**11, 3)):
        begin = algebraic._parts(start, a)
        multiples, steps, advance = algebraic._block_in_doubles(a, columns[0].dtype)
        algebraic._fill_in_doubles(columns[0], columns[1], multiples, steps, begin, advance)
        floors, fractions, steps, advance = algebraic._block_in_integers(a, columns[0].dtype)
        algebraic._fill_in_integers(columns[2], columns[3], floors, fractions, steps, begin, advance)
        assert (columns[0] == columns[2]).all()
        assert (columns[1] == columns[3]).all()


def test_float64_strategy_is_wrong_exactly_where_known():
    wrong = {"A": [], "B": []}
    n = 671_088_640
    rounded, exact = stream(n, 2, strategy="algebraic-float64"), stream(n, 2)
    for mistaken, right in zip(rounded, exact, strict=True):
        for column, rows in wrong.items():
            here = getattr(mistaken, column)
            there = getattr(right, column)
            for i in np.flatnonzero(here != there).tolist():
                assert int(here[i]) - int(there[i]) == 1
                rows.append(right.start + i)
    assert wrong["A"] == known_values.FLOAT64_WRONG_A
    assert wrong["B"] == known_values.FLOAT64_WRONG_B


def test_float64_strategy_refuses_what_its_rounding_would_push_out_of_the_type():
    last = 2701463124188384701  # the last row whose B fits int64
    assert pair(last, 2)[1] < 2**63 <= pair(last + 1, 2)[1]
    with pytest.raises(InputError, match=rf"algebraic-float64 computes B = {2**63} for row {last}, which int64 can't"):
        table(last, 2, strategy="algebraic-float64", start=last)
    assert table(last - 1000, 2, strategy="algebraic-float64", start=last - 1000).B.dtype == "int64"


def test_registry_names_are_the_keys():
    assert all(name == method.name for name, method in STRATEGIES.items())
    assert len(STRATEGIES) == 8


def test_unknown_strategy_names_the_known_ones():
    with pytest.raises(InputError, match="there is no strategy 'guess'; choose one of recursive-rescan, "):
        strategies.strategy("guess")
    with pytest.raises(InputError, match="there is no strategy"):
        strategies.strategy(["algebraic"])


@pytest.mark.parametrize("a", [1, 2, 3, 100, 10**6])
def test_digit_vectors_fit_their_scratch_exactly(a):
    """One element fewer would be written past its end: the count is checked against the digits themselves."""
    from wythoff.numeration import represent_p, represent_q

    for n in (1, 2, 5, 50, 777):
        (p_count, _), (q_count, _) = arithmetic.digit_vectors(n, a)
        assert q_count == sum(len(represent_q(i, a)) for i in range(1, n + 1))
        assert p_count == sum(len(represent_p(i, a)) for i in range(1, pair(n, a)[0] + 1))


@pytest.mark.exhaustive
@pytest.mark.parametrize("a", [1, 2, 3, 4, 5, 10, 100, 1000])
@pytest.mark.parametrize("name", EXACT)
def test_exhaustive_to_a_million(name, a):
    lower, upper = expected(0, 10**6, a)
    rows = table(10**6, a, strategy=name)
    assert rows.A.tolist() == lower
    assert rows.B.tolist() == upper


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", [name for name in EXACT if name not in ("recursive-rescan", "arithmetic-digits")])
def test_exhaustive_to_a_hundred_million(name):
    """Left out are the quadratic strategy (it would take weeks) and the one that needs 21 GB."""
    assert not table(10**8, 2, strategy=name).failures().any()


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", STARTERS)
def test_exhaustive_random_rows(name):
    generator = np.random.default_rng(20261127)
    for n in generator.integers(0, 2**61, 100_000, dtype=np.int64).tolist():
        row = table(n, 2, strategy=name, start=n)
        assert certificate(n, int(row.A[0]), int(row.B[0]), 2)


@pytest.mark.parametrize("largest", [2**64 - 1, 2**63 - 1, 2**32 - 1, 2**31 - 1])
@pytest.mark.parametrize("name", STARTERS)
def test_the_last_rows_of_each_element_type_are_right_wherever_one_begins(name, largest):
    dtype = {64: "uint64", 63: "int64", 32: "uint32", 31: "int32"}[largest.bit_length()]
    for a in (*range(1, 25), 1000, 46341, 2**25, 2**31 - 1):
        last = last_row_with_b_up_to(largest, a)
        for start in {max(0, last - back) for back in (0, 1, 2, 5, 40)}:
            rows = table(last, a, strategy=name, start=start, dtype=dtype).rows()
            assert list(rows) == [(n, *pair(n, a)) for n in range(start, last + 1)]


def test_rows_whose_b_is_the_largest_number_there_is():
    for a, n in ((1, 7046029254386353130), (4, 3523014627193176565)):
        assert pair(n, a)[1] == 2**64 - 1
        for name in STARTERS:
            assert list(table(n, a, strategy=name, start=n).rows()) == [(n, *pair(n, a))]


@pytest.mark.parametrize("a", [1, 2, 7])
@pytest.mark.parametrize("beyond", [0, 1])
def test_doubles_are_left_where_they_are_no_longer_certified(monkeypatch, a, beyond):
    used = []
    for name in ("_fill_in_doubles", "_fill_in_integers"):
        monkeypatch.setattr(algebraic, name, lambda *arguments, name=name: used.append(name))
    rows = 3
    start = algebraic.DOUBLE_LIMIT // (a + 2) - rows + beyond
    columns = [np.empty(rows, np.int64) for _ in range(2)]
    algebraic.fill(*columns, a, start)
    assert used == ["_fill_in_integers" if beyond else "_fill_in_doubles"]


@pytest.mark.parametrize("low", [2**64 - 1, 2**64 - 2])
@pytest.mark.parametrize("high", [5, 2**64 - 1])
def test_a_carry_out_of_the_lower_word_of_the_fraction_is_not_lost(low, high):
    def word(*values):
        return np.array(values, np.uint64)

    # Blocks of one row, each further by 2^-128, whose own fraction makes up a whole with that of `high` + 1.
    fraction = (2**64 - 1 - (high + 1)) % 2**64
    columns = [np.empty(3, np.uint64) for _ in range(2)]
    algebraic._fill_in_integers(*columns, word(0), word(fraction), word(0), word(7, 9, high, low), word(0, 0, 0, 1))
    expected, value = [], (high << 64) + low
    for _ in range(3):
        whole, part = divmod(value, 2**128)
        expected.append(whole + (fraction >= 2**64 - 1 - (part >> 64)))
        value += 1
    assert [column.tolist() for column in columns] == [[7 + x for x in expected], [9 + x for x in expected]]
    assert len(set(expected)) == 2
