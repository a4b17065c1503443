"""What was found of a pair of series, in words; terminal, Markdown and JSON have the same ones."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from wythoff.harness.units import share_text, size_text, three_digits

if TYPE_CHECKING:
    from wythoff.harness.compare.change import Change, Factor

TITLES: Final = {
    "class": "class",
    "trend": "trend",
    "constant": "constant",
    "overhead": "overhead",
    "none": "unchanged",
    "unknown": "not comparable",
}


def factor_text(factor: Factor | None) -> str:
    """Write a ratio with its 90 % interval; nothing where there is none."""
    return "" if factor is None else f"{times(factor.value)} [{times(factor.low)}, {times(factor.high)}]"


def times(value: float) -> str:
    """
    Write a ratio.

    Examples
    --------
    >>> times(1.2345), times(0.0123), times(12345.6)
    ('1.23', '0.0123', '12,300')
    """
    return three_digits(value)


def sentence(change: Change, same_machine: bool, shift: float) -> str:
    """
    Say what changed, by how much, and how sure that is.

    Parameters
    ----------
    change : Change
        With its laws, if they were asked for.
    same_machine : bool
        Whether both were measured on one machine.
    shift : float
        What struck the whole run, in logarithm; 0 where nothing surely did.
    """
    parts = [_first(change, same_machine)]
    if change.kind in ("class", "trend") and change.ratio is not None:
        parts.append(f"{factor_text(change.ratio)} times the cost at large sizes")
    if change.kind in ("class", "trend", "constant") and change.overhead_changed:
        parts.append(f"a call's own cost {factor_text(change.overhead)} times")
    if change.crossing is not None:
        which = "the second" if change.crossing.cheaper == "after" else "the first"
        parts.append(f"{which} is the cheaper one from n = {size_text(float(f'{change.crossing.n:.3g}'))} on")
    if shift and change.ratio is not None:
        parts.append(f"{times(change.raw)} times as measured, with what struck the whole run")
    return "; ".join(parts)


def _first(change: Change, same_machine: bool) -> str:
    laws = change.laws
    if change.kind == "class" and laws is not None:
        return f"{laws.before} became {laws.after} (probability {share_text(laws.probability)})"
    if change.kind == "trend" and change.exponent is not None:
        power, low, high = change.exponent
        odds = f", and a change of class has probability {share_text(laws.probability)}" if laws else ""
        return f"the ratio goes with n^{power:.2f} [{low:.2f}, {high:.2f}]{odds}"
    if change.kind == "constant":
        law = f"{laws.before}, as before: " if laws and laws.probability < 0.5 else ""
        return f"{law}{factor_text(change.ratio)} times the cost at large sizes"
    if change.kind == "overhead":
        return f"a call's own cost is {factor_text(change.overhead)} times, large sizes {factor_text(change.ratio)}"
    if change.kind == "unknown":
        return "no sizes in common" if not change.n else "one size in common, of which nothing follows"
    return f"no change that these data could show; {could_see(change.seen)}{'' if same_machine else ' on two machines'}"


def could_see(seen: float) -> str:
    """
    Say which factor would have been seen.

    Examples
    --------
    >>> could_see(1.1234)
    'a factor above 1.12 would have been seen'
    """
    if not math.isfinite(seen) or seen > 1000:
        return "not even a factor of 1000 would have been seen"
    return f"a factor above {times(seen)} would have been seen"
