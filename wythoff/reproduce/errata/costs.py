"""Errata 30 and 32 to 35: captions, and growth that does not follow from what is printed."""

from __future__ import annotations

from itertools import pairwise, takewhile
from math import log, log2, sqrt

from wythoff.numeration import convergents
from wythoff.positions import index, pair
from wythoff.reproduce import printed
from wythoff.reproduce.errata.model import COSTS, DRAFT, FINAL, SLIDES, WORDING, Case, Erratum, count
from wythoff.reproduce.programs import DpLookup, code_4


def _captions() -> list[Case]:
    cases = []
    for number, said, found in ((1, 11, 12), (2, 9, 11)):
        rows = printed.integers(f"final-table-{number}")
        cases.append(
            Case(
                f"table {number}, caption",
                f"the first {said} positions",
                f"{len(rows)} rows, n = 0 to {rows[-1][0]}",
                len(rows) == found == rows[-1][0] + 1,
            )
        )
    return cases


def _cubic() -> list[Case]:
    counted = {}
    for n in (10, 20, 40):
        program = DpLookup(n, counts=True)
        value = program(n)
        counted[n] = (program.options, value)
    known = {10: 220, 20: 1540, 40: 11480}
    return [
        Case(
            f"n = {n}: options looked at",
            f"{n} values of {n} steps each: {count(n * n)}",
            f"{count(options)} = n (n + 1) (n + 2) / 6",
            (options, value) == (known[n], n) and options == n * (n + 1) * (n + 2) // 6,
        )
        for n, (options, value) in counted.items()
    ]


def _number_of_weights() -> list[Case]:
    weights = list(takewhile(lambda p: p <= 100, (p for p, _ in convergents(1))))
    base = (1 + sqrt(5)) / 2
    times = printed.times("final-arithmetic")
    sizes = sorted(times)
    steps = [times[y] / times[x] for x, y in pairwise(sizes)]
    late = steps[-9:-1]
    return [
        Case(
            "a = 1, n = 100: numbers p up to n",
            f"at most log2 n = {log2(100):.1f}",
            f"{len(weights)}: logarithms to base (a + sqrt(a^2 + 4)) / 2, here {log(100) / log(base):.1f}",
            len(weights) == 10 > log2(100),
        ),
        Case(
            "table 4, arithmetic strategy: factor of the last doubling",
            "n log n would give 2.08",
            f"{steps[-1]:.2f}, and {min(late):.2f} to {max(late):.2f} at the eight doublings before; perhaps the "
            "memory of 8 GB was full",
            f"{steps[-1]:.2f}" == "2.76" and max(late) < 2.2,
        ),
    ]


def _constants() -> list[Case]:
    recursive, algebraic, arithmetic = (
        printed.times(f"final-{name}") for name in ("recursive", "algebraic", "arithmetic")
    )
    n = max(recursive)
    ratios = recursive[n] / algebraic[n], arithmetic[n] / algebraic[n]
    return [
        Case(
            f"table 4, n = {count(n)}",
            "both linear, hence explicit before implicit",
            f"{ratios[0]:.1f} times the algebraic time by the recursive program, {ratios[1]:.0f} times by the "
            "arithmetic one: measured, not implied by O(n)",
            f"{ratios[0]:.1f} {ratios[1]:.0f}" == "3.3 192",
        )
    ]


def _table_not_needed() -> list[Case]:
    found = []
    for n in (100, 200, 400):
        table = [pair(i, 2) for i in range(n + 1)]
        found.append(code_4(table, 2, table[-1][0], 10 * n)[1])
    x = 10**30
    place = index(x, 2)
    return [
        Case(
            "a = 2, x = A_n, n = 100, 200, 400: entries that code 4 compares",
            "O(log n) by binary search",
            f"{', '.join(map(count, found))}: in proportion to n",
            found == [303, 603, 1203],
        ),
        Case(
            "a = 2, x = 10^30",
            "a table of about x rows",
            f"row {count(place.row)}, column {place.column}, by one integer square root",
            pair(place.row, 2)["AB".index(place.column)] == x,
        ),
    ]


ERRATA = (
    Erratum(
        30,
        "Captions that miscount",
        WORDING,
        (f"{FINAL}, tables 1 and 2",),
        '"The first 11" and "the first 9" losing positions.',
        "The first 12, and the first 11.",
        "Rows counted.",
        _captions,
    ),
    Erratum(
        32,
        "The slides' program is cubic",
        COSTS,
        (f"{SLIDES}, complexity",),
        "n values in O(n) each, O(n^2) together; the best move in O(n^2); in total O(n^3) on one slide and O(n^2) on "
        "the next.",
        "A value has x (x + 1) / 2 options: n (n + 1) (n + 2) / 6 in all, O(n^3). The best move looks through O(n^2) "
        "runs with a scan of O(n) each, O(n^3) too. As g(n) = n, O(1) and O(n) are enough.",
        "Options counted while the program ran.",
        _cubic,
    ),
    Erratum(
        33,
        "Sizes in the analysis of the arithmetic program",
        COSTS,
        (f"{FINAL}, section 5.3", f"{DRAFT}, section 5.3"),
        "The arrays p and q have at most log n entries.",
        "Their number is a logarithm to base (a + sqrt(a^2 + 4)) / 2, which is less than 2 for a = 1.",
        "Weights counted; the printed times compared.",
        _number_of_weights,
        (
            "The continued fraction is stored with n + 1 terms, though only the first O(log n) are used.",
            "The cost of inserting into std::map, O(log n) each, is left out; the total stays O(n log n).",
            "The stored digits take O(n log n) memory, which is not said.",
        ),
    ),
    Erratum(
        34,
        "A closed form is no recursion, and O(n) says nothing about constants",
        COSTS,
        (f"{FINAL}, sections 5.2 and 5.4", f"{DRAFT}, section 5.2"),
        "The recursive strategy uses implicit recursion and the algebraic one explicit recursion; both are O(n), "
        "hence the algebraic one is faster.",
        "The algebraic strategy evaluates a closed form. Both take O(n); which is faster is a matter of measurement.",
        "Ratios of the printed times.",
        _constants,
    ),
    Erratum(
        35,
        "A table is not needed for a move, and code 4 does not search it in binary",
        COSTS,
        (f"{FINAL}, section 4.1 and code 4",),
        "O(x) time and memory for the table, and binary search in it.",
        "Code 4 compares O(x) entries for every move. Lemma 3 finds row and column of x by one square root, without "
        "a table.",
        "Comparisons counted; the formula tried at 10^30.",
        _table_not_needed,
    ),
)
