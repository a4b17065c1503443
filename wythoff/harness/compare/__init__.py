"""
What changed between two sets of series: the law, the constant, the overhead, or nothing that the data could show.

`compare_series` takes one pair of series, `compare_all` many that were measured in the same two runs. Within:

* `ratios`: two series to one, of ratios at the sizes that both cover; `levels`: its level and its trend, with errors
* `classes`: the probability that two laws differ; `shapes`: whether a change is one of the overhead or of the work
* `runs`: what strikes a whole run, such as a slower machine, told from all pairs together
* `change`: what was found of a pair, and `words` how it is said
"""

from wythoff.harness.compare.change import Change, compare_all, compare_series
from wythoff.harness.compare.ratios import Pair
from wythoff.harness.compare.runs import Runs

__all__ = ["Change", "Pair", "Runs", "compare_all", "compare_series"]
