"""
Rounded formulas: at which rows floor(alpha * n) is wrong if alpha is a number of a floating-point format, or a decimal.

* `rounded_alpha`: such numbers
* `census`: every row at which a formula is wrong, found without looking at all rows, and why none is missed;
  `formulas`, `ranges`, `returns`, `deciding`: its parts

The names below load NumPy and Numba, and so are imported on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wythoff._lazy import lazy_names

if TYPE_CHECKING:
    from wythoff.census.census import Census as Census
    from wythoff.census.census import Piece as Piece
    from wythoff.census.census import WrongValue as WrongValue
    from wythoff.census.census import wrong_rows as wrong_rows

__all__ = ["Census", "Piece", "WrongValue", "wrong_rows"]
__getattr__, __dir__ = lazy_names(__name__, dict.fromkeys(__all__, "census"))
