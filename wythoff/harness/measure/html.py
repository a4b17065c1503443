"""What was measured for a notebook: its lines and a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wythoff.harness.growth.html import fragment
from wythoff.harness.measure.words import lines_of

if TYPE_CHECKING:
    from wythoff.harness.measure.answer import Measured


def html_of(measured: Sequence[Measured]) -> str:
    """Return a fragment of HTML about what was measured; foreign text in it is escaped."""
    texts = [line for one in measured for line in lines_of(one)]
    return fragment(texts, [one.analysis for one in measured], "seconds")
