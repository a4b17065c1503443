"""The worked examples about Wythoff's game in the theses and on the poster; where a printed answer is wrong, both."""

import json
from pathlib import Path

import pytest

from wythoff import numeration
from wythoff.moves import RULES, explain, is_legal, is_losing, winning_move, winning_moves
from wythoff.oracle import losing_positions, mex_table, options
from wythoff.positions import certificate, index, pair, partner
from wythoff.reproduce import poster

DATA = Path(__file__).parent / "data"
SEED = json.loads((DATA / "seed_examples_wythoff.json").read_text(encoding="utf-8"))
TABLES = json.loads((DATA / "thesis_tables.json").read_text(encoding="utf-8"))


def entries(kind):
    return pytest.mark.parametrize("entry", SEED[kind].values(), ids=SEED[kind])


def digits(text):
    return tuple(map(int, text))


def pairs(lists):
    return [tuple(entry) for entry in lists]


# --- positions ---


@entries("options")
def test_options(entry):
    start, a = tuple(entry["position"]), entry["a"]
    assert options(*start, a) == sorted(pairs(entry["options"]))
    assert all(is_legal(start, target, a) for target in pairs(entry["options"]))
    assert is_losing(*start, a)
    assert not any(is_losing(*target, a) for target in pairs(entry["options"]))


def test_example_5_leaves_out_three_options():
    entry = SEED["options"]["001-ex5b"]
    printed, full = set(pairs(entry["printed"])), set(pairs(entry["options"]))
    assert printed < full
    assert full - printed == {(3, 2), (3, 1), (3, 0)}


@entries("losing")
def test_losing_positions(entry):
    assert all(is_losing(*position, entry["a"]) for position in pairs(entry["pairs"]))
    assert all(winning_moves(*position, entry["a"]) == [] for position in pairs(entry["pairs"]))


@pytest.mark.parametrize("name", ["000-ex2-list", "001-table1 003-table1", "001-table2"])
def test_tables_begin_as_printed(name):
    entry = SEED["losing"][name]
    printed = pairs(entry["pairs"])
    assert printed == [pair(n, entry["a"]) for n in range(len(printed))] == mex_table(len(printed), entry["a"])


@entries("boards")
def test_boards(entry):
    size, a = entry["size"], entry["a"]
    board = {(x, y) for x in range(size) for y in range(size) if is_losing(x, y, a)}
    assert board == set(pairs(entry["losing"])) == set(losing_positions(size, a))


def test_families_that_win_for_every_parameter():
    for a in (1, 2, 3, 10, 10**20):
        for b in (1, 2, 7, 10**50):
            for position in [(0, b), (b, 0), (b, b)]:
                assert not is_losing(*position, a)
                assert (0, 0) in winning_moves(*position, a)


@pytest.mark.parametrize("rule", RULES)
@entries("moves")
def test_moves(entry, rule):
    position, target, a = tuple(entry["position"]), tuple(entry["target"]), entry["a"]
    assert winning_move(*position, a, rule=rule) == target
    assert is_legal(position, target, a)
    assert pair(entry["row"], a) == tuple(sorted(target))
    assert explain(*position, a, rule=rule).target == target


@entries("columns")
def test_columns(entry):
    for column in "AB":
        found = [index(x, entry["a"]) for x in entry[column]]
        assert found == [(n, column) for n in range(1, len(found) + 1)]


# --- digits ---


def test_table_of_representations():
    entry = SEED["digits"]["000-table1 001-table3"]
    rows = entry["n, R_q, R_p"]
    assert [n for n, _, _ in rows] == list(range(1, 18))
    for n, in_q, in_p in rows:
        assert numeration.represent_q(n, entry["a"]) == digits(in_q)
        assert numeration.represent_p(n, entry["a"]) == digits(in_p)


