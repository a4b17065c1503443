"""Keeping the garbage collector from running while something is measured or counted."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collections() -> Iterator[None]:
    """
    Keep the garbage collector from running by itself while the context lasts.

    When it runs depends on what the process did before, so it would strike some sizes and not others, and what its
    callbacks and finalizers do would be taken for the function's own work.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
