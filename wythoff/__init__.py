"""
Exact tables of the P-positions of generalised Wythoff's game, and a harness that measures growth.

Names are imported on first use: the compiled strategies take half a second to load, and most of
the command line does without them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wythoff._lazy import lazy_names
from wythoff._version import __version__ as __version__

if TYPE_CHECKING:
    from wythoff.errors import InputError as InputError
    from wythoff.harness.notebook import Shell
    from wythoff.moves import is_losing as is_losing
    from wythoff.moves import winning_moves as winning_moves
    from wythoff.out_of_core import open_table as open_table
    from wythoff.positions import first_failure as first_failure
    from wythoff.positions import index as index
    from wythoff.positions import pair as pair
    from wythoff.positions import partner as partner
    from wythoff.strategies import STRATEGIES as STRATEGIES
    from wythoff.tables import Table as Table
    from wythoff.tables import stream as stream
    from wythoff.tables import table as table

_HOMES = {
    "InputError": "errors",
    "first_failure": "positions",
    "index": "positions",
    "is_losing": "moves",
    "open_table": "out_of_core",
    "pair": "positions",
    "partner": "positions",
    "STRATEGIES": "strategies",
    "Table": "tables",
    "stream": "tables",
    "table": "tables",
    "winning_moves": "moves",
}

__all__ = [
    "STRATEGIES",
    "InputError",
    "Table",
    "first_failure",
    "index",
    "is_losing",
    "open_table",
    "pair",
    "partner",
    "stream",
    "table",
    "winning_moves",
]


def load_ipython_extension(shell: Shell) -> None:
    """Give a notebook ``%growth`` and ``%%growth``: what ``%load_ext wythoff`` calls."""
    from wythoff.harness.notebook import load

    load(shell)


__getattr__, __dir__ = lazy_names(__name__, _HOMES)
