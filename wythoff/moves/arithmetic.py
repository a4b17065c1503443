"""Look-up of the arithmetic strategy: digits of the p- and q-systems, and no square root."""

from __future__ import annotations

from wythoff import numeration
from wythoff.errors import shorten_int
from wythoff.moves.words import counted, written


class Arithmetic:
    """The table of normal play, each entry computed when asked for."""

    def __init__(self, a: int) -> None:
        self._a = a

    def partner(self, x: int) -> int:
        """Return the other entry of the row that holds x."""
        digits = numeration.represent_p(x, self._a)
        return numeration.interpret_p(_partner_digits(digits), self._a)

    def pair(self, n: int) -> tuple[int, int]:
        """Return row n."""
        return numeration.pair_by_digits(n, self._a)

    def tell_partner(self, x: int, name: str) -> list[str]:
        """Say in sentences how the partner of x, called `name`, was found."""
        digits = numeration.represent_p(x, self._a)
        shifted = _partner_digits(digits)
        partner = numeration.interpret_p(shifted, self._a)
        column, other, way = ("A", "B", "left") if partner > x else ("B", "A", "right")
        return [
            f"R_p({name}) = {written(digits)} ends in {_zeros(digits)}, so {name} is in column {column}.",
            f"Its partner {other}_n has these digits shifted {way}: I_p({written(shifted)}) = {shorten_int(partner)}. "
            f"The row is n = (B_n - A_n) / a = {shorten_int(abs(partner - x) // self._a)}.",
        ]

    def tell_pair(self, n: int, name: str) -> list[str]:
        """Say in sentences how the row n, called `name`, was found."""
        lower, upper = self.pair(n)
        q_digits = numeration.represent_q(n, self._a)
        less = " - 1" if numeration.trailing_zeros(q_digits) % 2 else ""
        p_digits = numeration.represent_p(lower, self._a)
        return [
            f"R_q({name}) = {written(q_digits)} ends in {_zeros(q_digits)}, "
            f"so A_{name} = I_p({written(q_digits)}){less} = {shorten_int(lower)}.",
            f"R_p(A_{name}) = {written(p_digits)}, so B_{name} = I_p({written(numeration.shift_left(p_digits))})"
            f" = {shorten_int(upper)}.",
        ]


def _partner_digits(digits: tuple[int, ...]) -> tuple[int, ...]:
    odd = numeration.trailing_zeros(digits) % 2
    return numeration.shift_right(digits) if odd else numeration.shift_left(digits)


def _zeros(digits: tuple[int, ...]) -> str:
    zeros = numeration.trailing_zeros(digits)
    return f"{counted(zeros, 'zero')}, an {'odd' if zeros % 2 else 'even'} number"
