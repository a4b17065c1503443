"""Grundy's game: both ways of building the table against the definition, and the losing heaps of A036685."""

import pytest
from game_checks import assert_solved, heap_sets
from game_oracle import grundy, grundys_game

from wythoff.errors import InputError
from wythoff.games.base import Certainty
from wythoff.games.grundy_game import LARGEST_HEAP, GrundysGame, grundy_numbers, losing_heaps

GAME = GrundysGame()

# OEIS A036685; conjectured to be complete.
LOSING_HEAPS = [
    0, 1, 2, 4, 7, 10, 20, 23, 26, 50, 53, 270, 273, 276, 282, 285, 288, 316, 334, 337, 340, 346, 359, 362, 365, 386,
    389, 392, 566, 630, 633, 636, 639, 673, 676, 682, 685, 923, 926, 929, 932, 1222,
]  # fmt: skip


def values_by_definition(n):
    values = []
    for heap in range(n + 1):
        reached = {values[part] ^ values[heap - part] for part in range(1, heap) if part != heap - part}
        values.append(next(value for value in range(heap + 1) if value not in reached))
    return values


@pytest.mark.parametrize("method", ["sparse", "definition"])
def test_values_up_to_2000_are_those_of_the_definition(method):
    assert grundy_numbers(2000, method).tolist() == values_by_definition(2000)


def test_both_methods_agree():
    assert (grundy_numbers(30_000) == grundy_numbers(30_000, "definition")).all()


@pytest.mark.exhaustive
def test_both_methods_agree_up_to_the_largest_heap():
    values = grundy_numbers(LARGEST_HEAP)
    assert (values == grundy_numbers(LARGEST_HEAP, "definition")).all()
    assert values.max() == 231


@pytest.mark.parametrize("method", ["sparse", "definition"])
@pytest.mark.parametrize("n", range(8))
def test_short_tables(n, method):
    assert grundy_numbers(n, method).tolist() == [0, 0, 0, 1, 0, 2, 1, 0][: n + 1]


def test_losing_heaps_up_to_3000_are_those_of_a036685():
    assert len(LOSING_HEAPS) == 42
    assert losing_heaps(3000) == LOSING_HEAPS
    assert losing_heaps(52) == LOSING_HEAPS[:10]


def test_rare_values_are_rare():
    heaps = grundy_numbers(100_000).tolist()[1:]
    assert sum((value >> 1).bit_count() % 2 == 0 for value in heaps) == 1273


def test_no_other_heap_up_to_100000_is_losing():
    assert losing_heaps(100_000) == LOSING_HEAPS


@pytest.mark.exhaustive
def test_no_other_heap_that_can_be_computed_is_losing():
    assert losing_heaps(LARGEST_HEAP) == LOSING_HEAPS


def test_one_heap_as_by_brute_force():
    known = {}
    for n in range(15):
        assert GAME.grundy((n,)) == grundy((n,), grundys_game, known)
    assert_solved(GAME, [(n,) for n in range(15)], grundys_game)


def test_several_heaps_as_by_brute_force():
    assert_solved(GAME, [*heap_sets(3, 6), (9, 2, 5), (5, 9), (8, 8)], grundys_game)


def test_moves_to_a_value_as_by_brute_force():
    known = {}
    for heaps in heap_sets(2, 9):
        for value in range(4):
            moves = GAME.moves(heaps)
            expected = [move for move in moves if grundy(tuple(sorted(move)), grundys_game, known) == value]
            assert sorted(GAME.moves_to(heaps, value)) == sorted(expected)


def test_split_heap_is_replaced_in_its_place_with_the_smaller_part_first():
    assert list(GAME.moves((2, 5, 4))) == [(2, 1, 4, 4), (2, 2, 3, 4), (2, 5, 1, 3)]
    assert GAME.is_legal((2, 5, 4), (2, 5, 1, 3))
    for target in [(2, 5, 3, 1), (2, 5, 4), (1, 2, 5, 4), (2, 5, 2, 2), (2, 5, 0, 4), (2, 0, 5, 4), (2, 5, 4, 4)]:
        assert not GAME.is_legal((2, 5, 4), target)
    assert GAME.describe((2, 5, 4), (2, 2, 3, 4)) == "split heap 2 into 2 and 3"


def test_game_ends_with_heaps_of_one_or_two():
    assert GAME.is_over((1, 2, 0, 2))
    assert not GAME.is_over((1, 3))


@pytest.mark.slow
def test_what_is_known_is_computed_and_ends_at_the_largest_heap():
    assert GAME.certainty((1222,)) is Certainty.COMPUTED
    assert "nothing is proved about larger ones" in GAME.validity
    with pytest.raises(InputError, match=r"no known formula.*up to 1,048,576 tokens only, got a heap of 1048577"):
        GAME.grundy((3, LARGEST_HEAP + 1))
    assert GAME.is_losing(GAME.winning_move((3, LARGEST_HEAP + 1)))  # of two heaps that are not too large
    with pytest.raises(InputError, match="got a heap of 2097153"):
        GAME.is_losing((3, 2 * LARGEST_HEAP + 1))
    with pytest.raises(InputError, match="n must be a whole number from 0 to 1048576"):
        grundy_numbers(LARGEST_HEAP + 1)


def test_unknown_method_is_refused():
    with pytest.raises(InputError, match='method must be "sparse" or "definition", got \'fast\''):
        grundy_numbers(10, "fast")
