"""
Two commits measured beside each other, size by size, until what differs is decided: `wythoff measure-pair`.

* `command`, `options`: what it is asked for; `run`: the measurement, and the answer
* `measurement`: the loop over two sweeps, one of each commit; `account`: what became of the series, and what was not
  measured
* `turns`: which points are measured next, and in which order; pure functions
* `looks`: when the difference of two series is decided; pure functions
"""
