"""What one run of asv is for: new points, further rounds of points, or points that are measured again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from wythoff.harness.sweep.predict import Overhead, Point, SeriesPlan, rounds_again, rounds_at_once


@dataclass(frozen=True)
class Task:
    """
    The points of one run of asv, and why they are measured.

    Attributes
    ----------
    points : list of Point
        All of one environment.
    kind : {"new", "rounds", "disturbed", "asked"}
        New points; one more round of points; points that are measured again because the machine was busy, or because
        somebody asked for it.
    single : bool
        Whether they get one round, however long they are.
    """

    points: list[Point]
    kind: Literal["new", "rounds", "disturbed", "asked"] = "new"
    single: bool = False

    @property
    def environment(self) -> str:
        """Where."""
        return self.points[0].environment

    @property
    def adds_samples(self) -> bool:
        """Whether samples are added to those that are there."""
        return self.kind == "rounds"

    @property
    def is_again(self) -> bool:
        """Whether all points have a value that must not be lost."""
        return self.kind != "new"

    @property
    def words(self) -> str:
        """What the points are measured for, after their number; nothing to say about new ones."""
        return {"new": "", "rounds": " once more", "disturbed": " again, disturbed before", "asked": " again"}[
            self.kind
        ]

    def rounds(self, plans: list[SeriesPlan], overhead: Overhead) -> int | None:
        """Return how many rounds asv runs; None for all of each benchmark's."""
        if self.kind == "rounds" or self.single:
            return 1
        home = {point: plan for plan in plans for point in plan.points}
        if self.kind == "new":
            at_once = [rounds_at_once(home[point], point, overhead) for point in self.points]
        else:
            at_once = [rounds_again(home[point], point) for point in self.points]
        return 1 if all(rounds == 1 for rounds in at_once) else None
