"""
Growth analysis: which law a series of costs grows by, how surely, and what larger sizes cost.

`analyse` is the whole of it for a caller; `contract` speaks JSON for many series at once. Within:

* `samples`: what is used of the measurements; `laws`: the curves of each law, and how plausible they are beforehand
* `filter`: how well a curve explains the costs once drift, jumps and outliers are allowed for
* `evidence`: the average over curves; `slopes`, `regimes`, `predict`: exponents, jumps, costs at other sizes
"""

from wythoff.harness.growth.analysis import LAWS, OTHERS, Analysis, Jump, LeftOut, Prediction, analyse

__all__ = ["LAWS", "OTHERS", "Analysis", "Jump", "LeftOut", "Prediction", "analyse"]
