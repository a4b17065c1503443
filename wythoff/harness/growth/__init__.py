"""
Growth analysis: which law a series of costs grows by, how surely, and what larger sizes cost.

`analyse` is the whole of it for a caller; `contract` speaks JSON for many series at once. Within:

* `samples`: what is used of the measurements; `curves`, `laws`: what each law may look like, and how plausible that is
* `filter`: how well a curve explains the costs, drift, level shifts and outliers allowed for; `screening`: which curves
  it is run on
* `evidence`: the average over curves; `decision`: what that decides; `slopes`, `regimes`: exponents and jumps
* `extrapolation`, `predict`: costs at other sizes; `path`: the line through those that were measured
* `texts`, `html`, `figure`: how an analysis is shown
"""

from wythoff.harness.growth.analysis import LAWS, OTHERS, Analysis, Jump, LeftOut, Prediction, analyse

__all__ = ["LAWS", "OTHERS", "Analysis", "Jump", "LeftOut", "Prediction", "analyse"]
