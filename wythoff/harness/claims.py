"""
Growth claims against what was measured: agrees, contradicted, or open, with the evidence.

"Undecided" is an answer. A contradiction has to be earned: the measurements must have decided for another law and have
ruled the claimed one out, or leave it next to no probability while the growth at the largest sizes excludes it too.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wythoff.errors import InputError, shorten
from wythoff.harness.config import Claim
from wythoff.harness.growth import LAWS, Analysis, counted_terms
from wythoff.harness.growth.laws import TERMS
from wythoff.harness.series import Series
from wythoff.harness.units import share_text, size_text

OPERATIONS = "operations"  # the unit of counts, and what a claim about work is of
AGREES, CONTRADICTED, OPEN = "agrees", "contradicted", "open"
# Laws outside the list that are answers all the same, and so may be claimed.
BEYOND = ("exponential", "falling")
# A claimed law less probable than this is given up, if the exponent says so too.
TINY = 0.01
TAIL_SIZES = 5
_SPELLINGS = {"constant": "1", "linear": "n", "quadratic": "n^2", "cubic": "n^3"}


# From the slowest growth to the fastest, with what counts tell apart and times don't.
ORDER = ("falling", *counted_terms.LAWS, "exponential")


@dataclass(frozen=True)
class Verdict:
    """
    What the measurements say about a claim.

    Attributes
    ----------
    claim : Claim
        The claim.
    law : str
        The claimed law, in the spelling of `wythoff.harness.growth.LAWS`.
    outcome : str
        ``"agrees"``, ``"contradicted"`` or ``"open"``.
    evidence : str
        Probabilities, exponent and sizes, in one sentence.
    """

    claim: Claim
    law: str
    outcome: str
    evidence: str

    @property
    def claimed(self) -> str:
        """The law and how it is meant, as in ``"at most n log n"``."""
        return f"at most {self.law}" if self.claim.bound == "upper" else self.law


def claimed_law(claim: Claim) -> str:
    """
    Return the law of a claim in the spelling of the growth analysis.

    Parameters
    ----------
    claim : Claim
        A claim with a law; ``"O(n log n)"``, ``"n**2"`` and ``"linear"`` are understood as well.

    Raises
    ------
    InputError
        If it is no known law; the message names the claim and the laws.
    """
    text = " ".join((claim.law or "").replace("**", "^").replace("*", " ").replace("(n)", " n").split())
    wrapped = re.fullmatch(r"[OΘ] ?\(?(.*?)\)?", text)
    text = (wrapped.group(1) if wrapped else text).strip().lower()
    text = _SPELLINGS.get(text, text)
    known = (*(counted_terms.LAWS if claim.of == OPERATIONS else LAWS), *BEYOND)
    if text not in known:
        raise InputError(
            f'claim {claim.position + 1} of "complexity" ({shorten(claim.benchmark.pattern)}) claims '
            f"{shorten(repr(claim.law))}, which is no known law; choose one of {', '.join(known)}"
        )
    return text


def claim_about(series: Series, claims: Iterable[Claim], unit: str = "", kind: str = "time") -> Claim | None:
    """
    Find the claim that a series is judged by: the first with a law that fits it, whatever the series measures.

    Parameters
    ----------
    series : Series
        The series.
    claims : iterable of Claim
        In the order of the configuration.
    unit : str
        The unit of the values, which tells counts of operations from other tracked values.
    kind : str
        What the series measures, as `wythoff.harness.results.Row` has it.

    Notes
    -----
    A claim of operations speaks about counts only, one of time about times only, and one that doesn't say about
    everything else that its pattern finds. A pattern such as ``tables.Build`` also finds ``peakmem_build``, which may
    well grow by another law: ``time_build`` finds the times alone.
    """
    return next(
        (
            claim
            for claim in claims
            if claim.law is not None
            and _speaks_of(claim, kind, unit)
            and claim.axis in (None, series.axis)
            and claim.fits(series.benchmark, dict(series.fixed))
        ),
        None,
    )


def _speaks_of(claim: Claim, kind: str, unit: str) -> bool:
    if OPERATIONS in (claim.of, unit):
        return claim.of == unit
    return claim.of is None or kind == claim.of


def unmatched(claims: Sequence[Claim], judged: Iterable[Claim]) -> list[Claim]:
    """Return the claims with a law that no series was judged by, in their order."""
    positions = {claim.position for claim in judged}
    return [claim for claim in claims if claim.law is not None and claim.position not in positions]


def judge(claim: Claim, analysis: Analysis) -> Verdict:
    """
    Hold a claim against the analysis of a series.

    Parameters
    ----------
    claim : Claim
        A claim with a law.
    analysis : Analysis
        What `wythoff.harness.growth.analyse` found.

    Returns
    -------
    Verdict
        An exact claim agrees when its law is decided. It is contradicted when two of three things speak against it: it
        has next to no probability; another law is decided and the claimed one no candidate any more; the interval of
        the exponent excludes it. An upper bound agrees when all that is still possible grows as claimed or slower,
        and is contradicted likewise when all of it grows faster.

    Raises
    ------
    InputError
        If the claim's law is not known.
    """
    law = claimed_law(claim)
    upper = claim.bound == "upper"
    allowed = {other for other in ORDER if _at_most(other, law)} if upper else {law}
    possible = {analysis.law, *analysis.candidates}
    if analysis.law == "n^k" and upper and analysis.exponent_high <= TERMS.get(law, (math.inf, 0.0))[0]:
        allowed.add("n^k")
    share = sum(analysis.probabilities.get(other, 0.0) for other in allowed)
    answered = analysis.decided and analysis.law != "none"
    if (answered and analysis.law in allowed) or (upper and analysis.candidates and possible <= allowed):
        outcome = AGREES
    elif analysis.probabilities and _is_refuted(
        share < TINY, answered and not possible & allowed, law, analysis, upper
    ):
        outcome = CONTRADICTED
    else:
        outcome = OPEN
    return Verdict(claim, law, outcome, _evidence(law, upper, share, analysis))


def _is_refuted(unlikely: bool, ruled_out: bool, law: str, analysis: Analysis, upper: bool) -> bool:
    """
    Tell whether two of three things speak against the claim: probability, decision, and exponent.

    One is not enough, not even a decision for another law: the logarithm of a claimed n log n may hide behind a large
    constant, and all that is measured looks linear.
    """
    return unlikely + ruled_out + _excluded(law, analysis, upper) >= 2


def _at_most(law: str, limit: str) -> bool:
    return ORDER.index(law) <= ORDER.index(limit)


def exponents(law: str, n: Sequence[float]) -> tuple[float, float] | None:
    """
    Return the least and greatest local exponent that a law has at the largest sizes.

    Parameters
    ----------
    law : str
        One of the laws.
    n : sequence of float
        The measured sizes, ascending.

    Returns
    -------
    tuple of float or None
        ``(1, 1)`` for n; for n log n up to 1 + 1/log n, and so for n log log n. None for laws without an exponent.
    """
    if law not in counted_terms.TERMS or not len(n):
        return None
    power, *logarithms = counted_terms.TERMS[law]
    logs = sum(logarithms)
    return power, power + logs / math.log(max(2.0, n[-min(TAIL_SIZES, len(n))]))


def _excluded(law: str, analysis: Analysis, upper: bool) -> bool:
    """Tell whether the exponent's interval lies outside of what the law can have at these sizes."""
    claimed = exponents(law, analysis.n)
    low, high = analysis.exponent_low, analysis.exponent_high
    if claimed is None or low is None or high is None or not (math.isfinite(low) and math.isfinite(high)):
        return False
    return low > claimed[1] or (not upper and high < claimed[0])


