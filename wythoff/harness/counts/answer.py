"""What a count says: how many operations of which kind, and whether anything was left unseen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Counts:
    """
    The work of one call, counted.

    Attributes
    ----------
    operations : int
        All that was counted, 0 or more.
    by : mapping of str to int
        The same by what did it, largest first: ``"statements of f"``, ``"numpy.zeros in f"``, ``"opcodes of g"``.
        The values add up to `operations`.
    exact : bool
        Whether a second call with equal arguments has the same count. Instructions under Valgrind have it to within
        0.2 %.
    unseen : mapping of str to int
        Work that could not be counted, with the number of calls: ``{"zlib.crc32": 12}``. Growth that rests on it is
        never decided.
    backend : str
        ``"numba"``, ``"python"``, ``"callgrind"`` or ``"perf_event"``.
    choice : str
        Why this backend, and what its operations are, in one sentence.
    """

    operations: int
    by: Mapping[str, int]
    exact: bool
    unseen: Mapping[str, int]
    backend: str
    choice: str

    @property
    def complete(self) -> bool:
        """Say whether all work was seen."""
        return not self.unseen


def ordered(by: Mapping[str, int]) -> dict[str, int]:
    """Return what is not zero, the largest first."""
    return dict(sorted(((name, count) for name, count in by.items() if count), key=lambda item: (-item[1], item[0])))


def unseen_text(unseen: Mapping[str, int]) -> str:
    """
    Write what was not counted.

    Examples
    --------
    >>> unseen_text({"zlib.crc32": 12, "hashlib.sha256": 1})
    'zlib.crc32: 12 calls, hashlib.sha256: 1 call, not counted'
    """
    parts = [f"{name}: {calls:,} call{'' if calls == 1 else 's'}" for name, calls in ordered(unseen).items()]
    return ", ".join(parts) + ", not counted"
