"""
Misère Wythoff: the same heaps and moves as in generalised Wythoff's game, but whoever can't move has won.

`positions` holds the exact integer functions for single positions (`pair`, `index`, `partner`, `is_losing`,
`certificate`), `tables` builds whole tables. The table builder loads NumPy and Numba and so is imported on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wythoff._lazy import lazy_names
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
__getattr__, __dir__ = lazy_names(__name__, {name: "tables" for name in ("MisereTable", "stream", "table")})
