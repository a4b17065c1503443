"""Moves of generalised Wythoff's game, normal and misère: all of them against brute force, and the three rules."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wythoff
from wythoff import misere, positions
from wythoff.errors import InputError
from wythoff.moves import RULES, explain, is_legal, is_losing, recursive, winning_move, winning_moves
from wythoff.oracle import losing_positions, mex_table, options

properties = settings(deadline=None, max_examples=150)
parameters = st.integers(1, 9) | st.integers(1, 10**20)
# Sizes about which the theory of the game has nothing special to say, and one far beyond any table.
heaps = st.integers(0, 60) | st.integers(0, 10**30) | st.integers(0, 10**1000)
plays = pytest.mark.parametrize("misere_play", [False, True], ids=["normal", "misere"])


def sorted_pair(position):
    return min(position), max(position)


def both_orders(pairs):
    return {target for pair in pairs for target in (tuple(pair), tuple(pair)[::-1])}


# --- against the rules of the game ---


@pytest.mark.parametrize("a", range(1, 5))
def test_legal_moves_are_those_of_the_rules(a):
    board = [(x, y) for x in range(9) for y in range(9)]
    for start in board:
        assert [target for target in board if is_legal(start, target, a)] == options(*start, a)


@plays
@pytest.mark.parametrize("a", range(1, 8))
def test_all_winning_moves_are_found_and_no_other(a, misere_play):
    size = 47
    losing = set(losing_positions(size, a, misere_play))
    for x in range(size):
        for y in range(x, size):
            expected = sorted({sorted_pair(target) for target in options(x, y, a) if target in losing})
            assert winning_moves(x, y, a, misere_play) == expected
            assert winning_moves(y, x, a, misere_play) == expected


def assert_rules_win_on_a_board(size, a, misere_play):
    losing = set(losing_positions(size, a, misere_play))
    for x in range(size):
        for y in range(size):
            assert is_losing(x, y, a, misere_play) == ((x, y) in losing)
            targets = [winning_move(x, y, a, misere_play, rule) for rule in RULES]
            assert targets[1:] == targets[:-1]
            if (x, y) in losing or x == y == 0:
                assert targets[0] is None
            else:
                assert is_legal((x, y), targets[0], a)
                assert targets[0] in losing


@pytest.mark.slow
@plays
@pytest.mark.parametrize("a", range(1, 8))
def test_the_three_rules_make_the_same_winning_move_everywhere(a, misere_play):
    assert_rules_win_on_a_board(60, a, misere_play)


@pytest.mark.exhaustive
@plays
@pytest.mark.parametrize("a", range(1, 8))
def test_the_three_rules_make_the_same_winning_move_on_a_large_board(a, misere_play):
    assert_rules_win_on_a_board(161, a, misere_play)


# --- known values ---


def test_documented_positions():
    assert winning_moves(10, 13) == [(4, 7), (6, 10), (8, 13)]
    assert winning_moves(10, 13, 2) == [(1, 3), (2, 6), (4, 10), (5, 13)]
    assert winning_move(13, 10) == (6, 10)
    assert winning_moves(2, 3, misere=True) == [(0, 1), (2, 2)]


@plays
@pytest.mark.parametrize("a", [1, 2, 5])
def test_the_end_has_no_moves_and_belongs_to_the_loser_or_the_winner(a, misere_play):
    assert is_losing(0, 0, a, misere_play) is not misere_play
    assert winning_moves(0, 0, a, misere_play) == []
    assert [winning_move(0, 0, a, misere_play, rule) for rule in RULES] == [None] * 3


@pytest.mark.parametrize(("a", "most"), [(1, 3), (2, 4), (3, 4), (7, 4)])
def test_the_largest_number_of_winning_moves(a, most):
    counts = {
        len(winning_moves(x, y, a, misere_play))
        for misere_play in (False, True)
        for x in range(60)
        for y in range(x, 60)
    }
    assert max(counts) == most


def test_moves_are_told_in_the_callers_order():
    for misere_play in (False, True):
        for x in range(20):
            for y in range(x):
                target = winning_move(x, y, 2, misere_play)
                assert winning_move(y, x, 2, misere_play) == (target and target[::-1])


# --- any size ---


@given(heaps, heaps, parameters, st.booleans())
@properties
def test_moves_of_any_size_are_legal_and_win(x, y, a, misere_play):
    targets = winning_moves(x, y, a, misere_play)
    assert targets == sorted(set(targets))
    assert bool(targets) is (not is_losing(x, y, a, misere_play) and (x, y) != (0, 0))
    for target in targets:
        assert is_losing(*target, a, misere_play)
        assert any(is_legal((x, y), ordered, a) for ordered in both_orders([target]))
    chosen = winning_move(x, y, a, misere_play)
    if targets:
        assert sorted_pair(chosen) in targets
        assert is_legal((x, y), chosen, a)
    else:
        assert chosen is None


@given(heaps, parameters, st.booleans(), st.data())
@properties
def test_every_way_into_a_losing_position_is_found(n, a, misere_play, data):
    target = (misere if misere_play else positions).pair(n, a)
    if data.draw(st.booleans()):
        target = target[::-1]
    k = data.draw(st.integers(1, 10**40))
    j = data.draw(st.sampled_from([0, k]) | st.integers(max(1, k - a + 1), k + a - 1))
    start = (target[0] + k, target[1] + j)
    assert is_legal(start, target, a)
    assert sorted_pair(target) in winning_moves(*start, a, misere_play)


@given(st.integers(0, 10**60), st.integers(0, 10**60), st.integers(1, 12), st.booleans())
@settings(deadline=None, max_examples=60)
def test_digits_and_roots_agree_on_large_positions(x, y, a, misere_play):
    # Heaps of like size, so that each of the cases comes up.
    for larger in (y, x + y % (3 * x + 1)):
        by_digits = winning_move(x, larger, a, misere_play, "arithmetic")
        assert by_digits == winning_move(x, larger, a, misere_play, "algebraic")


@plays
@pytest.mark.parametrize("a", [1, 2, 3])
def test_digits_and_roots_agree_at_a_thousand_digits(a, misere_play):
    lower, upper = (misere if misere_play else positions).pair(10**1000 + 7, a)
    middle = (lower + upper) // 2
    for position in [(lower, upper), (lower, upper + 5), (lower, middle), (upper, upper + 1), (upper, lower)]:
        by_digits = winning_move(*position, a, misere_play, "arithmetic")
        assert by_digits == winning_move(*position, a, misere_play)
        assert (by_digits is None) is (sorted_pair(position) == (lower, upper))


# --- the recursive rule's table ---


@pytest.mark.parametrize("block", [1, 3, 2**20])
@pytest.mark.parametrize("a", [1, 2, 3, 7, 40, 10**30])
def test_the_recursion_makes_column_a(a, block, monkeypatch):
    monkeypatch.setattr(recursive, "_BLOCK", block)
    column = [lower for lower, _ in mex_table(120, a)]
    for most in (0, 1, 2, 3, 50, 99):
        assert recursive.lower_column(a, False, most).tolist() == [lower for lower in column if lower <= most]
        rows = [misere.pair(n, a)[0] for n in range(120)]
        assert recursive.lower_column(a, True, max(most, 2)).tolist() == [low for low in rows if low <= max(most, 2)]


def test_the_recursion_keeps_on_over_many_blocks():
    most = 3 * recursive._BLOCK
    column = recursive.lower_column(1, False, most)
    last = len(column) - 1
    assert column[-1] == positions.pair(last)[0] <= most < positions.pair(last + 1)[0]
    assert winning_move(most, most + 12345, rule="recursive") == winning_move(most, most + 12345)


def test_a_table_that_doesnt_fit_names_the_largest_position(monkeypatch):
    monkeypatch.setattr(recursive, "available_bytes", lambda: 807)
    monkeypatch.setattr(recursive, "_SMALL_TABLE_BYTES", 0)
    assert winning_move(100, 10**9, rule="recursive") == winning_move(100, 10**9)
    with pytest.raises(InputError, match=r"needs a table up to 101, .* holds one up to 100; take a smaller position"):
        winning_move(10**9, 101, rule="recursive")


def test_a_table_of_astronomic_size_is_refused_in_one_sentence():
    with pytest.raises(InputError, match=r"table up to a number of about 1001 digits, .* one up to \d+; "):
        winning_move(10**1000, 10**1000, rule="recursive")


# --- explanations ---


@plays
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("a", [1, 2, 3, 12])
def test_explanations_agree_with_the_moves(a, rule, misere_play):
    for x in range(14):
        for y in range(14):
            found = explain(x, y, a, misere_play, rule)
            assert (found.position, found.a, found.misere, found.rule) == ((x, y), a, misere_play, rule)
            assert found.losing is is_losing(x, y, a, misere_play)
            assert found.target == winning_move(x, y, a, misere_play, rule)
            assert list(found.winning_targets) == winning_moves(x, y, a, misere_play)
            if x == y == 0:
                assert found.offer is None
                continue
            assert is_legal((x, y), found.offer, a)
            assert found.offer == (found.target or found.offer)
            assert f"which leaves ({found.offer[0]}, {found.offer[1]})." in " ".join(found.lines)
            assert ("No move wins" in " ".join(found.lines)) is found.losing


def test_a_losing_player_is_offered_the_longest_game():
    found = explain(10, 6)
    assert found.losing
    assert found.target is None
    assert found.offer == (9, 6)
    assert found.lines[-2:] == (
        "y is that partner, so the position is row n of the table: the player to move loses.",
        "No move wins; to make the game last, take 1 token from the first heap, which leaves (9, 6).",
    )


def test_the_end_is_called_the_end():
    over = "The game is over: no token is left, and whoever is to move has "
    for rule in RULES:
        assert explain(0, 0, rule=rule).lines == (over + "lost.",)
        assert explain(0, 0, 3, True, rule).lines == (over + "won.",)


def test_each_rule_explains_in_its_own_words():
    # Final thesis, example 8: row 8 holds 11, and the move is to row 7.
    recursive_lines = explain(11, 25, 2, rule="recursive").lines
    assert "9 rows have an A up to x" in recursive_lines[1]
    assert "Bisection finds x in column A, row n = 8; its partner is B_n = 27." in recursive_lines
    algebraic_lines = explain(11, 25, 2).lines
    assert "isqrt" in algebraic_lines[1]
    assert algebraic_lines[1].endswith("= 8.")
    arithmetic_lines = explain(11, 25, 2, rule="arithmetic").lines
    assert arithmetic_lines[1] == "R_p(x) = 111 ends in 0 zeros, an even number, so x is in column A."
    assert arithmetic_lines[4] == "R_q(m) = 110 ends in 1 zero, an odd number, so A_m = I_p(110) - 1 = 9."
    for lines in (recursive_lines, algebraic_lines, arithmetic_lines):
        assert "the move is to row m = (y - x) // a = 7." in lines[3]
        assert lines[-1] == "Take 2 tokens from the first heap and 2 tokens from the second heap, which leaves (9, 23)."


def test_misere_play_is_explained_by_the_normal_table():
    lines = " ".join(explain(4, 10, 2, True, "arithmetic").lines)
    # x = 4 = A'_3 and z = 9 = A_7, where 7 = 2 * 3 + 1; the difference 6 leads to row 2, (3, 8), made from (7, 17).
    for part in ("z = a * x + 1 = 9", "K = 7", "k = (K - 1) // a = 3", "N = a * m + 1 = 5", "A_N = I_p(100) = 7"):
        assert part in lines
    assert lines.endswith("which leaves (3, 8).")


def test_digits_above_nine_are_kept_apart():
    # With a = 12 the weights are 1, 13, 157, ...: 12 * 13 + 1 * 0 = 156.
    assert "R_p(x) = 12,0 ends in 1 zero" in explain(156, 200, 12, rule="arithmetic").lines[1]


@plays
@pytest.mark.parametrize("rule", ["algebraic", "arithmetic"])
def test_explanations_of_enormous_numbers_stay_readable(rule, misere_play):
    lower, upper = positions.pair(10**1000, 2)
    for position in [(lower, upper), (upper, upper), (lower, lower + 1), (lower, upper + 10**999)]:
        found = explain(*position, 2, misere_play, rule)
        assert max(map(len, found.lines)) < 500
        assert "a number of about 1001 digits" in found.lines[0]


# --- arguments ---


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: winning_moves(-1, 2), "x must be a whole number of at least 0, got -1"),
        (lambda: winning_moves(1, 2.0), "y must be a whole number of at least 0, got 2.0"),
        (lambda: winning_move(1, 2, 0), "a must be a whole number of at least 1, got 0"),
        (lambda: winning_move(1, 2, rule="magic"), "no rule 'magic'; choose one of recursive, algebraic, arithmetic"),
        (lambda: explain(0, 0, rule=None), "there is no rule None; choose one of"),
        (lambda: is_losing(1, 2, misere="no"), r"misere must be True or False, got 'no' \(str\)"),
        (lambda: winning_moves(1, 2, misere=1), "misere must be True or False, got 1"),
        (lambda: winning_move(1, 2, misere=None), "misere must be True or False, got None"),
        (lambda: is_legal((1, 2, 3), (0, 0)), r"start must be a pair of heaps such as \(3, 5\), got \(1, 2, 3\)"),
        (lambda: is_legal((1, 2), "01"), "target must be a pair of heaps"),
        (lambda: is_legal((1, 2), (0, -1)), "the second heap of target must be a whole number of at least 0, got -1"),
    ],
)
def test_bad_arguments_are_refused_in_one_sentence(call, message):
    with pytest.raises(InputError, match=message):
        call()


def test_integers_of_numpy_are_integers():
    assert winning_moves(np.int64(10), np.uint8(13), np.int32(1)) == [(4, 7), (6, 10), (8, 13)]
    assert type(winning_move(np.int64(10), np.int64(13))[0]) is int
    assert all(type(entry) is int for entry in winning_move(11, 13, rule="recursive"))


def test_the_package_exports_them():
    assert wythoff.winning_moves is winning_moves
    assert wythoff.is_losing is is_losing
    assert wythoff.is_losing(2, 2, misere=True)


def test_moves_load_nothing_heavy():
    code = "import sys, wythoff.moves, wythoff.reproduce.poster; sys.exit(bool({'numpy', 'numba'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
