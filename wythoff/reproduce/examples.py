"""Every worked example about Wythoff's game that can be computed, tried."""

from __future__ import annotations

from collections.abc import Iterable

from wythoff.moves import RULES, is_legal, winning_move
from wythoff.numeration import interpret_p, interpret_q, represent_p, represent_q, shift_left, shift_right
from wythoff.oracle import losing_positions, options
from wythoff.positions import index, is_losing, pair
from wythoff.reproduce import rows
from wythoff.reproduce.errata.poster import printed_test
from wythoff.reproduce.outcome import Outcome, check, text
from wythoff.reproduce.poster import METHODS, column_by_golden_ratio, move


def examples() -> list[Outcome]:
    """Try those of the theses and the poster."""
    return [*_draft(), *_small_positions(), *_moves(), *_digits(), *_poster()]


def _draft() -> Iterable[Outcome]:
    place = "draft thesis, section 4"
    yield check(
        "draft-example-2",
        "draft thesis, example 2",
        "a = 1: what one move reaches from (1, 2)",
        [(0, 1), (0, 2), (1, 0), (1, 1)],
        options(1, 2),
    )
    printed = [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13)]
    yield check(
        "draft-example-2-list",
        "draft thesis, example 2",
        "a = 1: losing positions",
        printed,
        [pair(n) for n in range(6)],
    )
    won = all(not is_losing(*p, a) for a in (1, 2, 3, 10) for b in range(1, 50) for p in ((0, b), (b, 0), (b, b)))
    yield check("draft-families", place, "(0, b), (b, 0) and (b, b) with b > 0 are won for every a", True, won)
    yield check(
        "draft-q-12",
        place,
        "a = 2: R_q(12), and its p-interpretation",
        ["1000", 17],
        [rows.digits(represent_q(12, 2)), interpret_p(represent_q(12, 2), 2)],
    )
    yield check(
        "draft-example-3",
        "draft thesis, example 3",
        "a = 2: losing positions (left blank in the draft)",
        [pair(n, 2) for n in range(1, 6)],
        _losing_below(6, 20, 2),
    )


def _losing_below(count: int, size: int, a: int) -> list[tuple[int, int]]:
    """Return the losing positions (x, y), 0 < x < y, of a board solved by brute force, the first of `count` rows."""
    return [(x, y) for x, y in losing_positions(size, a) if 0 < x < y][: count - 1]


def _small_positions() -> Iterable[Outcome]:
    place = "final thesis, example 5"
    yield check(
        "final-example-5a",
        place,
        "a = 1: what one move reaches from (1, 2)",
        sorted([(0, 2), (1, 1), (1, 0), (0, 1)]),
        options(1, 2),
    )
    printed = sorted([(3, 4), (3, 3), (2, 5), (1, 5), (0, 5), (2, 4), (1, 3), (0, 2)])
    found = options(3, 5)
    missing = sorted(set(found) - set(printed))
    yield Outcome(
        "final-example-5b",
        place,
        "a = 1: what one move reaches from (3, 5)",
        text(printed),
        text(found),
        printed == found,
        known_wrong=True,
        right=f"also {text(missing)}; erratum 21",
    )
    yield check(
        "final-example-5-lost", place, "a = 1: (1, 2) and (3, 5) are lost", True, is_losing(1, 2) and is_losing(3, 5)
    )
    for number, a in ((1, 1), (2, 2)):
        printed_rows = rows.position_rows(f"final-table-{number}", a)
        yield check(
            f"final-table-{number}",
            f"final thesis, table {number}",
            f"a = {a}: rows that are right",
            len(printed_rows),
            sum(row.right for row in printed_rows),
        )
    yield check(
        "final-example-7",
        "final thesis, example 7",
        "a = 1, the queen: what one move reaches from (1, 2)",
        sorted([(1, 1), (1, 0), (0, 2), (0, 1)]),
        options(1, 2),
    )
    lower, upper = [1, 3, 4, 6, 8, 9, 11, 12, 14, 16], [2, 5, 7, 10, 13, 15, 18, 20, 23, 26]
    table = [pair(n) for n in range(1, 11)]
    yield check("final-example-9a", "final thesis, example 9", "lower Wythoff sequence", lower, [x for x, _ in table])
    yield check("final-example-9b", "final thesis, example 9", "upper Wythoff sequence", upper, [y for _, y in table])


def _moves() -> Iterable[Outcome]:
    given = (("a", (17, 29), (17, 7), 5), ("b", (11, 29), (11, 27), 8), ("c", (11, 25), (9, 23), 7))
    for letter, start, target, row in given:
        found = {winning_move(*start, 2, rule=rule) for rule in RULES}
        legal = is_legal(start, target, 2) and pair(row, 2) == tuple(sorted(target))
        yield check(
            f"final-example-8{letter}",
            "final thesis, example 8",
            f"a = 2: the move from {start}, by each of the three strategies, to row n = {row}",
            [target],
            sorted(move for move in found if move) if legal else "not legal",
        )


