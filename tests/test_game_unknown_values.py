"""
What games say where a Grundy value can't be had: all that is known comes first, and nothing that is not so.

The limits of what is computed are set so low that small positions meet them, which brute force can decide.
"""

from functools import cache
from itertools import product

import pytest
from game_checks import heap_sets, in_order
from game_oracle import greedy, grundy, grundys_game, moore, nim, sum_loses, wythoff

from wythoff.errors import InputError
from wythoff.games import game, generalised, grundy_game, mex
from wythoff.games.building import BuildingNim
from wythoff.games.generalised import Wythoff
from wythoff.games.greedy import Greedy
from wythoff.games.grundy_game import GrundysGame
from wythoff.games.moore import Moore
from wythoff.games.nim import Nim
from wythoff.games.sums import Sum
from wythoff.playing.match import Match
from wythoff.playing.opponent import choose_move

GAMES = {
    "greedy": (Greedy(), greedy),
    "moore": (Moore(2), moore(2)),
    "grundy": (GrundysGame(), grundys_game),
    "wythoff": (Wythoff(), wythoff(1)),
    "wythoff a=3": (Wythoff(3), wythoff(3)),
    "nim": (Nim(), nim),
}
POSITIONS = {
    "greedy": heap_sets(4, 4),
    "moore": heap_sets(4, 3),
    "grundy": [heaps for heaps in heap_sets(3, 11) if sum(heaps) < 15],
    "wythoff": [(x, y) for x in range(9) for y in range(9)],
    "wythoff a=3": [(x, y) for x in range(9) for y in range(9)],
    "nim": heap_sets(2, 5),
}
SUMS = [("wythoff", "nim"), ("greedy", "nim"), ("moore", "greedy"), ("grundy", "nim"), ("wythoff", "wythoff")]


@pytest.fixture
def little_known(monkeypatch):
    """Nearly nothing can be computed: neither searches nor tables."""
    monkeypatch.setattr(mex, "MOST_MOVES", 7)
    monkeypatch.setattr(grundy_game, "LARGEST_HEAP", 5)
    monkeypatch.setattr("wythoff._process.memory.ALWAYS_FITS", 0)
    monkeypatch.setattr("wythoff._process.memory.available_bytes", lambda: 0)
    monkeypatch.setattr(generalised, "_few", lambda x, y: False)


def listed(moves):
    """The moves that are given, and whether an error comes after them."""
    found = []
    try:
        found.extend(iter_of(moves, found))
    except InputError:
        return found, False
    return found, True


def iter_of(moves, found):
    for move in moves():
        found.append(move)
    return ()


@pytest.mark.usefixtures("little_known")
@pytest.mark.parametrize("name", GAMES)
def test_moves_to_a_value_are_right_and_all_unless_an_error_ends_them(name):
    rules, options = GAMES[name]
    values, n_errors = {}, 0
    for position in POSITIONS[name]:
        for value in range(6):
            right = [t for t in rules.moves(position) if grundy(in_order(t), options, values) == value]
            found, complete = listed(lambda p=position, v=value: rules.moves_to(p, v))
            assert len(set(found)) == len(found)
            assert set(found) <= set(right), (position, value)
            assert set(found) == set(right) or not complete, (position, value)
            if value == 0:  # who wins is known in all of them but Grundy's
                assert complete or name == "grundy"
            n_errors += not complete
    assert (n_errors > 0) is (name != "nim")


@pytest.mark.usefixtures("little_known")
@pytest.mark.parametrize("name", GAMES)
def test_lost_positions_have_the_value_0_and_other_values_are_right_or_refused(name):
    rules, options = GAMES[name]
    values = {}
    for position in POSITIONS[name]:
        right = grundy(in_order(position), options, values)
        try:
            assert rules.grundy(position) == right, position
        except InputError:
            assert right > 0 or name == "grundy"


@pytest.mark.usefixtures("little_known")
@pytest.mark.parametrize("names", SUMS, ids=" + ".join)
def test_sums_say_what_is_known_and_nothing_else(names):
    games, options = zip(*(GAMES[name] for name in names), strict=True)
    whole, known = Sum(games), {}

    @cache
    def loses(position):
        return sum_loses(tuple(map(in_order, position)), options, known)

    n_answers = 0
    for position in product(*(POSITIONS[name][::3] for name in names)):
        found, complete = listed(lambda p=position: whole.winning_moves(p))
        right = {target for target in whole.moves(position) if loses(target)}
        assert set(found) <= right, position
        assert set(found) == right or not complete, position
        try:
            assert whole.is_losing(position) is loses(position)
            n_answers += 1
            assert found or loses(position) or not complete
        except InputError:
            assert not found
    assert n_answers > 50


def test_a_won_sum_of_a_lost_wythoff_position_and_a_heap_is_won():
    whole = game("sum", components="wythoff + nim")
    position = ((323606, 523606), (5,))
    assert whole.winning_move(position) == ((323606, 523606), (0,))
    match = Match("sum", {"components": "wythoff + nim"}, position)
    assert choose_move(match) == ((323606, 523606), (0,))
    winning = whole.winning_moves(position)
    next(winning)
    with pytest.raises(InputError, match="is free; take smaller heaps"):
        next(winning)


def test_equal_positions_cancel_whatever_their_value_is():
    big = (10**6, 10**6 - 3)
    whole = game("sum", components="wythoff + wythoff + nim")
    assert whole.is_losing((big, big, (0,)))
    assert whole.is_losing((big, big[::-1], (0,)))
    assert whole.grundy((big, big, (9,))) == 9
    assert whole.winning_move((big, big, (9,))) == (big, big, (0,))
    assert whole.winning_move(((10**6, 10**6), big, (0,))) == (big, big, (0,))
    with pytest.raises(InputError, match="take smaller heaps"):
        whole.is_losing((big, (10**6 - 1, 10**6 + 1), (0,)))
    assert GrundysGame().is_losing((2**30, 2**30))
    assert GrundysGame().grundy((2**30, 8, 2**30)) == GrundysGame().grundy((8,))


@pytest.mark.slow
def test_sums_of_lost_positions_of_any_size_are_lost():
    n = 10**50
    whole = Sum((Greedy(), Moore(2), Wythoff(), Nim()))
    lost = ((n, n, 3), (n,) * 6, (6, 10), (5, 5))
    assert whole.grundy(lost) == 0
    assert whole.is_losing(lost)
    assert whole.winning_move((*lost[:3], (5, 7))) == lost


def test_grundy_heap_that_is_too_large_is_split_into_two_that_are_not():
    rules = GrundysGame()
    limit = grundy_game.LARGEST_HEAP
    target = rules.winning_move((limit + 7,))
    assert rules.is_legal((limit + 7,), target)
    assert rules.is_losing(target)
    with pytest.raises(InputError, match="no known formula"):
        rules.is_losing((2 * limit + 7,))


def test_moves_to_a_value_among_more_moves_than_can_be_looked_at():
    n = 10**30
    assert next(Moore(2).moves_to((n, n), 5)) == (0, 5)
    assert sum(1 for _ in Moore(3).moves_to((3, 3, 3), 4)) == 12
    assert list(Moore(1).moves_to((n, n), 5)) == [(n ^ 5, n)] if n ^ 5 < n else [(n, n ^ 5)]
    assert list(BuildingNim(3).moves_to((0, (n, n, 0)), 5)) == [(0, (n, n, 5))][:0]
    assert list(Wythoff(n).moves_to((3, 3), 5)) == [(2, 3), (3, 2)]
    assert next(Wythoff().moves_to((n, n + 1), 1)) == (0, 1)
