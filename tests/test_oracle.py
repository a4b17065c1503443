"""The brute-force oracle against the definition of a losing position and lists taken from the source documents."""

from functools import cache

import pytest
from known_values import FINAL_EXAMPLE_5, FINAL_TABLE_1, FINAL_TABLE_2

from wythoff.oracle import losing_positions, mex_table, options


@pytest.mark.parametrize("position", FINAL_EXAMPLE_5)
def test_options_are_those_of_example_5(position):
    assert options(*position) == FINAL_EXAMPLE_5[position]


@pytest.mark.parametrize("a", [1, 2, 3, 5])
def test_number_of_options(a):
    for x in range(12):
        for y in range(12):
            moves = options(x, y, a)
            assert len(set(moves)) == len(moves)
            both = sum(max(0, min(x, y + t) - max(0, t)) for t in range(1 - a, a))
            assert len(moves) == x + y + both


def test_options_by_hand():
    assert options(0, 0, 3) == []
    assert options(2, 2, 2) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1)]
    # For a = 1 both heaps lose the same number of tokens.
    assert options(2, 2, 1) == [(0, 0), (0, 2), (1, 1), (1, 2), (2, 0), (2, 1)]


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("a", [1, 2, 3, 4])
def test_marking_agrees_with_the_definition(a, misere):
    @cache
    def losing(x, y):
        moves = options(x, y, a)
        return not any(losing(*move) for move in moves) if moves else not misere

    size = 18
    board = [(x, y) for x in range(size) for y in range(size) if losing(x, y)]
    assert losing_positions(size, a, misere) == board


@pytest.mark.parametrize(("a", "table"), [(1, FINAL_TABLE_1), (2, FINAL_TABLE_2)])
def test_normal_play_gives_the_tables_of_the_final_thesis(a, table):
    rows = [(lower, upper) for _, lower, upper in table]
    assert mex_table(len(rows), a) == rows
    # Up to the last lower entry no losing position can be missing from the table.
    board = [(x, y) for x, y in losing_positions(rows[-1][1] + 1, a) if x <= y and x <= rows[-1][0]]
    assert board == rows


@pytest.mark.parametrize("a", [1, 2, 3, 4, 5, 6])
def test_mex_table_and_marking_agree(a):
    size = 120
    rows = [(lower, upper) for lower, upper in mex_table(size, a) if upper < size]
    assert losing_positions(size, a) == sorted({*rows, *((upper, lower) for lower, upper in rows)})


def test_misere_play_of_wythoffs_own_game_differs_in_two_pairs_only():
    size = 60
    changed = set(losing_positions(size)) ^ set(losing_positions(size, misere=True))
    assert changed == {(0, 0), (1, 2), (2, 1), (0, 1), (1, 0), (2, 2)}


@pytest.mark.parametrize("a", [2, 3, 4])
def test_misere_play_has_its_own_mex_table(a):
    size, used, rows = 80, set(), []
    for n in range(size):
        lower = min(set(range(2 * size)) - used)
        rows.append((lower, lower + a * n + 1))
        used.update(rows[-1])
    board = [(x, y) for x, y in losing_positions(size, a, misere=True) if x <= y]
    assert board == [row for row in rows if row[1] < size]


@pytest.mark.parametrize("a", [1, 2, 5])
def test_mex_table_uses_each_number_once(a):
    table = mex_table(150, a)
    entries = [entry for row in table[1:] for entry in row]
    assert len(set(entries)) == len(entries)
    assert set(range(1, table[-1][0])) <= set(entries)


def test_empty_boards_and_tables():
    assert losing_positions(0) == []
    assert mex_table(0) == []
    assert losing_positions(1) == [(0, 0)]
    assert losing_positions(1, misere=True) == []
