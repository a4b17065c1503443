"""NumPy's ufuncs, told by their kind without loading NumPy, which many a counted function doesn't need."""

from __future__ import annotations

from typing import Any


def is_ufunc(value: Any) -> bool:
    """Say whether it is a ufunc, generalised or not."""
    return type(value).__name__ == "ufunc"


def joins_dimensions(value: Any) -> bool:
    """Say whether it is a generalised ufunc, whose work on an element any number of others may share: transforms."""
    return is_ufunc(value) and value.signature is not None
