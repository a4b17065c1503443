"""
Measure how anything grows: sizes and repetitions are chosen while measuring, until the law is decided.

`measure` is the whole of it for a caller. Within:

* `timing`: one sample by three clocks, with what is to be known about it; `subject`: what can be sampled, a function
* `book`: what was measured so far; `clock`: which clock is believed
* `reach`: which sizes can be afforded; `choice`: which of them, or of further rounds, tells most a second
* `run`: the loop and when it stops; `answer`: what comes of it
"""

from wythoff.harness.measure.answer import Measured
from wythoff.harness.measure.run import measure

__all__ = ["Measured", "measure"]