def test_examples_of_representation_and_interpretation():
    seed = SEED["digits"]
    entry = seed["000-q12 001-ex13"]
    assert numeration.represent_q(entry["n"], 2) == digits(entry["R_q"])
    assert numeration.interpret_p(digits(entry["R_q"]), 2) == entry["I_p"]
    entry = seed["001-ex10"]
    assert numeration.interpret_p(digits(entry["digits"]), 2) == entry["I_p"]
    assert numeration.interpret_q(digits(entry["digits"]), 2) == entry["I_q"]
    entry = seed["001-ex11"]
    assert numeration.represent_p(entry["R_p"][0], 2) == digits(entry["R_p"][1])
    assert numeration.represent_q(entry["R_q"][0], 2) == digits(entry["R_q"][1])


@pytest.mark.parametrize(("way", "shift"), [("left", numeration.shift_left), ("right", numeration.shift_right)])
def test_examples_of_shifts(way, shift):
    x, before, after, value = SEED["digits"]["001-ex12"][way]
    assert numeration.represent_p(x, 2) == digits(before)
    assert shift(digits(before)) == digits(after)
    assert numeration.interpret_p(digits(after), 2) == value


def test_examples_of_the_three_properties():
    seed = SEED["digits"]
    for n, in_q, value, lower in seed["001-ex14"]["n, R_q, I_p, A"]:
        assert numeration.represent_q(n, 2) == digits(in_q)
        assert numeration.interpret_p(digits(in_q), 2) == value
        assert pair(n, 2)[0] == numeration.pair_by_digits(n, 2)[0] == lower
    entry = seed["001-ex15"]
    assert pair(entry["n"], 2) == numeration.pair_by_digits(entry["n"], 2) == (entry["A"], entry["B"])
    assert numeration.represent_p(entry["A"], 2) == digits(entry["R_p(A)"])
    assert numeration.represent_p(entry["B"], 2) == digits(entry["R_p(B)"])
    for x, in_p, row, column in seed["001-ex16"]["x, R_p, row, column"]:
        assert numeration.represent_p(x, 2) == digits(in_p)
        assert index(x, 2) == (row, column)
        assert numeration.column_by_digits(x, 2) == column


def test_continued_fraction_starts_from_the_printed_weights():
    for a in (1, 2, 5):
        quotients, weights = numeration.continued_fraction(a), numeration.convergents(a)
        p, q, p_before, q_before = 1, 1, 1, 0
        assert next(quotients) == 1
        assert next(weights) == (p, q)
        for _ in range(10):
            quotient = next(quotients)
            assert quotient == a
            p, q, p_before, q_before = quotient * p + p_before, quotient * q + q_before, p, q
            assert next(weights) == (p, q)


# --- the poster ---


def test_poster_fibonacci_representation():
    entry = SEED["digits"]["003-fib25"]
    assert numeration.represent_p(entry["x"], entry["a"]) == digits(entry["R_p"])
    places = [len(entry["R_p"]) - 1 - i for i, digit in enumerate(entry["R_p"]) if digit == "1"]
    assert places == entry["indexes"]
    assert [numeration.interpret_p((1, *[0] * place), 1) for place in places] == entry["terms"]
    assert sum(entry["terms"]) == entry["x"]


def test_poster_golden_ratio():
    for x in SEED["golden ratio"]["003-golden-a"]["first column A"]:
        assert poster.column_by_golden_ratio(x) == "A"
        assert poster.place(x) == index(x)
    # Where the printed condition for b_n, {x / tau^2} < 1 / tau^2, says the wrong thing.
    wrong = SEED["golden ratio"]["003-golden-b"]
    assert poster.column_by_golden_ratio(wrong["B read as A by the printed test"]) == "B"
    assert poster.column_by_golden_ratio(wrong["A read as B by the printed test"]) == "A"
    tau = (1 + 5**0.5) / 2
    assert not wrong["B read as A by the printed test"] / tau**2 % 1 < 1 / tau**2
    assert wrong["A read as B by the printed test"] / tau**2 % 1 < 1 / tau**2


@entries("poster moves")
def test_poster_moves(entry):
    for position, target in entry["examples"]:
        assert all(poster.move(*position, method) == tuple(target) for method in poster.METHODS)
        assert winning_move(*position) == tuple(target)
        assert is_losing(*target)


# --- the table of large rows ---


