"""
Measuring how algorithms grow: their costs measured, counted or read, fitted, compared and reported.

The whole harness as a library; `docs/library.md` shows its use. Names are imported on first use.

* `analyse`: the growth law of one series of costs; `Analysis`, its answer
* `read_results`: what any benchmark tool has written; `fit_results` with `FitOptions`: how each series of it grows;
  `write_report`: the Complexity page of them
* `compare_series`, `compare_all`: what changed between two series, or two runs; `Pair`, `Change`
* `count`, `count_growth`: operations in place of seconds
* `assert_growth`: growth as a test
* `wythoff.harness.measure.measure`: sizes chosen while measuring, until the law is decided; its name here is that of
  the package that it lies in
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wythoff._lazy import lazy_names

if TYPE_CHECKING:
    from wythoff.harness.compare.change import Change as Change
    from wythoff.harness.compare.change import compare_all as compare_all
    from wythoff.harness.compare.change import compare_series as compare_series
    from wythoff.harness.compare.ratios import Pair as Pair
    from wythoff.harness.counts.choice import count as count
    from wythoff.harness.counts.choice import count_growth as count_growth
    from wythoff.harness.fit.fitting import fit_results as fit_results
    from wythoff.harness.fit.options import FitOptions as FitOptions
    from wythoff.harness.growth.analysis import Analysis as Analysis
    from wythoff.harness.growth.analysis import analyse as analyse
    from wythoff.harness.report.write import write_report as write_report
    from wythoff.harness.results import read_results as read_results
    from wythoff.harness.testing.assertion import assert_growth as assert_growth

__all__ = [
    "Analysis",
    "Change",
    "FitOptions",
    "Pair",
    "analyse",
    "assert_growth",
    "compare_all",
    "compare_series",
    "count",
    "count_growth",
    "fit_results",
    "read_results",
    "write_report",
]
__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Analysis": "growth",
        "Change": "compare",
        "FitOptions": "fit.options",
        "Pair": "compare",
        "analyse": "growth",
        "assert_growth": "testing",
        "compare_all": "compare",
        "compare_series": "compare",
        "count": "counts",
        "count_growth": "counts",
        "fit_results": "fit.fitting",
        "read_results": "results",
        "write_report": "report.write",
    },
)
