"""
What the page shows of one series: its points, the lines through them, and where it outgrows the caches.

`draw` runs in the process that analysed the series, because only there the curves behind an analysis are at hand.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from wythoff.harness.fit.cells import clock_text, exponent_clause
from wythoff.harness.fit.fitting import Task
from wythoff.harness.growth import Analysis
from wythoff.harness.levels import limits
from wythoff.harness.report.curves import PARTS, Course, Floats, law_lines, measured
from wythoff.harness.report.embed import all_drawn, drawn, present, shown, whole

_LEAST_SHARE = 0.001


@dataclass(frozen=True)
class Drawn:
    """
    What is kept of an analysis besides its answer.

    Attributes
    ----------
    detail : dict
        The series' data block, but for its id and its gaps; see `wythoff.harness.report.build`.
    measured : Course
        At the sizes used.
    ahead : Course or None
        What the law predicts from the largest size on; None if undecided.
    best : tuple of float
        The lowest sample at each size, the floor included.
    path : tuple of two numpy.ndarray of float64, shape (points,)
        The likeliest law through the data: sizes and costs.
    """

    detail: dict[str, Any]
    measured: Course
    ahead: Course | None
    best: tuple[float, ...] = ()
    path: tuple[Floats, Floats] = (np.empty(0), np.empty(0))


def draw(task: Task, analysis: Analysis) -> Drawn:
    """
    Draw a series that was just analysed.

    Parameters
    ----------
    task : Task
        What was analysed.
    analysis : Analysis
        With its curves.
    """
    course, quartiles = measured(task, analysis)
    lines = law_lines(analysis)
    best = [value + (analysis.floor or 0.0) for value in analysis.values]
    medians = course.median.tolist()
    over = [_parts(middle, least) for middle, least in zip(medians, best, strict=True)]
    sides = list(zip(quartiles, medians, strict=True)) if any(quartiles) else []
    detail = {
        "n": [whole(n) for n in analysis.n],
        "best": all_drawn(best),
        "over": over if any(over) else None,
        "down": [side and -_parts(side[0], middle) for side, middle in sides],
        "up": [side and _parts(side[1], middle) for side, middle in sides],
        "notes": [[whole(gap.n), shown(gap.reason)] for gap in analysis.left_out if gap.n in analysis.n],
        "curves": lines.curves,
        "jumps": [
            present(
                {
                    "before": whole(jump.n_before),
                    "after": whole(jump.n_after),
                    "factor": drawn(jump.factor),
                    "probability": round(jump.probability, 3),
                    "level": jump.level,
                }
            )
            for jump in analysis.jumps
        ],
        "limits": [[level, n] for level, n in limits(task.bytes_per_n, task.caches)],
        # Elsewhere they follow from what is written; above a floor the values have too few digits for that.
        "slopes": [round(slope, 3) for _, slope in analysis.slopes] if analysis.floor else None,
        "probabilities": {
            law: round(share, 3)
            for law, share in sorted(analysis.probabilities.items(), key=lambda item: -item[1])
            if share >= _LEAST_SHARE
        },
        "why": "; ".join(filter(None, [analysis.why, exponent_clause(analysis)])),
        "floor": drawn(analysis.floor),
        "exponent_from": None if math.isnan(analysis.exponent_from) else whole(analysis.exponent_from),
        "clock": shown(clock_text(task.clock)) if task.clock and task.clock.cause else None,
    }
    return Drawn(present(detail, always=("n", "best")), course, lines.ahead, tuple(best), lines.path)


def _parts(value: float, of: float) -> int:
    """Return by how many parts a value lies above another: a median above the lowest sample, a quartile the median."""
    return round((value / of - 1) * PARTS)
