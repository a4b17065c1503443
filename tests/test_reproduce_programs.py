"""The printed programs: where they are right they must be right, and wrong in the known way elsewhere."""

import pytest
from game_oracle import crossed_boxes, grundy, losing
from hypothesis import given
from hypothesis import strategies as st

from wythoff.numeration import represent_p, represent_q
from wythoff.oracle import losing_positions, mex_table
from wythoff.reproduce.programs import (
    Code3,
    DpLookup,
    OutOfRangeError,
    best_move,
    code_1,
    code_2,
    code_4,
    code_5,
    meant_parity,
    mex,
    printed_parity,
)


@pytest.mark.parametrize("a", [1, 2, 3, 7])
def test_code_1_gives_the_rows_of_the_recursion(a):
    assert code_1(200, a, 2 * 200 + 1) == mex_table(201, a)[1:]


def test_code_1_stops_at_the_end_of_its_marks():
    with pytest.raises(OutOfRangeError, match="row 5"):
        code_1(5, 2, 7)


@pytest.mark.parametrize("a", [1, 2, 3, 7])
def test_code_2_is_right_for_small_rows(a):
    assert [code_2(n, a) for n in range(300)] == mex_table(300, a)


@pytest.mark.parametrize("a", [2, 3, 5])
def test_code_3_stores_the_digits_of_both_systems(a):
    stored = Code3(300, a)
    assert all(tuple(stored.p_digits[n]) == represent_p(n, a) for n in range(1, 301))
    assert all(tuple(stored.q_digits[n]) == represent_q(n, a) for n in range(1, 301))


def test_code_3_is_one_q_digit_short_for_a_1():
    stored = Code3(300, 1)
    assert all(tuple(stored.p_digits[n]) == represent_p(n, 1) for n in range(1, 301))
    assert all((*stored.q_digits[n], 0) == represent_q(n, 1) for n in range(1, 301))


def _is_lower(x, a):
    return any(x == lower for lower, _ in mex_table(x + 1, a))


@pytest.mark.parametrize("a", [2, 3])
def test_code_5_as_meant_wins_wherever_it_finds_its_digits(a):
    stored = Code3(60, a)
    lost = set(losing_positions(60, a))
    tried = 0
    for x in range(1, 60):
        for y in range(x, 60):
            if y - x < a and _is_lower(x, a):
                with pytest.raises(OutOfRangeError, match="the digits of 0"):
                    code_5(stored, x, y, meant_parity)
                continue
            target = code_5(stored, x, y, meant_parity)
            tried += 1
            assert (target is None) is ((x, y) in lost)
            assert target is None or target in lost
    assert tried > 1000


def test_code_5_as_printed_takes_b_1_for_some_a():
    assert code_5(Code3(100, 2), 3, 8, printed_parity) == (3, 7)
    assert code_5(Code3(100, 2), 3, 8, meant_parity) == (1, 3)


@pytest.mark.parametrize("a", [1, 2, 3])
def test_code_4_wins_wherever_x_is_in_its_table(a):
    table = mex_table(60, a)
    lost = set(losing_positions(60, a))
    for x in range(60):
        for y in range(max(x, 1), 60):
            target, compared = code_4(table, a, x, y)
            assert compared > 0
            assert (target is None) is ((x, y) in lost)
            assert target is None or target in lost


@given(st.lists(st.integers(0, 12)))
def test_mex_of_the_slides_is_the_least_missing_number(values):
    assert mex(values, len(values)) == next(v for v in range(len(values) + 1) if v not in values)


def test_dp_lookup_counts_or_does_not():
    known = [grundy("1" * n, crossed_boxes) for n in range(7)]
    meant, printed = DpLookup(6, counts=True), DpLookup(6, counts=False)
    assert [meant(n) for n in range(7)] == known
    assert [printed(n) for n in range(7)] == [0] * 7


def test_best_move_wins_where_a_move_can():
    known = {}
    for number in range(1, 2**8):
        board = [int(box) for box in f"{number:08b}"]
        after = best_move(board)
        is_lost = losing("".join(map(str, board)), crossed_boxes, known=known)
        assert is_lost or losing("".join(map(str, after)), crossed_boxes, known=known)
        assert "".join(map(str, after)) in crossed_boxes("".join(map(str, board)))


def test_best_move_of_a_finished_board_is_out_of_range():
    with pytest.raises(OutOfRangeError, match="box 4 of 0 to 3"):
        best_move([0] * 4)
