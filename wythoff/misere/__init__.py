"""
Misère Wythoff: the same heaps and moves as in generalised Wythoff's game, but whoever can't move has won.

`positions` holds the exact integer functions for single positions (`pair`, `index`, `partner`, `is_losing`,
`certificate`), `tables` builds whole tables. The table builder loads NumPy and Numba and so is imported on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wythoff.misere.positions import certificate, index, is_losing, last_row_with_b_up_to, pair, partner

if TYPE_CHECKING:
    from wythoff.misere.tables import MisereTable as MisereTable
    from wythoff.misere.tables import stream as stream
    from wythoff.misere.tables import table as table

__all__ = [
    "MisereTable",
    "certificate",
    "index",
    "is_losing",
    "last_row_with_b_up_to",
    "pair",
    "partner",
    "stream",
    "table",
]


def __getattr__(name: str) -> object:
    if name in __all__:
        from importlib import import_module

        return getattr(import_module("wythoff.misere.tables"), name)
    raise AttributeError(f"module 'wythoff.misere' has no attribute {name!r}")
