"""Which rows of a table a file has: how many are missing between the first and the last, how many come again."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FEW = 2**12  # stretches put in order at a time
_MOST = 2**20  # stretches kept: rows in no order at all, with gaps everywhere


class Coverage:
    """
    The numbers of the rows seen so far, as stretches without a gap.

    Attributes
    ----------
    n_rows : int
        How many rows were seen, those that come again included.
    is_complete : bool
        Whether every row is counted; of a file with more than 2^20 stretches only `n_rows` is.
    """

    def __init__(self) -> None:
        self.n_rows = 0
        self.is_complete = True
        self._stretches: list[tuple[int, int]] = []
        self._in_order = 0

    def add(self, n: int) -> None:
        """Count one row."""
        self._add(n, n, 1)

    def add_array(self, n: NDArray[np.uint64]) -> None:
        """Count the rows of an array."""
        import numpy as np

        if not self.is_complete or not len(n):
            self.n_rows += len(n)
            return
        different = np.unique(n)
        ends = np.flatnonzero(np.diff(different) != 1)
        firsts = different[np.concatenate(([0], ends + 1))].tolist()
        lasts = different[np.concatenate((ends, [len(different) - 1]))].tolist()
        for first, last in zip(firsts, lasts, strict=True):
            self._add(first, last, 0)
        self.n_rows += len(n)

    @property
    def n_different(self) -> int:
        """How many different rows were seen."""
        self._put_in_order()
        return sum(last - first + 1 for first, last in self._stretches)

    @property
    def n_repeated(self) -> int:
        """How many rows were seen before."""
        return self.n_rows - self.n_different

    @property
    def n_missing(self) -> int:
        """How many rows between the first and the last were not seen."""
        different = self.n_different
        return self._stretches[-1][1] - self._stretches[0][0] + 1 - different if different else 0

    @property
    def first_missing(self) -> int | None:
        """The first of them."""
        self._put_in_order()
        return self._stretches[0][1] + 1 if len(self._stretches) > 1 else None

    def _add(self, first: int, last: int, n_rows: int) -> None:
        self.n_rows += n_rows
        if not self.is_complete:
            return
        if self._stretches and self._stretches[-1][1] == first - 1:
            self._stretches[-1] = self._stretches[-1][0], last
            self._in_order = min(self._in_order, len(self._stretches) - 1)
            return
        self._stretches.append((first, last))
        if len(self._stretches) > 2 * self._in_order + _FEW:
            self._put_in_order()
            if len(self._stretches) > _MOST:
                self.is_complete = False
                self._stretches.clear()

    def _put_in_order(self) -> None:
        if self._in_order == len(self._stretches):
            return
        joined: list[tuple[int, int]] = []
        for first, last in sorted(self._stretches):
            if joined and first <= joined[-1][1] + 1:
                joined[-1] = joined[-1][0], max(joined[-1][1], last)
            else:
                joined.append((first, last))
        self._stretches = joined
        self._in_order = len(joined)
