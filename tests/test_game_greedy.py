"""Greedy Nim against brute force."""

from itertools import islice

import pytest
from game_checks import assert_solved, heap_sets
from game_oracle import greedy, grundy
from hypothesis import given
from hypothesis import strategies as st

from wythoff.errors import InputError
from wythoff.games.greedy import Greedy


@pytest.mark.parametrize("game", [Greedy(), Greedy(misere=True)], ids=str)
def test_up_to_six_heaps_of_up_to_seven_as_by_brute_force(game):
    assert_solved(game, heap_sets(6, 7), greedy)


@pytest.mark.parametrize("game", [Greedy(), Greedy(misere=True)], ids=str)
def test_order_of_the_heaps_does_not_matter(game):
    assert_solved(game, [(3, 1, 3), (1, 4, 2), (0, 2, 2), (1, 0, 1), (5, 1, 1), (1, 1, 5, 1)], greedy)


@pytest.mark.parametrize("misere", [False, True])
@given(heaps=st.lists(st.one_of(st.integers(0, 3), st.integers(0, 10**1000)), min_size=1, max_size=7).map(tuple))
def test_first_winning_moves_of_any_heaps_win_and_differ(misere, heaps):
    game = Greedy(misere)
    winning = list(islice(game.winning_moves(heaps), 20))
    assert (not winning) == (game.is_losing(heaps) or game.is_over(heaps))
    assert len(set(winning)) == len(winning)
    for target in winning:
        assert game.is_legal(heaps, target)
        assert game.is_losing(target)


def test_only_a_largest_heap_may_be_touched():
    assert Greedy().is_legal((4, 2, 4), (4, 2, 1))
    assert not Greedy().is_legal((4, 2, 4), (4, 1, 4))
    assert not Greedy().is_legal((4, 2, 4), (3, 2, 3))


def test_grundy_values_as_by_brute_force():
    known = {}
    for heaps in heap_sets(4, 6):
        value = Greedy().grundy(heaps)
        assert value == grundy(heaps, greedy, known), heaps
        assert (value == 0) is Greedy().is_losing(heaps)


def test_moves_to_a_value_as_by_brute_force():
    known = {}
    for heaps in heap_sets(3, 5):
        for value in range(7):
            expected = [move for move in Greedy().moves(heaps) if grundy(tuple(sorted(move)), greedy, known) == value]
            assert sorted(Greedy().moves_to(heaps, value)) == sorted(expected)


def test_grundy_value_of_one_heap_is_its_size_and_of_large_ones_is_refused():
    assert Greedy().grundy((0, 10**100, 0)) == 10**100
    with pytest.raises(InputError, match="no formula is known"):
        Greedy().grundy((10**5, 10**5 + 1))
