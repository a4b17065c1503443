"""
Measure how anything grows: sizes and repetitions are chosen while measuring, until the law is decided.

`measure` is the whole of it for a caller. Within:

* `timing`: one sample by three clocks, with what is to be known about it; `subject`: what can be sampled, a function
* `book`: what was measured so far; `clock`: which clock is believed
* `reach`: which sizes can be afforded; `run`: the loop and when it stops
* `answer`: what comes of it; `words`, `picture`, `figure`, `html`: how it is shown
* `statement`: Python as text, made a function; `remote`, `_worker`: in a process of its own; `command`, `ask`: the
  command `wythoff time`; `crossing`: where one overtakes another

Names are imported on first use: what only calls a function, in a process of its own, needs no analysis.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wythoff._lazy import lazy_names

if TYPE_CHECKING:
    from wythoff.harness.measure.answer import Measured as Measured
    from wythoff.harness.measure.run import measure as measure

__all__ = ["Measured", "measure"]
__getattr__, __dir__ = lazy_names(__name__, {"Measured": "answer", "measure": "run"})
