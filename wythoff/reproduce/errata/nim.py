"""Errata 17 to 21 and 27: Nim, Grundy numbers, and losing positions."""

from __future__ import annotations

from itertools import product

from wythoff.games.mex import mex
from wythoff.games.nim import Nim, nim_sum
from wythoff.oracle import options
from wythoff.positions import is_losing, pair
from wythoff.reproduce.errata.model import FINAL, MATHEMATICS, SLIDES, Case, Erratum
from wythoff.reproduce.outcome import text

_HEAPS = 12


def _top_bit() -> list[Case]:
    heaps = (2, 3)
    s = nim_sum(heaps)
    place = s.bit_length() - 1
    top = [x for x in heaps if x.bit_length() - 1 == place]
    having = [x for x in heaps if x >> place & 1]
    every = all(
        any(x >> (nim_sum(heaps).bit_length() - 1) & 1 for x in heaps)
        for heaps in product(range(_HEAPS), repeat=3)
        if nim_sum(heaps)
    )
    return [
        Case(
            f"heaps {heaps}: s = {s}, its top bit is bit {place}",
            f"heaps with their top bit there: {text(top)}",
            f"heaps with that bit set: {text(having)}",
            top == [] and having == [3],
        ),
        Case(f"all positions of 3 heaps below {_HEAPS}", "not every one has such a heap", "every one has", every),
    ]


def _slides_inequality() -> list[Case]:
    heaps = (2, 3)
    x = nim_sum(heaps)
    printed = [k for k in heaps if x ^ k < x]
    right = [k for k in heaps if x ^ k < k]
    every = all(
        any(nim_sum(heaps) ^ k < k for k in heaps) for heaps in product(range(_HEAPS), repeat=3) if nim_sum(heaps)
    )
    return [
        Case(
            f"heaps {heaps}: X = {x}",
            f"X xor k < X holds for: {text(printed)} (the values are {', '.join(str(x ^ k) for k in heaps)})",
            f"X xor k < k holds for: {text(right)}",
            printed == [] and right == [3],
        ),
        Case(
            f"all positions of 3 heaps below {_HEAPS} with X > 0",
            "not every one has such a heap",
            "every one has",
            every,
        ),
    ]


def _misere() -> list[Case]:
    game = Nim(misere=True)
    printed = (1, 1)
    right = game.winning_move((2, 1))
    return [
        Case(
            "(2, 1), misère: theorem 1 takes one from the heap of two",
            f"{printed}, from which the opponent takes one and leaves the last",
            f"{right}",
            nim_sum(printed) == 0 and not game.is_losing(printed) and right is not None and game.is_losing(right),
        )
    ]


def _only() -> list[Case]:
    start, target = (1, 1), (0, 1)
    return [
        Case(
            "a = 1, from the won position (1, 1)",
            f"{target} is one move away and won",
            "(0, 0) is one move away and lost; one such move is enough",
            target in options(*start) and not is_losing(*target) and (0, 0) in options(*start),
        )
    ]


def _example_5() -> list[Case]:
    union = sorted({x for n in (1, 2) for x in pair(n)})
    listed = [(3, 4), (3, 3), (2, 5), (1, 5), (0, 5), (2, 4), (1, 3), (0, 2)]
    missing = sorted(set(options(3, 5)) - set(listed))
    covered = all(set(range(1, pair(n + 1)[0])) <= {x for i in range(1, n + 1) for x in pair(i)} for n in range(1, 200))
    return [
        Case(
            "a = 1, n = 2: the first two A and B together",
            f"{text(union)}, which are not the first natural numbers",
            "every number below A_(n+1) occurs among the first n rows",
            union == [1, 2, 3, 5] and covered,
        ),
        Case(
            "a = 1: the positions one move away from (3, 5)",
            f"{len(listed)} listed",
            f"{len(options(3, 5))}: also {text(missing)}, all of them won",
            missing == [(3, 0), (3, 1), (3, 2)] and not any(is_losing(*target) for target in missing),
        ),
    ]


def _smallest_positive() -> list[Case]:
    printed, right = [0], [0]
    for n in range(1, 10):
        reached = range(max(0, n - 2), n)
        printed.append(next(value for value in range(1, 10) if value not in {printed[i] for i in reached}))
        right.append(mex(right[i] for i in reached))
    return [
        Case(
            "take 1 or 2: the numbers of 0, 1, ..., 9",
            f"{text(printed)}: 3, a lost position, gets {printed[3]}",
            text(right),
            printed[3] == 3 and right == [0, 1, 2] * 3 + [0],
        )
    ]


ERRATA = (
    Erratum(
        17,
        "The heap that theorem 1 takes from need not exist",
        MATHEMATICS,
        (f"{FINAL}, proof of theorem 1",),
        "With d the place of the top bit of s, there is always a heap whose own top bit is at place d.",
        "There is always a heap whose bit d is set.",
        "The counterexample computed; the right statement for all positions of 3 heaps below 12.",
        _top_bit,
        ('In the sum for t, "(x_n + y_n)" should be "(x_n xor y_n)".',),
    ),
    Erratum(
        18,
        "The slides compare with the wrong number",
        MATHEMATICS,
        (f"{SLIDES}, Nim of m heaps",),
        "As X is not 0 there is an l with X xor K_l < X.",
        "There is an l with X xor k_l < k_l.",
        "As for erratum 17.",
        _slides_inequality,
    ),
    Erratum(
        19,
        "Misère Nim: the strategy changes one step earlier",
        MATHEMATICS,
        (f"{FINAL}, section 2",),
        "In misère Nim, follow theorem 1 until only heaps of one are left.",
        "Follow theorem 1 until exactly one heap has more than one; then leave an odd number of heaps of one. "
        "(Example 4 plays it so.)",
        "By the rule of misère Nim, which the tests hold against exhaustive search.",
        _misere,
    ),
    Erratum(
        20,
        "From a won position one can move to a won one too",
        MATHEMATICS,
        (f"{FINAL}, proof of theorem 2",),
        "From a position that is not in P one can move only to a lost position.",
        "From a position that is not in P at least one move leads to a lost position.",
        "The counterexample tried by the rules.",
        _only,
        (
            'In case 2, "y = A_n + d >= A_m + am = B_m" must be strict, as tokens are taken from both heaps; the '
            "draft has the strict sign.",
        ),
    ),
    Erratum(
        21,
        "What the first n rows cover, and three forgotten moves",
        MATHEMATICS,
        (f"{FINAL}, example 5",),
        "The first n numbers A and B together are the first n natural numbers; (3, 5) has eight options.",
        "The first n rows hold every number from 1 to A_(n+1) - 1; (3, 5) has eleven options.",
        "Listed by the rules, and for n < 200.",
        _example_5,
    ),
    Erratum(
        27,
        "Grundy numbers start at 0",
        MATHEMATICS,
        (f"{SLIDES}, Grundy numbers",),
        "The number of a position is the smallest positive integer that can't be reached.",
        "The smallest non-negative integer: otherwise no position with a move could get 0, which marks the lost ones.",
        "Both rules computed for take 1 or 2.",
        _smallest_positive,
    ),
)
