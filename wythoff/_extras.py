"""Packages that only an extra brings: name what is missing, and the extra."""

from __future__ import annotations

import importlib.util

from wythoff.errors import InputError


def require(extra: str, what: str, *modules: str) -> None:
    """
    Make sure, without importing them, that the modules which an extra brings are installed.

    Raises
    ------
    InputError
        If one is missing; the message says what needs it, and names the extra.
    """
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if missing:
        raise missing_extra(extra, what, *missing)


def missing_numba() -> InputError:
    """Return the error for what needs Numba, which the harness does without and may be installed without."""
    return InputError("the strategies are compiled by numba, which is not installed: pip install numba")


def missing_extra(extra: str, what: str, *modules: str) -> InputError:
    """Return the error that says what needs the modules, and which extra brings them."""
    return InputError(f"{what} needs {', '.join(modules)}; install the extra: pip install 'wythoff[{extra}]'")
