"""Errata 4 to 10: the theses' programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import log2

from wythoff.moves import winning_move
from wythoff.numeration import interpret_p, represent_q
from wythoff.positions import is_losing, pair
from wythoff.reproduce.errata.model import DRAFT, FINAL, PROGRAMS, Case, Erratum, count
from wythoff.reproduce.programs import (
    Code3,
    OutOfRangeError,
    Position,
    code_1,
    code_4,
    code_5,
    meant_parity,
    printed_parity,
)
from wythoff.reproduce.rows import digits

_N = 100
WRONG, LOST, CRASH, RIGHT = "wrong", "taken for lost", "not stored", "right"


def winning_positions(a: int) -> list[Position]:
    """List the positions 1 <= x <= y < 100 that are won for the player to move."""
    return [(x, y) for x in range(1, _N) for y in range(x, _N) if not is_losing(x, y, a)]


def outcomes(a: int, is_odd: Callable[[int], bool], lookup: bool) -> Counter[str]:
    """Count what code 5 makes of all winning positions."""
    stored = Code3(_N, a)
    found: Counter[str] = Counter()
    for x, y in winning_positions(a):
        try:
            target = code_5(stored, x, y, is_odd, stored.stored_value if lookup else None)
        except OutOfRangeError:
            found[CRASH] += 1
        else:
            found[LOST if target is None else RIGHT if is_losing(*target, a) else WRONG] += 1
    return found


def _parity() -> list[Case]:
    stored = Code3(_N, 2)
    target = code_5(stored, 3, 8, printed_parity)
    found = outcomes(2, printed_parity, lookup=False)
    meant = outcomes(2, meant_parity, lookup=False)
    total = len(winning_positions(2))
    return [
        Case(
            "a = 2, (3, 8): R_p(3) = 10 ends in one zero, and 1 / 2 is 0",
            f"{target}, which the opponent wins",
            f"{winning_move(3, 8, 2)}",
            target == (3, 7) and not is_losing(3, 7, 2) and winning_move(3, 8, 2) == (3, 1),
        ),
        Case(
            f"a = 2, n = {_N}: all {count(total)} winning positions with 1 <= x <= y < {_N}",
            f"{count(found[WRONG])} wrong moves; {found[LOST]} more are taken for lost and played at random",
            f"with %: {meant[WRONG] or 'no'} wrong moves",
            (total, found[WRONG], found[LOST], meant[WRONG], meant[LOST]) == (4921, 1060, 10, 0, 0),
        ),
    ]


def _one_digit_short() -> list[Case]:
    stored = Code3(_N, 1)
    target = code_5(stored, 4, 6, meant_parity, stored.stored_value)
    found = outcomes(1, meant_parity, lookup=True)
    total = len(winning_positions(1))
    short = {n: digits(tuple(stored.q_digits[n])) for n in (1, 2)}
    right = {n: digits(represent_q(n, 1)) for n in (1, 2)}
    return [
        Case(
            "a = 1: R_q(1), R_q(2)",
            f"{short[1]}, {short[2]}",
            f"{right[1]}, {right[2]}",
            (short, right) == ({1: "1", 2: "10"}, {1: "10", 2: "100"}),
        ),
        Case(
            "a = 1, (4, 6), with the parity as it is meant",
            f"{target}, which the opponent wins",
            f"{winning_move(4, 6, 1)}",
            target == (1, 3) and not is_losing(1, 3, 1) and winning_move(4, 6, 1) == (3, 5),
        ),
        Case(
            f"a = 1, n = {_N}: all {count(total)} winning positions with 1 <= x <= y < {_N}",
            f"{found[WRONG]} wrong moves ({found[CRASH]} more positions end in erratum 6 or 7)",
            "none",
            (total, found[WRONG]) == (4912, 666),
        ),
    ]


def _no_zero() -> list[Case]:
    stored = Code3(_N, 2)
    return [
        Case(
            "a = 2, (1, 1): m = 0",
            f"reads {_missing(lambda: code_5(stored, 1, 1, meant_parity))}, which nothing stores",
            f"{winning_move(1, 1, 2)}: R_q(0) is empty, no zeros, A_0 = 0",
            winning_move(1, 1, 2) == (0, 0) and represent_q(0, 2) == () and interpret_p((), 2) == 0,
        ),
        Case(
            "a = 2, (0, 5): x = 0",
            f"reads {_missing(lambda: code_5(stored, 0, 5, meant_parity))}, which nothing stores",
            f"{winning_move(0, 5, 2)}",
            winning_move(0, 5, 2) == (0, 0),
        ),
    ]


def _missing(call: Callable[[], object]) -> str:
    try:
        call()
    except OutOfRangeError as error:
        return str(error)
    return "nothing missing"


def _too_short() -> list[Case]:
    cases = []
    for a, known in ((2, (4921, 1280)), (3, (4927, 1943))):
        found = outcomes(a, meant_parity, lookup=True)
        cases.append(
            Case(
                f"a = {a}, n = {_N}: all {count(found.total())} winning positions with 1 <= x <= y < {_N}",
                f"{count(found[CRASH])} read digits that are not stored, together with erratum 6",
                "interpret the digits by their weights",
                (found.total(), found[CRASH]) == known,
            )
        )
    return cases


def _two_quotients() -> list[Case]:
    missing = _missing(lambda: Code3(1, 2))
    return [Case("n = 1", f"reads {missing}", "stop after the second weight", missing == "the third quotient of two")]


def _silent() -> list[Case]:
    table = [pair(n, 2) for n in range(_N + 1)]
    first_missing = next(x for x in range(1000) if all(x not in row for row in table))
    missing, _ = code_4(table, 2, first_missing, first_missing + 1)
    at_zero, _ = code_4(table, 2, 0, 0)
    x = table[-1][0]
    _, compared = code_4(table, 2, x, 1000)
    return [
        Case(
            f"a = 2, a table of {_N} rows, ({first_missing}, {first_missing + 1}): {first_missing} is in neither "
            "column",
            f"{missing}: nothing is moved, and nothing said",
            f"{winning_move(first_missing, first_missing + 1, 2)}",
            missing == (first_missing, first_missing + 1) and first_missing > table[-1][0],
        ),
        Case("(0, 0)", f"{at_zero}: a move of nothing", "the game is over", at_zero == (0, 0)),
        Case(
            f"a = 2, a table of {_N} rows, x = A_{_N} = {x}",
            f"{compared} entries compared",
            f"at most {2 * (int(log2(_N)) + 1)} by binary search in two sorted columns, none by the index formula",
            compared == 3 * (_N + 1),
        ),
    ]


def _mark_array() -> list[Case]:
    n = 1000
    cases = []
    for a in (1, 2, 3, 10):
        needed = pair(n, a)[0] + 1
        rows = code_1(n, a, needed)
        fails = _missing(lambda a=a, needed=needed: code_1(n, a, needed - 1))  # type: ignore[misc]
        cases.append(
            Case(
                f"a = {a}, n = {count(n)}",
                f"{count(2 * n + 1)} entries",
                f"{count(needed)} are enough, {count(needed - 1)} are not",
                rows == [pair(i, a) for i in range(1, n + 1)] and fails.startswith(f"row {n}"),
            )
        )
    return cases


ERRATA = (
    Erratum(
        4,
        "Code 5 divides where it should test for odd",
        PROGRAMS,
        (f"{FINAL}, code 5",),
        "if ((number_of_zeros_p / 2) != 0)",
        "if ((number_of_zeros_p % 2) != 0)",
        "Both forms played from every winning position below 100 and held against the exact losing positions. The "
        "repository of the thesis was corrected on 18 September 2020; the printed text was not.",
        _parity,
    ),
    Erratum(
        5,
        "Code 3 is one digit short for a = 1",
        PROGRAMS,
        (f"{FINAL}, code 3", f"{DRAFT}, listing 3"),
        "The q-digits of i get one more place whenever i is found among the weights q.",
        "For a = 1, q_0 = q_1 = 1 are two weights, of which the greedy expansion takes the higher: R_q(1) = 10. "
        "Theorem 3 and property 1 are right for a = 1 as well.",
        "The stored digits compared with the number system's; every winning position below 100 played.",
        _one_digit_short,
    ),
    Erratum(
        6,
        "The digits of 0 are not stored",
        PROGRAMS,
        (f"{FINAL}, code 5 and section 4.3", f"{DRAFT}, section 5.5"),
        "Representations are defined, and stored, for every positive number.",
        "R_q(0) is empty, ends in no zeros, and A_0 = 0. It is asked for whenever y - x < a and x = A_n.",
        "Positions that ask for it tried.",
        _no_zero,
    ),
    Erratum(
        7,
        "The stored digits end too early for the shifted ones",
        PROGRAMS,
        (f"{FINAL}, program in its repository",),
        "A representation is interpreted by looking it up among those of 1 to n.",
        "R_p(A_n) shifted left is B_n, which is larger than n for most A_n up to n.",
        "Every winning position below 100 played with the look-up.",
        _too_short,
    ),
    Erratum(
        8,
        "Code 3 reads a third quotient of two",
        PROGRAMS,
        (f"{FINAL}, code 3", f"{DRAFT}, listing 3"),
        "_alpha[2] is read for every n.",
        "For n = 1 the vector has two entries.",
        "Tried.",
        _two_quotients,
    ),
    Erratum(
        9,
        "Code 4 searches linearly, twice, and may move nothing",
        PROGRAMS,
        (f"{FINAL}, code 4", f"{DRAFT}, listing 4"),
        "A_n = x or B_n = x is found by binary search.",
        "std::find compares entry by entry. If x is in neither column there is no branch for it, and from (0, 0) the "
        '"move" leads to (0, 0).',
        "Tried; comparisons counted.",
        _silent,
    ),
    Erratum(
        10,
        "The mark array is longer than needed",
        PROGRAMS,
        (f"{FINAL}, code 1", f"{DRAFT}, listing 1"),
        "An array of 2n + 1 marks, as A_n <= 2n.",
        "floor(n alpha) + 1 entries are enough, as only entries up to A_n are searched; alpha is less than 1.6181 "
        "for every a.",
        "Code 1 run with this length, which gives every row, and with one entry less, which fails at row n.",
        _mark_array,
    ),
)
