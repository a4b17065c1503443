"""Sums of games against a search of the sums themselves, which knows nothing of Grundy values."""

from itertools import product

import pytest
from game_oracle import building, crossed_boxes, greedy, grundys_game, moore, nim, subtraction, sum_loses, wythoff
from hypothesis import given
from hypothesis import strategies as st

from wythoff.errors import InputError
from wythoff.games import game, game_from_text
from wythoff.games.base import Certainty
from wythoff.games.building import BuildingNim
from wythoff.games.crossed_boxes import CrossedBoxes
from wythoff.games.generalised import Wythoff
from wythoff.games.greedy import Greedy
from wythoff.games.grundy_game import GrundysGame
from wythoff.games.moore import Moore
from wythoff.games.nim import Nim
from wythoff.games.subtraction import Subtraction
from wythoff.games.sums import Sum


def heaps_in_order(heaps):
    return tuple(sorted(heaps))


def stage_in_order(position):
    return position[0], tuple(sorted(position[1]))


def as_text(board):
    return "".join(map(str, board))


# Each game with its oracle, the oracle's way of writing a position, and some positions.
COMPONENTS = {
    "nim": (Nim(), nim, heaps_in_order, [(0,), (3,), (1, 2), (2, 3)]),
    "moore": (Moore(2), moore(2), heaps_in_order, [(1, 1, 1), (2, 1), (2, 1, 1)]),
    "greedy": (Greedy(), greedy, heaps_in_order, [(2, 2), (3, 1)]),
    "take 1-2": (Subtraction(2), subtraction(2), heaps_in_order, [(4,), (5,), (3, 1)]),
    "grundy": (GrundysGame(), grundys_game, heaps_in_order, [(5,), (8,), (3, 4)]),
    "boxes": (CrossedBoxes(), crossed_boxes, as_text, [(1, 1, 0, 1), (1, 1, 1)]),
    "building": (BuildingNim(3), building, stage_in_order, [(3, (0, 0, 0)), (2, (1, 1, 0))]),
    "wythoff": (Wythoff(), wythoff(1), heaps_in_order, [(1, 2), (2, 2), (3, 1)]),
    "wythoff a=2": (Wythoff(2), wythoff(2), heaps_in_order, [(1, 3), (2, 2)]),
}


@pytest.mark.parametrize(("left", "right"), [pair for pair in product(COMPONENTS, repeat=2) if pair[0] <= pair[1]])
def test_sums_of_two_games_as_by_searching_the_sum(left, right):
    assert_sum_solved([COMPONENTS[left], COMPONENTS[right]])


@pytest.mark.parametrize("names", [("nim", "take 1-2", "boxes"), ("grundy", "wythoff", "take 1-2")])
def test_sums_of_three_games_as_by_searching_the_sum(names):
    assert_sum_solved([COMPONENTS[name] for name in names])


def assert_sum_solved(components):
    games, options, canonical, positions = zip(*components, strict=True)
    whole, known = Sum(games), {}

    def loses(position):
        return sum_loses(tuple(write(at) for write, at in zip(canonical, position, strict=True)), options, known)

    for position in product(*positions):
        moves = list(whole.moves(position))
        assert len(set(moves)) == len(moves)
        assert whole.is_losing(position) is loses(position), position
        assert sorted(whole.winning_moves(position)) == sorted(target for target in moves if loses(target)), position


@pytest.mark.parametrize("a", [1, 2, 3])
def test_wythoff_and_a_nim_heap_and_take_one_or_two(a):
    whole, known = Sum((Wythoff(a), Nim(), Subtraction(2))), {}
    options = (wythoff(a), nim, subtraction(2))
    for x, y, heap, tokens in product(range(6), range(6), range(5), range(4)):
        position = ((x, y), (heap,), (tokens,))
        expected = sum_loses((tuple(sorted((x, y))), (heap,), (tokens,)), options, known)
        assert whole.is_losing(position) is expected


@given(heaps=st.lists(st.integers(0, 10**300), min_size=1, max_size=4).map(tuple), tokens=st.integers(0, 10**300))
def test_winning_moves_of_huge_sums_win(heaps, tokens):
    whole = Sum((Nim(), Subtraction(6), Wythoff()))
    position = (heaps, (tokens,), (6, 10))
    winning = list(whole.winning_moves(position))
    assert (not winning) == whole.is_losing(position)
    for target in winning:
        assert whole.is_legal(position, target)
        assert whole.is_losing(target)


def test_grundy_value_is_the_xor_of_the_values():
    whole = Sum((Nim(), Wythoff(), GrundysGame()))
    assert whole.grundy(((9,), (10, 20), (8,))) == 9 ^ 28 ^ GrundysGame().grundy((8,))


def test_only_one_part_moves():
    whole = Sum((Nim(), Nim()))
    assert whole.is_legal(((2,), (3,)), ((2,), (0,)))
    assert not whole.is_legal(((2,), (3,)), ((1,), (2,)))
    assert not whole.is_legal(((2,), (3,)), ((2,), (3,)))
    assert whole.describe(((2,), (3,)), ((2,), (2,))) == "in part 2: take 1 from heap 1"


def test_misere_parts_are_refused():
    for part in (Nim(misere=True), Wythoff(misere=True), game("pop-it")):
        with pytest.raises(InputError, match=r"can't have a misère part.*Grundy values.*apply to normal play only"):
            Sum((Nim(), part))
    with pytest.raises(InputError, match="can't have a misère part"):
        game_from_text("sum components=nim+pop-it")


def test_parts_must_be_games_and_no_sums():
    for parts in [(), [Nim()], (Nim(), "nim"), Nim()]:
        with pytest.raises(InputError, match="a sum needs a tuple of at least one game"):
            Sum(parts)
    with pytest.raises(InputError, match="can't be a sum itself"):
        Sum((Sum((Nim(),)), Nim()))


def test_position_has_one_entry_for_each_part():
    whole = Sum((Nim(), Wythoff()))
    for position in [((1,),), ((1,), (2, 3), (4,)), [(1,), (2, 3)], 7]:
        with pytest.raises(InputError, match="one entry for each of the 2 parts"):
            whole.is_losing(position)
    with pytest.raises(InputError, match="Wythoff's game has two heaps, got 1"):
        whole.is_losing(((1,), (2,)))


def test_text_of_a_sum():
    whole = game("sum", components="nim + wythoff a=2 + crossed-boxes")
    assert whole == Sum((Nim(), Wythoff(2), CrossedBoxes()))
    position = whole.parse("3 4 + 5 7 + 1101")
    assert position == ((3, 4), (5, 7), (1, 1, 0, 1))
    assert whole.show(position) == "3 4 + 5 7 + 1101"
    with pytest.raises(InputError, match="has 3 parts, joined by \\+, got 2"):
        whole.parse("3 4 + 5 7")


def test_sum_is_as_certain_as_its_least_certain_part():
    assert Sum((Nim(), Wythoff())).certainty(((1,), (2, 3))) is Certainty.PROVED
    assert Sum((Nim(), GrundysGame())).certainty(((1,), (7,))) is Certainty.COMPUTED


def test_value_that_is_unknown_is_an_error_of_the_sum():
    with pytest.raises(InputError, match="no known formula"):
        Sum((Nim(), GrundysGame())).winning_moves(((1,), (10**9,)))
