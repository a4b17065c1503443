"""Look-ups of misère play made from a look-up of normal play, whatever the strategy of that one."""

from __future__ import annotations

from wythoff.errors import shorten_int
from wythoff.misere.positions import FIRST_ROWS_A1
from wythoff.moves.lookup import Lookup

_FIRST_PARTNERS = (1, 0, 2)


class Reduced:
    """
    The misère table for a >= 2: row n is row N = a * n + 1 of normal play, each entry v replaced by (v + a - 2) // a.

    The proof, and that of the way back from x to its row, are in `wythoff.misere.positions`.
    """

    def __init__(self, normal: Lookup, a: int) -> None:
        self._normal = normal
        self._a = a

    def partner(self, x: int) -> int:
        """Return the other entry of the row that holds x."""
        last = (self._count(self._a * x + 1) - 1) // self._a
        return self._partner(x, last, self.pair(last)[0])

    def pair(self, n: int) -> tuple[int, int]:
        """Return row n."""
        lower = (self._normal.pair(self._a * n + 1)[0] + self._a - 2) // self._a
        return lower, lower + self._a * n + 1

    def tell_partner(self, x: int, name: str) -> list[str]:
        """Say in sentences how the partner of x, called `name`, was found."""
        z = self._a * x + 1
        count = self._count(z)
        last = (count - 1) // self._a
        lower = self.pair(last)[0]
        partner = shorten_int(self._partner(x, last, lower))
        if lower == x:
            place = f"in column A', row n = k; its partner is B'_n = A'_n + a * n + 1 = {partner}."
        else:
            row = shorten_int(x - last - 1)
            place = f"in column B', row n = {name} - k - 1 = {row}; its partner is A'_n = B'_n - a * n - 1 = {partner}."
        return [
            "Misère play: row n is row a * n + 1 of normal play, each entry v replaced by (v + a - 2) // a. "
            f"So look up z = a * {name} + 1 = {shorten_int(z)} in normal play.",
            *self._normal.tell_partner(z, "z"),
            f"So K = {shorten_int(count)} of the entries A_1, A_2, ... of normal play are up to z, and the last row "
            f"with A'_k <= {name} is k = (K - 1) // a = {shorten_int(last)}.",
            f"A'_k = {shorten_int(lower)} is {'equal to' if lower == x else 'less than'} {name}, so {name} is {place}",
        ]

    def tell_pair(self, n: int, name: str) -> list[str]:
        """Say in sentences how the row n, called `name`, was found."""
        lower, upper = map(shorten_int, self.pair(n))
        return [
            f"Row {name} of misère play is row N = a * {name} + 1 = {shorten_int(self._a * n + 1)} of normal play.",
            *self._normal.tell_pair(self._a * n + 1, "N"),
            f"A'_{name} = (A_N + a - 2) // a = {lower} and B'_{name} = A'_{name} + N = {upper}.",
        ]

    def _partner(self, x: int, last: int, lower: int) -> int:
        """Return the partner of x, where `last` is the last row whose A', `lower`, is at most x."""
        return x + self._a * last + 1 if lower == x else x - self._a * (x - last - 1) - 1

    def _count(self, z: int) -> int:
        """Return the number of rows n >= 1 of normal play with A_n <= z, for z >= 1."""
        partner = self._normal.partner(z)
        row = abs(partner - z) // self._a
        return row if partner > z else z - row


class FirstRowsChanged:
    """The misère table for a = 1: rows 0 and 1 are (0, 1) and (2, 2), the others those of normal play."""

    def __init__(self, normal: Lookup) -> None:
        self._normal = normal

    def partner(self, x: int) -> int:
        """Return the other entry of the row that holds x."""
        return self._normal.partner(x) if x > 2 else _FIRST_PARTNERS[x]

    def pair(self, n: int) -> tuple[int, int]:
        """Return row n."""
        return self._normal.pair(n) if n > 1 else FIRST_ROWS_A1[n]

    def tell_partner(self, x: int, name: str) -> list[str]:
        """Say in sentences how the partner of x, called `name`, was found."""
        lines = ["Misère play with a = 1: rows 0 and 1 are (0, 1) and (2, 2), the others are those of normal play."]
        if x > 2:
            return lines + self._normal.tell_partner(x, name)
        return [*lines, f"So {name} is in row {x // 2}, and its partner is {_FIRST_PARTNERS[x]}."]

    def tell_pair(self, n: int, name: str) -> list[str]:
        """Say in sentences how the row n, called `name`, was found."""
        return self._normal.tell_pair(n, name) if n > 1 else [f"Row {name} is {FIRST_ROWS_A1[n]}."]
