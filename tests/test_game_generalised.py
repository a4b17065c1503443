"""Generalised Wythoff's game as one game among the others, normal and misère."""

import pytest
from game_checks import EXAMPLES, assert_solved
from game_oracle import grundy, wythoff
from hypothesis import given
from hypothesis import strategies as st

from wythoff.errors import InputError
from wythoff.games.base import Certainty
from wythoff.games.generalised import Wythoff

SEEDS = EXAMPLES["wythoff"]
heap = st.integers(0, 10**100)


def squares(size):
    return [(x, y) for x in range(size) for y in range(size)]


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("a", [1, 2, 3, 5])
def test_small_boards_as_by_brute_force(a, misere):
    assert_solved(Wythoff(a, misere), squares(14), wythoff(a))


@pytest.mark.parametrize("a", [1, 2, 4])
def test_legality_agrees_with_the_list_of_moves(a):
    game = Wythoff(a)
    for position in squares(6):
        moves = set(game.moves(position))
        assert {target for target in squares(7) if game.is_legal(position, target)} == moves


@pytest.mark.parametrize("a", [1, 2, 3])
def test_grundy_values_and_moves_to_a_value_as_by_brute_force(a):
    game, known = Wythoff(a), {}
    for position in squares(7):
        assert game.grundy(position) == grundy(tuple(sorted(position)), wythoff(a), known)
        for value in range(9):
            moves = game.moves(position)
            expected = [move for move in moves if grundy(tuple(sorted(move)), wythoff(a), known) == value]
            assert list(game.moves_to(position, value)) == expected


@pytest.mark.parametrize("a", [1, 2])
def test_values_do_not_depend_on_how_they_are_computed(a):
    # Boards of up to 500 positions are computed in plain Python, larger ones by the compiled tables.
    game, known = Wythoff(a), {}
    for position in [(19, 24), (24, 20), (3, 124), (125, 3)]:
        assert game.grundy(position) == grundy(tuple(sorted(position)), wythoff(a), known)
        for value in (1, 5, 20):
            expected = [target for target in game.moves(position) if known[tuple(sorted(target))] == value]
            assert list(game.moves_to(position, value)) == expected


def test_options_and_losing_positions_of_the_theses():
    for position, options in SEEDS["options"]:
        assert [list(target) for target in Wythoff().moves(tuple(position))] == options
        assert Wythoff().is_losing(tuple(position))
    assert [[x, y] for x, y in squares(14) if x <= y and Wythoff().is_losing((x, y))] == SEEDS["losing"]
    assert sorted(SEEDS["queen board"]) == [[x, y] for x, y in squares(10) if Wythoff().is_losing((x, y))]


@pytest.mark.parametrize("a", [1, 2, 3, 7, 50])
def test_an_empty_heap_or_equal_heaps_are_winning_for_every_a(a):
    for b in [*range(1, 40), 10**50]:
        for position in [(0, b), (b, 0), (b, b)]:
            assert (0, 0) in Wythoff(a).winning_moves(position)


def test_moves_of_example_8():
    # The thesis writes targets with the smaller heap first; from (17, 29) it takes 22 from the second heap.
    for (x, y), target in SEEDS["moves"]:
        assert {tuple(target), tuple(target[::-1])} & set(Wythoff(a=2).winning_moves((x, y)))
    assert Wythoff(a=2).describe((17, 29), (17, 7)) == "take 22 from heap 2"


@pytest.mark.parametrize("misere", [False, True])
@given(x=heap, y=heap, a=st.integers(1, 50))
def test_every_winning_move_of_huge_heaps_wins(misere, x, y, a):
    game = Wythoff(a, misere)
    winning = list(game.winning_moves((x, y)))
    assert (not winning) == (game.is_losing((x, y)) or game.is_over((x, y)))
    for target in winning:
        assert game.is_legal((x, y), target)
        assert game.is_losing(target)


def test_grundy_values_that_need_no_table_have_no_limit():
    n = 10**200
    assert Wythoff().grundy((n, 0)) == n
    assert Wythoff(a=n).grundy((n, n - 1)) == 2 * n - 1
    losing = next(target for target in Wythoff().winning_moves((n, 3 * n)))
    assert Wythoff().grundy(losing) == 0
    assert list(Wythoff().moves_to((0, n), 7)) == [(0, 7)]
    assert list(Wythoff().moves_to((n, 0), n)) == []


def test_grundy_value_that_needs_too_large_a_table_is_refused():
    with pytest.raises(InputError, match="take smaller heaps"):
        Wythoff().grundy((10**9, 10**9))


def test_two_heaps_are_asked_for():
    with pytest.raises(InputError, match="Wythoff's game has two heaps, got 3"):
        Wythoff().is_losing((1, 2, 3))
    with pytest.raises(InputError, match="a must be a whole number of at least 1, got 0"):
        Wythoff(0)


@pytest.mark.parametrize("game", [Wythoff(), Wythoff(2), Wythoff(1, True), Wythoff(3, True)], ids=str)
def test_rules_are_proved(game):
    assert game.certainty((1, 2)) is Certainty.PROVED
    assert game.rule.endswith(".")


def test_rule_names_the_difference():
    assert Wythoff(3).rule.endswith("B_n = A_n + 3 n.")
    assert Wythoff(3, misere=True).rule.endswith("B_n = A_n + 3 n + 1.")
    assert Wythoff(1).rule.endswith("B_n = A_n + n.")
    assert "2 and 2" in Wythoff(1, misere=True).rule
