"""How a bisection says what it knows: of one commit, and of all of them as a bar."""

from __future__ import annotations

from typing import Final

import numpy as np

from wythoff.harness.bisect.position import Position
from wythoff.harness.bisect.posterior import Posterior, alike
from wythoff.harness.units import share_text

_WIDTH: Final = 40
_MARKS: Final = ((0.5, "#"), (0.1, "+"), (0.01, "."), (0.0, " "))
_SURE: Final = 0.9
_OFF: Final = 0.25  # of the change, and
_ERRORS: Final = 4.0  # standard errors, that a commit lies from both GOOD and BAD


def cost_words(position: Position) -> str:
    """
    Say what a commit costs.

    Examples
    --------
    >>> cost_words(Position(0.02, 0.05, 8)), cost_words(Position(0.5, 0.05, 8))
    ('costs what GOOD costs', 'costs neither what GOOD nor what BAD costs')
    """
    if fits_neither(position):
        return "costs neither what GOOD nor what BAD costs"
    probability = alike(position)
    if probability > _SURE:
        return "costs what BAD costs"
    if probability < 1 - _SURE:
        return "costs what GOOD costs"
    return f"can't be told: it has the change with probability {share_text(probability)}"


def fits_neither(position: Position) -> bool:
    """Tell whether a commit surely lies between GOOD and BAD, or beyond, so that more than one commit changed it."""
    off = min(abs(position.value), abs(position.value - 1.0))
    return off > max(_OFF, _ERRORS * position.error)


def bar(known: Posterior) -> str:
    """
    Draw where the change may be, from the first commit after GOOD to BAD.

    Returns
    -------
    str
        At most 40 marks in brackets, each for as many commits: ``#`` where half of the probability or more lies, ``+``
        from a tenth on, ``.`` from a hundredth on.
    """
    parts = np.array_split(known.probability[1:], min(_WIDTH, len(known.probability) - 1))
    most = max(float(part.sum()) for part in parts)
    # Of many marks none may have a tenth: the largest are marked all the same.
    scale = 1.0 if most >= _MARKS[1][0] else (1 + 1e-9) * _MARKS[1][0] / most
    return f"[{''.join(_mark(float(part.sum()) * scale) for part in parts)}]"


def _mark(probability: float) -> str:
    return next(mark for least, mark in _MARKS if probability >= least)
