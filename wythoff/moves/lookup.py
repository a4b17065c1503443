"""What a strategy must offer so that moves can be chosen and explained by it."""

from __future__ import annotations

from typing import Protocol


class Lookup(Protocol):
    """A strategy's way of reading the table of losing positions."""

    def partner(self, x: int) -> int:
        """Return the other entry of the row that holds x."""

    def pair(self, n: int) -> tuple[int, int]:
        """Return row n."""

    def tell_partner(self, x: int, name: str) -> list[str]:
        """Say in sentences how the partner of x, called `name`, was found."""

    def tell_pair(self, n: int, name: str) -> list[str]:
        """Say in sentences how the row n, called `name`, was found."""
