"""Errata 15, 16, 22 to 26, 36 and 37: continued fractions, the two number systems, and which a are meant."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice, pairwise, product
from math import isqrt

from wythoff.numeration import (
    continued_fraction,
    convergents,
    interpret_p,
    represent_p,
    represent_q,
    shift_left,
    shift_right,
)
from wythoff.oracle import losing_positions
from wythoff.positions import pair
from wythoff.reproduce.errata.model import DRAFT, FINAL, MATHEMATICS, WORDING, Case, Erratum
from wythoff.reproduce.outcome import text
from wythoff.reproduce.rows import digits

_PARAMETERS = range(1, 11)
_TERMS = 40


def _signs() -> list[Case]:
    sixth = seventh = True
    for a in _PARAMETERS:
        p, q = zip(*islice(convergents(a), _TERMS), strict=True)
        for n in range(1, _TERMS):
            sixth &= p[n] * q[n - 1] - p[n - 1] * q[n] == (-1) ** (n - 1)
        for n in range(2, _TERMS):
            seventh &= p[n] * q[n - 2] - p[n - 2] * q[n] == (-1) ** n * a
    (p0, q0), (p1, q1), (p2, q2) = islice(convergents(2), 3)
    return [
        Case(
            "lemma 6, a = 2, n = 1",
            "(-1)^1 = -1",
            f"{p1} * {q0} - {p0} * {q1} = {p1 * q0 - p0 * q1:+d}; (-1)^(n-1) for a = 1 to 10, n < {_TERMS}",
            sixth and p1 * q0 - p0 * q1 == 1,
        ),
        Case(
            "lemma 7, a = 2, n = 2",
            "(-1)^1 * 2 = -2",
            f"{p2} * {q0} - {p0} * {q2} = {p2 * q0 - p0 * q2:+d}; (-1)^n a_n for a = 1 to 10, n < {_TERMS}",
            seventh and p2 * q0 - p0 * q2 == 2,
        ),
    ]


def _is_below(value: Fraction, a: int) -> bool:
    """Tell whether a fraction is less than alpha: 2 value + a - 2 < sqrt(a^2 + 4), all exact."""
    shifted = 2 * value + a - 2
    return shifted < 0 or shifted**2 < a * a + 4


def _upside_down() -> list[Case]:
    rising = all(
        all(_is_below(c, a) for c in even)
        and not any(_is_below(c, a) for c in odd)
        and all(x < y for x, y in pairwise(even))
        and all(x > y for x, y in pairwise(odd))
        for a in _PARAMETERS
        for found in ([Fraction(*c) for c in islice(convergents(a), _TERMS)],)
        for even, odd in ((found[::2], found[1::2]),)
    )
    first = [Fraction(*c) for c in islice(convergents(2), 4)]
    return [
        Case(
            f"a = 2: {text(first)}",
            "C_0 > C_2 and C_1 < C_3",
            f"C_0 < C_2 < alpha < C_3 < C_1, and likewise for a = 1 to 10, n < {_TERMS}",
            rising and first[0] < first[2] < first[3] < first[1],
        )
    ]


def _golden_excluded() -> list[Case]:
    quotients = list(islice(continued_fraction(1), 8))
    return [
        Case(
            "a = 1: the partial quotients of alpha",
            "none of them beyond n = 1 is 1",
            text(quotients),
            quotients == [1] * 8,
        )
    ]


def _draft_recurrence() -> list[Case]:
    before, p, q_before, q = 1, 0, 0, 1
    found = []
    for _ in range(12):
        before, p, q_before, q = p, 2 * p + before, q, 2 * q + q_before
        found.append(Fraction(p, q))
    square = (found[-1] + 1) ** 2
    two_digits = [form for form in product(range(3), repeat=2) if not (form[0] == 2 and form[1])]
    forms = {n: [form for form in two_digits if 2 * form[0] + form[1] == n] for n in (2, 4)}
    return [
        Case(
            "a = 2: p_-1 = 1, p_0 = 0",
            f"p_n / q_n = {text(found[:4])}, ..., which tends to alpha - 1",
            f"p_0 = a_0 = 1 gives {text([Fraction(*c) for c in islice(convergents(2), 4)])}",
            abs(square - 2) < Fraction(1, 10**8),
        ),
        Case(
            "a = 2: q-digits with 0 <= t_0 <= a_1",
            f"2 and 4 have two forms each: {_forms(forms[2])}; {_forms(forms[4])}",
            f"with t_0 < a_1 one each: {digits(represent_q(2, 2))} and {digits(represent_q(4, 2))}",
            (forms[2], forms[4]) == ([(0, 2), (1, 0)], [(1, 2), (2, 0)]),
        ),
    ]


def _bounds() -> list[Case]:
    worst = True
    for a in (1, 2, 3):
        weights = [p for p, _ in islice(convergents(a), 6)]
        for size in range(1, 5):
            allowed = [d for d in product(range(a + 1), repeat=size) if all(not (x == a and y) for x, y in pairwise(d))]
            largest = max(interpret_p(d, a) for d in allowed)
            worst &= largest == weights[size] - 1
    base = [d for d in product(range(3), repeat=2) if 2 * d[0] + d[1] == 2]
    return [
        Case(
            "(13): the largest number with i + 1 p-digits, a = 1, 2, 3, i < 4",
            "at most p_(i+1)",
            "p_(i+1) - 1",
            worst,
        ),
        Case(
            "digits 0 <= s_i <= b in base b = 2",
            f"2 has the forms {_forms(base)}",
            "0 <= s_i < b",
            base == [(0, 2), (1, 0)],
        ),
    ]


def _losing_for_real_a(a: Fraction, size: int) -> list[tuple[int, int]]:
    """Solve a board by the rules alone, for any a > 0."""
    losing: list[tuple[int, int]] = []
    for x in range(size):
        for y in range(size):
            if not any(_reaches(x - u, y - v, a) for u, v in losing):
                losing.append((x, y))
    return losing


def _reaches(k: int, j: int, a: Fraction) -> bool:
    return (k > 0 and j == 0) or (k == 0 and j > 0) or (k > 0 and j > 0 and abs(k - j) < a)


def _whole_a() -> list[Case]:
    a = Fraction(3, 2)
    root = a * a + 4
    alpha = (2 - a + Fraction(isqrt(root.numerator), isqrt(root.denominator))) / 2
    size = 25
    losing = _losing_for_real_a(a, size)
    printed = [(int(alpha * n), int((alpha + a) * n)) for n in (1, 2)]
    return [
        Case(
            f"a = {a}",
            "alpha is irrational",
            f"a^2 + 4 = {root}, alpha = {alpha}",
            alpha == a and root == Fraction(5, 2) ** 2,
        ),
        Case(
            f"a = {a}: the losing positions of a board of {size} by {size}",
            f"(floor(alpha n), floor((alpha + a) n)): {text(printed)}, ...",
            f"{text([row for row in losing if row[0] < row[1]][:3])}, ..., those of a = 2: only the next whole number "
            "matters",
            losing == losing_positions(size, 2) and printed[0] in losing and printed[1] not in losing,
        ),
    ]


def _only_golden() -> list[Case]:
    n = 2
    golden = (n + isqrt(5 * n * n)) // 2
    r = represent_q(11, 2)
    return [
        Case(
            f"a = 2, n = {n}",
            f"floor({n} phi) = {golden}",
            f"A_{n} = {pair(n, 2)[0]}",
            (golden, pair(n, 2)[0], pair(n, 1)[0]) == (3, 2, 3),
        ),
        Case(
            "a = 2: I_p(R_q(11))",
            f"without d_0: {interpret_p(r[:-1], 2)}",
            f"with d_0: {interpret_p(r, 2)} = A_11 = {pair(11, 2)[0]}",
            interpret_p(r[:-1], 2) != interpret_p(r, 2) == pair(11, 2)[0],
        ),
    ]


def _shifts() -> list[Case]:
    left, right = shift_left(represent_p(5, 2)), shift_right(represent_p(10, 2))
    literal = shift_left(represent_p(13, 2))
    return [
        Case(
            "R'_p(13) with a = 2",
            f"{digits(literal)}, as R_p(13) = {digits(represent_p(13, 2))}",
            f"R'_p(5) = {digits(left)}, which is R_p(13)",
            (literal, left) == ((1, 2, 0, 0), (1, 2, 0)) and represent_p(13, 2) == left,
        ),
        Case(
            "R''_p(4) with a = 2",
            f"R_p(4) = {digits(represent_p(4, 2))} does not end in 0 and has no right shift",
            f"R''_p(10) = {digits(right)}, which is R_p(4)",
            represent_p(4, 2)[-1] != 0 and right == represent_p(4, 2) == (1, 1),
        ),
    ]


def _sum_of_weights() -> list[Case]:
    p, q = zip(*islice(convergents(2), 3), strict=True)
    form = represent_q(6, 2)
    literal = sum(x * y for x, y in zip(q, p, strict=True))
    right = sum(x * y for x, y in zip(reversed(form), q, strict=True))
    return [
        Case(
            "a = 2: the sum over i = 0, 1, 2",
            f"of q_i p_i is {' + '.join(f'{x} * {y}' for x, y in zip(q, p, strict=True))} = {literal}",
            f"of d_i q_i with the digits {digits(form)} is {right}",
            (literal, right) == (42, 6),
        )
    ]


def _forms(found: list[tuple[int, ...]]) -> str:
    return text([digits(form) for form in found])


ERRATA = (
    Erratum(
        15,
        "Lemmas 6 and 7 have the wrong sign",
        MATHEMATICS,
        (f"{FINAL}, lemmas 6 and 7",),
        "p_n q_(n-1) - p_(n-1) q_n = (-1)^n; p_n q_(n-2) - p_(n-2) q_n = (-1)^(n-1) a_n.",
        "(-1)^(n-1), and (-1)^n a_n.",
        "Both identities for a = 1 to 10 and n < 40, in integers.",
        _signs,
    ),
    Erratum(
        16,
        "Lemma 8 is upside down",
        MATHEMATICS,
        (f"{FINAL}, lemma 8",),
        "Even convergents decrease, odd ones increase, and every odd one is less than every even one: -1 < C_1 < C_3 "
        "< ... < 0 < ... < C_2 < C_0 = alpha.",
        "Even convergents increase to alpha from below, odd ones decrease to it from above: C_0 < C_2 < ... < alpha "
        "< ... < C_3 < C_1. (The proof of property 1 uses the right direction.)",
        "Compared with alpha in exact fractions.",
        _upside_down,
    ),
    Erratum(
        22,
        "The condition on partial quotients excludes a = 1",
        MATHEMATICS,
        (f"{FINAL}, section 4.3", f"{DRAFT}, theorem 3"),
        "If n > 1 then a_n > 1 (draft: a_n is not 1).",
        "All a_n for n >= 1 are positive. Only the last quotient of a finite fraction must exceed 1, for uniqueness.",
        "The quotients of the golden ratio.",
        _golden_excluded,
    ),
    Erratum(
        23,
        "The draft's recurrence and digit rule",
        MATHEMATICS,
        (f"{DRAFT}, theorem 3",),
        "p_0 = 0; 0 <= t_0 <= a_1.",
        "p_0 = a_0 = 1; 0 <= t_0 < a_1. The final thesis has both right.",
        "Computed with the printed start; all forms of 2 and 4 listed.",
        _draft_recurrence,
    ),
    Erratum(
        24,
        "Details of theorem 3, properties 1 and 2, and lemmas 3 and 11",
        MATHEMATICS,
        (f"{FINAL}, section 4.3 and lemma 3",),
        "(13) is <= p_(i+1); digits in base b are <= b.",
        "(13) is < p_(i+1); digits in base b are < b.",
        "All digit strings of up to 4 places listed.",
        _bounds,
        (
            "Lemma 3: x / alpha < n should be x / alpha <= n, as both are 0 for n = 0.",
            'Proof of uniqueness in theorem 3: in the second case "u_(i-1) = 0" should be "u_(i-1) <= a_i", and '
            "the final bound handles one parity of j only.",
            "Property 1, last line: in the odd case the inequalities are -1 < n alpha - sum < 0.",
            "Property 2: the step n = 1 of the induction is empty; it says R_p(B_1) = R_p(a + 1) = (1, 0), which is "
            "(1) = R_p(A_1) shifted.",
            "Lemma 11: the induction on a proves nothing. The claim follows at once from alpha = 1 + 1 / (a - 1 + "
            "alpha).",
        ),
    ),
    Erratum(
        25,
        "a must be a whole number",
        MATHEMATICS,
        (f"{FINAL}, section 4.2", f"{DRAFT}, theorem 2"),
        "a is a positive number; alpha and beta are irrational for every a > 0.",
        "For every positive integer a. The game of a real a is that of the next integer, ceil(a).",
        "alpha for a = 3/2 in exact fractions; a board solved by the rules.",
        _whole_a,
    ),
    Erratum(
        26,
        "The draft's theorem 2 holds for a = 1 only, and a digit is dropped",
        MATHEMATICS,
        (f"{DRAFT}, theorems 2 and 3",),
        "The losing positions are (floor(phi n), floor(phi^2 n)); I_p(R_q(k)) = I_p(d_m, ..., d_1).",
        "For a = 1; for other a, alpha and beta take the place of phi and phi^2. I_p(R_q(k)) = I_p(d_m, ..., d_0).",
        "Computed.",
        _only_golden,
    ),
    Erratum(
        36,
        "Example 11 sums the wrong products",
        WORDING,
        (f"{FINAL}, example 11",),
        "The sum of q_i p_i, i = 0 to 2, is 1 * 1 + 0 * 2 + 1 * 5 = 6.",
        "The sum of d_i q_i: digits times weights, as in the line above it.",
        "Both sums computed.",
        _sum_of_weights,
    ),
    Erratum(
        37,
        "Example 12 names the shifted representations by their results",
        MATHEMATICS,
        (f"{FINAL}, example 12",),
        "The left shift of R_p(5) is R'_p(13) = (1, 2, 0), the right shift of R_p(10) is R''_p(4) = (1, 1).",
        "R'_p(5) = (1, 2, 0) and R''_p(10) = (1, 1), by definition 6 and as example 15 writes it; they are R_p(13) and "
        "R_p(4).",
        "All four computed.",
        _shifts,
    ),
)
