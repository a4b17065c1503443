"""Errata 1 to 3: wrong rows, and the arithmetic of floats and C's integers that makes them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor, isqrt

from wythoff.positions import last_row_with_b_up_to, pair
from wythoff.reproduce import rows
from wythoff.reproduce.errata.model import DRAFT, FINAL, NUMBERS, Case, Erratum, count
from wythoff.reproduce.programs import code_2

_BLOCK = 2**20
_SWEEP_END = 671_088_640
_INT_MAX = 2**31 - 1
# For each a: how far to look, first wrong A, first wrong B.
_FIRST_WRONG = {
    1: (102_334_156, 102_334_155, 102_334_155),
    3: (239_244_623, 239_244_622, 55_602_393),
    4: (102_334_156, 102_334_155, 70_711_162),
    5: (299_146_122, 299_146_121, 43_869_278),
}
_WRONG_A = [93_222_358, 147_830_751, 186_444_716, 202_439_144, 241_053_109, 257_047_537]
_WRONG_B = [93_222_358, 163_825_179]
_SECOND_WRONG_B = 8216


def _large_rows() -> list[Case]:
    table = rows.large_rows()
    wrong = [row for row in table if not row.right]
    clean = [row for row in wrong if row.k not in rows.GARBLED_IN_DRAFT]
    last = table[-1]
    return [
        Case(
            "100 rows of the final thesis, table 5",
            f"{len(table) - len(wrong)} right, {len(wrong)} wrong, all of them from n = {count(wrong[0].n)} on",
            "100 of 100 by the exact formula",
            len(wrong) == 57 and wrong[0].k == 43 and wrong == table[43:],
        ),
        Case(
            "97 legible rows of the draft, table 3",
            f"{len(clean)} wrong",
            "97 by the exact formula",
            len(clean) == 54,
        ),
        Case(
            f"n = {count(last.n)}",
            f"A = {count(last.printed_a)}",
            f"A = {count(last.exact_a)}, less by {count(last.difference)}",
            last.difference == 612_737_508_569_047,
        ),
        Case(
            "cause: alpha rounded to double precision (53 bits), the product in x87 long double (64 bits)",
            f"{sum(row.as_long_double == row.printed_a for row in table)} of 100 printed rows come out",
            f"with the product in double precision as well: {sum(row.as_double == row.printed_a for row in table)} of "
            "100",
            all(row.as_long_double == row.printed_a for row in table)
            and sum(row.as_double == row.printed_a for row in table) == 51,
        ),
        Case(
            "B - A in every row",
            "2n, so that both columns are wrong by the same",
            "2n",
            all(row.printed_b - row.printed_a == 2 * row.n for row in table),
        ),
    ]


def wrong_in_doubles(a: int, end: int) -> Iterator[tuple[int, bool, bool, bool]]:
    """Yield the rows below `end` that code 2 gets wrong: n, whether A is, whether B is, and whether B - A is not an."""
    import numpy as np

    from wythoff.strategies import algebraic

    rounded, exact = ((np.empty(_BLOCK, np.int64), np.empty(_BLOCK, np.int64)) for _ in range(2))
    for start in range(0, end, _BLOCK):
        algebraic.fill_float64(*rounded, a, start)
        algebraic.fill(*exact, a, start)
        wrong = [mine != right for mine, right in zip(rounded, exact, strict=True)]
        for i in np.flatnonzero(wrong[0] | wrong[1]).tolist():
            if start + i < end:
                apart = int(rounded[1][i] - rounded[0][i]) != a * (start + i)
                yield start + i, bool(wrong[0][i]), bool(wrong[1][i]), apart


def _gap_to_the_next(n: int, a: int) -> Fraction:
    """Return by how much n alpha is below the next integer, or a little less, in exact fractions."""
    digits = 10**30
    alpha = Fraction((2 - a) * digits + isqrt((a * a + 4) * digits**2) + 1, 2 * digits)
    return floor(n * alpha) + 1 - n * alpha


def _doubles() -> list[Case]:
    found = list(wrong_in_doubles(2, _SWEEP_END + 1))
    wrong_a = [n for n, in_a, _, _ in found if in_a]
    wrong_b = [n for n, _, in_b, _ in found if in_b]
    apart = next(n for n, _, _, is_apart in found if is_apart)
    off = {tuple(x - y for x, y in zip(code_2(n, 2), pair(n, 2), strict=True)) for n, *_ in found}
    cases = [
        Case(
            f"a = 2, n up to {count(_SWEEP_END)} (the draft's largest)",
            f"{len(wrong_a)} wrong A and {len(wrong_b)} wrong B, each too large by 1",
            "none",
            (len(wrong_a), len(wrong_b)) == (46, 34) and off == {(1, 1), (1, 0), (0, 1)},
        ),
        Case(
            "a = 2, the first of them",
            f"A: {', '.join(map(count, wrong_a[:6]))}; B: {', '.join(map(count, wrong_b[:2]))}; B - A is not 2n first "
            f"at {count(apart)}",
            f"A = {count(pair(wrong_a[0], 2)[0])} at the first, where code 2 gives {count(code_2(wrong_a[0], 2)[0])}",
            wrong_a[:6] == _WRONG_A and wrong_b[:2] == _WRONG_B and apart == 147_830_751,
        ),
    ]
    for a, (end, first_a, first_b) in _FIRST_WRONG.items():
        found = list(wrong_in_doubles(a, end))
        firsts = next(n for n, in_a, _, _ in found if in_a), next(n for n, _, in_b, _ in found if in_b)
        cases.append(
            Case(
                f"a = {a}, n up to {count(end - 1)}",
                f"first wrong A at {count(firsts[0])}, first wrong B at {count(firsts[1])}",
                "none",
                firsts == (first_a, first_b),
            )
        )
    small_b = next(a for a in range(1, 20_000) if code_2(a, a)[1] != pair(a, a)[1])
    next_b = next(a for a in range(small_b + 1, 20_000) if code_2(a, a)[1] != pair(a, a)[1])
    small_a = next(a for a in range(1, 20_000) if code_2(a, a)[0] != pair(a, a)[0])
    cases.append(
        Case(
            "row n = a, the first with n alpha close to an integer, 1 / a^2 below a + 1",
            f"B is wrong first at a = {count(small_b)} ({count(code_2(small_b, small_b)[1])}), A first at a = "
            f"{count(small_a)}; at a = {count(small_b + 1)} to {count(next_b - 1)} B is right",
            f"B = {count(pair(small_b, small_b)[1])}",
            (small_b, next_b, small_a) == (8209, _SECOND_WRONG_B, 13134)
            and all(_gap_to_the_next(n, a) > Fraction(1, 2 * a) for a in (7, 100, 8209) for n in range(1, a)),
        )
    )
    return cases


def _int32(value: int) -> int:
    """Return what is left of a number in 32 bits with sign."""
    return (value + 2**31) % 2**32 - 2**31


def _overflow() -> list[Case]:
    last_b = last_row_with_b_up_to(_INT_MAX, 2)
    upper = pair(last_b + 1, 2)[1]
    beyond_a = 1_518_500_250
    least_root = next(a for a in range(46_000, 47_000) if a * a + 4 > _INT_MAX)
    large = 65_536
    weights = [1, large + 1]
    weights.append(_int32(_int32(large * weights[1]) + weights[0]))
    return [
        Case(
            "code 2, a = 2, int of 32 bits",
            f"B = {count(upper)} at n = {count(last_b + 1)} is no int; the draft's last row has n = "
            f"{count(_SWEEP_END)}",
            "int64, or a check beforehand",
            last_b + 1 == 628_983_399 and upper == 2_147_483_651 and pair(_SWEEP_END, 2)[1] == 2_291_239_936,
        ),
        Case(
            "the same for A",
            f"A = {count(pair(beyond_a, 2)[0])} at n = {count(beyond_a)}",
            "int64, or a check beforehand",
            pair(beyond_a - 1, 2)[0] <= _INT_MAX < pair(beyond_a, 2)[0],
        ),
        Case(
            "code 1: size 2 * n + 1 of the mark array",
            f"no int from n = {count(2**30 - 1 + 1)} on",
            "computed in the type of a size",
            2 * (2**30 - 1) + 1 <= _INT_MAX < 2 * 2**30 + 1,
        ),
        Case(
            "codes 2 and 3: a * a + 4",
            f"no int from a = {count(least_root)} on",
            "computed in double or int64",
            least_root == 46_341,
        ),
        Case(
            f"code 3, a = {count(large)}: third weight, a * p_1 + p_0, modulo 2^32",
            f"{count(weights[2])}",
            f"{count(large * (large + 1) + 1)}",
            weights[2] == 65_537,
        ),
    ]


ERRATA = (
    Erratum(
        1,
        "More than half of the large rows are wrong",
        NUMBERS,
        (f"{FINAL}, table 5", f"{DRAFT}, table 3"),
        "The pairs (A_n, B_n) for a = 2 and n = 10 * 2^k, k = 0 to 99.",
        "A_n = floor(((2 - a) n + isqrt((a^2 + 4) n^2)) / 2), B_n = A_n + a n, in integers.",
        "All rows by the formula and by its certificate; the cause by computing in exact integers what a double and "
        "an x87 long double hold.",
        _large_rows,
    ),
    Erratum(
        2,
        "floor(alpha * i) and floor(beta * i) in double precision are not exact",
        NUMBERS,
        (f"{FINAL}, code 2", f"{DRAFT}, listing 2"),
        "The algebraic program computes the losing positions.",
        "It does up to the rows named here. Rounding A and B separately also breaks B - A = a n, and for large a the "
        "difference 2 - a + sqrt(a^2 + 4) cancels.",
        "Every row of the sweep compared with an exact table.",
        _doubles,
    ),
    Erratum(
        3,
        "int overflows within the sweep",
        NUMBERS,
        (f"{FINAL}, codes 1 to 3", f"{DRAFT}, listings 1 to 3"),
        "All variables are int.",
        "B_n needs 64 bits from n = 628,983,399 on (a = 2). To convert a double that is out of range is undefined.",
        "Limits by exact inverse of B_n, both sides of each tried.",
        _overflow,
    ),
)
