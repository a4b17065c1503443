"""
What runs in a process of its own for `wythoff publish`: `asv publish`, with the Complexity page, told in sentences.

It ends with the command that started it, with whatever it has started: its end of standard input closes then.
"""

from __future__ import annotations

import importlib
import logging
import os
import signal
import sys
import threading

from wythoff._process.loading import look_before
from wythoff._process.output import open_what_is_closed


def main() -> None:
    """Publish, as asv's own command does with the arguments that follow."""
    open_what_is_closed()
    look_before()
    threading.Thread(target=_end_with_parent, args=(os.dup(0),), daemon=True).start()
    logging.raiseExceptions = False  # asv's log goes to standard output, which may be closed or full
    try:
        importlib.import_module("wythoff.harness.report.plugin")  # asv publishes with every publisher that is imported
        importlib.import_module("asv.main").main()
    except BrokenPipeError:  # whoever reads what asv says has seen enough
        _end(1)
    except SystemExit as end:
        _end(end.code if isinstance(end.code, int) else 1)
    except Exception as error:
        from wythoff.errors import printable, shorten

        told = getattr(error, "strerror", None) or f"{type(error).__name__}: {error}"
        print(f"wythoff: asv can't publish: {printable(shorten(told, 300))}", file=sys.stderr)
        _end(1)


def _end_with_parent(lifeline: int) -> None:
    while os.read(lifeline, 1):
        pass
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def _end(code: int) -> None:
    """End without Python's own words about what can't be written any more."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            code = code or 1
    os._exit(code)


if __name__ == "__main__":
    main()
