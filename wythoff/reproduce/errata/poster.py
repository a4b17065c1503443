"""Errata 28, 29 and 31: the poster."""

from __future__ import annotations

from math import isqrt

from wythoff.numeration import represent_p, shift_left, trailing_zeros
from wythoff.positions import index, is_losing, pair
from wythoff.reproduce import poster
from wythoff.reproduce.errata.model import MATHEMATICS, POSTER, WORDING, Case, Erratum, count

_UP_TO = 3000


def _floor_over_tau_squared(x: int) -> int:
    """Return floor(x / tau^2); as 1 / tau^2 = (3 - sqrt(5)) / 2 is irrational, the root is rounded up."""
    return (3 * x - isqrt(5 * x * x) - 1) // 2 if x else 0


def printed_test(x: int) -> bool:
    """
    Apply the printed condition for b_n exactly: {x / tau^2} < 1 / tau^2.

    That is, floor((x - 1) / tau^2) is less than floor(x / tau^2), for x >= 1.
    """
    return _floor_over_tau_squared(x - 1) < _floor_over_tau_squared(x)


def _golden_ratio() -> list[Case]:
    tau = (1 + 5**0.5) / 2
    wrong = [x for x in range(1, _UP_TO) if printed_test(x) != (index(x).column == "B")]
    right = all(poster.column_by_golden_ratio(x) == index(x).column for x in range(1, _UP_TO))
    return [
        Case(
            "x = 2 = b_1",
            f"{{2 / tau^2}} = {2 / tau**2 % 1:.3f} is not less than 1 / tau^2 = {1 / tau**2:.3f}: not a b_n",
            "b_1",
            not printed_test(2) and index(2) == (1, "B"),
        ),
        Case(
            "x = 3 = a_2",
            f"{{3 / tau^2}} = {3 / tau**2 % 1:.3f} is less than 1 / tau^2: a b_n",
            "a_2",
            printed_test(3) and index(3) == (2, "A"),
        ),
        Case(
            f"all x below {count(_UP_TO)}",
            f"{count(len(wrong))} misjudged",
            "none by {x / tau} < 1 / tau^2, nor by {x / tau^2} > 1 / tau, which says the same",
            right and len(wrong) > 0,
        ),
        Case(
            "the right test in double precision, x / tau",
            f"first wrong at x = {count(poster.FLOAT64_FIRST_WRONG['x / tau'])}",
            "exact by integer square roots",
            poster.column_by_golden_ratio_float64(165_580_140) != poster.column_by_golden_ratio(165_580_140) == "A",
        ),
    ]


def _pairs_and_cases() -> list[Case]:
    equal = [(x, x) for x in range(1, 200)]
    return [
        Case(
            "P = {(a_n, b_n), (a_n; b_n)}",
            "the same pair twice",
            "(a_n, b_n) and (b_n, a_n): both orders are lost",
            all(is_losing(*pair(n)) and is_losing(*pair(n)[::-1]) for n in range(200)),
        ),
        Case(
            "x = y = a_n = 3",
            "none of the three cases, which are for x < y",
            f"{poster.move(3, 3)}",
            poster.move(3, 3) == (0, 0),
        ),
        Case(
            "x = y = b_n = 5",
            "none of the three cases",
            f"{poster.move(5, 5)}",
            poster.move(5, 5) == (5, 3) and is_losing(5, 3),
        ),
        Case(
            "all x = y below 200, with x <= y in the three cases",
            "no move",
            "a winning move each",
            all(is_losing(*poster.move(*p)) for p in equal),  # type: ignore[misc]
        ),
    ]


def _zeros() -> list[Case]:
    even_odd = all(
        trailing_zeros(represent_p(a)) % 2 == 0
        and trailing_zeros(represent_p(b)) % 2 == 1
        and represent_p(b) == shift_left(represent_p(a))
        for a, b in map(pair, range(1, _UP_TO))
    )
    return [
        Case(
            f"n = 1 to {count(_UP_TO - 1)}",
            "a_n ends in an even number of zeros, b_n in an odd one, and b_n is a_n with a zero appended",
            "the same",
            even_odd,
        ),
        Case("25 = f_6 + f_2 + f_0", "1000101", "1000101", represent_p(25) == (1, 0, 0, 0, 1, 0, 1)),
    ]


ERRATA = (
    Erratum(
        28,
        "The golden-ratio test for b_n has the wrong fraction",
        MATHEMATICS,
        (f"{POSTER}, golden ratio",),
        "{x / tau^2} < 1 / tau^2 means x = b_n.",
        "{x / tau} < 1 / tau^2 means x = b_n; the same is {x / tau^2} > 1 / tau. (The condition for a_n is right.)",
        "Both conditions by integer square roots for x < 3000.",
        _golden_ratio,
    ),
    Erratum(
        29,
        "Mirror images and equal heaps are left out",
        MATHEMATICS,
        (f"{POSTER}, recurrent sequences and algorithm",),
        "P = {(a_n, b_n), (a_n; b_n)}; the three cases of the move are for x < y.",
        "P = {(a_n, b_n), (b_n, a_n)}; the cases are for x <= y.",
        "Played from all equal heaps below 200.",
        _pairs_and_cases,
    ),
    Erratum(
        31,
        "Even and odd zeros: suspected, and right",
        WORDING,
        (f"{POSTER}, Fibonacci representation",),
        "a_n ends in an even number of zeros, b_n in an odd one; 25 = f_6 + f_2 + f_0.",
        "As printed. (Checked because f_0 = 1 and f_1 = 2 is one of several ways to number the Fibonacci numbers.)",
        "For n < 3000.",
        _zeros,
    ),
)
