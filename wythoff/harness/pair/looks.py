"""When the difference of two series is decided: by two looks that agree, or by what would have been seen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from wythoff.harness.compare.change import Change

LEAST_ROUNDS: Final = 2
_WEIGHTY: Final = ("class", "constant")
# Further rounds are no longer worth their time where this many of them made what is seen less than a twentieth finer.
_PATIENCE: Final = 3
_FINER: Final = 0.95


@dataclass(frozen=True)
class Look:
    """What a comparison after a round said of a series: see `wythoff.harness.compare.Change`."""

    kind: str
    worse: bool | None
    seen: float

    @classmethod
    def of(cls, change: Change) -> Look:
        """Keep of a change what decides."""
        return cls(change.kind, change.worse, change.seen)


def decided(looks: Sequence[Look], tolerance: float) -> str | None:
    """
    Decide whether a series needs no further round.

    Parameters
    ----------
    looks : sequence of Look
        One for each round so far.
    tolerance : float
        What part more than before should have been seen.

    Returns
    -------
    str or None
        ``"changed"``: a class or a constant, found twice in a row, as a single look of several would err more often
        than `compare` promises. ``"unchanged"``: nothing, and the tolerance would have been seen. ``"settled"``:
        further rounds show no more, as what is seen no longer gets finer. None where it does.

    Examples
    --------
    >>> decided([Look("class", True, 1.3)], 0.1), decided([Look("class", True, 1.3), Look("class", True, 1.2)], 0.1)
    (None, 'changed')
    >>> decided([Look("none", None, 1.09)], 0.1)
    'unchanged'
    """
    last = looks[-1] if looks else None
    if last is None:
        return None
    if last.kind == "none" and last.seen <= 1 + tolerance:
        return "unchanged"
    if len(looks) > 1 and last.kind in _WEIGHTY and (looks[-2].kind, looks[-2].worse) == (last.kind, last.worse):
        return "changed"
    if len(looks) <= _PATIENCE or any(look.kind != last.kind for look in looks[-_PATIENCE:]):
        return None
    before, now = looks[-1 - _PATIENCE].seen, last.seen
    finer = math.isfinite(before) and math.log(now) < _FINER * math.log(before)
    became = math.isfinite(now) and not math.isfinite(before)
    return None if finer or became else "settled"
