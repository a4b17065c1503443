"""
What a process that is ending says of errors that no caller can hear of: nothing.

A signal raises between any two steps, so within a callback or a constructor too. What it raises in a callback goes no
further, and an object that it left half made fails when it is taken down (``__del__``). Python tells of both on
standard error, beside the one sentence that should stand there.
"""

from __future__ import annotations

import sys

_ENDING = (KeyboardInterrupt, SystemExit)
_is_ending = False


def hush_at_the_end() -> None:
    """Have such errors shown no more once `set_ending` was called, nor those that are themselves the end."""
    shown = sys.unraisablehook
    sys.unraisablehook = lambda raised: None if _is_ending or raised.exc_type in _ENDING else shown(raised)


def set_ending() -> None:
    """Say that the process is ending from now on; a signal's handler does."""
    global _is_ending
    _is_ending = True
