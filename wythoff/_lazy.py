"""Public names of a package that are imported on first use, where all at once would load what few callers need."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def lazy_names(package: str, homes: Mapping[str, str]) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """
    Make the ``__getattr__`` and ``__dir__`` of a package whose names lie in its modules.

    Parameters
    ----------
    package : str
        Its ``__name__``.
    homes : mapping
        For each public name the module that it is in, relative to the package.

    Returns
    -------
    __getattr__, __dir__ : callable
        The first imports a name and keeps it in the package, so that it is called once for each. The second lists
        the public names, which is what ``dir``, tab completion and ``help`` show.
    """

    def __getattr__(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value: object = getattr(import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    def __dir__() -> list[str]:
        held = vars(sys.modules[package])
        return sorted({*held["__all__"], *(name for name in held if name.startswith("__"))})

    return __getattr__, __dir__