def _digits() -> Iterable[Outcome]:
    table = rows.digit_rows()
    yield check(
        "final-table-3",
        "final thesis, table 3; draft thesis, table 1",
        "a = 2: rows of digits that are right",
        len(table),
        sum(row.right for row in table),
    )
    yield check(
        "final-example-10",
        "final thesis, example 10",
        "a = 2: I_p and I_q of 101",
        [8, 6],
        [interpret_p((1, 0, 1), 2), interpret_q((1, 0, 1), 2)],
    )
    yield check(
        "final-example-11",
        "final thesis, example 11",
        "a = 2: R_p(8) and R_q(6)",
        ["101", "101"],
        [rows.digits(represent_p(8, 2)), rows.digits(represent_q(6, 2))],
    )
    left, right = shift_left(represent_p(5, 2)), shift_right(represent_p(10, 2))
    yield check(
        "final-example-12",
        "final thesis, example 12",
        "a = 2: R_p(5), shifted left, its value; R_p(10), shifted right, its value",
        ["12", "120", 13, "110", "11", 4],
        [
            rows.digits(represent_p(5, 2)),
            rows.digits(left),
            interpret_p(left, 2),
            rows.digits(represent_p(10, 2)),
            rows.digits(right),
            interpret_p(right, 2),
        ],
    )
    yield check(
        "final-example-13",
        "final thesis, example 13",
        "a = 2: R_q(12), and its p-interpretation",
        ["1000", 17],
        [rows.digits(represent_q(12, 2)), interpret_p(represent_q(12, 2), 2)],
    )
    yield check(
        "final-example-14",
        "final thesis, example 14",
        "a = 2: R_q, I_p and A of 10, and of 7",
        ["200", 14, 14, "110", 10, 9],
        [
            cell
            for n in (10, 7)
            for cell in (rows.digits(represent_q(n, 2)), interpret_p(represent_q(n, 2), 2), pair(n, 2)[0])
        ],
    )
    yield check(
        "final-example-15",
        "final thesis, example 15",
        "a = 2: (A_3, B_3), R_p(A_3), R_p(B_3)",
        [(4, 10), "11", "110"],
        [pair(3, 2), *(rows.digits(represent_p(x, 2)) for x in pair(3, 2))],
    )
    yield check(
        "final-example-16",
        "final thesis, example 16",
        "a = 2: R_p and place of 3, 7 and 9",
        ["10", "B_1", "100", "A_5", "102", "A_7"],
        [
            cell
            for x in (3, 7, 9)
            for cell in (rows.digits(represent_p(x, 2)), f"{index(x, 2).column}_{index(x, 2).row}")
        ],
    )


def _poster() -> Iterable[Outcome]:
    table = rows.position_rows("final-table-1", 1)
    yield check(
        "poster-table-1",
        "poster, table 1",
        "a_n and b_n, n = 0 to 11: rows that are right",
        12,
        sum(row.right for row in table),
    )
    digits = represent_p(25)
    yield check(
        "poster-25",
        "poster, Fibonacci representation",
        "25 in Fibonacci numbers, and their indexes",
        ["1000101", [6, 2, 0]],
        [rows.digits(digits), [len(digits) - 1 - i for i, digit in enumerate(digits) if digit]],
    )
    yield check(
        "poster-golden-a",
        "poster, golden ratio",
        "{x / tau} > 1 / tau^2 means x = a_n, x < 3000",
        True,
        all((column_by_golden_ratio(x) == "A") is (index(x).column == "A") for x in range(1, 3000)),
    )
    wrong = [x for x in range(1, 3000) if printed_test(x) is not (index(x).column == "B")]
    yield Outcome(
        "poster-golden-b",
        "poster, golden ratio",
        "{x / tau^2} < 1 / tau^2 means x = b_n, x < 3000",
        "always",
        f"{len(wrong)} times not, first at x = {wrong[0]}" if wrong else "always",
        not wrong,
        known_wrong=True,
        right="{x / tau} < 1 / tau^2; erratum 28",
    )
    for number, start, target in ((1, (5, 9), (5, 3)), (2, (4, 9), (4, 7)), (3, (8, 11), (4, 7))):
        yield check(
            f"poster-move-{number}",
            f"poster, algorithm, case {number}",
            f"the move from {start}, by all methods",
            [target],
            sorted({found for method in METHODS if (found := move(*start, method))}),
        )
