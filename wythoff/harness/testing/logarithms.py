"""One logarithm more than is claimed: counted, where counts can be had, and never timed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from wythoff.errors import InputError
from wythoff.harness.growth.laws import LAWS
from wythoff.harness.testing.trial import Trial

# Seconds can't tell a law from itself times a logarithm over sizes that a test can afford.
ONE_MORE: Final = {"1": "log n", "n": "n log n", "n^2": "n^2 log n"}
_CALL_S: Final = 3e-4  # of the largest call that is counted, which takes some fifty times as long
_SIZES: Final = 8
_RATIO: Final = 1.6
_LEAST_N: Final = 8


@dataclass(frozen=True)
class Counted:
    """What counting says: whether the work grows faster than claimed, and the sentence for people."""

    exceeds: bool
    text: str


def count_more(
    function: Callable[..., object], make_args: Callable[[int], Any], law: str, trial: Trial
) -> Counted | None:
    """
    Ask counts whether the work grows by a logarithm more than `law`.

    Returns
    -------
    Counted or None
        None where there is no such law among those known.
    """
    more = ONE_MORE.get(law)
    if more is None:
        return None
    from wythoff.harness.counts import choice

    apart = f"{more} can't be told from {law} by time"
    try:
        if choice.is_countable(function):
            found = choice.count_growth(function, make_args, _sizes(trial))
        else:
            return Counted(False, f"{apart}, and there are no counts: it is not written in Python")
    except InputError as error:
        return Counted(False, f"{apart}, and there are no counts: {error}")
    except Exception as error:  # what runs under the counter may fail there
        return Counted(False, f"{apart}, and counting failed: {type(error).__name__}")
    if not found.decided:
        return Counted(False, f"{apart}, and counts are undecided: {found.why}")
    if found.law == more or (found.law in LAWS and LAWS.index(found.law) > LAWS.index(law)):
        return Counted(True, f"its operations, counted, grow by {found.law}: {found.why}")
    return Counted(False, f"its operations, counted, grow by {found.law}")


def _sizes(trial: Trial) -> list[int]:
    """Return sizes below the one whose call takes `_CALL_S`, as far as that can be told from two."""
    exponent = max(trial.exponent, 0.1) if trial.exponent == trial.exponent else 1.0
    last = min(trial.large, trial.small * max(1.0, _CALL_S / max(trial.small_s, 1e-9)) ** (1 / exponent))
    last = max(last, _LEAST_N * _RATIO**_SIZES / 2)
    return sorted({max(2, round(last / _RATIO**step)) for step in range(_SIZES)})
