"""Regular expressions that people write into configurations and on command lines."""

from __future__ import annotations

import re
import signal
import threading
import warnings
from types import FrameType

from wythoff.errors import InputError, shorten

# Of the processor's time: what no expression takes on a name, unless it can match it in endlessly many ways.
LIMIT_S = 0.5


def pattern(what: str, text: str) -> re.Pattern[str]:
    """
    Compile a regular expression, or say in one sentence that it is none.

    Parameters
    ----------
    what : str
        What the sentence begins with.
    text : str
        The expression.

    Raises
    ------
    InputError
        If it is none, or nested too deeply.
    """
    try:
        with warnings.catch_warnings():
            # Python warns that a later version may read "[[" in another way.
            warnings.simplefilter("ignore", FutureWarning)
            return re.compile(text)
    except (re.error, RecursionError, OverflowError) as error:
        raise InputError(f"{what} is no regular expression: {shorten(str(error), 100)}") from None


class _EndlessError(Exception):
    pass


def matches(expression: re.Pattern[str] | str, text: str) -> bool:
    """Tell whether an expression is found in a text; as `search`."""
    return search(expression, text) is not None


def search(expression: re.Pattern[str] | str, text: str) -> re.Match[str] | None:
    """
    Find an expression in a text, or give up after `LIMIT_S`.

    Raises
    ------
    InputError
        If it takes longer, as ``(a+)+$`` does on a name of many a's.

    Notes
    -----
    `re` looks for signals while it searches, so that one of the processor's clock can end it. Where there is none, or
    in another thread than the main one, there is no limit.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return re.search(expression, text)
    before = signal.signal(signal.SIGVTALRM, _give_up)
    try:
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT_S)
            return re.search(expression, text)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    except _EndlessError:  # also where the time is up just as the search ends
        written = expression if isinstance(expression, str) else expression.pattern
        raise InputError(
            f"the pattern {shorten(written)} takes too long on {shorten(text)}: write it without a repetition of "
            "repetitions"
        ) from None
    finally:
        signal.signal(signal.SIGVTALRM, before)


def _give_up(number: int, frame: FrameType | None) -> None:
    raise _EndlessError
