"""What a bisection came to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from wythoff.errors import shorten
from wythoff.harness.bisect.line import Line
from wythoff.harness.bisect.measured import Compared
from wythoff.harness.bisect.posterior import Posterior
from wythoff.harness.bisect.search import SURE, Search
from wythoff.harness.compare.change import Change
from wythoff.harness.compare.pairs import Matched
from wythoff.harness.series import Series

_SHOWN: Final = 3


@dataclass
class Answer:
    """
    What a bisection came to.

    Attributes
    ----------
    line : Line
        The commits.
    series : Series
        The series that was bisected.
    whole : Change
        What changed in it between GOOD and BAD.
    search : Search
        What was measured.
    known : Posterior
        What follows from it.
    found : int or None
        The place of the first changed commit, if it is sure.
    neighbours : Compared or None
        The commit before and the first changed one side by side.
    others : list of (Matched, Change)
        The other series that changed between GOOD and BAD.
    reused : list of int
        Places of commits that had results before.
    reasons : dict of int to str
        Why the skipped commits can't be measured.
    """

    line: Line
    series: Series
    whole: Change
    search: Search
    known: Posterior
    found: int | None = None
    neighbours: Compared | None = None
    others: list[tuple[Matched, Change]] = field(default_factory=list)
    reused: list[int] = field(default_factory=list)
    reasons: dict[int, str] = field(default_factory=dict)

    @property
    def candidates(self) -> list[int]:
        """The places of the commits that together are the first changed one with probability 0.95."""
        return self.known.credible(SURE)

    def here(self) -> tuple[Matched, Change] | None:
        """Return what changed in the series from the commit before to the one found."""
        return None if self.neighbours is None else self.neighbours.of(self.series)


def count_commits(commits: int) -> str:
    """Write a number of commits with the noun in its right form."""
    return "1 commit" if commits == 1 else f"{commits:,} commits"


def shown(texts: Sequence[str]) -> str:
    """List the first of some texts, and how many more there are."""
    more = f" and {len(texts) - _SHOWN:,} more" if len(texts) > _SHOWN else ""
    return ", ".join(shorten(text, 200) for text in texts[:_SHOWN]) + more
