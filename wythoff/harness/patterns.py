"""Regular expressions that people write into configurations and on command lines."""

from __future__ import annotations

import re
import warnings

from wythoff.errors import InputError, shorten


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
