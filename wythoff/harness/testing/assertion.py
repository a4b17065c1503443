"""The assertion: a trial here, a second one elsewhere before it fails, and counts for one logarithm more."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from typing import Any, Final

from wythoff._extras import require
from wythoff.errors import InputError, shorten
from wythoff.harness.testing.bets import Outcome
from wythoff.harness.testing.confirm import confirm
from wythoff.harness.testing.logarithms import count_more
from wythoff.harness.testing.sizes import checked_law, checked_sizes
from wythoff.harness.testing.trial import Trial, run_trial
from wythoff.harness.testing.verdict import GrowthVerdict

ALPHA: Final = 1e-6
BUDGET_S: Final = 5.0


class GrowthUndecidedWarning(UserWarning):
    """An assertion of growth could not be decided, and passes."""


def assert_growth(
    function: Callable[..., object],
    make_args: Callable[[int], Any],
    at_most: str,
    *,
    sizes: Sequence[int] | None = None,
    alpha: float = ALPHA,
    budget_s: float = BUDGET_S,
    counts: bool = True,
    name: str | None = None,
) -> GrowthVerdict:
    """
    Fail if a function surely grows faster than claimed.

    Parameters
    ----------
    function : callable
        What is tested.
    make_args : callable
        ``make_args(n)`` returns the arguments of a call of size n, a tuple or the only one; it is not timed. Where the
        function changes its arguments, each call gets its own.
    at_most : str
        One of the laws ``"1"``, ``"log n"``, ``"sqrt n"``, ``"n"``, ``"n log n"``, ``"n^1.5"``, ``"n^2"``,
        ``"n^2 log n"``, ``"n^3"``.
    sizes : sequence of two int, optional
        A small and a large size, at least a factor of 4 apart. By default a call at the large one takes about a
        millisecond, and the small one is a sixteenth of it.
    alpha : float
        Bound on the probability of a false alarm, at most 0.1; see Notes.
    budget_s : float
        Seconds of the thread's processor time after which a trial ends undecided, and a twelfth of the seconds on the
        wall. Of what waits or uses several threads: seconds on the wall.
    counts : bool
        Whether to count operations where the next law is only a logarithm away.
    name : str, optional
        What it is called; by default the function's name.

    Returns
    -------
    GrowthVerdict
        If it passes. ``print(verdict.text)`` tells the figures.

    Raises
    ------
    AssertionError
        If it grows faster; the message holds sizes, times, exponent, and what is claimed.
    InputError
        If an argument is not what it should be.

    Warns
    -----
    GrowthUndecidedWarning
        If time is up before it is decided, or the second trial doesn't confirm the first. The assertion passes.

    Notes
    -----
    Rounds compare equally long legs at both sizes, in the thread's processor time, until one of two bets is won; a
    second trial, at sizes twice as large and in another process, must come to the same. With a bound of sqrt(alpha) on
    each, the two together raise a false alarm with a probability of at most alpha, whatever the noise. The hypothesis
    that this is about, and the proof, are told in `wythoff.harness.testing.bets`.

    "Faster" begins a quarter of a power above the claim: that is what caches and overheads are allowed. One logarithm
    more is within that, and is left to counts.

    Examples
    --------
    >>> verdict = assert_growth(sum, lambda n: list(range(n)), at_most="n", counts=False)
    >>> verdict.outcome != "exceeds"
    True
    """
    require("harness", "assert_growth", "scipy")
    law, given = checked_law(at_most), None if sizes is None else checked_sizes(sizes)
    _check_number("alpha", alpha, 0.1)
    _check_number("budget_s", budget_s, math.inf)
    own = name if name is not None else str(getattr(function, "__qualname__", type(function).__qualname__))
    options: dict[str, Any] = {"alpha": math.sqrt(alpha), "budget_s": budget_s}
    first = run_trial(function, make_args, law, sizes=given, **options)
    second, where = None, ""
    if first.outcome == "exceeds":
        second, where = confirm(function, make_args, law, sizes=_larger(first, budget_s), **options)
    outcome = _outcome(first, second)
    counted = count_more(function, make_args, law, first) if counts and outcome == "agrees" else None
    by_counts = counted is not None and counted.exceeds
    verdict = GrowthVerdict(
        name=own,
        law=law,
        outcome="exceeds" if by_counts else outcome,
        first=first,
        second=second,
        where=where,
        counted=counted.text if counted else "",
        by_counts=by_counts,
        alpha=alpha,
    )
    if verdict.outcome == "exceeds":
        raise AssertionError(verdict.text)
    if verdict.outcome == "undecided":
        warnings.warn(verdict.text, GrowthUndecidedWarning, stacklevel=2)
    return verdict


def _outcome(first: Trial, second: Trial | None) -> Outcome:
    """Two trials that differ are no alarm, and no agreement either."""
    if second is None:
        return first.outcome
    return "exceeds" if second.outcome == "exceeds" else "undecided"


def _larger(trial: Trial, budget_s: float) -> tuple[int, int]:
    """Return sizes twice as large, unless a trial would not be over in time."""
    doubled = trial.large_s * (2 ** max(trial.exponent, 0.0) if math.isfinite(trial.exponent) else 8.0)
    factor = 2 if doubled * 4 * 20 < budget_s else 1
    return factor * trial.small, factor * trial.large


def _check_number(name: str, value: object, most: float) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= most or math.isinf(value):
        limit = "" if math.isinf(most) else f" and at most {most:g}"
        raise InputError(f"{name} must be a number above 0{limit}, got {shorten(repr(value))}")
