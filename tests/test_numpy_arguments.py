"""NumPy's integers wrap where Python's don't: every exact function must give what it gives for Python's."""

import numpy as np
import pytest

from wythoff import misere, moves, numeration, oracle, positions
from wythoff.games import grundy_values
from wythoff.games.building import BuildingNim
from wythoff.games.generalised import Wythoff
from wythoff.games.greedy import Greedy
from wythoff.games.moore import Moore
from wythoff.games.nim import Nim
from wythoff.games.subtraction import Subtraction
from wythoff.reproduce import poster

HUGE = 5 * 10**18  # its row's B is above 2^63 for every a, and above 2^64 from a = 2 on
SMALL = 100  # below 2^8, its row's B above 2^8
TYPES = [np.int8, np.uint8, np.int64, np.uint64]
PARAMETERS = (1, 2, 3, 10)


def _of_play(play):
    return [
        (play.pair, lambda x, a: (x, a)),
        (play.index, lambda x, a: (x, a)),
        (play.partner, lambda x, a: (x, a)),
        (play.is_losing, lambda x, a: (x, x - 7, a)),
        (play.certificate, lambda x, a: (x, x, x, a)),
        (play.last_row_with_b_up_to, lambda x, a: (x, a)),
    ]


FUNCTIONS = [
    *_of_play(positions),
    *_of_play(misere),
    (positions.first_failure, lambda x, a: (a,)),
    (numeration.represent_p, lambda x, a: (x, a)),
    (numeration.represent_q, lambda x, a: (x, a)),
    (lambda digits, a: numeration.interpret_p(digits, a), lambda x, a: (numeration.represent_p(x, a), a)),
    (lambda digits, a: numeration.interpret_q(digits, a), lambda x, a: (numeration.represent_q(x, a), a)),
    (numeration.pair_by_digits, lambda x, a: (x, a)),
    (numeration.column_by_digits, lambda x, a: (x, a)),
    (lambda a: [w for w, _ in zip(numeration.convergents(a), range(70), strict=False)], lambda x, a: (a,)),
    (moves.winning_moves, lambda x, a: (x, x - 9, a)),
    (lambda x, y, a: moves.winning_moves(x, y, a, misere=True), lambda x, a: (x, x - 9, a)),
    (lambda x, y, a: moves.winning_move(x, y, a, rule="algebraic"), lambda x, a: (x, x - 9, a)),
    (lambda x, y, a: moves.winning_move(x, y, a, misere=True, rule="arithmetic"), lambda x, a: (x, x - 9, a)),
    (moves.explain, lambda x, a: (x, x - 9, a)),
    (moves.is_legal, lambda x, a: ((x, x - 9), (x - 5, x - 14), a)),
    (poster.pair, lambda x, a: (x,)),
    (poster.move, lambda x, a: (x, x - 9)),
    (poster.place, lambda x, a: (x,)),
    (lambda x, a: Wythoff(a).winning_move((x, x - 9)), lambda x, a: (x, a)),
    (lambda x, k: Moore(k).winning_move((x, x - 9, x - 1, x - 2)), lambda x, a: (x, a)),
    (lambda x, m: Subtraction(m).winning_move((x, x - 9)), lambda x, a: (x, a)),
    (lambda x: Nim().winning_move((x, x - 9, x)), lambda x, a: (x,)),
    (lambda x: Greedy().winning_move((x, x - 9, x - 9)), lambda x, a: (x,)),
    (lambda x: BuildingNim(2).certainty((x, (x, x))), lambda x, a: (x,)),
    (grundy_values.grundy_value, lambda x, a: (x, 0, a)),
    (grundy_values.grundy_value, lambda x, a: (min(x, 120), 100, a)),
]


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("at", range(len(FUNCTIONS)))
def test_numpy_integers_give_what_pythons_give(kind, at):
    function, arguments = FUNCTIONS[at]
    x = HUGE if np.iinfo(kind).bits == 64 else SMALL
    for a in PARAMETERS:
        given = arguments(x, a)
        answer = function(*_as(kind, given))
        assert repr(answer) == repr(function(*given)), (a, given)  # repr tells NumPy's scalars from Python's


@pytest.mark.parametrize("a", PARAMETERS)
def test_misere_partners_are_those_of_the_rules(a):
    rows = [pair for pair in oracle.losing_positions(60, a, misere=True) if pair[0] < 20]
    for x, y in rows:
        assert (misere.partner(x, a), misere.partner(np.int8(x), np.int8(a))) == (y, y)
    for x, y in ((misere.pair(10**18 + i, a)) for i in range(20)):
        for kind in (np.int64, np.uint64):
            partner = misere.partner(kind(x), kind(a))
            assert type(partner) is int
            assert partner == y


def _as(kind, value):
    return tuple(_as(kind, part) for part in value) if isinstance(value, tuple) else kind(value)
