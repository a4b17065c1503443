"""
What changed between two sets of series: the law, the constant, the overhead, or nothing that the data could show.

`compare_series` takes one pair of series, `compare_all` many that were measured in the same two runs. Within:

* `ratios`: two series to one, of ratios at the sizes that both cover; `levels`: its level and its trend, with errors
* `powers`: whether the ratio's course shows laws of other powers; `classes`: the probability that two laws differ, by
  that and by both analyses; `shapes`: whether a change is one of the overhead or of the work
* `runs`: what strikes a whole run, such as a slower machine, told from all pairs together
* `change`: what was found of a pair, and `words` how it is said

The command is `command`, with `options`; `sides` says what the two are, `pairs` which of their series belong together
and which don't, `run` does it all, and `formats` and `pictures` show it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wythoff._lazy import lazy_names

if TYPE_CHECKING:
    from wythoff.harness.compare.change import Change as Change
    from wythoff.harness.compare.change import compare_all as compare_all
    from wythoff.harness.compare.change import compare_series as compare_series
    from wythoff.harness.compare.ratios import Pair as Pair
    from wythoff.harness.compare.runs import Runs as Runs

__all__ = ["Change", "Pair", "Runs", "compare_all", "compare_series"]
__getattr__, __dir__ = lazy_names(
    __name__,
    {"Change": "change", "Pair": "ratios", "Runs": "runs", "compare_all": "change", "compare_series": "change"},
)
