"""Crossing out boxes: the closed rule and the slides' code against a search of whole boards."""

from itertools import product

import pytest
from game_checks import EXAMPLES
from game_oracle import crossed_boxes, grundy, losing
from hypothesis import given
from hypothesis import strategies as st

from wythoff.errors import InputError
from wythoff.games.crossed_boxes import CrossedBoxes, best_move_by_search, grundy_numbers_by_recursion, middle_crossed

GAME = CrossedBoxes()
SEEDS = EXAMPLES["crossed boxes"]


def boards(n):
    return list(product((0, 1), repeat=n))


def test_whole_boards_as_by_brute_force():
    known, values = {}, {}
    for board in [board for n in range(1, 10) for board in boards(n)]:
        text = GAME.show(board)
        moves = list(GAME.moves(board))
        assert len(set(moves)) == len(moves)
        assert set(map(GAME.show, moves)) == crossed_boxes(text)
        assert GAME.is_over(board) is (not moves)
        assert GAME.is_losing(board) is losing(text, crossed_boxes, False, known)
        assert GAME.grundy(board) == grundy(text, crossed_boxes, values)
        assert list(GAME.winning_moves(board)) == [move for move in moves if known_losing(move, known)]


def known_losing(board, known):
    return losing(GAME.show(board), crossed_boxes, False, known)


def test_moves_to_a_value_as_by_brute_force():
    values = {}
    for board in boards(7):
        for value in range(8):
            moves = GAME.moves(board)
            expected = [move for move in moves if grundy(GAME.show(move), crossed_boxes, values) == value]
            assert list(GAME.moves_to(board, value)) == expected


def test_value_of_a_free_run_is_its_length():
    # One run at a time: what is left of it are two runs, whose values are XORed.
    values = [0]
    for n in range(1, 61):
        reached = {values[left] ^ values[right] for left in range(n) for right in range(n - left)}
        values.append(next(value for value in range(n + 1) if value not in reached))
    assert values == list(range(61))
    assert [GAME.grundy((0,) + (1,) * n) for n in range(61)] == values
    assert values[:21] == SEEDS["values up to 20"]


def test_recursion_of_the_slides_gives_the_values_that_its_printed_form_does_not():
    # As printed the options are never counted, and every value comes out as 0.
    assert grundy_numbers_by_recursion(20).tolist() == SEEDS["values up to 20"]
    assert grundy_numbers_by_recursion(150).tolist() == list(range(151))
    assert grundy_numbers_by_recursion(0).tolist() == [0]


def test_recursion_looks_at_a_cubic_number_of_options():
    for n, number in SEEDS["options of all runs up to n"].items():
        n = int(n)
        assert sum(len(crossed_boxes("1" * x)) for x in range(n + 1)) == number == n * (n + 1) * (n + 2) // 6


def test_recursion_is_refused_where_it_would_take_all_memory():
    with pytest.raises(InputError, match="n must be a whole number from 0 to 10000"):
        grundy_numbers_by_recursion(10_001)


def test_middle_crossed_is_losing_exactly_for_odd_numbers_of_boxes():
    known = {}
    for n in range(1, 14):
        board = middle_crossed(n)
        assert GAME.is_losing(board) is losing(GAME.show(board), crossed_boxes, False, known) is (n % 2 == 1)


@pytest.mark.exhaustive
def test_middle_crossed_up_to_17_boxes():
    known = {}
    for n in range(14, 18):
        board = middle_crossed(n)
        assert GAME.is_losing(board) is losing(GAME.show(board), crossed_boxes, False, known) is (n % 2 == 1)


@pytest.mark.parametrize("n", range(2, 40, 2))
def test_even_row_is_won_by_crossing_one_box_at_an_end_of_the_longer_half(n):
    for board in (middle_crossed(n), middle_crossed(n)[::-1]):
        winning = list(GAME.winning_moves(board))
        middle = board.index(0)
        longer = range(middle + 1, n) if middle < n / 2 - 0.5 else range(middle)
        for box in {longer[0], longer[-1]}:
            assert (*board[:box], 0, *board[box + 1 :]) in winning


def test_best_move_is_the_one_that_the_slides_code_finds():
    for board in [board for n in range(1, 9) for board in boards(n)]:
        if 1 in board:
            found = slides_best_move(list(board))
            assert best_move_by_search(board) == found
            assert GAME.winning_move(board) == (None if GAME.is_losing(board) else found)


def test_search_without_a_free_box_is_refused():
    with pytest.raises(InputError, match="no box is free"):
        best_move_by_search((0, 0))


def slides_best_move(a):
    """Do what `finna_besta_leik` does: try all runs in turn and stop at the first that makes the XOR 0."""
    n = len(a)
    for i in range(n):
        for j in range(i, n):
            if not all(a[i : j + 1]):
                continue
            a[i : j + 1] = [0] * (j - i + 1)
            x = y = 0
            for k in range(n + 1):
                if k == n or not a[k]:
                    x, y = x ^ y, 0
                else:
                    y += 1
            if x == 0:
                return tuple(a)
            a[i : j + 1] = [1] * (j - i + 1)
    a[a.index(1)] = 0
    return tuple(a)


@given(board=st.lists(st.integers(0, 1), min_size=1, max_size=300).map(tuple))
def test_every_winning_move_of_long_boards_wins(board):
    winning = list(GAME.winning_moves(board))
    assert (not winning) == GAME.is_losing(board)
    for target in winning:
        assert GAME.is_legal(board, target)
        assert GAME.is_losing(target)


def test_legal_moves_cross_one_run():
    assert GAME.is_legal((1, 1, 1), (1, 0, 1))
    for target in [(1, 1, 1), (0, 1, 0), (1, 1), (1, 1, 1, 0)]:
        assert not GAME.is_legal((1, 1, 1), target)
    assert not GAME.is_legal((1, 0, 1), (0, 0, 0))
    assert not GAME.is_legal((1, 0, 1), (1, 1, 0))
    assert GAME.describe((1, 1, 1, 1), (1, 0, 0, 0)) == "cross boxes 2 to 4"


def test_text_of_a_board():
    assert GAME.parse("1110111") == GAME.parse("(1, 1, 1, 0, 1, 1, 1)") == GAME.parse(["111", "0", "111"])
    assert GAME.show((1, 0, 1)) == "101"
    with pytest.raises(InputError, match="written with 1 for free and 0 for crossed"):
        GAME.parse("1120111")
    with pytest.raises(InputError, match="at least one box"):
        GAME.parse("")


def test_boxes_are_0_or_1():
    with pytest.raises(InputError, match="box 2 must be a whole number from 0 to 1, got 2"):
        GAME.is_losing((1, 2))
    with pytest.raises(InputError, match="must be a tuple with 1 for each free box"):
        GAME.is_losing("11")
