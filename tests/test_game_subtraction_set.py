"""Subtraction games with a set against brute force: rule, moves, values, and the proved periods."""

import pytest
from game_checks import assert_solved, heap_sets
from game_oracle import grundy
from hypothesis import given, settings
from hypothesis import strategies as st

from wythoff.errors import InputError
from wythoff.games import game, subtraction_set
from wythoff.games.subtraction import Subtraction
from wythoff.games.subtraction_set import SubtractionSet

SETS = [(1, 2, 3), (1, 3, 4), (2,), (2, 3), (2, 4, 7), (3, 5), (1, 4, 9), (4, 10, 12)]


def options_of(amounts):
    def options(heaps):
        return {
            tuple(sorted([*heaps[:i], size - amount, *heaps[i + 1 :]]))
            for i, size in enumerate(heaps)
            for amount in amounts
            if amount <= size
        }

    return options


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("amounts", SETS)
def test_all_winning_moves_as_by_brute_force(amounts, misere):
    positions = [*heap_sets(2, 14), *[(x, y, z) for x in range(5) for y in range(5, 8) for z in range(4, 7)]]
    assert_solved(SubtractionSet(amounts, misere), positions, options_of(amounts))


@given(amounts=st.sets(st.integers(1, 12), min_size=1, max_size=5), misere=st.booleans())
@settings(max_examples=25, deadline=None)
def test_any_set_is_solved_as_by_brute_force(amounts, misere):
    rules = SubtractionSet(tuple(amounts), misere)
    assert_solved(
        rules, [(n,) for n in range(30)] + [(x, y) for x in range(9) for y in range(x, 13)], options_of(amounts)
    )


@pytest.mark.parametrize("amounts", [*SETS, (1, 8, 11, 13), (2, 5, 6, 14)])
def test_values_are_those_of_the_recursion_and_periodic_as_claimed(amounts):
    g = []
    for n in range(3000):
        reached = {g[n - amount] for amount in amounts if amount <= n}
        g.append(next(value for value in range(99) if value not in reached))
    rules = SubtractionSet(amounts)
    found = rules.period()
    assert [rules.grundy((n,)) for n in range(3000)] == g
    assert g[found.preperiod + found.period :] == g[found.preperiod : -found.period]
    assert found.preperiod == 0 or g[found.preperiod - 1] != g[found.preperiod - 1 + found.period]
    for less in range(1, found.period):
        assert g[found.preperiod + less :] != g[found.preperiod : -less]


def test_moves_to_a_value_as_by_brute_force():
    rules, known, options = SubtractionSet((1, 3, 4)), {}, options_of((1, 3, 4))
    for heaps in heap_sets(2, 9):
        for value in range(5):
            right = [move for move in rules.moves(heaps) if grundy(tuple(sorted(move)), options, known) == value]
            assert sorted(rules.moves_to(heaps, value)) == sorted(right)


@pytest.mark.parametrize("most", [1, 2, 5])
@pytest.mark.parametrize("misere", [False, True])
def test_taking_1_to_m_is_the_game_with_a_formula(most, misere):
    mine, other = SubtractionSet(tuple(range(1, most + 1)), misere), Subtraction(most, misere)
    for heaps in [*heap_sets(2, 9), (10**100, 10**99 + 3), (10**50,)]:
        assert mine.is_losing(heaps) is other.is_losing(heaps)
        assert sorted(mine.winning_moves(heaps)) == sorted(other.winning_moves(heaps))


def test_heaps_beyond_what_was_computed_without_a_period_are_refused(monkeypatch):
    monkeypatch.setattr(subtraction_set, "_MOST_MOVES", 1)
    subtraction_set._values.cache_clear()
    rules = SubtractionSet((3, 8, 17, 31, 40))
    assert "whose values are computed" in rules.validity
    assert rules.grundy((2,)) == 0
    with pytest.raises(InputError, match="without a period, got a heap of"):
        rules.grundy((10**9,))
    subtraction_set._values.cache_clear()


def test_sets_as_text():
    assert game("subtraction-set", amounts="4, 1,3") == SubtractionSet((1, 3, 4))
    assert game("sum", components="nim + subtraction-set amounts=2,5").components[1] == SubtractionSet((2, 5))
    for amounts, sentence in [
        ("", "at least one amount"),
        ("1,1", "each of them once"),
        ("0,2", "from 1 to 1024, got 0"),
        ("x", "amount 1 must"),
        ("1025", "from 1 to 1024, got 1025"),
    ]:
        with pytest.raises(InputError, match=sentence):
            game("subtraction-set", amounts=amounts)
