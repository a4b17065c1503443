"""Look-up of the algebraic strategy: the index formula and the closed form, by integer square roots."""

from __future__ import annotations

from wythoff import positions
from wythoff.errors import shorten_int


class Algebraic:
    """The table of normal play, each entry computed when asked for."""

    def __init__(self, a: int) -> None:
        self._a = a

    def partner(self, x: int) -> int:
        """Return the other entry of the row that holds x."""
        return positions.partner(x, self._a)

    def pair(self, n: int) -> tuple[int, int]:
        """Return row n."""
        return positions.pair(n, self._a)

    def tell_partner(self, x: int, name: str) -> list[str]:
        """Say in sentences how the partner of x, called `name`, was found."""
        row, column = positions.index(x, self._a)
        partner = shorten_int(x + self._a * row if column == "A" else x - self._a * row)
        last = shorten_int(row if column == "A" else x - row)
        formula = f"((a - 2) * ({name} + 1) + isqrt((a^2 + 4) * ({name} + 1)^2)) // (2 * a)"
        if column == "A":
            place = f"A_k = {name}, so {name} is in column A, row n = k; its partner is B_n = A_n + a * n = {partner}."
        else:
            place = (
                f"A_k is less than {name}, so {name} is in column B, row n = {name} - k = {shorten_int(row)}; "
                f"its partner is A_n = B_n - a * n = {partner}."
            )
        return [f"Index formula: column A has entries up to {name} as far as row k = {formula} = {last}.", place]

    def tell_pair(self, n: int, name: str) -> list[str]:
        """Say in sentences how the row n, called `name`, was found."""
        lower, upper = map(shorten_int, self.pair(n))
        formula = f"((2 - a) * {name} + isqrt((a^2 + 4) * {name}^2)) // 2"
        return [f"Closed form: A_{name} = {formula} = {lower} and B_{name} = A_{name} + a * {name} = {upper}."]
