"""
What changed over the commits of each series in a results folder, and at which: law, constant or overhead.

`stretches` cuts a course of costs into stretches that are level but for noise, which is cheap; `courses` makes such
courses of what was read; `find` has each cut judged by `wythoff.harness.compare` on the samples of the commits beside
it, and keeps those that it confirms. The command is `command`, with `run`, `words` and `formats`; the Complexity page
shows the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wythoff._lazy import lazy_names

if TYPE_CHECKING:
    from wythoff.harness.history.find import History as History
    from wythoff.harness.history.find import Mark as Mark
    from wythoff.harness.history.find import find_histories as find_histories

__all__ = ["History", "Mark", "find_histories"]
__getattr__, __dir__ = lazy_names(__name__, dict.fromkeys(__all__, "find"))
