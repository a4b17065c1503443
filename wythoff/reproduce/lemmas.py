"""The lemmas, theorems and properties of the final thesis, tried on ranges of numbers; what is tried is said."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import islice, pairwise, product
from math import isqrt
from operator import xor

from wythoff.moves import is_legal, winning_move
from wythoff.numeration import (
    continued_fraction,
    convergents,
    interpret_p,
    interpret_q,
    represent_p,
    represent_q,
    shift_left,
    trailing_zeros,
)
from wythoff.oracle import losing_positions, mex_table, options
from wythoff.positions import index, pair
from wythoff.reproduce.outcome import Outcome, check

_PARAMETERS = range(1, 8)
_ROWS = 400


def lemmas() -> list[Outcome]:
    """Try all of them; those that the errata correct are tried as printed."""
    return [*_games(), *_sequences(), *_fractions(), *_numbers()]


def _games() -> Iterable[Outcome]:
    lost = {p for p in product(range(8), repeat=3) if _nim_lost(p)}
    yield check(
        "final-theorem-1",
        "final thesis, theorem 1",
        "three heaps below 8: lost exactly if the xor is 0, by search",
        True,
        lost == {p for p in product(range(8), repeat=3) if reduce(xor, p) == 0},
    )
    size = 40
    recursive = True
    for a in (1, 2, 3):
        losing = set(losing_positions(size, a))
        for x, y in product(range(size), repeat=2):
            recursive &= ((x, y) in losing) is not any(target in losing for target in options(x, y, a))
    yield check(
        "final-lemma-1",
        "final thesis, lemma 1",
        f"lost exactly if no move leads to a lost position: board of {size} by {size}, a = 1, 2, 3",
        True,
        recursive,
    )
    boards = all(
        {tuple(sorted(p)) for p in losing_positions(80, a)} == {row for row in mex_table(80, a) if row[1] < 80}
        for a in _PARAMETERS
    )
    yield check(
        "final-theorem-2",
        "final thesis, theorem 2",
        "the recursion of mex gives the losing positions of a board of 80 by 80 solved by the rules, a = 1 to 7",
        True,
        boards,
    )
    moves = all(
        (target := winning_move(x, y, a)) is not None and is_legal((x, y), target, a) and tuple(sorted(target)) in rows
        for a in (1, 2, 3)
        for rows in ({pair(n, a) for n in range(60)},)
        for x in range(50)
        for y in range(x, 50)
        if (x, y) not in rows
    )
    yield check(
        "final-theorem-2-move",
        "final thesis, theorem 2, cases 1 and 2",
        "the move is legal and leads to a lost position: all won positions below 50, a = 1, 2, 3",
        True,
        moves,
    )


_nim_known: dict[tuple[int, ...], bool] = {}


def _nim_lost(heaps: tuple[int, ...]) -> bool:
    """Search Nim by its rule."""
    if heaps not in _nim_known:
        _nim_known[heaps] = not any(
            _nim_lost((*heaps[:i], rest, *heaps[i + 1 :])) for i, heap in enumerate(heaps) for rest in range(heap)
        )
    return _nim_known[heaps]


def _sequences() -> Iterable[Outcome]:
    complementary = all(
        sorted(x for n in range(1, _ROWS) for x in pair(n, a) if x < pair(_ROWS, a)[0])
        == list(range(1, pair(_ROWS, a)[0]))
        for a in _PARAMETERS
    )
    yield check(
        "final-lemma-2",
        "final thesis, lemma 2",
        f"every positive integer below A_{_ROWS} is in exactly one column, a = 1 to 7",
        True,
        complementary,
    )
    # (x + 1) / alpha = (x + 1) (a - 2 + sqrt(a^2 + 4)) / (2 a)
    inverse = all(
        ((x + 1) * (a - 2) + isqrt((a * a + 4) * (x + 1) ** 2)) // (2 * a) == n
        for a in _PARAMETERS
        for n in (*range(_ROWS), 10**30)
        for x in (pair(n, a)[0],)
    )
    yield check(
        "final-lemma-3",
        "final thesis, lemma 3",
        "n = floor((x + 1) / alpha) if x = A_n, n < 400 and n = 10^30",
        True,
        inverse,
    )
    closed = all([pair(n, a) for n in range(_ROWS)] == mex_table(_ROWS, a) for a in _PARAMETERS)
    yield check(
        "final-lemma-4",
        "final thesis, lemma 4",
        f"the closed form gives the rows of the recursion, n < {_ROWS}, a = 1 to 7",
        True,
        closed,
    )


def _fractions() -> Iterable[Outcome]:
    terms = 30
    weights = {a: list(islice(convergents(a), terms)) for a in _PARAMETERS}
    fifth = all(
        all(w[k][i] == a * w[k - 1][i] + w[k - 2][i] for k in range(2, terms) for i in (0, 1))
        and w[:2] == [(1, 1), (a + 1, a)]
        for a, w in weights.items()
    )
    yield check(
        "final-lemma-5", "final thesis, lemma 5", "p and q follow w_n = a_n w_(n-1) + w_(n-2), n < 30", True, fifth
    )
    sixth = all(
        w[n][0] * w[n - 1][1] - w[n - 1][0] * w[n][1] == (-1) ** n for w in weights.values() for n in range(1, 9)
    )
    yield _wrong("lemma-6", "p_n q_(n-1) - p_(n-1) q_n = (-1)^n", sixth, "(-1)^(n-1); erratum 15")
    seventh = all(
        w[n][0] * w[n - 2][1] - w[n - 2][0] * w[n][1] == (-1) ** (n - 1) * a
        for a, w in weights.items()
        for n in range(2, 9)
    )
    yield _wrong("lemma-7", "p_n q_(n-2) - p_(n-2) q_n = (-1)^(n-1) a_n", seventh, "(-1)^n a_n; erratum 15")
    eighth = all(w[0][0] * w[2][1] > w[2][0] * w[0][1] for w in weights.values())
    yield _wrong("lemma-8", "C_0 > C_2", eighth, "C_0 < C_2 < ... < alpha < ... < C_3 < C_1; erratum 16")
    # D_j = alpha q_j - p_j: the coefficients of alpha and 1 are compared, as alpha is irrational.
    ninth = all(
        tuple(w[j][i] + sum(a * w[j + 2 * k - 1][i] for k in range(1, m + 1)) for i in (0, 1)) == w[j + 2 * m]
        for a, w in weights.items()
        for j in range(8)
        for m in range(1, 8)
    )
    yield check(
        "final-lemma-9", "final thesis, lemma 9", "D_j + sum of a D_(j+2i-1) = D_(j+2m), j < 8, m < 8", True, ninth
    )
    tenth = all(
        sum(a * w[k][0] for k in range(i, -1, -2)) == w[i + 1][0] - 1 for a, w in weights.items() for i in range(20)
    )
    yield check("final-lemma-10", "final thesis, lemma 10", "H_(i+1) = p_(i+1) - 1, i < 20", True, tenth)
    # [1; a, a, ...]: the last convergents enclose alpha, which is below value exactly if f(p, q) > 0.
    eleventh = all(
        list(islice(continued_fraction(a), terms)) == [1, *[a] * (terms - 1)]
        and _norm(*w[-2], a) < 0 < _norm(*w[-1], a)
        for a, w in weights.items()
    )
    yield check(
        "final-lemma-11", "final thesis, lemma 11", "alpha = [1; a, a, ...]: 30 convergents enclose it", True, eleventh
    )


def _norm(m: int, n: int, a: int) -> int:
    return m * (m + (a - 2) * n) - a * n * n


def _wrong(key: str, claim: str, holds: bool, right: str) -> Outcome:
    return Outcome(
        f"final-{key}",
        f"final thesis, {key.replace('-', ' ')}",
        f"{claim}, a = 1 to 7",
        "always",
        "always" if holds else "not so",
        holds,
        known_wrong=True,
        right=right,
    )


def _numbers() -> Iterable[Outcome]:
    up_to = 300
    unique = True
    for a in (1, 2, 3):
        for interpret, represent, is_q in ((interpret_p, represent_p, False), (interpret_q, represent_q, True)):
            found: dict[int, list[tuple[int, ...]]] = {}
            longest = len(represent(up_to, a))
            for length in range(1, longest + 1):
                for digits in product(range(a + 1), repeat=length):
                    if digits[0] and _is_allowed(digits, a, is_q):
                        found.setdefault(interpret(digits, a), []).append(digits)
            unique &= all(found.get(n) == [represent(n, a)] for n in range(1, up_to + 1))
    yield check(
        "final-theorem-3",
        "final thesis, theorem 3",
        f"each of 1 to {up_to} has exactly one allowed form in either system, a = 1, 2, 3, all strings listed",
        True,
        unique,
    )
    first = second = third = True
    for a in _PARAMETERS:
        for n in range(1, 1000):
            in_q = represent_q(n, a)
            lower, upper = pair(n, a)
            first &= interpret_p(in_q, a) - trailing_zeros(in_q) % 2 == lower
            second &= represent_p(upper, a) == shift_left(represent_p(lower, a))
            third &= (trailing_zeros(represent_p(n, a)) % 2 == 0) is (index(n, a).column == "A")
    yield check(
        "final-property-1",
        "final thesis, property 1",
        "I_p(R_q(n)) is A_n, or A_n + 1, n < 1000, a = 1 to 7",
        True,
        first,
    )
    yield check(
        "final-property-2",
        "final thesis, property 2",
        "R_p(B_n) is R_p(A_n) shifted, n < 1000, a = 1 to 7",
        True,
        second,
    )
    yield check(
        "final-property-3",
        "final thesis, property 3",
        "n is in A exactly if R_p(n) ends in an even number of zeros, n < 1000, a = 1 to 7",
        True,
        third,
    )


def _is_allowed(digits: tuple[int, ...], a: int, is_q: bool) -> bool:
    if is_q and digits[-1] == a:
        return False
    return all(not (left == a and right) for left, right in pairwise(digits))
