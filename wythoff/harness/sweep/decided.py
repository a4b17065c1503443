"""
Where a series of a sweep may end because its law is decided, by the rules of `wythoff.harness.measure`.

One decision isn't enough: of those on the first few sizes many are wrong. It must hold for the sizes up to a quarter of
the largest one as well, and a call at the largest one must be long enough for more than overhead to be seen. A quarter
rather than the half of `measure`, whose choice of sizes and repetitions a sweep doesn't have: of the reference results
a half ended one series at a law that the later sizes leave open, a quarter none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wythoff.harness.config import Claim
from wythoff.harness.fit.fitting import analyse_task, task_of
from wythoff.harness.fit.options import FitOptions
from wythoff.harness.growth import Analysis
from wythoff.harness.growth.texts import probability_text
from wythoff.harness.measure.run import LEAST_PROBABILITY
from wythoff.harness.series import Points, Series
from wythoff.harness.sweep.predict import SeriesPlan
from wythoff.harness.units import size_text

_LONG_CALL_S = 1e-3
_LEAST_SIZES = 5  # four decide, and one more lies further on
_SURVIVED = 3.98  # two octaves, of sizes that may be rounded


class Decisions:
    """
    What the values of series decide; each set of values is analysed once.

    Parameters
    ----------
    claims : sequence of Claim
        Those of the project, which may tell how many bytes a size takes.
    """

    def __init__(self, claims: Sequence[Claim]) -> None:
        self._claims = claims
        self._known: dict[Series, tuple[object, str | None]] = {}  # by what was decided last, and from what

    def noted(self, plan: SeriesPlan, values: Points) -> SeriesPlan:
        """Return the plan of a series with what its values, in ascending size, decide."""
        if len(values) < _LEAST_SIZES:
            return plan
        task = task_of(plan.series, values, self._claims, FitOptions())
        what = (task.n, task.samples, task.busy)
        before, reason = self._known.get(plan.series, (None, None))
        if what != before:
            reason = self._reason(plan, values, analyse_task(task))
            self._known[plan.series] = what, reason
        return replace(plan, decided=reason)

    def _reason(self, plan: SeriesPlan, values: Points, found: Analysis) -> str | None:
        if not _is_sure(found) or (plan.timing.timed and not _is_long(found)):
            return None
        last = found.n[-1]
        before = [(n, row) for n, row in values if _SURVIVED * n <= last]
        if len(before) < _LEAST_SIZES - 1:
            return None
        earlier = analyse_task(task_of(plan.series, before, self._claims, FitOptions()))
        if not _is_sure(earlier) or earlier.law != found.law:
            return None
        return (
            f"the law is decided, {found.law} (probability {probability_text(found)}) up to n = {size_text(last)}, "
            f"as it was up to n = {size_text(earlier.n[-1])}"
        )


def _is_sure(found: Analysis) -> bool:
    return found.decided and found.probabilities[found.law] >= LEAST_PROBABILITY


def _is_long(found: Analysis) -> bool:
    return found.values[-1] >= _LONG_CALL_S
