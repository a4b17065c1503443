"""Nim against brute force, Bouton's rule at any size, and the games played in the theses."""

from itertools import pairwise

import pytest
from game_checks import EXAMPLES, assert_played_right, assert_solved, heap_sets
from game_oracle import grundy, losing, nim
from hypothesis import given
from hypothesis import strategies as st

from wythoff.errors import InputError
from wythoff.games.nim import Nim, nim_sum

SEEDS = EXAMPLES["nim"]
NORMAL, MISERE = Nim(), Nim(misere=True)
huge_heaps = st.lists(st.integers(0, 10**1000), min_size=1, max_size=6).map(tuple)


@pytest.mark.parametrize("game", [NORMAL, MISERE], ids=str)
def test_up_to_four_heaps_of_up_to_nine_as_by_brute_force(game):
    assert_solved(game, heap_sets(4, 9), nim)


def test_grundy_value_is_the_nim_sum():
    known = {}
    for heaps in heap_sets(3, 7):
        assert NORMAL.grundy(heaps) == nim_sum(heaps) == grundy(heaps, nim, known)


def test_moves_to_a_value_are_those_that_brute_force_finds():
    known = {}
    for heaps in heap_sets(3, 5):
        for value in range(9):
            expected = [target for target in NORMAL.moves(heaps) if grundy(tuple(sorted(target)), nim, known) == value]
            assert sorted(NORMAL.moves_to(heaps, value)) == sorted(expected)


def test_moves_keep_the_heaps_in_their_places():
    assert list(NORMAL.moves((2, 0, 1))) == [(0, 0, 1), (1, 0, 1), (2, 0, 0)]


def test_losing_and_winning_positions_of_both_theses():
    for heaps in SEEDS["losing"]:
        assert NORMAL.is_losing(tuple(heaps))
    for heaps, target in SEEDS["winning"]:
        assert list(NORMAL.winning_moves(tuple(heaps))) == [tuple(target)]
    for heaps, total in SEEDS["sums"]:
        assert NORMAL.grundy(tuple(heaps)) == total


def test_normal_game_of_the_final_thesis():
    positions = [tuple(heaps) for heaps in SEEDS["game"]]
    assert [NORMAL.grundy(heaps) for heaps in positions] == SEEDS["game sums"]
    assert_played_right(NORMAL, positions, SEEDS["game winner takes"])


def test_misere_game_of_the_final_thesis():
    positions = [tuple(heaps) for heaps in SEEDS["misere game"]]
    assert_played_right(MISERE, positions, SEEDS["misere winner takes"])
    # Here misère play leaves the path of normal play: one heap is above 1, and an odd number of ones is wanted.
    switch = tuple(SEEDS["misere switch"])
    assert NORMAL.winning_move(switch) != MISERE.winning_move(switch)


def test_game_of_the_pictures_is_won_by_its_first_player():
    positions = [tuple(heaps) for heaps in SEEDS["picture"]]
    for number, (before, after) in enumerate(pairwise(positions)):
        assert NORMAL.is_legal(before, after)
        assert after in NORMAL.winning_moves(before) if number % 2 == 0 else NORMAL.is_losing(before)
    assert NORMAL.is_over(positions[-1])
    assert len(positions) % 2 == 0


def test_misere_rule_of_the_final_thesis_loses_where_one_heap_is_above_one():
    # "The strategy of normal play until only heaps of one token remain" moves from (2, 1) to (1, 1), and loses.
    heaps, printed = map(tuple, SEEDS["misere, wrong by the printed rule"])
    assert NORMAL.winning_move(heaps) == printed
    assert not losing(tuple(sorted(printed)), nim, misere=True)
    assert list(MISERE.winning_moves(heaps)) == [(0, 1)]


@pytest.mark.parametrize("game", [NORMAL, MISERE], ids=str)
@given(heaps=huge_heaps)
def test_every_winning_move_of_huge_heaps_wins(game, heaps):
    winning = list(game.winning_moves(heaps))
    assert (not winning) == (game.is_losing(heaps) or game.is_over(heaps))
    assert len(set(winning)) == len(winning)
    for target in winning:
        assert game.is_legal(heaps, target)
        assert game.is_losing(target)


@given(heaps=huge_heaps)
def test_number_of_winning_moves_in_normal_play_is_odd_or_none(heaps):
    assert len(list(NORMAL.winning_moves(heaps))) % 2 == (not NORMAL.is_losing(heaps))


@given(heaps=huge_heaps)
def test_misere_play_differs_only_without_heaps_above_one(heaps):
    assert (MISERE.is_losing(heaps) == NORMAL.is_losing(heaps)) == (max(heaps) > 1)


def test_end_of_misere_play_is_won_without_a_move():
    assert not MISERE.is_losing((0, 0))
    assert MISERE.winning_move((0, 0)) is None
    assert NORMAL.is_losing((0, 0))


def test_grundy_values_of_misere_play_are_refused():
    with pytest.raises(InputError, match="belong to normal play"):
        MISERE.grundy((1, 2))
    with pytest.raises(InputError, match="belong to normal play"):
        MISERE.moves_to((1, 2), 0)