def test_large_rows_as_printed_are_right_up_to_row_42_and_wrong_from_43_on():
    rows = [tuple(map(int, row)) for row in TABLES["rows"]]
    assert [n for n, _, _ in rows] == [10 * 2**k for k in range(100)]
    for k, (n, lower, upper) in enumerate(rows):
        assert ((lower, upper) == pair(n, 2)) is certificate(n, lower, upper, 2) is (k < 43)
        assert upper - lower == 2 * n  # so both columns are off by the same
        assert is_losing(lower, upper, 2) is (k < 43)


def test_large_rows_are_those_of_a_rounded_alpha():
    # sqrt 2 rounded to double precision, the product not rounded but cut: all one hundred rows.
    for n, lower, _ in (map(int, row) for row in TABLES["rows"]):
        assert lower == 6369051672525773 * n // 2**52


# --- the printed programs ---


def n_positions(a, limit=100):
    return [(x, y) for x in range(1, limit) for y in range(x, limit) if not is_losing(x, y, a)]


def move_by_digits(x, y, a, is_upper, in_q):
    """Move by the digits as code 5 does, with its test of the column and its representations in the q-system."""
    in_p = numeration.represent_p(x, a)
    if is_upper(numeration.trailing_zeros(in_p)):
        return x, numeration.interpret_p(in_p[:-1], a)
    upper = numeration.interpret_p(numeration.shift_left(in_p), a)
    if y > upper:
        return x, upper
    m = (y - x) // a
    lower = numeration.interpret_p(in_q(m), a) - numeration.trailing_zeros(in_q(m)) % 2
    return lower, lower + a * m


def test_code_5_mistakes_an_odd_number_of_zeros():
    def printed(x, y):
        return move_by_digits(x, y, 2, lambda zeros: zeros // 2 != 0, lambda m: numeration.represent_q(m, 2))

    entry = SEED["printed programs"]["code 5"]
    position = entry["position"]
    assert printed(*position) == tuple(entry["printed"])
    assert not is_losing(*entry["printed"], 2)
    assert [winning_move(*position, 2, rule=rule) for rule in RULES] == [tuple(entry["right"])] * 3
    positions = n_positions(2)
    assert len(positions) == 4921
    assert sum(not is_losing(*printed(*position), 2) for position in positions) == 1060


def test_code_3_is_one_digit_short_for_a_1():
    def printed(x, y):
        return move_by_digits(x, y, 1, lambda zeros: zeros % 2 != 0, lambda m: numeration.represent_q(m, 1)[:-1])

    entry = SEED["printed programs"]["code 3"]
    position = entry["position"]
    assert printed(*position) == tuple(entry["printed"])
    assert not is_losing(*entry["printed"], 1)
    assert [winning_move(*position, 1, rule=rule) for rule in RULES] == [tuple(entry["right"])] * 3
    positions = n_positions(1)
    assert len(positions) == 4912
    served = [(x, y) for x, y in positions if partner(x) <= 100]  # beyond, the printed table of digits has no entry
    assert sum(not is_losing(*printed(*position), 1) for position in served) == 666


@pytest.mark.parametrize("rule", RULES)
def test_row_0_and_the_end_of_the_game_are_served(rule):
    entry = SEED["printed programs"]["code 3, no R_q(0)"]
    assert winning_move(*entry["position"], 2, rule=rule) == tuple(entry["right"])
    # The printed program "moves" from (0, 0) to (0, 0).
    entry = SEED["printed programs"]["code 4, null move"]
    assert winning_move(*entry["position"], 2, rule=rule) is entry["right"]
    assert not is_legal(entry["position"], entry["printed"], 2)
    # The printed digits end at 100, and the partner of 98, the number asked for, is 238.
    assert winning_move(98, 99, 2, rule=rule) == (0, 0)


@pytest.mark.parametrize("rule", RULES)
def test_every_losing_position_is_offered_a_legal_move(rule):
    for n in range(1, 30):
        position = pair(n, 2)
        found = explain(*position, 2, rule=rule)
        assert found.target is None
        assert is_legal(position, found.offer, 2)
