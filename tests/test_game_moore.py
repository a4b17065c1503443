"""Moore's Nim against brute force: rule, all winning moves, and Grundy values where a formula is known."""

import random
from itertools import islice

import pytest
from game_checks import assert_solved, heap_sets
from game_oracle import grundy, moore
from hypothesis import given
from hypothesis import strategies as st

from wythoff.errors import InputError
from wythoff.games.base import Certainty
from wythoff.games.moore import Moore
from wythoff.games.nim import Nim


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(("k", "heaps", "most"), [(1, 4, 7), (2, 4, 5), (2, 5, 3), (3, 5, 3), (4, 5, 2), (9, 4, 3)])
def test_all_winning_moves_as_by_brute_force(k, heaps, most, misere):
    assert_solved(Moore(k, misere), heap_sets(heaps, most), moore(k))


@pytest.mark.exhaustive
@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(("k", "heaps", "most"), [(2, 4, 7), (2, 5, 5), (3, 5, 4)])
def test_larger_positions_as_by_brute_force(k, heaps, most, misere):
    assert_solved(Moore(k, misere), heap_sets(heaps, most), moore(k))


@given(heaps=st.lists(st.integers(0, 2**70), min_size=1, max_size=7).map(tuple), misere=st.booleans())
def test_index_1_is_nim(heaps, misere):
    assert Moore(1, misere).is_losing(heaps) is Nim(misere).is_losing(heaps)
    assert set(Moore(1, misere).winning_moves(heaps)) == set(Nim(misere).winning_moves(heaps))


@pytest.mark.parametrize("misere", [False, True])
@given(
    k=st.integers(1, 6),
    heaps=st.one_of(
        st.lists(st.integers(0, 10**200), min_size=1, max_size=9).map(tuple),
        st.lists(st.integers(0, 3), min_size=1, max_size=9).map(tuple),
    ),
)
def test_first_winning_moves_of_any_heaps_win_and_differ(misere, k, heaps):
    game = Moore(k, misere)
    winning = list(islice(game.winning_moves(heaps), 10))
    assert (not winning) == (game.is_losing(heaps) or game.is_over(heaps))
    assert len(set(winning)) == len(winning)
    for target in winning:
        assert game.is_legal(heaps, target)
        assert game.is_losing(target)


def test_hundreds_of_heaps_of_a_thousand_digits():
    source = random.Random(4)
    heaps = tuple(source.randrange(10**1000) for _ in range(200))
    game = Moore(50)
    target = game.winning_move(heaps)
    assert game.is_legal(heaps, target)
    assert game.is_losing(target)


def test_more_heaps_than_k_can_be_too_many_to_take_all():
    assert Moore(2).is_losing((5, 5, 5))
    assert Moore(3).winning_move((5, 5, 5)) == (0, 0, 0)


@pytest.mark.parametrize(("k", "heaps", "most"), [(1, 3, 6), (2, 3, 8), (3, 4, 4), (4, 3, 4), (2, 4, 4)])
def test_grundy_values_as_by_brute_force(k, heaps, most):
    game, known = Moore(k), {}
    for position in heap_sets(heaps, most):
        value = game.grundy(position)
        assert value == grundy(position, moore(k), known), position
        assert (value == 0) is game.is_losing(position)


def test_moves_to_a_value_as_by_brute_force():
    game, known = Moore(2), {}
    for position in heap_sets(4, 3):
        for value in range(6):
            expected = [move for move in game.moves(position) if grundy(tuple(sorted(move)), moore(2), known) == value]
            assert sorted(game.moves_to(position, value)) == sorted(expected)


def test_grundy_values_of_huge_heaps_where_a_formula_is_known():
    n = 10**500
    assert Moore(2).grundy((n, 0, n + 1)) == 2 * n + 1
    # Jenkyns and Mayberry: a surplus of 3 over three heaps of n gives 6 + (n - 7) mod 4, and n is a multiple of 4.
    assert Moore(2).grundy((n, n + 1, n + 2)) == 6 + (n - 7) % 4 == 7


def test_grundy_value_without_a_formula_is_computed_or_refused():
    assert Moore(2).grundy((1, 1, 1, 1)) == grundy((1, 1, 1, 1), moore(2))
    with pytest.raises(InputError, match=r"no formula is known for the Grundy value.*more than 500,000 moves"):
        Moore(2).grundy((40, 50, 60, 70))


def test_moves_are_listed_lazily():
    heaps = (10**30, 10**30, 10**30)
    assert list(islice(Moore(3).moves(heaps), 2)) == [(0, 10**30, 10**30), (1, 10**30, 10**30)]


def test_legal_moves_touch_at_most_k_heaps():
    game = Moore(2)
    assert game.is_legal((3, 3, 3), (3, 0, 1))
    assert not game.is_legal((3, 3, 3), (2, 2, 2))
    assert not game.is_legal((3, 3, 3), (3, 3, 3))
    assert not game.is_legal((3, 3, 3), (4, 0, 3))
    assert game.describe((3, 3, 3), (3, 0, 1)) == "take 3 from heap 2 and 2 from heap 3"


def test_rule_is_proved():
    assert Moore(5).certainty((1, 2, 3)) is Certainty.PROVED


@pytest.mark.parametrize("k", [0, -1, 1.0, "2", True])
def test_index_that_makes_no_sense_is_refused(k):
    with pytest.raises(InputError, match="k must be a whole number of at least 1"):
        Moore(k)
