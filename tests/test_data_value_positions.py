"""The positions of one Grundy value against tables of all values, and their differences."""

import numpy as np
import pytest

from wythoff.data.check_value_positions import faults
from wythoff.data.value_positions import value_positions
from wythoff.errors import InputError
from wythoff.games.grundy_values import naive_grundy_table
from wythoff.positions import pair


def test_positions_of_all_values_to_100_are_those_of_a_table():
    size = 500
    table = naive_grundy_table(size)
    found = value_positions(100, 130)
    for g in range(101):
        there = [(x, y) for x, y in np.argwhere(table == g).tolist() if x <= y]
        mine = [(p, q) for p, q in found[g].tolist() if q < size]
        assert mine == [(x, y) for x, y in there if x <= mine[-1][0]], g
        assert len(mine) > 100


def test_positions_of_the_value_0_are_the_losing_ones():
    assert value_positions(0, 2000)[0].tolist() == [list(pair(n)) for n in range(2000)]


@pytest.mark.parametrize("g", [0, 1, 5, 30])
def test_every_number_comes_once_and_every_difference_at_most_once(g):
    pairs = value_positions(g, 3000)[g]
    numbers = np.unique(pairs[pairs[:, 0] != pairs[:, 1]])
    assert len(set((pairs[:, 1] - pairs[:, 0]).tolist())) == len(pairs)
    assert set(range(pairs[-1, 0] + 1)) <= {*numbers.tolist(), *pairs[:, 0].tolist()}


def test_arguments_out_of_range_are_refused():
    for most, pairs, sentence in [(-1, 5, "most must be"), (3, 0, "pairs must be"), (10**6, 2**28, "take fewer")]:
        with pytest.raises(InputError, match=sentence):
            value_positions(most, pairs)


def test_the_checker_finds_all_right_and_names_what_is_wrong():
    positions = value_positions(12, 300)
    found, most = faults(positions)
    assert found == []
    assert most > 450
    for g, n, side, change in [(0, 0, 1, 1), (0, 200, 0, -1), (5, 17, 1, -1), (11, 250, 0, 1), (12, 3, 1, 10**6)]:
        wrong = positions.copy()
        wrong[g, n, side] += change
        (fault,) = faults(wrong)[0]
        assert fault.startswith("value ")
    swapped = positions.copy()
    swapped[3, [7, 8]] = swapped[3, [8, 7]]
    left_out = np.delete(positions, 9, axis=1)
    for wrong in (swapped, left_out):
        assert len(faults(wrong)[0]) == 1


@pytest.mark.exhaustive
def test_the_first_100_000_positions_of_all_values_to_100_are_right():
    assert faults(value_positions(100, 100_000))[0] == []
