"""What all pictures by matplotlib share: its presence, and their colours."""

from __future__ import annotations

from typing import Final

from wythoff.errors import InputError

# Colours that stay apart for colour-blind readers (Okabe and Ito); shapes and dashes differ as well.
BEST: Final = "#0072B2"
SECOND: Final = "#D55E00"
OTHER: Final = "#BBBBBB"
INK: Final = "#222222"


def require_matplotlib() -> None:
    """Raise `InputError`, naming the extra, if matplotlib is not installed."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise InputError("pictures need matplotlib; install the extra: pip install 'wythoff[plot]'") from None
