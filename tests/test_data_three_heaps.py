"""Lost positions of three heaps: the search, the marking and brute force are three computations."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from wythoff.data.check_three_heaps import faults, marked, read_claims
from wythoff.data.three_heaps import first_heap, partners, to_csv
from wythoff.errors import InputError
from wythoff.positions import partner

PUBLISHED = Path(__file__).parents[1] / "docs" / "data" / "three-heaps.csv"


def lost_by_brute_force(size):
    """Every lost position of three heaps below a size, from the rules: each position asks all lost ones before it."""
    lost = []
    for heaps in sorted(product(range(size), repeat=3), key=sum):
        taken = ([x - y for x, y in zip(heaps, target, strict=True)] for target in lost)
        if not any(min(t) >= 0 and (t.count(0) == 2 or t[0] ^ t[1] ^ t[2] == 0) for t in taken):
            lost.append(heaps)
    return lost


def test_lost_positions_are_those_of_brute_force():
    size = 11
    table = partners(size, size)
    mine = {(h, y, int(table[h, y])) for h in range(size) for y in range(size) if table[h, y] < size}
    assert mine == set(lost_by_brute_force(size))


def test_with_an_empty_heap_it_is_wythoffs_game():
    assert partners(1, 500)[0].tolist() == [partner(y) for y in range(500)]


@pytest.mark.parametrize(("first_heaps", "size"), [(12, 60), (3, 300), (1, 1), (64, 70), (40, 20)])
def test_marking_finds_the_same(first_heaps, size):
    assert np.array_equal(marked(first_heaps, size), partners(first_heaps, size))


def test_the_checker_names_what_is_wrong():
    table = marked(4, 300)
    claims = read_claims(to_csv(first_heap(h, row) for h, row in enumerate(partners(4, 300))))
    assert faults(claims, table) == []
    wrong = [(h, pairs, constant + (h == 2), holds_from) for h, pairs, constant, holds_from in claims]
    assert faults([*wrong, (4, 1, 1, 1)], table) == [
        "first heap 2: pairs, constant and from where it holds are said to be [187, 6, 28], not [187, 5, 28]",
        "first heap 4: it was not looked at",
    ]


def test_a_file_of_constants_that_is_none_is_refused():
    for text, sentence in [("", "the columns must be"), (to_csv([]) + "1,2,3\n", "line 2 must"), ("a,b\n", "columns")]:
        with pytest.raises(ValueError, match=sentence):
            read_claims(text)


@pytest.mark.exhaustive
def test_published_constants_are_those_of_the_whole_marking():
    assert faults(read_claims(PUBLISHED.read_text("utf-8")), marked(51, 4800)) == []


def test_which_heap_is_called_the_first_makes_no_difference():
    table = partners(30, 30)
    for h, y in np.ndindex(30, 30):
        assert table[y, h] == table[h, y]
        if table[h, y] < 30:
            assert table[h, table[h, y]] == y
            assert table[table[h, y], y] == h


def test_published_constants_are_found_again_as_far_as_a_small_table_goes():
    header, *lines = PUBLISHED.read_text("utf-8").splitlines()
    rows = [list(map(int, line.split(","))) for line in lines]
    assert [row[0] for row in rows] == list(range(51))
    for h, row in enumerate(partners(9, 700)):
        found = first_heap(h, row)
        assert (found.constant, found.holds_from) == tuple(rows[h][2:]), h
    assert to_csv([]) == header + "\n"


def test_arguments_out_of_range_are_refused():
    for first_heaps, size, sentence in [(0, 5, "first_heaps must"), (5, 0, "size must"), (10**4, 10**4, "more than 2")]:
        with pytest.raises(InputError, match=sentence):
            partners(first_heaps, size)
