"""The printed tables of losing positions and digits, beside exact values."""

from __future__ import annotations

from dataclasses import dataclass

from wythoff import numeration, positions
from wythoff.census.rounded_alpha import nearest
from wythoff.oracle import mex_table
from wythoff.reproduce import printed

# Rows k of the draft's table that run into each other in print.
GARBLED_IN_DRAFT = (49, 50, 51)
_A = 2


@dataclass(frozen=True)
class LargeRow:
    """
    A row of the final thesis's table 5.

    Attributes
    ----------
    k, n : int
        n = 10 * 2^k.
    printed_a, printed_b : int
        As printed.
    exact_a, exact_b : int
        The losing position.
    as_long_double, as_double : int
        floor(alpha * n) for alpha rounded to double precision and the product rounded to a long double of 64 bits, or
        to a double.
    """

    k: int
    n: int
    printed_a: int
    printed_b: int
    exact_a: int
    exact_b: int
    as_long_double: int
    as_double: int

    @property
    def right(self) -> bool:
        """Whether the printed row is the losing position."""
        return (self.printed_a, self.printed_b) == (self.exact_a, self.exact_b)

    @property
    def difference(self) -> int:
        """Printed A less exact A, which is also printed B less exact B."""
        return self.printed_a - self.exact_a


def large_rows() -> list[LargeRow]:
    """
    Compute the rows of table 5 exactly, and as the printed ones came about.

    Notes
    -----
    All in integers: the product of two binary fractions is one, and rounding to a number of bits is a division.

    Examples
    --------
    >>> row = large_rows()[43]
    >>> row.n, row.printed_a, row.exact_a, row.as_long_double == row.printed_a
    (87960930222080, 124395540479019, 124395540479018, True)
    """
    alpha = nearest(53, _A)
    shift = alpha.denominator.bit_length() - 1
    found = []
    for k, (n, a, b) in enumerate(printed.integers("final-table-5")):
        exact = positions.pair(n, _A)
        # n is 10 * 2^k, so a float holds it.
        product = alpha.numerator * n
        found.append(
            LargeRow(k, n, a, b, *exact, round_to_bits(product, 64) >> shift, round_to_bits(product, 53) >> shift)
        )
    return found


def round_to_bits(number: int, bits: int) -> int:
    """
    Round to the nearest integer of so many significant bits, ties to even, as IEEE 754 does.

    Examples
    --------
    >>> round_to_bits(0b10011, 4), round_to_bits(0b10001, 4), round_to_bits(5, 4)
    (20, 16, 5)
    """
    excess = number.bit_length() - bits
    if excess <= 0:
        return number
    quotient, rest = number >> excess, number & ((1 << excess) - 1)
    half = 1 << (excess - 1)
    if rest > half or (rest == half and quotient & 1):
        quotient += 1
    return quotient << excess


@dataclass(frozen=True)
class SmallRow:
    """A row (n, A, B) or (n, R_q, R_p) of a small table: cells as printed, and as computed."""

    printed: tuple[str, ...]
    exact: tuple[str, ...]

    @property
    def right(self) -> bool:
        """Whether they agree."""
        return self.printed == self.exact


def position_rows(name: str, a: int) -> list[SmallRow]:
    """Compute a printed table of losing positions by the recursion of mex."""
    cells = printed.read(name)
    table = enumerate(mex_table(len(cells), a))
    return [SmallRow(row, (str(n), str(x), str(y))) for row, (n, (x, y)) in zip(cells, table, strict=True)]


def digit_rows() -> list[SmallRow]:
    """Compute the table of digits for a = 2."""
    return [
        SmallRow(row, (row[0], digits(numeration.represent_q(n, _A)), digits(numeration.represent_p(n, _A))))
        for row in printed.read("final-table-3")
        for n in (int(row[0]),)
    ]


def digits(representation: tuple[int, ...]) -> str:
    """
    Write digits as the documents do.

    Examples
    --------
    >>> digits((1, 0, 2))
    '102'
    """
    return "".join(map(str, representation))