def _evidence(law: str, upper: bool, share: float, analysis: Analysis) -> str:
    n = analysis.n
    if not len(n):
        return "there is no measured size"
    best = analysis.law
    parts = []
    if analysis.probabilities:
        parts.append(f"{best} has probability {share_text(analysis.probabilities.get(best, 0.0))}")
        if upper:
            parts[-1] += f", at most {law} {share_text(share)}"
        elif best != law:
            parts[-1] += f", {law} {share_text(share)}"
    else:
        parts.append(f"the answer is {best}" if analysis.decided else analysis.why)
    if analysis.exponent is not None and math.isfinite(analysis.exponent):
        exponent = f"the exponent is {analysis.exponent:.2f}"
        if math.isfinite(analysis.exponent_low) and math.isfinite(analysis.exponent_high):
            exponent += f" [{analysis.exponent_low:.2f}, {analysis.exponent_high:.2f}]"
        claimed = exponents(law, n)
        if claimed is not None:
            low, high = (f"{value:.3g}" for value in claimed)
            exponent += f" where {law} has {low}" if low == high else f" where {law} has {low} to {high}"
        parts.append(exponent)
    first, last = size_text(n[0]), size_text(n[-1])
    parts.append(f"{len(n)} sizes, {first} to {last}" if len(n) > 1 else f"one size, {first}")
    return "; ".join(parts)
