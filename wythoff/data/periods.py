"""
Proved periods of the rows of Grundy values of generalised Wythoff's game.

The values G(x, 0), ..., G(x, y) of column x, less x, depend on nothing but the same differences in the W = (2a + 1) y
columns before it. For by the bounds of `wythoff.games.grundy_values`, G(x, r) is the least v >= x - 2ar that no option
has, and an option with such a value is

* in row r at a column x' with v <= x' + r, so that x' >= x - (2a + 1) r;
* in column x, below row r;
* or reached from both heaps, at most r - 1 + a columns before x, which is no more than W for r >= 1.

None of this refers to x itself, only to distances from it, once x >= W. So **if the differences in W adjacent columns
come again L columns later, for all rows up to y at once, they come again for ever**: G(x + L, r) = G(x, r) + L for all
r <= y and all x from the first of these columns on. The argument is Landman's [1]_, with his machine's state written as
what it remembers.

Given that, pre-period and period of each row are a matter of comparing finitely many values.

References
----------
.. [1] H. Landman, "A simple FSM-based proof of the additive periodicity of the Sprague-Grundy function of Wythoff's
   game", More Games of No Chance, MSRI Publications 42 (2002), 383-386.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING

from wythoff.errors import InputError, whole_number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

COLUMNS = "a,y,preperiod,period,anchor,joint_period,sha256"
_FIRST_COLUMNS = 2**14
MOST_COLUMNS = 2**24


@dataclass(frozen=True)
class PeriodProof:
    """
    The period of one row, and what proves it.

    Attributes
    ----------
    a, y : int
        The game's parameter and the row.
    preperiod, period : int
        The least numbers such that G(x + period, y) = G(x, y) + period for all x >= preperiod.
    anchor, joint_period : int
        The certificate: in the (2a + 1) y columns from `anchor` on, all rows up to y have the differences G(x, r) - x
        that they have `joint_period` columns later.
    sha256 : str
        Of these differences, as signed 32-bit little-endian numbers, column by column, row 0 first.
    """

    a: int
    y: int
    preperiod: int
    period: int
    anchor: int
    joint_period: int
    sha256: str

    def as_csv(self) -> str:
        """Write it as a line under `COLUMNS`."""
        return f"{self.a},{self.y},{self.preperiod},{self.period},{self.anchor},{self.joint_period},{self.sha256}"


def prove_periods(rows: int, a: int = 1) -> list[PeriodProof]:
    """
    Find and prove the periods of rows 0, 1, ..., rows - 1.

    Parameters
    ----------
    rows : int
        How many rows, at least 1.
    a : int, default 1
        The game's parameter, at least 1.

    Returns
    -------
    list of PeriodProof
        One for each row.

    Raises
    ------
    InputError
        If an argument is out of range, memory does not suffice, or no certificate ends within 2^24 columns.

    Notes
    -----
    A table of Grundy values is made twice as long until it holds a certificate for each row: rows * columns squares of
    `wythoff.games.grundy_values.grundy_table`, 4 to 8 bytes each.

    Examples
    --------
    >>> [(proof.preperiod, proof.period) for proof in prove_periods(6)]
    [(0, 1), (0, 3), (0, 3), (8, 6), (9, 12), (27, 24)]
    """
    import numpy as np

    from wythoff.games.grundy_values import grundy_table

    rows = whole_number("rows", rows, 1)
    a = whole_number("a", a, 1)
    n_columns = max(_FIRST_COLUMNS, 8 * (2 * a + 1) * rows)
    while n_columns <= MOST_COLUMNS:
        differences = grundy_table(n_columns, rows, a).astype(np.int32) - np.arange(n_columns, dtype=np.int32)[:, None]
        proofs = _proofs(differences, a)
        if proofs:
            return proofs
        n_columns *= 2
    raise InputError(f"rows 0 to {rows - 1} at a = {a} don't repeat themselves within {MOST_COLUMNS:,} columns")


def to_csv(proofs: Iterable[PeriodProof]) -> str:
    """Write proofs as CSV, with a header."""
    return "".join(f"{line}\n" for line in (COLUMNS, *(proof.as_csv() for proof in proofs)))


def _proofs(differences: NDArray[np.int32], a: int) -> list[PeriodProof] | None:
    """Return the proofs that these columns hold, None if one is missing."""
    observed = []
    for y in range(differences.shape[1]):
        found = _observed(differences[:, y])
        if found is None:
            return None
        observed.append(found)
    proofs = []
    for y in range(len(observed)):
        proof = _proof(differences, a, y, observed[: y + 1])
        if proof is None:
            return None
        proofs.append(proof)
    return proofs


def _observed(row: NDArray[np.int32]) -> tuple[int, int] | None:
    """Return the least pre-period and period that a row shows in its second half, the period at least three times."""
    import numpy as np

    half = row[len(row) // 2 :]
    period = next((p for p in _candidates(half) if np.array_equal(half[p:], half[:-p])), None)
    if period is None:
        return None
    exceptions = np.flatnonzero(row[period:] != row[:-period])
    return (int(exceptions[-1]) + 1 if len(exceptions) else 0), period


def _candidates(half: NDArray[np.int32]) -> list[int]:
    """Return the periods that the last terms allow, in ascending order."""
    import numpy as np

    periods = np.arange(1, len(half) // 3 + 1)
    last = len(half) - 1
    for back in range(min(32, len(half) // 3)):
        periods = periods[half[last - back - periods] == half[last - back]]
    found: list[int] = periods.tolist()
    return found


def _proof(differences: NDArray[np.int32], a: int, y: int, observed: Sequence[tuple[int, int]]) -> PeriodProof | None:
    import numpy as np

    width = (2 * a + 1) * y
    anchor = max(preperiod for preperiod, _ in observed)
    joint = lcm(*(period for _, period in observed))
    if anchor + joint + 2 * width > len(differences):
        return None
    # The recurrence holds from column `width` on, so the columns that come again must end there at the least.
    state, again = (differences[x : x + width, : y + 1] for x in (anchor, anchor + joint))
    if not np.array_equal(state, again):
        return None
    digest = hashlib.sha256(np.ascontiguousarray(state, dtype="<i4").tobytes()).hexdigest()
    return PeriodProof(a, y, *observed[y], anchor, joint, digest)
