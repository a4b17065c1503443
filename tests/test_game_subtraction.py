"""Subtraction games against brute force, "take one or two" of the slides and "Pop it" of the poster."""

import pytest
from game_checks import EXAMPLES, assert_solved, heap_sets
from game_oracle import grundy, subtraction
from hypothesis import given
from hypothesis import strategies as st

from wythoff.errors import InputError
from wythoff.games import game
from wythoff.games.mex import mex
from wythoff.games.subtraction import Subtraction

SEEDS = EXAMPLES["subtraction"]


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("most", range(1, 8))
def test_one_heap_below_200_as_by_brute_force(most, misere):
    assert_solved(Subtraction(most, misere), [(n,) for n in range(200)], subtraction(most))


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("most", range(1, 8))
def test_closed_rules_for_one_heap(most, misere):
    remainder = 1 if misere else 0
    losing = [n for n in range(200) if n % (most + 1) == remainder]
    assert [n for n in range(200) if Subtraction(most, misere).is_losing((n,))] == losing


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(("most", "heaps", "size"), [(1, 3, 6), (2, 3, 9), (3, 3, 9), (2, 4, 5), (4, 2, 14)])
def test_several_heaps_as_by_brute_force(most, heaps, size, misere):
    assert_solved(Subtraction(most, misere), heap_sets(heaps, size), subtraction(most))


def test_grundy_values_as_by_brute_force():
    for most in range(1, 5):
        known = {}
        for heaps in heap_sets(2, 11):
            assert Subtraction(most).grundy(heaps) == grundy(heaps, subtraction(most), known)


def test_moves_to_a_value_include_those_to_a_higher_one():
    known = {}
    for heaps in heap_sets(2, 8):
        for value in range(5):
            moves = Subtraction(2).moves(heaps)
            expected = [move for move in moves if grundy(tuple(sorted(move)), subtraction(2), known) == value]
            assert sorted(Subtraction(2).moves_to(heaps, value)) == sorted(expected)
    assert list(Subtraction(2).moves_to((4,), 2)) == [(2,)]


def test_take_one_or_two_as_in_the_slides():
    assert [n for n in range(13) if Subtraction(2).is_losing((n,))] == SEEDS["take 1-2 losing"]
    assert [Subtraction(2).winning_move((n,)) for n in (1, 2)] == [(0,), (0,)]


def test_pop_it_as_on_the_poster():
    pop_it = game("pop-it")
    assert [n for n in range(16) if pop_it.is_losing((n,))] == SEEDS["pop it losing"]
    for taken, reply in SEEDS["pop it replies"].items():
        for start in (5, 9, 41, 10**50 * 4 + 1):
            left = (start - int(taken),)
            assert list(pop_it.winning_moves(left)) == [(left[0] - reply,)]


def test_mex_is_the_least_number_from_zero_on_and_not_the_least_positive_one():
    # The slides say "positive"; three tokens would have a value of 3 then, although they lose.
    values = [0]
    for n in range(1, 4):
        reached = {values[n - taken] for taken in (1, 2) if taken <= n}
        values.append(next(v for v in range(1, 9) if v not in reached))
    assert values[3] == SEEDS["value of 3 if mex were positive"]
    assert Subtraction(2).is_losing((3,))
    assert Subtraction(2).grundy((3,)) == mex([1, 2]) == 0


@pytest.mark.parametrize("misere", [False, True])
@given(most=st.integers(1, 10**20), heaps=st.lists(st.integers(0, 10**1000), min_size=1, max_size=6).map(tuple))
def test_every_winning_move_of_huge_heaps_wins(misere, most, heaps):
    game = Subtraction(most, misere)
    winning = list(game.winning_moves(heaps))
    assert (not winning) == (game.is_losing(heaps) or game.is_over(heaps))
    for target in winning:
        assert game.is_legal(heaps, target)
        assert game.is_losing(target)


def test_legal_moves_take_at_most_the_limit_from_one_heap():
    assert Subtraction(3).is_legal((10**40, 2), (10**40 - 3, 2))
    assert not Subtraction(3).is_legal((10**40, 2), (10**40 - 4, 2))
    assert not Subtraction(3).is_legal((9, 2), (8, 1))


def test_limit_of_zero_is_refused():
    with pytest.raises(InputError, match="most must be a whole number of at least 1, got 0"):
        Subtraction(0)
