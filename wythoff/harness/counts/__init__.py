"""
Operations counted exactly, as a second clock: what tells n from n log n where seconds can't.

`count` and `count_growth` are the whole of it for a caller. Within:

* `answer`: what a count says; `choice`: the two functions, and which backend does the work
* `numba_build`, `numba_weights`, `numba_backend`: statements of compiled functions, by a pass of Numba's compiler;
  `numba_placement`, `numba_ledger`, `numba_comparisons`: where its counters go up, the cells that they end in, and how
  comparisons stay as quick as they were
* `python_backend`, `python_opcodes`, `python_depths`, `python_stack`: opcodes, and what they are carried out with
* `python_weights`, `python_calls`, `python_arguments`, `python_rules`, `python_collections`, `python_names`,
  `python_iterators`, `python_sorts`: what they hide
* `callgrind`, `perf_event`: instructions of any callable

Growth is found by `wythoff.harness.growth.counted`. Numba is imported where compiled functions are counted only.
"""

from wythoff.harness.counts.answer import Counts, unseen_text
from wythoff.harness.counts.choice import BACKENDS, count, count_growth

__all__ = ["BACKENDS", "Counts", "count", "count_growth", "unseen_text"]
