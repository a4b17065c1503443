"""
Growth analysis: which law a series of costs grows by, how surely, and what larger sizes cost.

`analyse` is the whole of it for a caller; `contract` speaks JSON for many series at once. Within:

* `samples`: what is used of the measurements; `curves`, `laws`: what each law may look like, and how plausible that is
* `filter`: how well a curve explains the costs, drift, level shifts and outliers allowed for; `screening`: which curves
  it is run on
* `evidence`: the average over curves; `decision`: what that decides; `slopes`, `regimes`: exponents and jumps
* `extrapolation`, `predict`: costs at other sizes; `path`: the line through those that were measured
* `texts`, `html`, `figure`: how an analysis is shown

Names are imported on first use: what only shows or reads needs no SciPy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wythoff._lazy import lazy_names

if TYPE_CHECKING:
    from wythoff.harness.growth.analysis import LAWS as LAWS
    from wythoff.harness.growth.analysis import OTHERS as OTHERS
    from wythoff.harness.growth.analysis import Analysis as Analysis
    from wythoff.harness.growth.analysis import Jump as Jump
    from wythoff.harness.growth.analysis import LeftOut as LeftOut
    from wythoff.harness.growth.analysis import Prediction as Prediction
    from wythoff.harness.growth.analysis import analyse as analyse

__all__ = ["LAWS", "OTHERS", "Analysis", "Jump", "LeftOut", "Prediction", "analyse"]
__getattr__, __dir__ = lazy_names(__name__, dict.fromkeys(__all__, "analysis"))
